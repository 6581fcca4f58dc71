#include "frontends/cli/quotient_check.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <map>
#include <set>

#include "frontends/cli/state_symmetries.h"

namespace px::cli {
namespace {

using Words = std::vector<uint64_t>;
using Step = std::pair<std::string, uint32_t>;  // a label and the class that the step leads to

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '\'';
}

class Checker {
 public:
  Checker(const driver::ModelExecution& execution, const StateSymmetries& symmetries, const StateGraph& whole,
          const StateGraph& quotient)
      : program_(execution.system->program()),
        symmetries_(symmetries),
        whole_(whole),
        quotient_(quotient),
        reducer_(execution.reducer->make_worker()),
        reduces_(execution.reducer->kind() == Reducer::Kind::Representative),
        leaving_(whole.nodes.size()),
        from_class_(quotient.nodes.size()),
        images_(quotient.nodes.size()) {
    for (uint32_t i = 0; i < quotient.nodes.size(); ++i) classes_[quotient.nodes[i].state] = i;
    for (uint32_t i = 0; i < whole.edges.size(); ++i) leaving_[whole.edges[i].from].push_back(i);
    for (const StateGraph::Edge& edge : quotient.edges) from_class_[edge.from].push_back(&edge);
  }

  Result<QuotientCheck> run() {
    QuotientCheck check;
    check.classes = quotient_.nodes.size();
    check.states = whole_.nodes.size();
    for (uint32_t s = 0; s < whole_.nodes.size(); ++s) class_of_.push_back(class_of(s));
    for (uint32_t s = 0; s < whole_.nodes.size(); ++s) {
      Result<std::optional<std::string>> wrong = compare(s, check);
      if (!wrong) return wrong.failure();
      if (*wrong) {
        check.flaw = QuotientCheck::Flaw{run_to(s), std::move(**wrong)};
        break;
      }
    }
    return check;
  }

 private:
  std::optional<uint32_t> class_of(uint32_t s) {
    Words state = whole_.nodes[s].state;
    if (reduces_) reducer_->reduce(state.data(), 1);
    const auto found = classes_.find(state);
    return found == classes_.end() ? std::nullopt : std::optional(found->second);
  }

  // The flaw at a state, if there is one.
  Result<std::optional<std::string>> compare(uint32_t s, QuotientCheck& check) {
    using Answer = std::optional<std::string>;
    if (!class_of_[s]) return Answer("the reduced graph has no state for its class");
    const uint32_t own = *class_of_[s];
    if (!images_[own]) {
      Result<StateSymmetries::Images> images = symmetries_.images(quotient_.nodes[own].state);
      if (!images) return images.failure();
      images_[own] = std::move(*images);
    }
    const auto image = images_[own]->find(whole_.nodes[s].state);
    if (image == images_[own]->end()) return Answer("no permutation maps it to its representative");
    const symmetry::Permutation to_own = image->second.inverse();
    std::set<Step> here;
    std::set<uint32_t> here_classes;
    for (const uint32_t e : leaving_[s]) {
      const StateGraph::Edge& edge = whole_.edges[e];
      if (!class_of_[edge.to]) continue;  // reported for that state
      here.emplace(permuted(edge, to_own), *class_of_[edge.to]);
      here_classes.insert(*class_of_[edge.to]);
    }
    std::set<Step> there;
    std::set<uint32_t> there_classes;
    for (const StateGraph::Edge* edge : from_class_[own]) {
      there.emplace(edge_label(program_, *edge), edge->to);
      there_classes.insert(edge->to);
    }
    check.steps += leaving_[s].size();
    if (here == there) return Answer();
    if (!program_.labels_are_printed && here_classes == there_classes) {
      check.by_class += leaving_[s].size();
      return Answer();
    }
    return Answer(difference(here, there));
  }

  static std::string difference(const std::set<Step>& here, const std::set<Step>& there) {
    for (const Step& step : here) {
      if (!there.contains(step)) {
        return fmt::format("under the permutation it can take '{}', which its representative cannot", step.first);
      }
    }
    for (const Step& step : there) {
      if (!here.contains(step)) {
        return fmt::format("its representative can take '{}', which it cannot under the permutation", step.first);
      }
    }
    return {};
  }

  // The label of an edge under a permutation.
  std::string permuted(const StateGraph::Edge& edge, const symmetry::Permutation& p) const {
    if (!edge.label.empty()) return driver::multi_action_label(renamed(edge.label, p));
    StateGraph::Edge moved = edge;
    const ir::Action& action = program_.actions[edge.action];
    for (size_t i = 0; i < moved.arguments.size(); ++i) {
      const ir::Domain& domain = action.parameters[i].domain;
      if (!domain.is_family() || moved.arguments[i] < 0) continue;
      const ir::SortId sort = program_.families[domain.family].sort;
      const uint32_t point = symmetries_.space().point(sort, static_cast<uint32_t>(moved.arguments[i]));
      moved.arguments[i] = symmetries_.space().element_of(p.image(point));
    }
    return edge_label(program_, moved);
  }

  // Replaces names of elements among the arguments of actions.
  std::string renamed(const std::string& label, const symmetry::Permutation& p) const {
    std::string out;
    int depth = 0;
    for (size_t i = 0; i < label.size();) {
      if (!in_name(label[i])) {
        depth += label[i] == '(' ? 1 : label[i] == ')' ? -1 : 0;
        out += label[i++];
        continue;
      }
      size_t end = i;
      while (end < label.size() && in_name(label[end])) ++end;
      const std::string word = label.substr(i, end - i);
      const auto named = depth > 0 ? points().find(word) : points().end();
      out += named == points().end() ? word : symmetries_.space().name(program_, p.image(named->second));
      i = end;
    }
    return out;
  }

  const std::map<std::string, uint32_t>& points() const {
    if (points_.empty()) {
      for (uint32_t point = 0; point < symmetries_.space().size(); ++point) {
        points_.emplace(symmetries_.space().name(program_, point), point);
      }
    }
    return points_;
  }

  std::vector<std::string> run_to(uint32_t s) const {
    std::vector<const StateGraph::Edge*> reached_by(whole_.nodes.size(), nullptr);
    // Edges are in breadth-first order, so the first edge to a state comes from a state that was visited before.
    for (const StateGraph::Edge& edge : whole_.edges) {
      if (edge.to > edge.from && reached_by[edge.to] == nullptr) reached_by[edge.to] = &edge;
    }
    std::vector<std::string> run;
    for (uint32_t at = s; !whole_.nodes[at].initial && reached_by[at] != nullptr; at = reached_by[at]->from) {
      run.insert(run.begin(), edge_label(program_, *reached_by[at]));
    }
    return run;
  }

  const ir::Program& program_;
  const StateSymmetries& symmetries_;
  const StateGraph& whole_;
  const StateGraph& quotient_;
  std::unique_ptr<ReducerWorker> reducer_;
  bool reduces_;
  std::map<Words, uint32_t> classes_;
  std::vector<std::vector<uint32_t>> leaving_;
  std::vector<std::vector<const StateGraph::Edge*>> from_class_;
  std::vector<std::optional<uint32_t>> class_of_;  // per state
  std::vector<std::optional<StateSymmetries::Images>> images_;
  mutable std::map<std::string, uint32_t> points_;
};

}  // namespace

Result<QuotientCheck> check_quotient(const driver::ModelExecution& execution, uint64_t max_nodes) {
  const Result<StateGraph> quotient = build_graph(execution, max_nodes, false);
  if (!quotient) return quotient.failure();
  const Result<StateGraph> whole = build_graph(execution, max_nodes, false, false);
  if (!whole) return whole.failure();
  if (!quotient->complete || !whole->complete) return QuotientCheck{.complete = false};
  const Result<StateSymmetries> symmetries = StateSymmetries::make(execution);
  if (!symmetries) return symmetries.failure();
  return Checker(execution, *symmetries, *whole, *quotient).run();
}

}  // namespace px::cli
