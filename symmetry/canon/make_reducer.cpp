#include "symmetry/canon/make_reducer.h"

#include <algorithm>

#include "symmetry/canon/approx_markers.h"
#include "symmetry/canon/canonical.h"
#include "symmetry/canon/enumerate.h"
#include "symmetry/canon/exact_markers.h"
#include "symmetry/canon/flattened.h"
#include "symmetry/canon/flooding.h"
#include "symmetry/canon/general.h"
#include "symmetry/canon/hierarchical.h"
#include "symmetry/canon/main_array.h"
#include "symmetry/canon/segmented.h"
#include "symmetry/canon/sorted.h"
#include "symmetry/canon/sorted_main.h"

namespace px {
namespace {

Result<SharedContext> make_context(const ir::Program& program, const ir::Layout& layout, const SymmetryGroup& group,
                                   const ReducerOptions& options) {
  auto context = std::make_shared<CanonContext>();
  context->program = &program;
  context->layout = &layout;
  context->group = group;
  context->marker_rounds = std::max(1u, options.marker_rounds);
  Result<StatePermuter> permuter = StatePermuter::make(program, layout);
  if (!permuter.ok()) return std::move(permuter.failure());
  context->permuter = std::make_unique<StatePermuter>(std::move(*permuter));
  if (!group.is_product()) context->general = std::make_unique<GeneralGroup>(program, *context->permuter, group);
  Result<OccurrenceMap> map =
      OccurrenceMap::make(*context->permuter, context->general ? context->general->orbits() : group);
  if (!map.ok()) return std::move(map.failure());
  context->map = std::make_unique<OccurrenceMap>(std::move(*map));
  if (context->general) return SharedContext(std::move(context));
  Result<MainArray> main = find_main_array(*context, options.main_array);
  if (!main.ok()) return std::move(main.failure());
  context->main_array = std::move(*main);
  return SharedContext(std::move(context));
}

std::string known_names() {
  std::string text;
  for (const std::string& name : strategy_names()) text += (text.empty() ? "" : ", ") + name;
  return text;
}

Failure too_large(std::string_view strategy, const SymmetryGroup& group) {
  return Failure(DiagnosticKind::LimitExceeded,
                 "strategy '" + std::string(strategy) + "' goes through all " + group.order() +
                     " permutations for every state; the limit is " + std::to_string(kEnumerateLimit),
                 "--strategy canonical gives the same reduction without enumerating");
}

// For groups that are no products. What sorts by exchanging elements has only the blocks to work with.
Result<std::unique_ptr<Reducer>> make_general_reducer(std::string_view strategy, const ir::Program& program,
                                                      const ir::Layout& layout, const SymmetryGroup& group,
                                                      const ReducerOptions& options) {
  if (strategy == "sorted" || strategy == "sorted-main" || strategy == "flattened") {
    return make_reducer(strategy, program, layout, SymmetryGroup(group.blocks), options);
  }
  Result<SharedContext> context = make_context(program, layout, group, options);
  if (!context.ok()) return std::move(context.failure());
  if (strategy == "exact-markers") return make_general_exact_markers(*context);
  if (strategy == "approx-markers") return make_general_approx_markers(*context);
  if (strategy == "flooding") return make_flooding(*context);
  if (strategy == "enumerate" || strategy == "segmented") return make_enumerate(*context, std::string(strategy));
  if ((*context)->general->hierarchy() != nullptr) return make_hierarchical(*context, "canonical");
  return make_general_canonical(*context, "canonical");
}

}  // namespace

const std::vector<std::string>& strategy_names() {
  static const std::vector<std::string> names{"auto",      "none",           "canonical",   "exact-markers",
                                              "segmented", "sorted",         "sorted-main", "flooding",
                                              "enumerate", "approx-markers", "flattened"};
  return names;
}

bool is_approximate(std::string_view strategy) {
  return strategy == "approx-markers" || strategy == "flattened";
}

Result<std::unique_ptr<Reducer>> make_reducer(std::string_view strategy, const ir::Program& program,
                                              const ir::Layout& layout, const SymmetryGroup& group,
                                              const ReducerOptions& options) {
  const auto& names = strategy_names();
  if (std::find(names.begin(), names.end(), strategy) == names.end()) {
    return Failure(DiagnosticKind::UnknownName, "unknown strategy '" + std::string(strategy) + '\'',
                   "strategies are: " + known_names());
  }
  if (strategy == "none" || group.trivial()) return std::unique_ptr<Reducer>(std::make_unique<IdentityReducer>());
  const bool enumerates =
      strategy == "enumerate" || strategy == "flooding" || (strategy == "segmented" && !group.is_product());
  if (enumerates && group.order_or_max() > kEnumerateLimit) return too_large(strategy, group);
  if (!group.is_product()) return make_general_reducer(strategy, program, layout, group, options);
  Result<SharedContext> context = make_context(program, layout, group, options);
  if (!context.ok()) return std::move(context.failure());
  if (strategy == "exact-markers") return make_exact_markers(*context);
  if (strategy == "approx-markers") return make_approx_markers(*context);
  if (strategy == "segmented") return make_segmented(*context);
  if (strategy == "sorted") return make_sorted(*context);
  if (strategy == "sorted-main") return make_sorted_main(*context);
  if (strategy == "flattened") return make_flattened(*context);
  if (strategy == "flooding") return make_flooding(*context);
  if (strategy == "enumerate") return make_enumerate(*context);
  return make_canonical(*context, "canonical");
}

}  // namespace px
