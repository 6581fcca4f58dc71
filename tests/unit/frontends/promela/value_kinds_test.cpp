#include "frontends/promela/value_kinds.h"

#include <gtest/gtest.h>

#include "tests/unit/frontends/promela/support.h"

namespace px::promela {
namespace {

// The line of --dump types for the variable, in a model with `processes` processes.
std::string kind_of(const std::string& text, const std::string& variable, uint32_t processes = 2) {
  const Loaded loaded = load_text(text);
  EXPECT_FALSE(loaded.diagnostics.has_errors()) << text;
  const std::string dump = ValueKinds(loaded.model).dump(loaded.model, loaded.sources, processes);
  const size_t at = ("\n" + dump).find("\n" + variable);
  return at == std::string::npos ? dump : dump.substr(at, dump.find('\n', at) - at);
}

TEST(ValueKinds, ProcessNumbersAreFoundWithoutADeclaration) {
  const std::string text = "byte turn = 9; active [2] proctype P() { byte me = _pid; turn = me; turn == me }";
  EXPECT_EQ(kind_of(text, "turn"), "turn: process, or none (9)");
  EXPECT_EQ(kind_of(text, "P.me"), "P.me: process, or none (9)");
}

TEST(ValueKinds, ComputedNumbersMustBeThoseOfProcesses) {
  const auto next = [](const std::string& value) {
    return "byte n; active [3] proctype P() { n = _pid; n = " + value + "; n == _pid }";
  };
  EXPECT_EQ(kind_of(next("(_pid + 1) % 3"), "n", 3), "n: process");
  EXPECT_EQ(kind_of(next("(_pid + 1) % 4"), "n", 3), "n: number");
  EXPECT_EQ(kind_of(next("2 - _pid"), "n", 3), "n: process");
  EXPECT_EQ(kind_of(next("_pid - 1"), "n", 3), "n: number");
  EXPECT_EQ(kind_of(next("(_nr_pr > 2 -> 7 : _pid)"), "n", 3), "n: number");
}

TEST(ValueKinds, ComparedChannelsMayCarryDifferentMessages) {
  const std::string text =
      "chan null = [0] of { bit }; chan a = [1] of { byte }; chan b = [1] of { chan };"
      "active proctype P() { a != null; b != null; a!5; b!a }";
  EXPECT_EQ(kind_of(text, "a"), "a: channel of {number}");
  EXPECT_EQ(kind_of(text, "b"), "b: channel of {channel}");
}

TEST(ValueKinds, NumbersAmongChannelsMakeAllOfThemNumbers) {
  const std::string text =
      "chan a = [1] of { byte }; chan b = [1] of { chan }; byte n; active proctype P() { b!a; n = a; n = 3 }";
  EXPECT_EQ(kind_of(text, "channels"), "channels are numbers, since they are mixed with other numbers at m.pml:1:6");
  EXPECT_EQ(kind_of(text, "n"), "n: number (also of a channel)");
  EXPECT_EQ(kind_of(text, "b"), "b: number (also of a channel) of {number (also of a channel)}");
  EXPECT_EQ(kind_of("chan a = [1] of { byte }; byte n; active proctype P() { n = a; n == a; n != 0 }", "n"),
            "n: channel");
}

}  // namespace
}  // namespace px::promela
