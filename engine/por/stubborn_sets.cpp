#include "engine/por/stubborn_sets.h"

#include <algorithm>

namespace px::por {

StubbornSets::StubbornSets(const Independence& independence, const ir::Layout& layout, SequenceTable& sequences)
    : independence_(independence),
      program_(independence.program()),
      evaluator_(program_, layout, sequences),
      state_(layout.words()),
      locations_(independence.cells().processes()),
      current_(independence.ground().edges().size()),
      status_(independence.ground().size()),
      necessary_(independence.ground().size()),
      members_(independence.ground().size()),
      best_(independence.ground().size()),
      processes_(independence.cells().processes()),
      free_actions_(program_.actions.size()) {
  evaluator_.state = &state_;
  evaluator_.events = &ignored_;
}

bool StubbornSets::choose(const uint64_t* state) {
  look_at(state);
  uint32_t least = UINT32_MAX;
  const auto try_seed = [&](uint32_t seed) {
    const uint32_t size = close(seed, least);
    if (size >= least) return;
    least = size;
    best_ = members_;
  };
  for (uint32_t p = 0; p < locations_.size() && least > 1; ++p) {
    for (const uint32_t action : independence_.leaving(p, locations_[p])) {
      if (status(action) != Status::Enabled) continue;
      try_seed(action);
      break;  // a set with one action of a process contains them all
    }
  }
  for (const uint32_t action : independence_.ground().free()) {
    if (least > 1 && status(action) == Status::Enabled) try_seed(action);
  }
  if (least == UINT32_MAX) return false;
  take_members();
  return true;
}

void StubbornSets::look_at(const uint64_t* state) {
  std::copy_n(state, state_.size(), state_.begin());
  find_context(state);
  current_ = independence_.always_current();
  for (uint32_t p = 0; p < locations_.size(); ++p) {
    locations_[p] = independence_.location(state, p);
    current_ |= independence_.current_edges(p, locations_[p]);
  }
  std::fill(status_.begin(), status_.end(), Status::Unknown);
  ignored_.clear();
}

void StubbornSets::find_context(const uint64_t* state) {
  independence_.context_key(state, next_key_);
  if (dependencies_ && next_key_ == key_) return;
  dependencies_ = independence_.dependencies(next_key_);
  std::swap(key_, next_key_);
}

// ---- Status of actions, and what disabled ones wait for

StubbornSets::Status StubbornSets::status(uint32_t action) {
  if (status_[action] == Status::Unknown) status_[action] = find_status(action);
  return status_[action];
}

StubbornSets::Status StubbornSets::find_status(uint32_t number) {
  const ir::Dependencies::Entry& entry = (*dependencies_)[number];
  std::vector<const Bits*>& necessary = necessary_[number];
  necessary.clear();
  if (entry.never) return Status::Disabled;
  const ir::GroundAction& ground = independence_.ground()[number];
  const ir::Action& action = program_.actions[ground.action];
  for (size_t m = 0; m < ground.processes.size(); ++m) {
    const uint32_t process = ground.processes[m];
    const ir::LocationId from = action.movers[m].from;
    if (locations_[process] != program_.locations[from].index)
      necessary.push_back(&dependencies_->leads(process, from));
  }
  const bool all_stand_there = necessary.empty();
  bool bound = false;
  for (const ir::Dependencies::Row& row : entry.atoms) {
    if (row.atom.exact) {
      if (!independence_.holds(state_.data(), row.atom.leaves.front())) necessary.push_back(&row.enablers);
      continue;
    }
    bool failed = false;
    if (!bound) bind(ground);
    bound = true;
    if (holds(ground, row.atom, failed)) continue;
    // An error in a guard is an event; after a false part it cannot occur. (An open atom is the whole guard.)
    if (failed && (row.atom.open ? all_stand_there : necessary.empty())) return Status::Enabled;
    if (!failed) necessary.push_back(&row.enablers);
  }
  return necessary.empty() ? Status::Enabled : Status::Disabled;
}

void StubbornSets::bind(const ir::GroundAction& ground) {
  const ir::Action& action = program_.actions[ground.action];
  for (size_t m = 0; m < ground.processes.size(); ++m) {
    const ir::BindingId binding = action.parameters[action.movers[m].parameter].binding;
    evaluator_.bindings[binding.value] = independence_.cells().element_of(ground.processes[m]);
  }
}

bool StubbornSets::holds(const ir::GroundAction& ground, const ir::GuardAtom& atom, bool& failed) {
  if (atom.open) return holds_for_some(program_.actions[ground.action], 0, ground, failed);
  for (const auto& [binding, value] : atom.names) evaluator_.bindings[binding.value] = value;
  const std::optional<int64_t> value = evaluator_.value(atom.expr);
  failed = !value.has_value();
  return value.value_or(0) != 0;
}

// Whether the guard holds for some values of the parameters that the ground action leaves open.
bool StubbornSets::holds_for_some(const ir::Action& action, size_t parameter, const ir::GroundAction& ground,
                                  bool& failed) {
  if (parameter == action.parameters.size()) {
    const std::optional<int64_t> value = evaluator_.value(action.guard);
    failed = failed || !value.has_value();
    return value.value_or(0) != 0;
  }
  const ir::Parameter& p = action.parameters[parameter];
  const bool given = std::any_of(action.movers.begin(), action.movers.end(),
                                 [&](const ir::Mover& mover) { return mover.parameter == parameter; });
  if (given) return holds_for_some(action, parameter + 1, ground, failed);
  const int64_t first = program_.domain_first(p.domain);
  const int64_t size = program_.domain_size(p.domain);
  for (int64_t value = first; value < first + size; ++value) {
    evaluator_.bindings[p.binding.value] = value;
    if (holds_for_some(action, parameter + 1, ground, failed)) return true;
  }
  return false;
}

// ---- Closures

// Builds a stubborn set that contains the enabled action `seed`, and returns its number of enabled actions; the members
// are then in members_. The set is small, but not always the smallest. Gives up and returns `most` once the set has
// that many enabled actions, or an unfit one.
uint32_t StubbornSets::close(uint32_t seed, uint32_t most) {
  members_.clear();
  open_.clear();
  members_.set(seed);
  open_.push_back(seed);
  uint32_t enabled = 0;
  while (!open_.empty()) {
    const uint32_t action = open_.back();
    open_.pop_back();
    const ir::Dependencies::Entry& entry = (*dependencies_)[action];
    if (entry.never) continue;
    if (status(action) == Status::Enabled) {
      if (++enabled >= most || unfit(action)) return most;
      add(entry.conflicts);
      if (entry.uncertain) add(entry.undecided);
    } else {
      add(smallest_necessary(action));
    }
  }
  return enabled;
}

bool StubbornSets::unfit(uint32_t action) const {
  return independence_.purpose() == Purpose::Cycles &&
         (dependencies_->is_watched(action) || independence_.leads_back(action));
}

void StubbornSets::add(const Bits& row) {
  const std::vector<ir::GroundEdge>& edges = independence_.ground().edges();
  for (size_t w = 0; w < row.word_count(); ++w) {
    for (uint64_t word = row.words()[w] & current_.words()[w]; word != 0; word &= word - 1) {
      const uint32_t action = edges[w * 64 + static_cast<size_t>(std::countr_zero(word))].action;
      if (members_.test(action)) continue;
      members_.set(action);
      open_.push_back(action);
    }
  }
}

// Of the conditions that a disabled action waits for, the one that adds the fewest actions; the first of equals.
const Bits& StubbornSets::smallest_necessary(uint32_t action) {
  const std::vector<ir::GroundEdge>& edges = independence_.ground().edges();
  const std::vector<const Bits*>& rows = necessary_[action];
  const Bits* smallest = rows.front();
  size_t least = SIZE_MAX;
  for (const Bits* row : rows) {
    if (least == 0) break;
    size_t added = 0;
    for (size_t w = 0; w < row->word_count(); ++w) {
      for (uint64_t word = row->words()[w] & current_.words()[w]; word != 0; word &= word - 1) {
        const uint32_t other = edges[w * 64 + static_cast<size_t>(std::countr_zero(word))].action;
        if (!members_.test(other))
          added += (*dependencies_)[other].never ? 0 : status(other) == Status::Enabled ? 16 : 1;
      }
    }
    if (added >= least) continue;
    least = added;
    smallest = row;
  }
  return *smallest;
}

void StubbornSets::take_members() {
  processes_.clear();
  free_actions_.clear();
  best_.for_each([&](size_t number) {
    const auto action = static_cast<uint32_t>(number);
    if (status(action) != Status::Enabled) return;
    const ir::GroundAction& ground = independence_.ground()[action];
    if (ground.is_free()) {
      free_actions_.set(ground.action.value);
    } else {
      processes_.set(ground.processes.front());
    }
  });
}

bool StubbornSets::leaves_something_out() {
  for (uint32_t p = 0; p < locations_.size(); ++p) {
    if (processes_.test(p)) continue;
    for (const uint32_t action : independence_.leaving(p, locations_[p])) {
      if (status(action) == Status::Enabled) return true;
    }
  }
  const std::vector<uint32_t>& free = independence_.ground().free();
  return std::any_of(free.begin(), free.end(), [&](uint32_t action) {
    return !free_actions_.test(independence_.ground()[action].action.value) && status(action) == Status::Enabled;
  });
}

}  // namespace px::por
