#include "frontends/promela/value_kinds.h"

#include <algorithm>

namespace px::promela {
namespace {

bool is_comparison_for_equality(Operator op) {
  return op == Operator::Equal || op == Operator::NotEqual;
}

}  // namespace

// ---- Nodes and classes

ValueKinds::ValueKinds(const Model& model) : model_(model) {
  add_cells();
  add_process_parts();
  for (const Stmt& stmt : model.stmts) visit_statement(stmt);
  for (const Proctype& proctype : model.proctypes) {
    if (proctype.provided.valid()) compute_with(proctype.provided);
  }
  join_compared();
  find_mixed();
}

ValueKinds::Node ValueKinds::add_node() {
  parent_.push_back(static_cast<Node>(parent_.size()));
  classes_.emplace_back();
  return parent_.back();
}

ValueKinds::Node ValueKinds::find(Node node) const {
  while (parent_[node] != node) {
    parent_[node] = parent_[parent_[node]];
    node = parent_[node];
  }
  return node;
}

void ValueKinds::unify(Node a, Node b) {
  a = find(a);
  b = find(b);
  if (a == b) return;
  const auto weight = [&](Node n) { return classes_[n].literals.size() + classes_[n].inflow.size(); };
  if (weight(a) < weight(b)) std::swap(a, b);
  Class merged = std::move(classes_[b]);
  parent_[b] = a;
  Class& kept = classes_[a];
  kept.process |= merged.process;
  kept.channel |= merged.channel;
  if (!kept.computed) kept.computed = merged.computed;
  kept.least = std::max(kept.least, merged.least);
  kept.greatest = std::min(kept.greatest, merged.greatest);
  kept.literals.merge(merged.literals);
  kept.inflow.insert(kept.inflow.end(), merged.inflow.begin(), merged.inflow.end());
  // Channels may carry channels of their own class, so no node is created here: keep the longer list, and unify the
  // common part.
  const std::vector<Node> mine = kept.messages;
  if (merged.messages.size() > mine.size()) kept.messages = merged.messages;
  const size_t common = std::min(mine.size(), merged.messages.size());
  for (size_t i = 0; i < common; ++i) unify(mine[i], merged.messages[i]);
}

void ValueKinds::Class::hold(const Type& type) {
  if (type.kind == TypeKind::Chan) channel = true;
  if (!type.is_scalar()) return;
  least = std::max<int64_t>(least, least_value(type));
  greatest = std::min<int64_t>(greatest, greatest_value(type));
}

ValueKinds::Node ValueKinds::message_node(Node channel, uint32_t field) {
  while (class_of(channel).messages.size() <= field) {
    const Node node = add_node();
    class_of(channel).messages.push_back(node);
  }
  return class_of(channel).messages[field];
}

void ValueKinds::join(Node node, const Source& source) {
  if (source.node) unify(node, *source.node);
  if (source.literal) class_of(node).literals.insert(*source.literal);
  if (source.computed.valid()) class_of(node).inflow.push_back(source.computed);
}

void ValueKinds::join(const Source& a, const Source& b) {
  if (a.node) {
    join(*a.node, b);
  } else if (b.node) {
    join(*b.node, a);
  }
}

// Compared values have the same kind; but compared channels need not carry the same messages, and a value that was
// computed only for a comparison flows nowhere.
void ValueKinds::join_compared() {
  for (auto& [a, b] : compared_) {
    const bool channels = a.node && b.node && class_of(*a.node).channel && class_of(*b.node).channel;
    if (channels) continue;
    const bool number = a.computed.valid() || b.computed.valid();
    for (const Source* side : {&a, &b}) {
      // A channel compared with a computed number: only numbers allow a decision.
      if (number && side->node && class_of(*side->node).channel) {
        class_of(*side->node).inflow.push_back(a.computed.valid() ? a.computed : b.computed);
      }
    }
    a.computed = b.computed = ExprId();
    join(a, b);
  }
  compared_.clear();
}

// ---- Numbers among channels

bool ValueKinds::is_mixed(const Class& kind) const {
  const bool numbers = std::any_of(kind.literals.begin(), kind.literals.end(), [](int32_t n) { return n != 0; });
  return kind.channel && (kind.process || kind.computed || numbers || !kind.inflow.empty());
}

// Where numbers enter the class, if known.
SourceSpan ValueKinds::place_of(const Class& kind, SourceSpan otherwise) const {
  if (kind.computed) return *kind.computed;
  return kind.inflow.empty() ? otherwise : model_.exprs[kind.inflow.front()].span;
}

void ValueKinds::find_mixed() {
  for (uint32_t v = 0; v < model_.variables.size(); ++v) {
    Class& index = class_of(of_variable_index(VariableId(v)));
    if (index.channel && !index.computed) index.computed = model_.variables[VariableId(v)].span;
  }
  std::vector<Node> channels;
  SourceSpan declaration;
  for (Node node = 0; node < parent_.size(); ++node) {
    const Class& kind = class_of(node);
    if (!kind.channel) continue;
    channels.push_back(node);
    if (node < model_.variables.size()) declaration = model_.variables[VariableId(node)].span;
    if (!mixed_ && is_mixed(kind)) mixed_ = place_of(kind, declaration);
  }
  if (!mixed_) return;
  for (const Node node : channels) unify(channels.front(), node);
}

ValueKinds::Node ValueKinds::of_variable_index(VariableId variable) const {
  return variable_index_start_ + variable.value;
}
ValueKinds::Node ValueKinds::of_field(StructureId structure, uint32_t field) const {
  return field_nodes_start_ + field_start_[structure.value] + field;
}
ValueKinds::Node ValueKinds::of_field_index(StructureId structure, uint32_t field) const {
  return field_index_start_ + field_start_[structure.value] + field;
}

ValueKinds::Node ValueKinds::of_place(const Place& place) const {
  Node node = of_variable(place.variable);
  StructureId structure = model_.variables[place.variable].type.structure;
  for (const Place::Access& access : place.accesses) {
    node = of_field(structure, access.field);
    structure = model_.structures[structure].fields[access.field].type.structure;
  }
  return node;
}

ValueKinds::Node ValueKinds::of_message(Node channel, uint32_t field) const {
  return class_of(channel).messages.at(field);
}

// ---- Data flow

void ValueKinds::add_cells() {
  for (uint32_t v = 0; v < model_.variables.size(); ++v) add_node();
  variable_index_start_ = static_cast<uint32_t>(parent_.size());
  for (uint32_t v = 0; v < model_.variables.size(); ++v) add_node();
  uint32_t fields = 0;
  for (const Structure& structure : model_.structures) {
    field_start_.push_back(fields);
    fields += static_cast<uint32_t>(structure.fields.size());
  }
  field_nodes_start_ = static_cast<uint32_t>(parent_.size());
  for (uint32_t f = 0; f < fields; ++f) add_node();
  field_index_start_ = static_cast<uint32_t>(parent_.size());
  for (uint32_t f = 0; f < fields; ++f) add_node();

  for (uint32_t v = 0; v < model_.variables.size(); ++v) {
    const Variable& variable = model_.variables[VariableId(v)];
    add_initials(variable, of_variable(VariableId(v)));
    for (const Variable::FieldChannels& made : variable.field_channels) {
      Place place;
      place.variable = VariableId(v);
      for (const uint32_t field : made.path) place.accesses.push_back({field, {}});
      unify(of_place(place), of_variable(made.channels));
    }
  }
  for (uint32_t s = 0; s < model_.structures.size(); ++s) {
    const Structure& structure = model_.structures[StructureId(s)];
    for (uint32_t f = 0; f < structure.fields.size(); ++f) {
      add_initials(structure.fields[f], of_field(StructureId(s), f));
    }
  }
}

void ValueKinds::add_initials(const Cell& cell, Node node) {
  class_of(node).hold(cell.type);
  if (cell.channel) {
    for (uint32_t i = 0; i < cell.channel->fields.size(); ++i) {
      const Node message = message_node(node, i);
      class_of(message).hold(cell.channel->fields[i]);
    }
    return;
  }
  if (cell.initial.valid()) {
    join(node, visit(cell.initial));
  } else {
    class_of(node).literals.insert(0);
  }
  for (const ExprId value : cell.cell_initials) join(node, visit(value));
}

void ValueKinds::add_process_parts() {
  for (uint32_t e = 0; e < model_.exprs.size(); ++e) {
    const Expr& expr = model_.exprs[ExprId(e)];
    if (expr.kind != ExprKind::Run) continue;
    const Proctype& proctype = model_.proctypes[expr.proctype];
    for (uint32_t i = 0; i < expr.operands.size() && i < proctype.parameter_parts.size(); ++i) {
      join(of_place(model_.exprs[proctype.parameter_parts[i]].place), visit(expr.operands[i]));
    }
  }
}

void ValueKinds::visit_indices(const Place& place) {
  if (place.index.valid()) join(of_variable_index(place.variable), visit(place.index));
  StructureId structure = model_.variables[place.variable].type.structure;
  for (const Place::Access& access : place.accesses) {
    if (access.index.valid()) join(of_field_index(structure, access.field), visit(access.index));
    structure = model_.structures[structure].fields[access.field].type.structure;
  }
}

ValueKinds::Source ValueKinds::visit_place(const Place& place) {
  visit_indices(place);
  return {of_place(place), {}, {}};
}

void ValueKinds::compute_with(ExprId expr) {
  const Source source = visit(expr);
  if (!source.node) return;
  Class& kind = class_of(*source.node);
  if (!kind.computed) kind.computed = model_.exprs[expr].span;
}

void ValueKinds::mark_process(ExprId expr) {
  const Source source = visit(expr);
  if (source.node) class_of(*source.node).process = true;
}

ValueKinds::Source ValueKinds::visit(ExprId id) {
  const Expr& expr = model_.exprs[id];
  switch (expr.kind) {
    case ExprKind::Constant: return {{}, expr.value, {}};
    case ExprKind::Variable: return visit_place(expr.place);
    case ExprKind::Pid:
    case ExprKind::Run:
    case ExprKind::Last: {
      const Node node = add_node();
      class_of(node).process = true;
      return {node, {}, {}};
    }
    case ExprKind::Conditional: {
      compute_with(expr.operands[0]);
      const Node node = add_node();
      for (const ExprId side : {expr.operands[1], expr.operands[2]}) {
        const Source source = visit(side);
        // A literal on one side is a number, not the element that it denotes elsewhere.
        join(node, source.literal ? Source{{}, {}, side} : source);
      }
      return {node, {}, {}};
    }
    case ExprKind::Binary:
      if (is_comparison_for_equality(expr.op)) {
        compare(visit(expr.operands[0]), visit(expr.operands[1]));
        return {{}, {}, id};
      }
      break;
    case ExprKind::Len:
    case ExprKind::Full:
    case ExprKind::Empty:
    case ExprKind::NFull:
    case ExprKind::NEmpty: visit(expr.operands[0]); return {{}, {}, id};
    case ExprKind::Poll: {
      const Source channel = visit(expr.operands[0]);
      if (channel.node) visit_pattern(*channel.node, expr.patterns);
      return {{}, {}, id};
    }
    case ExprKind::Enabled:
    case ExprKind::PcValue:
    case ExprKind::GetPriority:
    case ExprKind::RemoteLabel:
    case ExprKind::RemoteVariable:
      if (!expr.operands.empty() && expr.operands[0].valid()) mark_process(expr.operands[0]);
      return expr.kind == ExprKind::RemoteVariable ? visit_place(expr.place) : Source{{}, {}, id};
    default: break;
  }
  for (const ExprId operand : expr.operands) compute_with(operand);
  return {{}, {}, id};
}

void ValueKinds::visit_pattern(Node channel, const std::vector<Pattern>& patterns) {
  for (uint32_t i = 0; i < patterns.size(); ++i) {
    const Node field = message_node(channel, i);
    if (!patterns[i].expr.valid()) continue;
    const Source source = visit(patterns[i].expr);
    if (patterns[i].kind == Pattern::Kind::Match) {
      compare({field, {}, {}}, source);
    } else {
      join(field, source);
    }
  }
}

void ValueKinds::visit_statement(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::Condition: compute_with(stmt.args[0]); return;
    case StmtKind::Assign: join(visit(stmt.target), visit(stmt.args[0])); return;
    case StmtKind::Send: {
      const Source channel = visit(stmt.target);
      for (uint32_t i = 0; i < stmt.args.size(); ++i) {
        const Source value = visit(stmt.args[i]);
        if (!channel.node) continue;
        const Node field = message_node(*channel.node, i);
        join(field, value);
        // Sorted queues compare fields by order.
        if (stmt.sorted && !class_of(field).computed) class_of(field).computed = stmt.span;
      }
      return;
    }
    case StmtKind::Receive: {
      const Source channel = visit(stmt.target);
      if (channel.node) visit_pattern(*channel.node, stmt.patterns);
      return;
    }
    case StmtKind::SetPriority:
      mark_process(stmt.args[0]);
      compute_with(stmt.args[1]);
      return;
    case StmtKind::Assert: compute_with(stmt.args[0]); return;
    case StmtKind::Print:
    case StmtKind::PrintMtype:
      for (const ExprId arg : stmt.args) visit(arg);
      return;
    default: return;
  }
}

// ---- Results

std::optional<int32_t> ValueKinds::none_literal(Node node, uint32_t process_count) const {
  const std::set<int32_t>& literals = class_of(node).literals;
  const auto beyond = std::find_if(literals.begin(), literals.end(), [&](int32_t literal) {
    return literal < 0 || literal >= static_cast<int32_t>(process_count);
  });
  return beyond == literals.end() ? std::nullopt : std::optional(*beyond);
}

ValueKind ValueKinds::kind(Node node, uint32_t process_count) const {
  const Class& kind = class_of(node);
  if (kind.channel) return mixed_ ? ValueKind::Plain : ValueKind::Channel;
  return names_processes(kind, process_count) ? ValueKind::Process : ValueKind::Plain;
}

bool ValueKinds::names_processes(const Class& kind, uint32_t process_count) const {
  if (!kind.process || kind.computed || !kind.holds(0) || !kind.holds(int64_t{process_count} - 1)) return false;
  if (!std::all_of(kind.literals.begin(), kind.literals.end(), [&](int32_t n) { return kind.holds(n); })) return false;
  const auto beyond = std::count_if(kind.literals.begin(), kind.literals.end(), [&](int32_t literal) {
    return literal < 0 || literal >= static_cast<int32_t>(process_count);
  });
  return beyond <= 1 && std::all_of(kind.inflow.begin(), kind.inflow.end(), [&](ExprId value) {
           const ValueRange range = range_of(value, process_count);
           return range.lo >= 0 && range.hi < int64_t{process_count};
         });
}

// The bounds of the expression in every state. Variables in a computation are plain numbers.
ValueRange ValueKinds::range_of(ExprId id, uint32_t process_count) const {
  const Expr& expr = model_.exprs[id];
  switch (expr.kind) {
    case ExprKind::Constant: return {expr.value, expr.value};
    case ExprKind::Pid: return {0, int64_t{process_count} - 1};
    case ExprKind::NrProcesses: return {0, process_count};
    case ExprKind::Variable: {
      const Type type = type_of(model_, expr.place);
      return {least_value(type), greatest_value(type)};
    }
    case ExprKind::Unary: {
      const ValueRange a = range_of(expr.operands[0], process_count);
      return result_range(expr.op, a, a);
    }
    case ExprKind::Binary:
      return result_range(expr.op, range_of(expr.operands[0], process_count),
                          range_of(expr.operands[1], process_count));
    case ExprKind::Full:
    case ExprKind::Empty:
    case ExprKind::NFull:
    case ExprKind::NEmpty:
    case ExprKind::Poll:
    case ExprKind::Timeout:
    case ExprKind::NonProgress:
    case ExprKind::Enabled:
    case ExprKind::RemoteLabel: return {0, 1};
    default: return ValueRange::anything();
  }
}

std::optional<SourceSpan> ValueKinds::computed_at(Node node) const {
  const Class& kind = class_of(node);
  return kind.process ? kind.computed : std::nullopt;
}

std::string ValueKinds::dump(const Model& model, const SourceMap& sources, uint32_t process_count) const {
  std::string text;
  if (mixed_)
    text += "channels are numbers, since they are mixed with other numbers at " + sources.place(*mixed_) + "\n";
  const auto show = [&](Node node) -> std::string {
    switch (kind(node, process_count)) {
      case ValueKind::Process: {
        const auto none = none_literal(node, process_count);
        return none ? "process, or none (" + std::to_string(*none) + ")" : "process";
      }
      case ValueKind::Channel: return "channel";
      case ValueKind::Plain: break;
    }
    if (class_of(node).channel) return "number (also of a channel)";
    const auto computed = computed_at(node);
    return computed ? "number (process ids, but used in arithmetic at " + sources.place(*computed) + ")" : "number";
  };
  for (uint32_t v = 0; v < model.variables.size(); ++v) {
    const Variable& variable = model.variables[VariableId(v)];
    if (variable.owner.valid()) text += model.proctypes[variable.owner].name + '.';
    text += variable.name;
    if (variable.is_array) text += " [" + show(of_variable_index(VariableId(v))) + "]";
    if (variable.type.kind == TypeKind::Structure) {
      text += ": " + model.structures[variable.type.structure].name + "\n";
      continue;
    }
    text += ": " + show(of_variable(VariableId(v)));
    if (variable.channel) {
      text += " of {";
      for (uint32_t i = 0; i < variable.channel->fields.size(); ++i) {
        text += (i == 0 ? "" : ", ") + show(of_message(of_variable(VariableId(v)), i));
      }
      text += "}";
    }
    text += '\n';
  }
  for (uint32_t s = 0; s < model.structures.size(); ++s) {
    const Structure& structure = model.structures[StructureId(s)];
    for (uint32_t f = 0; f < structure.fields.size(); ++f) {
      if (structure.fields[f].type.kind == TypeKind::Structure) continue;
      text += "typedef " + structure.name + "." + structure.fields[f].name + ": " + show(of_field(StructureId(s), f)) +
              '\n';
    }
  }
  return text;
}

}  // namespace px::promela
