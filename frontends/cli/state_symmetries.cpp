#include "frontends/cli/state_symmetries.h"

#include <deque>
#include <fmt/format.h>

#include "engine/base/check.h"
#include "symmetry/detect/detect.h"

namespace px::cli {

Result<StateSymmetries> StateSymmetries::make(const driver::ModelExecution& execution) {
  const ir::Program& program = execution.system->program();
  const ir::Layout& layout = execution.system->layout();
  const SymmetryGroup group = detect_symmetry(program, layout, execution.hints).group;
  Result<StatePermuter> permuter = StatePermuter::make(program, layout);
  if (!permuter) return permuter.failure();
  StateSymmetries symmetries(std::move(*permuter));
  const ElementSpace& space = symmetries.permuter_.space();
  symmetries.generators_ = group.generators;
  for (const Block& block : group.blocks) {
    for (size_t i = 0; i + 1 < block.elements.size(); ++i) {
      symmetries.generators_.push_back(Permutation::transposition(
          space.size(), space.point(block.sort, block.elements[i]), space.point(block.sort, block.elements[i + 1])));
    }
  }
  return symmetries;
}

StateSymmetries::Words StateSymmetries::apply(const Permutation& p, const Words& state) const {
  Words image(state.size());
  permuter_.apply(p, state.data(), image.data());
  return image;
}

Result<StateSymmetries::Images> StateSymmetries::search(const Words& state, const Words* wanted) const {
  Images found = {{state, Permutation(permuter_.space().size())}};
  std::deque<Words> waiting = {state};
  while (!waiting.empty() && (wanted == nullptr || !found.contains(*wanted))) {
    const Words at = std::move(waiting.front());
    waiting.pop_front();
    for (const Permutation& generator : generators_) {
      Words next = apply(generator, at);
      if (found.contains(next)) continue;
      if (found.size() >= kMaxImages) {
        return Failure(DiagnosticKind::LimitExceeded,
                       fmt::format("a state has more than {} images under the symmetries of the model", kMaxImages),
                       "make the model smaller, e.g. by -D");
      }
      found.emplace(next, found.at(at).then(generator));
      waiting.push_back(std::move(next));
    }
  }
  return found;
}

Result<Permutation> StateSymmetries::between(const Words& state, const Words& image) const {
  Result<Images> found = search(state, &image);
  if (!found) return found.failure();
  const auto at = found->find(image);
  PX_CHECK(at != found->end());
  return at->second;
}

}  // namespace px::cli
