// Processes: families, creation, termination, and queries about other processes.
//
// A process is an element of one sort for the whole model. Neighbouring elements that can belong to the same proctypes
// form one family; its locations are "absent" and the states of the automata of these proctypes. The id of a new
// process is the number of existing ones. If it exceeds the slots (process_slots.h), the step fails with a statement
// that is recorded as Growth, so that the caller widens the slots and lowers again.
#include <algorithm>

#include "engine/base/check.h"
#include "engine/ir/limits.h"
#include "frontends/promela/statement_lowering.h"

namespace px::promela {

using ir::Op;

bool ProcessFamily::has(ProctypeId proctype) const {
  return std::find(proctypes.begin(), proctypes.end(), proctype) != proctypes.end();
}

std::string ModelLowering::process_name(uint32_t pid) const {
  std::string name;
  for (const ProctypeId proctype : input_.slots.by_pid[pid]) {
    name += (name.empty() ? "" : "|") + model_.proctypes[proctype].name;
  }
  return name + ':' + std::to_string(pid);
}

void DeclarationLowering::make_processes() {
  const auto& slots = input_.slots.by_pid;
  std::vector<std::string> names;
  for (const uint32_t pid : numbers_.pids()) names.push_back(process_name(pid));
  process_sort_ = builder_.sort("Process", input_.slots.count(), {}, std::move(names));
  for (uint32_t first = 0; first < slots.size();) {
    uint32_t end = first + 1;
    while (end < slots.size() && slots[numbers_.pid_of(end)] == slots[numbers_.pid_of(first)]) ++end;
    make_family(first, end - first);
    first = end;
  }
}

void DeclarationLowering::make_family(uint32_t first, uint32_t count) {
  ProcessFamily family;
  family.first = first;
  family.count = count;
  const std::set<ProctypeId>& proctypes = input_.slots.by_pid[numbers_.pid_of(first)];
  family.proctypes.assign(proctypes.begin(), proctypes.end());
  std::string name;
  for (const ProctypeId p : family.proctypes) name += (name.empty() ? "" : "_or_") + model_.proctypes[p].name;
  const auto same_name = std::count_if(families_.begin(), families_.end(),
                                       [&](const ProcessFamily& other) { return other.proctypes == family.proctypes; });
  if (same_name != 0) name += "_" + std::to_string(numbers_.pid_of(first));
  family.id = builder_.family(name, process_sort_, first, count, model_.proctypes[family.proctypes.front()].span);
  add_locations(family);
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t pid = numbers_.pid_of(first + i);
    if (pid >= initial_.size()) continue;
    const ProctypeId proctype = initial_[pid];
    const uint32_t start = automaton(proctype).start;
    builder_.initial_location(family.id, i, family.locations.at({proctype, start}));
  }
  families_.push_back(std::move(family));
}

// Parameters first, because initial values may read them.
ir::Block StatementLowering::initialise_locals(const Context& created, const std::vector<ir::ExprId>& arguments) {
  ir::Block block;
  const Proctype& proctype = model_.proctypes[created.proctype];
  for (const VariableId id : proctype.parameters) {
    if (model_.variables[id].type.kind == TypeKind::Structure) initialise_local(created, id, block);
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Expr& part = model_.exprs[proctype.parameter_parts[i]];
    if (!locals_.contains({family_number(created), part.place.variable})) continue;
    block.push_back(builder_.assign(lower_place(created, part.place, part.span).place, arguments[i], part.span));
  }
  for (const VariableId id : proctype.locals) {
    if (!model_.variables[id].is_parameter) initialise_local(created, id, block);
  }
  return block;
}

void StatementLowering::initialise_local(const Context& created, VariableId id, ir::Block& block) {
  const auto local = locals_.find({family_number(created), id});
  if (local == locals_.end()) return;
  const Variable& variable = model_.variables[id];
  const ir::PlaceId place = builder_.index(builder_.place(local->second), builder_.use(created.self));
  if (variable.channel) return initialise_channel(created, id, 0, variable, place, block);
  FieldChannelCursor fields(variable);
  initialise_cell(created, variable, kinds_.of_variable(id), kinds_.of_variable_index(id), fields, place, block);
}

// A cell that creates channels but may later name others: initially those that `id` declares, from number `first` on.
void StatementLowering::initialise_channel(const Context& created, VariableId id, uint32_t first, const Cell& cell,
                                           ir::PlaceId place, ir::Block& block) {
  const auto channel =
      std::find_if(channels_.begin(), channels_.end(), [&](const ChannelDeclaration& c) { return c.variable == id; });
  PX_CHECK(channel != channels_.end());
  const auto part = std::find_if(channel->parts.begin(), channel->parts.end(),
                                 [&](const ChannelPart& p) { return p.family == family_number(created); });
  PX_CHECK(part != channel->parts.end());
  const int32_t length = cell.is_array ? cell.length : 1;
  for (int32_t i = 0; i < length; ++i) {
    const ir::PlaceId one = cell.is_array ? builder_.index(builder_.clone_place(place), builder_.integer(i)) : place;
    const ir::ExprId number = builder_.integer(static_cast<int32_t>(first) + i);
    const ir::ExprId value = kinds_.channels_are_numbers() ? owned_channel_number(created, *channel, *part, number)
                                                           : owned_channel_element(created, *channel, *part, number);
    block.push_back(builder_.assign(one, value));
  }
}

// Assigns the initial values of a local (or a field of it) of a process being created; values that are all zero bits
// are already in place, since absent processes are all zero.
void StatementLowering::initialise_cell(const Context& created, const Cell& cell, ValueKinds::Node node,
                                        ValueKinds::Node index, FieldChannelCursor& fields, ir::PlaceId place,
                                        ir::Block& block) {
  const auto one = [&](ir::PlaceId target, ExprId initial) {
    if (cell.type.kind == TypeKind::Structure) {
      const Structure& structure = model_.structures[cell.type.structure];
      for (uint32_t f = 0; f < structure.fields.size(); ++f) {
        const Cell& field = structure.fields[f];
        fields.enter(f);
        if (field.channel) {
          const auto [declared, number] = fields.take(field.is_array ? static_cast<uint32_t>(field.length) : 1);
          initialise_channel(created, declared, number, field, builder_.field(target, f), block);
        } else {
          initialise_cell(created, field, kinds_.of_field(cell.type.structure, f),
                          kinds_.of_field_index(cell.type.structure, f), fields, builder_.field(target, f), block);
        }
        fields.leave();
      }
      return;
    }
    const Value value = initial.valid() ? lower(created, initial) : literal(0);
    const bool is_default =
        value.kind == Value::Kind::Literal && initial_scalar(cell.type, node, value.lo) == default_scalar(node);
    if (is_default) return;
    block.push_back(builder_.assign(target, stored(value, cell.type, node, cell.span), cell.span));
  };
  if (!cell.is_array) return one(place, cell.initial);
  const int32_t length = array_length(index, cell.length);
  for (int32_t i = 0; i < length; ++i) {
    const bool own = static_cast<size_t>(i) < cell.cell_initials.size();
    const ir::TypeId array = builder_.program().places[place].type;
    const ir::Domain domain = builder_.program().types[array].domain;
    const int64_t at = domain.is_family() ? numbers_.element_of(static_cast<uint32_t>(i)) : i;
    const ir::ExprId position = builder_.constant(builder_.domain_type(domain), at);
    one(builder_.index(builder_.clone_place(place), position),
        own ? cell.cell_initials[static_cast<size_t>(i)] : cell.initial);
  }
}

// ---- Ids

// image[number], by binary search; numbers beyond the image are unchanged.
ir::ExprId ModelLowering::renumbered(ir::ExprId number, const std::vector<uint32_t>& image) {
  struct Run {  // of numbers with the same offset
    int64_t first;
    int64_t distance;
  };
  std::vector<Run> runs;
  for (size_t i = 0; i <= image.size(); ++i) {
    const int64_t distance = i == image.size() ? 0 : int64_t{image[i]} - static_cast<int64_t>(i);
    if (runs.empty() || runs.back().distance != distance) runs.push_back({static_cast<int64_t>(i), distance});
  }
  const std::function<ir::ExprId(size_t, size_t)> within = [&](size_t from, size_t to) {
    if (to - from == 1) {
      const ir::ExprId same = builder_.clone(number);
      if (runs[from].distance == 0) return same;
      return builder_.binary(Op::Add, same, builder_.integer(runs[from].distance));
    }
    const size_t middle = from + (to - from) / 2;
    const ir::ExprId below = builder_.binary(Op::Lt, builder_.clone(number), builder_.integer(runs[middle].first));
    return builder_.conditional(below, within(from, middle), within(middle, to));
  };
  return runs.size() == 1 ? number : within(0, runs.size());
}

// The id of a process that is not "none".
ir::ExprId ModelLowering::pid_of(ir::ExprId process, SourceSpan span) {
  return renumbered(builder_.unary(Op::IndexOf, process, span), numbers_.pids());
}

// Whether the process, which may be "none", belongs to the family.
ir::ExprId ModelLowering::is_member(ir::ExprId process, const ProcessFamily& family) {
  if (input_.slots.count() <= ir::kMaxSetSize) {
    uint64_t members = 0;
    for (uint32_t i = 0; i < family.count; ++i) members |= uint64_t{1} << (family.first + i);
    const ir::TypeId set = builder_.set_type(ir::Domain::of(builder_.whole(process_sort_)));
    return builder_.binary(Op::Member, builder_.clone(process), builder_.constant(set, static_cast<int64_t>(members)));
  }
  const ir::BindingId member = builder_.binding_over("member", ir::Domain::of(family.id));
  const ir::ExprId same = builder_.binary(Op::Eq, builder_.use(member), builder_.clone(process));
  return builder_.quantifier(Op::Exists, member, ir::Domain::of(family.id), same);
}

std::pair<uint32_t, uint32_t> ModelLowering::least_and_greatest_pid(const ProcessFamily& family) const {
  const auto first = numbers_.pids().begin() + family.first;
  const auto [least, greatest] = std::minmax_element(first, first + family.count);
  return {*least, *greatest};
}

// ---- The number of processes

ir::ExprId ModelLowering::process_count() {
  ir::ExprId count = builder_.integer(0);
  for (const ProcessFamily& family : families_) {
    const ir::BindingId p = builder_.binding_over("p", ir::Domain::of(family.id));
    const ir::ExprId exists = builder_.unary(Op::Not, builder_.at(builder_.use(p), family.absent));
    const ir::ExprId here = builder_.quantifier(Op::Count, p, ir::Domain::of(family.id), exists);
    count = families_.size() == 1 ? here : builder_.binary(Op::Add, count, here);
  }
  return count;
}

// Only the process with the highest id can be removed.
ir::ExprId ExpressionLowering::is_last_process(const Context& context) {
  std::vector<ir::ExprId> conditions;
  const auto [least, greatest] = least_and_greatest_pid(*context.family);
  for (const ProcessFamily& family : families_) {
    const auto [from, to] = least_and_greatest_pid(family);
    if (to < least || (&family == context.family && family.count == 1)) continue;
    const ir::BindingId q = builder_.binding_over("q", ir::Domain::of(family.id));
    ir::ExprId gone = builder_.at(builder_.use(q), family.absent);
    if (from <= greatest) {
      const ir::ExprId before = builder_.binary(Op::Le, pid_of(builder_.use(q)), pid_of(builder_.use(context.self)));
      gone = builder_.binary(Op::Or, before, gone);
    }
    conditions.push_back(builder_.quantifier(Op::Forall, q, ir::Domain::of(family.id), gone));
  }
  return builder_.all_of(conditions);
}

// Clears everything that belongs to a removed process: all zero bits.
ir::Block StatementLowering::clear_process(const Context& context) {
  ir::Block block;
  const size_t family = family_number(context);
  const auto clear = [&](ir::VariableId variable) {
    block.push_back(builder_.reset(builder_.index(builder_.place(variable), builder_.use(context.self))));
  };
  for (const auto& [key, variable] : locals_) {
    if (key.first == family && model_.variables[key.second].owner == context.proctype) clear(variable);
  }
  if (const auto priority = priorities_.find(family); priority != priorities_.end()) clear(priority->second);
  for (size_t d = 0; d < channels_.size(); ++d) {
    const ChannelDeclaration& channel = channels_[d];
    if (model_.variables[channel.variable].owner != context.proctype || channel.capacity == 0) continue;
    for (const ChannelPart& part : channel.parts) {
      if (part.family != family) continue;
      if (!channel.is_value) {
        clear(part.queue);
        continue;
      }
      for (int32_t i = 0; i < channel.length; ++i) {
        const ir::ExprId element = owned_channel_element(context, channel, part, builder_.integer(i));
        block.push_back(builder_.reset(builder_.index(builder_.place(part.queue), element)));
      }
    }
  }
  return block;
}

// ---- run

// Creates a process; `pid` is bound to the new id within `rest`. SPIN evaluates the arguments first.
//
//   let pid = number of processes in { let slot = its element in { which family? create }; rest }
ir::StatementId StatementLowering::lower_run(const Context& context, const Expr& run, ir::BindingId pid,
                                             ir::Block rest) {
  const ir::BindingId slot = builder_.binding("slot", builder_.integer_type());
  std::optional<ir::StatementId> chain;  // chain of else branches, from the last family to the first
  for (size_t f = families_.size(); f-- > 0;) {
    const ProcessFamily& family = families_[f];
    ir::Block create;
    if (family.has(run.proctype)) {
      create = start_process(context, run, family, slot);
    } else {
      for (uint32_t i = family.first; i < family.first + family.count; ++i) {
        const ir::ExprId is_it = builder_.binary(Op::Eq, builder_.use(slot), builder_.integer(i));
        create.push_back(builder_.if_else(is_it, {grow(numbers_.pid_of(i), run.proctype, run.span)}));
      }
    }
    const ir::ExprId here = builder_.binary(Op::Lt, builder_.use(slot), builder_.integer(family.first + family.count));
    ir::Block otherwise;
    otherwise.push_back(chain ? *chain : grow(input_.slots.count(), run.proctype, run.span));
    chain = builder_.if_else(here, std::move(create), std::move(otherwise), run.span);
  }
  ir::Block block = {builder_.let(slot, element_number(builder_.use(pid)), {*chain}, run.span)};
  block.insert(block.end(), rest.begin(), rest.end());
  return builder_.let(pid, process_count(), std::move(block), run.span);
}

ir::StatementId ModelLowering::grow(uint32_t pid, ProctypeId proctype, SourceSpan span) {
  if (pid >= kMaxProcesses) {
    return builder_.fail("more than 255 processes: 'run " + model_.proctypes[proctype].name + "' is one too many",
                         span);
  }
  growth_.push_back({pid, proctype});
  return builder_.grow(static_cast<uint32_t>(growth_.size()), "no room for process " + std::to_string(pid), span);
}

ir::Block StatementLowering::start_process(const Context& context, const Expr& run, const ProcessFamily& family,
                                           ir::BindingId slot) {
  const ir::BindingId born = builder_.binding_over("born", ir::Domain::of(family.id));
  const Context created{&family, run.proctype, born};
  const Proctype& proctype = model_.proctypes[run.proctype];
  std::vector<ir::ExprId> arguments;
  for (size_t i = 0; i < proctype.parameter_parts.size(); ++i) {
    const Expr& part = model_.exprs[proctype.parameter_parts[i]];
    const Value value = i < run.operands.size() ? lower(context, run.operands[i]) : literal(0);
    arguments.push_back(stored(value, part.type, kinds_.of_place(part.place), run.span));
  }
  ir::Block block = initialise_locals(created, arguments);
  if (const auto priority = priorities_.find(family_number(created)); priority != priorities_.end()) {
    const int32_t given = run.value != 0 ? run.value : 1;  // the priority of the proctype is for its active processes
    block.push_back(
        builder_.assign(builder_.index(builder_.place(priority->second), builder_.use(born)), builder_.integer(given)));
  }
  const uint32_t start = automaton(run.proctype).start;
  block.push_back(
      builder_.go_to(builder_.use(born), family.locations.at({run.proctype, start}), run.span, family.absent));
  return {builder_.let(born, builder_.element_at(builder_.use(slot), process_sort_), std::move(block), run.span)};
}

// ---- Queries about processes

// The value that `make` yields for the process `pid`, if it is in a family of the proctype (any, if invalid); else 0.
Value ModelLowering::over_instances(const Value& pid, ProctypeId proctype,
                                    const std::function<Value(const ProcessFamily&, ir::ExprId)>& make) {
  std::optional<Value> result;
  for (size_t f = families_.size(); f-- > 0;) {
    const ProcessFamily& family = families_[f];
    if (proctype.valid() && !family.has(proctype)) continue;
    if (pid.kind == Value::Kind::Literal) {
      if (pid.lo < 0 || pid.lo >= input_.slots.count()) continue;
      const uint32_t element = numbers_.element_of(static_cast<uint32_t>(pid.lo));
      if (element < family.first || element >= family.first + family.count) continue;
      return make(family, builder_.constant(builder_.element_type(process_sort_), element));
    }
    const bool is_process = pid.kind == Value::Kind::Process;
    const Value here = make(family, is_process ? builder_.clone(pid.expr) : process_element(number_clone(pid)));
    const bool everything = family.count == input_.slots.count() && is_process && !pid.none;
    if (everything) return here;
    if (here.kind == Value::Kind::Literal && here.lo == 0) continue;  // the default for processes of no family
    ir::ExprId inside;
    if (is_process) {
      inside = is_member(pid.expr, family);
    } else {
      const ir::ExprId slot = element_number(number_clone(pid));
      const ir::ExprId from = builder_.binary(Op::Ge, slot, builder_.integer(family.first));
      const ir::ExprId to =
          builder_.binary(Op::Lt, builder_.clone(slot), builder_.integer(family.first + family.count));
      inside = builder_.binary(Op::And, from, to);
    }
    const bool truths = here.kind == Value::Kind::Truth && (!result || result->kind == Value::Kind::Truth);
    if (truths) {
      const ir::ExprId otherwise = result ? result->expr : builder_.boolean(false);
      result = truth_value(builder_.conditional(inside, here.expr, otherwise));
    } else {
      const Value other = result.value_or(literal(0));
      result = number_value(builder_.conditional(inside, number(here), number(other)), std::min(here.lo, other.lo),
                            std::max(here.hi, other.hi));
    }
  }
  return result.value_or(literal(0));
}

// P[pid]@label and P[pid]:variable. Without a pid, SPIN uses the only instance, or the first one.
Value ExpressionLowering::lower_remote(const Context& context, const Expr& expr) {
  const bool given = !expr.operands.empty() && expr.operands[0].valid();
  Value pid = given ? lower(context, expr.operands[0]) : literal(first_instance(expr.proctype));
  if (given) warn_of_other_proctype(expr, pid);
  if (expr.kind == ExprKind::RemoteLabel) return lower_remote_label(expr, pid);
  return over_instances(pid, expr.proctype, [&](const ProcessFamily& family, ir::ExprId element) {
    const ir::BindingId other = builder_.binding_over("other", ir::Domain::of(family.id));
    const Context there{&family, expr.proctype, other};
    const Target target = lower_place(there, expr.place, expr.span);
    const ir::PlaceId place = builder_.clone_place(target.place, {{other, element}});
    return read_value(place, target.type, target.node, expr.span);
  });
}

// Whether the process is in the state with the label's number, whatever its proctype: SPIN compares numbers.
Value ExpressionLowering::lower_remote_label(const Expr& expr, const Value& pid) {
  const uint32_t state = state_of_label(expr.label);
  return over_instances(pid, {}, [&](const ProcessFamily& family, ir::ExprId element) {
    std::vector<ir::ExprId> there;
    for (const ProctypeId proctype : family.proctypes) {
      const auto location = family.locations.find({proctype, state});
      if (location == family.locations.end()) continue;  // unreachable
      there.push_back(builder_.at(builder_.clone(element), location->second, expr.span));
      sees_ended_ = sees_ended_ || state == automaton(proctype).end;
    }
    return there.empty() ? literal(0) : truth_value(builder_.any_of(there));
  });
}

void ExpressionLowering::warn_of_other_proctype(const Expr& expr, const Value& pid) {
  if (pid.kind != Value::Kind::Literal) return;
  if (pid.lo < 0 || pid.lo >= input_.slots.count()) {
    // If processes start others there may be more than are counted here, but no more than SPIN has numbers for.
    const bool others_start = model_.features.run && pid.lo >= 0 && pid.lo < int64_t{kMaxProcesses};
    if (others_start || !warned_of_.insert(&expr).second) return;
    const int64_t last = (model_.features.run ? int64_t{kMaxProcesses} : int64_t{input_.slots.count()}) - 1;
    diagnostics_.add(DiagnosticKind::NoEffect, expr.span,
                     "there is no process " + std::to_string(pid.lo) + ", so this is false, or 0",
                     "processes are numbered from 0 to " + std::to_string(last));
    return;
  }
  const std::set<ProctypeId>& there = input_.slots.by_pid[static_cast<size_t>(pid.lo)];
  if (there.empty() || there.contains(expr.proctype) || !warned_of_.insert(&expr).second) return;
  diagnostics_.add(DiagnosticKind::NoEffect, expr.span,
                   "process " + std::to_string(pid.lo) + " is a '" + model_.proctypes[*there.begin()].name + "', no '" +
                       model_.proctypes[expr.proctype].name + "'",
                   "processes are numbered from 0 in the order in which they start");
}

uint32_t ModelLowering::first_instance(ProctypeId proctype) const {
  for (uint32_t pid = 0; pid < input_.slots.count(); ++pid) {
    if (input_.slots.allows(pid, proctype)) return pid;
  }
  return 0;
}

Value ExpressionLowering::lower_process_query(const Context& context, const Expr& expr) {
  if (expr.kind == ExprKind::Priority) return priority_of(*context.family, builder_.use(context.self));
  const Value pid = lower(context, expr.operands[0]);
  return over_instances(pid, {}, [&](const ProcessFamily& family, ir::ExprId element) {
    if (expr.kind == ExprKind::Enabled) return truth_value(builder_.can_move(element, family.id, expr.span));
    if (expr.kind == ExprKind::GetPriority) return priority_of(family, element);
    return number_value(state_number(family, element), 0, 1 << 16);
  });
}

// SPIN's number of the current state of the process; 0 if there is none.
ir::ExprId ModelLowering::state_number(const ProcessFamily& family, ir::ExprId element) {
  std::vector<std::pair<ir::LocationId, uint32_t>> states;
  for (const auto& [key, location] : family.locations) states.emplace_back(location, key.second);
  const std::function<ir::ExprId(size_t, size_t)> sum = [&](size_t from, size_t to) {
    if (to - from == 1) {
      return builder_.conditional(builder_.at(builder_.clone(element), states[from].first),
                                  builder_.integer(states[from].second), builder_.integer(0));
    }
    const size_t middle = from + (to - from) / 2;  // binary, because the depth of expressions is limited
    return builder_.binary(Op::Add, sum(from, middle), sum(middle, to));
  };
  return states.empty() ? builder_.integer(0) : sum(0, states.size());
}

Value ExpressionLowering::priority_of(const ProcessFamily& family, ir::ExprId element) {
  const auto priority = priorities_.find(static_cast<size_t>(&family - families_.data()));
  if (priority == priorities_.end()) return literal(1);
  return number_value(builder_.read(builder_.index(builder_.place(priority->second), element)), 0, 255);
}

}  // namespace px::promela
