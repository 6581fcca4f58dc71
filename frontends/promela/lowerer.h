// The class that lowers a resolved Promela model to a Program, shared by the lower*.cpp files only. See lower.h for
// what it makes of a model.
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

// A run of processes that can belong to the same proctypes: a family of the Program. `first` counts elements, which are
// process ids by way of ProcessNumbers.
struct ProcessFamily {
  ir::FamilyId id;
  uint32_t first = 0;
  uint32_t count = 0;
  std::vector<ProctypeId> proctypes;
  ir::LocationId absent;
  std::map<std::pair<ProctypeId, uint32_t>, ir::LocationId> locations;  // by proctype and state of its automaton

  bool has(ProctypeId proctype) const;
};

// The channels of a declaration: of a global all of them, of a local those of one process family.
struct ChannelPart {
  size_t family = 0;   // of a local: index into the families
  uint32_t first = 0;  // used as values: number of the first one in the sort of channels, and how many
  uint32_t count = 0;
  // Used as values: this slice of the sort, which holds the channels of all declarations that are alike (share_family),
  // and buffered: their queues. The first part of it stands for all of them in case distinctions.
  ir::FamilyId elements;
  uint32_t family_first = 0;
  uint32_t family_count = 0;
  ir::VariableId queue;
  // Where channels are numbers (number_channels): that of the first one, and how far apart those of two instances are.
  uint32_t number = 0;
  uint32_t numbers_apart = 0;
  bool stands_for_family() const { return first == family_first; }
};

// A channel or array of channels by its declaration.
struct ChannelDeclaration {
  VariableId variable;
  std::vector<Type> fields;
  int32_t capacity = 0;
  int32_t length = 1;
  bool is_value = false;  // whether its channels are used as values
  uint32_t first = 0;
  std::vector<ChannelPart> parts;
};

// One set of channels that an expression can name. Expressions for it are only made where it matters (channel_case): a
// variable can name channels of many declarations, and most pairs of a send and a receive have none in common.
struct NameablePart {
  size_t declaration = 0;
  size_t part = 0;
  bool is_first = false;  // of those that the expression can name by its value
  bool by_name = false;   // the expression is the name of the declaration
};

// The same with what the Program says of it.
struct ChannelCase {
  size_t declaration = 0;
  size_t part = 0;
  ExprId index;      // of a declaration named directly: the cell of its array
  ir::ExprId value;  // of a channel-valued expression: its value,
  ir::ExprId when;   // and the condition that it lies in this part
};

// The value of a Promela expression, in whatever form it is easiest to go on with.
struct Value {
  enum class Kind : uint8_t { Literal, Number, Truth, Process, Channel };
  Kind kind = Kind::Literal;
  ir::ExprId expr;  // not of a Literal
  int64_t lo = 0;   // bounds of a Number or Literal
  int64_t hi = 0;
  std::optional<int32_t> none;  // of a Process, or of a Number made of one: what "no process" stands for
};

class Lowerer {
 public:
  Lowerer(const LowerInput& input, Diagnostics& diagnostics);
  Lowered run();

 private:
  // The process that an expression or statement belongs to.
  struct Context {
    const ProcessFamily* family = nullptr;
    ProctypeId proctype;
    ir::BindingId self;
  };
  // A place and what is stored there.
  struct Target {
    ir::PlaceId place;
    Type type;
    ValueKinds::Node node = 0;
  };

  // Processes (lower_processes.cpp).
  void make_processes();
  void make_family(uint32_t first, uint32_t count);
  void add_locations(ProcessFamily& family);
  std::string process_name(uint32_t pid) const;
  ir::Block initialise_locals(const Context& created, const std::vector<ir::ExprId>& arguments);
  void initialise_local(const Context& created, VariableId id, ir::Block& block);
  void initialise_cell(const Context& created, const Cell& cell, ValueKinds::Node node, ValueKinds::Node index,
                       FieldChannelCursor& fields, ir::PlaceId place, ir::Block& block);
  void initialise_channel(const Context& created, VariableId id, uint32_t first, const Cell& cell, ir::PlaceId place,
                          ir::Block& block);
  ir::ExprId process_count();
  ir::ExprId is_last_process(const Context& context);
  ir::Block clear_process(const Context& context);
  ir::StatementId lower_run(const Context& context, const Expr& run, ir::BindingId pid, ir::Block rest);
  ir::Block start_process(const Context& context, const Expr& run, const ProcessFamily& family, ir::BindingId slot);
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
  Value lower_remote(const Context& context, const Expr& expr);
  Value lower_remote_label(const Expr& expr, const Value& pid);
  void warn_of_other_proctype(const Expr& expr, const Value& pid);
  uint32_t first_instance(ProctypeId proctype) const;
  ir::ExprId state_number(const ProcessFamily& family, ir::ExprId element);
  Value lower_process_query(const Context& context, const Expr& expr);
  Value priority_of(const ProcessFamily& family, ir::ExprId element);
  size_t family_number(const Context& context) const { return static_cast<size_t>(context.family - families_.data()); }
  const Automaton& automaton(ProctypeId proctype) const { return input_.automata[proctype.value]; }

  // Variables (lower_variables.cpp).
  void make_variables();
  void make_global(VariableId id);
  std::string local_name(size_t family, VariableId id);
  void make_local(size_t family, VariableId id);
  void make_priorities();
  ir::TypeId cell_type(const Cell& cell, ValueKinds::Node node);
  ir::TypeId scalar_type(Type type, ValueKinds::Node node);
  ir::TypeId plain_type(Type type);
  ir::TypeId structure_type(StructureId structure);
  ir::TypeId array_type(ir::TypeId cell, ValueKinds::Node index, int32_t length);
  int32_t array_length(ValueKinds::Node index, int32_t length) const;
  std::optional<ir::Domain> process_domain(ValueKinds::Node index, int32_t length) const;
  int64_t initial_scalar(Type type, ValueKinds::Node node, int64_t value) const;
  int64_t default_scalar(ValueKinds::Node node) const;
  using MakeScalar = std::function<int64_t(Type, ValueKinds::Node)>;
  void append_scalars(const Cell& cell, ValueKinds::Node node, ValueKinds::Node index, const MakeScalar& make,
                      std::vector<int64_t>& out);
  void append_initial(const Cell& cell, ValueKinds::Node node, ValueKinds::Node index,
                      const std::vector<int64_t>& values, std::vector<int64_t>& out);
  void append_default(const Cell& cell, ValueKinds::Node node, ValueKinds::Node index, std::vector<int64_t>& out);
  bool is_dropped(VariableId id) const;
  bool is_scratch(VariableId id) const { return id.value < input_.scratch.size() && input_.scratch[id.value]; }

  // Channels (lower_channels.cpp, lower_messages.cpp).
  void find_channels();
  void find_channel_uses(std::vector<bool>& assigned, std::vector<bool>& valued) const;
  void make_channels();
  bool share_family(const ChannelDeclaration& a, const ChannelDeclaration& b) const;
  std::vector<std::vector<size_t>> channel_groups() const;
  void make_group(const std::vector<size_t>& group);
  void make_queue(ChannelDeclaration& channel, size_t family, uint32_t first, uint32_t instances,
                  const std::vector<size_t>& group);
  void number_channels();
  std::vector<std::string> channel_names() const;
  InitialValues::ChannelNumbers channel_numbers() const;
  ir::TypeId message_type(const ChannelDeclaration& channel);
  ValueKinds::Node message_node(const ChannelDeclaration& channel, uint32_t field) const;
  ChannelCase constant_channel(const Context& context, const Expr& expr);
  ir::ExprId channel_element(const Context& context, const ChannelCase& named);
  ir::ExprId owned_channel_element(const Context& context, const ChannelDeclaration& channel, const ChannelPart& part,
                                   ir::ExprId cell);
  ir::ExprId owned_channel_number(const Context& context, const ChannelDeclaration& channel, const ChannelPart& part,
                                  ir::ExprId cell);
  ir::ExprId instance_number(const Context& context);
  Value channel_value(const Context& context, const Expr& expr);
  std::vector<NameablePart> nameable_parts(const Context& context, ExprId channel);
  std::vector<NameablePart> rendezvous_parts(const Context& context, ExprId channel);
  ChannelCase channel_case(const Context& context, ExprId channel, const NameablePart& part);
  ChannelCase unchecked_case(const Context& context, const Expr& expr, const NameablePart& part);
  std::vector<ChannelCase> channel_cases(const Context& context, ExprId channel);
  ir::ExprId check_channel(const Context& context, ExprId channel, const std::vector<ChannelCase>& cases,
                           ir::ExprId value);
  void set_element_case(ir::ExprId element, ChannelCase& one);
  void set_number_case(ir::ExprId number, ChannelCase& one);
  ir::ExprId lies_in(ir::ExprId element, const ChannelPart& part);
  ir::PlaceId queue_place(const Context& context, const ChannelCase& named);
  bool is_rendezvous(const ChannelCase& named) const;
  Value message_field(const Context& context, const ChannelCase& named, ir::ExprId position, uint32_t field);
  ir::ExprId message_matches(const Context& context, const ChannelCase& named, ir::ExprId position,
                             const std::vector<Pattern>& patterns);
  ir::ExprId fits_at(const Context& context, const ChannelCase& named, ir::BindingId position,
                     const std::vector<Pattern>& patterns);
  static bool has_match(const std::vector<Pattern>& patterns);
  ir::ExprId receivable(const Context& context, const ChannelCase& named, const std::vector<Pattern>& patterns,
                        bool anywhere);
  ir::ExprId polled(const Context& context, const Expr& poll, const ChannelCase& one);
  ir::ExprId sendable(const Context& context, const ChannelCase& named);
  ir::ExprId can_send(const Context& context, const ChannelCase& named);
  ir::ExprId some_case(const Context& context, ExprId channel, const std::vector<ChannelCase>& cases,
                       const std::vector<ir::ExprId>& conditions);
  Value queue_query(const Context& context, const Expr& expr);
  Value queue_length(const Context& context, const Expr& expr, const std::vector<ChannelCase>& cases);
  void for_case(const std::vector<ChannelCase>& cases, const std::function<ir::Block(const ChannelCase&)>& make,
                ir::Block& block);
  ir::ExprId message_part(const Context& context, const ChannelDeclaration& channel, const Stmt& stmt, uint32_t field);
  void lower_send(const Context& context, const Stmt& stmt, ir::Block& block);
  void lower_receive(const Context& context, const Stmt& stmt, ir::Block& block);
  ir::Block receive_from(const Context& context, const ChannelCase& named, const Stmt& stmt);

  // Expressions (lower_expressions.cpp).
  Value lower(const Context& context, ExprId expr);
  Value lower_variable(const Context& context, const Expr& expr);
  Value lower_conditional(const Context& context, const Expr& expr);
  Value lower_unary(const Context& context, const Expr& expr);
  Value lower_binary(const Context& context, const Expr& expr);
  Value lower_arithmetic(const Expr& expr, const Value& a, const Value& b);
  ir::ExprId compare(ir::Op op, Value a, Value b, SourceSpan span);
  Value read_value(ir::PlaceId place, Type type, ValueKinds::Node node, SourceSpan span);
  ir::ExprId number(const Value& value, SourceSpan span = {});
  ir::ExprId number_clone(const Value& value);
  ir::ExprId truth(const Value& value, SourceSpan span = {});
  ir::ExprId number_of(const Context& context, ExprId expr) { return number(lower(context, expr), span(expr)); }
  ir::ExprId truth_of(const Context& context, ExprId expr) { return truth(lower(context, expr), span(expr)); }
  // The value as what a cell of this kind and type stores (reduced to the type).
  ir::ExprId stored(const Value& value, Type type, ValueKinds::Node node, SourceSpan span = {});
  static Value literal(int64_t value) { return {Value::Kind::Literal, {}, value, value, {}}; }
  static Value truth_value(ir::ExprId expr) { return {Value::Kind::Truth, expr, 0, 1, {}}; }
  static Value number_value(ir::ExprId expr, int64_t lo, int64_t hi) { return {Value::Kind::Number, expr, lo, hi, {}}; }
  Value process_value(ir::ExprId element) const;
  SourceSpan span(ExprId expr) const { return model_.exprs[expr].span; }
  Target lower_place(const Context& context, const Place& place, SourceSpan span);
  ir::PlaceId index_place(const Context& context, ir::PlaceId parent, ExprId index, ValueKinds::Node node,
                          int32_t length, SourceSpan span);

  // Statements (lower_statements.cpp).
  ir::ExprId executable(const Context& context, const Stmt& stmt);
  void execute(const Context& context, const Stmt& stmt, ir::Block& block);
  void lower_assignment(const Context& context, const Stmt& stmt, ir::Block& block);
  void lower_print(const Context& context, const Stmt& stmt, ir::Block& block);
  void store_to(const Context& context, const Expr& target, const Value& value, SourceSpan span, ir::Block& block);
  void check_dropped_index(const Context& context, const Expr& target, ir::Block& block);
  bool may_fail(ExprId expr) const;
  void set_priority(const Value& pid, ir::ExprId priority, SourceSpan span, ir::Block& block);

  // Transitions (lower_automata.cpp).
  ControlStates control_states() const;
  ir::LocationId add_location(ProcessFamily& family, ProctypeId proctype, uint32_t state, const std::string& name,
                              const AutomatonState& info);
  std::string line_name(SourceSpan span) const;
  std::string location_name(ProctypeId proctype, uint32_t state) const;
  const Label* label_of(ProctypeId proctype, uint32_t state) const;
  uint32_t state_of_label(LabelId id) const;
  ir::LocationId location(const Context& context, uint32_t state) const;
  const Stmt* first_statement(const Transition& transition) const;
  bool is_else(const Transition& transition) const;
  ir::ExprId can_start(const Context& context, const AutomatonState& state, const Transition& transition,
                       bool with_handshake = true);
  ir::ExprId can_end(const Context& context, const Transition& transition);
  ir::ExprId nothing_else(const Context& context, const AutomatonState& state, const Transition& transition);
  void add_permission(const Context& context, const AutomatonState& state, const Transition& transition,
                      std::vector<ir::ExprId>& conditions);
  void add_escapes_before(const Context& context, const AutomatonState& state, const Transition& transition,
                          std::vector<ir::ExprId>& conditions);
  void add_turn(const Context& context, std::vector<ir::ExprId>& conditions);
  ir::ExprId nobody_more_urgent(const Context& context);
  void make_actions(const ProcessFamily& family, ProctypeId proctype);
  void add_offers(const Context& context, const AutomatonState& state, ir::Location& location) const;
  void make_action(const ProcessFamily& family, ProctypeId proctype, uint32_t number, const AutomatonState& state,
                   const Transition& transition);
  void clear_after(const Context& context, ir::Block& body);
  Context new_context(const ProcessFamily& family, ProctypeId proctype);
  ir::ExprId guard_of(std::vector<ir::ExprId> conditions);
  ir::Action new_action(const Context& context, const Transition& transition);
  ir::Origin origin_of(const Context& context, const Element& element) const;
  static void number_as_d_step(ir::Action& action, const Transition& whole, bool enters);
  static ir::Control control_after(const Transition& transition);
  void run_step(const Context& context, const Step& step, ir::Block& body);
  void reset(const Context& context, const Step& step, ir::Block& body);
  void reset_scratch(ir::Block& body);
  void set_last(const Context& context, ir::Block& body);
  void enter_d_step(const ProcessFamily& family, ProctypeId proctype, uint32_t number, const AutomatonState& state,
                    const Transition& transition);
  bool is_inside(const ProcessFamily& family, ProctypeId proctype, uint32_t state);
  bool leaves_d_step(const Context& context, const Transition& inner, const DStepBody& body) const;
  void add_d_step_action(const Context& context, uint32_t from, const Transition& inner, const DStepBody& body,
                         const Transition& whole, ir::ExprId guard);

  // Claims (lower_claims.cpp, lower_never_claim.cpp).
  struct ClaimWork;
  struct ClaimPath;
  using ClaimValues = std::map<VariableId, std::vector<int32_t>>;  // by cell
  struct LeftOut {
    SourceSpan span;
    std::string why;
  };
  void make_claims();
  void make_claim(ProctypeId claim);
  std::optional<LeftOut> explore_claim(ClaimWork& work);
  std::optional<LeftOut> set_claim_variables(ProctypeId claim);
  std::optional<LeftOut> outside_automata(const Automaton& claim) const;
  std::optional<LeftOut> outside_automata(const Transition& transition) const;
  Value claim_variable(const Context& context, const Expr& expr, const std::vector<int32_t>& values);
  std::optional<int64_t> constant_of(ir::ExprId expr) const;
  uint32_t claim_state(ClaimWork& work, uint32_t number);
  void add_claim_edges(ClaimWork& work, const AutomatonState& state, const Transition& transition);
  void add_claim_edge(ClaimWork& work, uint32_t to, const std::vector<ir::ExprId>& holding, SourceSpan place);
  void run_claim(ClaimWork& work, ClaimPath path);
  void run_d_step_in_claim(ClaimWork& work, const DStepBody& body, uint32_t number, const ClaimPath& path,
                           const std::function<void(const ClaimPath&)>& after);
  void reset_in_claim(const Step& step);
  void for_each_value(const ClaimWork& work, ir::ExprId value, int64_t lo, int64_t hi,
                      const std::vector<ir::ExprId>& holding,
                      const std::function<void(int64_t, std::vector<ir::ExprId>)>& go_on);
  void assign_in_claim(ClaimWork& work, ClaimPath path);
  void make_formula(const Formula& formula);
  bool is_about_state(ExprId expr) const;
  ltl::FormulaId temporal(ExprId expr, ltl::Formulas& formulas, std::vector<ExprId>& propositions);
  ir::ExprId no_progress();

  // Traces (lower_trace.cpp).
  struct TraceEdge {
    uint32_t from = 0;
    uint32_t to = 0;
    bool send = false;
    VariableId channel;
    int32_t cell = 0;  // of an array of channels
    const Stmt* stmt = nullptr;
  };
  void make_trace();

  // Where a run may end, if more is asked than that all processes may stop (lower_ends.cpp).
  void make_end_rule();
  std::vector<ir::ExprId> all_may_stop();
  ir::ExprId all_are_gone();
  void add_empty(ir::PlaceId place, std::vector<ir::ExprId>& conditions);
  std::vector<ir::ExprId> trace_may_stop();
  std::optional<TraceEdge> trace_edge(const Transition& transition) const;
  void add_trace_event(const Context& context, const ChannelCase& named, bool send,
                       const std::function<Value(uint32_t)>& field, ir::Block& block);
  ir::ExprId trace_fits(const TraceEdge& edge, const ChannelDeclaration& channel,
                        const std::function<Value(uint32_t)>& field);
  ir::Block trace_move(const TraceEdge& edge);

  // Rendezvous (lower_rendezvous.cpp). One side of a handshake: a send or a receive and where it stands.
  struct Offer {
    const ProcessFamily* family = nullptr;
    ProctypeId proctype;
    uint32_t number = 0;
    const AutomatonState* state = nullptr;
    const Transition* transition = nullptr;
    const Stmt* stmt = nullptr;
    const DStepBody* d_step = nullptr;  // if the statement is the first of a d_step: that one,
    const Transition* inner = nullptr;  // and the transition inside it

    const std::vector<Step>& steps() const { return (inner != nullptr ? inner : transition)->steps; }
  };
  bool may_be(const Stmt& stmt, bool rendezvous) const;
  bool may_be_rendezvous(const Stmt& stmt) const { return may_be(stmt, true); }
  bool may_be_buffered(const Stmt& stmt) const { return may_be(stmt, false); }
  void for_each_receive(const std::function<void(const Offer&)>& visit);
  ir::Mover mover_of(uint32_t parameter, const Context& context, const Offer& offer) const;
  std::optional<ir::ExprId> same_channel(const Context& sender, const ChannelCase& sent, const Context& receiver,
                                         const ChannelCase& received);
  Value sent_value(const Context& sender, const ChannelDeclaration& channel, const Stmt& stmt, uint32_t field);
  std::optional<ir::ExprId> handshake_condition(const Context& sender, const Stmt& send, const ChannelCase& sent,
                                                const Context& receiver, const Stmt& receive,
                                                const ChannelCase& received);
  ir::Action offered_action(const Context& context, const Offer& offer);
  void make_handshakes(const Offer& sender);
  bool may_meet(const NameablePart& sent, const NameablePart& received) const;
  void make_handshake(const Offer& sender, const NameablePart& sent_part, const Offer& receiver,
                      const NameablePart& received_part);
  void add_receiving_escapes(const Context& from, const Offer& sender, const NameablePart& sent_part, const Context& to,
                             const Offer& receiver, std::vector<ir::ExprId>& conditions);
  ir::Block handshake_body(const Context& from, const Offer& sender, const Context& to, const Offer& receiver,
                           const ChannelCase& sent);
  ir::ExprId has_partner(const Context& context, const Stmt& send);

  const LowerInput& input_;
  const Model& model_;
  Diagnostics& diagnostics_;
  ValueKinds kinds_;
  ir::Builder builder_;
  ProcessNumbers numbers_;
  std::vector<ProctypeId> initial_;                                 // processes of the initial state, by pid
  std::map<std::pair<ProctypeId, uint32_t>, const Label*> labels_;  // the first one before each state that has any
  std::optional<InitialValues> initial_values_;
  ir::SortId process_sort_;
  ir::SortId channel_sort_;
  std::vector<ProcessFamily> families_;
  std::vector<ChannelDeclaration> channels_;
  std::map<VariableId, size_t> channel_of_;  // variables that always name their own channels
  std::map<VariableId, ir::VariableId> globals_;
  std::set<std::pair<size_t, std::string>> local_names_;            // of a family
  std::map<std::pair<size_t, VariableId>, ir::VariableId> locals_;  // by family and local
  std::map<size_t, ir::VariableId> priorities_;                     // by family, where priorities matter
  std::optional<ir::VariableId> last_;
  mutable std::unordered_map<const Element*, std::string> element_texts_;  // as traces show them
  std::set<const Expr*> warned_of_;  // remote references to a process that is of another proctype
  bool sees_ended_ = false;  // whether labels or channels can tell a process that has ended from one that is gone
  std::map<StructureId, ir::TypeId> structures_;
  std::set<ir::LocationId> d_step_states_made_;
  std::optional<ir::VariableId> trace_;  // the state of the trace assertion, if there is one
  std::vector<TraceEdge> trace_edges_;
  std::vector<bool> trace_stops_;  // by its states: whether it may end there
  uint32_t trace_end_ = 0;
  bool trace_negated_ = false;
  SourceSpan trace_span_;
  bool in_claim_ = false;     // while a never claim is lowered,
  ClaimValues claim_values_;  // and what its variables hold at the point looked at
  std::vector<Growth> growth_;
};

}  // namespace px::promela
