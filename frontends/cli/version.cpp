#include "frontends/cli/version.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <spdlog/version.h>
#include <sys/utsname.h>
#include <thread>
#include <unistd.h>

#include "frontends/cli/option_value.h"
#include "frontends/driver/language.h"
#include "frontends/driver/machine.h"

namespace px::cli {
namespace {

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

std::string kind_of_build() {
#if defined(PEXPLORE_SANITIZED)
  return "with sanitizers";
#elif defined(NDEBUG)
  return "release";
#else
  return "with checks for debugging";
#endif
}

// The features that code selection depends on: sorting, markers, native code.
std::string processor_features() {
#if defined(__x86_64__)
  std::string text;
  const auto add = [&](bool has, const char* name) {
    if (has) text += (text.empty() ? "" : ", ") + std::string(name);
  };
  add(__builtin_cpu_supports("sse4.2"), "SSE4.2");
  add(__builtin_cpu_supports("popcnt"), "POPCNT");
  add(__builtin_cpu_supports("avx2"), "AVX2");
  add(__builtin_cpu_supports("bmi2"), "BMI2");
  add(__builtin_cpu_supports("avx512f"), "AVX-512F");
  return text;
#else
  return "not queried on this processor";
#endif
}

std::string system_text() {
  utsname names{};
  if (uname(&names) != 0) return "unknown";
  return fmt::format("{} {}, {}", names.sysname, names.release, names.machine);
}

}  // namespace

std::string version_text(bool verbose) {
  std::string text = "pexplore " PEXPLORE_VERSION "\n";
  if (!verbose) return text;
  const auto line = [&](const std::string& name, const std::string& value) {
    text += fmt::format("  {:<12}{}\n", name, value);
  };
  std::string languages;
  for (const driver::Language& language : driver::kLanguages) {
    languages += fmt::format("{}{}", languages.empty() ? "" : ", ", language.name);
  }
  line("build", fmt::format("{}, {}", kind_of_build(), compiler()));
  line("libraries",
       fmt::format("fmt {}.{}.{}, nlohmann/json {}.{}.{}, spdlog {}.{}.{}", FMT_VERSION / 10000,
                   FMT_VERSION / 100 % 100, FMT_VERSION % 100, NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                   NLOHMANN_JSON_VERSION_PATCH, SPDLOG_VER_MAJOR, SPDLOG_VER_MINOR, SPDLOG_VER_PATCH));
  line("native code", PEXPLORE_NATIVE_CODE);
  line("languages", languages);
  line("system", system_text());
  line("processor", fmt::format("{} cores, {} of them available to this process; {}",
                                std::thread::hardware_concurrency(), driver::usable_cores(), processor_features()));
  line("memory", fmt::format("{} can be used, pages of {} KiB", format_bytes(driver::usable_memory()),
                             sysconf(_SC_PAGESIZE) / 1024));
  return text;
}

}  // namespace px::cli
