// Statement merging, after Holzmann's "The engineering of a model checker: the Gnu i-protocol case study revisited"
// (SPIN'99), in the form implemented by SPIN 6.5.2.
//
// A step is mergeable if it cannot block, has no alternative, escape or label, and touches nothing global (unless it is
// within an atomic sequence and not its last step). A run of mergeable steps is executed as one. A condition, receive
// or buffered send under the same restrictions may begin such a run, since it can block only at its start; it may also
// begin a single mergeable step, which alone would gain nothing. `merge` or `merge_start` holds the state in which the
// run ends.
#include "frontends/promela/optimise_passes.h"

namespace px::promela {
namespace {

class Merger {
 public:
  Merger(const Model& model, const ControlGraph& graph, const FlowGraph& flow, bool strictly, OptimisationPlan& plan)
      : model_(model), graph_(graph), flow_(flow), strictly_(strictly), plan_(plan), single_(graph.elements.size()) {}

  void run() {
    for (const std::vector<uint32_t>& edges : flow_.out) {
      for (size_t i = 0; i < edges.size(); ++i) find_chain(edges, i);
    }
    for (const std::vector<uint32_t>& edges : flow_.out) {
      for (size_t i = 0; i < edges.size(); ++i) find_start(edges, i);
    }
  }

 private:
  const FlowEdge* only_edge(uint32_t state) const {
    return flow_.out[state].size() == 1 ? &flow_.edges[flow_.out[state].front()] : nullptr;
  }
  ElementPlan& plan(const FlowEdge& edge) { return plan_.elements[edge.step.value]; }

  StmtKind kind_of(const Element& element) const {
    return element.is_skip ? StmtKind::Condition : model_.stmts[element.stmt].kind;
  }

  bool is_unrestricted(const Element& element) const {
    return element.escapes.empty() && (element.atomic || element.ends_atomic || is_local(element));
  }

  bool is_local(const Element& element) const {
    if (refers_to_globals(model_, element)) return false;
    if (!strictly_ || element.kind != ElementKind::Statement || element.is_skip) return true;
    const StmtKind kind = kind_of(element);  // messages: the channel is claimed by xr or xs
    return kind == StmtKind::Send || kind == StmtKind::Receive || is_private(model_, element);
  }

  bool is_remotely_watched(const Element& element) const {
    for (const LabelId label : element.labels) {
      if (model_.labels[label].remotely_used) return true;
    }
    return false;
  }

  bool is_mergeable(const FlowEdge* edge) const {
    if (edge == nullptr || !edge->step.valid()) return false;
    const Element& element = graph_.elements[edge->step];
    if (!element.labels.empty() || !is_unrestricted(element)) return false;
    if (element.kind == ElementKind::Goto || element.kind == ElementKind::Join) return true;
    if (element.kind != ElementKind::Statement) return false;
    switch (kind_of(element)) {
      case StmtKind::Condition:
      case StmtKind::Send:
      case StmtKind::Receive:
      case StmtKind::Else: return false;
      default: return true;
    }
  }

  void find_chain(const std::vector<uint32_t>& edges, size_t i) {
    const FlowEdge& edge = flow_.edges[edges[i]];
    if (i + 1 != edges.size() || !is_mergeable(&edge) || plan(edge).merge != 0) return;
    if (is_mergeable(only_edge(edge.to))) {
      chain_end(edge);
    } else {
      single_[edge.step.value] = true;
    }
  }

  // The state in which the run of mergeable steps from `edge` ends. A cycle of such steps is cut where it closes.
  uint32_t chain_end(const FlowEdge& first) {
    std::vector<const FlowEdge*> run;
    std::vector<bool> entered(flow_.out.size());
    uint32_t end = 0;
    for (const FlowEdge* edge = &first;; edge = only_edge(edge->to)) {
      if (is_mergeable(edge) && plan(*edge).merge != 0) {
        end = plan(*edge).merge;
        break;
      }
      if (!is_mergeable(edge) || entered[edge->to]) {
        end = run.back()->to;
        break;
      }
      entered[edge->to] = true;
      run.push_back(edge);
    }
    for (const FlowEdge* edge : run) plan(*edge).merge = end;
    return end;
  }

  bool may_begin(const Element& element) const {
    if (element.kind != ElementKind::Statement || !is_unrestricted(element) || is_remotely_watched(element)) {
      return false;
    }
    const StmtKind kind = kind_of(element);
    if (kind == StmtKind::Condition) {
      return element.is_skip || !contains_run(model_, model_.stmts[element.stmt].args[0]);
    }
    return kind == StmtKind::Receive || (kind == StmtKind::Send && !model_.features.rendezvous);
  }

  void find_start(const std::vector<uint32_t>& edges, size_t i) {
    const FlowEdge& edge = flow_.edges[edges[i]];
    if (i + 1 != edges.size() || !edge.step.valid() || plan(edge).merge != 0) return;
    if (!may_begin(graph_.elements[edge.step]) || flow_.out[edge.to].empty()) return;
    const FlowEdge& follow = flow_.edges[flow_.out[edge.to].front()];
    if (!follow.step.valid()) return;
    plan(edge).merge_start = plan(follow).merge != 0 ? plan(follow).merge : single_[follow.step.value] ? follow.to : 0;
  }

  const Model& model_;
  const ControlGraph& graph_;
  const FlowGraph& flow_;
  bool strictly_;
  OptimisationPlan& plan_;
  std::vector<bool> single_;  // by element: mergeable, but its successor is not
};

}  // namespace

void merge_steps(const Model& model, const ControlGraph& graph, const FlowGraph& flow, bool strictly,
                 OptimisationPlan& plan) {
  Merger(model, graph, flow, strictly, plan).run();
}

}  // namespace px::promela
