// The time of the front end from text to Program for a model of 5000 lines.
#include <algorithm>
#include <ctime>
#include <gtest/gtest.h>
#include <iostream>
#include <string>

#include "frontends/promela/process_slots.h"
#include "frontends/promela/translate.h"

namespace px::promela {
namespace {

#if defined(NDEBUG) && !defined(PEXPLORE_SANITIZED)
constexpr double kMaxSeconds = 0.2;
#else
constexpr double kMaxSeconds = 5;  // for builds with sanitizers or checks
#endif

// Fifty proctypes of a hundred lines: channels, arrays, loops, choices, atomic sequences, all of them used.
std::string large_model() {
  std::string text = "mtype = { ask, grant, done };\nbyte shared[50];\nchan wire[50] = [2] of { mtype, byte };\n";
  for (int p = 0; p < 50; ++p) {
    const std::string n = std::to_string(p);
    text += "active proctype Worker" + n + "() {\n  byte x = " + n + ", y;\n  do\n";
    for (int i = 0; i < 12; ++i) {
      const std::string k = std::to_string((p + i) % 50);
      text += "  :: shared[" + k + "] < " + std::to_string(i + 1) + " ->\n    atomic {\n      shared[" + k +
              "]++;\n      x = (x + y) % 7;\n      if\n      :: x > 3 -> wire[" + k +
              "]!ask(x)\n      :: else -> skip\n      fi\n";
      text += "    }\n";
    }
    text += "  :: wire[" + n + "]?ask(y) ->\n    wire[" + n +
            "]!grant(y)\n  :: y > 5 -> break\n  od;\n  assert(x < 7)\n}\n\n";
  }
  return text;
}

// One process with as many lines: an analysis that visits the states of a process one by one must not take quadratic
// time.
std::string long_process() {
  std::string text = "byte shared[8];\nactive proctype Worker() {\n  byte x, y;\n";
  for (int i = 0; i < 1000; ++i) {
    const std::string cell = "shared[" + std::to_string(i % 8) + "]";
    text += "  if\n  :: " + cell + " > x -> y++\n  :: else -> " + cell + " = y\n  fi;\n  x = (y + " +
            std::to_string(i % 17) + ") % 11;\n";
  }
  return text + "  shared[0] == x\n}\n";
}

// The processor time from the text to the Program, the best of three.
double seconds_to_program(const std::string& text) {
  double best = 1e9;
  for (int round = 0; round < 3; ++round) {
    const std::clock_t start = std::clock();  // processor time: independent of other programs
    SourceMap sources;
    const auto translation = translate(sources.add("large.pml", text), {}, sources);
    if (!translation.ok()) return best;
    ProcessSlots slots;
    const std::vector<ProctypeId> initial = initial_processes((*translation)->model);
    for (uint32_t pid = 0; pid < initial.size(); ++pid) slots.add(pid, initial[pid]);
    const Result<Lowered> lowered = lower_translation(**translation, slots);
    if (!lowered.ok()) return best;
    best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return best;
}

TEST(LargeModel, FiveThousandLinesTakeNoTime) {
  for (const std::string& text : {large_model(), long_process()}) {
    const auto lines = std::count(text.begin(), text.end(), '\n');
    ASSERT_GE(lines, 5000);
    const double seconds = seconds_to_program(text);
    std::cout << lines << " lines from text to Program in " << seconds * 1000 << " ms\n";
    EXPECT_LT(seconds, kMaxSeconds);
  }
}

}  // namespace
}  // namespace px::promela
