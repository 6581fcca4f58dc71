#include "engine/profile/first_states.h"

#include <algorithm>

#include "engine/base/hash.h"

namespace px::profile {
namespace {

// Of one state: enough for a million steps, which takes seconds.
constexpr interp::Effort kEffort{.most_successors = 200'000, .most_steps = 5'000'000};
constexpr uint64_t kSeed = 1;

// Calls `expand` for each state in turn, which inserts what follows from it, until it says no or a limit is reached.
template <class Expand>
void explore_levels(FirstStates& found, const FirstStatesLimit& limit, const Expand& expand) {
  if (found.rows.count() == 0) return;
  found.levels.push_back(0);
  uint32_t level_end = found.rows.count();
  for (uint32_t next = 0; next < found.rows.count(); ++next) {
    if (next == level_end) {
      found.levels.push_back(next);
      level_end = found.rows.count();
    }
    if (std::chrono::steady_clock::now() >= limit.until) {
      found.end = FirstStates::End::Time;
      break;
    }
    if (!expand(found.rows.row(next))) break;
    if (found.rows.count() >= limit.states && next + 1 < found.rows.count()) {
      found.end = FirstStates::End::States;
      break;
    }
  }
  if (level_end < found.rows.count()) found.levels.push_back(level_end);
}

void insert_initial(const TransitionSystem& system, const FirstStatesLimit& limit, FirstStates& found) {
  SuccessorBatch batch(system.words());
  system.initial_states(batch);
  for (uint32_t i = 0; i < batch.count() && found.rows.count() < limit.states; ++i) found.rows.insert(batch.state(i));
  for (const Event& event : batch.events) {
    if (event.kind == Event::Kind::Growth) found.marks.push_back(event.index);
  }
}

}  // namespace

bool StateRows::insert(const uint64_t* state) {
  if (size_t{count_} * 2 >= slots_.size()) grow();
  const size_t mask = slots_.size() - 1;
  size_t at = hash_words(state, words_, kSeed) & mask;
  for (; slots_[at] != kFree; at = (at + 1) & mask) {
    if (std::equal(state, state + words_, row(slots_[at]))) return false;
  }
  slots_[at] = count_++;
  rows_.insert(rows_.end(), state, state + words_);
  return true;
}

void StateRows::grow() {
  slots_.assign(slots_.size() * 2, kFree);
  const size_t mask = slots_.size() - 1;
  for (uint32_t number = 0; number < count_; ++number) {
    size_t at = hash_words(row(number), words_, kSeed) & mask;
    while (slots_[at] != kFree) at = (at + 1) & mask;
    slots_[at] = number;
  }
}

FirstStates first_states(const interp::Interpreter& interpreter, const FirstStatesLimit& limit, bool stops_at_growth) {
  FirstStates found(interpreter.words());
  found.made.assign(interpreter.program().actions.size(), 0);
  found.taken.assign(interpreter.program().actions.size(), 0);
  insert_initial(interpreter, limit, found);
  if (stops_at_growth && !found.marks.empty()) {
    found.end = FirstStates::End::Growth;
    return found;
  }
  explore_levels(found, limit, [&](const uint64_t* state) {
    // The row may move while others are inserted.
    const std::vector<uint64_t> own(state, state + interpreter.words());
    const std::optional<Explanation> explanation = interpreter.explain_within(kEffort, own.data());
    if (!explanation) {
      found.end = FirstStates::End::Effort;
      return false;
    }
    for (const Explanation::LocatedEvent& located : explanation->events) {
      if (located.event.kind == Event::Kind::Growth) found.marks.push_back(located.event.index);
    }
    if (stops_at_growth && !found.marks.empty()) {
      found.end = FirstStates::End::Growth;
      return false;
    }
    for (const TraceStep& step : explanation->steps) {
      const uint32_t action = step.micro_steps.front().action.value;
      ++found.steps;
      ++found.taken[action];
      if (found.rows.insert(step.state().data())) ++found.made[action];
    }
    return true;
  });
  return found;
}

FirstStates first_states_only(const TransitionSystem& system, const FirstStatesLimit& limit) {
  FirstStates found(system.words());
  insert_initial(system, limit, found);
  const std::unique_ptr<SuccessorGenerator> generator = system.make_generator();
  SuccessorBatch batch(system.words());
  explore_levels(found, limit, [&](const uint64_t* state) {
    const std::vector<uint64_t> own(state, state + system.words());
    batch.clear();
    generator->expand(own.data(), 1, UINT32_MAX, batch);
    found.steps += batch.count();
    for (uint32_t i = 0; i < batch.count(); ++i) found.rows.insert(batch.state(i));
    return true;
  });
  return found;
}

}  // namespace px::profile
