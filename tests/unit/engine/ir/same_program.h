// Whether two programs are equal in everything but numbers of nodes, ranges of integer constants, names of bindings and
// positions of expressions. Independent of the text writer, so that it can serve as its witness.
#pragma once

#include <map>
#include <string>

#include "engine/ir/program.h"

namespace px::ir {

class SameProgram {
 public:
  SameProgram(const Program& a, const Program& b) : a_(a), b_(b) {}

  // Empty, or the first difference.
  std::string difference() {
    names();
    variables();
    need(a_.actions.size() == b_.actions.size(), "actions");
    for (uint32_t i = 0; ok() && i < a_.actions.size(); ++i) action(a_.actions[ActionId(i)], b_.actions[ActionId(i)]);
    need(a_.invariants.size() == b_.invariants.size(), "invariants");
    for (size_t i = 0; ok() && i < a_.invariants.size(); ++i) {
      need(a_.invariants[i].name == b_.invariants[i].name, "invariant name");
      expr(a_.invariants[i].condition, b_.invariants[i].condition);
    }
    need(a_.deadlock.check == b_.deadlock.check, "deadlock");
    expr(a_.deadlock.allowed, b_.deadlock.allowed);
    automata();
    block(a_.init, b_.init);
    return found_;
  }

 private:
  bool ok() const { return found_.empty(); }
  void need(bool same, const char* what) {
    if (!same && ok()) found_ = what;
  }

  void names() {
    need(a_.name == b_.name && a_.sorts.size() == b_.sorts.size() && a_.families.size() == b_.families.size(), "names");
    for (uint32_t i = 0; ok() && i < a_.sorts.size(); ++i) {
      const Sort& x = a_.sorts[SortId(i)];
      const Sort& y = b_.sorts[SortId(i)];
      need(x.name == y.name && x.size == y.size && x.whole == y.whole && x.element_names == y.element_names, "sort");
    }
    for (uint32_t i = 0; ok() && i < a_.families.size(); ++i) {
      const Family& x = a_.families[FamilyId(i)];
      const Family& y = b_.families[FamilyId(i)];
      need(x.name == y.name && x.sort == y.sort && x.first == y.first && x.count == y.count, "family");
      need(x.locations.size() == y.locations.size() && x.initial.size() == y.initial.size(), "locations");
      for (size_t l = 0; ok() && l < x.locations.size(); ++l) location(x.locations[l], y.locations[l]);
      for (size_t l = 0; ok() && l < x.initial.size(); ++l) location(x.initial[l], y.initial[l]);
    }
  }

  void location(LocationId m, LocationId n) {
    if (!m.valid() || !n.valid()) return need(m == n, "location");
    const Location& x = a_.locations[m];
    const Location& y = b_.locations[n];
    need(x.name == y.name && x.family == y.family && x.index == y.index && x.atomic == y.atomic &&
             x.deterministic == y.deterministic && x.valid_end == y.valid_end && x.progress == y.progress &&
             x.accepting == y.accepting,
         "location");
  }

  void type(TypeId m, TypeId n) {
    if (!m.valid() || !n.valid()) return need(m == n, "type");
    const Type& x = a_.types[m];
    const Type& y = b_.types[n];
    need(x.kind == y.kind && x.lo == y.lo && x.hi == y.hi && x.sort == y.sort && x.allows_none == y.allows_none &&
             x.domain == y.domain && x.capacity == y.capacity && x.fields.size() == y.fields.size(),
         "type");
    if (ok() && x.element.valid()) type(x.element, y.element);
    for (size_t i = 0; ok() && i < x.fields.size(); ++i) {
      need(x.fields[i].name == y.fields[i].name, "field");
      type(x.fields[i].type, y.fields[i].type);
    }
  }

  void variables() {
    need(a_.variables.size() == b_.variables.size(), "variables");
    for (uint32_t i = 0; ok() && i < a_.variables.size(); ++i) {
      const Variable& x = a_.variables[VariableId(i)];
      const Variable& y = b_.variables[VariableId(i)];
      need(x.name == y.name && x.owner == y.owner && x.constant == y.constant && x.hidden == y.hidden &&
               x.growth == y.growth && x.initial == y.initial,
           "variable");
      type(x.type, y.type);
    }
  }

  void bind(BindingId m, BindingId n) {
    if (!m.valid() || !n.valid()) return need(m == n, "binding");
    bound_[m.value] = n;
  }

  void action(const Action& x, const Action& y) {
    need(x.name == y.name && x.label == y.label && x.parameters.size() == y.parameters.size() &&
             x.movers.size() == y.movers.size(),
         "action");
    for (size_t i = 0; ok() && i < x.parameters.size(); ++i) {
      need(x.parameters[i].domain == y.parameters[i].domain, "parameter");
      bind(x.parameters[i].binding, y.parameters[i].binding);
    }
    for (size_t i = 0; ok() && i < x.movers.size(); ++i) {
      need(x.movers[i].parameter == y.movers[i].parameter, "mover");
      location(x.movers[i].from, y.movers[i].from);
      location(x.movers[i].to, y.movers[i].to);
      need(x.movers[i].control == y.movers[i].control, "what a mover asks of control");
    }
    expr(x.guard, y.guard);
    block(x.body, y.body);
  }

  void automata() {
    need(a_.automata.size() == b_.automata.size(), "automata");
    for (size_t i = 0; ok() && i < a_.automata.size(); ++i) {
      const Automaton& x = a_.automata[i];
      const Automaton& y = b_.automata[i];
      need(x.name == y.name && x.states == y.states && x.accepting == y.accepting && x.initial == y.initial &&
               x.edges.size() == y.edges.size(),
           "automaton");
      for (size_t e = 0; ok() && e < x.edges.size(); ++e) {
        need(x.edges[e].from == y.edges[e].from && x.edges[e].to == y.edges[e].to, "edge");
        expr(x.edges[e].guard, y.edges[e].guard);
      }
    }
  }

  void expr(ExprId m, ExprId n) {
    if (!m.valid() || !n.valid()) return need(m == n, "expression");
    const Expr& x = a_.exprs[m];
    const Expr& y = b_.exprs[n];
    need(x.op == y.op && x.value == y.value && x.domain == y.domain && x.family == y.family, "expression");
    need(a_.types[x.type].kind == b_.types[y.type].kind, "type of an expression");
    if (!ok()) return;
    if (x.op == Op::Wrap || x.op == Op::ElementAt || x.op == Op::SetOf) type(x.type, y.type);
    if (op_is_quantifier(x.op) || op_binds_value(x.op)) bind(x.binding, y.binding);
    if (x.op == Op::Binding) need(bound_.contains(x.binding.value) && bound_[x.binding.value] == y.binding, "name");
    location(x.location, y.location);
    place(x.place, y.place);
    for (int i = 0; i < 3; ++i) expr(x.operands[i], y.operands[i]);
  }

  void place(PlaceId m, PlaceId n) {
    if (!m.valid() || !n.valid()) return need(m == n, "place");
    const Place& x = a_.places[m];
    const Place& y = b_.places[n];
    need(x.kind == y.kind && x.variable == y.variable && x.field == y.field, "place");
    type(x.type, y.type);
    place(x.parent, y.parent);
    expr(x.index, y.index);
  }

  void block(const Block& x, const Block& y) {
    need(x.size() == y.size(), "block");
    for (size_t i = 0; ok() && i < x.size(); ++i) statement(a_.statements[x[i]], b_.statements[y[i]]);
  }

  void statement(const Statement& x, const Statement& y) {
    need(x.kind == y.kind && x.domain == y.domain && x.limit == y.limit && x.violation == y.violation &&
             x.mark == y.mark && x.text == y.text && x.places.size() == y.places.size() &&
             x.exprs.size() == y.exprs.size() && x.blocks.size() == y.blocks.size(),
         "statement");
    for (size_t i = 0; ok() && i < x.places.size(); ++i) place(x.places[i], y.places[i]);
    for (size_t i = 0; ok() && i < x.exprs.size(); ++i) expr(x.exprs[i], y.exprs[i]);
    bind(x.binding, y.binding);
    if (ok() && x.binding.valid()) type(a_.bindings[x.binding].type, b_.bindings[y.binding].type);
    location(x.location, y.location);
    for (size_t i = 0; ok() && i < x.blocks.size(); ++i) block(x.blocks[i], y.blocks[i]);
  }

  const Program& a_;
  const Program& b_;
  std::map<uint32_t, BindingId> bound_;
  std::string found_;
};

}  // namespace px::ir
