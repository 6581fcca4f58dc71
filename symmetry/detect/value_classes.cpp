#include "symmetry/detect/value_classes.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace px::symmetry {
namespace {

using ir::Op;
using ir::Statement;
using ir::TypeKind;
using Kind = ir::Statement::Kind;

constexpr int64_t kMaxValues = 64;

class Finder {
 public:
  Finder(const ir::Program& program, const VariableParts& parts, const ir::FailureAnalysis& failures)
      : program_(program),
        parts_(parts),
        failures_(failures),
        leader_(parts.count() + program.bindings.size()),
        spoiled_(leader_.size(), false),
        named_(leader_.size(), false) {
    std::iota(leader_.begin(), leader_.end(), 0);
  }

  std::vector<ValueClass> run() {
    for (const ir::Action& action : program_.actions) {
      for (const ir::Parameter& parameter : action.parameters) bind(parameter.binding, parameter.domain);
      if (action.guard.valid()) visit(action.guard);
      visit_block(action.body);
    }
    for (const ir::Invariant& invariant : program_.invariants) visit(invariant.condition);
    if (program_.deadlock.allowed.valid()) visit(program_.deadlock.allowed);
    for (const ir::Automaton& automaton : program_.automata) {
      for (const ir::Automaton::Edge& edge : automaton.edges) {
        if (edge.guard.valid()) visit(edge.guard);
      }
      for (const ir::Automaton::Part& part : automaton.formula) {
        if (const auto* holds = std::get_if<ir::ExprId>(&part.atom)) visit(*holds);
      }
    }
    visit_block(program_.init);
    add_declared_ranges();
    return collect();
  }

 private:
  // ---- Classes

  uint32_t find(uint32_t node) {
    while (leader_[node] != node) node = leader_[node] = leader_[leader_[node]];
    return node;
  }
  void unite(uint32_t a, uint32_t b) {
    if (a != kNoNode && b != kNoNode) leader_[find(a)] = find(b);
  }
  void spoil(uint32_t node) { spoiled_[node] = true; }
  void include(uint32_t node, int64_t lo, int64_t hi) { ranges_.push_back({node, lo, hi}); }
  void include(uint32_t node, ir::ExprId value) {
    const ir::FailureAnalysis::Bounds bounds = failures_.values(value);
    if (!bounds.known) return spoil(node);
    include(node, bounds.lo, bounds.hi);
  }
  uint32_t node(ir::ExprId id) const { return node_of(program_, parts_, failures_, id); }
  bool is_number(ir::TypeId type) const { return program_.types[type].kind == TypeKind::Int; }

  // ---- Data flow

  // A value is stored at a node.
  void store(uint32_t target, ir::TypeId type, ir::ExprId value) {
    if (!is_number(type)) return;
    if (failures_.value_may_not_fit(value, type)) spoil(target);
    meet(target, value);
  }
  // The value is one of those of the node; if it is computed from a process, they become names.
  void meet(uint32_t target, ir::ExprId value) {
    const uint32_t source = node(value);
    if (source != kNoNode) return unite(target, source);
    if (program_.exprs[value].op != Op::Const && failures_.table(value)) named_[target] = true;
  }

  void bind(ir::BindingId binding, const ir::Domain& domain) {
    const uint32_t name = parts_.of(binding);
    if (domain.is_family()) return;
    if (domain.is_subsets() || domain.lo < 0) return spoil(name);
    include(name, domain.lo, domain.hi);
  }

  void visit(ir::ExprId id) {
    const ir::Expr& e = program_.exprs[id];
    if (e.place.valid()) visit_place(e.place);
    if (ir::op_is_quantifier(e.op)) {
      bind(e.binding, e.domain);
      if (e.op == Op::Collect || e.op == Op::The) spoil(parts_.of(e.binding));
    }
    for (const ir::ExprId operand : e.operands) {
      if (operand.valid()) visit(operand);
    }
    const bool alike = e.op == Op::Eq || e.op == Op::Ne || e.op == Op::If;
    if (alike) {
      const ir::ExprId a = e.operands[e.op == Op::If ? 1 : 0];
      const ir::ExprId b = e.operands[e.op == Op::If ? 2 : 1];
      if (!is_number(program_.exprs[a].type)) return;
      meet_other(a, b, e.op == Op::If);
      meet_other(b, a, e.op == Op::If);
    }
    if (e.op == Op::Let && is_number(program_.bindings[e.binding].type)) name(e.binding, e.operands[0]);
    if (e.op == Op::Fix) spoil(parts_.of(e.binding));
  }

  // `becomes_one`: the result is one or the other.
  void meet_other(ir::ExprId one, ir::ExprId other, bool becomes_one) {
    if (node(one) == kNoNode) return;
    meet(node(one), other);
    if (becomes_one && node(other) == kNoNode) include(node(one), other);
  }

  void name(ir::BindingId binding, ir::ExprId value) {
    meet(parts_.of(binding), value);
    if (node(value) == kNoNode) include(parts_.of(binding), value);
  }

  void visit_place(ir::PlaceId id) {
    const ir::Place& place = program_.places[id];
    if (place.parent.valid()) visit_place(place.parent);
    if (!place.index.valid()) return;
    visit(place.index);
    if (place.kind != ir::Place::Kind::Index) return;
    const uint32_t array = parts_.of(program_, place.parent);
    if (program_.types[parts_.part(array).type].domain.is_family()) return;
    named_[array] = true;
    meet(array, place.index);
    if (node(place.index) == kNoNode) include(array, place.index);
  }

  void visit_block(const ir::Block& block) {
    for (const ir::StatementId id : block) visit_statement(program_.statements[id]);
  }

  void visit_statement(const Statement& s) {
    for (const ir::PlaceId place : s.places) visit_place(place);
    for (const ir::ExprId expr : s.exprs) visit(expr);
    switch (s.kind) {
      case Kind::Assign:
        for (size_t i = 0; i < s.exprs.size(); ++i) {
          const uint32_t part = parts_.of(program_, s.places[i]);
          store(part, parts_.part(part).type, s.exprs[i]);
        }
        break;
      case Kind::Copy: unite_all(parts_.of(program_, s.places[0]), parts_.of(program_, s.places[1])); break;
      case Kind::Let:
        if (is_number(program_.bindings[s.binding].type)) name(s.binding, s.exprs[0]);
        break;
      case Kind::For:
      case Kind::Choose: bind(s.binding, s.domain); break;
      case Kind::Push:
      case Kind::PushSorted: visit_push(s); break;
      case Kind::Solve:
        for (const ir::PlaceId place : s.places) spoil_all(parts_.of(program_, place));
        break;
      case Kind::Reset:
      case Kind::If:
      case Kind::While:
      case Kind::Either:
      case Kind::Require:
      case Kind::Assert:
      case Kind::Fail:
      case Kind::Grow:
      case Kind::Pop:
      case Kind::RemoveAt:
      case Kind::Goto:
      case Kind::Print: break;
    }
    for (const ir::Block& block : s.blocks) visit_block(block);
  }

  void visit_push(const Statement& s) {
    const uint32_t queue = parts_.of(program_, s.places[0]);
    const std::vector<uint32_t>& fields = parts_.part(parts_.part(queue).inner[0]).inner;
    for (size_t i = 0; i < fields.size() && i < s.exprs.size(); ++i) {
      store(fields[i], parts_.part(fields[i]).type, s.exprs[i]);
      if (s.kind == Kind::PushSorted) spoil(fields[i]);
    }
  }

  void unite_all(uint32_t a, uint32_t b) {
    unite(a, b);
    for (size_t i = 0; i < parts_.part(a).inner.size(); ++i)
      unite_all(parts_.part(a).inner[i], parts_.part(b).inner[i]);
  }
  void spoil_all(uint32_t part) {
    spoil(part);
    for (const uint32_t inner : parts_.part(part).inner) spoil_all(inner);
  }

  // ---- Result

  void add_declared_ranges() {
    for (uint32_t p = 0; p < parts_.count(); ++p) {
      const ir::Type& type = program_.types[parts_.part(p).type];
      if (type.kind == TypeKind::Int) include(p, type.lo, type.hi);
      if (type.kind != TypeKind::Array || type.domain.is_family()) continue;
      include(p, type.domain.lo, type.domain.hi);
      if (type.domain.lo < 0) spoil(p);
    }
  }

  std::vector<ValueClass> collect() {
    std::map<uint32_t, ValueClass> classes;
    for (const auto& [node, lo, hi] : ranges_) {
      const auto [found, is_new] = classes.try_emplace(find(node), ValueClass{lo, hi, {}});
      found->second.lo = std::min(found->second.lo, lo);
      found->second.hi = std::max(found->second.hi, hi);
    }
    std::map<uint32_t, bool> wanted;
    for (uint32_t node = 0; node < leader_.size(); ++node) {
      const auto found = classes.find(find(node));
      if (found == classes.end() || !holds_numbers(node)) continue;
      found->second.nodes.push_back(node);
      wanted[find(node)] |= named_[node];
    }
    std::vector<ValueClass> result;
    for (auto& [leader, found] : classes) {
      if (wanted[leader] && is_liftable(found)) result.push_back(std::move(found));
    }
    return result;
  }

  bool holds_numbers(uint32_t node) const {
    if (node >= parts_.count()) return is_number(program_.bindings[ir::BindingId(node - parts_.count())].type);
    const ir::Type& type = program_.types[parts_.part(node).type];
    return type.kind == TypeKind::Int || (type.kind == TypeKind::Array && !type.domain.is_family());
  }

  bool is_liftable(const ValueClass& found) const {
    if (found.hi < 0 || found.hi - found.lo < 1 || found.hi >= kMaxValues || found.lo <= -kMaxValues ||
        found.hi - found.lo >= kMaxValues)
      return false;
    return std::none_of(found.nodes.begin(), found.nodes.end(), [&](uint32_t node) {
      if (spoiled_[node]) return true;
      if (node >= parts_.count()) return false;
      const VariableParts::Part& part = parts_.part(node);
      const ir::Type& type = program_.types[part.type];
      if (has_queue(part.variable) && !program_.variables[part.variable].initial.empty()) return true;
      if (type.kind != TypeKind::Int) return false;
      const int64_t zero = type.lo <= 0 && 0 <= type.hi ? 0 : type.lo;
      return found.element_of(zero) != 0;
    });
  }

  bool has_queue(ir::VariableId variable) const { return has_queue(parts_.of(variable)); }
  bool has_queue(uint32_t part) const {
    if (program_.types[parts_.part(part).type].kind == TypeKind::Queue) return true;
    const std::vector<uint32_t>& inner = parts_.part(part).inner;
    return std::any_of(inner.begin(), inner.end(), [&](uint32_t p) { return has_queue(p); });
  }

  struct Range {
    uint32_t node;
    int64_t lo, hi;
  };

  const ir::Program& program_;
  const VariableParts& parts_;
  const ir::FailureAnalysis& failures_;
  std::vector<uint32_t> leader_;
  std::vector<bool> spoiled_;
  std::vector<bool> named_;
  std::vector<Range> ranges_;
};

}  // namespace

VariableParts::VariableParts(const ir::Program& program) {
  for (uint32_t v = 0; v < program.variables.size(); ++v) {
    const ir::VariableId id(v);
    roots_.push_back(add(program, program.variables[id].type, id));
  }
}

uint32_t VariableParts::add(const ir::Program& program, ir::TypeId id, ir::VariableId variable) {
  const uint32_t number = count();
  parts_.push_back({id, variable, {}});
  const ir::Type& type = program.types[id];
  std::vector<uint32_t> inner;
  if (type.kind == ir::TypeKind::Array || type.kind == ir::TypeKind::Queue) {
    inner.push_back(add(program, type.element, variable));
  } else if (type.kind == ir::TypeKind::Record) {
    for (const ir::Field& field : type.fields) inner.push_back(add(program, field.type, variable));
  }
  parts_[number].inner = std::move(inner);
  return number;
}

uint32_t VariableParts::of(const ir::Program& program, ir::PlaceId id) const {
  const ir::Place& place = program.places[id];
  if (place.kind == ir::Place::Kind::Variable) return of(place.variable);
  const Part& parent = parts_[of(program, place.parent)];
  return parent.inner[place.kind == ir::Place::Kind::FieldOf ? place.field : 0];
}

uint32_t node_of(const ir::Program& program, const VariableParts& parts, const ir::FailureAnalysis& failures,
                 ir::ExprId id) {
  const ir::Expr& e = program.exprs[id];
  if (program.types[e.type].kind != ir::TypeKind::Int) return kNoNode;
  const auto inner = [&](int operand) { return node_of(program, parts, failures, e.operands[operand]); };
  if (e.op == ir::Op::Read) return parts.of(program, e.place);
  if (e.op == ir::Op::Binding) return parts.of(e.binding);
  if (e.op == ir::Op::If) return inner(1) != kNoNode ? inner(1) : inner(2);
  if (e.op == ir::Op::Check || e.op == ir::Op::Let) return inner(1);
  if (e.op == ir::Op::Wrap) return failures.value_may_not_fit(e.operands[0], e.type) ? kNoNode : inner(0);
  return kNoNode;
}

std::vector<ValueClass> value_classes(const ir::Program& program, const VariableParts& parts,
                                      const ir::FailureAnalysis& failures) {
  return Finder(program, parts, failures).run();
}

}  // namespace px::symmetry
