// Expressions and places, and the channels that an expression can name: expressions can read the state of a channel, so
// the two belong together. Reads the declarations and adds nothing to them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "frontends/promela/declaration_lowering.h"

namespace px::promela {

class ExpressionLowering : public DeclarationLowering {
 protected:
  using DeclarationLowering::DeclarationLowering;

  // A place and the kind of value stored there.
  struct Target {
    ir::PlaceId place;
    Type type;
    ValueKinds::Node node = 0;
  };

  // Processes (lower_processes.cpp).
  ir::ExprId is_last_process(const Context& context);
  Value lower_remote(const Context& context, const Expr& expr);
  Value lower_remote_label(const Expr& expr, const Value& pid);
  void warn_of_other_proctype(const Expr& expr, const Value& pid);
  Value lower_process_query(const Context& context, const Expr& expr);
  Value priority_of(const ProcessFamily& family, ir::ExprId element);

  // Channels (lower_channels.cpp, lower_messages.cpp).
  ChannelCase constant_channel(const Context& context, const Expr& expr);
  ir::ExprId channel_element(const Context& context, const ChannelCase& named);
  ir::ExprId owned_channel_element(const Context& context, const ChannelDeclaration& channel, const ChannelPart& part,
                                   ir::ExprId cell);
  ir::ExprId owned_channel_number(const Context& context, const ChannelDeclaration& channel, const ChannelPart& part,
                                  ir::ExprId cell);
  ir::ExprId instance_number(const Context& context);
  Value channel_cell(const Context& context, const ChannelCase& named);
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
  ir::PlaceId queue_place(const Context& context, const ChannelCase& named);
  Value message_field(const Context& context, const ChannelCase& named, ir::ExprId position, uint32_t field);
  ir::ExprId message_matches(const Context& context, const ChannelCase& named, ir::ExprId position,
                             const std::vector<Pattern>& patterns);
  ir::ExprId fits_at(const Context& context, const ChannelCase& named, ir::BindingId position,
                     const std::vector<Pattern>& patterns);
  ir::ExprId receivable(const Context& context, const ChannelCase& named, const std::vector<Pattern>& patterns,
                        bool anywhere);
  ir::ExprId polled(const Context& context, const Expr& poll, const ChannelCase& one);
  ir::ExprId sendable(const Context& context, const ChannelCase& named);
  ir::ExprId can_send(const Context& context, const ChannelCase& named);
  ir::ExprId some_case(const Context& context, ExprId channel, const std::vector<ChannelCase>& cases,
                       const std::vector<ir::ExprId>& conditions);
  Value queue_query(const Context& context, const Expr& expr);
  Value queue_length(const Context& context, const Expr& expr, const std::vector<ChannelCase>& cases);

  // Expressions (lower_expressions.cpp).
  Value lower(const Context& context, ExprId expr);
  Value lower_variable(const Context& context, const Expr& expr);
  Value lower_conditional(const Context& context, const Expr& expr);
  Value lower_unary(const Context& context, const Expr& expr);
  Value lower_binary(const Context& context, const Expr& expr);
  ir::ExprId number_of(const Context& context, ExprId expr) { return number(lower(context, expr), span(expr)); }
  ir::ExprId truth_of(const Context& context, ExprId expr) { return truth(lower(context, expr), span(expr)); }
  Target lower_place(const Context& context, const Place& place, SourceSpan span);
  ir::PlaceId index_place(const Context& context, ir::PlaceId parent, ExprId index, ValueKinds::Node node,
                          int32_t length, SourceSpan span);

  // Statements (lower_statements.cpp).
  bool index_fits(ExprId id, int32_t length) const;
  bool indices_fit(const Place& place) const;
  bool may_fail(ExprId expr) const;
  bool divides_by_zero(const Expr& expr) const;
  using ClaimValues = std::map<VariableId, std::vector<int32_t>>;  // by cell

  // Claims (lower_claims.cpp, lower_never_claim.cpp).
  Value claim_variable(const Context& context, const Expr& expr, const std::vector<int32_t>& values);
  std::optional<int64_t> constant_of(ir::ExprId expr) const;
  ir::ExprId no_progress();

  std::set<const Expr*> warned_of_;  // remote references to a process of a different proctype
  bool in_claim_ = false;            // while a never claim is lowered,
  ClaimValues claim_values_;         // and the values of its variables at the current point
};

}  // namespace px::promela
