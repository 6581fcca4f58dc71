#include "tests/support/peterson.h"

#include "engine/ir/builder.h"

namespace px::test {

using namespace px::ir;

ir::Program merged_peterson(uint32_t processes) {
  Builder b("peterson" + std::to_string(processes));
  const SortId user = b.sort("User", processes);
  const FamilyId users = b.whole(user);
  const TypeId byte = b.int_type(0, 255);
  const VariableId flag = b.local(users, "flag", byte);
  const VariableId turn =
      b.variable("turn", b.array_type(Domain::range(0, processes - 1), b.element_type(user, true)), {-1});
  const VariableId k = b.local(users, "k", byte);
  const LocationId idle = b.location(users, "idle");
  const LocationId ask = b.location(users, "ask");
  const LocationId yield = b.location(users, "yield");
  const LocationId wait = b.location(users, "wait");
  const LocationId critical = b.location(users, "critical");

  const auto action = [&](const char* name, LocationId from, LocationId to, auto guard, auto body) {
    const BindingId p = b.binding_over("p", Domain::of(users));
    const auto self = [&] { return b.use(p); };
    Action a;
    a.name = name;
    a.parameters = {{p, Domain::of(users)}};
    a.movers = {{0, from, to}};
    a.guard = guard(self);
    a.body = body(self);
    b.action(std::move(a));
  };
  const auto my = [&](VariableId v, ExprId p) { return b.index(b.place(v), p); };
  const auto no_guard = [](auto) { return ExprId{}; };
  const auto last_level = [&](auto self) {
    return b.binary(Op::Eq, b.read(my(k, self())), b.integer(static_cast<int64_t>(processes) - 1));
  };
  const auto may_pass = [&](auto self) {
    const BindingId q = b.binding_over("q", Domain::of(users));
    const ExprId same = b.binary(Op::Eq, b.use(q), self());
    const ExprId lower = b.binary(Op::Lt, b.read(my(flag, b.use(q))), b.read(my(k, self())));
    const ExprId all = b.quantifier(Op::Forall, q, Domain::of(users), b.binary(Op::Or, same, lower));
    const PlaceId my_turn = b.index(b.place(turn), b.read(my(k, self())));
    return b.binary(Op::Or, all, b.binary(Op::Ne, b.read(my_turn), self()));
  };
  action("start", idle, ask, no_guard, [&](auto self) { return Block{b.assign(my(k, self()), b.integer(1))}; });
  action("ask", ask, yield, no_guard,
         [&](auto self) { return Block{b.assign(my(flag, self()), b.read(my(k, self())))}; });
  action("yield", yield, wait, no_guard,
         [&](auto self) { return Block{b.assign(b.index(b.place(turn), b.read(my(k, self()))), self())}; });
  action(
      "pass", wait, ask,
      [&](auto self) { return b.binary(Op::And, b.unary(Op::Not, last_level(self)), may_pass(self)); },
      [&](auto self) {
        return Block{b.assign(my(k, self()), b.binary(Op::Add, b.read(my(k, self())), b.integer(1)))};
      });
  action(
      "enter", wait, critical, [&](auto self) { return b.binary(Op::And, last_level(self), may_pass(self)); },
      [](auto) { return Block{}; });
  action("leave", critical, idle, no_guard, [&](auto self) {
    return Block{b.assign_all({my(flag, self()), my(k, self())}, {b.integer(0), b.integer(0)})};
  });
  const BindingId p = b.binding_over("p", Domain::of(users));
  const ExprId inside = b.quantifier(Op::Count, p, Domain::of(users), b.at(b.use(p), critical));
  b.invariant("mutual exclusion", b.binary(Op::Le, inside, b.integer(1)));
  return b.take();
}

}  // namespace px::test
