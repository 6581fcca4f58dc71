// The environment of a measurement: without it, figures cannot be compared with anything.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace px::batch {

struct Environment {
  std::string pexplore_version;
  std::string date;  // UTC, "2026-01-31 12:00:00"
  std::string cpu;
  uint64_t processors = 0;                                      // logical ones, of the whole machine
  uint64_t usable_cores = 0;                                    // available to this process
  std::vector<std::pair<std::string, std::string>> caches;      // "L2", "1024K"
  std::vector<std::pair<std::string, std::string>> numa_nodes;  // "node0", its processors "0-15"
  uint64_t memory_bytes = 0;
  std::string kernel;
  std::string huge_pages;  // kernel setting: "always", "madvise", "never"
  std::string governor;    // of the CPU frequency; "": unknown
  double load = 0;         // mean number of running processes in the preceding minute
};

Environment this_environment(std::string pexplore_version, uint64_t usable_cores);

// One line per known item, for people.
std::vector<std::pair<std::string, std::string>> environment_rows(const Environment& environment);

}  // namespace px::batch
