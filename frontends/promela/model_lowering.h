// The basis for lowering a resolved Promela model: the Program under construction, the representation of processes and
// channels in it, values and conversions between their forms, names. See lower.h for the result of lowering.
//
// Lowering is a chain of classes, shared only by the lower*.cpp files. Each knows only those listed before it:
//
//   ModelLowering        the Program, process ids, values
//   DeclarationLowering  families of processes, variables, channels
//   ExpressionLowering   expressions, places, the channels that an expression can name, remote references
//   StatementLowering    statements, sends and receives, starting processes, offers of rendezvous, trace assertions
//   TransitionLowering   actions of the transitions of automata, d_steps, handshakes
//   ClaimLowering        never claims and LTL formulas
//   Lowerer              the overall order, and the rules on where a run may end
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/ir/builder.h"
#include "engine/ltl/formula.h"
#include "frontends/promela/initial_values.h"
#include "frontends/promela/lower.h"
#include "frontends/promela/value_kinds.h"

namespace px::promela {

// A range of processes that can belong to the same proctypes: a family of the Program. `first` counts elements, which
// ProcessNumbers maps to process ids.
struct ProcessFamily {
  ir::FamilyId id;
  uint32_t first = 0;
  uint32_t count = 0;
  std::vector<ProctypeId> proctypes;
  ir::LocationId absent;
  std::map<std::pair<ProctypeId, uint32_t>, ir::LocationId> locations;  // by proctype and state of its automaton

  bool has(ProctypeId proctype) const;
};

// The channels of a declaration: for a global all of them, for a local those of one process family.
struct ChannelPart {
  size_t family = 0;   // of a local: index into the families
  uint32_t first = 0;  // if used as values: number of the first one in the sort of channels, and how many
  uint32_t count = 0;
  // If used as values: this slice of the sort, which holds the channels of all equivalent declarations (share_family);
  // if buffered: their queues. The first part represents all of them in case distinctions.
  ir::FamilyId elements;
  uint32_t family_first = 0;
  uint32_t family_count = 0;
  ir::VariableId queue;
  // If channels are numbers (number_channels): the number of the first one, and the distance between two instances.
  uint32_t number = 0;
  uint32_t numbers_apart = 0;
  bool stands_for_family() const { return first == family_first; }
};

// A channel or array of channels, identified by its declaration.
struct ChannelDeclaration {
  VariableId variable;
  std::vector<Type> fields;
  int32_t capacity = 0;
  int32_t length = 1;
  bool is_value = false;  // whether its channels are used as values
  uint32_t first = 0;
  std::vector<ChannelPart> parts;
};

// One set of channels that an expression can name. Expressions for it are created only on demand (channel_case): a
// variable can name channels of many declarations, and most pairs of a send and a receive have none in common.
struct NameablePart {
  size_t declaration = 0;
  size_t part = 0;
  bool is_first = false;  // of those that the expression can name by its value
  bool by_name = false;   // the expression is the name of the declaration
};

// The same with its expressions in the Program.
struct ChannelCase {
  size_t declaration = 0;
  size_t part = 0;
  ExprId index;      // for a declaration named directly: the cell of its array
  ir::ExprId value;  // for a channel-valued expression: its value,
  ir::ExprId when;   // and the condition that it belongs to this part
};

// The value of a Promela expression, in the form that is most convenient.
struct Value {
  enum class Kind : uint8_t { Literal, Number, Truth, Process, Channel };
  Kind kind = Kind::Literal;
  ir::ExprId expr;  // not of a Literal
  int64_t lo = 0;   // bounds of a Number or Literal
  int64_t hi = 0;
  std::optional<int32_t> none;  // for a Process, or a Number made of one: the number that represents "no process"
};

class ModelLowering {
 protected:
  ModelLowering(const LowerInput& input, Diagnostics& diagnostics);

  // The process that an expression or statement belongs to.
  struct Context {
    const ProcessFamily* family = nullptr;
    ProctypeId proctype;
    ir::BindingId self;
    bool d_step = false;  // whether the statement is inside one
  };

  // Processes (lower_processes.cpp).
  std::string process_name(uint32_t pid) const;
  ir::ExprId process_count();
  ir::ExprId renumbered(ir::ExprId number, const std::vector<uint32_t>& image);
  ir::ExprId pid_of(ir::ExprId process, SourceSpan span = {});
  ir::ExprId element_number(ir::ExprId pid) { return renumbered(pid, numbers_.elements()); }
  ir::ExprId process_element(ir::ExprId pid, SourceSpan span = {}) {
    return builder_.element_at(element_number(pid), process_sort_, span);
  }
  ir::ExprId is_member(ir::ExprId process, const ProcessFamily& family);
  std::pair<uint32_t, uint32_t> least_and_greatest_pid(const ProcessFamily& family) const;
  ir::StatementId grow(uint32_t pid, ProctypeId proctype, SourceSpan span);
  Value over_instances(const Value& pid, ProctypeId proctype,
                       const std::function<Value(const ProcessFamily&, ir::ExprId element)>& make);
  uint32_t first_instance(ProctypeId proctype) const;
  ir::ExprId state_number(const ProcessFamily& family, ir::ExprId element);
  size_t family_number(const Context& context) const { return static_cast<size_t>(context.family - families_.data()); }
  const Automaton& automaton(ProctypeId proctype) const { return input_.automata[proctype.value]; }

  // Variables (lower_variables.cpp).
  ir::TypeId scalar_type(Type type, ValueKinds::Node node);
  ir::TypeId plain_type(Type type);
  int64_t initial_scalar(Type type, ValueKinds::Node node, int64_t value) const;
  int64_t default_scalar(ValueKinds::Node node) const;
  bool is_scratch(VariableId id) const { return id.value < input_.scratch.size() && input_.scratch[id.value]; }

  // Channels (lower_channels.cpp, lower_messages.cpp).
  ir::ExprId lies_in(ir::ExprId element, const ChannelPart& part);
  bool is_rendezvous(const ChannelCase& named) const;
  static bool has_match(const std::vector<Pattern>& patterns);

  // Expressions (lower_expressions.cpp).
  Value lower_arithmetic(const Expr& expr, const Value& a, const Value& b);
  ir::ExprId compare(ir::Op op, Value a, Value b, SourceSpan span);
  Value read_value(ir::PlaceId place, Type type, ValueKinds::Node node, SourceSpan span);
  ir::ExprId number(const Value& value, SourceSpan span = {});
  ir::ExprId number_clone(const Value& value);
  ir::ExprId truth(const Value& value, SourceSpan span = {});
  // The value in the form stored by a cell of this kind and type (reduced to the type).
  ir::ExprId stored(const Value& value, Type type, ValueKinds::Node node, SourceSpan span = {});
  static Value literal(int64_t value) { return {Value::Kind::Literal, {}, value, value, {}}; }
  static Value truth_value(ir::ExprId expr) { return {Value::Kind::Truth, expr, 0, 1, {}}; }
  static Value number_value(ir::ExprId expr, int64_t lo, int64_t hi) { return {Value::Kind::Number, expr, lo, hi, {}}; }
  Value process_value(ir::ExprId element) const;
  SourceSpan span(ExprId expr) const { return model_.exprs[expr].span; }

  // Transitions (lower_automata.cpp).
  std::string line_name(SourceSpan span) const;
  std::string location_name(ProctypeId proctype, uint32_t state) const;
  const Label* label_of(ProctypeId proctype, uint32_t state) const;
  uint32_t state_of_label(LabelId id) const;

  const LowerInput& input_;
  const Model& model_;
  Diagnostics& diagnostics_;
  ValueKinds kinds_;
  ir::Builder builder_;
  ProcessNumbers numbers_;
  std::vector<ProctypeId> initial_;                                 // processes of the initial state, by pid
  std::map<std::pair<ProctypeId, uint32_t>, const Label*> labels_;  // the first label before each state that has any
  ir::SortId process_sort_;
  ir::SortId channel_sort_;
  std::vector<ProcessFamily> families_;
  std::vector<ChannelDeclaration> channels_;
  std::vector<Growth> growth_;
};

}  // namespace px::promela
