#include "frontends/cli/output_files.h"

#include <cerrno>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace px::cli {
namespace {

namespace fs = std::filesystem;

struct NamedPath {
  std::string_view name;  // "--report", or "the model"
  std::string path;
};

std::vector<NamedPath> given(std::vector<NamedPath> all) {
  std::erase_if(all, [](const NamedPath& one) { return one.path.empty(); });
  return all;
}

std::vector<NamedPath> outputs_of(const Options& options) {
  return given({{"--report", options.report},
                {"--trace-itf", options.trace_itf},
                {"--trace-svg", options.trace_svg},
                {"--trace-mermaid", options.trace_mermaid},
                {"--trace-html", options.trace_html},
                {"--spin-trail", options.spin_trail},
                {"--graph-dot", options.graph_dot},
                {"--output", options.command == Command::Graph ? options.output : ""},
                {"--junit", options.junit},
                {"--sarif", options.sarif},
                {"--log-file", options.log_file}});
}

std::vector<NamedPath> inputs_of(const Options& options) {
  return given({{"the model", options.model},
                {"the trace", options.trace_input},
                {"the suite", options.suite},
                {"--guide", options.guide},
                {"--symmetry-group", options.symmetry_group}});
}

// Devices and pipes may be named twice; files that do not exist yet are compared by name.
bool same_file(const std::string& one, const std::string& other) {
  std::error_code error;
  if (one == "-" || other == "-") return one == other;
  if (!fs::exists(one, error) && !fs::exists(other, error)) {
    return fs::weakly_canonical(fs::absolute(one), error) == fs::weakly_canonical(fs::absolute(other), error);
  }
  return fs::is_regular_file(one, error) && fs::equivalent(one, other, error);
}

Failure cannot_write(const NamedPath& file, const std::string& reason) {
  return Failure(DiagnosticKind::UsageError, fmt::format("{}: cannot write '{}': {}", file.name, file.path, reason));
}

std::string last_system_error() {
  return std::generic_category().message(errno);
}

std::optional<Failure> find_unwritable(const NamedPath& file) {
  if (file.path == "-") return std::nullopt;
  std::error_code error;
  const fs::file_status status = fs::status(file.path, error);
  if (fs::is_directory(status)) return cannot_write(file, "it is a directory");
  errno = 0;
  if (fs::exists(status)) {
    // Check without opening the file: the reader of a pipe would take the close for its end.
    if (access(file.path.c_str(), W_OK) == 0) return std::nullopt;
    return cannot_write(file, last_system_error());
  }
  if (!std::ofstream(file.path, std::ios::binary | std::ios::app)) return cannot_write(file, last_system_error());
  fs::remove(file.path, error);
  return std::nullopt;
}

}  // namespace

Result<void> check_output_files(const Options& options) {
  const std::vector<NamedPath> outputs = outputs_of(options);
  for (size_t i = 0; i < outputs.size(); ++i) {
    for (const NamedPath& input : inputs_of(options)) {
      if (input.path == "-") continue;  // standard input is not standard output
      if (!same_file(outputs[i].path, input.path)) continue;
      return Failure(DiagnosticKind::UsageError,
                     fmt::format("{}: '{}' would overwrite {}", outputs[i].name, outputs[i].path, input.name));
    }
    for (size_t j = 0; j < i; ++j) {
      if (!same_file(outputs[i].path, outputs[j].path)) continue;
      const std::string place = outputs[i].path == "-" ? "standard output" : '\'' + outputs[i].path + '\'';
      return Failure(DiagnosticKind::UsageError,
                     fmt::format("{} and {} cannot both be written to {}", outputs[j].name, outputs[i].name, place));
    }
    if (std::optional<Failure> failure = find_unwritable(outputs[i])) return std::move(*failure);
  }
  return {};
}

void empty_earlier_results(const Options& options) {
  for (const NamedPath& output : outputs_of(options)) {
    std::error_code error;  // any obstacle is reported when the result is written
    if (output.path != "-" && fs::is_regular_file(output.path, error)) fs::resize_file(output.path, 0, error);
  }
}

}  // namespace px::cli
