// A suite: many models, checked one after the other or several at once, and compared with the expected results.
//
//   [[check]]
//   model = "peterson.pml"                 # relative to the suite's file
//   define = { N = [3, 4] }                # lists multiply: every value with every value of the others
//   include = [["a", "b"]]                 # a list in a list: all of them in one run
//   strategy = ["none", "canonical"]       # any option of `pexplore check`, by its long name
//   expect = "holds"                       # the verdict, or the kind of violation; default: "holds"
//   properties = { answered = "holds" }     # verdicts of single formulas and claims
//   states = { "N=3 none" = 2636, "N=3 canonical" = 494 }   # or one number for all; keys are words of a run's name
//
// A [defaults] table supplies options for all checks. Every run is recorded when it is done (the journal), so an
// interrupted suite continues where it stopped (journal.h); the journal is deleted when the suite is done.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/source.h"
#include "frontends/batch/run_record.h"

namespace px::batch {

struct Expectation {
  std::string outcome = "holds";  // a verdict, or a kind of violation
  std::optional<uint64_t> states;
  std::optional<uint64_t> transitions;
  std::vector<std::pair<std::string, std::string>> properties{};  // formulas and claims by name, and their verdicts
};

// Where the file sets an option: its key and its value.
struct OptionPlace {
  SourceSpan key;
  SourceSpan value;
};

// One run of one model, as specified by the file.
struct SuiteRun {
  std::string name;   // "N=3 none": the values that distinguish it from other runs of the model; may be empty
  std::string model;  // path that can be opened
  std::string shown_model;
  std::vector<std::string> options;
  std::vector<OptionPlace> places;  // of the options, one by one
  std::vector<std::string> tags{};
  Expectation expected;
  SourceSpan span;                         // of its check in the file
  std::optional<uint64_t> memory_bytes{};  // the value of --memory among its options
};

struct Suite {
  std::string name;
  std::vector<SuiteRun> runs;
};

// Reads a suite; every problem is reported with its location in the file.
Result<Suite> read_suite(const std::string& path, SourceMap& sources);

// Makes the names of runs unique that have the same model and name: appends the options in which they differ or, if
// they differ in none, a number.
void tell_apart(std::vector<SuiteRun>& runs);

enum class SuiteStatus : uint8_t { Passed, Failed, Broken, Missing };  // Broken: no report; Missing: not run

struct SuiteResult {
  SuiteStatus status = SuiteStatus::Missing;
  std::string difference;      // from the expectation; for a broken run, its message
  bool other_outcome = false;  // the verdict or violation differs from the expectation, not only the counts
  RunRecord record;
  bool from_journal = false;
  std::string kept{};      // folder with its report and output; empty: none
  std::string run_text{};  // from the kept output: its errors and the runs to them, abridged in the middle if long
};

// Whether a run came out as expected.
SuiteResult compare(const SuiteRun& run, RunRecord record);

// Which runs of a suite to execute.
struct SuiteChoice {
  std::vector<std::string> only{};  // those selected by one of these; see docs/suites.md; empty: all
  uint64_t shard = 1;               // every run whose number is congruent to shard - 1 modulo shards
  uint64_t shards = 1;
};
// Parses "2/8"; unset if the text is invalid.
std::optional<std::pair<uint64_t, uint64_t>> parse_shard(std::string_view text);
// Keeps only the selected runs. Fails for a name that no run has.
Result<void> choose_runs(const SuiteChoice& choice, Suite& suite);

struct SuitePlan {
  uint64_t jobs = 1;
  uint64_t memory_bytes = 0;  // for all runs together
  uint64_t threads = 0;       // per run, unless its options set it; 0: the run decides
  std::string journal;        // path
  std::string program;        // identifies this pexplore
  std::string keep{};         // folder for the output of runs with unexpected results; empty: keep nothing
};

struct SuiteHooks {
  std::function<void(size_t index, const SuiteResult& result)> done;  // called by one thread at a time
  const std::atomic<bool>& stop;
};

// Executes all runs that are not in the journal.
Result<std::vector<SuiteResult>> run_suite(const Suite& suite, const SuitePlan& plan, const SuiteHooks& hooks);

// 0 if all results are as expected; otherwise the worst: see docs/suites.md.
int worst_exit_code(const std::vector<SuiteResult>& results);
// `begun`: the start, in seconds since 1970; 0: unknown.
std::string junit_xml(const Suite& suite, const std::vector<SuiteResult>& results, int64_t begun = 0);
// Unexpected results, in the Static Analysis Results Interchange Format (SARIF 2.1.0). `file`: the suite's.
std::string sarif_json(const Suite& suite, const std::vector<SuiteResult>& results, const std::string& file,
                       const std::string& version);
// One JSON object per run, each on one line, in the order of the suite.
std::string results_json_lines(const Suite& suite, const std::vector<SuiteResult>& results);
enum class TableRows : uint8_t { All, NotAsExpected };
std::string suite_table(const Suite& suite, const std::vector<SuiteResult>& results, TableRows rows = TableRows::All);

}  // namespace px::batch
