// Runs a suite: starts runs in their order, as many at once as are allowed and as fit into memory, and keeps the
// journal.
#include "frontends/batch/suite.h"

#include <algorithm>
#include <condition_variable>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

namespace px::batch {
namespace {

using Json = nlohmann::ordered_json;

// What makes a run the same run: the program's version is left to the user, who says --restart.
std::string key_of(const SuiteRun& run) {
  std::ifstream file(run.model);
  std::ostringstream text;
  text << file.rdbuf();
  const std::string content = text.str();
  return fmt::format("{} {} {:016x}", run.shown_model, fmt::join(run.options, " "), std::hash<std::string>{}(content));
}

Json to_json(const std::string& key, const RunRecord& record) {
  return {{"key", key},
          {"exit_code", record.exit_code},
          {"wall_seconds", record.wall_seconds},
          {"peak_bytes", record.peak_bytes},
          {"verdict", record.verdict},
          {"violation", record.violation},
          {"stop_reason", record.stop_reason},
          {"guarantee", record.guarantee},
          {"states", record.states},
          {"transitions", record.transitions}};
}

RunRecord from_json(const Json& line) {
  RunRecord record;
  record.exit_code = line.at("exit_code");
  record.wall_seconds = line.at("wall_seconds");
  record.peak_bytes = line.at("peak_bytes");
  record.verdict = line.at("verdict");
  record.violation = line.at("violation");
  record.stop_reason = line.at("stop_reason");
  record.guarantee = line.at("guarantee");
  record.states = line.at("states");
  record.transitions = line.at("transitions");
  return record;
}

// What an earlier call did. Its last line may be cut off, if the machine went down; then that run is done again.
std::map<std::string, RunRecord> read_journal(const std::string& path) {
  std::map<std::string, RunRecord> done;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const Json entry = Json::parse(line, nullptr, false);
    if (entry.is_object()) done.emplace(entry.at("key").get<std::string>(), from_json(entry));
  }
  return done;
}

// A line that was cut off is ended, so that the next one stands alone.
void end_last_line(const std::string& path, std::ofstream& journal) {
  std::ifstream file(path, std::ios::binary);
  char last = '\n';
  if (file.seekg(-1, std::ios::end)) file.get(last);
  if (last != '\n') journal << '\n';
}

// Hands out runs to threads, and never more memory than there is.
class Scheduler {
 public:
  Scheduler(const Suite& suite, const SuitePlan& plan, const SuiteHooks& hooks)
      : suite_(suite),
        hooks_(hooks),
        jobs_(std::min<uint64_t>(plan.jobs, std::max<size_t>(suite.runs.size(), 1))),
        share_(plan.memory_bytes / std::max<uint64_t>(jobs_, 1)),
        program_(own_path()),
        journal_path_(plan.journal),
        earlier_(read_journal(plan.journal)),
        journal_(plan.journal, std::ios::app),
        results_(suite.runs.size()) {}

  Result<std::vector<SuiteResult>> run() {
    if (!journal_) return Failure(DiagnosticKind::UsageError, fmt::format("cannot write '{}'", journal_path_));
    end_last_line(journal_path_, journal_);
    std::vector<std::thread> threads;
    for (uint64_t i = 0; i < jobs_; ++i) threads.emplace_back([this] { work(); });
    for (std::thread& thread : threads) thread.join();
    if (failure_) return std::move(*failure_);
    return std::move(results_);
  }

 private:
  // The limit that a run brings along; without one it gets an equal share of what there is.
  uint64_t memory_of(const SuiteRun& run) const { return run.memory_bytes.value_or(share_); }

  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      if (next_ == suite_.runs.size() || failure_ || hooks_.stop.load(std::memory_order_relaxed)) return;
      const uint64_t needed = memory_of(suite_.runs[next_]);
      // A run that needs more than there is goes alone.
      if (reserved_ != 0 && reserved_ + needed > share_ * jobs_) {
        freed_.wait(lock);
        continue;
      }
      const size_t index = next_++;
      reserved_ += needed;
      lock.unlock();
      do_one(index);
      lock.lock();
      reserved_ -= needed;
      freed_.notify_all();
    }
  }

  void do_one(size_t index) {
    const SuiteRun& run = suite_.runs[index];
    const std::string key = key_of(run);
    const auto known = earlier_.find(key);
    if (known != earlier_.end()) {
      SuiteResult result = compare(run, known->second);
      result.from_journal = true;
      finish(index, std::move(result));
      return;
    }
    std::vector<std::string> options = run.options;
    if (!run.memory_bytes) options.push_back(fmt::format("--memory={}", share_));
    options.emplace_back("--trace=off");
    Result<RunRecord> record = run_and_read(program_, options, run.model, hooks_.stop);
    const std::lock_guard lock(mutex_);
    if (!record) {
      failure_ = record.failure();
      return;
    }
    if (record->verdict == "interrupted" || hooks_.stop.load(std::memory_order_relaxed)) return;  // not done
    // What left no report may have met a passing trouble of the machine: it is tried again when the suite goes on.
    if (record->reported()) journal_ << to_json(key, *record).dump() << std::endl;
    results_[index] = compare(run, std::move(*record));
    hooks_.done(index, results_[index]);
  }

  void finish(size_t index, SuiteResult result) {
    const std::lock_guard lock(mutex_);
    results_[index] = std::move(result);
    hooks_.done(index, results_[index]);
  }

  const Suite& suite_;
  const SuiteHooks& hooks_;
  const uint64_t jobs_;
  const uint64_t share_;
  const std::string program_;
  const std::string journal_path_;
  const std::map<std::string, RunRecord> earlier_;
  std::mutex mutex_;  // guards all that follows
  std::condition_variable freed_;
  uint64_t reserved_ = 0;  // memory of the runs that go on
  std::ofstream journal_;
  std::vector<SuiteResult> results_;
  std::optional<Failure> failure_;
  size_t next_ = 0;
};

void note(std::string& text, const std::string& what) {
  text += (text.empty() ? "" : "; ") + what;
}

}  // namespace

SuiteResult compare(const SuiteRun& run, RunRecord record) {
  SuiteResult result;
  if (!record.reported()) {
    result.status = SuiteStatus::Broken;
    result.difference = record.problem;
    result.record = std::move(record);
    return result;
  }
  const Expectation& expected = run.expected;
  if (record.verdict != expected.outcome && record.violation != expected.outcome) {
    note(result.difference, fmt::format("{}, expected {}", outcome(record), expected.outcome));
    result.other_outcome = true;
  }
  if (expected.states && *expected.states != record.states) {
    note(result.difference, fmt::format("{} states, expected {}", record.states, *expected.states));
  }
  if (expected.transitions && *expected.transitions != record.transitions) {
    note(result.difference, fmt::format("{} transitions, expected {}", record.transitions, *expected.transitions));
  }
  result.status = result.difference.empty() ? SuiteStatus::Passed : SuiteStatus::Failed;
  result.record = std::move(record);
  return result;
}

Result<std::vector<SuiteResult>> run_suite(const Suite& suite, const SuitePlan& plan, const SuiteHooks& hooks) {
  return Scheduler(suite, plan, hooks).run();
}

}  // namespace px::batch
