// Partial-order reduction on many small Promela models, in one process: the same as por_random.py, which starts a
// process per search, but thirty times as fast. The models come from its generators:
//
//   por_random.py --write models.txt --count 1000 --seed 1 [--formulas]
//   PEXPLORE_POR_PROMELA=models.txt [PEXPLORE_POR_MOST_STATES=20000] differential_por_promela
//
// For each model, without symmetry reduction and with `canonical`: a search with the reduction and one without must
// find the same errors, the same number of deadlocks, and the same verdict for each formula; the reduced one must not
// store more states. It must also store the same number of states, in turn, in another order, on two threads, or in
// another store.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
#include <map>

#include "frontends/driver/read_model.h"
#include "frontends/driver/session.h"

namespace px::driver {
namespace {

uint64_t most_states() {
  const char* text = std::getenv("PEXPLORE_POR_MOST_STATES");
  return text ? std::strtoull(text, nullptr, 10) : 20'000;
}

struct Found {
  uint64_t states = 0;
  uint64_t transitions = 0;
  uint64_t deadlocks = 0;
  std::vector<std::string> errors{};
  std::map<std::string, bool> properties{};  // for the decided ones: whether they hold
  std::map<std::string, uint64_t> property_states{};
  bool symmetric = false;
};

struct Unfit {};

struct Way {
  const char* name;
  void (*apply)(SessionOptions&);
};

const Way kWays[] = {
    {"two threads", [](SessionOptions& o) { o.search.threads = 2; }},
    {"levels", [](SessionOptions& o) { o.search.order = frontier::SearchOrder::Levels; }},
    {"tree", [](SessionOptions& o) { o.search.store = store::TableKind::Tree; }},
    {"hash", [](SessionOptions& o) { o.search.store = store::TableKind::Hash; }},
};

Found search(const std::string& text, PartialOrder por, const char* strategy, const Way* way) {
  SourceMap sources;
  auto model = read_model("model.pml", text, LanguageId::Promela, {}, sources);
  if (!model) throw Unfit{};
  SessionOptions options;
  options.execution.mode = ExecutionMode::Interp;
  options.reduction.strategy = strategy;
  options.reduction.partial_order.when = por;
  options.search.all_errors = true;
  options.search.max_states = 2 * most_states();
  options.search.max_seconds = 20;
  options.search.memory_bytes = uint64_t{128} << 20;
  options.trace = TraceMode::Off;
  options.allow_unchecked = true;
  if (way != nullptr) way->apply(options);
  Session session(std::move(*model), std::move(options), sources);
  auto checked = session.check();
  if (!checked || checked->result.stop != StopReason::None) throw Unfit{};
  Found found{.states = checked->result.states, .transitions = checked->result.transitions};
  found.symmetric = checked->execution->reducer->group() != nullptr;
  for (const Violation& v : checked->result.violations) {
    const bool of_property = std::any_of(checked->properties.begin(), checked->properties.end(),
                                         [&](const auto& p) { return p.span.line == v.span.line && v.span.line != 0; });
    if (of_property) continue;
    found.errors.push_back(std::string(violation_name(v.kind)) + " @" + std::to_string(v.span.line) + ":" +
                           std::to_string(v.span.column));
    if (v.kind == ViolationKind::Deadlock) found.deadlocks += v.occurrences;
  }
  std::sort(found.errors.begin(), found.errors.end());
  found.errors.erase(std::unique(found.errors.begin(), found.errors.end()), found.errors.end());
  for (const PropertyReport& p : checked->properties) {
    // An error of the model ends its runs: the first one found depends on the order.
    if (!p.result.caveat.empty() || p.result.verdict == Verdict::Incomplete) continue;
    found.properties[p.name] = p.result.violations.empty();
    found.property_states[p.name] = p.result.states;
  }
  return found;
}

std::string text_of(const Found& found) {
  std::string text = std::to_string(found.states) + " states, " + std::to_string(found.deadlocks) + " deadlocks";
  for (const std::string& error : found.errors) text += ", " + error;
  for (const auto& [name, holds] : found.properties) text += ", " + name + (holds ? " holds" : " fails");
  return text;
}

// Compares those that both searches decided: an error of the model may come first, or a limit.
bool same_properties(const Found& one, const Found& other) {
  return std::all_of(one.properties.begin(), one.properties.end(), [&](const auto& property) {
    const auto found = other.properties.find(property.first);
    return found == other.properties.end() || found->second == property.second;
  });
}

struct Totals {
  uint64_t compared = 0, unfit = 0, symmetric = 0, smaller = 0, deadlocks = 0, with_errors = 0;
  uint64_t formulas = 0, failing = 0, smaller_products = 0;
  double logarithms = 0;
};

// The problem; empty: none.
std::string judge(const std::string& text, uint64_t number, Totals& totals) {
  Found first;
  for (const char* strategy : {"none", "canonical"}) {
    const Found full = search(text, PartialOrder::Off, strategy, nullptr);
    if (full.states > most_states()) throw Unfit{};
    const bool plain = std::string_view(strategy) == "none";
    if (!plain && !full.symmetric) break;
    totals.symmetric += plain ? 0 : 1;
    const Found reduced = search(text, PartialOrder::On, strategy, nullptr);
    if (full.errors != reduced.errors || full.deadlocks != reduced.deadlocks || !same_properties(full, reduced) ||
        reduced.states > full.states) {
      return std::string(strategy) + ": in full " + text_of(full) + "; reduced " + text_of(reduced);
    }
    if (!plain) continue;
    first = reduced;
    totals.smaller += reduced.states < full.states ? 1 : 0;
    totals.deadlocks += full.deadlocks != 0 ? 1 : 0;
    totals.with_errors += full.errors.empty() ? 0 : 1;
    totals.logarithms += std::log(static_cast<double>(full.states) / static_cast<double>(reduced.states));
    for (const auto& [name, holds] : full.properties) {
      if (!reduced.properties.contains(name)) continue;
      ++totals.formulas;
      totals.failing += holds ? 0 : 1;
      totals.smaller_products += holds && reduced.property_states.at(name) < full.property_states.at(name) ? 1 : 0;
    }
  }
  const Way& way = kWays[number % std::size(kWays)];
  const Found again = search(text, PartialOrder::On, "none", &way);
  if (again.states != first.states || again.transitions != first.transitions || again.errors != first.errors ||
      !same_properties(again, first)) {
    return std::string(way.name) + ": " + text_of(again) + "; else " + text_of(first);
  }
  return {};
}

TEST(PartialOrder, PromelaModelsHaveTheSameErrors) {
  const char* path = std::getenv("PEXPLORE_POR_PROMELA");
  if (path == nullptr) GTEST_SKIP() << "no models given";
  std::ifstream file(path);
  ASSERT_TRUE(file) << path;
  Totals totals;
  std::string line, text, title;
  uint64_t number = 0;
  const auto one = [&] {
    if (text.empty()) return;
    try {
      const std::string wrong = judge(text, number++, totals);
      ++totals.compared;
      EXPECT_EQ(wrong, "") << title << "\n" << text;
    } catch (const Unfit&) {
      ++totals.unfit;
    }
    text.clear();
    if (number % 100 == 0) std::cout << title << ": " << number << " so far" << std::endl;
  };
  while (std::getline(file, line)) {
    if (line.starts_with("//// ")) {
      one();
      title = line;
    } else {
      text += line + '\n';
    }
  }
  one();
  const double mean = std::exp(totals.logarithms / static_cast<double>(std::max<uint64_t>(totals.compared, 1)));
  std::cout << totals.compared << " models compared, " << totals.smaller << " with fewer states (mean factor " << mean
            << "), " << totals.symmetric << " with symmetry, " << totals.with_errors << " with errors, "
            << totals.deadlocks << " with deadlocks, " << totals.formulas << " verdicts on formulas, " << totals.failing
            << " of them violations, " << totals.smaller_products << " from fewer states, " << totals.unfit
            << " passed over\n";
  EXPECT_GE(2 * totals.compared, totals.unfit);
}

}  // namespace
}  // namespace px::driver
