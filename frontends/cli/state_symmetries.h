// How the symmetries of a model act on single states: all images of a state, and the permutation from one to another.
//
// The group is that of the execution, so it includes the user's generators.
// Idea: enumerate images breadth-first by generators, so that the cost depends on the examined orbits and not on the
// size of the group. To find a permutation between two states, search from both until the searches meet: each covers
// only half the distance, and sees about the square root of the images. Cost: one application of each generator per
// image.
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
  // Images, each with a permutation that maps the state to it.
  using Images = std::map<Words, symmetry::Permutation>;
  // A state with more images than this is a failure.
  static constexpr size_t kMaxImages = 1'000'000;

  static Result<StateSymmetries> make(const driver::ModelExecution& execution);

  Words apply(const symmetry::Permutation& p, const Words& state) const;
  Result<Images> images(const Words& state) const;
  // A permutation that maps `state` to `image`; one must exist.
  Result<symmetry::Permutation> between(const Words& state, const Words& image) const;

  const symmetry::ElementSpace& space() const { return permuter_.space(); }

 private:
  explicit StateSymmetries(symmetry::StatePermuter permuter) : permuter_(std::move(permuter)) {}
  // A search from a state: the images found in one round are expanded in the next.
  struct Search {
    Images found;
    std::vector<Words> last;
  };
  Search begin(const Words& state) const;
  // Leaves the images that are new in `last`, which is empty if there are none.
  Result<void> next_round(Search& search) const;

  symmetry::StatePermuter permuter_;
  std::vector<symmetry::Permutation> generators_;
};

}  // namespace px::cli
