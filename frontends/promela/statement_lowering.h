// Statements: their executability, and the block that each becomes. Sends and receives, the creation and termination of
// processes, the two sides of a rendezvous as far as one statement determines them, and trace assertions, which observe
// them.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "frontends/promela/expression_lowering.h"

namespace px::promela {

class StatementLowering : public ExpressionLowering {
 protected:
  using ExpressionLowering::ExpressionLowering;

  // Processes (lower_processes.cpp).
  ir::Block initialise_locals(const Context& created, const std::vector<ir::ExprId>& arguments);
  void initialise_local(const Context& created, VariableId id, ir::Block& block);
  void initialise_cell(const Context& created, const Cell& cell, ValueKinds::Node node, ValueKinds::Node index,
                       FieldChannelCursor& fields, ir::PlaceId place, ir::Block& block);
  void initialise_channel(const Context& created, VariableId id, uint32_t first, const Cell& cell, ir::PlaceId place,
                          ir::Block& block);
  ir::Block clear_process(const Context& context);
  ir::StatementId lower_run(const Context& context, const Expr& run, ir::BindingId pid, ir::Block rest);
  ir::Block start_process(const Context& context, const Expr& run, const ProcessFamily& family, ir::BindingId slot);

  // Channels (lower_channels.cpp, lower_messages.cpp).
  void for_case(const std::vector<ChannelCase>& cases, const std::function<ir::Block(const ChannelCase&)>& make,
                ir::Block& block);
  ir::ExprId message_part(const Context& context, const ChannelDeclaration& channel, const Stmt& stmt, uint32_t field);
  void lower_send(const Context& context, const Stmt& stmt, ir::Block& block);
  void lower_receive(const Context& context, const Stmt& stmt, ir::Block& block);
  ir::Block receive_from(const Context& context, const ChannelCase& named, const Stmt& stmt);

  // Statements (lower_statements.cpp).
  ir::ExprId executable(const Context& context, const Stmt& stmt);
  void execute(const Context& context, const Stmt& stmt, ir::Block& block);
  void lower_assignment(const Context& context, const Stmt& stmt, ir::Block& block);
  void lower_print(const Context& context, const Stmt& stmt, ir::Block& block);
  void store_to(const Context& context, const Expr& target, const Value& value, SourceSpan span, ir::Block& block);
  void evaluate(ir::ExprId value, SourceSpan span, ir::Block& block);
  void check_printed(const Context& context, ExprId arg, SourceSpan span, ir::Block& block);
  void check_printed_operation(const Context& context, const Expr& expr, SourceSpan span, ir::Block& block);
  void check_dropped_reads(const Context& context, ExprId id, ir::Block& block);
  struct NamedLength {
    const std::string& name;
    int32_t length;
  };
  void check_index(const Context& context, ExprId index, const NamedLength& array, SourceSpan span, ir::Block& block);
  void check_dropped_index(const Context& context, const Expr& target, ir::Block& block);
  void set_priority(const Value& pid, ir::ExprId priority, SourceSpan span, ir::Block& block);

  // Transitions (lower_automata.cpp).
  ir::LocationId location(const Context& context, uint32_t state) const;
  const Stmt* first_statement(const Transition& transition) const;
  Context new_context(const ProcessFamily& family, ProctypeId proctype);
  struct TraceEdge {
    uint32_t from = 0;
    uint32_t to = 0;
    bool send = false;
    VariableId channel;
    int32_t cell = 0;  // of an array of channels
    const Stmt* stmt = nullptr;
  };

  // Traces (lower_trace.cpp).
  void make_trace();

  // Where a run may end, if a stricter rule applies than that all processes may stop (lower_ends.cpp).
  std::optional<TraceEdge> trace_edge(const Transition& transition) const;
  void add_trace_event(const Context& context, const ChannelCase& named, bool send,
                       const std::function<Value(uint32_t)>& field, ir::Block& block);
  ir::ExprId trace_fits(const TraceEdge& edge, const ChannelDeclaration& channel,
                        const std::function<Value(uint32_t)>& field);
  ir::Block trace_move(const TraceEdge& edge);
  struct Offer {
    const ProcessFamily* family = nullptr;
    ProctypeId proctype;
    uint32_t number = 0;
    const AutomatonState* state = nullptr;
    const Transition* transition = nullptr;
    const Stmt* stmt = nullptr;
    const DStepBody* d_step = nullptr;  // if the statement is the first of a d_step: that d_step,
    const Transition* inner = nullptr;  // and the transition inside it

    const std::vector<Step>& steps() const { return (inner != nullptr ? inner : transition)->steps; }
  };

  // Rendezvous (lower_rendezvous.cpp). One side of a rendezvous: a send or a receive, and its location.
  bool may_be(const Stmt& stmt, bool rendezvous) const;
  bool may_be_rendezvous(const Stmt& stmt) const { return may_be(stmt, true); }
  bool may_be_buffered(const Stmt& stmt) const { return may_be(stmt, false); }
  bool asks_for_channel(const Stmt& stmt) const;
  bool may_fail_alone(const Stmt& stmt) const;
  ir::ExprId tried_alone(const Context& context, const Stmt& stmt, const ChannelCase& named);
  ir::ExprId attempted_in_d_step(const Stmt& stmt);
  void for_each_receive(const std::function<void(const Offer&)>& visit);
  std::optional<ir::ExprId> same_channel(const Context& sender, const ChannelCase& sent, const Context& receiver,
                                         const ChannelCase& received);
  Value sent_value(const Context& sender, const ChannelDeclaration& channel, const Stmt& stmt, uint32_t field);
  std::optional<ir::ExprId> handshake_condition(const Context& sender, const Stmt& send, const ChannelCase& sent,
                                                const Context& receiver, const Stmt& receive,
                                                const ChannelCase& received);
  bool may_meet(const NameablePart& sent, const NameablePart& received) const;
  ir::ExprId has_partner(const Context& context, const Stmt& send);

  std::optional<ir::VariableId> trace_;  // the state of the trace assertion, if there is one
  std::vector<TraceEdge> trace_edges_;
  std::vector<bool> trace_stops_;  // by state: whether the trace may end there
  uint32_t trace_end_ = 0;
  bool trace_negated_ = false;
  SourceSpan trace_span_;
};

}  // namespace px::promela
