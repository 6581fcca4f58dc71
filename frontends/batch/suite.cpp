// Runs a suite: starts runs in order, as many at once as are allowed and fit into memory, and keeps the journal.
#include "frontends/batch/suite.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <fmt/format.h>
#include <mutex>
#include <system_error>
#include <thread>

#include "frontends/batch/journal.h"
#include "frontends/batch/kept_runs.h"

namespace px::batch {
namespace {

bool says_threads(const SuiteRun& run) {
  return std::ranges::any_of(run.options, [](const std::string& option) { return option.starts_with("--threads="); });
}

// Assigns runs to threads, within the available memory.
class Scheduler {
 public:
  Scheduler(const Suite& suite, const SuitePlan& plan, const SuiteHooks& hooks)
      : suite_(suite),
        plan_(plan),
        hooks_(hooks),
        share_(plan.memory_bytes / std::max<uint64_t>(plan.jobs, 1)),
        program_(own_path()),
        journal_(plan.journal, plan.program),
        kept_(plan.keep),
        results_(suite.runs.size()) {}

  Result<std::vector<SuiteResult>> run() {
    if (const Result<void> opened = journal_.open(); !opened) return opened.failure();
    std::vector<std::thread> threads;
    for (uint64_t i = 0; i < plan_.jobs; ++i) {
      try {
        threads.emplace_back([this] { work(); });
      } catch (const std::system_error&) {  // the system refuses to create more threads
        if (threads.empty()) throw;
        break;
      }
    }
    for (std::thread& thread : threads) thread.join();
    if (thrown_) std::rethrow_exception(thrown_);
    if (failure_) return std::move(*failure_);
    return std::move(results_);
  }

 private:
  // The limit that the run itself sets; otherwise an equal share of the memory.
  uint64_t memory_of(const SuiteRun& run) const { return run.memory_bytes.value_or(share_); }

  // An exception is rethrown where the suite was called, instead of ending the process.
  void work() {
    try {
      do_runs();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      thrown_ = std::current_exception();
      freed_.notify_all();
    }
  }

  void do_runs() {
    std::unique_lock lock(mutex_);
    while (true) {
      const bool ended = failure_ || thrown_ || hooks_.stop.load(std::memory_order_relaxed);
      if (next_ == suite_.runs.size() || ended) return;
      const uint64_t needed = memory_of(suite_.runs[next_]);
      // A run that needs more than the total memory runs alone.
      if (reserved_ != 0 && reserved_ + needed > share_ * plan_.jobs) {
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
    const uint64_t share = run.memory_bytes ? 0 : share_;
    if (std::optional<RunRecord> known = journal_.find(run, share)) {
      SuiteResult result = compare(run, std::move(*known));
      result.from_journal = true;
      kept_.find_earlier(run, result);
      // If files that should have been kept are missing, run again to recreate them.
      if (!kept_.wanted() || result.status == SuiteStatus::Passed || !result.kept.empty()) {
        const std::lock_guard lock(mutex_);
        finish(index, std::move(result));
        return;
      }
    }
    std::vector<std::string> options = run.options;
    if (share != 0) options.push_back(fmt::format("--memory={}", share));
    if (plan_.threads != 0 && !says_threads(run)) options.push_back(fmt::format("--threads={}", plan_.threads));
    if (!kept_.wanted()) options.emplace_back("--trace=off");
    const UnfinishedPage page(kept_.page_of(run, index));
    std::vector<std::string> with_page = options;
    if (!page.path().empty()) with_page.push_back("--trace-html=" + page.path());
    Result<RunRecord> record = run_and_read(program_, with_page, run.model, hooks_.stop);
    const std::lock_guard lock(mutex_);
    if (!record) {
      failure_ = record.failure();
      return;
    }
    if (record->verdict == "interrupted" || hooks_.stop.load(std::memory_order_relaxed)) return;  // not finished
    // A run without a report may have hit a temporary problem of the machine: it is repeated when the suite continues.
    if (record->reported()) {
      if (Result<void> added = journal_.add(run, share, *record); !added) failure_ = added.failure();
    }
    SuiteResult result = compare(run, std::move(*record));
    if (std::optional<Failure> problem = kept_.keep(run, options, page, result)) failure_ = std::move(problem);
    result.record.report.clear();
    result.record.output.clear();
    finish(index, std::move(result));
  }

  void finish(size_t index, SuiteResult result) {
    results_[index] = std::move(result);
    hooks_.done(index, results_[index]);
  }

  const Suite& suite_;
  const SuitePlan& plan_;
  const SuiteHooks& hooks_;
  const uint64_t share_;
  const std::string program_;
  std::mutex mutex_;  // guards all following members, and appending to the journal
  std::condition_variable freed_;
  uint64_t reserved_ = 0;  // memory of the runs in progress
  Journal journal_;
  KeptRuns kept_;
  std::vector<SuiteResult> results_;
  std::optional<Failure> failure_;
  std::exception_ptr thrown_;
  size_t next_ = 0;
};

void note(std::string& text, const std::string& what) {
  text += (text.empty() ? "" : "; ") + what;
}

// The verdict on a formula or claim, given by its name alone ("f"), or with its kind ("ltl f").
std::optional<std::string> verdict_on(const RunRecord& record, const std::string& name) {
  for (const auto& [full, verdict] : record.properties) {
    if (full == name || full.ends_with(' ' + name)) return verdict;
  }
  return std::nullopt;
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
  // A different instance from the intended one may have been checked, so no result counts.
  for (const std::string& said : record.without_effect) note(result.difference, said);
  for (const auto& [name, verdict] : expected.properties) {
    const std::optional<std::string> found = verdict_on(record, name);
    if (found == verdict) continue;
    note(result.difference, fmt::format("{}: {}, expected {}", name, found.value_or("not checked"), verdict));
    result.other_outcome = true;
  }
  result.status = result.difference.empty() ? SuiteStatus::Passed : SuiteStatus::Failed;
  result.record = std::move(record);
  return result;
}

Result<std::vector<SuiteResult>> run_suite(const Suite& suite, const SuitePlan& plan, const SuiteHooks& hooks) {
  return Scheduler(suite, plan, hooks).run();
}

}  // namespace px::batch
