// Descent to a state that no transposition of two elements makes smaller.
//
// States are compared as vectors of their cells, variable by variable in the order of declaration, locations last. In
// that order a descent ends in the same state for all states of an orbit whenever no cell indexed by a sort holds
// elements: an exchange of i < j gains nothing if either the first of the plain cells that differ is smaller at i or,
// if they all agree, i is named first among the scalars of the sort. That is one total order of the elements, so there
// is only one such state.
#pragma once

#include <vector>

#include "symmetry/canon/context.h"
#include "symmetry/canon/group_guard.h"

namespace px::symmetry {

class TranspositionDescent {
 public:
  explicit TranspositionDescent(const CanonContext& context)
      : context_(context), guard_(context), swap_(identity_images(context.points())), moved_(context.words()) {}

  void run(uint64_t* state);
  // Also reports the permutation that run() applied.
  bool run_told(uint64_t* state, std::vector<Point>& image) {
    return guard_.tell(image, [&] { run(state); });
  }

 private:
  bool smaller(const uint64_t* a, const uint64_t* b) const;
  bool improve(uint64_t* state, Point a, Point b);

  const CanonContext& context_;
  GroupGuard guard_;
  std::vector<Point> swap_;
  std::vector<uint64_t> moved_;
};

}  // namespace px::symmetry
