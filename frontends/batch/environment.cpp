#include "frontends/batch/environment.h"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <sys/utsname.h>
#include <thread>

#include "frontends/batch/numbers.h"

namespace px::batch {
namespace {

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// "[always] madvise never": returns the bracketed word.
std::string chosen(const std::string& line) {
  const size_t open = line.find('[');
  const size_t close = line.find(']');
  return open == std::string::npos || close == std::string::npos ? line : line.substr(open + 1, close - open - 1);
}

// The value of the first line "name : value" or "name: value" in a file of /proc.
std::string field(const std::string& path, const std::string& name) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(':');
    if (!line.starts_with(name) || colon == std::string::npos) continue;
    const size_t value = line.find_first_not_of(" \t", colon + 1);
    return value == std::string::npos ? std::string() : line.substr(value);
  }
  return {};
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts);
  return text;
}

std::vector<std::pair<std::string, std::string>> find_caches() {
  std::vector<std::pair<std::string, std::string>> caches;
  for (int index = 0; index < 8; ++index) {
    const std::string folder = fmt::format("/sys/devices/system/cpu/cpu0/cache/index{}/", index);
    const std::string level = first_line(folder + "level");
    if (level.empty() || first_line(folder + "type") == "Instruction") continue;
    caches.emplace_back("L" + level, first_line(folder + "size"));
  }
  return caches;
}

std::vector<std::pair<std::string, std::string>> find_numa_nodes() {
  std::vector<std::pair<std::string, std::string>> nodes;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/sys/devices/system/node", error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("node")) nodes.emplace_back(name, first_line(entry.path().string() + "/cpulist"));
  }
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

std::string joined(const std::vector<std::pair<std::string, std::string>>& items) {
  std::string text;
  for (const auto& [name, value] : items) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
  return text;
}

}  // namespace

Environment this_environment(std::string pexplore_version, uint64_t usable_cores) {
  Environment environment;
  environment.pexplore_version = std::move(pexplore_version);
  environment.date = utc_now();
  environment.cpu = field("/proc/cpuinfo", "model name");
  environment.processors = std::thread::hardware_concurrency();
  environment.usable_cores = usable_cores;
  environment.caches = find_caches();
  environment.numa_nodes = find_numa_nodes();
  std::istringstream(field("/proc/meminfo", "MemTotal")) >> environment.memory_bytes;
  environment.memory_bytes *= 1024;
  utsname system{};
  if (uname(&system) == 0) environment.kernel = fmt::format("{} {} {}", system.sysname, system.release, system.machine);
  environment.huge_pages = chosen(first_line("/sys/kernel/mm/transparent_hugepage/enabled"));
  environment.governor = first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  std::istringstream(first_line("/proc/loadavg")) >> environment.load;
  return environment;
}

std::vector<std::pair<std::string, std::string>> environment_rows(const Environment& environment) {
  std::vector<std::pair<std::string, std::string>> rows{
      {"pexplore", environment.pexplore_version},
      {"date", environment.date + " UTC"},
      {"processor", environment.cpu},
      {"cores", fmt::format("{} of {} can be used", environment.usable_cores, environment.processors)},
      {"caches", joined(environment.caches)},
      {"memory nodes", joined(environment.numa_nodes)},
      {"memory", format_bytes(environment.memory_bytes)},
      {"kernel", environment.kernel},
      {"huge pages", environment.huge_pages},
      {"clock governor", environment.governor},
      {"load before", fmt::format("{:.2f}", environment.load)},
  };
  std::erase_if(rows, [](const auto& row) { return row.second.empty(); });
  return rows;
}

}  // namespace px::batch
