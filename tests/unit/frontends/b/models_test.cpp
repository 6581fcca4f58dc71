// Parses every B machine of the tests, and checks that its printed form parses to the same machine.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "tests/unit/frontends/b/support.h"

namespace px::b {
namespace {

std::string read(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return std::move(text).str();
}

std::vector<std::filesystem::path> machines_in(const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(std::string(PX_B_MODELS) + "/" + folder)) {
    const std::string extension = entry.path().extension();
    if (extension == ".mch" || extension == ".ref" || extension == ".imp") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

TEST(Models, AreReadAndPrintTheSameTwice) {
  size_t count = 0;
  for (const std::filesystem::path& path : machines_in("b")) {
    SourceMap sources;
    const Result<Machine> machine = load_machine(sources.add(path, read(path)), {}, sources);
    ++count;
    if (!machine) {
      ADD_FAILURE() << render(machine.failure().diagnostics.front(), sources);
      continue;
    }
    const std::string once = dump(*machine);
    // Remainders of other machines (called operations, abstractions, names with dots) cannot occur in a single machine.
    const bool calls = std::any_of(machine->substs.begin(), machine->substs.end(),
                                   [](const Subst& subst) { return subst.kind == SubstKind::Call; });
    if (machine->kind != MachineKind::Machine || calls || once.find("called only") != std::string::npos) continue;
    const Result<Machine> again = load_machine(sources.add("again.mch", once), {}, sources);
    if (!again) {
      ADD_FAILURE() << path << '\n' << render(again.failure().diagnostics.front(), sources);
      continue;
    }
    EXPECT_EQ(dump(*again), once) << path;
  }
  EXPECT_GT(count, 60U);
}

// The heads say `rejected: line N: words`. Machines whose errors are found only by lowering or solving are accepted
// here.
TEST(Models, ThatAreWrongAreRejectedInTheRightPlace) {
  size_t rejected = 0;
  for (const std::filesystem::path& path : machines_in("b_rejected")) {
    SourceMap sources;
    const std::string text = read(path);
    const Result<Machine> machine = load_machine(sources.add(path, text), {}, sources);
    if (machine) continue;
    ++rejected;
    const size_t line_at = text.find("rejected: line ") + 15;
    const size_t words_at = text.find(": ", line_at) + 2;
    const std::string words = text.substr(words_at, text.find(" */", words_at) - words_at);
    const Diagnostic& first = machine.failure().diagnostics.front();
    EXPECT_EQ(first.span.line, std::stoul(text.substr(line_at))) << render(first, sources);
    EXPECT_NE(render(first, sources).find(words), std::string::npos) << render(first, sources);
  }
  EXPECT_GE(rejected, 11U);
}

}  // namespace
}  // namespace px::b
