// Whether the errors of a state are those of its images under the group: a reduction may look at any of them.
//
// Errors are compared without the places of the model where they occur, which a symmetry maps to other places: how
// many places there are for each kind of error, and what kind of property is violated. So an error that is reached or
// not depending on the order in which elements are visited shows, whether it is reached in all states of an orbit but
// one.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/model/reducer.h"
#include "engine/model/transition_system.h"

namespace px {

class ErrorComparison {
 public:
  ErrorComparison(const TransitionSystem& system, const StateGroup& group);

  // Looks at states one after the other; `states` are rows, and row parents[i] was mapped to row i (or is it). The
  // first row that differs from its parent.
  std::optional<size_t> first_difference(const std::vector<uint64_t>& states, const std::vector<uint32_t>& parents);
  // The same of the images of each row under generators of the group: the first row that has an image that differs.
  std::optional<size_t> first_unlike_its_images(const std::vector<uint64_t>& states);

 private:
  // Per kind of event, error and violated property, the number of places.
  using Errors = std::map<std::array<int, 3>, size_t>;
  // Errors by row; rows without any are left out.
  std::map<size_t, Errors> errors_of(const std::vector<uint64_t>& states);

  const TransitionSystem& system_;
  const StateGroup& group_;
  std::unique_ptr<SuccessorGenerator> generator_;
  SuccessorBatch batch_;
};

}  // namespace px
