// Checks that a state has the same errors as its images under the group, since a reduction may examine any one of them.
//
// Errors are compared without their locations in the model, which a symmetry maps to other locations: the comparison is
// of the number of locations per kind of error and kind of violated property. So it detects an error that is reached or
// not depending on the order in which elements are visited, even if all states of an orbit but one reach it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/model/reducer.h"
#include "engine/model/transition_system.h"

namespace px::explore {

class ErrorComparison {
 public:
  ErrorComparison(const TransitionSystem& system, const StateGroup& group);

  // Examines states in order; `states` are rows, and row parents[i] was mapped to row i (or is row i itself). Returns
  // the first row that differs from its parent.
  std::optional<size_t> first_difference(const std::vector<uint64_t>& states, const std::vector<uint32_t>& parents);
  // The same for the images of each row under generators of the group: returns the first row with an image that
  // differs.
  std::optional<size_t> first_unlike_its_images(const std::vector<uint64_t>& states);

 private:
  // The number of locations per kind of event, error and violated property.
  using Errors = std::map<std::array<int, 3>, size_t>;
  // Errors by row; rows without errors are omitted.
  std::map<size_t, Errors> errors_of(const std::vector<uint64_t>& states);

  const TransitionSystem& system_;
  const StateGroup& group_;
  std::unique_ptr<SuccessorGenerator> generator_;
  SuccessorBatch batch_;
};

}  // namespace px::explore
