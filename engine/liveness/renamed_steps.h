// The steps of one state, with the representatives of their targets and the permutations that produce them: fairness
// needs these to track processes through representatives (fair_threads.h).
#pragma once

#include <memory>
#include <vector>

#include "engine/liveness/cycle_search.h"

namespace px::liveness {

// For one thread. All references outlive this.
class RenamedSteps {
 public:
  RenamedSteps(const TransitionSystem& system, const Reducer& reducer, const CycleMarks& marks);

  // Makes all steps of a state. False: the model has an error here, or memory ran out; batch() says which.
  bool make(const uint64_t* state, const Allowance* allowance = nullptr);

  const SuccessorBatch& batch() const { return batch_; }  // the concrete states they lead to
  uint32_t count() const { return batch_.count(); }
  uint64_t* forms() { return forms_.data(); }  // their representatives, row by row
  const uint64_t* row(uint32_t step) const { return batch_.state(step); }
  // The permutation of the step; null: the identity.
  const uint16_t* image(uint32_t step) const { return is_identity_ ? nullptr : images_[step].data(); }
  // The same, per process.
  const uint16_t* renaming(uint32_t step) const {
    return is_identity_ ? nullptr : renamings_.data() + size_t{step} * elements_;
  }
  // The processes that are satisfied in the state, and by a step.
  const uint64_t* satisfied_here() const { return here_.data(); }
  const uint64_t* satisfied_by(uint32_t step) const { return by_step_.data() + size_t{step} * set_words_; }
  uint32_t marks() const { return state_marks_; }

  // Replaces a state by its representative; returns the permutation, empty if it is the identity.
  std::vector<uint16_t> reduce(uint64_t* state);

 private:
  const CycleMarks& marks_;
  const bool is_identity_;
  const uint32_t elements_;
  const uint32_t set_words_;
  std::unique_ptr<SuccessorGenerator> generator_;
  std::unique_ptr<ReducerWorker> reducer_;
  SuccessorBatch batch_;
  uint32_t state_marks_ = 0;
  std::vector<uint64_t> forms_, here_, by_step_;
  std::vector<std::vector<uint16_t>> images_;
  std::vector<uint16_t> renamings_;
};

}  // namespace px::liveness
