// Several units at once (units.h): one action whose outcomes are all sets of two or more units that share no component
// and are enabled. Single units are separate actions.
//
// Idea: the rounds of a loop visit the components of all families. In the round of a component it stays idle, or takes
// part in a unit with components whose rounds are still to come; those are then marked as taken, and their rounds do
// nothing. So each set of units is generated once: a unit is chosen in the round of the first participating component.
// If components of a unit are interchangeable, the unit would be generated twice, so only one of them may be the first.
// Units of one step are independent: each reads and writes only its own components. So the order of the rounds does not
// matter (Statement::any_order), and symmetry detection need not preserve it.
#include <algorithm>

#include "frontends/mcrl2/combination_key.h"
#include "frontends/mcrl2/lowerer.h"

namespace px::mcrl2 {

void Lowerer::add_joint_action() {
  for (Family& family : families_) {
    const std::string name = network_.families[static_cast<size_t>(&family - families_.data())].name;
    family.taken = b_.local(family.family, name + ".takes part", b_.bool_type(), {});
    b_.variable_info(family.taken).hidden = true;
  }
  units_taken_ = b_.variable("units", b_.int_type(0, 2));
  b_.variable_info(units_taken_).hidden = true;
  ir::Action action;
  action.name = "several at once";
  action.label = "several multi-actions at once";
  action.span = spec_.init->span;
  for (uint32_t f = 0; f < families_.size(); ++f) action.body.push_back(rounds(f));
  const ir::ExprId taken = b_.read(b_.place(units_taken_));
  action.body.push_back(b_.require(b_.binary(ir::Op::Eq, taken, b_.integer(2))));
  action.body.push_back(b_.reset(b_.place(units_taken_)));
  for (const Family& family : families_) action.body.push_back(b_.reset(b_.place(family.taken)));
  b_.action(std::move(action));
}

// The round of a component counts the enabled alternatives and chooses one of them by number: native code restarts for
// each alternative that it tries, so none should be tried needlessly.
ir::StatementId Lowerer::rounds(uint32_t f) {
  const Family& family = families_[f];
  const ir::Domain domain = ir::Domain::of(family.family);
  const ir::BindingId component = b_.binding_over("p", domain);
  const auto taken = [&] { return b_.index(b_.place(family.taken), b_.use(component)); };
  std::vector<UnitRole> roles;
  for (const Combination& unit : network_.combinations) {
    const auto first = std::min_element(unit.participants.begin(), unit.participants.end(),
                                        [](const auto& a, const auto& b) { return a.family < b.family; });
    if (first->family != f) continue;
    for (uint32_t i = 0; i < unit.participants.size(); ++i) {
      if (unit.participants[i].family != f) continue;
      bool again = false;
      for (uint32_t j = 0; j < i && !again; ++j) again = is_exchangeable(unit, j, i);
      if (!again) add_role(unit, i, component, roles);
    }
  }
  ir::Block round = {b_.assign(taken(), b_.boolean(true))};
  if (!roles.empty()) round.push_back(choice(std::move(roles)));
  const ir::StatementId loop =
      b_.for_each(component, domain, {b_.if_else(b_.read(taken()), {}, std::move(round))}, spec_.init->span);
  b_.any_order(loop);
  return loop;
}

// let c1 = the number of enabled instances of the first alternative (0 or 1), c2 = c1 + that of the second, ...; choose
// i of 0 .. the last count: alternative k is chosen if i = ck and i > c(k-1); 0: the component stays idle.
ir::StatementId Lowerer::choice(std::vector<UnitRole> roles) {
  const auto most = static_cast<int64_t>(roles.size());
  const ir::Domain numbers = ir::Domain::range(0, most);
  std::vector<ir::BindingId> counts;
  for (size_t k = 0; k < roles.size(); ++k)
    counts.push_back(b_.binding("c" + std::to_string(k + 1), b_.int_type(0, most)));
  const ir::BindingId chosen = b_.binding_over("i", numbers);
  ir::Block block;
  for (size_t k = roles.size(); k-- > 0;) {
    const ir::ExprId before = k == 0 ? b_.integer(0) : b_.use(counts[k - 1]);
    const ir::ExprId is = b_.all_of(
        {b_.binary(ir::Op::Eq, b_.use(chosen), b_.use(counts[k])), b_.binary(ir::Op::Gt, b_.use(chosen), before)});
    block = {b_.if_else(is, std::move(roles[k].body), std::move(block))};
  }
  const ir::ExprId count = b_.binary(ir::Op::Add, b_.use(counts.back()), b_.integer(1));
  block = {b_.choose_some(chosen, numbers, count, std::move(block))};
  for (size_t k = roles.size(); k-- > 0;) {
    const ir::ExprId before = k == 0 ? b_.integer(0) : b_.use(counts[k - 1]);
    const ir::ExprId sum = k == 0 ? b_.integer(1) : b_.binary(ir::Op::Add, b_.use(counts[k - 1]), b_.integer(1));
    block = {b_.let(counts[k], b_.conditional(roles[k].possible, sum, before), std::move(block))};
  }
  return block.front();
}

// The statements of a unit once its components are known: those of its action, with bindings for its parameters around
// them.
ir::Block Lowerer::unit_effects(const ir::Action& action) {
  ir::Block block = action.body;
  for (const ir::Mover& m : action.movers)
    block.push_back(b_.go_to(b_.use(action.parameters[m.parameter].binding), m.to));
  const auto units = [&] { return b_.read(b_.place(units_taken_)); };
  const ir::ExprId one_more =
      b_.conditional(b_.binary(ir::Op::Eq, units(), b_.integer(0)), b_.integer(1), b_.integer(2));
  block.push_back(b_.assign(b_.place(units_taken_), one_more));
  return block;
}

bool Lowerer::may_fail(ir::ExprId id) const {
  const ir::Expr& e = b_.program().exprs[id];
  return ir::op_may_fail(e.op) || std::any_of(std::begin(e.operands), std::end(e.operands),
                                              [&](ir::ExprId o) { return o.valid() && may_fail(o); });
}

// Adds the unit, with the component of the round as participant number `first`.
void Lowerer::add_role(const Combination& unit, uint32_t first, ir::BindingId component, std::vector<UnitRole>& roles) {
  const std::optional<ir::Action> made = made_action(unit);
  if (!made) return;
  const ir::Action& action = *made;
  const uint32_t own = action.movers[first].parameter;
  // A condition that may fail is evaluated only for the chosen components.
  const bool safe = !action.guard.valid() || !may_fail(action.guard);
  ir::ExprId possible = action.guard.valid() && safe ? action.guard : b_.boolean(true);
  ir::Block block = unit_effects(action);
  if (!safe) block.insert(block.begin(), b_.require(action.guard, action.span));
  for (size_t i = action.parameters.size(); i-- > 0;) {
    if (i == own) continue;
    const ir::Parameter& parameter = action.parameters[i];
    ir::Block taking;
    const auto mover =
        std::find_if(action.movers.begin(), action.movers.end(), [&](const ir::Mover& m) { return m.parameter == i; });
    if (mover != action.movers.end()) {
      const Family& family = families_[unit.participants[static_cast<size_t>(mover - action.movers.begin())].family];
      const auto taken = [&] { return b_.index(b_.place(family.taken), b_.use(parameter.binding)); };
      taking.push_back(b_.assign(taken(), b_.boolean(true)));
      possible =
          b_.all_of({b_.at(b_.use(parameter.binding), mover->from), b_.unary(ir::Op::Not, b_.read(taken())), possible});
    }
    taking.insert(taking.end(), block.begin(), block.end());
    taking.insert(taking.begin(), b_.require(b_.clone(possible)));
    block = {b_.choose(parameter.binding, parameter.domain, std::move(taking))};
    if (safe && action.parameters.size() == 2)
      block = {only_one(unit, first, parameter, possible, action.parameters[own].binding, std::move(block))};
    possible = over(ir::Op::Exists, parameter, possible);
  }
  const ir::BindingId process = action.parameters[own].binding;
  possible = b_.all_of({b_.at(b_.use(process), action.movers[first].from), possible});
  UnitRole role;
  role.possible = b_.clone(possible, {{process, b_.use(component)}});
  role.body = {b_.let(process, b_.use(component), std::move(block))};
  roles.push_back(std::move(role));
}

// A quantifier over the domain of a parameter.
ir::ExprId Lowerer::over(ir::Op op, const ir::Parameter& parameter, ir::ExprId condition) {
  const ir::BindingId each = b_.binding_over("q", parameter.domain);
  return b_.quantifier(op, each, parameter.domain, b_.clone(condition, {{parameter.binding, b_.use(each)}}));
}

// If the second of two components is uniquely determined, there is no choice.
ir::StatementId Lowerer::only_one(const Combination& unit, uint32_t first, const ir::Parameter& parameter,
                                  ir::ExprId possible, ir::BindingId own, ir::Block choose) {
  const ir::Action again = *made_action(unit);
  const ir::BindingId process = again.parameters[again.movers[first].parameter].binding;
  const uint32_t other = 1 - again.movers[first].parameter;
  ir::Block block = unit_effects(again);
  const auto mover =
      std::find_if(again.movers.begin(), again.movers.end(), [&](const ir::Mover& m) { return m.parameter == other; });
  if (mover != again.movers.end()) {
    const Family& family = families_[unit.participants[static_cast<size_t>(mover - again.movers.begin())].family];
    const ir::PlaceId taken = b_.index(b_.place(family.taken), b_.use(again.parameters[other].binding));
    block.insert(block.begin(), b_.assign(taken, b_.boolean(true)));
  }
  block = {b_.let(again.parameters[other].binding, over(ir::Op::The, parameter, possible), std::move(block))};
  block = {b_.let(process, b_.use(own), std::move(block))};
  const ir::ExprId one = b_.binary(ir::Op::Eq, over(ir::Op::Count, parameter, possible), b_.integer(1));
  return b_.if_else(one, std::move(block), std::move(choose));
}

}  // namespace px::mcrl2
