#include "frontends/driver/property_view.h"

#include <algorithm>

#include "engine/interp/evaluator.h"
#include "engine/ir/text.h"

namespace px::driver {
namespace {

using ir::ExprId;
using ir::Op;

class Parts {
 public:
  Parts(const Interpreter& interpreter, const Trace& trace)
      : program_(interpreter.program()), evaluator_(program_, interpreter.layout(), interpreter.sequences()) {
    states_.push_back(&trace.initial);
    for (const TraceStep& step : trace.steps) {
      for (const MicroStep& micro : step.micro_steps) states_.push_back(&micro.state);
    }
  }

  bool is_false_at_end(ExprId condition) { return value(condition, *states_.back()) == '0'; }

  void add(ExprId condition) {
    const ir::Expr& e = program_.exprs[condition];
    if (e.op == Op::And || e.op == Op::Or || e.op == Op::Not) {
      add(e.operands[0]);
      if (e.op != Op::Not) add(e.operands[1]);
      return;
    }
    if (e.op == Op::Const) return;
    PropertyPart part{ir::write_expression(program_, condition), {}};
    const auto same = [&](const PropertyPart& other) { return other.text == part.text; };
    if (parts_.size() >= kMaxParts || std::ranges::any_of(parts_, same)) return;
    for (const std::vector<uint64_t>* state : states_) part.values += value(condition, *state);
    parts_.push_back(std::move(part));
  }

  std::vector<PropertyPart> take() { return std::move(parts_); }

 private:
  static constexpr size_t kMaxParts = 64;  // for a reader

  char value(ExprId condition, const std::vector<uint64_t>& state) {
    PackedState current = state;
    std::vector<Event> events;
    evaluator_.state = &current;
    evaluator_.events = &events;
    const std::optional<int64_t> known = evaluator_.value(condition);
    return !known ? '?' : *known != 0 ? '1' : '0';
  }

  const ir::Program& program_;
  Evaluator evaluator_;
  std::vector<const std::vector<uint64_t>*> states_;
  std::vector<PropertyPart> parts_;
};

}  // namespace

std::vector<PropertyPart> show_property_parts(const Interpreter& interpreter, const Violation& violation,
                                              const Trace& trace) {
  if (trace.empty()) return {};
  const ir::Program& program = interpreter.program();
  Parts parts(interpreter, trace);
  if (violation.kind == ViolationKind::Liveness) {
    // A program that is searched for cycles has the automaton in question, and no other.
    if (program.automata.size() != 1) return {};
    for (const ir::Automaton::Edge& edge : program.automata.front().edges) {
      if (edge.guard.valid()) parts.add(edge.guard);
    }
  } else if (!trace.failing_action.valid()) {
    for (const ir::Invariant& invariant : program.invariants) {
      if (parts.is_false_at_end(invariant.condition)) parts.add(invariant.condition);
    }
  }
  return parts.take();
}

}  // namespace px::driver
