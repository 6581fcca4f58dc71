#include "frontends/promela/flow_graph.h"

#include <algorithm>

namespace px::promela {
namespace {

class UseCollector {
 public:
  UseCollector(const Model& model, FlowEdge& edge) : model_(model), edge_(edge) {}

  void statement(const Stmt& stmt) {
    if (stmt.target.valid()) {
      const bool channel = stmt.kind == StmtKind::Send || stmt.kind == StmtKind::Receive;
      channel ? read(stmt.target) : use(stmt.target, edge_.writes);
    }
    for (const ExprId arg : stmt.args) read(arg);
    for (const Pattern& pattern : stmt.patterns) {
      if (pattern.kind == Pattern::Kind::Store) use(pattern.expr, edge_.writes);
      if (pattern.kind == Pattern::Kind::Match) read(pattern.expr);
    }
  }

 private:
  void read(ExprId id) {
    const Expr& expr = model_.exprs[id];
    if (expr.kind == ExprKind::Variable) return use(id, edge_.reads);
    for (const ExprId operand : expr.operands) read(operand);
    for (const Pattern& pattern : expr.patterns) {  // a poll neither reads nor writes a variable
      if (pattern.kind == Pattern::Kind::Match) read(pattern.expr);
    }
  }

  // For an array only the indices count: the cell is unknown here.
  void use(ExprId id, std::vector<VariableId>& into) {
    const Place& place = model_.exprs[id].place;
    if (place.index.valid()) {
      read(place.index);
    } else if (std::find(into.begin(), into.end(), place.variable) == into.end()) {
      into.push_back(place.variable);
    }
    for (const Place::Access& access : place.accesses) {
      if (access.index.valid()) read(access.index);
    }
  }

  const Model& model_;
  FlowEdge& edge_;
};

class FlowBuilder {
 public:
  FlowBuilder(const Model& model, const ControlGraph& graph) : model_(model), graph_(graph) {}

  FlowGraph run(const ControlBody& body) {
    flow_.out.resize(body.state_count);
    done_.resize(body.state_count);
    visit(graph_.parts[body.whole]);
    for (std::vector<uint32_t>& edges : flow_.out) std::reverse(edges.begin(), edges.end());
    return std::move(flow_);
  }

 private:
  void add_edge(uint32_t from, uint32_t to, ElementId step) {
    FlowEdge edge;
    edge.from = from;
    edge.to = to;
    edge.step = step;
    if (step.valid()) {
      const Element& element = graph_.elements[step];
      if (element.kind == ElementKind::Statement && !element.is_skip) {
        UseCollector(model_, edge).statement(model_.stmts[element.stmt]);
      }
    }
    flow_.out[from].push_back(static_cast<uint32_t>(flow_.edges.size()));
    flow_.edges.push_back(std::move(edge));
  }

  // An option that starts with the constant false can never be taken.
  bool is_dead(const Element& element) const {
    if (element.kind != ElementKind::Statement || element.is_skip || !element.escapes.empty()) return false;
    const Stmt& stmt = model_.stmts[element.stmt];
    if (stmt.kind != StmtKind::Condition) return false;
    const Expr& expr = model_.exprs[stmt.args[0]];
    return expr.kind == ExprKind::Constant && expr.value == 0;
  }

  void visit(const Part& part) {
    for (ElementId id = part.first; id.valid(); id = graph_.elements[id].next) {
      const Element& element = graph_.elements[id];
      if (!done_[element.state]) {
        done_[element.state] = true;
        visit_element(id, element);
      }
      if (id == part.last) break;
    }
  }

  void visit_element(ElementId id, const Element& element) {
    switch (element.kind) {
      case ElementKind::Unless: return visit(graph_.parts[element.parts[0]]);
      case ElementKind::If:
      case ElementKind::Do:
        for (const PartId option : element.parts) {
          const Element& start = graph_.elements[start_point(graph_, graph_.parts[option].first)];
          if (!is_dead(start)) add_edge(element.state, start.state, id);
        }
        for (const PartId option : element.parts) visit(graph_.parts[option]);
        return;
      case ElementKind::Atomic:
      case ElementKind::DStep:
      case ElementKind::Block: {
        const Part& body = graph_.parts[element.parts[0]];
        add_edge(element.state, graph_.elements[start_point(graph_, body.first)].state, id);
        return visit(body);
      }
      default: visit_step(id, element);
    }
  }

  void visit_step(ElementId id, const Element& element) {
    const ElementId follow = element.kind == ElementKind::Goto ? element.target : element.next;
    const bool ends = element.kind == ElementKind::End || !follow.valid();
    add_edge(element.state, ends ? 0 : graph_.elements[reached_point(graph_, follow, element.atomic)].state, id);
    if (element.kind == ElementKind::Goto || element.kind == ElementKind::Join) return;
    for (const PartId escape : element.escapes) {
      const Part& part = graph_.parts[escape];
      add_edge(element.state, graph_.elements[start_point(graph_, part.first)].state, {});
      visit(part);
    }
  }

  const Model& model_;
  const ControlGraph& graph_;
  FlowGraph flow_;
  std::vector<bool> done_;
};

bool is_global(const Model& model, ExprId id);

bool pattern_is_global(const Model& model, const std::vector<Pattern>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const Pattern& pattern) {
    return pattern.kind != Pattern::Kind::Ignore && is_global(model, pattern.expr);
  });
}

// Only a channel claimed by xr or xs counts as private, wherever it is declared.
bool is_claimed(const Model& model, ExprId channel, bool receive, bool send) {
  const Expr& expr = model.exprs[channel];
  if (expr.kind != ExprKind::Variable) return false;
  const Variable& variable = model.variables[expr.place.variable];
  return (!receive || variable.exclusive_receive) && (!send || variable.exclusive_send);
}

// Whether starting a process creates channels, or whether initial values of its variables are anything but numbers and
// variables of its own: SPIN takes all operations there for global, including those on numbers.
bool start_is_global(const Model& model, ProctypeId proctype) {
  const auto is_plain = [&](ExprId id) {
    if (!id.valid()) return true;
    const Expr& expr = model.exprs[id];
    if (expr.kind == ExprKind::Constant) return expr.value >= 0;  // -1 is an operation
    return expr.kind == ExprKind::Variable && !is_global(model, id);
  };
  return std::any_of(model.variables.begin(), model.variables.end(), [&](const Variable& variable) {
    if (variable.owner != proctype) return false;
    return variable.channel || !is_plain(variable.initial) || !is_plain(variable.late_initial) ||
           !std::ranges::all_of(variable.cell_initials, is_plain);
  });
}

bool is_global(const Model& model, ExprId id) {
  const Expr& expr = model.exprs[id];
  switch (expr.kind) {
    case ExprKind::Constant:
    case ExprKind::Pid:
    case ExprKind::Priority: return false;
    case ExprKind::Variable: {  // an index does not matter here
      const Variable& variable = model.variables[expr.place.variable];
      return !variable.owner.valid() && variable.visibility != Visibility::Local;
    }
    case ExprKind::Unary:
    case ExprKind::Binary:
    case ExprKind::Conditional:
      return std::any_of(expr.operands.begin(), expr.operands.end(),
                         [&](ExprId operand) { return is_global(model, operand); });
    case ExprKind::Run: return start_is_global(model, expr.proctype);
    case ExprKind::Len: return !is_claimed(model, expr.operands[0], true, true);
    case ExprKind::Full:
    case ExprKind::NEmpty: return !is_claimed(model, expr.operands[0], true, false);
    case ExprKind::Empty:
    case ExprKind::NFull: return !is_claimed(model, expr.operands[0], false, true);
    case ExprKind::Poll:
      return pattern_is_global(model, expr.patterns) || !is_claimed(model, expr.operands[0], true, true);
    default: return true;
  }
}

}  // namespace

FlowGraph build_flow_graph(const Model& model, const ControlGraph& graph, const ControlBody& body) {
  return FlowBuilder(model, graph).run(body);
}

bool refers_to_globals(const Model& model, const Element& element) {
  if (element.kind != ElementKind::Statement || element.is_skip) return false;
  const Stmt& stmt = model.stmts[element.stmt];
  const auto any = [&](const std::vector<ExprId>& items) {
    return std::any_of(items.begin(), items.end(), [&](ExprId item) { return is_global(model, item); });
  };
  switch (stmt.kind) {
    case StmtKind::Send: return any(stmt.args) || !is_claimed(model, stmt.target, false, true);
    case StmtKind::Receive:
      return pattern_is_global(model, stmt.patterns) || !is_claimed(model, stmt.target, true, false);
    case StmtKind::Assign: return is_global(model, stmt.target) || any(stmt.args);
    case StmtKind::SetPriority: return !stmt.target.valid() || any(stmt.args);
    default: return any(stmt.args);
  }
}

namespace {

bool is_private(const Model& model, ExprId id) {
  if (!id.valid()) return true;
  const Expr& expr = model.exprs[id];
  const auto fits = [&](ExprId part) { return is_private(model, part); };
  switch (expr.kind) {
    case ExprKind::Constant:
    case ExprKind::Priority:
    case ExprKind::Pid: return true;
    case ExprKind::Variable: {
      const Variable& variable = model.variables[expr.place.variable];  // `local` is a promise by the user
      return (variable.owner.valid() || variable.visibility == Visibility::Local) && fits(expr.place.index) &&
             std::all_of(expr.place.accesses.begin(), expr.place.accesses.end(),
                         [&](const Place::Access& access) { return fits(access.index); });
    }
    case ExprKind::Unary:
    case ExprKind::Binary:
    case ExprKind::Conditional: return std::all_of(expr.operands.begin(), expr.operands.end(), fits);
    default: return false;
  }
}

}  // namespace

bool is_private(const Model& model, const Element& element) {
  if (element.kind != ElementKind::Statement || element.is_skip) return true;
  const Stmt& stmt = model.stmts[element.stmt];
  switch (stmt.kind) {
    case StmtKind::Send:
    case StmtKind::Receive: return false;
    default:
      return (stmt.kind != StmtKind::SetPriority || stmt.target.valid()) && is_private(model, stmt.target) &&
             std::all_of(stmt.args.begin(), stmt.args.end(), [&](ExprId arg) { return is_private(model, arg); });
  }
}

bool contains_run(const Model& model, ExprId id) {
  const Expr& expr = model.exprs[id];
  if (expr.kind == ExprKind::Run) return true;
  return std::any_of(expr.operands.begin(), expr.operands.end(),
                     [&](ExprId operand) { return contains_run(model, operand); });
}

}  // namespace px::promela
