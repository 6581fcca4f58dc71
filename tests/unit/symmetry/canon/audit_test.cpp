// engine/explore/audit.h over real reducers and over broken ones: it must accept the former and report the latter.
#include "engine/explore/audit.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>

#include "engine/explore/merge_sample.h"
#include "engine/interp/interpreter.h"
#include "symmetry/canon/make_reducer.h"
#include "symmetry/detect/detect.h"
#include "tests/support/program_of.h"
#include "tests/unit/symmetry/models.h"

namespace px::test {
namespace {

// A reducer that spoils the results of a real one.
using Spoil = std::function<void(uint64_t* state)>;

class SpoiltReducer final : public Reducer {
 public:
  SpoiltReducer(std::unique_ptr<Reducer> inner, uint32_t words, Spoil spoil, bool full = false)
      : inner_(std::move(inner)), words_(words), spoil_(std::move(spoil)), full_(full) {}
  std::string name() const override { return "spoilt"; }
  Kind kind() const override { return inner_->kind(); }
  Guarantee guarantee() const override { return Guarantee::Exact; }
  bool full() const override { return full_; }
  const StateGroup* group() const override { return inner_->group(); }
  std::unique_ptr<ReducerWorker> make_worker() const override {
    return std::make_unique<SpoiltWorker>(inner_->make_worker(), *this);
  }

 private:
  class SpoiltWorker final : public ReducerWorker {
   public:
    SpoiltWorker(std::unique_ptr<ReducerWorker> inner, const SpoiltReducer& reducer)
        : inner_(std::move(inner)), reducer_(reducer) {}
    void reduce(uint64_t* states, size_t count) override {
      inner_->reduce(states, count);
      for (size_t i = 0; i < count; ++i) reducer_.spoil_(states + i * reducer_.words_);
    }

   private:
    std::unique_ptr<ReducerWorker> inner_;
    const SpoiltReducer& reducer_;
  };

  std::unique_ptr<Reducer> inner_;
  uint32_t words_;
  Spoil spoil_;
  bool full_;
};

class Audit : public testing::Test {
 protected:
  explicit Audit(std::shared_ptr<const ir::Program> program = peterson(3))
      : system_(std::move(*interp::Interpreter::make(program))),
        group_(symmetry::detect_symmetry(*program, system_->layout()).group),
        full_(reducer("canonical")) {
    options_.threads = 2;
  }
  std::unique_ptr<Reducer> reducer(const std::string& strategy) const {
    return std::move(*make_reducer(strategy, system_->program(), system_->layout(), group_));
  }
  explore::AuditOutcome audit(std::unique_ptr<Reducer> reducer, const explore::AuditLimits& limits = {}) const {
    const explore::AuditedReducer audited(std::move(reducer), *full_, system_->words());
    const explore::SearchOutcome outcome = std::move(*explore::explore(*system_, audited, options_));
    return std::move(*audit_search(*system_, audited, outcome, options_, limits));
  }

  std::unique_ptr<interp::Interpreter> system_;
  symmetry::SymmetryGroup group_;
  std::unique_ptr<Reducer> full_;
  explore::SearchOptions options_;
};

TEST_F(Audit, IsContentWithEveryExactStrategy) {
  const std::vector<std::pair<std::string, uint64_t>> stored{{"canonical", 494}, {"exact-markers", 494},
                                                             {"segmented", 494}, {"sorted", 494},
                                                             {"enumerate", 494}, {"flooding", 2636}};
  for (const auto& [strategy, states] : stored) {
    const explore::AuditOutcome found = audit(reducer(strategy));
    EXPECT_FALSE(found.failure) << strategy << ": " << found.failure->what;
    EXPECT_EQ(found.closed_states, states) << strategy;
    EXPECT_EQ(found.orbit_states, 2636u) << strategy;
    EXPECT_EQ(found.unreduced_states, 2636u) << strategy;
    EXPECT_TRUE(found.omitted.empty()) << strategy;
    EXPECT_GT(found.reductions, 0u) << strategy;
  }
}

TEST_F(Audit, FindsARepresentativeOutsideTheOrbit) {
  const uint32_t words = system_->words();
  // Every state becomes the first one: a model that seems to have one state.
  SuccessorBatch initial(words);
  system_->initial_states(initial);
  const std::vector<uint64_t> first(initial.state(0), initial.state(0) + words);
  const auto forget = [first](uint64_t* state) { std::copy(first.begin(), first.end(), state); };
  const explore::AuditOutcome found = audit(std::make_unique<SpoiltReducer>(reducer("canonical"), words, forget));
  ASSERT_TRUE(found.failure);
  EXPECT_EQ(found.failure->what, "the representative of this state is not in its orbit");
  EXPECT_EQ(found.failure->state.size(), words);
}

TEST_F(Audit, FindsAReducerThatIsNotAsFullAsItSays) {
  // sorted-main keeps several states of an orbit.
  const explore::AuditOutcome wrong = audit(std::make_unique<SpoiltReducer>(
      reducer("sorted-main"), system_->words(), [](uint64_t*) {}, true));
  ASSERT_TRUE(wrong.failure);
  EXPECT_EQ(wrong.failure->what, "this state and an image of it have different representatives");
}

TEST_F(Audit, FindsAGroupThatIsNotOneOfSymmetries) {
  const auto program = std::make_shared<const ir::Program>(
      program_of("sort S[3]\nvar on: [S] bool\naction set when not on[S#0] do on[S#0] := true\ndeadlock off\n"));
  const auto system = std::move(*interp::Interpreter::make(program));
  const symmetry::SymmetryGroup wrong{{symmetry::Block{ir::SortId(0), {0, 1, 2}}}};
  const auto full = std::move(*make_reducer("canonical", *program, system->layout(), wrong));
  const explore::AuditedReducer audited(std::move(*make_reducer("exact-markers", *program, system->layout(), wrong)),
                                        *full, system->words());
  const explore::SearchOutcome outcome = std::move(*explore::explore(*system, audited, options_));
  const explore::AuditOutcome found = std::move(*audit_search(*system, audited, outcome, options_));
  ASSERT_TRUE(found.failure);
  EXPECT_NE(found.failure->what.find("cannot be reached"), std::string::npos) << found.failure->what;
}

// States that differ only in the truth of an invariant.
TEST_F(Audit, FindsImagesThatHaveOtherErrors) {
  const auto program = std::make_shared<const ir::Program>(
      program_of("sort S[3]\nvar on: [S] bool\naction set(p: S) when not on[p] do on[p] := true\n"
                 "invariant named: not on[S#1]\ndeadlock off\n"));
  const auto system = std::move(*interp::Interpreter::make(program));
  const symmetry::SymmetryGroup wrong{{symmetry::Block{ir::SortId(0), {0, 1, 2}}}};
  const auto full = std::move(*make_reducer("canonical", *program, system->layout(), wrong));
  explore::SearchOptions options;
  options.all_errors = true;
  for (const uint64_t most_states : {uint64_t{1000}, uint64_t{2}}) {
    const explore::AuditedReducer audited(std::move(*make_reducer("canonical", *program, system->layout(), wrong)),
                                          *full, system->words());
    const explore::SearchOutcome outcome = std::move(*explore::explore(*system, audited, options));
    const explore::AuditOutcome found =
        std::move(*audit_search(*system, audited, outcome, options, explore::AuditLimits{.most_states = most_states}));
    ASSERT_TRUE(found.failure);
    EXPECT_EQ(found.failure->what, "this state and an image of it have different errors");
  }
}

TEST_F(Audit, SaysWhatItLeftOut) {
  const explore::AuditOutcome small = audit(reducer("canonical"), explore::AuditLimits{.most_states = 100});
  EXPECT_FALSE(small.failure);
  EXPECT_EQ(small.closed_states, 494u);
  EXPECT_EQ(small.unreduced_states, 0u);
  ASSERT_EQ(small.omitted.size(), 1u);
  EXPECT_NE(small.omitted[0].find("more than 100"), std::string::npos);

  options_.max_states = 50;
  const explore::AuditOutcome ended = audit(reducer("canonical"));
  ASSERT_EQ(ended.omitted.size(), 1u);
  EXPECT_NE(ended.omitted[0].find("ended before"), std::string::npos);

  options_.max_states = UINT64_MAX;
  options_.store = store::TableKind::Hash;
  const explore::AuditOutcome hashed = audit(reducer("canonical"));
  ASSERT_EQ(hashed.omitted.size(), 1u);
  EXPECT_NE(hashed.omitted[0].find("does not keep"), std::string::npos);
}

TEST_F(Audit, SamplesCountTheMergesOfAnApproximateStrategy) {
  // flattened forgets whose turn it is; markers do not.
  const auto merges = [&](const std::string& strategy, uint64_t one_in) {
    const explore::SampledReducer sampled(reducer(strategy), *full_, system_->words(), one_in);
    const explore::SearchOutcome outcome = std::move(*explore::explore(*system_, sampled, options_));
    const explore::MergeCount count = sampled.count();
    EXPECT_EQ(one_in == 1 ? outcome.result.states : count.keys, count.keys) << strategy;
    EXPECT_EQ(outcome.result.verdict, Verdict::NoErrorFound) << strategy;
    return count;
  };
  EXPECT_EQ(merges("approx-markers", 1).merged, 0u);
  const explore::MergeCount all = merges("flattened", 1);
  EXPECT_GT(all.merged, 0u);
  EXPECT_LE(all.keys + all.merged, 494u);
  const explore::MergeCount some = merges("flattened", 4);
  EXPECT_LT(some.keys, all.keys);
  EXPECT_EQ(some.estimate(), some.merged * 4);
}

}  // namespace
}  // namespace px::test
