#include "engine/ir/pass/ground_action.h"

#include <algorithm>

namespace px::ir {

std::optional<GroundActions> GroundActions::make(const Program& program, const CellSpace& cells) {
  GroundActions ground;
  for (uint32_t a = 0; a < program.actions.size(); ++a) {
    GroundAction partial{ActionId(a), {}};
    ground.add_instances(program, cells, ActionId(a), partial);
    if (ground.actions_.size() > kMaxActions) return {};
  }
  ground.index(program, cells);
  return ground;
}

void GroundActions::add_instances(const Program& program, const CellSpace& cells, ActionId id, GroundAction& partial) {
  if (actions_.size() > kMaxActions) return;
  const Action& action = program.actions[id];
  const size_t next = partial.processes.size();
  if (next == action.movers.size()) return actions_.push_back(partial);
  const Mover& mover = action.movers[next];
  const FamilyId family = program.locations[mover.from].family;
  // The first mover is the process at the location; for the others, try the domains of their parameters.
  const Domain domain = next == 0 ? Domain::of(family) : action.parameters[mover.parameter].domain;
  const int64_t first = program.domain_first(domain);
  for (int64_t element = first; element < first + program.domain_size(domain); ++element) {
    const uint32_t process = cells.process(family, element);
    if (process == CellSpace::kNoProcess) continue;
    if (std::find(partial.processes.begin(), partial.processes.end(), process) != partial.processes.end()) continue;
    partial.processes.push_back(process);
    add_instances(program, cells, id, partial);
    partial.processes.pop_back();
  }
}

// All processes that a Goto may name; imprecision matters little, since Gotos are rare.
void GroundActions::add_gotos(const Program& program, const CellSpace& cells, uint32_t number, const Block& block) {
  for (const StatementId id : block) {
    const Statement& s = program.statements[id];
    for (const Block& inner : s.blocks) add_gotos(program, cells, number, inner);
    if (s.kind != Statement::Kind::Goto) continue;
    const FamilyId family = program.locations[s.location].family;
    const Expr& who = program.exprs[s.exprs[0]];
    for (uint32_t i = 0; i < program.families[family].count; ++i) {
      const int64_t element = static_cast<int64_t>(program.families[family].first) + i;
      if (who.op == Op::Const && who.value != element) continue;
      edges_.push_back({number, cells.process(family, element), s.from, s.location, true});
    }
  }
}

void GroundActions::index(const Program& program, const CellSpace& cells) {
  leaving_.resize(cells.processes());
  for (uint32_t p = 0; p < cells.processes(); ++p) {
    leaving_[p].resize(program.families[cells.family_of(p)].locations.size());
  }
  for (const Location& location : program.locations) location_index_.push_back(location.index);
  for (uint32_t number = 0; number < actions_.size(); ++number) {
    const GroundAction& ground = actions_[number];
    const Action& action = program.actions[ground.action];
    for (size_t m = 0; m < action.movers.size(); ++m) {
      edges_.push_back({number, ground.processes[m], action.movers[m].from, action.movers[m].to});
    }
    add_gotos(program, cells, number, action.body);
    if (ground.is_free()) {
      free_.push_back(number);
      edges_.push_back({number, CellSpace::kNoProcess, {}, {}});
    } else {
      leaving_[ground.processes.front()][program.locations[action.movers.front().from].index].push_back(number);
    }
  }
}

const std::vector<uint32_t>& GroundActions::leaving(uint32_t process, LocationId location) const {
  return leaving_[process][location_index_[location.value]];
}

}  // namespace px::ir
