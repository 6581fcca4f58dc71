// Runs small programs in the interpreter and returns the results as plain numbers.
#pragma once

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "engine/interp/evaluator.h"
#include "engine/interp/interpreter.h"
#include "engine/ir/builder.h"

namespace px::interp {

struct Ran {
  std::unique_ptr<Interpreter> interpreter;
  SuccessorBatch batch{1};

  explicit Ran(ir::Builder& builder) {
    auto made = Interpreter::make(std::make_shared<const ir::Program>(builder.take()));
    EXPECT_TRUE(made.ok());
    interpreter = std::move(*made);
    batch = SuccessorBatch(interpreter->words());
    SuccessorBatch initial(interpreter->words());
    interpreter->initial_states(initial);
    initial_count = initial.count();
    batch.events = initial.events;
    if (initial_count != 0) expand(initial.state(0));
  }

  void expand(const uint64_t* state) {
    const std::vector<uint64_t> copy(state, state + interpreter->words());
    const std::vector<Event> events = batch.events;
    batch.clear();
    batch.events = events;
    interpreter->make_generator()->expand(copy.data(), 1, UINT32_MAX, batch);
  }

  // Values of a scalar variable (or of its cell with this number, over all its dimensions) in all successors.
  std::vector<int64_t> values(ir::VariableId variable, uint64_t cell = 0) const {
    std::vector<int64_t> all;
    const ir::Layout& layout = interpreter->layout();
    const ir::VariableLayout& place = layout.variable(variable);
    const uint64_t stride = place.strides.empty() ? 0 : place.strides.back();
    for (uint32_t i = 0; i < batch.count(); ++i) {
      const ir::ScalarCode& code = layout.shape(place.core).code;
      all.push_back(code.decode(ir::read_bits(batch.state(i), place.offset + cell * stride, code.width)));
    }
    return all;
  }

  std::vector<Event::Error> errors() const {
    std::vector<Event::Error> all;
    for (const Event& event : batch.events) all.push_back(event.error);
    return all;
  }
  std::vector<Event::Kind> kinds() const {
    std::vector<Event::Kind> all;
    for (const Event& event : batch.events) all.push_back(event.kind);
    return all;
  }

  uint32_t initial_count = 0;
};

// One action without parameters.
inline void act(ir::Builder& b, ir::Block body, ir::ExprId guard = {}) {
  ir::Action action;
  action.name = "a" + std::to_string(b.program().actions.size());
  action.guard = guard;
  action.body = std::move(body);
  b.action(std::move(action));
}

using Values = std::vector<int64_t>;
using Errors = std::vector<Event::Error>;
using Kinds = std::vector<Event::Kind>;

}  // namespace px::interp
