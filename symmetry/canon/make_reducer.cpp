#include "symmetry/canon/make_reducer.h"

#include <algorithm>

#include "symmetry/canon/main_array.h"

namespace px::symmetry {
namespace {

Result<SharedContext> make_context(const Strategy& strategy, const ir::Program& program, const ir::Layout& layout,
                                   const SymmetryGroup& group, const ReducerOptions& options) {
  auto context = std::make_shared<CanonContext>();
  context->strategy = &strategy;
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

Failure too_large(const Strategy& strategy, const SymmetryGroup& group) {
  return Failure(DiagnosticKind::LimitExceeded,
                 "strategy '" + std::string(strategy.name) + "' goes through all " + group.order() +
                     " permutations for every state; the limit is " + std::to_string(kEnumerateLimit),
                 "--strategy canonical gives the same reduction without enumerating");
}

// Whether the strategy's Reducer for this group enumerates all permutations: some do so only if the group is not a
// product.
bool enumerates(const Strategy& strategy, const SymmetryGroup& group) {
  if (strategy.cost == Strategy::Cost::Enumerates) return true;
  return !group.is_product() && strategy.for_any == &make_enumerate;
}

}  // namespace

std::unique_ptr<Reducer> blocks_only(SharedContext) {
  PX_UNREACHABLE("a mark, not a strategy");
}

std::unique_ptr<Reducer> make_identity(SharedContext) {
  return std::make_unique<IdentityReducer>();
}

const Strategy* find_strategy(std::string_view name) {
  const auto found = std::find_if(kStrategies.begin(), kStrategies.end(), [&](const Strategy& strategy) {
    return strategy.name == name || (!strategy.alias.empty() && strategy.alias == name);
  });
  return found == kStrategies.end() ? nullptr : &*found;
}

Result<const Strategy*> strategy_named(std::string_view name) {
  if (const Strategy* strategy = find_strategy(name)) return strategy;
  std::string known;
  for (const Strategy& strategy : kStrategies) known += (known.empty() ? "" : ", ") + std::string(strategy.name);
  return Failure(DiagnosticKind::UnknownName, "unknown strategy '" + std::string(name) + '\'',
                 "strategies are: " + known);
}

Result<std::unique_ptr<Reducer>> make_reducer(std::string_view strategy, const ir::Program& program,
                                              const ir::Layout& layout, const SymmetryGroup& group,
                                              const ReducerOptions& options) {
  const Result<const Strategy*> named = strategy_named(strategy);
  if (!named) return named.failure();
  return make_reducer(**named, program, layout, group, options);
}

Result<std::unique_ptr<Reducer>> make_reducer(const Strategy& strategy, const ir::Program& program,
                                              const ir::Layout& layout, const SymmetryGroup& group,
                                              const ReducerOptions& options) {
  // Reports show "auto" as the strategy that it selects.
  if (&strategy == &strategy_of(StrategyId::Auto)) {
    return make_reducer(strategy_of(StrategyId::Canonical), program, layout, group, options);
  }
  if (strategy.for_product == &make_identity || group.trivial()) {
    return std::unique_ptr<Reducer>(std::make_unique<IdentityReducer>());
  }
  if (enumerates(strategy, group) && group.order_or_max() > kEnumerateLimit) return too_large(strategy, group);
  if (!group.is_product() && strategy.for_any == &blocks_only) {
    return make_reducer(strategy, program, layout, SymmetryGroup(group.blocks), options);
  }
  const Result<SharedContext> context = make_context(strategy, program, layout, group, options);
  if (!context) return context.failure();
  return group.is_product() ? strategy.for_product(*context) : strategy.for_any(*context);
}

}  // namespace px::symmetry
