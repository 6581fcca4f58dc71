#include "frontends/cli/state_symmetries.h"

#include <fmt/format.h>

#include "engine/base/check.h"

namespace px::cli {

Result<StateSymmetries> StateSymmetries::make(const driver::ModelExecution& execution) {
  const ir::Program& program = execution.system->program();
  const ir::Layout& layout = execution.system->layout();
  const symmetry::SymmetryGroup& group = execution.group;
  Result<symmetry::StatePermuter> permuter = symmetry::StatePermuter::make(program, layout);
  if (!permuter) return permuter.failure();
  StateSymmetries symmetries(std::move(*permuter));
  const symmetry::ElementSpace& space = symmetries.permuter_.space();
  symmetries.generators_ = group.generators;
  for (const symmetry::Block& block : group.blocks) {
    for (size_t i = 0; i + 1 < block.elements.size(); ++i) {
      symmetries.generators_.push_back(symmetry::Permutation::transposition(
          space.size(), space.point(block.sort, block.elements[i]), space.point(block.sort, block.elements[i + 1])));
    }
  }
  return symmetries;
}

StateSymmetries::Words StateSymmetries::apply(const symmetry::Permutation& p, const Words& state) const {
  Words image(state.size());
  permuter_.apply(p, state.data(), image.data());
  return image;
}

StateSymmetries::Search StateSymmetries::begin(const Words& state) const {
  return {{{state, symmetry::Permutation(permuter_.space().size())}}, {state}};
}

Result<void> StateSymmetries::next_round(Search& search) const {
  std::vector<Words> found;
  for (const Words& at : search.last) {
    for (const symmetry::Permutation& generator : generators_) {
      Words next = apply(generator, at);
      if (search.found.contains(next)) continue;
      if (search.found.size() >= kMaxImages) {
        return Failure(DiagnosticKind::LimitExceeded,
                       fmt::format("a state has more than {} images under the symmetries of the model", kMaxImages),
                       "make the model smaller, e.g. with -D");
      }
      search.found.emplace(next, search.found.at(at).then(generator));
      found.push_back(std::move(next));
    }
  }
  search.last = std::move(found);
  return {};
}

Result<StateSymmetries::Images> StateSymmetries::images(const Words& state) const {
  Search search = begin(state);
  while (true) {
    const Result<void> round = next_round(search);
    if (!round) return round.failure();
    if (search.last.empty()) return std::move(search.found);
  }
}

Result<symmetry::Permutation> StateSymmetries::between(const Words& state, const Words& image) const {
  Search forwards = begin(state);
  Search backwards = begin(image);
  const auto meeting = [&](const Search& one, const Search& other) -> const Words* {
    for (const Words& at : one.last) {
      if (other.found.contains(at)) return &at;
    }
    return nullptr;
  };
  const Words* met = meeting(forwards, backwards);
  for (bool turn = true; met == nullptr; turn = !turn) {
    Search& search = turn ? forwards : backwards;
    const Result<void> round = next_round(search);
    if (!round) return round.failure();
    met = meeting(search, turn ? backwards : forwards);
    PX_CHECK(!search.last.empty() || met != nullptr || !(turn ? backwards : forwards).last.empty());
  }
  return forwards.found.at(*met).then(backwards.found.at(*met).inverse());
}

}  // namespace px::cli
