// Appendix B of [DM08] on models of a few states, counted by hand; searched by the interpreter.
#include <gtest/gtest.h>

#include "engine/interp/interpreter.h"
#include "engine/model/reducer.h"
#include "tests/unit/frontends/promela_lite/support.h"
#include "tests/unit/symmetry/small_search.h"

namespace px::promela_lite {
namespace {

test::SearchResult search(const std::string& text) {
  SourceMap sources;
  const Result<Model> model = read_model(sources, sources.add("m.pml-lite", text));
  if (!model) {
    ADD_FAILURE() << render(model.failure().diagnostics.front(), sources);
    return {};
  }
  const auto program = std::make_shared<const ir::Program>(model->program);
  const auto interpreter = interp::Interpreter::make(program);
  return test::search(**interpreter, IdentityReducer());
}

// One process with an int `n` and a channel variable `x`, which starts as `x0`.
test::SearchResult search_statements(const std::string& statements, const std::string& x0 = "null") {
  return search(
      "chan c = [1] of {chan{int}}; chan d = [2] of {int}; chan e = [1] of {int};\n"
      "proctype p(int n; chan{int} x; int m) { do " +
      statements + " od } init { atomic { run p(0," + x0 + ",0) } }");
}

TEST(LowerTest, UpdatesRunInOrderAndAsOneStep) {
  const test::SearchResult found = search_statements(":: atomic { n == 0 -> n = 1; m = n + 1; n = m * 2 }");
  EXPECT_EQ(found.states, 2u);
  EXPECT_EQ(found.edges, 1u);
  EXPECT_EQ(found.events, 1u);  // no process can move any more: a deadlock
}

TEST(LowerTest, IntsWrapAround) {
  EXPECT_EQ(search_statements(":: atomic { n == 0 -> n = 2147483647 + 1 } :: atomic { n < -2147483647 -> n = n - 1 }"
                              ":: atomic { n == 2147483647 -> n = n * n } :: atomic { n == 1 -> m = 1 }")
                .states,
            5u);  // 0, -2^31, 2^31 - 1, 1, and 1 with m = 1
}

TEST(LowerTest, NothingIsFullOrNotEmptyOfNull) {
  EXPECT_EQ(search_statements(":: atomic { n == 0 && nfull(x) -> n = 1 } :: atomic { n == 0 && nempty(x) -> n = 2 }"
                              ":: atomic { n == 0 && !nfull(x) && !nempty(x) && len(x) == 0 && x == null -> n = 3 }")
                .states,
            2u);
}

TEST(LowerTest, CapacitiesAreThoseOfTheChannelThatIsNamed) {
  const std::string fill = ":: atomic { nfull(x) -> x!n } :: atomic { n == 0 && len(x) == 2 -> n = 1 }";
  EXPECT_EQ(search_statements(fill, "e").states, 2u);
  EXPECT_EQ(search_statements(fill, "d").states, 4u);
}

TEST(LowerTest, AChannelVariableMayReceiveItsOwnSuccessor) {
  EXPECT_EQ(search("chan a = [1] of {rec X . chan{X}}; chan b = [1] of {rec X . chan{X}};\n"
                   "proctype p(rec X . chan{X} x; int n) { do"
                   " :: atomic { n == 0 && nfull(a) -> a!b; n = 1 }"
                   " :: atomic { n == 1 && nempty(x) -> x?x; n = 2 }"
                   " :: atomic { n == 2 && x == b && len(a) == 0 -> n = 3 } od } init { atomic { run p(a,0) } }")
                .states,
            4u);
}

TEST(LowerTest, PidsAreNumberedByRunStatements) {
  EXPECT_EQ(search("pid q = 2; proctype a(int n) { do :: atomic { n == 0 && _pid == 2 && q == _pid -> n = 1 } od }\n"
                   "proctype b(int n) { do :: atomic { n == 0 && _pid == 3 -> q = 1; n = 2 } od }\n"
                   "init { atomic { run b(0); run a(0); run b(0) } }")
                .states,
            4u);
}

TEST(LowerTest, NamesOfTheModelDoNotClashWithOurs) {
  EXPECT_EQ(search("chan channels2 = [1] of {int}; int channels = 0; proctype Process(int n) { do :: atomic { n == 0 &&"
                   " nfull(channels2) -> channels2!1; n = 1; channels = 1 } od } init { atomic { run Process(0) } }")
                .states,
            2u);
}

TEST(LowerTest, TypesWithoutChannelsHaveNullOnly) {
  EXPECT_EQ(search("pid q = 0; proctype p(chan{pid} x; int n) { do :: atomic { n == 0 && x == null -> x = null; n = 1 }"
                   " :: atomic { nfull(x) -> x!_pid } :: atomic { nempty(x) && null == null -> x?q } od }\n"
                   "init { atomic { run p(null,0) } }")
                .states,
            2u);
}

}  // namespace
}  // namespace px::promela_lite
