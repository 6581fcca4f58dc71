#include "engine/ir/pass/drop_unreachable.h"

#include <algorithm>
#include <vector>

#include "engine/ir/pass/compact.h"

namespace px::ir {
namespace {

class Dropper {
 public:
  explicit Dropper(Program& program) : p_(program), reachable_(program.locations.size(), false) {}

  void run() {
    for (const Family& f : p_.families) {
      for (LocationId l : f.initial) reachable_[l.value] = true;
    }
    reach_gotos(p_.init);
    for (bool again = true; again;) {
      again = false;
      for (const Action& a : p_.actions) again = (possible(a) && reach(a)) || again;
    }
    Store<ActionId, Action> actions;
    for (Action& a : p_.actions) {
      if (possible(a)) actions.add(std::move(a));
    }
    p_.actions = std::move(actions);
    // A location stays only if something still refers to it.
    p_ = compact(p_);
    decide_at();
    p_ = compact(p_);
    drop_locations();
  }

 private:
  bool possible(const Action& a) const {
    if (a.guard.valid() && p_.exprs[a.guard].op == Op::Const && p_.exprs[a.guard].value == 0) return false;
    const bool arguments = std::all_of(a.parameters.begin(), a.parameters.end(),
                                       [&](const Parameter& p) { return p_.domain_size(p.domain) != 0; });
    return arguments &&
           std::all_of(a.movers.begin(), a.movers.end(), [&](const Mover& m) { return reachable_[m.from.value]; });
  }

  bool mark(LocationId l) {
    if (reachable_[l.value]) return false;
    reachable_[l.value] = true;
    return true;
  }

  // Returns true if something new was reached.
  bool reach(const Action& a) {
    bool found = reach_gotos(a.body);
    for (const Mover& m : a.movers) found = mark(m.to) || found;
    return found;
  }

  bool reach_gotos(const Block& block) {
    bool found = false;
    for (StatementId id : block) {
      const Statement& s = p_.statements[id];
      if (s.kind == Statement::Kind::Goto) found = mark(s.location) || found;
      for (const Block& inner : s.blocks) found = reach_gotos(inner) || found;
    }
    return found;
  }

  // `p at L` for an unreachable L is false, if evaluating p cannot fail.
  void decide_at() {
    for (Expr& e : p_.exprs) {
      if (e.op != Op::At || reachable_[e.location.value]) continue;
      const Op operand = p_.exprs[e.operands[0]].op;
      if (operand != Op::Binding && operand != Op::Const) continue;
      Expr constant;
      constant.type = e.type;
      constant.span = e.span;
      e = constant;
    }
  }

  void drop_locations() {
    for (const Expr& e : p_.exprs) {
      if (e.op == Op::At) reachable_[e.location.value] = true;
      if (e.op != Op::LocationIndex) continue;
      for (LocationId l : p_.families[e.family].locations) reachable_[l.value] = true;
    }
    // A family without elements would otherwise lose all its locations and no longer be a family of processes.
    for (const Family& f : p_.families) {
      if (f.is_process() && f.count == 0) reachable_[f.locations.front().value] = true;
    }
    std::vector<LocationId> renamed(p_.locations.size());
    Store<LocationId, Location> kept;
    for (uint32_t l = 0; l < p_.locations.size(); ++l) {
      if (reachable_[l]) renamed[l] = kept.add(std::move(p_.locations[LocationId(l)]));
    }
    p_.locations = std::move(kept);
    rename(renamed);
  }

  void rename(const std::vector<LocationId>& renamed) {
    const auto to_new = [&](LocationId& l) {
      if (l.valid()) l = renamed[l.value];
    };
    for (Family& f : p_.families) {
      for (LocationId& l : f.locations) to_new(l);
      std::erase_if(f.locations, [](LocationId l) { return !l.valid(); });
      for (uint32_t i = 0; i < f.locations.size(); ++i) p_.locations[f.locations[i]].index = i;
      for (LocationId& l : f.initial) to_new(l);
    }
    for (Action& a : p_.actions) {
      for (Mover& m : a.movers) {
        to_new(m.from);
        to_new(m.to);
      }
    }
    for (Expr& e : p_.exprs) to_new(e.location);
    for (Statement& s : p_.statements) {
      to_new(s.location);
      to_new(s.from);
    }
  }

  Program& p_;
  std::vector<bool> reachable_;
};

}  // namespace

Program drop_unreachable(Program program) {
  Dropper(program).run();
  return program;
}

}  // namespace px::ir
