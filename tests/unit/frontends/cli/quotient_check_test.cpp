// The check of reduced graphs, including wrong reductions.
#include "frontends/cli/quotient_check.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "frontends/driver/read_model.h"
#include "symmetry/canon/make_reducer.h"
#include "symmetry/canon/strategy.h"

namespace px::cli {
namespace {

// Maps all states to one.
class WrongReducer final : public Reducer {
 public:
  explicit WrongReducer(uint32_t words) : words_(words) {}
  std::string name() const override { return "wrong"; }
  Kind kind() const override { return Kind::Representative; }
  Guarantee guarantee() const override { return Guarantee::Exact; }
  std::unique_ptr<ReducerWorker> make_worker() const override { return std::make_unique<Worker>(words_); }

 private:
  class Worker final : public ReducerWorker {
   public:
    explicit Worker(uint32_t words) : words_(words) {}
    void reduce(uint64_t* states, size_t count) override { std::fill_n(states, count * words_, 0); }

   private:
    uint32_t words_;
  };
  uint32_t words_;
};

std::shared_ptr<driver::ModelExecution> execution_of(const std::string& text, const std::string& strategy) {
  SourceMap sources;
  auto source = driver::read_model("m.px", text, driver::LanguageId::Auto, {}, sources);
  driver::ReductionOptions reduction;
  reduction.strategy = strategy;
  driver::ExecutionOptions options;
  auto execution = driver::make_execution(options, reduction, **source, sources);
  return *execution;
}

TEST(QuotientCheck, TellsARunToAStateThatIsNoImageOfItsRepresentative) {
  const auto execution = execution_of("deadlock off\nvar x: 0..3 = 0\naction up when x < 3 do x := x + 1\n", "none");
  execution->reducer = std::make_unique<WrongReducer>(execution->interpreter->words());
  const auto check = check_quotient(*execution, 100);
  ASSERT_TRUE(check);
  ASSERT_TRUE(check->flaw.has_value());
  EXPECT_EQ(check->flaw->run, (std::vector<std::string>{"up"}));
  EXPECT_EQ(check->flaw->text, "no permutation maps it to its representative");
}

// The group is not a symmetry: one of the two elements has steps that the other lacks.
TEST(QuotientCheck, TellsARunAndTheStepThatTellsApart) {
  const auto execution = execution_of(
      "deadlock off\nsort S[2]\nvar x: [S] bool\naction set_(i: S) when not x[i] do x[i] := true\n"
      "action odd when x[S#1] and not x[S#0] do x[S#1] := false\n",
      "none");
  execution->group = symmetry::SymmetryGroup({symmetry::Block{ir::SortId(0), {0, 1}}});
  auto reducer = make_reducer(strategy_of(symmetry::StrategyId::Canonical), execution->interpreter->program(),
                              execution->interpreter->layout(), execution->group);
  ASSERT_TRUE(reducer);
  execution->reducer = std::move(*reducer);
  const auto check = check_quotient(*execution, 100);
  ASSERT_TRUE(check);
  ASSERT_TRUE(check->flaw.has_value());
  EXPECT_EQ(check->flaw->run.size(), 1u);
  EXPECT_NE(check->flaw->text.find("odd"), std::string::npos) << check->flaw->text;
}

TEST(QuotientCheck, ReducedBySymmetryIsBisimilar) {
  const auto execution = execution_of(
      "deadlock off\nsort S[4]\nvar x: [S] 0..2 = 0\naction up(i: S) when x[i] < 2 do x[i] := x[i] + 1\n", "canonical");
  const auto check = check_quotient(*execution, 1000);
  ASSERT_TRUE(check);
  EXPECT_FALSE(check->flaw.has_value());
  EXPECT_EQ(check->classes, 15u);  // multisets of four elements over three values
  EXPECT_EQ(check->states, 81u);
}

}  // namespace
}  // namespace px::cli
