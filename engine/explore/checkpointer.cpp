#include "engine/explore/checkpointer.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <nlohmann/json.hpp>
#include <system_error>
#include <vector>

#include "engine/base/log.h"
#include "engine/base/parallel.h"

namespace px::explore {
namespace {

// The maximal number of words of blocks assembled here.
constexpr size_t kBlockWords = size_t{1} << 19;

uint32_t kind_of(CheckpointBlock kind) {
  return static_cast<uint32_t>(kind);
}

double seconds_between(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

bool Checkpointer::start() {
  if (plan_.requests != nullptr) answered_ = plan_.requests->load(std::memory_order_relaxed);
  last_ = Clock::now();
  try {
    thread_ = std::thread([this] { watch(); });
  } catch (const std::system_error&) {
    return false;
  }
  return true;
}

void Checkpointer::stop() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Checkpointer::watch() {
  constexpr std::chrono::milliseconds kTick{20};
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, kTick, [this] { return done_; })) {
    if (!is_due()) continue;
    lock.unlock();
    write(true);
    lock.lock();
  }
}

bool Checkpointer::is_due() {
  if (plan_.requests != nullptr) {
    const uint32_t requests = plan_.requests->load(std::memory_order_relaxed);
    if (std::exchange(answered_, requests) != requests) return true;
  }
  return plan_.interval_seconds > 0 && seconds_between(last_, Clock::now()) >= plan_.interval_seconds;
}

bool Checkpointer::write_last() {
  return write(false);
}

bool Checkpointer::write(bool workers_run) {
  const std::lock_guard writing(writing_);
  const Clock::time_point begin = Clock::now();
  CheckpointReport report;
  Result<std::unique_ptr<checkpoint::CheckpointDraft>> draft = plan_.folder->begin();
  if (!draft) {
    report.problem = draft.failure().diagnostics.front().message;
  } else {
    report.number = (*draft)->number();
    report.problem = write_to(**draft, workers_run, report).value_or("");
    report.bytes = (*draft)->states().summary().bytes;
  }
  report.seconds = seconds_between(begin, Clock::now());
  last_ = Clock::now();
  log_event(LogLevel::Info, "checkpoint",
            {{"number", report.number},
             {"states", report.states},
             {"bytes", report.bytes},
             {"seconds", report.seconds},
             {"pause-seconds", report.pause_seconds},
             {"problem", std::string_view(report.problem)}});
  if (plan_.on_written) plan_.on_written(report);
  return report.problem.empty();
}

std::optional<std::string> Checkpointer::write_to(checkpoint::CheckpointDraft& draft, bool workers_run,
                                                  CheckpointReport& report) {
  checkpoint::BlockWriter& out = draft.states();
  const Clock::time_point pause = Clock::now();
  if (workers_run) parts_.frontier.pause();
  const SearchState state = parts_.state();
  report.states = parts_.table.stats().states;
  const uint64_t sequences = plan_.sequences != nullptr ? plan_.sequences->size() : 0;
  const std::vector<uint64_t> extra = plan_.extra ? plan_.extra() : std::vector<uint64_t>();
  const std::unique_ptr<store::TableSnapshot> snapshot = parts_.table.snapshot();
  // Sequences precede the states that refer to them.
  bool written = out.write(kind_of(CheckpointBlock::State), state.words()) && write_sequences(out, sequences) &&
                 out.write(kind_of(CheckpointBlock::Extra), extra) && write_frontier(out) && write_candidates(out) &&
                 (!parts_.write_left_out || parts_.write_left_out(out));
  const bool later = workers_run && snapshot->outlasts_inserts();
  if (later) {
    parts_.table.begin_journal();
  } else {
    written = written && write_table(out, *snapshot, parts_.threads);
  }
  if (workers_run) parts_.frontier.resume();
  report.pause_seconds = workers_run ? seconds_between(pause, Clock::now()) : 0;
  if (later) {
    if (auto problem = write_beside(out, *snapshot, report.pause_seconds)) return problem;
  }
  if (!written) return out.problem();
  checkpoint::CheckpointFacts facts;
  facts["search"] = {{"states", report.states},      {"transitions", state.transitions},
                     {"depth", state.max_depth},     {"seconds", state.seconds},
                     {"errors", state.found.size()}, {"initial_states", state.initial_states},
                     {"sequences", sequences}};
  if (plan_.describe) {
    if (auto problem = plan_.describe(draft, facts)) return problem;
  }
  return draft.complete(facts);
}

// Runs while the workers continue.
std::optional<std::string> Checkpointer::write_beside(checkpoint::BlockWriter& out,
                                                      const store::TableSnapshot& snapshot,
                                                      double& pause_seconds) const {
  bool written = write_table(out, snapshot, 1);
  const Clock::time_point pause = Clock::now();
  parts_.frontier.pause();
  const std::optional<std::vector<uint64_t>> journal = parts_.table.end_journal();
  parts_.frontier.resume();
  pause_seconds += seconds_between(pause, Clock::now());
  if (!journal) return "there is no memory to note what comes to the table meanwhile";
  for (size_t done = 0; done < journal->size() && written; done += kBlockWords) {
    written = out.write(kind_of(CheckpointBlock::Journal),
                        std::span(*journal).subspan(done, std::min(kBlockWords, journal->size() - done)));
  }
  return written ? std::nullopt : std::optional(out.problem());
}

bool Checkpointer::write_frontier(checkpoint::BlockWriter& out) const {
  std::vector<uint64_t> words;
  uint32_t depth_of_words = 0;
  bool written = true;
  const auto flush = [&] {
    if (words.size() > 1) written = written && out.write(kind_of(CheckpointBlock::Frontier), words);
    words.assign(1, depth_of_words);
  };
  words.assign(1, 0);
  parts_.frontier.for_each_waiting([&](uint32_t depth, std::span<const uint64_t> entries) {
    if (depth != depth_of_words || words.size() >= kBlockWords) {
      flush();
      depth_of_words = depth;
      words.front() = depth;
    }
    words.insert(words.end(), entries.begin(), entries.end());
  });
  flush();
  return written;
}

bool Checkpointer::write_candidates(checkpoint::BlockWriter& out) const {
  if (parts_.candidates == nullptr) return true;
  std::vector<uint64_t> words;
  bool written = true;
  const auto flush_at = [&](CheckpointBlock kind, size_t most) {
    if (words.size() <= most) return;
    written = written && out.write(kind_of(kind), words);
    words.clear();
  };
  parts_.candidates->for_each_candidate(
      [&](store::StateRef ref, bool is_new, store::StateRef parent, std::span<const uint64_t> state) {
        words.insert(words.end(), {ref, uint64_t{is_new}, parent});
        words.insert(words.end(), state.begin(), state.end());
        flush_at(CheckpointBlock::Candidate, kBlockWords);
      });
  flush_at(CheckpointBlock::Candidate, 0);
  parts_.candidates->for_each_parent([&](store::StateRef ref, store::StateRef parent) {
    words.insert(words.end(), {ref, parent});
    flush_at(CheckpointBlock::Parent, kBlockWords);
  });
  flush_at(CheckpointBlock::Parent, 0);
  return written;
}

bool Checkpointer::write_sequences(checkpoint::BlockWriter& out, uint64_t count) const {
  bool written = true;
  for (uint64_t handle = 1; handle <= count && written;) {
    std::vector<uint64_t> words = {handle};
    for (; handle <= count && words.size() < kBlockWords; ++handle) {
      const std::span<const int64_t> items = plan_.sequences->items(static_cast<SequenceTable::Handle>(handle));
      words.push_back(items.size());
      for (const int64_t item : items) words.push_back(static_cast<uint64_t>(item));
    }
    written = out.write(kind_of(CheckpointBlock::Sequences), words);
  }
  return written;
}

bool Checkpointer::write_table(checkpoint::BlockWriter& out, const store::TableSnapshot& snapshot,
                               uint32_t threads) const {
  // Memory for a block and its compressed form; the first thread needs no reservation, since at least one is required.
  constexpr uint64_t kBytesPerThread = 12 * kBlockWords * sizeof(uint64_t) / 4;
  while (threads > 1 && !parts_.budget.reserve(threads * kBytesPerThread)) threads /= 2;
  const uint64_t reserved = threads > 1 ? threads * kBytesPerThread : 0;
  // Set by a thread that fails to write, read by all; relaxed, because the threads are joined before the result is
  // used.
  std::atomic<bool> refused{false};
  parallel_for(snapshot.blocks(), 1, threads, [&](uint64_t block) {
    if (refused.load(std::memory_order_relaxed)) return;
    std::vector<uint64_t> words;
    snapshot.write(block, words);
    if (!out.write(kind_of(CheckpointBlock::Table), words)) refused.store(true, std::memory_order_relaxed);
  });
  parts_.budget.release(reserved);
  return !refused.load(std::memory_order_relaxed);
}

}  // namespace px::explore
