#include "engine/explore/swarm_search.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "engine/base/check.h"
#include "engine/base/hash.h"

namespace px::explore {
namespace {

constexpr uint64_t kRoundsBetweenQuestions = 16;
constexpr double kHalf = 0.6931471805599453;  // bits / functions times this many states set half of the bits

uint32_t row_bits(const TransitionSystem& system, const Reducer& reducer) {
  const bool keys = reducer.kind() == Reducer::Kind::Key;
  return keys ? reducer.key_words() * 64 : static_cast<uint32_t>(system.layout().bits());
}

}  // namespace

SwarmSearcher::SwarmSearcher(const Place& place, uint64_t number, const SwarmPlan& plan)
    : place_(place),
      number_(number),
      plan_(plan),
      words_(place.system.words()),
      most_waiting_(std::min<uint64_t>(place.stack_bytes / (words_ * sizeof(uint64_t) + sizeof(Link)), kNone - 1)),
      random_(plan.seed),
      coverage_(place.system.program().actions.size()),
      generator_(place.system.make_generator()),
      reducer_(place.reducer.make_worker()),
      batch_(words_) {
  generator_->mark_in(coverage_);
  batch_.allowance = &place.allowance;
  outcome_.figures.number = number;
  outcome_.figures.plan = plan;
}

Result<void> SwarmSearcher::make_table() {
  store::TableConfig config;
  config.kind = store::TableKind::Bitstate;
  config.state_bits = row_bits(place_.system, place_.reducer);
  config.budget = &place_.budget;
  config.seed = plan_.seed;
  config.bit_functions = plan_.functions;
  config.bitstate_bytes = plan_.array_bytes;
  Result<std::unique_ptr<store::StateTable>> made = store::make_state_table(config);
  if (!made) return made.failure();
  table_ = std::move(*made);
  full_ = std::max<uint64_t>(
      static_cast<uint64_t>(static_cast<double>(plan_.array_bytes * 8) * kHalf / plan_.functions), 1);
  return {};
}

Result<void> SwarmSearcher::run() {
  if (Result<void> made = make_table(); !made) return made;
  RawVector<uint64_t> initial = place_.initial.states;
  store(initial.data(), nullptr, place_.initial.count(), kNone);
  for (uint64_t round = 0; !over_; ++round) {
    if (round % kRoundsBetweenQuestions == 0 && !ask()) break;
    drop_expanded();
    if (links_.empty()) break;
    if (outcome_.figures.states >= full_) {
      outcome_.figures.end = SwarmEnd::Full;
      break;
    }
    expand_top();
  }
  finish();
  return {};
}

bool SwarmSearcher::ask() {
  SearchProgress steps;
  steps.states = outcome_.figures.states - told_.states;
  steps.transitions = outcome_.figures.transitions - told_.transitions;
  steps.depth = outcome_.figures.depth;
  steps.violations = outcome_.errors.size() - told_.violations;
  told_ = {.states = outcome_.figures.states,
           .transitions = outcome_.figures.transitions,
           .violations = outcome_.errors.size()};
  if (place_.control.goes_on(number_, steps)) return true;
  outcome_.figures.end = SwarmEnd::Ended;
  over_ = true;
  return false;
}

void SwarmSearcher::drop_expanded() {
  while (!links_.empty() && links_.back().expanded != 0) links_.pop_back();
  stack_.resize(links_.size() * words_);
}

// Expands states of equal depth from the top, as many as are expanded at a time.
void SwarmSearcher::expand_top() {
  const auto size = static_cast<uint32_t>(links_.size());
  const uint32_t depth = links_.back().depth;
  uint32_t first = size - 1;
  while (size - first < plan_.width && first > 0 && links_[first - 1].expanded == 0 && links_[first - 1].depth == depth)
    --first;
  for (uint32_t i = first; i < size; ++i) links_[i].expanded = 1;
  outcome_.figures.depth = std::max<uint64_t>(outcome_.figures.depth, depth);
  const uint64_t* states = stack_.data() + size_t{first} * words_;
  batch_.clear();
  if (depth >= plan_.max_depth) {
    generator_->check(states, size - first, batch_);
    outcome_.figures.left_out += size - first;
  } else {
    generator_->expand(states, size - first, UINT32_MAX, batch_);
  }
  if (!batch_.events.empty()) note_events(first);
  if (batch_.cut_short) {  // the swarm has ended, or the successors of one state do not fit
    outcome_.figures.end = SwarmEnd::Ended;
    over_ = true;
  }
  if (over_) return;
  outcome_.figures.transitions += batch_.count();
  store(batch_.states.data(), batch_.sources.data(), batch_.count(), first);
}

void SwarmSearcher::note_events(uint32_t first) {
  for (const Event& event : batch_.events) {
    if (event.kind == Event::Kind::Growth && !place_.options.growth_is_error) {
      outcome_.growth.insert(event.index);
      place_.control.must_grow();
      over_ = true;
      continue;
    }
    note_error(event, first + event.state);
    if (place_.options.all_errors) continue;
    outcome_.figures.end = SwarmEnd::Error;
    over_ = true;
    return;
  }
}

void SwarmSearcher::note_error(const Event& event, uint32_t place) {
  const auto [entry, is_new] = known_.try_emplace(ViolationLog::key_of(event), outcome_.errors.size());
  if (!is_new) {
    ++outcome_.errors[entry->second].found.occurrences;
    return;
  }
  SwarmError error;
  error.found.event = event;
  error.found.event.state = 0;
  error.found.source = number_;
  error.found.occurrences = 1;
  error.found.depth = links_[place].depth;
  error.path = path_to(place);
  outcome_.errors.push_back(std::move(error));
  place_.control.met(number_, event);
}

std::vector<uint64_t> SwarmSearcher::path_to(uint32_t place) const {
  std::vector<uint32_t> places;
  for (; place != kNone; place = links_[place].parent) places.push_back(place);
  std::vector<uint64_t> path;
  path.reserve(places.size() * words_);
  for (auto at = places.rbegin(); at != places.rend(); ++at) {
    const uint64_t* state = stack_.data() + size_t{*at} * words_;
    path.insert(path.end(), state, state + words_);
  }
  return path;
}

// Stores states and pushes the new ones. `sources` count from position `first` on; none: these are initial states.
void SwarmSearcher::store(uint64_t* states, const uint32_t* sources, uint32_t count, uint32_t first) {
  if (count == 0) return;
  const uint64_t* rows = states;
  const Reducer::Kind kind = place_.reducer.kind();
  if (kind == Reducer::Kind::Representative) reducer_->reduce(states, count);
  if (kind == Reducer::Kind::Key) {
    keys_.resize(size_t{count} * place_.reducer.key_words());
    reducer_->make_keys(states, count, keys_.data());
    rows = keys_.data();
  }
  insert(rows, count);
  fresh_.clear();
  for (uint32_t i = 0; i < count; ++i) {
    if (is_new_[i] == 0) continue;
    fresh_.push_back(i);
    const uint32_t words = table_->state_words();
    outcome_.met.add(hash_words(rows + size_t{i} * words, words, 0));
  }
  outcome_.figures.states += fresh_.size();
  if (kind == Reducer::Kind::Orbit) store_images(states, count);
  arrange(sources, count);
  push(states, sources, first);
}

void SwarmSearcher::insert(const uint64_t* rows, uint32_t count) {
  hashes_.resize(count);
  refs_.resize(count);
  is_new_.resize(count);
  const uint32_t words = table_->state_words();
  table_->hash_batch(rows, words, count, hashes_.data());
  const store::StateBatch batch{.states = rows, .stride = words, .count = count, .hashes = hashes_.data()};
  const store::InsertOutcome inserted = table_->insert_batch(0, batch, refs_.data(), is_new_.data());
  PX_CHECK(inserted.done == count);  // bits are never refused
}

// For a reducer that stores all images of a state with it.
void SwarmSearcher::store_images(const uint64_t* states, uint32_t count) {
  PX_CHECK(count >= fresh_.size());
  for (const uint32_t i : fresh_) {
    images_.clear();
    reducer_->make_images(states + size_t{i} * words_, images_);
    if (!images_.empty()) insert(images_.data(), static_cast<uint32_t>(images_.size() / words_));
  }
}

// Orders each state's successors so that the first one to explore comes last: it will be on top.
void SwarmSearcher::arrange(const uint32_t* sources, uint32_t count) {
  const auto source = [sources](uint32_t i) { return sources == nullptr ? 0 : sources[i]; };
  uint32_t base = 0;  // the first successor of the current state
  for (auto begin = fresh_.begin(); begin != fresh_.end();) {
    const auto end = std::find_if(begin, fresh_.end(), [&](uint32_t i) { return source(i) != source(*begin); });
    while (base < count && source(base) != source(*begin)) ++base;
    switch (plan_.order) {
      case SwarmOrder::AsGiven: std::reverse(begin, end); break;
      case SwarmOrder::Reversed: break;
      case SwarmOrder::Random:
        for (auto left = static_cast<uint32_t>(end - begin); left > 1; --left) {
          std::swap(begin[left - 1], begin[below(left)]);
        }
        break;
      case SwarmOrder::Permuted:
        std::sort(begin, end, [&](uint32_t a, uint32_t b) {
          return hash_word(a - base, plan_.seed) < hash_word(b - base, plan_.seed);
        });
        break;
    }
    begin = end;
  }
}

// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
uint32_t SwarmSearcher::below(uint32_t count) {
  random_ += 0x9e3779b97f4a7c15ULL;
  uint64_t z = random_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  z ^= z >> 31;
  return static_cast<uint32_t>(((z >> 32) * count) >> 32);
}

void SwarmSearcher::push(const uint64_t* states, const uint32_t* sources, uint32_t first) {
  for (const uint32_t i : fresh_) {
    if (links_.size() >= most_waiting_) {
      ++outcome_.figures.left_out;
      continue;
    }
    const uint32_t parent = sources == nullptr ? kNone : first + sources[i];
    const uint32_t depth = parent == kNone ? 0 : links_[parent].depth + 1;
    const uint64_t* state = states + size_t{i} * words_;
    stack_.insert(stack_.end(), state, state + words_);
    links_.push_back({parent, depth, 0});
  }
}

void SwarmSearcher::finish() {
  outcome_.figures.omitted = table_->loss().expected_omissions;
  table_.reset();
  for (uint32_t a = 0; a < coverage_.size(); ++a) outcome_.taken.push_back(coverage_.taken(ir::ActionId(a)));
  outcome_.figures.actions = static_cast<uint64_t>(std::ranges::count(outcome_.taken, true));
}

}  // namespace px::explore
