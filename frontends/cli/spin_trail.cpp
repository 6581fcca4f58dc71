// SPIN's trails. A line "step:pid:id" makes process `pid` execute the statement with SPIN's number `id`. The trail is
// unmerged: one line per statement, including guards and process ends, none for jumps; a d_step takes one line, a
// rendezvous two (send, receive). A claim takes no steps: SPIN starts it only on a line "-2:", so the trail is that of
// a verifier without the claim (pan's -DNOCLAIM). "-1:-1:-1" marks the start of the cycle of an infinite run.
#include <fmt/format.h>

#include "frontends/cli/trace_forms.h"

namespace px::cli {
namespace {

class TrailWriter {
 public:
  TrailWriter(const ir::Program& program, const std::vector<uint32_t>& pids) : program_(program), pids_(pids) {}

  void add(ir::ActionId id, const std::vector<int64_t>& arguments, size_t count) {
    const ir::Action& action = program_.actions[id];
    for (size_t i = 0; i < count; ++i) {
      const ir::Origin& origin = action.origins[i];
      if (origin.number == ir::Origin::kNoNumber) continue;  // inside a d_step, whose line has already been written
      const int64_t process = arguments[action.movers[origin.mover].parameter];
      text_ += fmt::format("{}:{}:{}\n", ++step_, pids_.at(static_cast<size_t>(process)), origin.number);
    }
  }

  // The number of statements of the action begun when the error occurred: up to the last one at or before its position.
  size_t begun(ir::ActionId id, SourceSpan error) const {
    const std::vector<ir::Origin>& origins = program_.actions[id].origins;
    size_t last = origins.size();
    for (size_t i = 0; i < origins.size(); ++i) {
      const SourceSpan& span = origins[i].span;
      if (span.file == error.file && span.line == error.line && span.column <= error.column) last = i + 1;
    }
    return last;
  }

  // From here on the run repeats.
  void begin_cycle() { text_ += "-1:-1:-1\n"; }

  std::string take() { return std::move(text_); }

 private:
  const ir::Program& program_;
  const std::vector<uint32_t>& pids_;
  std::string text_;
  size_t step_ = 0;
};

}  // namespace

std::string spin_trail(const ir::Program& program, const std::vector<uint32_t>& pids, const Trace& trace,
                       SourceSpan error) {
  TrailWriter writer(program, pids);
  for (size_t i = 0; i < trace.steps.size(); ++i) {
    if (i == trace.loop) writer.begin_cycle();
    for (const MicroStep& micro : trace.steps[i].micro_steps) {
      writer.add(micro.action, micro.arguments, program.actions[micro.action].origins.size());
    }
  }
  if (trace.loop == trace.steps.size()) writer.begin_cycle();
  if (trace.failing_action.valid()) {
    writer.add(trace.failing_action, trace.failing_arguments, writer.begun(trace.failing_action, error));
  }
  return writer.take();
}

}  // namespace px::cli
