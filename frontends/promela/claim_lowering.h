// Never claims and formulas: automata of the Program. Lowering a claim enumerates the values of its own variables
// (lower_never_claim.cpp).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/ir/formula_reading.h"
#include "frontends/promela/transition_lowering.h"

namespace px::promela {

class ClaimLowering : public TransitionLowering {
 protected:
  using TransitionLowering::TransitionLowering;

  struct ClaimWork;
  struct ClaimPath;
  struct LeftOut {
    SourceSpan span;
    std::string why;
  };

  // Claims (lower_claims.cpp, lower_never_claim.cpp).
  void make_claims();
  void make_claim(ProctypeId claim);
  std::optional<LeftOut> explore_claim(ClaimWork& work);
  std::optional<LeftOut> set_claim_variables(ProctypeId claim);
  std::optional<LeftOut> outside_automata(const Automaton& claim) const;
  std::optional<LeftOut> outside_automata(const Transition& transition) const;
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
  struct FormulaWork;
  ir::ReadFormula temporal(ExprId expr, FormulaWork& work) const;
};

}  // namespace px::promela
