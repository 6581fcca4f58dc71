// Small programs with state spaces known in closed form.
#pragma once

#include <memory>

#include "engine/ir/builder.h"

namespace px::explore {

// `dimensions` counters from 0 to side - 1 that only go up: side^n states, n (side - 1) side^(n-1) edges, and one
// deadlock where all have reached the maximum (allowed or not).
inline std::shared_ptr<const ir::Program> grid(uint32_t dimensions, int64_t side, bool may_end) {
  ir::Builder b("grid");
  const ir::SortId axis = b.sort("Axis", dimensions);
  const ir::Domain axes = ir::Domain::of(b.whole(axis));
  const ir::VariableId at = b.variable("at", b.array_type(axes, b.int_type(0, side - 1)));
  const ir::BindingId i = b.binding_over("i", axes);
  const auto cell = [&] { return b.index(b.place(at), b.use(i)); };
  ir::Action up;
  up.name = "up";
  up.parameters = {{i, axes}};
  up.guard = b.binary(ir::Op::Lt, b.read(cell()), b.integer(side - 1));
  up.body = {b.assign(cell(), b.binary(ir::Op::Add, b.read(cell()), b.integer(1)))};
  b.action(std::move(up));
  ir::DeadlockRule rule;
  if (may_end) rule.allowed = b.boolean(true);
  b.deadlock_rule(rule);
  return std::make_shared<const ir::Program>(b.take());
}

// n philosophers who take the left fork, then the right one, then put both back at once. Deadlock when each has one
// fork.
inline std::shared_ptr<const ir::Program> philosophers(uint32_t n) {
  ir::Builder b("philosophers");
  const ir::SortId sort = b.sort("Phil", n);
  const ir::FamilyId phil = b.whole(sort);
  const ir::LocationId thinking = b.location(phil, "thinking");
  const ir::LocationId hungry = b.location(phil, "hungry");
  const ir::LocationId eating = b.location(phil, "eating");
  const ir::VariableId taken = b.variable("taken", b.array_type(ir::Domain::range(0, n - 1), b.bool_type()));
  const auto step = [&](const char* name, ir::LocationId from, ir::LocationId to, int right, bool take) {
    const ir::BindingId p = b.binding_over("p", ir::Domain::of(phil));
    const auto fork = [&](int64_t offset) {
      const ir::ExprId position = b.binary(ir::Op::Add, b.unary(ir::Op::IndexOf, b.use(p)), b.integer(offset));
      return b.index(b.place(taken), b.binary(ir::Op::Mod, position, b.integer(n)));
    };
    ir::Action a;
    a.name = name;
    a.parameters = {{p, ir::Domain::of(phil)}};
    a.movers = {{0, from, to}};
    if (take) {
      a.guard = b.unary(ir::Op::Not, b.read(fork(right)));
      a.body = {b.assign(fork(right), b.boolean(true))};
    } else {
      a.body = {b.assign(fork(0), b.boolean(false)), b.assign(fork(1), b.boolean(false))};
    }
    b.action(std::move(a));
  };
  step("left", thinking, hungry, 0, true);
  step("right", hungry, eating, 1, true);
  step("put", eating, thinking, 0, false);
  return std::make_shared<const ir::Program>(b.take());
}

}  // namespace px::explore
