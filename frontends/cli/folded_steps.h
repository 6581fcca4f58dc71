// Steps of a run as texts list them: the rounds of a loop within a d_step or atomic sequence stand there once, followed
// by how often they come and what they change, and jumps within such a sequence, which no statement of the user's
// makes, not at all. JSON reports and pages keep every step.
//
// A loop is found by its statements: p statements in a row, by place and text, that come at least three times. The
// shortest p is taken, and as many rounds as there are. Steps that print are never folded.
//
// Cost: for each step of a sequence up to kLongestRound comparisons; runs list at most some thousand steps of one.
#pragma once

#include <cstddef>
#include <vector>

#include "frontends/driver/state_view.h"

namespace px::cli {

struct ListedStep {
  const driver::StepView* step = nullptr;  // null: rounds that are left out stand here
  size_t round = 0;                        // steps of one of them
  size_t rounds = 0;                       // left out
  std::vector<driver::Cell> changes{};     // what they change, with the last values
  uint32_t number = 0;                     // of the step of the run that this belongs to
};

std::vector<ListedStep> listed_steps(const std::vector<driver::StepView>& steps);

}  // namespace px::cli
