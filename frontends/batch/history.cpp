#include "frontends/batch/history.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <sys/file.h>
#include <system_error>
#include <tuple>
#include <unistd.h>

#include "engine/base/content_hash.h"
#include "engine/base/text_file.h"
#include "frontends/batch/numbers.h"

namespace px::batch {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr size_t kNightsCompared = 10;
constexpr size_t kNightsNeeded = 4;  // fewer do not determine the noise
constexpr double kNoise = 5;         // times the median deviation: about 3.4 standard deviations
constexpr double kShare = 0.1;       // of the median: smaller differences do not matter
constexpr double kFloorSeconds = 0.5;
constexpr double kFloorBytes = 16.0 * (1 << 20);

std::string path_of(const std::string& folder) {
  return (fs::path(folder) / "history.jsonl").string();
}

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string();
}

// The memory and the threads that the suite assigns to a run are not among its options: they affect only time.
NightRun night_run(const SuiteRun& run, const SuiteResult& result) {
  const RunRecord& record = result.record;
  NightRun night;
  night.model = run.shown_model;
  night.name = run.name;
  night.options = fmt::format("{}", fmt::join(run.options, " "));
  std::string hashes;
  for (const FileRead& file : record.files) hashes += file.hash + ' ';
  night.files = record.files.empty() ? "" : content_hash(hashes);
  night.expected = run.expected.outcome;
  night.status = result.status == SuiteStatus::Passed   ? "ok"
                 : result.status == SuiteStatus::Failed ? "failed"
                                                        : "broken";
  night.difference = result.difference;
  night.outcome = outcome(record);
  const bool exact = record.verdict == "holds" || (record.guarantee == "exact" && record.caveat.empty());
  night.complete = record.complete() && exact;
  night.states = record.states;
  night.transitions = record.transitions;
  night.seconds = record.wall_seconds;
  night.peak_bytes = record.peak_bytes;
  for (const RunError& error : record.errors) night.errors.push_back(error.text());
  night.kept = result.kept;
  return night;
}

Json json_of(const NightRun& run) {
  return {{"night", run.night},
          {"suite", run.suite},
          {"version", run.version},
          {"host", run.host},
          {"model", run.model},
          {"name", run.name},
          {"options", run.options},
          {"files", run.files},
          {"expected", run.expected},
          {"status", run.status},
          {"difference", run.difference},
          {"outcome", run.outcome},
          {"complete", run.complete},
          {"states", run.states},
          {"transitions", run.transitions},
          {"seconds", run.seconds},
          {"peak_memory_bytes", run.peak_bytes},
          {"errors", run.errors},
          {"kept", run.kept}};
}

bool read_line(const std::string& line, NightRun& run) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return false;
  try {
    json.at("night").get_to(run.night);
    json.at("suite").get_to(run.suite);
    json.at("version").get_to(run.version);
    json.at("host").get_to(run.host);
    json.at("model").get_to(run.model);
    json.at("name").get_to(run.name);
    json.at("options").get_to(run.options);
    json.at("files").get_to(run.files);
    json.at("expected").get_to(run.expected);
    json.at("status").get_to(run.status);
    json.at("difference").get_to(run.difference);
    json.at("outcome").get_to(run.outcome);
    json.at("complete").get_to(run.complete);
    json.at("states").get_to(run.states);
    json.at("transitions").get_to(run.transitions);
    json.at("seconds").get_to(run.seconds);
    json.at("peak_memory_bytes").get_to(run.peak_bytes);
    json.at("errors").get_to(run.errors);
    json.at("kept").get_to(run.kept);
  } catch (const Json::exception&) {
    return false;
  }
  return !run.night.empty();
}

Failure cannot_write(const std::string& path) {
  return Failure(DiagnosticKind::UsageError,
                 fmt::format("--history: cannot write '{}': {}", path, std::generic_category().message(errno)));
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

// Whether the last line of a file is incomplete.
bool lacks_end(int file) {
  const off_t size = ::lseek(file, 0, SEEK_END);
  char last = '\n';
  return size > 0 && ::pread(file, &last, 1, size - 1) == 1 && last != '\n';
}

// ---- Changes

bool same_run(const NightRun& one, const NightRun& other) {
  return one.options == other.options && one.files == other.files;
}

// A conclusive verdict: a run may hit a limit one night and not the next.
bool decided(const NightRun& run) {
  return run.status != "broken" && !run.outcome.starts_with("incomplete") && run.outcome != "interrupted";
}

void compare_outcomes(const NightRun& now, const NightRun& before, std::vector<Change>& changes) {
  const bool same = same_run(now, before);
  const std::string why = same ? ", with the same files and options" : "; its files or options have changed";
  if (now.outcome != before.outcome) {
    const bool lost = same && decided(before);
    const Change::Kind other = lost ? Change::Kind::Warning : Change::Kind::Note;
    changes.push_back({lost && decided(now) ? Change::Kind::Failure : other, now.title(),
                       fmt::format("{}, {} the night before{}", now.outcome, before.outcome, why)});
    return;
  }
  if (!now.complete || !before.complete) return;
  const auto count = [&](std::string_view what, uint64_t is, uint64_t was) {
    if (is == was) return;
    changes.push_back({same ? Change::Kind::Failure : Change::Kind::Note, now.title(),
                       fmt::format("{} {}, {} the night before{}", grouped(is), what, grouped(was), why)});
  };
  count("states", now.states, before.states);
  count("transitions", now.transitions, before.transitions);
}

struct Figure {
  std::string_view what;
  double floor;
  double (*of)(const NightRun&);
  std::string (*text)(double);
};

void compare_figure(const RunHistory& run, const Figure& figure, std::vector<Change>& changes) {
  const NightRun& now = run.latest();
  std::vector<double> earlier;
  for (size_t i = run.nights.size() - 1; i-- > 0 && earlier.size() < kNightsCompared;) {
    const NightRun& night = run.nights[i];
    if (same_run(now, night) && night.outcome == now.outcome && night.host == now.host)
      earlier.push_back(figure.of(night));
  }
  if (earlier.size() < kNightsNeeded || !decided(now)) return;
  const double usual = median(earlier);
  std::vector<double> distances;
  for (const double value : earlier) distances.push_back(std::abs(value - usual));
  const double allowed = std::max({kNoise * median(distances), kShare * usual, figure.floor});
  const double value = figure.of(now);
  if (std::abs(value - usual) <= allowed) return;
  changes.push_back({value > usual ? Change::Kind::Warning : Change::Kind::Note, now.title(),
                     fmt::format("{}: {}, {} is the median of {} nights before", figure.what, figure.text(value),
                                 figure.text(usual), earlier.size())});
}

}  // namespace

std::vector<NightRun> night_of(const Suite& suite, const std::vector<SuiteResult>& results,
                               std::chrono::system_clock::time_point begun, const std::string& version) {
  // Short suites may follow each other within a second.
  const auto since = duration_cast<std::chrono::milliseconds>(begun.time_since_epoch()).count();
  const std::string night = fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                                        fmt::gmtime(std::chrono::system_clock::to_time_t(begun)), since % 1000);
  const std::string host = host_name();
  std::vector<NightRun> runs;
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i].status == SuiteStatus::Missing) continue;
    NightRun run = night_run(suite.runs[i], results[i]);
    run.night = night;
    run.suite = suite.name;
    run.version = version;
    run.host = host;
    runs.push_back(std::move(run));
  }
  return runs;
}

std::string night_lines(const std::vector<NightRun>& runs) {
  std::string lines;
  for (const NightRun& run : runs) lines += json_of(run).dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
  return lines;
}

Result<void> append_night(const std::string& folder, const std::string& lines) {
  const std::string path = path_of(folder);
  const int file = ::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return cannot_write(path);
  ::flock(file, LOCK_EX);  // without lock support in the file system, there is no mutual exclusion
  const bool written = write_all(file, (lacks_end(file) ? "\n" : "") + lines) && ::fsync(file) == 0;
  if (::close(file) != 0 || !written) return cannot_write(path);
  return {};
}

History history_of(const std::string& lines) {
  History history;
  std::map<std::tuple<std::string, std::string, std::string>, size_t> places;
  std::set<std::string> nights;
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);) {
    if (line.empty()) continue;
    NightRun run;
    if (!read_line(line, run)) {
      ++history.unreadable;
      continue;
    }
    nights.insert(run.night);
    const auto [place, is_new] = places.try_emplace({run.suite, run.model, run.name}, history.runs.size());
    if (is_new) history.runs.emplace_back();
    history.runs[place->second].nights.push_back(std::move(run));
  }
  history.nights.assign(nights.begin(), nights.end());
  // Shards of one night may be added in any order, and so may nights of several machines.
  for (RunHistory& run : history.runs) {
    std::stable_sort(run.nights.begin(), run.nights.end(),
                     [](const NightRun& one, const NightRun& other) { return one.night < other.night; });
  }
  std::stable_sort(history.runs.begin(), history.runs.end(), [](const RunHistory& one, const RunHistory& other) {
    return one.latest().night > other.latest().night;
  });
  return history;
}

Result<History> read_history(const std::string& folder) {
  const std::optional<std::string> text = text_of_file(path_of(folder));
  if (!text) return cannot_write(path_of(folder));
  return history_of(*text);
}

std::vector<Change> changes_of(const RunHistory& run) {
  std::vector<Change> changes;
  const NightRun& now = run.latest();
  if (run.nights.size() == 1) {
    changes.push_back({Change::Kind::Note, now.title(), fmt::format("new: {}", now.outcome)});
    return changes;
  }
  compare_outcomes(now, run.nights[run.nights.size() - 2], changes);
  compare_figure(run,
                 {"time", kFloorSeconds, [](const NightRun& r) { return r.seconds; },
                  [](double seconds) { return format_duration(seconds); }},
                 changes);
  compare_figure(run,
                 {"memory", kFloorBytes, [](const NightRun& r) { return static_cast<double>(r.peak_bytes); },
                  [](double bytes) { return format_bytes(static_cast<uint64_t>(bytes)); }},
                 changes);
  return changes;
}

std::vector<Change> changes_of(const History& history, const std::string& suite, bool whole) {
  std::string last;
  std::string before;  // the previous night of this suite
  for (const RunHistory& run : history.runs) {
    if (run.latest().suite == suite) last = std::max(last, run.latest().night);
  }
  for (const RunHistory& run : history.runs) {
    for (const NightRun& night : run.nights) {
      if (night.suite == suite && night.night < last) before = std::max(before, night.night);
    }
  }
  std::vector<Change> changes;
  for (const RunHistory& run : history.runs) {
    if (run.latest().suite != suite) continue;
    if (run.latest().night == last) {
      for (Change& change : changes_of(run)) changes.push_back(std::move(change));
    } else if (whole && run.latest().night == before) {
      changes.push_back({Change::Kind::Note, run.latest().title(), "is no longer in the suite"});
    }
  }
  std::stable_sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) { return a.kind < b.kind; });
  return changes;
}

}  // namespace px::batch
