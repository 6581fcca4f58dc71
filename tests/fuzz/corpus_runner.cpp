// Runs a fuzzer's entry point once on every file of the given folders: the committed corpus and the inputs that once
// failed. A failure ends the program, as under libFuzzer; so does an input that takes too much time or memory.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/resource.h>
#include <sys/time.h>
#include <vector>

#include "engine/base/process_memory.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

// The -timeout and -malloc_limit_mb of docs/fuzzing.md, for programs that are not instrumented.
constexpr rlim_t kMaxBytes = rlim_t{2} << 30;
constexpr time_t kMaxSeconds = 10;

// Processor time: a machine may be busy. The signal ends the program; the last line says with which input.
void give_seconds(time_t seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = seconds;
  setitimer(ITIMER_PROF, &timer, nullptr);
}

}  // namespace

int main(int argc, char** argv) {
  if (px::kMeasuresProcess) {
    const rlimit limit{kMaxBytes, kMaxBytes};
    setrlimit(RLIMIT_AS, &limit);
  }
  std::vector<std::filesystem::path> files;
  for (int i = 1; i < argc; ++i) {
    for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path& path : files) {
    std::ifstream file(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::fprintf(stderr, "%s\n", path.c_str());
    if (px::kMeasuresProcess) give_seconds(kMaxSeconds);
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(text.data()), text.size());
  }
  std::printf("%zu inputs\n", files.size());
  return files.empty() ? 1 : 0;
}
