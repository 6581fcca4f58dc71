// The symmetries of a model as they act on single states: all images of a state, and how one comes from another.
//
// The group is that of the execution, so what the user gave counts here, too.
// Idea: images are found breadth first by generators, so the size of the group does not matter, only that of the orbits
// that are examined. A permutation between two states is searched from both of them until the searches meet: each goes
// half the way only, and sees about the square root of the images. Cost: one application of each generator per image.
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
  Result<Images> images(const Words& state) const;
  // A permutation that makes `image` of `state`; there must be one.
  Result<Permutation> between(const Words& state, const Words& image) const;

  const ElementSpace& space() const { return permuter_.space(); }

 private:
  explicit StateSymmetries(StatePermuter permuter) : permuter_(std::move(permuter)) {}
  // A search from a state: the images that the last round found are looked at in the next.
  struct Search {
    Images found;
    std::vector<Words> last;
  };
  Search begin(const Words& state) const;
  // Afterwards `last` holds the images that are new; it is empty if there are none.
  Result<void> next_round(Search& search) const;

  StatePermuter permuter_;
  std::vector<Permutation> generators_;
};

}  // namespace px::cli
