// Builds an infinite run step by step with the interpreter: the second witness of every lasso.
#pragma once

#include <functional>
#include <vector>

#include "engine/liveness/lasso.h"

namespace px::liveness {

class RunRecorder {
 public:
  // All references in `sources` outlive this.
  explicit RunRecorder(const LassoSources& sources);

  // Starts from an initial state.
  void start(std::vector<uint64_t> state);

  // The target of a step, its marks, and the elements it satisfies (CycleMarks; null without elements).
  using Wanted = std::function<bool(const std::vector<uint64_t>& state, uint32_t marks, const uint64_t* satisfied)>;
  // Takes the first step of the model that is wanted; there must be one.
  void take(const Wanted& wanted);

  const std::vector<uint64_t>& at() const { return lasso_.states.back(); }
  size_t steps() const { return lasso_.trace.steps.size(); }

  // Ends the run, whose last state equals the state after `begin` steps. The steps since then must have included
  // everything that is wanted of a cycle.
  Lasso finish(size_t begin);

 private:
  struct Seen {  // for a step: at its source, and by the step itself
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

}  // namespace px::liveness
