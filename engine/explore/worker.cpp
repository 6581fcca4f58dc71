// The search loop. Each chunk of states passes through these stages: load, expand, reduce, hash, insert, push the new
// states. Everything that can be done per batch is, and nothing allocates once the scratch buffers have reached their
// size.
#include "engine/explore/worker.h"

#include <algorithm>
#include <chrono>

namespace px::explore {
namespace {

// A batch ends after the state with which it reaches this size: large enough to keep the memory system busy, small
// enough that states stay in the first-level caches from generation to insertion.
constexpr uint32_t kEnoughSuccessors = 512;
constexpr uint64_t kStatesBetweenLimitChecks = 256;

void add(std::atomic<uint64_t>& counter, uint64_t amount) {
  counter.store(counter.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
}

// The smallest of a state and its images, compared as words.
const uint64_t* least_row(const uint64_t* state, const std::vector<uint64_t>& images, uint32_t words) {
  const uint64_t* least = state;
  for (size_t at = 0; at < images.size(); at += words) {
    const uint64_t* image = images.data() + at;
    if (std::lexicographical_compare(image, image + words, least, least + words)) least = image;
  }
  return least;
}

}  // namespace

Worker::Worker(SearchContext& context, uint32_t number, WorkerCounters& counters)
    : context_(context),
      number_(number),
      words_(context.system.words()),
      frontier_carries_states_(!context.table.keeps_states() || context.reducer.kind() == Reducer::Kind::Key),
      entry_carries_depth_(context.options.order == frontier::SearchOrder::WorkStealing),
      counters_(counters),
      generator_(context.system.make_generator()),
      reducer_(context.reducer.make_worker()),
      batch_(words_),
      clock_(context.options.profile) {
  batch_.allowance = &context.allowance;
}

void Worker::start(SuccessorBatch& initial) {
  const uint32_t count = initial.count();
  if (context_.options.keep_parents) parents_.assign(count, store::kNoState);
  if (store(initial.states.data(), count) == Stored::Some) context_.torn.store(true, std::memory_order_relaxed);
}

void Worker::run() {
  const auto start = std::chrono::steady_clock::now();
  clock_.start();
  while (frontier::Chunk* chunk = context_.frontier.take(number_)) {
    clock_.lap(Stage::Wait);
    if (chunk->depth > context_.last_depth.load(std::memory_order_relaxed)) {
      context_.end(StopReason::FirstError);
      context_.frontier.put_aside(number_, chunk->depth, chunk->entries());
    } else {
      const uint64_t* states = load(chunk);
      clock_.lap(Stage::Load);
      if (!expand(chunk, states)) give_up(chunk);
    }
    context_.frontier.recycle(number_, chunk);
  }
  clock_.lap(Stage::Wait);
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  profile_ = clock_.profile(seconds_);
}

bool Worker::complete(const std::vector<IgnoringCheck::Completion>& completions) {
  chunk_states_.clear();
  chunk_depths_.clear();
  uint64_t done = 0;
  for (const IgnoringCheck::Completion& completion : completions) {
    chunk_states_.insert(chunk_states_.end(), completion.suspect.state.begin(), completion.suspect.state.end());
    chunk_depths_.push_back(static_cast<uint32_t>(completion.suspect.depth));
    done += completion.steps;
  }
  const auto count = static_cast<uint32_t>(completions.size());
  parents_.assign(count, store::kNoState);  // no address is taken
  if (insert(chunk_states_.data(), count, context_.options.keep_parents ? parents_.data() : nullptr) < count)
    return false;
  chunk_refs_.assign(refs_.begin(), refs_.begin() + count);
  if (!expand_all(chunk_states_.data(), count)) return false;
  // Their earlier successors have been counted already.
  std::atomic<uint64_t>& transitions = counters_.transitions;
  transitions.store(transitions.load(std::memory_order_relaxed) - done, std::memory_order_relaxed);
  std::atomic<uint64_t>& reduced = counters_.reduced;
  reduced.store(reduced.load(std::memory_order_relaxed) - count, std::memory_order_relaxed);
  return true;
}

// Loads the packed states of a chunk, their references into chunk_refs_ and their depths into chunk_depths_.
const uint64_t* Worker::load(frontier::Chunk* chunk) {
  chunk_states_.resize(size_t{chunk->count} * words_);
  chunk_refs_.resize(chunk->count);
  chunk_depths_.assign(chunk->count, chunk->depth);
  const size_t state_offset = entry_carries_depth_ ? 2 : 1;
  for (uint32_t i = 0; i < chunk->count; ++i) {
    const uint64_t* entry = chunk->entry(i);
    chunk_refs_[i] = entry[0];
    if (entry_carries_depth_) chunk_depths_[i] = static_cast<uint32_t>(entry[1]);
    if (!frontier_carries_states_) continue;
    std::copy_n(entry + state_offset, words_, chunk_states_.data() + size_t{i} * words_);
  }
  if (!frontier_carries_states_) {
    context_.table.load_batch(chunk_refs_.data(), chunk->count, chunk_states_.data(), words_);
  }
  return chunk_states_.data();
}

bool Worker::too_deep(const frontier::Chunk* chunk) const {
  return chunk->depth >= context_.options.max_depth;
}

// False: the search ended before all of it was done.
bool Worker::expand(frontier::Chunk* chunk, const uint64_t* states) {
  note_depth(*std::max_element(chunk_depths_.begin(), chunk_depths_.end()));
  first_source_ = 0;
  chunk_transitions_ = 0;
  chunk_reduced_ = 0;
  suspects_before_ = suspects_.size();
  chunk_events_.clear();
  if (too_deep(chunk)) {
    batch_.clear();
    generator_->check(states, chunk->count, batch_);
    report(batch_, states);
    if (batch_.cut_short) context_.end(StopReason::MemoryLimit);
    context_.depth_limited.store(true, std::memory_order_relaxed);
    return !batch_.cut_short;
  }
  return expand_all(states, chunk->count);
}

// Expands states whose references and depths are in chunk_refs_ and chunk_depths_. Returns false if the search ended
// before all were done.
bool Worker::expand_all(const uint64_t* states, size_t count) {
  for (size_t done = 0; done < count;) {
    if (context_.frontier.stopped()) return false;
    batch_.clear();
    first_source_ = done;
    done += generator_->expand(states + done * words_, count - done, kEnoughSuccessors, batch_);
    if (!batch_.reduced.empty()) note_suspects(states + first_source_ * words_);
    add(counters_.transitions, batch_.count());
    chunk_transitions_ += batch_.count();
    if (context_.options.keep_parents) {
      parents_.resize(batch_.count());
      for (uint32_t i = 0; i < batch_.count(); ++i) parents_[i] = chunk_refs_[first_source_ + batch_.sources[i]];
    }
    if (!batch_.events.empty()) report(batch_, states + first_source_ * words_);
    if (batch_.cut_short) context_.end(StopReason::MemoryLimit);  // all other reasons are reported already
    clock_.lap(Stage::Generate);
    const Stored stored = store(batch_.states.data(), batch_.count());
    if (batch_.cut_short || stored == Stored::Some) return false;
  }
  return true;
}

// The whole chunk will be expanded again when the search is resumed: its counts so far are undone in the checkpoint.
void Worker::give_up(const frontier::Chunk* chunk) {
  context_.frontier.put_aside(number_, chunk->depth, chunk->entries());
  add(counters_.given_up, chunk_transitions_);
  add(counters_.reduced, -chunk_reduced_);
  suspects_.resize(suspects_before_);
  for (const Event& event : chunk_events_) context_.log.take_back(event);
}

void Worker::note_suspects(const uint64_t* states) {
  add(counters_.reduced, batch_.reduced.size());
  chunk_reduced_ += batch_.reduced.size();
  for (const uint32_t source : batch_.suspects) {
    const uint64_t* state = states + size_t{source} * words_;
    suspects_.push_back({{state, state + words_}, chunk_depths_[first_source_ + source]});
  }
}

void Worker::note_depth(uint64_t depth) {
  if (depth <= counters_.depth.load(std::memory_order_relaxed)) return;
  counters_.depth.store(depth, std::memory_order_relaxed);
}

void Worker::report(const SuccessorBatch& batch, const uint64_t* states) {
  const bool lists_images = context_.options.all_errors && context_.reducer.group() != nullptr;
  bool last = false;
  for (const Event& event : batch.events) {
    if (context_.note_growth(event)) {
      last = last || context_.options.growth == GrowthPolicy::Stop;
      continue;
    }
    FoundViolation found;
    found.event = event;
    found.source = chunk_refs_[first_source_ + event.state];
    found.occurrences = 1;
    found.depth = chunk_depths_[first_source_ + event.state];
    const bool is_new = context_.report(found);
    if (is_new && lists_images) report_images(found, states + size_t{event.state} * words_);
    chunk_events_.push_back(event);
    last = last || !context_.options.all_errors || (is_new && has_enough());
  }
  if (!last) return;
  if (context_.options.order == frontier::SearchOrder::Levels) {
    // The level is finished first, so that the set of errors found does not depend on the threads.
    context_.last_depth.store(chunk_depths_.front(), std::memory_order_relaxed);
  } else {
    context_.end(StopReason::FirstError);
  }
}

bool Worker::has_enough() const {
  return context_.options.enough != nullptr && context_.log.has_all(*context_.options.enough);
}

// The image of the error under a symmetry is also an error, in a state that is not stored: at another location of the
// model if its text repeats something for several elements. An image with a new error is examined in turn; permutations
// map locations to locations, so all are found. A chunk that is given up does not take these errors back: its own error
// is no longer new to the resumed search, which therefore does not list them again. A partial-order reduction may
// choose differently in the image than in the state, so all actions are tried there.
void Worker::report_images(FoundViolation found, const uint64_t* state) {
  const LeavesOut* leaves_out = context_.system.leaves_out();
  const auto generator = (leaves_out != nullptr ? leaves_out->full() : context_.system).make_generator();
  SuccessorBatch expanded(words_);
  std::vector<uint64_t> open(state, state + words_);
  for (size_t at = 0; at < open.size(); at += words_) {
    std::vector<uint64_t> images;
    context_.reducer.group()->make_generator_images(open.data() + at, images);
    for (size_t image = 0; image < images.size(); image += words_) {
      expanded.clear();
      generator->expand(images.data() + image, 1, UINT32_MAX, expanded);
      bool any_new = false;
      for (const Event& event : expanded.events) {
        found.event = event;
        any_new |= context_.log.add(found);
      }
      if (any_new) {
        open.insert(open.end(), images.begin() + static_cast<std::ptrdiff_t>(image),
                    images.begin() + static_cast<std::ptrdiff_t>(image + words_));
      }
    }
  }
}

// Reduces and inserts states and pushes the new ones. If only some are inserted, there was no room for the others, and
// the search is over.
Worker::Stored Worker::store(uint64_t* states, uint32_t count) {
  if (count == 0) return Stored::All;
  const uint64_t* rows = states;
  switch (context_.reducer.kind()) {
    case Reducer::Kind::Identity:
    case Reducer::Kind::Orbit: break;
    case Reducer::Kind::Representative: reducer_->reduce(states, count); break;
    case Reducer::Kind::Key:
      keys_.resize(size_t{count} * context_.reducer.key_words());
      reducer_->make_keys(states, count, keys_.data());
      rows = keys_.data();
  }
  clock_.lap(Stage::Reduce);
  const uint32_t stored = insert(rows, count, context_.options.keep_parents ? parents_.data() : nullptr);
  const bool flooded = context_.reducer.kind() != Reducer::Kind::Orbit || store_images(states, count);
  // Even if there was no room for all: those that were stored must not be lost for a resumed search.
  if (context_.candidates != nullptr) {
    note_candidates(states, stored);
  } else {
    push_new(states, count);
  }
  clock_.lap(Stage::Push);
  return stored == count && flooded ? Stored::All : Stored::Some;
}

// Flooding: all images of a new state are stored with it, so that one state of each class is expanded. Several states
// of a class may be new at the same time, in one batch or in several threads: the finder that stores the smallest state
// of the class expands it, and `is_new_` is cleared for the others.
bool Worker::store_images(const uint64_t* states, uint32_t count) {
  std::vector<uint8_t> is_new(is_new_.begin(), is_new_.begin() + count);
  std::vector<store::StateRef> refs(refs_.begin(), refs_.begin() + count);
  bool fits = true;
  for (uint32_t i = 0; i < count && fits; ++i) {
    if (!is_new[i]) continue;
    images_.clear();
    reducer_->make_images(states + size_t{i} * words_, images_);
    clock_.lap(Stage::Reduce);
    const auto image_count = static_cast<uint32_t>(images_.size() / words_);
    if (image_count == 0) continue;
    const std::vector<uint64_t> parents(image_count, refs[i]);
    const uint64_t* satellites = context_.options.keep_parents ? parents.data() : nullptr;
    const uint64_t* least = least_row(states + size_t{i} * words_, images_, words_);
    if (least != states + size_t{i} * words_) {
      fits = insert(least, 1, satellites) == 1;
      is_new[i] = is_new_.front();
    }
    if (is_new[i] && fits) fits = insert(images_.data(), image_count, satellites) == image_count;
  }
  if (!fits) context_.torn.store(true, std::memory_order_relaxed);
  is_new_ = std::move(is_new);
  refs_ = std::move(refs);
  return fits;
}

// Returns how many states there was room for.
uint32_t Worker::insert(const uint64_t* rows, uint32_t count, const uint64_t* satellites) {
  const uint32_t stride = context_.table.state_words();
  hashes_.resize(count);
  refs_.resize(count);
  is_new_.resize(count);
  context_.table.hash_batch(rows, stride, count, hashes_.data());
  clock_.lap(Stage::Hash);
  const store::StateBatch batch{rows, stride, count, hashes_.data(), satellites};
  const store::InsertOutcome outcome = context_.table.insert_batch(number_, batch, refs_.data(), is_new_.data());
  if (outcome.done < count) {
    std::fill(is_new_.begin() + outcome.done, is_new_.end(), 0);
    context_.end(StopReason::MemoryLimit);
  }
  const auto added = static_cast<uint64_t>(std::count(is_new_.begin(), is_new_.end(), 1));
  add(counters_.states, added);
  new_since_check_ += added;
  if (new_since_check_ >= kStatesBetweenLimitChecks || context_.options.max_states < kStatesBetweenLimitChecks) {
    new_since_check_ = 0;
    if (context_.options.max_states != UINT64_MAX && context_.table.stats().states >= context_.options.max_states) {
      context_.end(StopReason::StateLimit);
    }
  }
  clock_.lap(Stage::Insert);
  return outcome.done;
}

// The state to expand for a new key is selected between levels.
void Worker::note_candidates(const uint64_t* states, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    const store::StateRef parent = context_.options.keep_parents ? parents_[i] : store::kNoState;
    context_.candidates->add(refs_[i], is_new_[i] != 0, states + size_t{i} * words_, parent);
  }
}

void Worker::push_new(const uint64_t* states, uint32_t count) {
  entries_.clear();
  uint32_t pushed = 0;
  uint64_t deepest = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (!is_new_[i]) continue;
    ++pushed;
    const uint64_t depth = chunk_depths_.empty() ? 0 : chunk_depths_[first_source_ + batch_.sources[i]] + 1;
    deepest = std::max(deepest, depth);
    entries_.push_back(refs_[i]);
    if (entry_carries_depth_) entries_.push_back(depth);
    if (!frontier_carries_states_) continue;
    const uint64_t* state = states + size_t{i} * words_;
    entries_.insert(entries_.end(), state, state + words_);
  }
  note_depth(deepest);  // a search ended by a limit leaves some of its stored states unexpanded
  if (pushed != 0 && !context_.frontier.push(number_, entries_.data(), pushed)) context_.end(StopReason::MemoryLimit);
}

}  // namespace px::explore
