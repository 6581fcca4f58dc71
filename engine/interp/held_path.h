// What the interpreter remembers of the current sequence: states in which a process held control, for loop detection,
// and steps, for display. Both stay small however long a sequence without branches is.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "engine/ir/program.h"
#include "engine/model/trace.h"

namespace px::interp {

// Detects an atomic sequence that returns to one of its own states and would run forever.
//
// States with several outcomes, or with an event, are kept as long as the path leads through them. The states between
// them have one outcome each, there may be any number of them (a loop that counts to a million), and passing some of
// them twice does no harm. So Brent's cycle detection [Bre80] handles them: it remembers one state and replaces it at
// doubling depths. A cycle through a kept state is detected there, one without is found after at most three rounds, and
// the memory needed is that of the kept states.
class HeldPath {
 public:
  // Whether the process held control in this state before; `depth` counts the states of the path, including this one.
  bool comes_back(const std::vector<uint64_t>& state, ir::FamilyId family, int64_t element, size_t depth) {
    key_.assign(state.begin(), state.end());
    key_.push_back(family.value);
    key_.push_back(static_cast<uint64_t>(element));
    if (kept_.contains(key_)) return true;
    if (remembered_depth_ != 0 && key_ == remembered_) return true;
    if (remembered_depth_ != 0 && depth < 2 * remembered_depth_) return false;
    remembered_ = key_;
    remembered_depth_ = depth;
    return false;
  }
  // Keeps the state of the last query.
  void keep(size_t depth) { path_.push_back({kept_.insert(key_).first, depth}); }
  // The path now has `length` states.
  void cut(size_t length) {
    for (; !path_.empty() && path_.back().depth > length; path_.pop_back()) kept_.erase(path_.back().entry);
    if (remembered_depth_ > length) remembered_depth_ = 0;
  }
  size_t kept() const { return path_.size(); }

 private:
  using Key = std::vector<uint64_t>;
  struct Kept {
    std::set<Key>::iterator entry;
    size_t depth;
  };
  std::set<Key> kept_;
  std::vector<Kept> path_;
  Key key_;
  Key remembered_;
  size_t remembered_depth_ = 0;  // 0: none
};

// The steps that led to the interpreter's current state. Of a long run within a deterministic sequence only both ends
// are kept: the model determines the steps in the middle, and there may be millions.
class RecordedPath {
 public:
  const std::vector<MicroStep>& steps() const { return steps_; }

  // Keeps the first `length` steps. Never cuts within a run, since nothing branches off from there.
  void cut(size_t length) {
    while (!gaps_.empty() && gaps_.back().before >= length) {
      left_out_ -= gaps_.back().steps;
      gaps_.pop_back();
    }
    const size_t kept = length - left_out_;
    if (kept < steps_.size()) run_ = 0;
    steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(kept), steps_.end());
  }

  // `deterministic`: taken within a deterministic sequence.
  void push(MicroStep step, bool deterministic) {
    steps_.push_back(std::move(step));
    run_ = deterministic ? run_ + 1 : 0;
    if (run_ == 3 * kEnd) leave_out();
  }

  void clear() { cut(0); }

 private:
  static constexpr size_t kEnd = 500;  // steps kept at each end of a run, or twice as many

  struct Gap {
    size_t before;  // steps taken before the gap
    size_t steps;
  };

  void leave_out() {
    const auto end = steps_.end() - static_cast<std::ptrdiff_t>(kEnd);
    const auto begin = end - static_cast<std::ptrdiff_t>(kEnd);
    const size_t before = steps_.size() - 2 * kEnd + left_out_;
    const uint64_t earlier = begin->left_out;
    end->left_out += kEnd + earlier;
    steps_.erase(begin, end);
    left_out_ += kEnd;
    if (earlier != 0) {
      gaps_.back().steps += kEnd;
    } else {
      gaps_.push_back({before, kEnd});
    }
    run_ = 2 * kEnd;
  }

  std::vector<MicroStep> steps_;
  std::vector<Gap> gaps_;
  size_t left_out_ = 0;
  size_t run_ = 0;  // steps at the end of steps_ that belong to one run
};

}  // namespace px::interp
