// Channels and the operations on them.
//
// A buffered channel is a queue variable. Most channels are used only by the name of their declaration: those are plain
// variables, arrays of channels indexed by processes are arrays over processes, and local channels are locals. Channels
// that are also used as values (assigned, passed, sent) are elements of a sort of channels; an operation on a
// channel-valued expression is a case distinction over the declarations that the expression can name (ValueKinds).
// Rendezvous channels have no queue: a rendezvous is one action of two processes (lower_automata.cpp).
//
// If a place of the model holds channels as well as other numbers (ValueKinds), all channels are represented by SPIN's
// numbers: the global ones in declaration order, then those of the processes. An operation on a number distinguishes
// all channels of the model, and computes the element, and hence the queue, from the number.
#include <algorithm>

#include "engine/base/check.h"
#include "engine/ir/limits.h"
#include "frontends/promela/expression_lowering.h"

namespace px::promela {

using ir::Op;

namespace {

constexpr int64_t kMaxChannels = 255;

}  // namespace

// ---- Declarations

// Determines which channels exist, which variables always name their own channels, and which channels are used as
// values.
void DeclarationLowering::find_channels() {
  std::vector<bool> assigned(model_.variables.size(), false);
  std::vector<bool> valued(model_.variables.size(), false);
  find_channel_uses(assigned, valued);
  for (uint32_t v = 0; v < model_.variables.size(); ++v) {
    const Variable& variable = model_.variables[VariableId(v)];
    if (!variable.channel) continue;
    ChannelDeclaration channel;
    channel.variable = VariableId(v);
    channel.fields = variable.channel->fields;
    channel.capacity = variable.channel->capacity;
    channel.length = variable.is_array ? variable.length : 1;
    channel.is_value = assigned[v] || valued[v] || variable.is_made_for_fields || kinds_.channels_are_numbers();
    if (!assigned[v]) channel_of_[VariableId(v)] = channels_.size();
    channels_.push_back(std::move(channel));
  }
}

// Marks the variables that are assigned, and those whose value is used other than as the channel of an operation.
void DeclarationLowering::find_channel_uses(std::vector<bool>& assigned, std::vector<bool>& valued) const {
  std::vector<bool> named(model_.exprs.size(), false);  // expressions that only name the channel of an operation
  const auto stored_to = [&](ExprId target) {
    named[target.value] = true;
    const Expr& expr = model_.exprs[target];
    if (expr.kind == ExprKind::Variable) assigned[expr.place.variable.value] = true;
  };
  const auto patterns = [&](const std::vector<Pattern>& items) {
    for (const Pattern& pattern : items) {
      if (pattern.kind == Pattern::Kind::Store) stored_to(pattern.expr);
    }
  };
  for (const Stmt& stmt : model_.stmts) {
    if (stmt.kind == StmtKind::Send || stmt.kind == StmtKind::Receive) named[stmt.target.value] = true;
    if (stmt.kind == StmtKind::Assign) stored_to(stmt.target);
    if (stmt.kind == StmtKind::Receive) patterns(stmt.patterns);
  }
  for (const Expr& expr : model_.exprs) {
    if (expr.kind >= ExprKind::Len && expr.kind <= ExprKind::Poll) named[expr.operands[0].value] = true;
  }
  for (uint32_t e = 0; e < model_.exprs.size(); ++e) {
    const Expr& expr = model_.exprs[ExprId(e)];
    if (expr.kind == ExprKind::Variable && !named[e]) valued[expr.place.variable.value] = true;
  }
}

// Global channels that the same expressions can name, with equal capacity and fields, share one family and one array of
// queues, however many declarations they come from: the text then treats them alike, and symmetry can exchange them.
// Not under a trace assertion, which distinguishes channels by declaration, nor where channels are numbers.
bool DeclarationLowering::share_family(const ChannelDeclaration& a, const ChannelDeclaration& b) const {
  const bool traced = std::any_of(model_.proctypes.begin(), model_.proctypes.end(), [](const Proctype& proctype) {
    return proctype.kind == ProctypeKind::Trace || proctype.kind == ProctypeKind::NoTrace;
  });
  const auto is_global = [&](const ChannelDeclaration& c) { return !model_.variables[c.variable].owner.valid(); };
  return !traced && !kinds_.channels_are_numbers() && a.is_value && b.is_value && is_global(a) && is_global(b) &&
         a.capacity == b.capacity && a.fields == b.fields &&
         kinds_.same_class(kinds_.of_variable(a.variable), kinds_.of_variable(b.variable));
}

// The declarations, grouped by shared family.
std::vector<std::vector<size_t>> DeclarationLowering::channel_groups() const {
  std::vector<std::vector<size_t>> groups;
  for (size_t d = 0; d < channels_.size(); ++d) {
    const auto home = std::find_if(groups.begin(), groups.end(), [&](const std::vector<size_t>& group) {
      return share_family(channels_[group.front()], channels_[d]);
    });
    if (home == groups.end()) {
      groups.push_back({d});
    } else {
      home->push_back(d);
    }
  }
  return groups;
}

void DeclarationLowering::make_channels() {
  const std::vector<std::vector<size_t>> groups = channel_groups();
  uint32_t elements = 0;
  for (const std::vector<size_t>& group : groups) {
    for (const size_t d : group) {
      ChannelDeclaration& channel = channels_[d];
      if (!channel.is_value) continue;
      channel.first = elements;
      const ProctypeId owner = model_.variables[channel.variable].owner;
      sees_ended_ =
          sees_ended_ || owner.valid();  // other processes may name it, and it is empty once the process is removed
      uint32_t instances = owner.valid() ? 0 : 1;
      for (const ProcessFamily& family : families_) {
        if (owner.valid() && family.has(owner)) instances += family.count;
      }
      elements += instances * static_cast<uint32_t>(channel.length);
    }
  }
  channel_sort_ = builder_.sort("Channel", std::max(elements, 1u), {}, channel_names());
  for (const std::vector<size_t>& group : groups) make_group(group);
  if (kinds_.channels_are_numbers()) number_channels();
}

// Assigns SPIN's numbers to the channels. Those of a process follow those of the previous process, so they are known as
// long as every process id belongs to one proctype.
void DeclarationLowering::number_channels() {
  const auto refuse = [&](SourceSpan span, const std::string& which) {
    diagnostics_.add(DiagnosticKind::Unsupported, span,
                     "channels are mixed with other numbers, and the numbers of " + which + " are not known",
                     "keep channels and numbers in variables and message fields of their own (--dump types)");
  };
  uint32_t next = 1;
  std::map<ProctypeId, uint32_t> of_process;  // number of channels per process
  std::vector<uint32_t> within(channels_.size(), 0);
  for (size_t d = 0; d < channels_.size(); ++d) {
    const Variable& variable = model_.variables[channels_[d].variable];
    if (variable.is_made_for_fields) return refuse(kinds_.mixed_at(), "channels in structures");
    const auto length = static_cast<uint32_t>(channels_[d].length);
    if (variable.owner.valid()) {
      within[d] = of_process[variable.owner];
      of_process[variable.owner] += length;
    } else {
      channels_[d].parts.front().number = next;
      next += length;
    }
  }
  for (const ProcessFamily& family : families_) {
    const uint32_t apart = of_process[family.proctypes.front()];
    const auto has_channels = [&](ProctypeId p) { return of_process[p] != 0; };
    if (family.proctypes.size() > 1 && std::ranges::any_of(family.proctypes, has_channels)) {
      return refuse(kinds_.mixed_at(), "channels of processes that are started in different orders");
    }
    for (size_t d = 0; d < channels_.size(); ++d) {
      if (model_.variables[channels_[d].variable].owner != family.proctypes.front()) continue;
      for (ChannelPart& part : channels_[d].parts) {
        if (&families_[part.family] != &family) continue;
        part.number = next + within[d];
        part.numbers_apart = apart;
      }
    }
    next += family.count * apart;
  }
}

void DeclarationLowering::make_group(const std::vector<size_t>& group) {
  for (const size_t d : group) {
    ChannelDeclaration& channel = channels_[d];
    uint32_t first = channel.first;
    const ProctypeId owner = model_.variables[channel.variable].owner;
    if (!owner.valid()) make_queue(channel, 0, first, 1, group);
    for (size_t f = 0; owner.valid() && f < families_.size(); ++f) {
      if (!families_[f].has(owner)) continue;
      make_queue(channel, f, first, families_[f].count, group);
      first += families_[f].count * static_cast<uint32_t>(channel.length);
    }
  }
}

std::vector<std::string> DeclarationLowering::channel_names() const {
  std::vector<const ChannelDeclaration*> values;
  for (const ChannelDeclaration& channel : channels_) {
    if (channel.is_value) values.push_back(&channel);
  }
  std::stable_sort(values.begin(), values.end(), [](const auto* a, const auto* b) { return a->first < b->first; });
  std::vector<std::string> names;
  for (const ChannelDeclaration* channel : values) {
    const Variable& variable = model_.variables[channel->variable];
    const auto add = [&](const std::string& prefix) {
      for (int32_t i = 0; i < channel->length; ++i) {
        names.push_back(prefix + variable.name + (variable.is_array ? '[' + std::to_string(i) + ']' : ""));
      }
    };
    if (!variable.owner.valid()) add("");
    for (const ProcessFamily& family : families_) {
      for (uint32_t i = 0; variable.owner.valid() && family.has(variable.owner) && i < family.count; ++i) {
        add(process_name(numbers_.pid_of(family.first + i)) + '.');
      }
    }
  }
  return names;
}

ValueKinds::Node DeclarationLowering::message_node(const ChannelDeclaration& channel, uint32_t field) const {
  return kinds_.of_message(kinds_.of_variable(channel.variable), field);
}

ir::TypeId DeclarationLowering::message_type(const ChannelDeclaration& channel) {
  std::vector<ir::Field> fields;
  for (uint32_t i = 0; i < channel.fields.size(); ++i) {
    fields.push_back({"f" + std::to_string(i), scalar_type(channel.fields[i], message_node(channel, i))});
  }
  return builder_.record_type(std::move(fields));
}

void DeclarationLowering::make_queue(ChannelDeclaration& channel, size_t family, uint32_t first, uint32_t instances,
                                     const std::vector<size_t>& group) {
  const Variable& variable = model_.variables[channel.variable];
  const uint32_t cells = instances * static_cast<uint32_t>(channel.length);
  ChannelPart part;
  part.family = family;
  part.first = first;
  part.count = cells;
  const ChannelDeclaration& leader = channels_[group.front()];
  if (&channel != &leader) {  // already complete
    part.elements = leader.parts.front().elements;
    part.family_first = leader.parts.front().family_first;
    part.family_count = leader.parts.front().family_count;
    part.queue = leader.parts.front().queue;
    channel.parts.push_back(part);
    return;
  }
  std::string name = variable.name;
  if (channel.is_value) {
    part.family_first = first;
    part.family_count = cells;
    for (size_t i = 1; i < group.size(); ++i) part.family_count += static_cast<uint32_t>(channels_[group[i]].length);
    if (group.size() > 1) name += ".." + model_.variables[channels_[group.back()].variable].name;
    part.elements =
        builder_.family(variable.name + "_channels", channel_sort_, first, part.family_count, variable.span);
  }
  if (channel.capacity > 0) {
    ir::TypeId type = builder_.queue_type(static_cast<uint32_t>(channel.capacity), message_type(channel));
    if (channel.is_value) {
      type = builder_.array_type(ir::Domain::of(part.elements), type);
      part.queue = builder_.variable(name, type, {}, variable.span);
      builder_.variable_info(part.queue).cells_by_element = true;
    } else {
      if (variable.is_array) type = array_type(type, kinds_.of_variable_index(channel.variable), channel.length);
      part.queue = variable.owner.valid() ? builder_.local(families_[family].id, variable.name, type, {}, variable.span)
                                          : builder_.variable(variable.name, type, {}, variable.span);
    }
  }
  channel.parts.push_back(part);
}

// ---- Channels that an expression names

// The channel named by a variable that never names a different one.
ChannelCase ExpressionLowering::constant_channel(const Context& context, const Expr& expr) {
  ChannelCase named;
  named.declaration = channel_of_.at(expr.place.variable);
  named.index = expr.place.index;
  const ChannelDeclaration& channel = channels_[named.declaration];
  const bool local = model_.variables[channel.variable].owner.valid();
  const size_t family = local ? family_number(context) : 0;
  while (channel.parts[named.part].family != family) ++named.part;
  return named;
}

// Element of a channel of the process in the context (or of a global declaration): cell `cell` of its array.
ir::ExprId ExpressionLowering::owned_channel_element(const Context& context, const ChannelDeclaration& channel,
                                                     const ChannelPart& part, ir::ExprId cell) {
  if (part.count == 1) return builder_.constant(builder_.element_type(channel_sort_), part.first);
  ir::ExprId number = cell;
  if (model_.variables[channel.variable].owner.valid()) {
    const ir::ExprId before = builder_.binary(Op::Mul, instance_number(context), builder_.integer(channel.length));
    number = builder_.binary(Op::Add, before, number);
  }
  return builder_.element_at(builder_.binary(Op::Add, number, builder_.integer(part.first)), channel_sort_);
}

// The same, as SPIN's number.
ir::ExprId ExpressionLowering::owned_channel_number(const Context& context, const ChannelDeclaration& channel,
                                                    const ChannelPart& part, ir::ExprId cell) {
  ir::ExprId number = builder_.binary(Op::Add, cell, builder_.integer(part.number));
  if (model_.variables[channel.variable].owner.valid()) {
    const ir::ExprId before = builder_.binary(Op::Mul, instance_number(context), builder_.integer(part.numbers_apart));
    number = builder_.binary(Op::Add, before, number);
  }
  return number;
}

// The index of the process within its family.
ir::ExprId ExpressionLowering::instance_number(const Context& context) {
  return builder_.binary(Op::Sub, builder_.unary(Op::IndexOf, builder_.use(context.self)),
                         builder_.integer(context.family->first));
}

// A cell of an array of channels. An index out of bounds is an error, as for other arrays.
Value ExpressionLowering::channel_cell(const Context& context, const ChannelCase& named) {
  if (!named.index.valid()) return literal(0);
  const ChannelDeclaration& channel = channels_[named.declaration];
  const Value cell = lower(context, named.index);
  if (index_fits(named.index, channel.length)) return cell;
  // Converting a process that is known to be in range to a number would needlessly cost symmetry.
  const bool of_process = cell.kind == Value::Kind::Process && !cell.none;
  if (of_process && input_.slots.count() <= static_cast<uint32_t>(channel.length)) return cell;
  const ir::ExprId inside =
      builder_.binary(Op::And, builder_.binary(Op::Ge, number(cell), builder_.integer(0)),
                      builder_.binary(Op::Lt, number_clone(cell), builder_.integer(channel.length)));
  const std::string text = "index out of range for '" + model_.variables[channel.variable].name + "', which has 0.." +
                           std::to_string(channel.length - 1);
  return number_value(builder_.check(inside, number_clone(cell), text, span(named.index)), 0, channel.length - 1);
}

// The element of a constant channel that is also used as a value.
ir::ExprId ExpressionLowering::channel_element(const Context& context, const ChannelCase& named) {
  const ChannelDeclaration& channel = channels_[named.declaration];
  const ir::ExprId cell = number(channel_cell(context, named));
  return owned_channel_element(context, channel, channel.parts[named.part], cell);
}

// The initial values of the chan variables that declare channels: the numbers of their channels, counted from 1.
InitialValues::ChannelNumbers DeclarationLowering::channel_numbers() const {
  InitialValues::ChannelNumbers numbers;
  for (const ChannelDeclaration& channel : channels_) {
    if (!channel.is_value) continue;
    const bool local = model_.variables[channel.variable].owner.valid();
    for (const ChannelPart& part : channel.parts) {
      const uint32_t instances = local ? families_[part.family].count : 1;
      for (uint32_t i = 0; i < instances; ++i) {
        const uint32_t pid = local ? numbers_.pid_of(families_[part.family].first + i) : 0;
        numbers[{channel.variable, pid}] = kinds_.channels_are_numbers()
                                               ? part.number + i * part.numbers_apart
                                               : part.first + i * static_cast<uint32_t>(channel.length) + 1;
      }
    }
  }
  return numbers;
}

Value ExpressionLowering::channel_value(const Context& context, const Expr& expr) {
  if (kinds_.channels_are_numbers()) {
    const ChannelCase named = constant_channel(context, expr);
    const ChannelDeclaration& channel = channels_[named.declaration];
    const ir::ExprId cell = number(channel_cell(context, named));
    return number_value(owned_channel_number(context, channel, channel.parts[named.part], cell), 1, kMaxChannels);
  }
  return {Value::Kind::Channel, channel_element(context, constant_channel(context, expr)), 0, 0, {}};
}

// The sets of channels that the expression can name.
std::vector<NameablePart> ExpressionLowering::nameable_parts(const Context& context, ExprId id) {
  const Expr& expr = model_.exprs[id];
  if (expr.kind == ExprKind::Variable && channel_of_.contains(expr.place.variable)) {
    const ChannelCase named = constant_channel(context, expr);
    return {{named.declaration, named.part, false, true}};
  }
  if (expr.kind != ExprKind::Variable) {
    diagnostics_.add(DiagnosticKind::Unsupported, expr.span, "a channel must be named by a variable here",
                     "assign it to a variable of type chan first");
    return {};
  }
  std::vector<NameablePart> parts;
  const ValueKinds::Node node = kinds_.of_place(expr.place);
  for (size_t d = 0; d < channels_.size(); ++d) {
    if (!channels_[d].is_value || !kinds_.same_class(node, kinds_.of_variable(channels_[d].variable))) continue;
    for (size_t p = 0; p < channels_[d].parts.size(); ++p) {
      if (channels_[d].parts[p].stands_for_family()) parts.push_back({d, p, parts.empty(), false});
    }
  }
  return parts;
}

// Those of them that are rendezvous channels.
std::vector<NameablePart> ExpressionLowering::rendezvous_parts(const Context& context, ExprId id) {
  std::vector<NameablePart> parts = nameable_parts(context, id);
  std::erase_if(parts, [&](const NameablePart& part) { return channels_[part.declaration].capacity != 0; });
  return parts;
}

// One of them, with the condition under which the expression names it. The test of the first one also detects values
// that name no channel.
ChannelCase ExpressionLowering::channel_case(const Context& context, ExprId id, const NameablePart& part) {
  const Expr& expr = model_.exprs[id];
  if (part.by_name) return constant_channel(context, expr);
  if (part.is_first && kinds_.channels_are_numbers()) return channel_cases(context, id).front();
  ChannelCase one = unchecked_case(context, expr, part);
  if (part.is_first) one.when = check_channel(context, id, {one}, one.when);
  return one;
}

ChannelCase ExpressionLowering::unchecked_case(const Context& context, const Expr& expr, const NameablePart& part) {
  ChannelCase one;
  one.declaration = part.declaration;
  one.part = part.part;
  const ir::ExprId value = lower_variable(context, expr).expr;
  kinds_.channels_are_numbers() ? set_number_case(value, one) : set_element_case(value, one);
  return one;
}

// All of them.
std::vector<ChannelCase> ExpressionLowering::channel_cases(const Context& context, ExprId id) {
  const Expr& expr = model_.exprs[id];
  std::vector<ChannelCase> cases;
  for (const NameablePart& part : nameable_parts(context, id)) {
    cases.push_back(part.by_name ? constant_channel(context, expr) : unchecked_case(context, expr, part));
  }
  const bool by_value = !cases.empty() && cases.front().when.valid();
  if (by_value) cases.front().when = check_channel(context, id, cases, cases.front().when);
  return cases;
}

// The value, meaningful only if the expression names one of the channels.
ir::ExprId ExpressionLowering::check_channel(const Context& context, ExprId id, const std::vector<ChannelCase>& cases,
                                             ir::ExprId value) {
  const Expr& expr = model_.exprs[id];
  if (expr.kind != ExprKind::Variable) return value;  // error already reported
  const std::string text = "'" + text_of(model_, id) + "' does not name a channel";
  if (kinds_.channels_are_numbers()) {
    std::vector<ir::ExprId> some;
    for (const ChannelCase& one : cases) some.push_back(builder_.clone(one.when));
    return builder_.check(builder_.any_of(some), value, text, expr.span);
  }
  const ir::ExprId none = builder_.constant(builder_.element_type(channel_sort_, true), -1);
  const ir::ExprId element = lower_variable(context, expr).expr;
  return builder_.check(builder_.binary(Op::Ne, element, none), value, text, expr.span);
}

void ExpressionLowering::set_element_case(ir::ExprId element, ChannelCase& one) {
  one.value = element;
  one.when = lies_in(element, channels_[one.declaration].parts[one.part]);
}

// The number of cell c of instance i is number + i * numbers_apart + c.
void ExpressionLowering::set_number_case(ir::ExprId number, ChannelCase& one) {
  const ChannelDeclaration& channel = channels_[one.declaration];
  const ChannelPart& part = channel.parts[one.part];
  const auto beyond = [&] { return builder_.binary(Op::Sub, builder_.clone(number), builder_.integer(part.number)); };
  ir::ExprId cell = beyond();
  ir::ExprId position = beyond();
  std::vector<ir::ExprId> fits = {builder_.binary(Op::Ge, beyond(), builder_.integer(0))};
  const auto instances = part.count / static_cast<uint32_t>(channel.length);
  if (instances > 1) {
    const auto apart = [&] { return builder_.integer(part.numbers_apart); };
    cell = builder_.binary(Op::Mod, beyond(), apart());
    fits.push_back(builder_.binary(Op::Lt, builder_.binary(Op::Div, beyond(), apart()), builder_.integer(instances)));
    const ir::ExprId before =
        builder_.binary(Op::Mul, builder_.binary(Op::Div, beyond(), apart()), builder_.integer(channel.length));
    position = builder_.binary(Op::Add, before, builder_.binary(Op::Mod, beyond(), apart()));
  }
  fits.push_back(builder_.binary(Op::Lt, cell, builder_.integer(channel.length)));
  one.when = builder_.all_of(fits);
  one.value = builder_.element_at(builder_.binary(Op::Add, position, builder_.integer(part.first)), channel_sort_);
}

ir::ExprId ModelLowering::lies_in(ir::ExprId element, const ChannelPart& part) {
  const uint32_t all = builder_.program().sorts[channel_sort_].size;
  if (part.family_count == 1) {
    return builder_.binary(Op::Eq, builder_.clone(element),
                           builder_.constant(builder_.element_type(channel_sort_), part.family_first));
  }
  if (all <= ir::kMaxSetSize) {
    const uint64_t ones = part.family_count == 64 ? ~uint64_t{0} : (uint64_t{1} << part.family_count) - 1;
    const ir::TypeId set = builder_.set_type(ir::Domain::of(builder_.whole(channel_sort_)));
    return builder_.binary(Op::Member, builder_.clone(element),
                           builder_.constant(set, static_cast<int64_t>(ones << part.family_first)));
  }
  const ir::ExprId from = builder_.binary(Op::Ge, builder_.unary(Op::IndexOf, builder_.clone(element)),
                                          builder_.integer(part.family_first));
  const ir::ExprId to = builder_.binary(Op::Lt, builder_.unary(Op::IndexOf, builder_.clone(element)),
                                        builder_.integer(part.family_first + part.family_count));
  return builder_.binary(Op::And, from, to);
}

ir::PlaceId ExpressionLowering::queue_place(const Context& context, const ChannelCase& named) {
  const ChannelDeclaration& channel = channels_[named.declaration];
  const ChannelPart& part = channel.parts[named.part];
  const Variable& variable = model_.variables[channel.variable];
  ir::PlaceId place = builder_.place(part.queue, variable.span);
  if (channel.is_value) {
    const ir::ExprId element = named.value.valid() ? builder_.clone(named.value) : channel_element(context, named);
    return builder_.index(place, element);
  }
  if (variable.owner.valid()) place = builder_.index(place, builder_.use(context.self));
  if (!variable.is_array) return place;
  return index_place(context, place, named.index, kinds_.of_variable_index(channel.variable), channel.length,
                     variable.span);
}

bool ModelLowering::is_rendezvous(const ChannelCase& named) const {
  return channels_[named.declaration].capacity == 0;
}

}  // namespace px::promela
