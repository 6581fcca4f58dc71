// Every language from its text to a verdict, through the API for embedding pexplore.
#include <gtest/gtest.h>

#include "frontends/driver/read_model.h"
#include "frontends/driver/session.h"

namespace px::driver {
namespace {

std::string messages(const Failure& failure, const SourceMap& sources) {
  std::string all;
  for (const Diagnostic& diagnostic : failure.diagnostics) all += render(diagnostic, sources);
  return all;
}

// A text, and the result of checking it.
struct Checked {
  SourceMap sources;
  std::unique_ptr<Session> session;
  std::optional<CheckResult> found;
  std::string failure;

  Checked(const std::string& name, const std::string& text, const SessionOptions& options = {},
          const ModelOptions& model = {}) {
    auto source = read_model(name, text, LanguageId::Auto, model, sources);
    if (!source) {
      failure = messages(source.failure(), sources);
      return;
    }
    session = std::make_unique<Session>(std::move(*source), options, sources);
    auto checked = session->check();
    if (!checked) {
      failure = messages(checked.failure(), sources);
    } else {
      found = std::move(*checked);
    }
  }

  const CheckResult* operator->() const { return &found.value(); }
  uint64_t statistic(const std::string& name) const {
    for (const auto& [what, value] : found->statistics) {
      if (what == name) return value;
    }
    return UINT64_MAX;
  }
};

SessionOptions without_symmetry() {
  SessionOptions options;
  options.reduction.strategy = "none";
  return options;
}

TEST(Languages, AreFoundByNameAndByFile) {
  EXPECT_EQ(find_language(LanguageId::Auto, "a/b.mch")->id, LanguageId::B);
  EXPECT_EQ(find_language(LanguageId::Auto, "x.spin")->id, LanguageId::Promela);
  EXPECT_EQ(find_language(LanguageId::Auto, "x.pml-lite")->id, LanguageId::PromelaLite);
  EXPECT_EQ(find_language(LanguageId::Auto, "x.mcrl2")->id, LanguageId::Mcrl2);
  EXPECT_EQ(find_language(LanguageId::Auto, "X.PML")->id, LanguageId::Promela);
  EXPECT_EQ(find_language(LanguageId::Auto, "x.prm")->id, LanguageId::Promela);
  EXPECT_EQ(guess_language("/* a model */\nmtype = { a };\nactive proctype p() {}\n")->id, LanguageId::Promela);
  EXPECT_EQ(guess_language("MACHINE m\nVARIABLES x\n")->id, LanguageId::B);
  EXPECT_EQ(guess_language("act a;\nproc P = a . P;\ninit P;\n")->id, LanguageId::Mcrl2);
  EXPECT_EQ(guess_language("family u: 3\naction a\n")->id, LanguageId::Px);
  EXPECT_EQ(guess_language("Dear reader,\nsort of a letter\n"), nullptr);
  EXPECT_EQ(guess_language(""), nullptr);
  EXPECT_EQ(find_language(LanguageId::Auto, "x.txt"), nullptr);
  EXPECT_EQ(find_language(LanguageId::Auto, "none"), nullptr);
  EXPECT_EQ(find_language(LanguageId::Px, "x.pml")->id, LanguageId::Px);
  for (const Language& language : kLanguages) {
    EXPECT_EQ(find_language(language.id, "")->name, language.name);
    EXPECT_EQ(find_language(LanguageId::Auto, "m" + std::string(language.extensions[0]))->id, language.id);
  }
}

TEST(Languages, AnUnknownFileNameSaysWhatToDo) {
  const Checked model("model.txt", "");
  EXPECT_NE(model.failure.find("cannot tell the language of 'model.txt'"), std::string::npos) << model.failure;
  EXPECT_NE(model.failure.find("--lang promela"), std::string::npos) << model.failure;
}

TEST(PxSource, IsCheckedWithItsParameters) {
  const std::string text = "define N = 3\nvar n: 0..N\naction up when n < N do n += 1\ndeadlock off\n";
  EXPECT_EQ(Checked("m.px", text)->result.states, 4u);
  ModelOptions larger;
  larger.definitions = {{"N", "9"}};
  const Checked checked("m.px", text, {}, larger);
  EXPECT_EQ(checked->result.verdict, Verdict::Holds);
  EXPECT_EQ(checked->result.states, 10u);
}

TEST(PxSource, ErrorsComeWithATrace) {
  const Checked checked("m.px", "var n: 0..9\naction up when n < 9 do n += 1\ninvariant small: n < 3\n");
  EXPECT_EQ(checked->result.verdict, Verdict::Violated);
  ASSERT_EQ(checked->errors.size(), 1u);
  EXPECT_EQ(checked->errors[0].violation.message, "invariant 'small' is violated");
  EXPECT_EQ(checked->errors[0].violation.span.line, 3u);
  EXPECT_EQ(checked->errors[0].trace.steps.size(), 3u);
}

// Such a model cannot be translated again, so a growth is an error with its own message.
TEST(PxSource, AGrowthIsAnError) {
  const Checked checked("m.px", "var n: 0..9\naction up do { n += 1; if n = 3 { grow 7 \"no room for three\" } }\n");
  ASSERT_EQ(checked->errors.size(), 1u);
  EXPECT_EQ(checked->errors[0].violation.message, "no room for three");
  const Checked wide("m.px", "growing 1 var n: 0..3\naction up do n += 1\n");
  ASSERT_EQ(wide->errors.size(), 1u);
  EXPECT_EQ(wide->errors[0].violation.message, "value 4 is out of range for 'n', which holds 0..3");
}

TEST(PromelaSource, FindsDeadlocksAndRunsToThem) {
  const Checked checked("m.pml",
                        "bit a, b;\n"
                        "active proctype P() { atomic { a == 0 -> a = 1 } atomic { b == 0 -> b = 1 } a = 0; b = 0 }\n"
                        "active proctype Q() { atomic { b == 0 -> b = 1 } atomic { a == 0 -> a = 1 } a = 0; b = 0 }\n");
  EXPECT_EQ(checked->result.verdict, Verdict::Violated);
  ASSERT_EQ(checked->errors.size(), 1u);
  EXPECT_EQ(checked->errors[0].violation.kind, ViolationKind::Deadlock);
  EXPECT_EQ(checked->errors[0].trace.steps.size(), 2u);
}

// The second process starts after 400 states, more than the preliminary exploration visits.
TEST(PromelaSource, ProcessesThatComeLateAreForeseenInTheEnd) {
  const std::string text =
      "int n; bit q;\nproctype Q() { q = 1 }\n"
      "active proctype P() { do :: n < 400 -> n++ :: n == 400 -> break od; run Q(); q == 1 }\n";
  const Checked checked("m.pml", text, without_symmetry());
  EXPECT_EQ(checked->result.verdict, Verdict::Holds);
  EXPECT_EQ(checked->result.stop, StopReason::None);
  const Checked by_levels("m.pml", text, [] {
    SessionOptions options = without_symmetry();
    options.search.order = frontier::SearchOrder::Levels;
    return options;
  }());
  EXPECT_EQ(checked->result.states, by_levels->result.states);
}

TEST(PromelaSource, WhatIsNotCheckedKeepsFromHolds) {
  const std::string text = "bit x;\nltl p { <> (x == 1) }\nactive proctype P() { x = 1 }\n";
  EXPECT_EQ(Checked("m.pml", text)->result.verdict, Verdict::Holds);
  SessionOptions safety;
  safety.check_properties = false;
  const Checked checked("m.pml", text, safety);
  EXPECT_EQ(checked->result.verdict, Verdict::Incomplete);
  EXPECT_EQ(checked->result.caveat, "not checked: ltl p");
  SessionOptions allowed = safety;
  allowed.allow_unchecked = true;
  EXPECT_EQ(Checked("m.pml", text, allowed)->result.verdict, Verdict::Holds);
}

TEST(PromelaSource, FormulasAreCheckedOneByOne) {
  const std::string text =
      "bit x;\nltl p { []<> (x == 1) }\nltl q { <>[] (x == 1) }\nltl r { [] (x < 1) }\n"
      "active proctype P() { do :: x = 1 - x od }\n";
  const Checked checked("m.pml", text);
  EXPECT_EQ(checked->result.verdict, Verdict::Violated);
  ASSERT_EQ(checked->properties.size(), 3u);
  EXPECT_EQ(checked->properties[0].name, "ltl p");
  EXPECT_EQ(checked->properties[0].result.verdict, Verdict::Holds);
  EXPECT_EQ(checked->properties[1].result.verdict, Verdict::Violated);
  EXPECT_EQ(checked->properties[2].result.verdict, Verdict::Violated);
  ASSERT_EQ(checked->errors.size(), 2u);
  EXPECT_EQ(checked->errors[0].violation.kind, ViolationKind::Liveness);
  EXPECT_NE(checked->errors[0].trace.loop, Trace::kNoLoop);
  EXPECT_EQ(checked->errors[1].violation.kind, ViolationKind::Safety);
  EXPECT_EQ(checked->errors[1].trace.steps.size(), 1u);
  EXPECT_EQ(checked->errors[1].trace.loop, Trace::kNoLoop);
}

TEST(PromelaSource, ListsWhatNoRunReached) {
  SessionOptions options;
  options.execution.lists_unreached = true;
  ModelOptions model;
  model.lists_unreached = true;
  const Checked checked("m.pml", "bit x;\nactive proctype P() { if :: x == 1 -> x = 0 :: else fi }\n", options, model);
  ASSERT_TRUE(checked->unreached.has_value());
  ASSERT_EQ(checked->unreached->size(), 1u);
  EXPECT_EQ(checked->unreached->front().name, "proctype P");
  EXPECT_EQ(checked->unreached->front().lines.front().text, "x = 0");
}

TEST(PromelaSource, HasStages) {
  SourceMap sources;
  const auto source = read_model("m.pml", "active proctype P() { skip }\n", LanguageId::Auto, {}, sources);
  ASSERT_TRUE(source.ok());
  EXPECT_EQ((*source)->stages().size(), 8u);
  for (const DumpStage stage : {DumpStage::Text, DumpStage::Tokens, DumpStage::Ast, DumpStage::Automata}) {
    EXPECT_FALSE((*source)->dump(stage, sources).empty());
  }
  EXPECT_TRUE((*source)->channels().has_value());
  EXPECT_EQ((*source)->process_ids(), std::vector<uint32_t>{0});
}

TEST(BSource, SaysItsGoalInItsOwnTerms) {
  ModelOptions goal;
  goal.goal = true;
  const Checked checked("m.mch",
                        "MACHINE m\nDEFINITIONS GOAL == n = 2\nVARIABLES n\nINVARIANT n : 0..3\nINITIALISATION n := 0\n"
                        "OPERATIONS up = SELECT n < 3 THEN n := n + 1 END\nEND\n",
                        {}, goal);
  ASSERT_EQ(checked->errors.size(), 1u);
  EXPECT_EQ(checked->errors[0].violation.called, "goal");
  EXPECT_EQ(checked->errors[0].violation.message, "the goal is reached: n = 2");
  EXPECT_EQ(checked.statistic("setups"), 1u);
}

// Neither the sequence, which initially has room for 8 items, nor the number is bounded.
TEST(BSource, ValuesThatOutgrowTheirRepresentationAreKept) {
  const Checked checked("m.mch",
                        "MACHINE m\nVARIABLES s, n\nINVARIANT s : seq(0..1) & n : INTEGER\n"
                        "INITIALISATION s := [] || n := 0\n"
                        "OPERATIONS push = SELECT size(s) < 20 THEN s := s <- 1 || n := n + 1000 END\nEND\n",
                        without_symmetry());
  EXPECT_EQ(checked->result.states, 21u);
  EXPECT_EQ(checked->result.verdict, Verdict::Violated);  // the deadlock at the end
  ASSERT_EQ(checked->errors.size(), 1u);
  EXPECT_EQ(checked->errors[0].violation.kind, ViolationKind::Deadlock);
  EXPECT_EQ(checked->errors[0].trace.steps.size(), 20u);
}

TEST(BSource, PropertiesThatNothingSatisfiesAreNamed) {
  const Checked checked("m.mch",
                        "MACHINE m\nCONSTANTS c, d\nPROPERTIES c : 0..5 & c > 7 & d : 0..1\nVARIABLES v\n"
                        "INVARIANT v : 0..1\nINITIALISATION v := 0\nEND\n");
  EXPECT_NE(checked.failure.find("no constants satisfy c : 0 .. 5 & c > 7"), std::string::npos) << checked.failure;
}

TEST(PromelaLiteSource, IsCheckedAndHasChannels) {
  SourceMap sources;
  const std::string text =
      "chan a = [1] of {int};\nproctype user(chan{int} c; int pc) {\n  do\n"
      "  :: atomic { pc == 0 && nfull(c) -> c!1; pc = 1 }\n  :: atomic { pc == 1 && nempty(c) -> c?pc; pc = 0 }\n"
      "  od\n}\ninit { atomic { run user(a, 0); run user(a, 0) } }\n";
  const auto source = read_model("m.pml-lite", text, LanguageId::Auto, {}, sources);
  ASSERT_TRUE(source.ok()) << messages(source.failure(), sources);
  EXPECT_TRUE((*source)->channels().has_value());
  EXPECT_FALSE((*source)->may_grow());
  ModelOptions macro;
  macro.definitions = {{"N", "3"}};
  EXPECT_NE(Checked("m.pml-lite", text, {}, macro).failure.find("has no macros"), std::string::npos);
}

TEST(Mcrl2Source, IsCheckedAndActionsAreLookedFor) {
  const std::string text =
      "act a, b, c;\nproc P = a . b . P; Q = b . Q;\n"
      "init allow({a, c}, comm({b | b -> c}, P || Q));\n";
  const Checked checked("m.mcrl2", text);
  ASSERT_EQ(checked.failure, "");
  EXPECT_EQ(checked->result.states, 2u);
  EXPECT_EQ(checked->result.verdict, Verdict::Holds);
  ModelOptions action;
  action.forbidden_actions = {"c"};
  const Checked reached("m.mcrl2", text, {}, action);
  ASSERT_EQ(reached.failure, "");
  EXPECT_EQ(reached->result.verdict, Verdict::Violated);
  ASSERT_EQ(reached->errors.size(), 1u);
  EXPECT_FALSE(reached->errors[0].trace.empty());
  ModelOptions macro;
  macro.definitions = {{"N", "3"}};
  EXPECT_NE(Checked("m.mcrl2", text, {}, macro).failure.find("has no macros"), std::string::npos);
}

TEST(Session, ErrorsOfTheModelAreFailuresWithAPlace) {
  const Checked checked("m.px", "var n: 0..3\naction up do m := 1\n");
  EXPECT_NE(checked.failure.find("m.px:2:"), std::string::npos) << checked.failure;
}

TEST(Session, AnUnknownStrategyIsAFailure) {
  SessionOptions options;
  options.reduction.strategy = "best";
  EXPECT_NE(Checked("m.px", "sort S[2]\nvar n: S\n", options).failure.find("unknown strategy 'best'"),
            std::string::npos);
}

// ---- Refinement, with a source that has a separate text for each of its translations

class StagedSource final : public ModelSource {
 public:
  StagedSource(std::vector<std::string> texts, SourceMap& sources)
      : ModelSource(LanguageId::Px), texts_(std::move(texts)), sources_(sources) {
    translate();
  }

  bool may_grow() const override { return next_ < texts_.size(); }
  Result<void> refine(std::span<const uint32_t> marks) override {
    met.emplace_back(marks.begin(), marks.end());
    translate();
    return {};
  }

  std::vector<std::vector<uint32_t>> met;

 private:
  void translate() {
    const FileId file = sources_.add("stage" + std::to_string(next_) + ".px", texts_[next_]);
    Result<std::unique_ptr<ModelSource>> read = read_px(file, {}, sources_);
    ASSERT_TRUE(read.ok()) << messages(read.failure(), sources_);
    set_program((*read)->program());
    ++next_;
  }

  std::vector<std::string> texts_;
  SourceMap& sources_;
  size_t next_ = 0;
};

// The first translation reaches an error of its own (at n = 2) and, with n = 5, exceeds its guesses.
constexpr const char* kFirst =
    "var n: 0..5\naction up when n < 5 do n += 1\naction more when n = 5 do grow 3 \"more than 5\"\n"
    "action wide when n = 5 do grow 8 \"wider\"\naction wrong when n = 2 do fail \"two\"\ndeadlock off\n";

TEST(Refinement, GoesOnUntilNothingGrows) {
  SourceMap sources;
  auto source = std::make_unique<StagedSource>(
      std::vector<std::string>{"var n: 0..5\naction up when n < 5 do n += 1\naction m when n = 5 do grow 3 \"m\"\n",
                               "var n: 0..9\naction up when n < 9 do n += 1\ndeadlock off\n"},
      sources);
  StagedSource& staged = *source;
  Session session(std::move(source), {}, sources);
  const auto checked = session.check();
  ASSERT_TRUE(checked.ok());
  EXPECT_EQ(staged.met, (std::vector<std::vector<uint32_t>>{{3}}));
  EXPECT_EQ(checked->result.verdict, Verdict::Holds);
  EXPECT_EQ(checked->result.states, 10u);
}

// A breadth-first search completes the level, so that the set of known gaps does not depend on the threads.
TEST(Refinement, AsksForAllThatALevelNeeds) {
  SourceMap sources;
  auto source =
      std::make_unique<StagedSource>(std::vector<std::string>{kFirst, "var n: 0..1\ndeadlock off\n"}, sources);
  StagedSource& staged = *source;
  SessionOptions options;
  options.search.order = frontier::SearchOrder::Levels;
  options.search.all_errors = true;
  options.search.threads = 2;
  Session session(std::move(source), options, sources);
  ASSERT_TRUE(session.check().ok());
  EXPECT_EQ(staged.met, (std::vector<std::vector<uint32_t>>{{3, 8}}));
}

// Whatever happens in later searches, the error was found, and its run is reported. The counts are those of the longest
// search.
TEST(Refinement, ErrorsFoundBeforeStay) {
  SourceMap sources;
  const std::string first = std::string("var k: 0..9\naction other when k < 9 do k += 1\n") + kFirst;
  auto source = std::make_unique<StagedSource>(
      std::vector<std::string>{first, "var n: 0..1000000\naction up when n < 1000000 do n += 1\ndeadlock off\n"},
      sources);
  SessionOptions options;
  options.search.all_errors = true;
  options.search.max_depth = 6;
  Session session(std::move(source), options, sources);
  const auto checked = session.check();
  ASSERT_TRUE(checked.ok());
  EXPECT_EQ(checked->result.verdict, Verdict::Violated);
  EXPECT_EQ(checked->result.stop, StopReason::DepthLimit);
  EXPECT_GT(checked->result.states, 20u);  // the second search visits only 7
  ASSERT_EQ(checked->errors.size(), 1u);
  EXPECT_EQ(checked->errors[0].violation.message, "two");
  EXPECT_EQ(checked->errors[0].trace.steps.size(), 2u);
}

TEST(Refinement, AnErrorEndsASearchForTheFirstOne) {
  SourceMap sources;
  auto source =
      std::make_unique<StagedSource>(std::vector<std::string>{kFirst, "var n: 0..1\ndeadlock off\n"}, sources);
  StagedSource& staged = *source;
  SessionOptions options;
  options.search.order = frontier::SearchOrder::Levels;
  Session session(std::move(source), options, sources);
  const auto checked = session.check();
  ASSERT_TRUE(checked.ok());
  EXPECT_TRUE(staged.met.empty());
  EXPECT_EQ(checked->result.stop, StopReason::FirstError);
  EXPECT_EQ(checked->errors[0].violation.message, "two");
}

TEST(Refinement, SettlesForThoseWhoFollowSingleRuns) {
  SourceMap sources;
  auto source = std::make_unique<StagedSource>(
      std::vector<std::string>{kFirst, "var n: 0..9\naction up when n < 9 do n += 1\ndeadlock off\n"}, sources);
  Session session(std::move(source), {}, sources);
  const auto settled = session.settle();
  ASSERT_TRUE(settled.ok());
  EXPECT_EQ((*settled)->written.program().actions.size(), 1u);
}

}  // namespace
}  // namespace px::driver
