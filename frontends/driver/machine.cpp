#include "frontends/driver/machine.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <optional>
#include <sched.h>
#include <sstream>
#include <thread>
#include <vector>

namespace px::driver {
namespace {

std::optional<std::string> read_first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!file || !std::getline(file, line)) return std::nullopt;
  return line;
}

std::optional<uint64_t> read_number(const std::string& path) {
  const std::optional<std::string> line = read_first_line(path);
  if (!line) return std::nullopt;
  std::istringstream words(*line);
  uint64_t value = 0;  // "max" and "-1" do not parse: no limit
  if (line->starts_with('-') || !(words >> value)) return std::nullopt;
  return value;
}

// The folders of this process's control group for one v1 controller, or for v2 (controller ""): its own and all its
// ancestors, since each level can set a limit. In a container the path may be the host's and not exist; the root does.
std::vector<std::string> group_folders(const std::string& root, const std::string& controller) {
  std::ifstream file(root + "/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {  // hierarchy:controller,controller:/path
    const size_t first = line.find(':');
    const size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const bool wanted = controller.empty()
                            ? controllers.empty()
                            : ("," + controllers + ",").find("," + controller + ",") != std::string::npos;
    if (!wanted) continue;
    const std::string top = root + "/sys/fs/cgroup" + (controller.empty() ? "" : "/" + controller);
    std::string path = line.substr(second + 1);
    std::vector<std::string> folders;
    for (; path.size() > 1; path.resize(path.rfind('/'))) folders.push_back(top + path);
    folders.push_back(top);
    return folders;
  }
  return {};
}

unsigned cores_of(uint64_t quota, uint64_t period) {
  return period == 0 ? UINT32_MAX
                     : static_cast<unsigned>(std::min<uint64_t>((quota + period - 1) / period, UINT32_MAX));
}

std::optional<uint64_t> available_of_machine(const std::string& root) {
  std::ifstream file(root + "/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name;
    uint64_t kibibytes = 0;
    if (words >> name >> kibibytes && name == "MemAvailable:") return kibibytes * 1024;
  }
  return std::nullopt;
}

// What a control group still grants. It counts its page cache as used, although that can be reclaimed at once.
std::optional<uint64_t> available_of_group(const std::string& folder, const char* limit_file, const char* usage_file,
                                           const char* cache_name) {
  const std::optional<uint64_t> limit = read_number(folder + "/" + limit_file);
  if (!limit) return std::nullopt;
  uint64_t used = read_number(folder + "/" + usage_file).value_or(0);
  std::ifstream statistics(folder + "/memory.stat");
  std::string name;
  for (uint64_t value = 0; statistics >> name >> value;) {
    if (name == cache_name) used -= std::min(used, value);
  }
  return *limit - std::min(*limit, used);
}

}  // namespace

unsigned usable_cores_under(const std::string& root, unsigned affinity_cores) {
  unsigned cores = affinity_cores;
  for (const std::string& folder : group_folders(root, "")) {
    const std::optional<std::string> line = read_first_line(folder + "/cpu.max");
    uint64_t quota = 0;
    uint64_t period = 0;
    if (line && std::istringstream(*line) >> quota >> period) cores = std::min(cores, cores_of(quota, period));
  }
  for (const std::string& folder : group_folders(root, "cpu")) {
    const std::optional<uint64_t> quota = read_number(folder + "/cpu.cfs_quota_us");
    const std::optional<uint64_t> period = read_number(folder + "/cpu.cfs_period_us");
    if (quota && period) cores = std::min(cores, cores_of(*quota, *period));
  }
  return std::max(cores, 1U);
}

uint64_t usable_memory_under(const std::string& root) {
  return std::min(available_of_machine(root).value_or(UINT64_MAX), granted_memory_under(root));
}

uint64_t granted_memory_under(const std::string& root) {
  uint64_t bytes = UINT64_MAX;
  for (const std::string& folder : group_folders(root, "")) {
    bytes = std::min(bytes,
                     available_of_group(folder, "memory.max", "memory.current", "inactive_file").value_or(UINT64_MAX));
  }
  for (const std::string& folder : group_folders(root, "memory")) {
    bytes = std::min(bytes,
                     available_of_group(folder, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
                         .value_or(UINT64_MAX));
  }
  return bytes;
}

unsigned usable_cores() {
  // Machines with more than 1024 processors need a larger set than the fixed one: query the affinity with growing sets.
  for (int processors = 1024; processors <= 1 << 16; processors *= 4) {
    const std::unique_ptr<cpu_set_t, std::function<void(cpu_set_t*)>> set(CPU_ALLOC(processors),
                                                                          [](cpu_set_t* s) { CPU_FREE(s); });
    const size_t size = CPU_ALLOC_SIZE(processors);
    if (sched_getaffinity(0, size, set.get()) == 0) {
      return usable_cores_under("", static_cast<unsigned>(std::max(CPU_COUNT_S(size, set.get()), 1)));
    }
  }
  return usable_cores_under("", std::max(std::thread::hardware_concurrency(), 1U));
}

uint64_t granted_memory() {
  return granted_memory_under("");
}

uint64_t usable_memory() {
  return usable_memory_under("");
}

}  // namespace px::driver
