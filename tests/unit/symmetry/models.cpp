#include "tests/unit/symmetry/models.h"

#include <functional>
#include <numeric>

namespace px::test {
namespace {

using ir::Builder;
using ir::Domain;
using ir::FamilyId;
using ir::SortId;

symmetry::Block block_of(SortId sort, uint32_t first, uint32_t count) {
  symmetry::Block block{sort, std::vector<uint32_t>(count)};
  std::iota(block.elements.begin(), block.elements.end(), first);
  return block;
}

Model finish(std::string name, Builder& b, std::vector<symmetry::Block> blocks) {
  return {std::move(name), std::make_shared<const ir::Program>(b.take()), symmetry::SymmetryGroup{std::move(blocks)}};
}

}  // namespace

Model lanes_model(uint32_t n) {
  Builder b("lanes");
  const SortId sort = b.sort("Proc", n + 1);
  const FamilyId users = b.family("User", sort, 1, n);
  for (int i = 0; i < 5; ++i) b.location(users, "L" + std::to_string(i));
  b.variable("flag", b.array_type(Domain::of(b.whole(sort)), b.int_type(0, 255)));
  b.local(users, "k", b.int_type(-3, 6));
  b.variable("turn", b.array_type(Domain::range(0, 3), b.element_type(sort, true)));
  b.variable("count", b.int_type(0, 100));
  return finish("lanes", b, {block_of(sort, 1, n)});
}

Model wide_lanes_model(uint32_t n) {
  Builder b("wide_lanes");
  const SortId sort = b.sort("Proc", n);
  b.location(b.whole(sort), "a");
  b.location(b.whole(sort), "b");
  for (int i = 0; i < 3; ++i) b.local(b.whole(sort), "x" + std::to_string(i), b.int_type(INT64_MIN, INT64_MAX));
  b.local(b.whole(sort), "y", b.int_type(0, 6));
  b.variable("leader", b.element_type(sort, false));
  return finish("wide_lanes", b, {block_of(sort, 0, n)});
}

Model pointers_model(uint32_t n) {
  Builder b("pointers");
  const SortId sort = b.sort("Node", n);
  b.variable("next", b.array_type(Domain::of(b.whole(sort)), b.element_type(sort, true)));
  b.variable("owner", b.array_type(Domain::of(b.whole(sort)), b.element_type(sort, false)));
  b.variable("mark", b.array_type(Domain::of(b.whole(sort)), b.bool_type()));
  b.variable("head", b.element_type(sort, true));
  return finish("pointers", b, {block_of(sort, 0, n)});
}

Model queues_model(uint32_t n) {
  Builder b("queues");
  const SortId sort = b.sort("Client", n);
  const auto sure = b.record_type({{"from", b.element_type(sort, false)}, {"tag", b.int_type(0, 2)}});
  const auto maybe = b.record_type({{"to", b.element_type(sort, true)}});
  b.variable("network", b.queue_type(3, sure));
  b.variable("log", b.queue_type(2, maybe));
  b.local(b.whole(sort), "box", b.queue_type(2, sure));
  b.local(b.whole(sort), "state", b.int_type(0, 3));
  return finish("queues", b, {block_of(sort, 0, n)});
}

Model sets_model(uint32_t n) {
  Builder b("sets");
  const SortId sort = b.sort("Session", n + 2);
  const FamilyId part = b.family("Part", sort, 2, n);
  b.variable("active", b.set_type(Domain::of(part)));
  b.variable("all", b.set_type(Domain::of(b.whole(sort))));
  b.variable("knows", b.array_type(Domain::of(part), b.set_type(Domain::of(part))));
  return finish("sets", b, {block_of(sort, 2, n)});
}

Model relations_model(uint32_t n) {
  Builder b("relations");
  const SortId sort = b.sort("Proc", n);
  const Domain all = Domain::of(b.whole(sort));
  b.variable("distance", b.array_type(all, b.array_type(all, b.int_type(0, 2))));
  const auto cells = b.array_type(all, b.element_type(sort, true));
  b.variable("table", b.record_type({{"plain", b.int_type(0, 9)}, {"by", cells}}));
  b.variable("grid", b.array_type(Domain::range(0, 1), b.array_type(all, b.bool_type())));
  return finish("relations", b, {block_of(sort, 0, n)});
}

Model two_sorts_model(uint32_t n, uint32_t m) {
  Builder b("two_sorts");
  const SortId proc = b.sort("Proc", n);
  const SortId chan = b.sort("Chan", m);
  b.location(b.whole(proc), "idle");
  b.location(b.whole(proc), "busy");
  b.local(b.whole(proc), "out", b.element_type(chan, true));
  b.variable("reader", b.array_type(Domain::of(b.whole(chan)), b.element_type(proc, true)));
  b.variable("full", b.array_type(Domain::of(b.whole(chan)), b.bool_type()));
  b.variable("seen", b.array_type(Domain::of(b.whole(proc)), b.array_type(Domain::of(b.whole(chan)), b.bool_type())));
  return finish("two_sorts", b, {block_of(proc, 0, n), block_of(chan, 0, m)});
}

Model blocks_model() {
  Builder b("blocks");
  const SortId sort = b.sort("Proc", 7);
  const FamilyId low = b.family("Low", sort, 1, 3);
  const FamilyId high = b.family("High", sort, 4, 3);
  b.location(low, "a");
  b.location(low, "b");
  b.location(high, "c");
  b.location(high, "d");
  b.local(low, "x", b.int_type(0, 3));
  b.local(high, "boss", b.element_type(sort, true));
  b.variable("at", b.array_type(Domain::of(b.whole(sort)), b.element_type(sort, true)));
  b.variable("turn", b.element_type(sort, true));
  return finish("blocks", b, {block_of(sort, 1, 3), symmetry::Block{sort, {4, 6}}});
}

std::vector<Model> data_models() {
  return {lanes_model(5), wide_lanes_model(4), pointers_model(5),     queues_model(4),
          sets_model(5),  relations_model(4),  two_sorts_model(4, 3), blocks_model()};
}

namespace {

// Locations and variables as SPIN's statement merging leaves them: k++ belongs to the step that leaves the waiting
// loop, and `ok` is dead wherever a state is stored.
class PetersonMaker {
 public:
  explicit PetersonMaker(uint32_t n) : n_(n), b_("peterson" + std::to_string(n)) {}

  std::shared_ptr<const ir::Program> make() {
    const SortId proc = b_.sort("Proc", n_ + 1);
    init_ = b_.family("Init", proc, 0, 1);
    user_ = b_.family("User", proc, 1, n_);
    const auto byte = b_.int_type(0, 255);
    flag_ = b_.variable("flag", b_.array_type(Domain::of(b_.whole(proc)), byte));
    turn_ = b_.variable("turn", b_.array_type(Domain::range(0, n_ - 1), b_.element_type(proc, true)), {-1});
    in_cr_ = b_.variable("inCR", byte);
    k_ = b_.local(user_, "k", byte);
    const ir::LocationId unborn = b_.location(user_, "unborn");
    start_ = b_.location(user_, "start");
    const ir::LocationId test = b_.location(user_, "test");
    const ir::LocationId raise = b_.location(user_, "raise");
    const ir::LocationId yield = b_.location(user_, "yield");
    const ir::LocationId wait = b_.location(user_, "wait");
    const ir::LocationId enter = b_.location(user_, "enter");
    const ir::LocationId critical = b_.location(user_, "critical");
    const ir::LocationId lower = b_.location(user_, "lower");
    b_.location_info(unborn).valid_end = true;
    add_init(proc);
    add("begin", start_, test, {}, [&](ir::BindingId p) { return ir::Block{b_.assign(k(p), b_.integer(1))}; });
    add("again", test, raise, [&](ir::BindingId p) { return below(p, b_.integer(n_)); }, {});
    add("leave", test, enter, [&](ir::BindingId p) { return b_.unary(ir::Op::Not, below(p, b_.integer(n_))); }, {});
    add("raise", raise, yield, {}, [&](ir::BindingId p) { return ir::Block{b_.assign(flag(p), b_.read(k(p)))}; });
    add("yield", yield, wait, {}, [&](ir::BindingId p) { return ir::Block{b_.assign(turn(p), b_.use(p))}; });
    add(
        "pass", wait, test, [&](ir::BindingId p) { return may_pass(p); }, [&](ir::BindingId p) { return step(p); });
    add("spin", wait, wait, [&](ir::BindingId p) { return b_.unary(ir::Op::Not, may_pass(p)); }, {});
    add("enter", enter, critical, {}, [&](ir::BindingId) {
      return ir::Block{count(1),
                       b_.assertion(b_.binary(ir::Op::Eq, b_.read(b_.place(in_cr_)), b_.integer(1)), "inCR == 1")};
    });
    add("exit", critical, lower, {}, [&](ir::BindingId) { return ir::Block{count(-1)}; });
    add("lower", lower, start_, {}, [&](ir::BindingId p) { return ir::Block{b_.assign(flag(p), b_.integer(0))}; });
    return std::make_shared<const ir::Program>(b_.take());
  }

 private:
  using Guard = std::function<ir::ExprId(ir::BindingId)>;
  using Body = std::function<ir::Block(ir::BindingId)>;
  void add(const std::string& name, ir::LocationId from, ir::LocationId to, const Guard& guard, const Body& body) {
    const ir::BindingId p = b_.binding_over("p", Domain::of(user_));
    ir::Action action;
    action.name = action.label = name;
    action.parameters = {{p, Domain::of(user_)}};
    action.movers = {{0, from, to}};
    if (guard) action.guard = guard(p);
    if (body) action.body = body(p);
    b_.action(std::move(action));
  }
  void add_init(SortId proc) {
    const ir::LocationId start = b_.location(init_, "start");
    const ir::LocationId done = b_.location(init_, "done");
    b_.location_info(done).valid_end = true;
    const ir::BindingId p = b_.binding_over("p", Domain::of(init_));
    ir::Action action;
    action.name = action.label = "run users";
    action.parameters = {{p, Domain::of(init_)}};
    action.movers = {{0, start, done}};
    for (uint32_t i = 1; i <= n_; ++i) {
      action.body.push_back(b_.go_to(b_.constant(b_.element_type(proc), i), start_));
    }
    b_.action(std::move(action));
  }

  ir::PlaceId k(ir::BindingId p) { return b_.index(b_.place(k_), b_.use(p)); }
  ir::PlaceId flag(ir::BindingId p) { return b_.index(b_.place(flag_), b_.use(p)); }
  ir::PlaceId turn(ir::BindingId p) { return b_.index(b_.place(turn_), b_.read(k(p))); }
  ir::ExprId below(ir::BindingId p, ir::ExprId bound) { return b_.binary(ir::Op::Lt, b_.read(k(p)), bound); }
  ir::StatementId count(int64_t by) {
    return b_.assign(b_.place(in_cr_), b_.binary(ir::Op::Add, b_.read(b_.place(in_cr_)), b_.integer(by)));
  }
  ir::Block step(ir::BindingId p) { return {b_.assign(k(p), b_.binary(ir::Op::Add, b_.read(k(p)), b_.integer(1)))}; }
  // Everybody else is at a lower level, or somebody came later.
  ir::ExprId may_pass(ir::BindingId p) {
    const ir::BindingId q = b_.binding_over("q", Domain::of(user_));
    const ir::ExprId other_below = b_.binary(ir::Op::Lt, b_.read(flag(q)), b_.read(k(p)));
    const ir::ExprId lower = b_.binary(ir::Op::Or, b_.binary(ir::Op::Eq, b_.use(q), b_.use(p)), other_below);
    const ir::ExprId all = b_.quantifier(ir::Op::Forall, q, Domain::of(user_), lower);
    return b_.binary(ir::Op::Or, all, b_.binary(ir::Op::Ne, b_.read(turn(p)), b_.use(p)));
  }

  uint32_t n_;
  Builder b_;
  FamilyId init_, user_;
  ir::VariableId flag_, turn_, in_cr_, k_;
  ir::LocationId start_;
};

}  // namespace

std::shared_ptr<const ir::Program> peterson(uint32_t n) {
  return PetersonMaker(n).make();
}

std::shared_ptr<const ir::Program> login(uint32_t n) {
  Builder b("login");
  const SortId session = b.sort("Session", n);
  const Domain all = Domain::of(b.whole(session));
  const auto active = b.variable("active", b.set_type(all));
  const auto s = b.binding_over("s", all);
  const auto is_active = b.binary(ir::Op::Member, b.use(s), b.read(b.place(active)));
  const auto add = b.binary(ir::Op::Union, b.read(b.place(active)), b.unary(ir::Op::SetOf, b.use(s)));
  b.action(
      {"login", {{s, all}}, {}, b.unary(ir::Op::Not, is_active), {b.assign(b.place(active), add)}, "Login", {}, {}});
  const auto t = b.binding_over("t", all);
  const auto there = b.binary(ir::Op::Member, b.use(t), b.read(b.place(active)));
  const auto remove = b.binary(ir::Op::Difference, b.read(b.place(active)), b.unary(ir::Op::SetOf, b.use(t)));
  b.action({"logout", {{t, all}}, {}, there, {b.assign(b.place(active), remove)}, "Logout", {}, {}});
  return std::make_shared<const ir::Program>(b.take());
}

namespace {

class MailMaker {
 public:
  explicit MailMaker(uint32_t n) : b_("mail"), sort_(b_.sort("Client", n)), all_(Domain::of(b_.whole(sort_))) {}

  std::shared_ptr<const ir::Program> make() {
    const auto client = b_.whole(sort_);
    const auto maybe = b_.element_type(sort_, true);
    const auto who = b_.element_type(sort_, false);
    idle_ = b_.location(client, "idle");
    sent_ = b_.location(client, "sent");
    b_.location_info(idle_).valid_end = true;
    wrote_to_ = b_.local(client, "wroteTo", maybe, {-1});
    box_ = b_.local(client, "box", b_.queue_type(1, b_.record_type({{"from", who}})));
    mailer_ = b_.variable("mailer", b_.queue_type(2, b_.record_type({{"from", who}, {"to", who}})));
    add_send();
    add_deliver();
    add_receive();
    return std::make_shared<const ir::Program>(b_.take());
  }

 private:
  // An idle client writes to another one.
  void add_send() {
    const auto p = b_.binding_over("p", all_);
    const auto q = b_.binding_over("q", all_);
    const auto room = b_.binary(ir::Op::Lt, b_.queue_length(b_.place(mailer_)), b_.integer(2));
    const auto guard = b_.binary(ir::Op::And, b_.binary(ir::Op::Ne, b_.use(p), b_.use(q)), room);
    b_.action({"send",
               {{p, all_}, {q, all_}},
               {{0, idle_, sent_}},
               guard,
               {b_.push(b_.place(mailer_), {b_.use(p), b_.use(q)}), b_.assign(wrote_to(p), b_.use(q))},
               "send",
               {},
               {}});
  }
  // The mailer takes the first letter to a box with room.
  void add_deliver() {
    const auto to = b_.binding_over("to", all_);
    const auto letter = [&](uint32_t field) {
      return b_.read(b_.field(b_.item(b_.place(mailer_), b_.integer(0)), field));
    };
    const auto some = b_.binary(ir::Op::Gt, b_.queue_length(b_.place(mailer_)), b_.integer(0));
    const auto mine = b_.binary(ir::Op::Eq, letter(1), b_.use(to));
    const auto room = b_.binary(ir::Op::Eq, b_.queue_length(box(to)), b_.integer(0));
    b_.action({"deliver",
               {{to, all_}},
               {},
               b_.all_of({some, mine, room}),
               {b_.push(box(to), {letter(0)}), b_.pop(b_.place(mailer_))},
               "deliver",
               {},
               {}});
  }
  // A client reads its letter; it answers the sender if it has not written to anybody.
  void add_receive() {
    for (const bool idle : {true, false}) {
      const auto p = b_.binding_over("p", all_);
      const auto some = b_.binary(ir::Op::Gt, b_.queue_length(box(p)), b_.integer(0));
      const auto sender = b_.read(b_.field(b_.item(box(p), b_.integer(0)), 0));
      ir::Block body;
      if (idle) {
        body = {b_.assign(wrote_to(p), sender), b_.pop(box(p))};
      } else {
        const auto reply = b_.binary(ir::Op::Eq, sender, b_.read(wrote_to(p)));
        body = {b_.if_else(reply, {b_.reset(wrote_to(p))}), b_.pop(box(p))};
      }
      b_.action({"receive", {{p, all_}}, {{0, idle ? idle_ : sent_, idle_}}, some, body, "receive", {}, {}});
    }
  }

  ir::PlaceId box(ir::BindingId p) { return b_.index(b_.place(box_), b_.use(p)); }
  ir::PlaceId wrote_to(ir::BindingId p) { return b_.index(b_.place(wrote_to_), b_.use(p)); }

  Builder b_;
  SortId sort_;
  Domain all_;
  ir::LocationId idle_, sent_;
  ir::VariableId wrote_to_, box_, mailer_;
};

}  // namespace

std::shared_ptr<const ir::Program> mail(uint32_t n) {
  return MailMaker(n).make();
}

}  // namespace px::test
