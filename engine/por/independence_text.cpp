#include "engine/por/independence_text.h"

#include <algorithm>
#include <set>

namespace px::por {
namespace {

constexpr int kSteps = 300;  // from an initial state to the one displayed

// A state some steps from the first initial one; empty if there is none.
std::vector<uint64_t> state_after_start(const TransitionSystem& system) {
  SuccessorBatch batch(system.words());
  system.initial_states(batch);
  if (batch.count() == 0) return {};
  std::vector<uint64_t> state(batch.state(0), batch.state(0) + system.words());
  const auto generator = system.make_generator();
  for (int step = 0; step < kSteps; ++step) {
    batch.clear();
    generator->expand(state.data(), 1, UINT32_MAX, batch);
    if (batch.count() == 0) break;
    state.assign(batch.state(0), batch.state(0) + system.words());
  }
  return state;
}

class Writer {
 public:
  Writer(const Independence& independence, const ir::Dependencies& dependencies)
      : program_(independence.program()),
        cells_(independence.cells()),
        ground_(independence.ground()),
        dependencies_(dependencies) {}

  std::string run() {
    size_t local = 0;
    size_t all = 0;
    for (uint32_t a = 0; a < ground_.size(); ++a) {
      if (dependencies_[a].never) continue;
      ++all;
      local += write(a);
    }
    return std::to_string(all) + " steps, of which " + std::to_string(local) + " are local\n\n" + text_;
  }

 private:
  std::string who(const ir::GroundAction& ground) const {
    std::string names;
    for (const uint32_t process : ground.processes) {
      const ir::FamilyId family = cells_.family_of(process);
      names += (names.empty() ? "" : ", ") +
               program_.element_name(program_.families[family].sort, cells_.element_of(process));
    }
    return names.empty() ? "the model" : names;
  }

  void list(std::string_view what, const std::set<std::string>& names) {
    if (names.empty()) return;
    text_ += "    ";
    text_ += what;
    for (auto name = names.begin(); name != names.end(); ++name) text_ += (name == names.begin() ? " " : ", ") + *name;
    text_ += '\n';
  }

  // The cells that an action reads and writes, together with the actions that follow while it keeps control. Omits the
  // locations of its own processes.
  struct Cells {
    std::set<uint32_t> waits, reads, writes;
    std::set<uint32_t> all() const {
      std::set<uint32_t> united = waits;
      united.insert(reads.begin(), reads.end());
      united.insert(writes.begin(), writes.end());
      return united;
    }
  };

  Cells cells_of(uint32_t number) const {
    Cells found;
    for (const uint32_t part : dependencies_.sequence(number)) {
      const ir::Footprint& footprint = dependencies_.footprints()[part];
      found.reads.insert(footprint.reads.begin(), footprint.reads.end());
      for (const ir::CellWrite& write : footprint.writes) found.writes.insert(write.cell);
      for (const ir::GuardAtom& atom : footprint.atoms) {
        for (const ir::GuardLeaf& leaf : atom.leaves) {
          (part == number ? found.waits : found.reads).insert(leaf.cells.begin(), leaf.cells.end());
        }
      }
    }
    for (const uint32_t process : ground_[number].processes) found.writes.erase(process);
    return found;
  }

  void list_cells(std::string_view what, const std::set<uint32_t>& cells) {
    std::set<std::string> names;
    for (const uint32_t cell : cells) names.insert(cells_.name(cell));
    list(what, names);
  }

  bool share_a_process(const ir::GroundAction& a, const ir::GroundAction& b) const {
    return std::any_of(b.processes.begin(), b.processes.end(), [&](uint32_t process) {
      return std::find(a.processes.begin(), a.processes.end(), process) != a.processes.end();
    });
  }

  // Writes the text of an action; returns whether no other process may interfere with it.
  bool write(uint32_t number) {
    const ir::GroundAction& ground = ground_[number];
    const ir::Action& action = program_.actions[ground.action];
    text_ += who(ground);
    if (!ground.is_free()) text_ += " at " + program_.locations[action.movers.front().from].shown_name();
    text_ += ": " + (action.label.empty() ? action.name : action.label) + '\n';
    const Cells own = cells_of(number);
    list_cells("waits for", own.waits);
    list_cells("reads", own.reads);
    list_cells("writes", own.writes);
    std::set<std::string> others;
    std::set<uint32_t> by;
    const std::set<uint32_t> touched = own.all();
    for (uint32_t b = 0; b < ground_.size(); ++b) {
      if (!dependencies_.conflict(number, b) || dependencies_[b].never) continue;
      if (b == number || share_a_process(ground, ground_[b])) continue;
      others.insert(who(ground_[b]));
      for (const uint32_t cell : cells_of(b).all()) {
        if (touched.contains(cell)) by.insert(cell);
      }
    }
    list("disturbs, or is disturbed by,", others);
    list_cells("by way of", by);
    if (dependencies_.is_visible(number)) text_ += "    is visible: an invariant reads what it writes\n";
    return others.empty();
  }

  const ir::Program& program_;
  const ir::CellSpace& cells_;
  const ir::GroundActions& ground_;
  const ir::Dependencies& dependencies_;
  std::string text_;
};

}  // namespace

std::string dump_dependencies(const Independence& independence, const TransitionSystem& system) {
  const std::vector<uint64_t> state = state_after_start(system);
  if (state.empty()) return "there is no initial state\n";
  Independence::ContextKey key;
  independence.context_key(state.data(), key);
  return Writer(independence, *independence.dependencies(key)).run();
}

}  // namespace px::por
