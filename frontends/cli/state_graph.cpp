#include "frontends/cli/state_graph.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "frontends/cli/state_symmetries.h"

namespace px::cli {
namespace {

using Words = std::vector<uint64_t>;

// Numbers states in the order of discovery.
class Nodes {
 public:
  Nodes(StateGraph& graph, uint64_t most) : graph_(graph), most_(most) {}
  // Nothing if there are too many states.
  std::optional<uint32_t> number(const Words& state) {
    const auto known = numbers_.find(state);
    if (known != numbers_.end()) return known->second;
    if (graph_.nodes.size() >= most_) {
      graph_.complete = false;
      return std::nullopt;
    }
    const auto number = static_cast<uint32_t>(graph_.nodes.size());
    numbers_.emplace(state, number);
    graph_.nodes.push_back({.state = state});
    return number;
  }

 private:
  StateGraph& graph_;
  uint64_t most_;
  std::map<Words, uint32_t> numbers_;
};

std::string printed_label(const driver::ModelExecution& execution, const MicroStep& step) {
  const bool printed = execution.system->program().labels_are_printed && !step.output.empty();
  return printed ? driver::multi_action_label(step.output) : "";
}

// The names of the steps that leave a state. A permutation may map one action of the text to another, if the text names
// the exchanged elements.
class StepNames {
 public:
  explicit StepNames(Explanation explanation) : steps_(std::move(explanation.steps)), used_(steps_.size(), false) {}

  // Finds a step to `target` with the name of `edge`, if there is one; assigns each step at most once.
  void find(const driver::ModelExecution& execution, const Words& target, StateGraph::Edge& edge) {
    size_t chosen = steps_.size();
    for (size_t i = steps_.size(); i-- > 0;) {
      if (used_[i] || steps_[i].state() != target) continue;
      const MicroStep& first = steps_[i].micro_steps.front();
      const bool same = first.action == edge.action && first.arguments == edge.arguments;
      chosen = i;
      if (same) break;
    }
    if (chosen == steps_.size()) return;
    used_[chosen] = true;
    edge.action = steps_[chosen].micro_steps.front().action;
    edge.arguments = steps_[chosen].micro_steps.front().arguments;
    edge.label = printed_label(execution, steps_[chosen].micro_steps.front());
  }

 private:
  std::vector<TraceStep> steps_;
  std::vector<bool> used_;
};

void note_errors(const Explanation& explanation, const ir::Program& program, StateGraph::Node& node) {
  for (const Explanation::LocatedEvent& located : explanation.events) {
    const std::string text =
        fmt::format("{}: {}", violation_name(violation_of(located.event, program)), describe(located.event, program));
    if (node.error.find(text) == std::string::npos) node.error += (node.error.empty() ? "" : "; ") + text;
  }
}

}  // namespace

Result<StateGraph> build_graph(const driver::ModelExecution& execution, uint64_t max_nodes, bool annotate,
                               bool reduced) {
  const Reducer::Kind kind = execution.reducer->kind();
  if (kind != Reducer::Kind::Identity && kind != Reducer::Kind::Representative) {
    return Failure(DiagnosticKind::UsageError,
                   fmt::format("strategy '{}' keeps no representatives to draw", execution.reducer->name()),
                   "use --strategy canonical or none");
  }
  std::optional<StateSymmetries> symmetries;
  if (annotate) {
    Result<StateSymmetries> made = StateSymmetries::make(execution);
    if (!made) return made.failure();
    symmetries.emplace(std::move(*made));
  }
  const std::unique_ptr<ReducerWorker> reducer = execution.reducer->make_worker();
  const auto representative = [&](Words state) {
    if (reduced && kind == Reducer::Kind::Representative) reducer->reduce(state.data(), 1);
    return state;
  };
  StateGraph graph;
  Nodes nodes(graph, max_nodes);
  SuccessorBatch initial(execution.system->words());
  execution.interpreter->initial_states(initial);
  for (uint32_t i = 0; i < initial.count(); ++i) {
    const auto number = nodes.number(representative(Words(initial.state(i), initial.state(i) + initial.words)));
    if (number) graph.nodes[*number].initial = true;
  }
  for (uint32_t from = 0; from < graph.nodes.size(); ++from) {
    const Explanation explanation = execution.interpreter->explain(graph.nodes[from].state.data());
    note_errors(explanation, execution.system->program(), graph.nodes[from]);
    for (const TraceStep& step : explanation.steps) {
      const Words target = representative(step.state());
      const std::optional<uint32_t> to = nodes.number(target);
      if (!to) continue;
      const MicroStep& first = step.micro_steps.front();
      StateGraph::Edge edge{from, *to, first.action, first.arguments, {}, printed_label(execution, first)};
      if (symmetries) {
        Result<symmetry::Permutation> permutation = symmetries->between(step.state(), target);
        if (!permutation) return permutation.failure();
        edge.permutation = std::move(*permutation);
      }
      graph.edges.push_back(std::move(edge));
    }
  }
  return graph;
}

Result<StateGraph> expand_graph(const driver::ModelExecution& execution, const StateGraph& quotient,
                                uint64_t max_nodes) {
  Result<StateSymmetries> symmetries = StateSymmetries::make(execution);
  if (!symmetries) return symmetries.failure();
  const ir::Program& program = execution.system->program();
  std::vector<std::vector<const StateGraph::Edge*>> leaving(quotient.nodes.size());
  for (const StateGraph::Edge& edge : quotient.edges) leaving[edge.from].push_back(&edge);

  StateGraph whole;
  whole.complete = quotient.complete;
  Nodes nodes(whole, max_nodes);
  struct Origin {
    uint32_t node;            // of the quotient
    symmetry::Permutation h;  // the state is its representative under this permutation
  };
  std::vector<Origin> origins;
  const auto add = [&](const Words& state, uint32_t node, const symmetry::Permutation& h) {
    const std::optional<uint32_t> number = nodes.number(state);
    if (number && *number == origins.size()) {
      origins.push_back({node, h});
      whole.nodes.back().error = quotient.nodes[node].error;
    }
    return number;
  };
  for (uint32_t node = 0; node < quotient.nodes.size(); ++node) {
    if (!quotient.nodes[node].initial) continue;
    const Result<StateSymmetries::Images> images = symmetries->images(quotient.nodes[node].state);
    if (!images) return images.failure();
    for (const auto& [state, h] : *images) {
      if (const auto number = add(state, node, h)) whole.nodes[*number].initial = true;
    }
  }
  for (uint32_t from = 0; from < whole.nodes.size(); ++from) {
    const Origin origin = origins[from];
    StepNames names(execution.interpreter->explain(whole.nodes[from].state.data()));
    for (const StateGraph::Edge* edge : leaving[origin.node]) {
      const symmetry::Permutation h = edge->permutation->inverse().then(origin.h);
      const auto to = add(symmetries->apply(h, quotient.nodes[edge->to].state), edge->to, h);
      if (!to) continue;
      StateGraph::Edge step{from, *to, edge->action, edge->arguments, {}, {}};
      const ir::Action& action = program.actions[edge->action];
      for (size_t i = 0; i < step.arguments.size(); ++i) {
        const ir::Domain& domain = action.parameters[i].domain;
        if (!domain.is_family()) continue;
        const ir::SortId sort = program.families[domain.family].sort;
        const uint32_t point = symmetries->space().point(sort, static_cast<uint32_t>(step.arguments[i]));
        step.arguments[i] = symmetries->space().element_of(origin.h.image(point));
      }
      names.find(execution, whole.nodes[*to].state, step);
      whole.edges.push_back(std::move(step));
    }
  }
  return whole;
}

std::string edge_label(const ir::Program& program, const StateGraph::Edge& edge) {
  if (!edge.label.empty()) return edge.label;
  const StepView view = show_action(program, edge.action, edge.arguments);
  std::string actors;
  for (const PartView& part : view.parts) actors += (actors.empty() ? "" : " -> ") + part.process;
  return actors.empty() ? view.title : fmt::format("{} {}", actors, view.title);
}

Lts bisimulation_quotient(const ir::Program& program, const StateGraph& graph, Bisimulation kind, uint32_t threads) {
  Lts lts;
  std::map<std::string, uint32_t> known;
  std::vector<uint32_t> initial;
  for (uint32_t i = 0; i < graph.nodes.size(); ++i) {
    if (graph.nodes[i].initial) initial.push_back(i);
  }
  const uint32_t shift = initial.size() == 1 ? 0 : 1;
  lts.states = static_cast<uint32_t>(graph.nodes.size()) + shift;
  lts.initial = shift == 0 ? initial.front() : 0;
  for (size_t i = 0; shift != 0 && i < initial.size(); ++i) {
    lts.edges.push_back({0, lts.label("initial", known), initial[i] + shift});
  }
  for (const StateGraph::Edge& edge : graph.edges) {
    lts.edges.push_back({edge.from + shift, lts.label(edge_label(program, edge), known), edge.to + shift});
  }
  return quotient(lts, kind, threads);
}

std::string permutation_text(const ir::Program& program, const symmetry::Permutation& permutation) {
  const symmetry::ElementSpace space(program);
  return permutation.cycles([&](uint32_t point) { return space.name(program, point); });
}

}  // namespace px::cli
