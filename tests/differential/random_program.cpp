#include "tests/differential/random_program.h"

#include <algorithm>

#include "engine/ir/builder.h"

namespace px::test {
namespace {

using namespace px::ir;

class Generator {
 public:
  explicit Generator(const Choices& choices) : choices_(choices) {}

  Program run() {
    make_sorts();
    make_variables();
    const uint32_t actions = 2 + pick(10);
    for (uint32_t a = 0; a < actions; ++a) make_action(a);
    if (rarely(4)) b_.invariant("invariant", condition(2));
    DeadlockRule rule;
    rule.check = pick(2) != 0;
    if (rarely(4)) rule.allowed = condition(1);
    b_.deadlock_rule(rule);
    outcomes_ = 20;
    if (rarely(3)) b_.init(block(1));
    return b_.take();
  }

 private:
  // A name in scope and its domain.
  struct Name {
    BindingId binding;
    Domain domain;
    TypeId type;
  };
  static constexpr uint32_t kOutcomes = 60;  // maximum for one body

  // ---- Choices

  uint32_t pick(uint32_t below) {
    const uint32_t choice = next_ < choices_.size() ? choices_[next_] : 0;
    ++next_;
    return choice % below;
  }
  bool rarely(uint32_t one_in) { return pick(one_in) == one_in - 1; }
  template <class T>
  const T& one_of(const std::vector<T>& items) {
    return items[pick(static_cast<uint32_t>(items.size()))];
  }

  // ---- Declarations

  void make_sorts() {
    const uint32_t sorts = 1 + pick(2);
    for (uint32_t s = 0; s < sorts; ++s) {
      const uint32_t size = 2 + pick(3);
      const SortId sort = b_.sort("Sort" + std::to_string(s), size);
      sorts_.push_back(sort);
      families_.push_back(b_.whole(sort));
      if (rarely(3)) {
        make_process(b_.family("Front" + std::to_string(s), sort, 0, 1));
        make_process(b_.family("Back" + std::to_string(s), sort, 1, size - 1));
      } else if (s == 0 || pick(2) != 0) {
        make_process(b_.whole(sort));
      }
    }
  }

  void make_process(FamilyId family) {
    if (std::find(families_.begin(), families_.end(), family) == families_.end()) families_.push_back(family);
    processes_.push_back(family);
    const uint32_t count = 1 + pick(4);
    for (uint32_t l = 0; l < count; ++l) {
      const LocationId location = b_.location(family, "L" + std::to_string(l));
      Location& info = b_.location_info(location);
      info.valid_end = rarely(3);
      if (l > 0 && rarely(4)) info.atomic = true;
      if (l > 0 && rarely(8)) info.deterministic = true;
    }
    if (rarely(3)) {
      const auto& locations = b_.program().families[family].locations;
      b_.initial_location(family, 0, locations[pick(static_cast<uint32_t>(locations.size()))]);
    }
  }

  Domain domain() {
    if (pick(2) == 0) return Domain::of(one_of(families_));
    const int64_t lo = static_cast<int64_t>(pick(3)) - 1;
    return Domain::range(lo, lo + pick(4));
  }

  TypeId int_type() {
    static constexpr int64_t kRanges[][2] = {{0, 3},   {0, 1},    {-2, 5},
                                             {0, 255}, {-4, 3},   {5, 9},
                                             {-1, -1}, {0, 1000}, {-(int64_t{1} << 40), int64_t{1} << 40}};
    const uint32_t choice = pick(12);
    if (choice == 11) return b_.integer_type();
    const auto& range = kRanges[choice < 9 ? choice : 0];
    return b_.int_type(range[0], range[1]);
  }

  TypeId scalar_type() {
    switch (pick(6)) {
      case 0: return b_.bool_type();
      case 1:
      case 2: return int_type();
      case 3:
      case 4: return b_.element_type(one_of(sorts_), pick(2) != 0);
      default: return set_type();
    }
  }

  TypeId set_type() { return b_.set_type(pick(2) ? Domain::of(one_of(families_)) : Domain::range(-1, 3)); }

  TypeId record_type() {
    std::vector<Field> fields;
    const uint32_t count = 1 + pick(3);
    for (uint32_t f = 0; f < count; ++f) fields.push_back({"f" + std::to_string(f), scalar_type()});
    return b_.record_type(std::move(fields));
  }

  TypeId any_type(int depth) {
    switch (depth == 0 ? 0 : pick(6)) {
      case 3: return record_type();
      case 4: {
        const TypeId record = record_type();
        return b_.queue_type(1 + pick(3), record);
      }
      case 5: {
        const Domain d = domain();
        const TypeId element = any_type(depth - 1);
        return b_.array_type(d, element);
      }
      default: return scalar_type();
    }
  }

  void make_variables() {
    variables_.push_back(b_.variable("n", b_.int_type(0, 3)));
    const uint32_t count = 1 + pick(6);
    for (uint32_t v = 0; v < count; ++v) {
      const std::string name = "v" + std::to_string(v);
      const TypeId type = any_type(2);
      if (pick(3) == 2) {
        variables_.push_back(b_.local(one_of(processes_), name, type));
      } else {
        variables_.push_back(b_.variable(name, type));
      }
      b_.variable_info(variables_.back()).transient = rarely(6);
    }
  }

  // ---- Places

  const Type& type_of(TypeId id) const { return b_.program().types[id]; }
  TypeId type_of(PlaceId place) const { return b_.program().places[place].type; }

  // Descends from a variable to a part for which `wanted` holds; invalid if the random descent finds none.
  template <class Wanted>
  PlaceId find_place(const Wanted& wanted, int attempts = 6) {
    for (int i = 0; i < attempts; ++i) {
      PlaceId place = b_.place(one_of(variables_));
      while (true) {
        if (wanted(type_of(place))) return place;
        const Type type = type_of(type_of(place));
        if (type.kind == TypeKind::Array) {
          place = b_.index(place, index(type.domain));
        } else if (type.kind == TypeKind::Record) {
          place = b_.field(place, pick(static_cast<uint32_t>(type.fields.size())));
        } else if (type.kind == TypeKind::Queue && rarely(4)) {
          place = b_.item(place, rarely(4) ? number(0) : b_.integer(pick(2)));
        } else {
          break;
        }
      }
    }
    return {};
  }

  // Mostly within the domain.
  ExprId index(const Domain& domain) {
    const auto fits = [&](const Name& name) { return name.domain == domain; };
    std::vector<Name> names;
    std::copy_if(scope_.begin(), scope_.end(), std::back_inserter(names), fits);
    if (!names.empty() && pick(3) != 0) return b_.use(one_of(names).binding);
    const uint32_t size = b_.program().domain_size(domain);
    if (rarely(12)) {
      if (!domain.is_family()) return number(1);
      return element(b_.program().families[domain.family].sort, 1);
    }
    const int64_t value = b_.program().domain_first(domain) + pick(std::max(size, 1u));
    return b_.constant(b_.domain_type(domain), value);
  }

  // ---- Expressions

  // `make` with a name over the domain in scope.
  template <class Make>
  auto with_name(const Domain& d, const Make& make) {
    const BindingId binding = b_.binding_over("x" + std::to_string(scope_.size()), d);
    scope_.push_back({binding, d, b_.domain_type(d)});
    auto made = make(binding);
    scope_.pop_back();
    return made;
  }

  ExprId condition(int depth) {
    if (depth == 0) return simple_condition();
    switch (pick(14)) {
      case 0: return simple_condition();
      case 1: return compared(depth);
      case 2: return b_.binary(Op::And, condition(depth - 1), condition(depth - 1));
      case 3: return b_.binary(Op::Or, condition(depth - 1), condition(depth - 1));
      case 4: return b_.unary(Op::Not, condition(depth - 1));
      case 5: {
        const Op op = pick(2) ? Op::Forall : Op::Exists;
        const Domain d = domain();
        return with_name(d, [&](BindingId x) {
          const ExprId inner = condition(depth - 1);
          return b_.quantifier(op, x, d, inner);
        });
      }
      case 6: return member(depth);
      case 7: {
        const Domain d = set_domain();
        const ExprId a = set(d, depth - 1);
        return b_.binary(Op::Subset, a, set(d, depth - 1));
      }
      case 8: return at(depth);
      case 9: {
        const FamilyId family = one_of(processes_);
        return b_.can_move(index(Domain::of(family)), family);
      }
      case 10: return b_.timeout();
      case 11: {
        const ExprId c = condition(depth - 1);
        const ExprId x = condition(depth - 1);
        return b_.conditional(c, x, condition(depth - 1));
      }
      default: return compared(depth);
    }
  }

  ExprId simple_condition() {
    const PlaceId place = find_place([&](TypeId t) { return type_of(t).kind == TypeKind::Bool; }, 2);
    return place.valid() ? b_.read(place) : b_.boolean(!rarely(4));
  }

  ExprId compared(int depth) {
    static constexpr Op kOps[] = {Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge};
    if (pick(2) == 0) {
      const Op op = kOps[pick(6)];
      const ExprId a = number(depth - 1);
      return b_.binary(op, a, number(depth - 1));
    }
    const SortId sort = one_of(sorts_);
    const Op op = kOps[pick(2)];
    const ExprId a = element(sort, depth - 1);
    return b_.binary(op, a, element(sort, depth - 1));
  }

  Domain set_domain() { return pick(2) ? Domain::of(one_of(families_)) : Domain::range(-1, 3); }

  ExprId member(int depth) {
    const Domain d = set_domain();
    const ExprId e = d.is_family() ? element(b_.program().families[d.family].sort, depth - 1) : number(depth - 1);
    return b_.binary(Op::Member, e, set(d, depth - 1));
  }

  ExprId at(int depth) {
    const FamilyId family = one_of(processes_);
    const LocationId location = one_of(b_.program().families[family].locations);
    const ExprId process =
        rarely(3) ? element(b_.program().families[family].sort, depth - 1) : index(Domain::of(family));
    return b_.at(process, location);
  }

  ExprId small_number() {
    const PlaceId place =
        pick(3) == 0 ? PlaceId{} : find_place([&](TypeId t) { return type_of(t).kind == TypeKind::Int; }, 3);
    if (place.valid()) return b_.read(place);
    std::vector<Name> names;
    std::copy_if(scope_.begin(), scope_.end(), std::back_inserter(names),
                 [&](const Name& name) { return type_of(name.type).kind == TypeKind::Int; });
    if (!names.empty() && pick(2)) return b_.use(one_of(names).binding);
    if (rarely(20)) return b_.integer(pick(2) ? INT64_MAX - pick(3) : INT64_MIN + pick(3));
    return b_.integer(static_cast<int64_t>(pick(6)) - 1);
  }

  ExprId number(int depth) {
    if (depth <= 0) return small_number();
    static constexpr Op kBinary[] = {Op::Add, Op::Sub,    Op::Mul,   Op::Div,    Op::Mod,
                                     Op::Shl, Op::BitAnd, Op::BitOr, Op::BitXor, Op::Shr};
    switch (pick(12)) {
      case 0:
      case 1: return small_number();
      case 2:
      case 3: {
        const Op op = kBinary[pick(10)];
        const ExprId a = number(depth - 1);
        return b_.binary(op, a, number(depth - 1));
      }
      case 4: return b_.unary(pick(2) ? Op::Neg : Op::BitNot, number(depth - 1));
      case 5: return wrapped(number(depth - 1));
      case 6: {
        const ExprId c = condition(depth - 1);
        const ExprId x = number(depth - 1);
        return b_.conditional(c, x, number(depth - 1));
      }
      case 7: return aggregate(depth);
      case 8: {
        const PlaceId queue = find_place([&](TypeId t) { return type_of(t).kind == TypeKind::Queue; });
        return queue.valid() ? b_.queue_length(queue) : small_number();
      }
      case 9: return b_.unary(Op::Card, set(set_domain(), depth - 1));
      case 10: {
        const FamilyId family = one_of(processes_);
        return b_.location_index(element(b_.program().families[family].sort, 1), family);
      }
      default: return b_.unary(Op::IndexOf, element(one_of(sorts_), depth - 1));
    }
  }

  ExprId wrapped(ExprId a) {
    static constexpr int64_t kRanges[][2] = {{0, 3}, {0, 255}, {-4, 3}, {0, 1}, {-128, 127}};
    const auto& range = kRanges[pick(5)];
    return b_.wrap(a, b_.int_type(range[0], range[1]));
  }

  ExprId aggregate(int depth) {
    static constexpr Op kOps[] = {Op::Count, Op::Sum, Op::Product, Op::Min, Op::Max};
    const Op op = kOps[pick(5)];
    const Domain d = domain();
    return with_name(d, [&](BindingId x) {
      const ExprId filter = pick(3) == 0 && op != Op::Count ? ExprId{} : condition(depth - 1);
      const ExprId value = op == Op::Count ? ExprId{} : number(depth - 1);
      return b_.quantifier(op, x, d, filter, value);
    });
  }

  ExprId element(SortId sort, int depth) {
    std::vector<Name> names;
    std::copy_if(scope_.begin(), scope_.end(), std::back_inserter(names), [&](const Name& name) {
      return type_of(name.type).kind == TypeKind::Element && type_of(name.type).sort == sort;
    });
    if (!names.empty() && pick(2)) return b_.use(one_of(names).binding);
    const PlaceId place =
        find_place([&](TypeId t) { return type_of(t).kind == TypeKind::Element && type_of(t).sort == sort; }, 3);
    if (place.valid() && pick(3) != 0) return b_.read(place);
    const uint32_t size = b_.program().sorts[sort].size;
    if (depth > 0) {
      switch (pick(5)) {
        case 3: return b_.element_at(rarely(4) ? number(depth - 1) : b_.integer(pick(size)), sort);
        case 4: {
          const ExprId c = condition(depth - 1);
          const ExprId x = element(sort, depth - 1);
          return b_.conditional(c, x, element(sort, depth - 1));
        }
        default: break;
      }
    }
    if (rarely(6)) return b_.constant(b_.element_type(sort, true), -1);
    return b_.constant(b_.element_type(sort), pick(size));
  }

  ExprId set(const Domain& d, int depth) {
    const TypeId type = b_.set_type(d);
    const PlaceId place = find_place([&](TypeId t) { return t == type; }, 3);
    if (place.valid() && pick(3) != 0) return b_.read(place);
    if (depth > 0) {
      static constexpr Op kOps[] = {Op::Union, Op::Intersect, Op::Difference};
      const uint32_t choice = pick(5);
      if (choice < 3) {
        const ExprId a = set(d, depth - 1);
        return b_.binary(kOps[choice], a, set(d, depth - 1));
      }
      const bool whole = d.is_family() && d.family == b_.whole(b_.program().families[d.family].sort);
      if (whole) return b_.unary(Op::SetOf, element(b_.program().families[d.family].sort, depth - 1));
    }
    return b_.constant(type, pick(1u << b_.program().domain_size(d)));
  }

  // A value for a place of this type; mostly within its range.
  ExprId value_for(TypeId id, int depth) {
    const Type type = type_of(id);
    switch (type.kind) {
      case TypeKind::Bool: return condition(depth);
      case TypeKind::Element: return element(type.sort, depth);
      case TypeKind::Set: return set(type.domain, depth);
      default: break;
    }
    const uint64_t span = static_cast<uint64_t>(type.hi) - static_cast<uint64_t>(type.lo);
    if (rarely(8)) return number(depth);
    if ((span & (span + 1)) == 0) return b_.wrap(number(depth), id);
    if (pick(2) == 0)
      return b_.constant(id, type.lo + static_cast<int64_t>(pick(3)) % static_cast<int64_t>(span / 2 + 1));
    // ((x mod n) + n) mod n + lo, as a careful modeller would keep a counter in range
    const int64_t n = static_cast<int64_t>(std::min<uint64_t>(span, 1000)) + 1;
    const ExprId bounded = b_.binary(Op::Mod, small_number(), b_.integer(n));
    const ExprId shifted = b_.binary(Op::Mod, b_.binary(Op::Add, bounded, b_.integer(n)), b_.integer(n));
    return b_.binary(Op::Add, shifted, b_.integer(type.lo));
  }

  // ---- Statements

  Block block(int depth) {
    Block statements;
    const uint32_t count = pick(4);
    for (uint32_t i = 0; i < count; ++i) statements.push_back(statement(depth));
    return statements;
  }

  StatementId statement(int depth) {
    switch (pick(depth > 0 ? 20 : 11)) {
      case 4: return parallel_assign();
      case 5: return push();
      case 6: return remove();
      case 7: return reset_or_copy();
      case 8: return b_.require(condition(1));
      case 9:
        return rarely(20) ? b_.fail("fail") : b_.assertion(rarely(10) ? condition(1) : b_.boolean(true), "assert");
      case 10: return go_to();
      case 11:
      case 12: {
        const ExprId c = condition(2);
        Block then = block(depth - 1);
        return b_.if_else(c, std::move(then), block(depth - 1));
      }
      case 13: return for_each(depth);
      case 14: {
        const ExprId c = condition(1);
        const uint32_t outer = outcomes_;
        outcomes_ = 1;  // rounds multiply outcomes
        const StatementId s = b_.while_loop(c, block(depth - 1), 1 + pick(4));
        outcomes_ = outer;
        return s;
      }
      case 15: return let(depth);
      case 16:
      case 17: return choose(depth);
      case 18: return either(depth);
      case 19: return b_.print("%d", {number(1)});
      default: return assign();
    }
  }

  StatementId assign() {
    const PlaceId place = find_place([&](TypeId t) { return type_of(t).is_scalar(); });
    if (!place.valid()) return b_.require(b_.boolean(true));
    return b_.assign(place, value_for(type_of(place), 2));
  }

  StatementId parallel_assign() {
    std::vector<PlaceId> places;
    std::vector<ExprId> values;
    for (int i = 0; i < 2; ++i) {
      const PlaceId place = find_place([&](TypeId t) { return type_of(t).is_scalar(); });
      if (!place.valid()) continue;
      places.push_back(place);
      values.push_back(value_for(type_of(place), 1));
    }
    return b_.assign_all(std::move(places), std::move(values));
  }

  StatementId push() {
    const PlaceId queue = find_place([&](TypeId t) { return type_of(t).kind == TypeKind::Queue; });
    if (!queue.valid()) return assign();
    std::vector<ExprId> fields;
    const std::vector<Field> record = type_of(type_of(type_of(queue)).element).fields;
    for (const Field& field : record) fields.push_back(value_for(field.type, 1));
    const StatementId push =
        pick(3) == 2 ? b_.push_sorted(queue, std::move(fields)) : b_.push(queue, std::move(fields));
    if (rarely(4)) return push;
    const ExprId room = b_.integer(type_of(type_of(queue)).capacity);
    return b_.if_else(b_.binary(Op::Lt, b_.queue_length(b_.clone_place(queue)), room), {push});
  }

  StatementId remove() {
    const PlaceId queue = find_place([&](TypeId t) { return type_of(t).kind == TypeKind::Queue; });
    if (!queue.valid()) return assign();
    const int64_t position = pick(3) == 2 ? pick(2) : 0;
    const StatementId remove = position ? b_.remove_at(queue, b_.integer(position)) : b_.pop(queue);
    if (rarely(4)) return remove;
    return b_.if_else(b_.binary(Op::Gt, b_.queue_length(b_.clone_place(queue)), b_.integer(position)), {remove});
  }

  StatementId reset_or_copy() {
    const PlaceId to = find_place([&](TypeId t) { return !type_of(t).is_scalar() || rarely(3); });
    if (!to.valid()) return assign();
    const PlaceId from = pick(2) ? find_place([&](TypeId t) { return t == type_of(to); }) : PlaceId{};
    return from.valid() ? b_.copy(to, from) : b_.reset(to);
  }

  StatementId go_to() {
    if (holds_control_) return assign();
    const FamilyId family = one_of(processes_);
    const LocationId location = one_of(b_.program().families[family].locations);
    return b_.go_to(b_.constant(b_.domain_type(Domain::of(family)), b_.program().domain_first(Domain::of(family))),
                    location);
  }

  StatementId for_each(int depth) {
    const Domain d = domain();
    const uint32_t outer = outcomes_;
    outcomes_ = 1;
    const StatementId s = with_name(d, [&](BindingId x) { return b_.for_each(x, d, block(depth - 1)); });
    outcomes_ = outer;
    return s;
  }

  StatementId let(int depth) {
    const TypeId type = scalar_type();
    const ExprId value = value_for(type, 2);
    const BindingId x = b_.binding("let" + std::to_string(scope_.size()), type);
    scope_.push_back({x, Domain::range(0, -2), type});
    const StatementId s = b_.let(x, value, block(depth - 1));
    scope_.pop_back();
    return s;
  }

  StatementId choose(int depth) {
    const Domain d = domain();
    const uint32_t size = std::max(b_.program().domain_size(d), 1u);
    if (outcomes_ < size) return assign();
    outcomes_ /= size;
    return with_name(d, [&](BindingId x) { return b_.choose(x, d, block(depth - 1)); });
  }

  StatementId either(int depth) {
    const uint32_t count = 1 + pick(3);
    if (outcomes_ < count) return assign();
    outcomes_ /= count;
    std::vector<Block> branches;
    for (uint32_t i = 0; i < count; ++i) branches.push_back(block(depth - 1));
    return b_.either(std::move(branches));
  }

  // ---- Actions

  LocationId any_location(FamilyId family) { return one_of(b_.program().families[family].locations); }

  bool holds(LocationId location) const {
    const Location& there = b_.program().locations[location];
    return there.atomic || there.deterministic;
  }

  // Control is held only on steps to higher locations, so that atomic sequences end soon.
  LocationId target(LocationId from) {
    const Location& here = b_.program().locations[from];
    const LocationId to = any_location(here.family);
    return holds(to) && b_.program().locations[to].index <= here.index ? b_.program().families[here.family].locations[0]
                                                                       : to;
  }

  void make_action(uint32_t number) {
    Action action;
    action.name = "action" + std::to_string(number);
    scope_.clear();
    const uint32_t movers = number == 0 ? 1 : std::min(pick(5), 3u);
    std::vector<FamilyId> moving;
    for (uint32_t m = 0; m < (movers == 3 ? 2 : movers == 2 ? 1 : movers); ++m) moving.push_back(one_of(processes_));
    const bool swapped = moving.size() == 2 && rarely(3);
    std::vector<uint32_t> parameter_of(moving.size());
    const uint32_t others = rarely(3) ? 1 + pick(2) : 0;
    for (uint32_t i = 0; i < moving.size(); ++i) {
      const uint32_t m = swapped ? static_cast<uint32_t>(moving.size()) - 1 - i : i;
      parameter_of[m] = add_parameter(action, Domain::of(moving[m]));
      if (i < others) add_parameter(action, domain());
    }
    if (moving.empty()) {
      for (uint32_t i = 0; i < others; ++i) add_parameter(action, domain());
    }
    for (uint32_t m = 0; m < moving.size(); ++m) {
      const LocationId from = any_location(moving[m]);
      action.movers.push_back({parameter_of[m], from, target(from)});
    }
    // Only the first step of a sequence passes control to another process.
    if (moving.size() == 2 && b_.program().locations[action.movers[0].from].index != 0 && holds(action.movers[1].to)) {
      action.movers[1].to = b_.program().families[moving[1]].locations[0];
    }
    if (pick(3) == 2) action.guard = guard(action);
    // The outcomes of the steps of a sequence multiply, and no outcome may return its process.
    holds_control_ = !moving.empty() && holds(action.movers.back().to);
    outcomes_ = holds_control_ ? 2 : kOutcomes;
    action.body = block(2);
    action.distinct = rarely(3);
    b_.action(std::move(action));
    scope_.clear();
  }

  // Parts that may fail next to parts that cannot, and parts that determine a parameter uniquely.
  ExprId guard(const Action& action) {
    ExprId all = condition(3);
    while (pick(2) != 0) {
      ExprId part = condition(2);
      if (!action.parameters.empty() && rarely(3)) {
        const Parameter& parameter = one_of(action.parameters);
        part = b_.binary(Op::Eq, b_.use(parameter.binding), index(parameter.domain));
      }
      all = b_.binary(Op::And, all, part);
    }
    return all;
  }

  uint32_t add_parameter(Action& action, const Domain& d) {
    const BindingId binding = b_.binding_over("p" + std::to_string(action.parameters.size()), d);
    action.parameters.push_back({binding, d});
    scope_.push_back({binding, d, b_.domain_type(d)});
    return static_cast<uint32_t>(action.parameters.size() - 1);
  }

  const Choices& choices_;
  size_t next_ = 0;
  Builder b_{"random"};
  std::vector<SortId> sorts_;
  std::vector<FamilyId> families_;  // to range over and index by
  std::vector<FamilyId> processes_;
  std::vector<VariableId> variables_;
  std::vector<Name> scope_;
  bool holds_control_ = false;  // the current action keeps control
  uint32_t outcomes_ = 1;       // how far outcomes may still be multiplied
};

}  // namespace

Choices random_choices(uint64_t seed, size_t count) {
  Choices choices;
  for (size_t i = 0; i < count; ++i) {
    // splitmix64
    uint64_t z = (seed += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    choices.push_back(static_cast<uint32_t>((z ^ (z >> 31)) >> 33));
  }
  return choices;
}

ir::Program random_program(const Choices& choices) {
  return Generator(choices).run();
}

Choices shrink(Choices choices, const std::function<bool(const Choices&)>& fails, int attempts) {
  const auto accept = [&](const Choices& smaller) {
    if (attempts-- <= 0 || !fails(smaller)) return false;
    choices = smaller;
    return true;
  };
  for (bool smaller = true; smaller && attempts > 0;) {
    smaller = false;
    for (size_t length = std::max<size_t>(choices.size() / 2, 1); length > 0 && attempts > 0; length /= 2) {
      for (size_t at = 0; at + length <= choices.size() && attempts > 0;) {
        Choices cut = choices;
        cut.erase(cut.begin() + static_cast<ptrdiff_t>(at), cut.begin() + static_cast<ptrdiff_t>(at + length));
        if (accept(cut)) {
          smaller = true;
        } else {
          at += length;
        }
      }
    }
    for (size_t at = 0; at < choices.size() && attempts > 0; ++at) {
      if (choices[at] == 0) continue;
      Choices simpler = choices;
      simpler[at] = 0;
      if (accept(simpler)) smaller = true;
    }
  }
  return choices;
}

}  // namespace px::test
