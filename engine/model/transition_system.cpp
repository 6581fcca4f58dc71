#include "engine/model/transition_system.h"

#include "engine/base/check.h"

namespace px {
namespace {

std::string error_text(Event::Error error, int64_t value) {
  const std::string v = std::to_string(value);
  switch (error) {
    case Event::Error::None: break;
    case Event::Error::DivisionByZero: return "division by zero";
    case Event::Error::Overflow: return "arithmetic exceeds 64 bits";
    case Event::Error::ShiftDistance: return "shift by " + v + ": a distance must be within 0..63";
    case Event::Error::IndexOutOfRange: return "index " + v + " is out of range";
    case Event::Error::ValueOutOfRange: return "value " + v + " is out of range";
    case Event::Error::NoSuchElement: return "no such element: " + v;
    case Event::Error::QueueFull: return "the queue is full";
    case Event::Error::QueueEmpty: return "the queue is empty";
    case Event::Error::LoopLimit: return "the loop exceeds its bound of " + v + " rounds";
    case Event::Error::SequencesFull: return "there are more sequences than can be kept";
    case Event::Error::Undefined:
    case Event::Error::External: return "this has no value";
    case Event::Error::AtomicCycle: return "an atomic sequence never ends";
  }
  PX_UNREACHABLE("event error");
}

// The message of expressions that select an element when there is none; empty for other expressions.
std::string nothing_found(const Event& event, const ir::Program& program) {
  const bool is_value_of_expression = event.expr.valid() && !event.place.valid() && !event.statement.valid();
  if (event.error != Event::Error::NoSuchElement || !is_value_of_expression) return {};
  const ir::Op op = program.exprs[event.expr].op;
  if (op == ir::Op::Min) return "there is nothing to take the least of";
  if (op == ir::Op::Max) return "there is nothing to take the greatest of";
  if (op == ir::Op::The) return "there is not exactly one element for which this holds";
  if (op == ir::Op::SeqTail) return "there is no seq_tail of an empty sequence";
  if (op == ir::Op::SeqFront) return "there is no seq_front of an empty sequence";
  return {};
}

// Whether the value that a place cannot hold is the "no element" value.
bool is_none(const Event& event, const ir::Program& program) {
  return event.error == Event::Error::ValueOutOfRange && event.value == -1 && event.place.valid() &&
         program.types[program.places[event.place].type].kind == ir::TypeKind::Element;
}

// The range that was exceeded, if it is bounded on both sides.
std::string allowed_instead(const Event& event, const ir::Program& program) {
  const ir::Place& place = program.places[event.place];
  if (event.error == Event::Error::ValueOutOfRange) {
    const ir::Type& type = program.types[place.type];
    if (type.kind == ir::TypeKind::Element) return ", which holds elements of '" + program.sorts[type.sort].name + '\'';
    if (type.kind != ir::TypeKind::Int || (event.value >= type.lo && event.value <= type.hi)) return {};
    return ", which holds " + std::to_string(type.lo) + ".." + std::to_string(type.hi);
  }
  if (event.error == Event::Error::IndexOutOfRange && place.parent.valid()) {
    const ir::Domain& domain = program.types[program.places[place.parent].type].domain;
    if (domain.kind != ir::Domain::Kind::Range || domain.hi < domain.lo) return {};
    return ", which has " + std::to_string(domain.lo) + ".." + std::to_string(domain.hi);
  }
  return {};
}

std::string blocked_text(const ir::Location& location) {
  if (location.shown.empty()) return "a deterministic sequence cannot go on at '" + location.name + '\'';
  return "a d_step sequence cannot go on at " + location.shown;
}

}  // namespace

void SuccessorGenerator::mark_in(ActionCoverage& /*coverage*/) {}

void SuccessorGenerator::expand_by(const uint64_t* state, uint32_t source, const Part&, SuccessorBatch& out) {
  const uint32_t first = out.count();
  const size_t first_event = out.events.size();
  expand(state, 1, UINT32_MAX, out);
  for (uint32_t i = first; i < out.count(); ++i) out.sources[i] = source;
  for (size_t e = first_event; e < out.events.size(); ++e) out.events[e].state = source;
}

std::string describe(const Event& event, const ir::Program& program) {
  switch (event.kind) {
    case Event::Kind::Assertion: return program.statements[event.statement].text;
    case Event::Kind::Growth:
      if (!event.place.valid()) return program.statements[event.statement].text;
      [[fallthrough]];
    case Event::Kind::RuntimeError: {
      if (event.error == Event::Error::Undefined) return program.texts[static_cast<size_t>(event.value)];
      if (event.error == Event::Error::External) return program.externals->error_text(event.value);
      if (std::string text = nothing_found(event, program); !text.empty()) return text;
      std::string text = is_none(event, program) ? "'none' is out of range" : error_text(event.error, event.value);
      if (event.place.valid())
        text += " for '" + program.variables[program.variable_of(event.place)].name + '\'' +
                allowed_instead(event, program);
      return text;
    }
    case Event::Kind::Invariant: return "invariant '" + program.invariants[event.index].name + "' is violated";
    case Event::Kind::Deadlock: return "no step is possible here, and this is not a valid end state";
    case Event::Kind::Blocked: return blocked_text(program.locations[event.location]);
  }
  PX_UNREACHABLE("event kind");
}

SourceSpan span_of(const Event& event, const ir::Program& program) {
  switch (event.kind) {
    case Event::Kind::Assertion: return program.statements[event.statement].span;
    case Event::Kind::Growth:
    case Event::Kind::RuntimeError: {
      if (event.expr.valid() && program.exprs[event.expr].span.known()) return program.exprs[event.expr].span;
      if (event.place.valid() && program.places[event.place].span.known()) return program.places[event.place].span;
      if (event.statement.valid()) return program.statements[event.statement].span;
      return {};
    }
    case Event::Kind::Invariant: return program.invariants[event.index].span;
    case Event::Kind::Deadlock: return program.deadlock.span;
    case Event::Kind::Blocked: return program.locations[event.location].span;
  }
  PX_UNREACHABLE("event kind");
}

ir::ViolationKind violation_of(const Event& event, const ir::Program& program) {
  switch (event.kind) {
    case Event::Kind::Assertion: return static_cast<ir::ViolationKind>(program.statements[event.statement].violation);
    case Event::Kind::Deadlock: return ir::ViolationKind::Deadlock;
    case Event::Kind::Invariant: return program.invariants[event.index].kind;
    case Event::Kind::RuntimeError:
    case Event::Kind::Blocked:
    case Event::Kind::Growth: return ir::ViolationKind::Safety;
  }
  PX_UNREACHABLE("event kind");
}

}  // namespace px
