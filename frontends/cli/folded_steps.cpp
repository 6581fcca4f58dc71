#include "frontends/cli/folded_steps.h"

#include <algorithm>

namespace px::cli {
namespace {

using driver::Cell;
using driver::StepView;

constexpr size_t kLongestRound = 32;
constexpr size_t kFewestRounds = 3;

using Steps = std::vector<const StepView*>;

bool is_same(const StepView& a, const StepView& b) {
  return a.span == b.span && a.title == b.title && a.output.empty() && b.output.empty() && b.left_out == 0;
}

// How often the `round` steps from `at` on come in a row.
size_t count_rounds(const Steps& steps, size_t at, size_t round) {
  size_t same = 0;
  while (at + round + same < steps.size() && is_same(*steps[at + same], *steps[at + round + same])) ++same;
  return 1 + same / round;
}

void set_cell(std::vector<Cell>& cells, const Cell& change) {
  const auto known =
      std::find_if(cells.begin(), cells.end(), [&](const Cell& cell) { return cell.first == change.first; });
  if (known == cells.end()) {
    cells.push_back(change);
  } else {
    known->second = change.second;
  }
}

ListedStep left_out(const Steps& steps, size_t at, size_t round, size_t rounds) {
  ListedStep listed{.round = round, .rounds = rounds, .number = steps[at]->step};
  for (size_t i = at; i < at + round * rounds; ++i) {
    for (const Cell& change : steps[i]->changes) set_cell(listed.changes, change);
  }
  return listed;
}

void list_sequence(const Steps& steps, std::vector<ListedStep>& listed) {
  for (size_t at = 0; at < steps.size();) {
    size_t round = 0;
    size_t rounds = 1;
    for (size_t length = 1; length <= kLongestRound && rounds < kFewestRounds; ++length) {
      round = length;
      rounds = count_rounds(steps, at, length);
    }
    if (rounds < kFewestRounds) round = rounds = 1;
    for (size_t i = at; i < at + round; ++i) listed.push_back({.step = steps[i], .number = steps[i]->step});
    if (rounds > 1) listed.push_back(left_out(steps, at + round, round, rounds - 1));
    at += round * rounds;
  }
}

}  // namespace

std::vector<ListedStep> listed_steps(const std::vector<StepView>& steps) {
  std::vector<ListedStep> listed;
  for (size_t first = 0; first < steps.size();) {
    Steps sequence;
    size_t end = first;
    for (; end < steps.size() && steps[end].step == steps[first].step; ++end) {
      const StepView& step = steps[end];
      if (end == first || !step.is_jump || !step.output.empty() || step.left_out != 0) sequence.push_back(&step);
    }
    list_sequence(sequence, listed);
    first = end;
  }
  return listed;
}

}  // namespace px::cli
