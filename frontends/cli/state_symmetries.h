// The symmetries of a model as they act on single states: all images of a state, and how one comes from another.
//
// Idea: images are found breadth first by generators, so the size of the group does not matter, only that of the orbits
// that are looked at. Cost: one application of each generator per image.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/base/result.h"
#include "frontends/driver/execution.h"
#include "symmetry/perm/permutation.h"
#include "symmetry/perm/state_permuter.h"

namespace px::cli {

class StateSymmetries {
 public:
  using Words = std::vector<uint64_t>;
  // Images with a permutation that makes each of them from the state.
  using Images = std::map<Words, Permutation>;
  // More images of one state than this are a failure.
  static constexpr size_t kMaxImages = 1'000'000;

  static Result<StateSymmetries> make(const driver::ModelExecution& execution);

  Words apply(const Permutation& p, const Words& state) const;
  Result<Images> images(const Words& state) const { return search(state, nullptr); }
  // A permutation that makes `image` of `state`; there must be one.
  Result<Permutation> between(const Words& state, const Words& image) const;

  const ElementSpace& space() const { return permuter_.space(); }

 private:
  explicit StateSymmetries(StatePermuter permuter) : permuter_(std::move(permuter)) {}
  // Until `wanted` is found, if it is given.
  Result<Images> search(const Words& state, const Words* wanted) const;

  StatePermuter permuter_;
  std::vector<Permutation> generators_;
};

}  // namespace px::cli
