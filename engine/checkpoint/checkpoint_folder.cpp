#include "engine/checkpoint/checkpoint_folder.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>
#include <xxhash.h>

namespace px::checkpoint {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStates = "states.pxb";
constexpr const char* kManifest = "manifest.json";
constexpr const char* kPrefix = "checkpoint-";
constexpr size_t kKept = 2;  // complete ones

uint64_t hash_of(const std::string& text) {
  return XXH3_64bits(text.data(), text.size());
}
std::string hex(uint64_t hash) {
  return fmt::format("{:016x}", hash);
}
std::optional<uint64_t> from_hex(const nlohmann::ordered_json& text) {
  if (!text.is_string()) return {};
  const std::string& digits = text.get_ref<const std::string&>();
  uint64_t hash = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), hash, 16);
  if (error != std::errc() || end != digits.data() + digits.size()) return {};
  return hash;
}

std::string system_problem(const std::string& path) {
  return path + ": " + std::strerror(errno);
}

// Returns the problem, or nullopt if the file or folder is on disk.
std::optional<std::string> synchronise(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return system_problem(path);
  const bool done = ::fsync(file) == 0;
  std::optional<std::string> problem;
  if (!done) problem = system_problem(path);
  ::close(file);
  return problem;
}

std::optional<std::string> write_whole(const std::string& path, const std::string& content) {
  {
    std::ofstream file(path, std::ios::binary);
    file << content;
    if (!file.flush()) return system_problem(path);
  }
  return synchronise(path);
}

Result<std::string> read_whole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Failure(DiagnosticKind::UsageError, "cannot read " + system_problem(path));
  std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) return Failure(DiagnosticKind::UsageError, "cannot read " + system_problem(path));
  return content;
}

// The number of a complete checkpoint's folder.
std::optional<uint64_t> number_of(const std::string& name) {
  if (!name.starts_with(kPrefix)) return {};
  const char* first = name.data() + std::strlen(kPrefix);
  const char* last = name.data() + name.size();
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(first, last, number);
  if (error != std::errc() || end != last || first == last) return {};
  return number;
}

std::vector<CheckpointEntry> entries_of(const std::string& folder) {
  std::vector<CheckpointEntry> entries;
  std::error_code error;
  for (fs::directory_iterator item(folder, error), end; !error && item != end; item.increment(error)) {
    if (const auto number = number_of(item->path().filename().string())) {
      entries.push_back({*number, item->path().string()});
    }
  }
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.number > b.number; });
  return entries;
}

void remove_quietly(const std::string& path) {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

Failure damaged(const CheckpointEntry& entry, const std::string& what) {
  return Failure(DiagnosticKind::UsageError, entry.path + ": " + what);
}

}  // namespace

// ---- Writing

CheckpointDraft::CheckpointDraft(std::string folder, uint64_t number)
    : folder_(std::move(folder)), number_(number), part_(fmt::format("{}/{}{:06}.part", folder_, kPrefix, number)) {}

CheckpointDraft::~CheckpointDraft() {
  states_.reset();
  if (!completed_) remove_quietly(part_);
}

std::optional<std::string> CheckpointDraft::add_file(const std::string& name, const std::string& content) {
  files_.push_back(name);
  return write_whole(part_ + '/' + name, content);
}

std::optional<std::string> CheckpointDraft::complete(const CheckpointFacts& facts) {
  if (!states_->finish()) return states_->problem();
  if (auto problem = write_manifest(facts)) return problem;
  if (auto problem = synchronise(part_)) return problem;
  const std::string whole = part_.substr(0, part_.rfind('.'));
  if (std::rename(part_.c_str(), whole.c_str()) != 0) return system_problem(whole);
  completed_ = true;
  auto problem = synchronise(folder_);
  const std::vector<CheckpointEntry> all = entries_of(folder_);
  for (size_t i = kKept; i < all.size(); ++i) remove_quietly(all[i].path);
  return problem;
}

std::optional<std::string> CheckpointDraft::write_manifest(const CheckpointFacts& facts) {
  const BlockFileSummary states = states_->summary();
  CheckpointFacts manifest = {{"format", kCheckpointFormat}, {"number", number_}};
  manifest["states"] = {
      {"name", kStates}, {"bytes", states.bytes}, {"blocks", states.blocks}, {"hash", hex(states.hash)}};
  CheckpointFacts files = CheckpointFacts::array();
  for (const std::string& name : files_) {
    const Result<std::string> content = read_whole(part_ + '/' + name);
    if (!content) return content.failure().diagnostics.front().message;
    files.push_back({{"name", name}, {"bytes", content->size()}, {"hash", hex(hash_of(*content))}});
  }
  manifest["files"] = std::move(files);
  for (const auto& [key, value] : facts.items()) manifest[key] = value;
  manifest["hash"] = hex(hash_of(manifest.dump()));
  return write_whole(part_ + '/' + kManifest, manifest.dump(2) + '\n');
}

Result<std::unique_ptr<CheckpointFolder>> CheckpointFolder::own(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return Failure(DiagnosticKind::UsageError, "cannot make the folder " + path + ": " + error.message());
  const std::string lock_path = path + "/lock";
  const int lock = ::open(lock_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock < 0) return Failure(DiagnosticKind::UsageError, "cannot write " + system_problem(lock_path));
  std::unique_ptr<CheckpointFolder> folder(new CheckpointFolder(path, lock));
  if (::flock(lock, LOCK_EX | LOCK_NB) != 0) {
    return Failure(DiagnosticKind::UsageError, "another process writes checkpoints to " + path,
                   "give each run a folder of its own");
  }
  for (fs::directory_iterator item(path, error), end; !error && item != end; item.increment(error)) {
    const std::string name = item->path().filename().string();
    if (name.starts_with(kPrefix) && name.ends_with(".part")) remove_quietly(item->path().string());
  }
  return folder;
}

CheckpointFolder::~CheckpointFolder() {
  ::close(lock_);
}

Result<std::unique_ptr<CheckpointDraft>> CheckpointFolder::begin() {
  const std::vector<CheckpointEntry> all = entries_of(path_);
  std::unique_ptr<CheckpointDraft> draft(new CheckpointDraft(path_, all.empty() ? 1 : all.front().number + 1));
  remove_quietly(draft->part_);
  std::error_code error;
  fs::create_directory(draft->part_, error);
  if (error) return Failure(DiagnosticKind::UsageError, "cannot make " + draft->part_ + ": " + error.message());
  Result<std::unique_ptr<BlockWriter>> states = BlockWriter::create(draft->part_ + '/' + kStates);
  if (!states) return states.failure();
  draft->states_ = std::move(*states);
  return draft;
}

// ---- Reading

Result<std::vector<CheckpointEntry>> list_checkpoints(const std::string& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    return Failure(DiagnosticKind::UsageError, "there is no folder " + folder,
                   "name the folder that was given to --checkpoint");
  }
  std::vector<CheckpointEntry> entries = entries_of(folder);
  if (entries.empty()) {
    return Failure(DiagnosticKind::UsageError, "there is no complete checkpoint in " + folder,
                   "one is complete when its folder has no '.part' at the end");
  }
  return entries;
}

Result<CheckpointFacts> read_manifest(const CheckpointEntry& entry) {
  const Result<std::string> text = read_whole(entry.path + '/' + kManifest);
  if (!text) return text.failure();
  CheckpointFacts manifest = CheckpointFacts::parse(*text, nullptr, false);
  if (!manifest.is_object()) return damaged(entry, "the manifest is damaged: it is no JSON object");
  if (!manifest.contains("format") || manifest["format"] != kCheckpointFormat) {
    return damaged(
        entry, fmt::format("its format is {}; this version reads format {}",
                           manifest.contains("format") ? manifest["format"].dump() : "not stated", kCheckpointFormat));
  }
  const std::optional<uint64_t> hash = from_hex(manifest.value("hash", CheckpointFacts()));
  manifest.erase("hash");
  if (!hash || *hash != hash_of(manifest.dump())) return damaged(entry, "the manifest is damaged: its hash is another");
  return manifest;
}

Result<std::string> read_checkpoint_file(const CheckpointEntry& entry, const CheckpointFacts& manifest,
                                         const std::string& name) {
  for (const auto& file : manifest.at("files")) {
    if (file.at("name") != name) continue;
    Result<std::string> content = read_whole(entry.path + '/' + name);
    if (!content) return content;
    if (from_hex(file.at("hash")) != hash_of(*content))
      return damaged(entry, name + " is damaged: its hash is another");
    return content;
  }
  return damaged(entry, "the manifest lists no file " + name);
}

Result<std::unique_ptr<BlockReader>> open_states(const CheckpointEntry& entry) {
  return BlockReader::open(entry.path + '/' + kStates);
}

BlockFileSummary states_summary(const CheckpointFacts& manifest) {
  const auto& states = manifest.at("states");
  return {states.at("blocks").get<uint64_t>(), states.at("bytes").get<uint64_t>(),
          from_hex(states.at("hash")).value_or(0)};
}

std::optional<std::string> find_damage(const CheckpointEntry& entry, const CheckpointFacts& manifest) {
  for (const auto& file : manifest.at("files")) {
    const Result<std::string> content = read_checkpoint_file(entry, manifest, file.at("name").get<std::string>());
    if (!content) return content.failure().diagnostics.front().message;
  }
  const Result<std::unique_ptr<BlockReader>> states = open_states(entry);
  if (!states) return states.failure().diagnostics.front().message;
  while ((*states)->next()) {
  }
  if (const std::string problem = (*states)->problem(); !problem.empty()) return problem;
  if ((*states)->summary() != states_summary(manifest)) {
    return entry.path + '/' + kStates + " is not the file that the manifest describes";
  }
  return {};
}

}  // namespace px::checkpoint
