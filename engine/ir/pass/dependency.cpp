#include "engine/ir/pass/dependency.h"

#include <algorithm>

namespace px::ir {
namespace {

bool commute(const CellWrite& a, const CellWrite& b) {
  if (a.kind == CellWrite::Kind::Add && b.kind == CellWrite::Kind::Add) {
    return a.commutes && b.commutes && a.modulus == b.modulus;
  }
  const bool assign = a.kind == CellWrite::Kind::Assign && b.kind == CellWrite::Kind::Assign;
  return assign && a.values.single() && a.values == b.values;
}

}  // namespace

Dependencies::Dependencies(const Program& program, const CellSpace& cells, const GroundActions& ground,
                           const Assumptions& given)
    : program_(program), cells_(cells), ground_(ground), visible_(cells.count()) {
  find_footprints(given);
  find_visible(given);
  find_sequences();
  if (given.watched) find_watched(given);
  find_conflicts();
  find_reach();
  fill_entries();
}

void Dependencies::find_footprints(const Assumptions& given) {
  FootprintFinder finder(program_, cells_);
  entries_.resize(ground_.size());
  for (uint32_t a = 0; a < ground_.size(); ++a) {
    const GroundAction& ground = ground_[a];
    footprints_.push_back(
        finder.find(ground, [&](uint32_t cell, TypeId type) { return given.values(ground, cell, type); }));
    const bool dead = given.dead.word_count() != 0 && given.dead.test(a);
    entries_[a].never = dead || footprints_[a].never;
  }
}

void Dependencies::find_visible(const Assumptions& given) {
  FootprintFinder finder(program_, cells_);
  const GroundAction nobody;
  for (const Invariant& invariant : program_.invariants) {
    const std::vector<uint32_t> looked_at = finder.cells_of(
        invariant.condition, [&](uint32_t cell, TypeId type) { return given.values(nobody, cell, type); },
        everything_visible_);
    for (const uint32_t cell : looked_at) visible_.set(cell);
  }
}

bool Dependencies::is_visible(uint32_t action) const {
  if (everything_visible_) return true;
  for (const uint32_t part : sequences_[action]) {
    if (footprints_[part].everything) return true;
    for (const CellWrite& write : footprints_[part].writes) {
      if (visible_.test(write.cell)) return true;
    }
  }
  return false;
}

std::vector<GuardLeaf> Dependencies::watched_leaves(const Assumptions& given, bool& everything) {
  std::vector<GuardLeaf> watched;
  FootprintFinder finder(program_, cells_);
  const GroundAction nobody;
  for (const Automaton& automaton : program_.automata) {
    for (const Automaton::Edge& edge : automaton.edges) {
      everything = everything || !edge.tests.empty();
      if (!edge.guard.valid()) continue;
      std::vector<GuardLeaf> found = finder.leaves_of(
          edge.guard, [&](uint32_t cell, TypeId type) { return given.values(nobody, cell, type); }, everything);
      watched.insert(watched.end(), found.begin(), found.end());
    }
  }
  for (uint32_t p = 0; p < cells_.processes() && program_.automata.empty(); ++p) {
    const std::vector<LocationId>& locations = program_.families[cells_.family_of(p)].locations;
    for (uint32_t l = 0; l < locations.size(); ++l) {
      if (!program_.locations[locations[l]].accepting) continue;
      GuardLeaf leaf{.kind = GuardLeaf::Kind::Compare, .op = Op::Eq, .constant = l, .range = {}, .cells = {p}};
      leaf.range = {0, static_cast<int64_t>(locations.size()) - 1};
      watched.push_back(std::move(leaf));
    }
  }
  return watched;
}

void Dependencies::find_watched(const Assumptions& given) {
  watched_ = Bits(ground_.size());
  bool everything = false;
  const std::vector<GuardLeaf> leaves = watched_leaves(given, everything);
  const auto changes = [&](const CellWrite& write) {
    return std::any_of(leaves.begin(), leaves.end(), [&](const GuardLeaf& leaf) {
      return may_make_true(write, leaf) || may_make_false(write, leaf);
    });
  };
  for (uint32_t a = 0; a < ground_.size(); ++a) {
    const bool any = std::any_of(sequences_[a].begin(), sequences_[a].end(), [&](uint32_t part) {
      const Footprint& footprint = footprints_[part];
      return footprint.everything || std::any_of(footprint.writes.begin(), footprint.writes.end(), changes);
    });
    if (everything || any) watched_.set(a);
  }
}

void Dependencies::find_sequences() {
  for (uint32_t a = 0; a < ground_.size(); ++a) {
    std::vector<uint32_t> sequence{a};
    if (!entries_[a].never) follow(a, sequence);
    sequences_.push_back(std::move(sequence));
  }
}

// The process that holds control continues until an action releases it.
void Dependencies::follow(uint32_t first, std::vector<uint32_t>& sequence) const {
  std::vector<bool> met(ground_.size(), false);
  met[first] = true;
  for (size_t next = 0; next < sequence.size(); ++next) {
    const GroundAction& ground = ground_[sequence[next]];
    const Action& action = program_.actions[ground.action];
    if (ground.is_free() || program_.control_after(action) == Control::Release) continue;
    for (const uint32_t after : ground_.leaving(ground.processes.back(), action.movers.back().to)) {
      if (met[after] || entries_[after].never) continue;
      met[after] = true;
      sequence.push_back(after);
    }
  }
}

// Cell by cell: the actions that read it, write it, or have a guard that waits for it.
void Dependencies::find_conflicts() {
  struct Uses {
    std::vector<std::pair<uint32_t, const CellWrite*>> writes;
    std::vector<uint32_t> reads;
    std::vector<std::pair<uint32_t, const GuardLeaf*>> leaves;
  };
  std::vector<Uses> uses(cells_.count());
  const size_t actions = ground_.size();
  conflict_.assign(actions, Bits(actions));
  const auto set = [&](uint32_t a, uint32_t b) {
    conflict_[a].set(b);
    conflict_[b].set(a);
  };
  std::vector<uint32_t> visible;
  std::vector<uint32_t> everything;
  for (uint32_t a = 0; a < actions; ++a) {
    if (entries_[a].never) continue;
    if (is_visible(a)) visible.push_back(a);
    bool all = false;
    for (const uint32_t part : sequences_[a]) {
      const Footprint& footprint = footprints_[part];
      all = all || footprint.everything;
      for (const CellWrite& write : footprint.writes) uses[write.cell].writes.emplace_back(a, &write);
      for (const uint32_t cell : footprint.reads) uses[cell].reads.push_back(a);
      for (const GuardAtom& atom : footprint.atoms) {
        for (const GuardLeaf& leaf : atom.leaves) {
          for (const uint32_t cell : leaf.cells) {
            if (part == a) {
              uses[cell].leaves.emplace_back(a, &leaf);
            } else {
              uses[cell].reads.push_back(a);
            }
          }
        }
      }
      // Within a sequence, the locations of other movers are a condition like any other.
      if (part != a) {
        for (const uint32_t process : ground_[part].processes) uses[process].reads.push_back(a);
      }
    }
    if (all) everything.push_back(a);
  }
  // A process that takes part in an action cannot be started right before or after it.
  const auto apart = [&](uint32_t action, const CellWrite& write) {
    const std::vector<uint32_t>& taking_part = ground_[action].processes;
    return write.starts != CellSpace::kNoProcess &&
           std::find(taking_part.begin(), taking_part.end(), write.starts) != taking_part.end();
  };
  for (uint32_t cell = 0; cell < uses.size(); ++cell) {
    const Uses& use = uses[cell];
    for (size_t i = 0; i < use.writes.size(); ++i) {
      const auto& [a, write] = use.writes[i];
      for (const uint32_t reader : use.reads) {
        if (!apart(reader, *write)) set(a, reader);
      }
      for (const auto& [b, leaf] : use.leaves) {
        if (may_make_false(*write, *leaf) && !apart(b, *write)) set(a, b);
      }
      for (size_t j = 0; j < i; ++j) {
        const auto& [b, other] = use.writes[j];
        if (apart(b, *write) || apart(a, *other)) continue;
        if (cell < cells_.processes() || !commute(*write, *other)) set(a, b);
      }
    }
  }
  for (const uint32_t a : visible) {
    for (const uint32_t b : visible) set(a, b);
  }
  for (const uint32_t a : everything) {
    for (uint32_t b = 0; b < actions; ++b) set(a, b);
  }
}

void Dependencies::find_reach() {
  const uint32_t processes = cells_.processes();
  reach_.resize(processes);
  for (uint32_t p = 0; p < processes; ++p) {
    const size_t locations = program_.families[cells_.family_of(p)].locations.size();
    reach_[p].assign(locations, Bits(locations));
    for (size_t l = 0; l < locations; ++l) reach_[p][l].set(l);
  }
  std::vector<std::vector<std::pair<size_t, size_t>>> steps(processes);  // from, to; from anywhere: SIZE_MAX
  for (const GroundEdge& edge : ground_.edges()) {
    if (edge.process == CellSpace::kNoProcess || entries_[edge.action].never) continue;
    const size_t from = edge.from.valid() ? program_.locations[edge.from].index : SIZE_MAX;
    steps[edge.process].emplace_back(from, program_.locations[edge.to].index);
  }
  for (uint32_t p = 0; p < processes; ++p) {
    auto& reach = reach_[p];
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [from, to] : steps[p]) {
        const size_t first = from == SIZE_MAX ? 0 : from;
        const size_t last = from == SIZE_MAX ? reach.size() - 1 : from;
        for (size_t l = first; l <= last; ++l) {
          const Bits before = reach[l];
          reach[l] |= reach[to];
          changed = changed || before != reach[l];
        }
      }
    }
  }
}

// The edges by which a process sets out for one of the actions, or takes it. An action of several processes needs them
// all, so the paths of one of them suffice: one of `preferred`, if it takes part.
Bits Dependencies::edges_to(const Bits& actions, const std::vector<uint32_t>& preferred) const {
  std::vector<Bits> wanted;  // by process: where actions of the set begin
  for (uint32_t p = 0; p < cells_.processes(); ++p) wanted.emplace_back(reach_[p].size());
  std::vector<uint32_t> whose(ground_.size(), CellSpace::kNoProcess);
  actions.for_each([&](size_t number) {
    const auto a = static_cast<uint32_t>(number);
    const GroundAction& ground = ground_[a];
    if (ground.is_free() || entries_[a].never) return;
    const auto m = static_cast<size_t>(
        std::find_first_of(ground.processes.begin(), ground.processes.end(), preferred.begin(), preferred.end()) -
        ground.processes.begin());
    const size_t mover = m == ground.processes.size() ? 0 : m;
    whose[a] = ground.processes[mover];
    wanted[whose[a]].set(program_.locations[program_.actions[ground.action].movers[mover].from].index);
  });
  Bits row(edges());
  for (size_t e = 0; e < edges(); ++e) {
    const GroundEdge& edge = ground_.edges()[e];
    if (entries_[edge.action].never) continue;
    const bool own = ground_[edge.action].is_free() || (!edge.by_goto && edge.process == whose[edge.action]);
    const bool takes = own && actions.test(edge.action);
    const bool sets_out = edge.process != CellSpace::kNoProcess &&
                          reach_[edge.process][program_.locations[edge.to].index].intersects(wanted[edge.process]);
    if (takes || sets_out) row.set(e);
  }
  return row;
}

void Dependencies::fill_entries() {
  // The actions that write a cell by themselves, and how.
  std::vector<std::vector<std::pair<uint32_t, const CellWrite*>>> writers(cells_.count());
  std::vector<uint32_t> everything;
  for (uint32_t a = 0; a < ground_.size(); ++a) {
    if (entries_[a].never) continue;
    if (footprints_[a].everything) everything.push_back(a);
    for (const CellWrite& write : footprints_[a].writes) writers[write.cell].emplace_back(a, &write);
  }
  Bits all(ground_.size());
  all.fill(ground_.size());
  for (uint32_t a = 0; a < ground_.size(); ++a) {
    Entry& entry = entries_[a];
    if (entry.never) continue;
    const Footprint& footprint = footprints_[a];
    entry.conflicts = edges_to(conflict_[a], ground_[a].processes);
    entry.uncertain = footprint.uncertain;
    for (const GuardAtom& atom : footprint.atoms) {
      Bits enabling(ground_.size());
      for (const GuardLeaf& leaf : atom.leaves) {
        for (const uint32_t cell : leaf.cells) {
          for (const auto& [b, write] : writers[cell]) {
            if (may_make_true(*write, leaf)) enabling.set(b);
          }
        }
      }
      for (const uint32_t b : everything) enabling.set(b);
      entry.atoms.push_back({atom, edges_to(footprint.everything ? all : enabling)});
    }
    if (!entry.uncertain) continue;
    Bits changing(ground_.size());
    for (const uint32_t cell : footprint.reads) {
      for (const auto& [b, write] : writers[cell]) changing.set(b);
    }
    for (const uint32_t b : everything) changing.set(b);
    entry.undecided = edges_to(footprint.everything ? all : changing);
  }
  leads_.resize(cells_.processes());
  for (uint32_t p = 0; p < cells_.processes(); ++p) {
    leads_[p].assign(reach_[p].size(), Bits(edges()));
    for (size_t e = 0; e < edges(); ++e) {
      const GroundEdge& edge = ground_.edges()[e];
      if (edge.process != p || entries_[edge.action].never) continue;
      reach_[p][program_.locations[edge.to].index].for_each([&](size_t l) { leads_[p][l].set(e); });
    }
  }
}

const Bits& Dependencies::leads(uint32_t process, LocationId location) const {
  return leads_[process][program_.locations[location].index];
}

}  // namespace px::ir
