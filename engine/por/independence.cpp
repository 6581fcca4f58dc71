#include "engine/por/independence.h"

#include <algorithm>
#include <functional>

#include "engine/ir/fold.h"
#include "engine/ir/state_cursor.h"

namespace px::por {

using ir::CellSpace;
using ir::GroundEdge;

std::unique_ptr<Independence> Independence::make(const ir::Program& program, const ir::Layout& layout,
                                                 Purpose purpose) {
  std::unique_ptr<Independence> independence(new Independence(program, layout, purpose));
  if (!independence->ground_) return nullptr;
  independence->find_control();
  independence->find_cells();
  independence->find_edges();
  independence->find_reach();
  independence->find_starters();
  independence->find_addresses();
  independence->find_writers();
  independence->close_over_starts();
  independence->find_ranks();
  return independence;
}

Independence::Independence(const ir::Program& program, const ir::Layout& layout, Purpose purpose)
    : program_(program),
      layout_(layout),
      purpose_(purpose),
      cells_(program),
      ground_(ir::GroundActions::make(program, cells_)) {}

void Independence::find_control() {
  for (uint32_t p = 0; p < cells_.processes(); ++p) {
    const ir::FamilyId family = cells_.family_of(p);
    const ir::LaneLayout& lane = layout_.lane(family);
    const auto index = static_cast<uint64_t>(cells_.element_of(p) - program_.families[family].first);
    control_.push_back({lane.control_bit(index), lane.control.width});
  }
}

void Independence::find_edges() {
  const size_t edges = ground_->edges().size();
  always_current_ = Bits(edges);
  for (uint32_t p = 0; p < cells_.processes(); ++p) {
    edges_at_.emplace_back(program_.families[cells_.family_of(p)].locations.size(), Bits(edges));
  }
  for (size_t e = 0; e < edges; ++e) {
    const GroundEdge& edge = ground_->edges()[e];
    if (edge.from.valid()) {
      edges_at_[edge.process][program_.locations[edge.from].index].set(e);
    } else {
      always_current_.set(e);
    }
  }
}

// The locations that a process can reach without being started again.
void Independence::find_reach() {
  for (uint32_t p = 0; p < cells_.processes(); ++p) {
    const size_t locations = program_.families[cells_.family_of(p)].locations.size();
    reach_.emplace_back(locations, Bits(locations));
    for (size_t l = 0; l < locations; ++l) reach_[p][l].set(l);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const GroundEdge& edge : ground_->edges()) {
      if (!edge.from.valid() || edge.by_goto) continue;
      Bits& from = reach_[edge.process][program_.locations[edge.from].index];
      const Bits before = from;
      from |= reach_[edge.process][program_.locations[edge.to].index];
      changed = changed || before != from;
    }
  }
}

void Independence::find_starters() {
  for (const GroundEdge& edge : ground_->edges()) {
    if (edge.by_goto && (starters_.empty() || starters_.back() != edge.action)) starters_.push_back(edge.action);
  }
  too_many_starters_ = starters_.size() > kMaxStarters;
  for (uint32_t p = 0; p < cells_.processes(); ++p) {
    starters_ahead_.emplace_back(reach_[p].size(), 0);
    for (size_t s = 0; s < std::min(starters_.size(), kMaxStarters); ++s) {
      const ir::GroundAction& starter = (*ground_)[starters_[s]];
      if (starter.is_free() || starter.processes.front() != p) continue;
      const uint32_t from = program_.locations[program_.actions[starter.action].movers.front().from].index;
      for (size_t l = 0; l < reach_[p].size(); ++l) {
        if (reach_[p][l].test(from)) starters_ahead_[p][l] |= uint64_t{1} << s;
      }
    }
  }
}

// The future actions of a process started later count for the processes that may start it.
void Independence::close_over_starts() {
  std::vector<std::pair<size_t, const GroundEdge*>> starts;
  for (const GroundEdge& edge : ground_->edges()) {
    if (!edge.by_goto) continue;
    const auto s = std::find(starters_.begin(), starters_.end(), edge.action) - starters_.begin();
    starts.emplace_back(static_cast<size_t>(s), &edge);
  }
  for (size_t s = 0; s < starters_.size() && !too_many_starters_; ++s) {
    if ((*ground_)[starters_[s]].is_free()) free_starters_ |= uint64_t{1} << s;
  }
  const auto started = [&](uint64_t live, size_t s) { return too_many_starters_ || (live >> s & 1) != 0; };
  const auto target = [&](const GroundEdge& edge) { return program_.locations[edge.to].index; };
  for (bool changed = true; changed;) {
    changed = false;
    const auto close = [&](uint64_t& live, Bits& written) {
      const uint64_t live_before = live;
      const Bits written_before = written;
      for (const auto& [s, edge] : starts) {
        if (!started(live, s)) continue;
        live |= starters_ahead_[edge->process][target(*edge)];
        written |= writes_ahead_[edge->process][target(*edge)];
      }
      changed = changed || live != live_before || written != written_before;
    };
    for (uint32_t p = 0; p < cells_.processes(); ++p) {
      for (size_t l = 0; l < reach_[p].size(); ++l) close(starters_ahead_[p][l], writes_ahead_[p][l]);
    }
    close(free_starters_, always_written_);
  }
}

// ---- Addresses

void Independence::find_addresses() {
  const std::vector<bool> wanted = ir::FootprintFinder::variables_that_choose(program_);
  for (uint32_t v = 0; v < program_.variables.size(); ++v) {
    if (!wanted[v] || cells_.is_one_cell(ir::VariableId(v))) continue;
    for_each_scalar(ir::VariableId(v), [&](uint32_t cell, uint64_t bit, const ir::ScalarCode& code, bool is_length) {
      if (is_length) return;
      address_of_cell_[cell] = static_cast<uint32_t>(addresses_.size());
      addresses_.push_back({cell, bit, code, code.decode(0), {}});
    });
  }
}

void Independence::find_cells() {
  cell_bits_.resize(cells_.count());
  for (uint32_t v = 0; v < program_.variables.size(); ++v) {
    if (cells_.is_one_cell(ir::VariableId(v))) continue;
    for_each_scalar(ir::VariableId(v), [&](uint32_t cell, uint64_t bit, const ir::ScalarCode& code, bool) {
      cell_bits_[cell] = {bit, code};
    });
  }
}

bool Independence::holds(const uint64_t* state, const ir::GuardLeaf& leaf) const {
  const uint32_t cell = leaf.cells.front();
  int64_t value = 0;
  if (cell < control_.size()) {
    value = location(state, cell);
  } else {
    const CellBits& at = cell_bits_[cell];
    value = at.code.decode(ir::read_bits(state, at.bit, at.code.width));
  }
  return ir::compares(leaf.op, value, leaf.constant);
}

// In the order of the cells.
void Independence::for_each_scalar(ir::VariableId variable, const VisitScalar& visit) const {
  uint32_t cell = cells_.first(variable);
  const std::function<void(const ir::StateCursor&)> walk = [&](const ir::StateCursor& at) {
    const ir::Type& type = at.type();
    if (type.kind == ir::TypeKind::Array) {
      for (uint32_t i = 0; i < at.cells(); ++i) walk(at.cell(i));
    } else if (type.kind == ir::TypeKind::Record) {
      for (size_t f = 0; f < type.fields.size(); ++f) walk(at.field(f));
    } else if (type.kind == ir::TypeKind::Queue) {
      visit(cell + CellSpace::kLength, at.bit(), at.shape().code, true);
      cell += CellSpace::kQueueCells;
    } else {
      visit(cell++, at.bit(), at.shape().code, false);
    }
  };
  walk({program_, layout_, variable});
}

// The process has no further actions: it will not read what it resets.
bool Independence::ends_its_process(uint32_t action) const {
  const ir::GroundAction& ground = (*ground_)[action];
  if (ground.processes.size() != 1) return false;
  const ir::LocationId to = program_.actions[ground.action].movers.front().to;
  const Bits& after = reach_[ground.processes.front()][program_.locations[to].index];
  return after.count() == 1 && ground_->leaving(ground.processes.front(), to).empty();
}

void Independence::find_writers() {
  for (uint32_t p = 0; p < cells_.processes(); ++p) {
    writes_ahead_.emplace_back(reach_[p].size(), Bits(addresses_.size()));
  }
  always_written_ = Bits(addresses_.size());
  if (addresses_.empty()) return;
  ir::FootprintFinder finder(program_, cells_);
  const ir::FootprintFinder::ValuesOf any = [&](uint32_t, ir::TypeId type) {
    return ir::ValueSet::between(program_.scalar_lo(type), program_.scalar_hi(type));
  };
  for (uint32_t a = 0; a < ground_->size(); ++a) {
    const ir::Footprint footprint = finder.find((*ground_)[a], any);
    for (const ir::CellWrite& write : footprint.writes) note_write(a, write);
  }
}

void Independence::note_write(uint32_t action, const ir::CellWrite& write) {
  const auto found = address_of_cell_.find(write.cell);
  if (found == address_of_cell_.end()) return;
  Address& address = addresses_[found->second];
  const ir::GroundAction& ground = (*ground_)[action];
  const bool resets = write.kind == ir::CellWrite::Kind::Assign && write.values.must_be(address.zero);
  if (resets && ends_its_process(action)) {
    address.resetters.push_back(ground.processes.front());
    return;
  }
  if (ground.is_free()) return always_written_.set(found->second);
  const uint32_t p = ground.processes.front();
  const uint32_t from = program_.locations[program_.actions[ground.action].movers.front().from].index;
  for (size_t l = 0; l < reach_[p].size(); ++l) {
    if (reach_[p][l].test(from)) writes_ahead_[p][l].set(found->second);
  }
}

// ---- Progress

// Locations in reverse postorder: the number grows along every edge that does not lead back.
void Independence::find_ranks() {
  std::vector<std::vector<uint64_t>> by_family(program_.families.size());
  for (uint32_t f = 0; f < program_.families.size(); ++f) {
    const ir::Family& family = program_.families[ir::FamilyId(f)];
    if (!family.is_process()) continue;
    const size_t count = family.locations.size();
    std::vector<std::vector<uint32_t>> after(count);
    for (const ir::Action& action : program_.actions) {
      for (const ir::Mover& mover : action.movers) {
        if (program_.locations[mover.from].family != ir::FamilyId(f)) continue;
        after[program_.locations[mover.from].index].push_back(program_.locations[mover.to].index);
      }
    }
    std::vector<uint64_t>& rank = by_family[f];
    rank.assign(count, 0);
    std::vector<uint8_t> seen(count, 0);
    uint64_t next = count;
    // With an explicit stack, since processes may have many locations: pairs of a location and how many of its edges
    // are done.
    const auto visit = [&](uint32_t root) {
      if (seen[root] != 0) return;
      std::vector<std::pair<uint32_t, size_t>> path{{root, 0}};
      seen[root] = 1;
      while (!path.empty()) {
        auto& [location, done] = path.back();
        if (done == after[location].size()) {
          rank[location] = next--;
          path.pop_back();
          continue;
        }
        const uint32_t to = after[location][done++];
        if (seen[to] != 0) continue;
        seen[to] = 1;
        path.emplace_back(to, 0);
      }
    };
    for (const ir::LocationId start : family.initial) visit(program_.locations[start].index);
    for (uint32_t l = 0; l < count; ++l) visit(l);
  }
  for (uint32_t p = 0; p < cells_.processes(); ++p) rank_.push_back(by_family[cells_.family_of(p).value]);
  find_steps_back();
}

void Independence::find_steps_back() {
  leads_back_ = Bits(ground_->size());
  for (uint32_t a = 0; a < ground_->size(); ++a) {
    const ir::GroundAction& ground = (*ground_)[a];
    const ir::Action& action = program_.actions[ground.action];
    if (!ground.is_free() && program_.control_after(action) != ir::Control::Release) continue;
    uint64_t before = 0;
    uint64_t after = 0;
    for (size_t m = 0; m < ground.processes.size(); ++m) {
      const std::vector<uint64_t>& rank = rank_[ground.processes[m]];
      before += rank[program_.locations[action.movers[m].from].index];
      after += rank[program_.locations[action.movers[m].to].index];
    }
    if (after <= before) leads_back_.set(a);
  }
}

uint64_t Independence::progress(const uint64_t* state) const {
  uint64_t sum = 0;
  for (uint32_t p = 0; p < control_.size(); ++p) sum += rank_[p][location(state, p)];
  return sum;
}

// ---- Contexts

uint64_t Independence::live_starters(const uint64_t* state) const {
  if (starters_.empty()) return 0;
  if (too_many_starters_) return UINT64_MAX;
  uint64_t live = free_starters_;
  for (uint32_t p = 0; p < control_.size(); ++p) live |= starters_ahead_[p][location(state, p)];
  return live;
}

void Independence::context_key(const uint64_t* state, ContextKey& key) const {
  key.clear();
  key.push_back(static_cast<int64_t>(live_starters(state)));
  if (addresses_.empty()) return;
  Bits written = always_written_;
  for (uint32_t p = 0; p < control_.size(); ++p) written |= writes_ahead_[p][location(state, p)];
  for (size_t a = 0; a < addresses_.size(); ++a) {
    const Address& address = addresses_[a];
    key.push_back(written.test(a) ? 0 : 1);
    key.push_back(written.test(a) ? 0 : address.code.decode(ir::read_bits(state, address.bit, address.code.width)));
  }
}

size_t Independence::KeyHash::operator()(const ContextKey& key) const {
  uint64_t hash = key.size();
  for (const int64_t part : key) hash = (hash ^ static_cast<uint64_t>(part)) * 0x9E3779B97F4A7C15 + (hash >> 29);
  return hash;
}

std::shared_ptr<const ir::Dependencies> Independence::dependencies(const ContextKey& key) const {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<const ir::Dependencies>& context = contexts_[key];
  if (context) return context;
  if (contexts_.size() > kMaxContexts) {
    contexts_.clear();
    return dependencies_of(key);
  }
  context = dependencies_of(key);
  return context;
}

std::shared_ptr<const ir::Dependencies> Independence::dependencies_of(const ContextKey& key) const {
  const auto live = static_cast<uint64_t>(key[0]);
  ir::Dependencies::Assumptions given;
  given.dead = Bits(ground_->size());
  given.watched = purpose_ == Purpose::Cycles;
  if (!too_many_starters_) {
    for (size_t s = 0; s < starters_.size(); ++s) {
      if ((live >> s & 1) == 0) given.dead.set(starters_[s]);
    }
  }
  given.values = [&](const ir::GroundAction& reader, uint32_t cell, ir::TypeId type) {
    const auto found = address_of_cell_.find(cell);
    if (found == address_of_cell_.end() || key[1 + 2 * size_t{found->second}] == 0) {
      return ir::ValueSet::between(program_.scalar_lo(type), program_.scalar_hi(type));
    }
    const Address& address = addresses_[found->second];
    ir::ValueSet values = ir::ValueSet::of(key[2 + 2 * size_t{found->second}]);
    // The process that resets the address reads it before the reset, or never again. But a process that is started
    // again may read the reset value.
    const bool before_reset =
        live == 0 && std::all_of(address.resetters.begin(), address.resetters.end(), [&](uint32_t p) {
          return std::find(reader.processes.begin(), reader.processes.end(), p) != reader.processes.end();
        });
    if (!before_reset) values.add(address.zero);
    return values;
  };
  return std::make_shared<const ir::Dependencies>(program_, cells_, *ground_, given);
}

}  // namespace px::por
