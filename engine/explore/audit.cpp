#include "engine/explore/audit.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "engine/base/check.h"
#include "engine/explore/audit_errors.h"

namespace px::explore {
namespace {

using Words = std::vector<uint64_t>;

// The representative is looked up in orbits of up to this size.
constexpr size_t kMaxImages = 1000;

class AuditedWorker final : public ReducerWorker {
 public:
  AuditedWorker(std::unique_ptr<ReducerWorker> inner, const Reducer& reducer, std::unique_ptr<ReducerWorker> full,
                uint32_t words, AuditLog& log)
      : inner_(std::move(inner)), reducer_(reducer), full_(std::move(full)), words_(words), log_(log) {}

  void reduce(uint64_t* states, size_t count) override {
    before_.assign(states, states + count * words_);
    inner_->reduce(states, count);
    for (size_t i = 0; i < count; ++i) check(before_.data() + i * words_, states + i * words_);
    log_.add_checks(count);
  }
  bool reduce_told(uint64_t* state, std::vector<uint16_t>& image) override {
    before_.assign(state, state + words_);
    if (!inner_->reduce_told(state, image)) return false;
    Words moved(words_);
    reducer_.group()->apply(image.data(), before_.data(), moved.data());
    if (!std::equal(moved.begin(), moved.end(), state)) {
      log_.fail("the permutation reported for this state does not make it its representative", before_.data(), words_);
    }
    check(before_.data(), state);
    log_.add_checks(1);
    return true;
  }
  void make_keys(const uint64_t* states, size_t count, uint64_t* keys) override {
    inner_->make_keys(states, count, keys);
  }
  void make_images(const uint64_t* state, std::vector<uint64_t>& images) override {
    const size_t first = images.size();
    inner_->make_images(state, images);
    for (size_t at = first; at < images.size(); at += words_) {
      if (!in_orbit(state, images.data() + at)) log_.fail("an image of this state is not in its orbit", state, words_);
    }
    log_.add_checks((images.size() - first) / words_);
  }
  std::vector<Statistic> statistics() const override { return inner_->statistics(); }

 private:
  void check(const uint64_t* state, const uint64_t* representative) {
    if (!in_orbit(state, representative)) {
      log_.fail("the representative of this state is not in its orbit", state, words_);
    }
    if (!reducer_.full()) return;
    images_.clear();
    reducer_.group()->make_generator_images(state, images_);
    inner_->reduce(images_.data(), images_.size() / words_);
    for (size_t at = 0; at < images_.size(); at += words_) {
      if (std::equal(representative, representative + words_, images_.begin() + static_cast<std::ptrdiff_t>(at))) {
        continue;
      }
      log_.fail("this state and an image of it have different representatives", state, words_);
    }
  }

  bool in_orbit(const uint64_t* state, const uint64_t* other) {
    const Words wanted(other, other + words_);
    std::set<Words> seen{Words(state, state + words_)};
    if (seen.contains(wanted)) return true;
    std::vector<Words> open{*seen.begin()};
    Words images;
    while (!open.empty() && seen.size() < kMaxImages) {
      const Words next = std::move(open.back());
      open.pop_back();
      images.clear();
      reducer_.group()->make_generator_images(next.data(), images);
      for (size_t at = 0; at < images.size(); at += words_) {
        Words image(images.begin() + static_cast<std::ptrdiff_t>(at),
                    images.begin() + static_cast<std::ptrdiff_t>(at + words_));
        if (image == wanted) return true;
        if (seen.insert(image).second) open.push_back(std::move(image));
      }
    }
    if (open.empty()) return false;
    Words forms(state, state + words_);
    forms.insert(forms.end(), other, other + words_);
    full_->reduce(forms.data(), 2);
    return std::equal(forms.begin(), forms.begin() + words_, forms.begin() + words_);
  }

  std::unique_ptr<ReducerWorker> inner_;
  const Reducer& reducer_;
  std::unique_ptr<ReducerWorker> full_;
  const uint32_t words_;
  AuditLog& log_;
  Words before_, images_;
};

// Traverses the stored states along reduced successors, all of which must be stored.
class ClosureCheck {
 public:
  ClosureCheck(const TransitionSystem& system, const AuditedReducer& reducer, const store::StateTable& table)
      : reducer_(reducer),
        table_(table),
        words_(system.words()),
        worker_(reducer.make_worker()),
        generator_(system.make_generator()),
        batch_(words_) {
    system.initial_states(batch_);
  }

  // Returns false if a failure was logged.
  bool run() {
    if (!add(nullptr)) return false;
    for (size_t next = 0; next * words_ < states_.size(); ++next) {
      const Words state(row(next), row(next) + words_);
      batch_.clear();
      generator_->expand(state.data(), 1, UINT32_MAX, batch_);
      if (!add(state.data())) return false;
    }
    return true;
  }
  const Words& states() const { return states_; }
  uint64_t count() const { return seen_.size(); }

 private:
  const uint64_t* row(size_t index) const { return states_.data() + index * words_; }

  bool add(const uint64_t* source) {
    if (batch_.count() == 0) return true;
    if (reducer_.kind() == Reducer::Kind::Representative) worker_->reduce(batch_.state(0), batch_.count());
    for (uint32_t i = 0; i < batch_.count(); ++i) {
      const std::optional<store::StateRef> ref = table_.find(batch_.state(i));
      if (!ref) {
        reducer_.log().fail(source == nullptr
                                ? "the reduced form of an initial state, this state, is not stored"
                                : "a successor of this stored state reduces to a state that is not stored",
                            source == nullptr ? batch_.state(i) : source, words_);
        return false;
      }
      if (seen_.insert(*ref).second) states_.insert(states_.end(), batch_.state(i), batch_.state(i) + words_);
    }
    return true;
  }

  const AuditedReducer& reducer_;
  const store::StateTable& table_;
  const uint32_t words_;
  std::unique_ptr<ReducerWorker> worker_;
  std::unique_ptr<SuccessorGenerator> generator_;
  SuccessorBatch batch_;
  std::unordered_set<store::StateRef> seen_;
  Words states_;
};

// Enumerates orbits, up to a limit.
class OrbitSet {
 public:
  OrbitSet(const StateGroup& group, std::unique_ptr<store::StateTable> table, uint32_t words, uint64_t most)
      : group_(group), table_(std::move(table)), words_(words), most_(most) {}

  // False: too many.
  bool add_orbits(const Words& representatives) {
    states_.clear();
    parents_.clear();
    insert(representatives, {});
    Words images;
    for (size_t next = 0; next * words_ < states_.size(); ++next) {
      images.clear();
      group_.make_generator_images(states_.data() + next * words_, images);
      insert(images, static_cast<uint32_t>(next));
      if (count() > most_) return false;
    }
    return true;
  }
  const Words& states() const { return states_; }
  // For each state the one it was generated from; a representative is its own parent.
  const std::vector<uint32_t>& parents() const { return parents_; }
  uint64_t count() const { return states_.size() / words_; }

 private:
  void insert(const Words& rows, std::optional<uint32_t> parent) {
    const auto added = static_cast<uint32_t>(rows.size() / words_);
    hashes_.resize(added);
    refs_.resize(added);
    is_new_.assign(added, 0);
    table_->hash_batch(rows.data(), words_, added, hashes_.data());
    const store::StateBatch batch{rows.data(), words_, added, hashes_.data(), nullptr};
    const store::InsertOutcome outcome = table_->insert_batch(0, batch, refs_.data(), is_new_.data());
    PX_CHECK(outcome.done == added);
    for (uint32_t i = 0; i < added; ++i) {
      if (is_new_[i] == 0) continue;
      parents_.push_back(parent.value_or(static_cast<uint32_t>(count())));
      const uint64_t* row = rows.data() + size_t{i} * words_;
      states_.insert(states_.end(), row, row + words_);
    }
  }

  const StateGroup& group_;
  std::unique_ptr<store::StateTable> table_;
  const uint32_t words_;
  const uint64_t most_;
  Words states_, hashes_;
  std::vector<uint32_t> parents_;
  std::vector<store::StateRef> refs_;
  std::vector<uint8_t> is_new_;
};

// Compares the errors of all states in an orbit with each other. Returns false if a failure was logged.
bool compare_errors(const TransitionSystem& system, const AuditedReducer& reducer, const OrbitSet* orbits,
                    const Words& stored) {
  ErrorComparison comparison(system, *reducer.group());
  const Words& states = orbits == nullptr ? stored : orbits->states();
  const std::optional<size_t> differs = orbits == nullptr ? comparison.first_unlike_its_images(stored)
                                                          : comparison.first_difference(states, orbits->parents());
  if (!differs) return true;
  reducer.log().fail("this state and an image of it have different errors", states.data() + *differs * system.words(),
                     system.words());
  return false;
}

// Compares the orbits of the stored states with the states found by a search without reduction.
Result<void> compare_with_unreduced(const TransitionSystem& system, const AuditedReducer& reducer, const Words& stored,
                                    const SearchOptions& options, const AuditLimits& limits, AuditOutcome& audit) {
  const uint32_t words = system.words();
  MemoryBudget budget(options.memory_bytes);
  store::TableConfig config;
  config.state_bits = static_cast<uint32_t>(system.layout().bits());
  config.budget = &budget;
  Result<std::unique_ptr<store::StateTable>> table = store::make_state_table(config);
  if (!table) return table.failure();
  OrbitSet orbits(*reducer.group(), std::move(*table), words, limits.most_states);
  const std::string too_many =
      "the orbits were not compared with the unreduced states: more than " + std::to_string(limits.most_states);
  const bool complete = orbits.add_orbits(stored);
  if (!compare_errors(system, reducer, complete ? &orbits : nullptr, stored)) return {};
  if (!complete) {
    audit.omitted.push_back(too_many);
    return {};
  }
  SearchOptions whole = options;
  whole.all_errors = true;
  whole.keep_parents = false;
  whole.store = store::TableKind::Exact;
  whole.max_states = limits.most_states + 1;
  whole.on_progress = nullptr;
  const IdentityReducer identity;
  Result<SearchOutcome> unreduced = explore::explore(system, identity, whole);
  if (!unreduced) return unreduced.failure();
  audit.orbit_states = orbits.count();
  audit.unreduced_states = unreduced->result.states;
  if (unreduced->result.stop == StopReason::StateLimit) {
    reducer.log().fail("the orbits of the stored states do not hold all unreduced states; this is the first one stored",
                       stored.data(), words);
    return {};
  }
  if (unreduced->result.stop != StopReason::None) {
    audit.omitted.push_back("the orbits were not compared with the unreduced states: that search was ended early");
    return {};
  }
  for (size_t at = 0; at < orbits.states().size(); at += words) {
    if (unreduced->table->find(orbits.states().data() + at)) continue;
    reducer.log().fail("this state is in the orbit of a stored one, but cannot be reached", orbits.states().data() + at,
                       words);
    return {};
  }
  if (audit.orbit_states != audit.unreduced_states) {
    reducer.log().fail("the orbits of the stored states, of which this is the first, have " +
                           std::to_string(audit.orbit_states) + " states; reachable are " +
                           std::to_string(audit.unreduced_states),
                       stored.data(), words);
  }
  return {};
}

}  // namespace

void AuditLog::fail(std::string what, const uint64_t* state, uint32_t words) {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = AuditFailure{std::move(what), Words(state, state + words)};
}

std::optional<AuditFailure> AuditLog::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

std::unique_ptr<ReducerWorker> AuditedReducer::make_worker() const {
  return std::make_unique<AuditedWorker>(inner_->make_worker(), *inner_, full_.make_worker(), words_, log_);
}

Result<AuditOutcome> audit_search(const TransitionSystem& system, const AuditedReducer& reducer,
                                  const SearchOutcome& outcome, const SearchOptions& options,
                                  const AuditLimits& limits) {
  AuditOutcome audit;
  audit.reductions = reducer.log().checks();
  const auto finish = [&] {
    audit.failure = reducer.log().failure();
    return audit;
  };
  if (reducer.log().failure()) return finish();
  if (outcome.result.stop != StopReason::None) {
    audit.omitted.emplace_back("the stored states were not checked: the search ended before it had seen all of them");
    return finish();
  }
  if (!outcome.table || !outcome.table->keeps_states()) {
    audit.omitted.emplace_back("the stored states were not checked: this store does not keep them");
    return finish();
  }
  ClosureCheck closure(system, reducer, *outcome.table);
  if (!closure.run()) return finish();
  audit.closed_states = closure.count();
  if (closure.count() != outcome.table->stats().states) {
    reducer.log().fail("states are stored that no stored state leads to; this is the first one that is",
                       closure.states().data(), system.words());
    return finish();
  }
  const Result<void> compared = compare_with_unreduced(system, reducer, closure.states(), options, limits, audit);
  if (!compared) return compared.failure();
  return finish();
}

}  // namespace px::explore
