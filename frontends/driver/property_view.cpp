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
  Parts(const interp::Interpreter& interpreter, const Trace& trace)
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
  static constexpr size_t kMaxParts = 64;  // for readability

  char value(ExprId condition, const std::vector<uint64_t>& state) {
    interp::PackedState current = state;
    std::vector<Event> events;
    evaluator_.state = &current;
    evaluator_.events = &events;
    const std::optional<int64_t> known = evaluator_.value(condition);
    return !known ? '?' : *known != 0 ? '1' : '0';
  }

  const ir::Program& program_;
  interp::Evaluator evaluator_;
  std::vector<const std::vector<uint64_t>*> states_;
  std::vector<PropertyPart> parts_;
};

// A formula is true or false where a step ends; between the actions of one step it keeps its previous value.
std::vector<PropertyPart> parts_of(const FormulaView& formula, const Trace& trace) {
  const auto sign = [](std::optional<bool> holds) { return !holds ? '?' : *holds ? '1' : '0'; };
  std::vector<PropertyPart> parts;
  for (const FormulaView::Part& part : formula.parts) {
    std::string values(1, sign(part.holds.front()));
    for (size_t s = 0; s < trace.steps.size(); ++s) {
      values.append(trace.steps[s].micro_steps.size() - 1, values.back());
      values += sign(part.holds[s + 1]);
    }
    parts.push_back({part.text, std::move(values)});
  }
  return parts;
}

}  // namespace

std::vector<PropertyPart> show_property_parts(const interp::Interpreter& interpreter,
                                              const std::optional<FormulaView>& formula, const Trace& trace) {
  if (trace.empty()) return {};
  if (formula) return parts_of(*formula, trace);
  if (trace.failing_action.valid()) return {};
  Parts parts(interpreter, trace);
  for (const ir::Invariant& invariant : interpreter.program().invariants) {
    if (parts.is_false_at_end(invariant.condition)) parts.add(invariant.condition);
  }
  return parts.take();
}

}  // namespace px::driver
