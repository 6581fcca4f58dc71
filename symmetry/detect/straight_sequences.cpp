#include "symmetry/detect/straight_sequences.h"

#include <algorithm>
#include <string>
#include <vector>

#include "engine/ir/pass/failure_analysis.h"
#include "symmetry/detect/counting_loop.h"
#include "symmetry/detect/determinism.h"
#include "symmetry/detect/footprint.h"
#include "symmetry/detect/program_pieces.h"
#include "symmetry/detect/text_copy.h"

namespace px::symmetry {
namespace {

using ir::Action;
using ir::ActionId;
using ir::ExprId;
using ir::LocationId;
using ir::Op;
using ir::Statement;

constexpr size_t kMaxPassed = 256;       // locations passed by one action, counting loops once
constexpr size_t kMaxStatements = 4096;  // in the resulting action

class Straightener {
 public:
  explicit Straightener(const ir::Program& program)
      : program_(program),
        failures_(program),
        deterministic_(deterministic_locations(program)),
        exits_(program.locations.size()),
        passed_(program.locations.size(), true) {}

  std::optional<ir::Program> run() {
    find_passed();
    if (std::none_of(passed_.begin(), passed_.end(), [](bool passed) { return passed; })) return {};
    bool changed = false;
    for (uint32_t a = 0; a < program_.actions.size(); ++a) changed |= straighten(ActionId(a));
    if (!changed) return {};
    empty_unreached();
    return std::move(program_);
  }

 private:
  // Where a sequence has arrived, and the control requested by its last step.
  struct End {
    LocationId at;
    ir::Control control = ir::Control::Release;
    bool operator==(const End&) const = default;
  };

  static bool has_one_mover(const Action& action) {
    return action.movers.size() == 1 && action.parameters.size() == 1 && !action.distinct;
  }

  // ---- The locations that are passed

  void find_passed() {
    for (const ir::Family& family : program_.families) {
      for (const LocationId start : family.initial) passed_[start.value] = false;
    }
    for (const ir::Expr& e : program_.exprs) {
      if (e.op == Op::At) passed_[e.location.value] = false;
      if (e.op == Op::LocationIndex || e.op == Op::CanMove) keep_all(e.family);
    }
    for (const Statement& s : program_.statements) {
      if (s.kind == Statement::Kind::Goto) passed_[s.location.value] = false;
    }
    for (uint32_t a = 0; a < program_.actions.size(); ++a) note_moves(ActionId(a));
    for (uint32_t l = 0; l < passed_.size(); ++l) passed_[l] = passed_[l] && goes_on(LocationId(l));
  }

  void keep_all(ir::FamilyId family) {
    for (const LocationId location : program_.families[family].locations) passed_[location.value] = false;
  }

  void note_moves(ActionId id) {
    const Action& action = program_.actions[id];
    for (const ir::Mover& mover : action.movers) {
      const bool kept = has_one_mover(action) && program_.control_after(action) != ir::Control::Release;
      if (!kept) passed_[mover.to.value] = false;
      if (!has_one_mover(action)) passed_[mover.from.value] = false;
      exits_[mover.from.value].push_back(id);
    }
  }

  bool goes_on(LocationId location) const {
    const std::vector<ActionId>& exits = exits_[location.value];
    if (exits.empty() || exits.size() > 2) return false;
    if (std::any_of(exits.begin(), exits.end(), [&](ActionId exit) { return !may_follow(exit, location); }))
      return false;
    const Action& first = program_.actions[exits[0]];
    if (exits.size() == 1) return !first.guard.valid();
    const Action& second = program_.actions[exits[1]];
    if (!first.guard.valid() || failures_.can_fail(first.guard) || looks_around(first.guard)) return false;
    // Without a guard the second is the "else" of a deterministic choice: every process has to arrive here in one.
    if (!second.guard.valid()) return program_.locations[location].deterministic;
    return opposite(first, second);
  }

  bool may_follow(ActionId id, LocationId location) const {
    const Action& action = program_.actions[id];
    const ir::Domain all = ir::Domain::of(program_.locations[location].family);
    if (!has_one_mover(action) || action.parameters[0].domain != all) return false;
    Footprint body(program_, failures_);
    body.add_block(action.body);
    return !body.barrier && !(deterministic_[location.value] && body.splits);
  }

  // Asks what other processes can do, which another position in a step might change.
  bool looks_around(ExprId id) const {
    Footprint guard(program_, failures_);
    guard.add_expr(id);
    return guard.barrier;
  }

  static ir::BindingId mover_of(const Action& action) { return action.parameters[0].binding; }

  bool opposite(const Action& first, const Action& second) const {
    const SameText same(program_, {{mover_of(first), mover_of(second)}});
    const ir::Expr& a = program_.exprs[first.guard];
    const ir::Expr& b = program_.exprs[second.guard];
    return (b.op == Op::Not && same.exprs(first.guard, b.operands[0])) ||
           (a.op == Op::Not && same.exprs(a.operands[0], second.guard));
  }

  // ---- Sequences

  bool straighten(ActionId id) {
    const Action before = program_.actions[id];
    if (!has_one_mover(before) || !passed_[before.movers[0].to.value] || passed_[before.movers[0].from.value])
      return false;
    left_ = kMaxPassed;
    loops_.clear();
    label_.clear();
    origins_.clear();
    process_ = mover_of(before);
    ir::Block body = before.body;
    const std::optional<End> end = follow({before.movers[0].to, before.movers[0].control}, LocationId(), body);
    if (!end || body.size() > kMaxStatements) return false;
    Action& action = program_.actions[id];
    action.body = std::move(body);
    action.movers[0].to = end->at;
    action.movers[0].control = end->control;
    action.label += label_;
    action.origins.insert(action.origins.end(), origins_.begin(), origins_.end());
    return true;
  }

  // Appends what the process does from here to the next location that is not passed, or to `stop`.
  std::optional<End> follow(End here, LocationId stop, ir::Block& body) {
    while (here.at != stop && passed_[here.at.value]) {
      if (left_-- == 0) return {};
      const std::vector<ActionId> exits = exits_[here.at.value];
      std::optional<End> next;
      if (exits.size() == 1) {
        next = take(exits[0], body);
      } else if (leads_back(exits[0], here.at) || leads_back(exits[1], here.at)) {
        next = follow_loop(here.at, exits, body);
      } else {
        next = follow_choice(exits, stop, body);
      }
      if (!next) return {};
      here = *next;
    }
    return here;
  }

  End take(ActionId id, ir::Block& body) {
    TextCopier copier(program_);
    copier.rename(mover_of(program_.actions[id]), process_);
    for (const ir::StatementId s : copier.block(program_.actions[id].body)) body.push_back(s);
    const Action& action = program_.actions[id];
    if (!action.label.empty()) label_ += "; " + action.label;
    origins_.insert(origins_.end(), action.origins.begin(), action.origins.end());
    return {action.movers[0].to, action.movers[0].control};
  }

  ExprId guard_of(ActionId id) {
    TextCopier copier(program_);
    copier.rename(mover_of(program_.actions[id]), process_);
    return copier.expr(program_.actions[id].guard);
  }

  // Whether the action may lead to this location without passing the start of an enclosing loop.
  bool leads_back(ActionId exit, LocationId to) const {
    std::vector<bool> seen(passed_.size(), false);
    std::vector<LocationId> open{program_.actions[exit].movers[0].to};
    while (!open.empty()) {
      const LocationId at = open.back();
      open.pop_back();
      if (at == to) return true;
      const bool around = std::find(loops_.begin(), loops_.end(), at) != loops_.end();
      if (!passed_[at.value] || seen[at.value] || around) continue;
      seen[at.value] = true;
      for (const ActionId next : exits_[at.value]) open.push_back(program_.actions[next].movers[0].to);
    }
    return false;
  }

  // One of the two leads back to here, the other onwards.
  std::optional<End> follow_loop(LocationId here, const std::vector<ActionId>& exits, ir::Block& body) {
    const size_t back = leads_back(exits[0], here) ? 0 : 1;
    if (leads_back(exits[1 - back], here)) return {};
    ir::Block round;
    loops_.push_back(here);
    const std::optional<End> end = follow(take(exits[back], round), here, round);
    loops_.pop_back();
    if (!end || end->at != here) return {};
    if (!append_counting_loop(program_, body, guard_of(exits[0]), back == 1, round)) return {};
    return take(exits[1 - back], body);
  }

  std::optional<End> follow_choice(const std::vector<ActionId>& exits, LocationId stop, ir::Block& body) {
    Statement choice;
    choice.kind = Statement::Kind::If;
    choice.exprs.push_back(guard_of(exits[0]));
    choice.span = program_.actions[exits[0]].span;
    ir::Block yes, no;
    const std::optional<End> after_yes = follow(take(exits[0], yes), stop, yes);
    const std::optional<End> after_no = follow(take(exits[1], no), stop, no);
    if (!after_yes || !after_no || after_yes->at != after_no->at) return {};
    if (*after_yes != *after_no && after_yes->at != stop) return {};
    // What both end with is appended afterwards.
    ir::Block common;
    const SameText same(program_, {});
    while (!yes.empty() && !no.empty() && same.statements(yes.back(), no.back())) {
      common.insert(common.begin(), yes.back());
      yes.pop_back();
      no.pop_back();
    }
    if (!yes.empty() || !no.empty()) {
      choice.blocks = {std::move(yes), std::move(no)};
      body.push_back(program_.statements.add(std::move(choice)));
    }
    body.insert(body.end(), common.begin(), common.end());
    return after_yes;
  }

  // ---- Cleaning up

  void empty_unreached() {
    std::vector<bool> reached(program_.locations.size(), false);
    for (const ir::Family& family : program_.families) {
      for (const LocationId start : family.initial) reached[start.value] = true;
    }
    for (const Statement& s : program_.statements) {
      if (s.kind == Statement::Kind::Goto) reached[s.location.value] = true;
    }
    for (bool more = true; more;) {
      more = false;
      for (const Action& action : program_.actions) {
        const bool possible = std::all_of(action.movers.begin(), action.movers.end(),
                                          [&](const ir::Mover& mover) { return reached[mover.from.value]; });
        for (const ir::Mover& mover : action.movers) {
          if (!possible || reached[mover.to.value]) continue;
          reached[mover.to.value] = true;
          more = true;
        }
      }
    }
    ProgramPieces pieces(program_);
    for (Action& action : program_.actions) {
      const bool possible = std::all_of(action.movers.begin(), action.movers.end(),
                                        [&](const ir::Mover& mover) { return reached[mover.from.value]; });
      if (possible) continue;
      action.guard = pieces.constant(pieces.boolean(), 0, action.span);
      action.body.clear();
    }
  }

  ir::Program program_;
  ir::FailureAnalysis failures_;  // of the given program
  std::vector<bool> deterministic_;
  std::vector<std::vector<ActionId>> exits_;  // per location
  std::vector<bool> passed_;
  ir::BindingId process_;  // of the action being extended
  size_t left_ = 0;
  std::string label_;  // of everything passed, in the order of the text
  std::vector<ir::Origin> origins_;
  std::vector<LocationId> loops_;  // the starts of the loops being followed, outermost first
};

}  // namespace

std::optional<ir::Program> with_straight_sequences(const ir::Program& program) {
  return Straightener(program).run();
}

}  // namespace px::symmetry
