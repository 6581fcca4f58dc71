#include "frontends/driver/conjuncts.h"

#include <algorithm>

#include "engine/liveness/product.h"

namespace px::driver {
namespace {

// The model with these automata lifted under one name, for detecting its symmetries.
struct Lifted {
  ir::Program program;
  symmetry::DetectionHints hints;
};

Lifted lifted_with(const ir::Program& program, const std::vector<size_t>& automata, const ReductionOptions& options) {
  ir::Program with = liveness::without_claim(program);
  for (const size_t automaton : automata) {
    with.automata.push_back(program.automata[automaton]);
    with.automata.back().name = "formula";
  }
  std::optional<symmetry::LiftedProgram> lifted = lift_for_strategy(options, with);
  if (!lifted) return {std::move(with), {}};
  return {std::move(lifted->program), std::move(lifted->hints)};
}

// The symmetries of the model that map these automata to each other.
symmetry::DetectedSymmetry symmetry_with(const Lifted& lifted) {
  const Result<ir::Layout> layout = ir::Layout::make(lifted.program);
  if (!layout) return {};
  return symmetry::detect_symmetry(lifted.program, *layout, lifted.hints);
}

// Whether some symmetry of the model maps one to the other.
bool may_be_exchanged(const ir::Program& program, size_t one, size_t other, const ReductionOptions& options) {
  const Lifted both = lifted_with(program, {one, other}, options);
  const symmetry::DetectedSymmetry found = symmetry_with(both);
  ir::Program first = both.program;
  first.automata.resize(1);
  const Result<ir::Layout> layout = ir::Layout::make(first);
  if (!layout) return false;
  // A permutation that preserves the pair but moves its first element exchanges them.
  return std::any_of(found.generators.begin(), found.generators.end(),
                     [&](const symmetry::Permutation& generator) { return !is_symmetry(first, *layout, generator); });
}

}  // namespace

std::vector<size_t> conjuncts_to_search(const ir::Program& program, size_t automaton, const ReductionOptions& options) {
  if (!options.reduces() || !options.symmetry_group.empty()) return {};
  std::vector<size_t> conjuncts;
  for (size_t a = 0; a < program.automata.size(); ++a) {
    if (program.automata[a].conjunct_of == static_cast<uint32_t>(automaton)) conjuncts.push_back(a);
  }
  if (conjuncts.size() < 2) return {};
  const auto order = [&](const std::vector<size_t>& automata) {
    return symmetry_with(lifted_with(program, automata, options)).group.order_or_max();
  };
  const uint64_t whole = order({automaton});
  if (order({}) <= whole) return {};
  std::vector<size_t> wanted;
  bool gains = false;
  for (const size_t conjunct : conjuncts) {
    const bool known = std::any_of(wanted.begin(), wanted.end(), [&](size_t earlier) {
      return may_be_exchanged(program, earlier, conjunct, options);
    });
    if (known) continue;
    wanted.push_back(conjunct);
    gains = gains || order({conjunct}) > whole;
  }
  return gains || wanted.size() == 1 ? wanted : std::vector<size_t>();
}

}  // namespace px::driver
