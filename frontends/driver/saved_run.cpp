#include "frontends/driver/saved_run.h"

#include <chrono>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "engine/base/content_hash.h"
#include "engine/explore/search_state.h"
#include "engine/ir/text.h"

namespace px::driver {
namespace {

std::string stored_name(size_t number) {
  return fmt::format("model-{}.txt", number);
}

std::string now() {
  const std::time_t time = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(time));
}

Result<std::map<std::string, std::string>> read_files(const checkpoint::CheckpointEntry& entry,
                                                      const checkpoint::CheckpointFacts& manifest) {
  std::map<std::string, std::string> files;
  for (const auto& file : manifest.at("model")) {
    Result<std::string> text = read_checkpoint_file(entry, manifest, file.at("stored").get<std::string>());
    if (!text) return text.failure();
    files[file.at("name").get<std::string>()] = std::move(*text);
  }
  return files;
}

// Errors are stored in the same form as those of a search.
checkpoint::CheckpointFacts growth_facts(const GrowthHistory& growth) {
  checkpoint::CheckpointFacts all = checkpoint::CheckpointFacts::array();
  for (const EarlierSearch& earlier : growth) {
    explore::SearchState state;
    state.found = earlier.found;
    all.push_back({{"marks", earlier.marks}, {"errors", state.words()}});
  }
  return all;
}

bool read_growth(const checkpoint::CheckpointFacts& facts, GrowthHistory& growth) {
  for (const auto& earlier : facts) {
    const std::optional<explore::SearchState> state =
        explore::SearchState::from(earlier.at("errors").get<std::vector<uint64_t>>());
    if (!state) return false;
    growth.push_back({earlier.at("marks").get<std::vector<uint32_t>>(), state->found});
  }
  return true;
}

Result<SavedRun> read_saved_run(const checkpoint::CheckpointEntry& entry, const std::string& version) {
  const Result<checkpoint::CheckpointFacts> manifest = read_manifest(entry);
  if (!manifest) return manifest.failure();
  SavedRun run;
  run.entry = entry;
  try {
    run.version = manifest->at("version").get<std::string>();
    if (run.version != version) {
      return Failure(DiagnosticKind::UsageError,
                     fmt::format("{}: it was written by pexplore {}, this is {}", entry.path, run.version, version),
                     "resume with the version that wrote it");
    }
    if (auto damage = find_damage(entry, *manifest)) return Failure(DiagnosticKind::UsageError, std::move(*damage));
    run.states = checkpoint::states_summary(*manifest);
    run.bytes = run.states.bytes;
    run.arguments = manifest->at("arguments").get<std::vector<std::string>>();
    if (!read_growth(manifest->at("growth"), run.growth)) {
      return Failure(DiagnosticKind::UsageError, entry.path + ": the manifest does not list the earlier searches");
    }
    run.program_hash = manifest->at("program").get<std::string>();
    run.written = manifest->at("written").get<std::string>();
    const auto& search = manifest->at("search");
    run.stored_states = search.at("states").get<uint64_t>();
    run.transitions = search.at("transitions").get<uint64_t>();
    run.errors = search.at("errors").get<uint64_t>();
    run.seconds = search.at("seconds").get<double>();
    Result<std::map<std::string, std::string>> files = read_files(entry, *manifest);
    if (!files) return files.failure();
    run.files = std::move(*files);
  } catch (const nlohmann::json::exception& problem) {
    return Failure(DiagnosticKind::UsageError,
                   fmt::format("{}: the manifest is incomplete: {}", entry.path, problem.what()));
  }
  return run;
}

}  // namespace

std::string hash_of_search(const ModelExecution& execution, const SourceMap& sources) {
  return content_hash(ir::write_program(execution.interpreter->program(), sources) + execution.reducer->name());
}

std::optional<std::string> describe_run(const CheckpointOptions& options, const SourceMap& sources,
                                        const GrowthHistory& growth, const std::string& program_hash,
                                        checkpoint::CheckpointDraft& draft, checkpoint::CheckpointFacts& facts) {
  checkpoint::CheckpointFacts model = checkpoint::CheckpointFacts::array();
  for (const FileId file : sources.files_read()) {
    const std::string stored = stored_name(model.size() + 1);
    if (auto problem = draft.add_file(stored, std::string(sources.text(file)))) return problem;
    model.push_back({{"name", sources.name(file)}, {"stored", stored}});
  }
  facts["version"] = options.version;
  facts["written"] = now();
  facts["arguments"] = options.arguments;
  facts["model"] = std::move(model);
  facts["growth"] = growth_facts(growth);
  facts["program"] = program_hash;
  return std::nullopt;
}

Result<SavedRun> open_saved_run(const std::string& folder, const std::string& version) {
  const Result<std::vector<checkpoint::CheckpointEntry>> entries = checkpoint::list_checkpoints(folder);
  if (!entries) return entries.failure();
  std::vector<std::string> damaged;
  Failure first;
  for (const checkpoint::CheckpointEntry& entry : *entries) {
    Result<SavedRun> run = read_saved_run(entry, version);
    if (run) {
      run->damaged = std::move(damaged);
      return run;
    }
    if (damaged.empty()) first = run.failure();
    damaged.push_back(run.failure().diagnostics.front().message);
  }
  for (size_t i = 1; i < damaged.size(); ++i) {
    first.diagnostics.push_back(Diagnostic{DiagnosticKind::UsageError, {}, damaged[i], {}});
  }
  return first;
}

}  // namespace px::driver
