// The actions of the Program: one per transition of the automata, d_step and rendezvous.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "frontends/promela/statement_lowering.h"

namespace px::promela {

class TransitionLowering : public StatementLowering {
 protected:
  using StatementLowering::StatementLowering;

  // Transitions (lower_automata.cpp).
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

  // Rendezvous (lower_rendezvous.cpp). One side of a rendezvous: a send or a receive, and its location.
  ir::Mover mover_of(uint32_t parameter, const Context& context, const Offer& offer) const;
  ir::Action offered_action(const Context& context, const Offer& offer);
  void make_handshakes(const Offer& sender);
  void make_handshake(const Offer& sender, const NameablePart& sent_part, const Offer& receiver,
                      const NameablePart& received_part);
  void add_receiving_escapes(const Context& from, const Offer& sender, const NameablePart& sent_part, const Context& to,
                             const Offer& receiver, std::vector<ir::ExprId>& conditions);
  ir::Block handshake_body(const Context& from, const Offer& sender, const Context& to, const Offer& receiver,
                           const ChannelCase& sent);

  mutable std::unordered_map<const Element*, std::string> element_texts_;  // as displayed in traces
  std::set<ir::LocationId> d_step_states_made_;
};

}  // namespace px::promela
