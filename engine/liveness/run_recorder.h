// Builds an infinite run step by step with the interpreter: the second witness of every lasso.
#pragma once

#include <functional>
#include <vector>

#include "engine/liveness/lasso.h"

namespace px {

class RunRecorder {
 public:
  // All references in `sources` outlive this.
  explicit RunRecorder(const LassoSources& sources);

  // From a state which must be an initial one.
  void start(std::vector<uint64_t> state);

  // What a step leads to, its marks, and who is satisfied by it (CycleMarks; null without elements).
  using Wanted = std::function<bool(const std::vector<uint64_t>& state, uint32_t marks, const uint64_t* satisfied)>;
  // Goes on by the first step of the model that is wanted; there must be one.
  void take(const Wanted& wanted);

  const std::vector<uint64_t>& at() const { return lasso_.states.back(); }
  size_t steps() const { return lasso_.trace.steps.size(); }

  // The run, the state after `begin` steps being that of its end. Everything that is wanted of a cycle must have been
  // seen since then.
  Lasso finish(size_t begin);

 private:
  struct Seen {  // of a step: where it began, and its own
    uint32_t marks = 0;
    std::vector<uint64_t> satisfied{};
  };
  void check(size_t begin) const;

  const LassoSources& sources_;
  const uint32_t words_;
  const size_t set_words_;
  Lasso lasso_;
  std::vector<Seen> seen_;
};

}  // namespace px
