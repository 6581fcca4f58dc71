// Combining several units at run time yields the same state space as expanding all combinations: the same states, and
// the same labels between them.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "frontends/driver/state_view.h"
#include "tests/unit/frontends/mcrl2/support.h"

namespace px::mcrl2 {
namespace {

struct Edges {
  size_t states = 0;
  std::vector<std::pair<std::string, size_t>> labels;  // number of distinct edges per label
  bool joined = false;
};

Edges edges_of(const std::string& text, size_t written_out) {
  SourceMap sources;
  ModelOptions options;
  options.written_out = written_out;
  const Result<Model> model = read_model(sources, sources.add("m.mcrl2", text), options);
  Edges found;
  if (!model) return found;
  const auto& actions = model->program.actions;
  found.joined = std::any_of(actions.begin(), actions.end(), [](const auto& a) { return a.name == "several at once"; });
  const auto interpreter = interp::Interpreter::make(std::make_shared<const ir::Program>(model->program));
  SuccessorBatch initial((*interpreter)->words());
  (*interpreter)->initial_states(initial);
  using State = std::vector<uint64_t>;
  std::vector<State> waiting = {{initial.state(0), initial.state(0) + initial.words}};
  std::set<State> states = {waiting.front()};
  std::set<std::tuple<State, std::string, State>> edges;
  while (!waiting.empty() && states.size() < 300) {
    const State state = waiting.back();
    waiting.pop_back();
    for (const TraceStep& step : (*interpreter)->explain(state.data()).steps) {
      edges.emplace(state, driver::multi_action_label(step.micro_steps.front().output), step.state());
      if (states.insert(step.state()).second) waiting.push_back(step.state());
    }
  }
  found.states = waiting.empty() ? states.size() : 0;
  std::map<std::string, size_t> counts;
  for (const auto& [from, label, to] : edges) ++counts[label];
  found.labels.assign(counts.begin(), counts.end());
  return found;
}

bool is_same(const std::string& text) {
  const Edges joined = edges_of(text, 0);
  if (!joined.joined || joined.states == 0) return false;
  const Edges written = edges_of(text, 100'000);
  if (written.states == 0 || written.joined) return false;
  EXPECT_EQ(joined.states, written.states) << text;
  EXPECT_EQ(joined.labels, written.labels) << text;
  return true;
}

TEST(Joint, UnitsOfTwoFamilies) {
  EXPECT_TRUE(
      is_same("sort I = struct a | b | c; map nx: I -> I; eqn nx(a) = b; nx(b) = c; nx(c) = a;"
              "act get, put, up, down, lock, free: I # I; rest: I;"
              "proc P(i: I) = get(i, i) . get(i, nx(i)) . put(i, nx(i)) . put(i, i) . rest(i) . P(i);"
              "     F(i: I) = sum j: I. up(j, i) . down(j, i) . F(i);"
              "init block({get, put, up, down}, comm({get|up -> lock, put|down -> free},"
              "       P(a) || P(b) || P(c) || F(a) || F(b) || F(c)));"));
}

TEST(Joint, MembersOfOneFamilyThatCanBeExchanged) {
  EXPECT_TRUE(
      is_same("act a, b, c, t; proc P(n: Nat) = a . t . P(n) + b . P(n);"
              "init block({a}, comm({a|a -> c}, P(1) || P(2) || P(3) || P(4)));"));
  EXPECT_TRUE(
      is_same("act a, b: Nat; c: Nat; proc P(n: Nat) = a(n) . P(n) + sum m: Nat. (m < 3) -> b(m) . P(n);"
              "init block({a, b}, comm({a|b -> c}, P(0) || P(1) || P(2)));"));
}

TEST(Joint, ChainsOfMultiActions) {
  EXPECT_TRUE(
      is_same("act i, o, e, d, x; proc P = (i|o) . P + e . P; Q = (o|d) . x . Q; R = i . R;"
              "init block({i, o}, comm({i|o -> e}, Q || R || P || P));"));
}

TEST(Joint, RenamedHiddenAndNested) {
  EXPECT_TRUE(
      is_same("act s, r, c, k, z; proc A = s . k . A; B = r . z . B;"
              "init hide({c}, block({s, r}, comm({s|r -> c}, rename({k -> z}, A || B) || A || (B || k))));"));
}

TEST(Joint, TermsInConditions) {
  EXPECT_TRUE(
      is_same("act s, r, c: List(Nat); k: Nat; proc A(l: List(Nat)) = (#l < 3) -> s(l) . A(0 |> l) + k(#l) . A(l);"
              "B = sum l: List(Nat). r(l) . B; init block({s, r}, comm({s|r -> c}, A([]) || A([1]) || B || B));"));
}

TEST(Joint, Models) {
  size_t compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PX_SOURCE_DIR "/tests/models/mcrl2")) {
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    compared += is_same(text.str()) ? 1 : 0;
  }
  EXPECT_GE(compared, 5u);
}

}  // namespace
}  // namespace px::mcrl2
