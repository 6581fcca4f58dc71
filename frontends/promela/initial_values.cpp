#include "frontends/promela/initial_values.h"

namespace px::promela {

InitialValues::InitialValues(const Model& model, const std::vector<ProctypeId>& processes,
                             const ChannelNumbers& channels)
    : model_(model), channels_(channels), processes_(0) {
  for (const VariableId id : model.globals) globals_[id] = evaluate_variable(id);
  for (pid_ = 0; pid_ < processes.size(); ++pid_) {
    for (const VariableId id : model.proctypes[processes[pid_]].locals) locals_[{pid_, id}] = evaluate_variable(id);
    ++processes_;
  }
}

// The number of the first channel that a variable declares; 0 if it declares none that is used as a value.
uint32_t InitialValues::first_channel(VariableId id) const {
  const auto found = channels_.find({id, model_.variables[id].owner.valid() ? pid_ : 0});
  return found == channels_.end() ? 0 : found->second;
}

std::vector<int64_t> InitialValues::evaluate_variable(VariableId id) {
  FieldChannelCursor fields(model_.variables[id]);
  return evaluate_cell(model_.variables[id], first_channel(id), fields);
}

size_t InitialValues::scalar_count(const Cell& cell) const {
  size_t one = 1;
  if (cell.type.kind == TypeKind::Structure) {
    one = 0;
    for (const Cell& field : model_.structures[cell.type.structure].fields) one += scalar_count(field);
  }
  return one * static_cast<size_t>(cell.is_array ? cell.length : 1);
}

std::vector<int64_t> InitialValues::evaluate_cell(const Cell& cell, uint32_t first_channel,
                                                  FieldChannelCursor& fields) {
  std::vector<int64_t> values;
  const int32_t length = cell.is_array ? cell.length : 1;
  for (int32_t i = 0; i < length; ++i) {
    if (cell.type.kind == TypeKind::Structure) {
      const std::vector<Cell>& parts = model_.structures[cell.type.structure].fields;
      for (uint32_t f = 0; f < parts.size(); ++f) {
        fields.enter(f);
        uint32_t first = 0;
        if (parts[f].channel) {
          const auto [declared, number] = fields.take(parts[f].is_array ? static_cast<uint32_t>(parts[f].length) : 1);
          first = this->first_channel(declared) + number;
        }
        const std::vector<int64_t> part = evaluate_cell(parts[f], first, fields);
        values.insert(values.end(), part.begin(), part.end());
        fields.leave();
      }
    } else if (cell.channel) {
      values.push_back(first_channel == 0 ? 0 : first_channel + i);
    } else {
      const bool own = static_cast<size_t>(i) < cell.cell_initials.size();
      const ExprId initial = own ? cell.cell_initials[static_cast<size_t>(i)] : cell.initial;
      values.push_back(initial.valid() ? wrapped(cell.type, evaluate(initial)) : 0);
    }
  }
  return values;
}

// The scalar at a place: its position among the scalars of the variable, in order of declaration. Places that are
// declared later, and indices out of range, read as 0.
int64_t InitialValues::read(const Place& place) {
  const Variable& variable = model_.variables[place.variable];
  const std::vector<int64_t>* values = nullptr;
  if (variable.owner.valid()) {
    const auto found = locals_.find({pid_, place.variable});
    if (found != locals_.end()) values = &found->second;
  } else {
    const auto found = globals_.find(place.variable);
    if (found != globals_.end()) values = &found->second;
  }
  if (values == nullptr) return 0;
  size_t position = 0;
  const auto step = [&](const Cell& cell, ExprId index) {
    const size_t cells = static_cast<size_t>(cell.is_array ? cell.length : 1);
    const int64_t i = index.valid() ? evaluate(index) : 0;
    if (i < 0 || static_cast<size_t>(i) >= cells) return false;
    position += static_cast<size_t>(i) * (scalar_count(cell) / cells);
    return true;
  };
  if (!step(variable, place.index)) return 0;
  StructureId structure = variable.type.structure;
  for (const Place::Access& access : place.accesses) {
    const std::vector<Cell>& fields = model_.structures[structure].fields;
    for (uint32_t f = 0; f < access.field; ++f) position += scalar_count(fields[f]);
    if (!step(fields[access.field], access.index)) return 0;
    structure = fields[access.field].type.structure;
  }
  return position < values->size() ? (*values)[position] : 0;
}

int64_t InitialValues::evaluate(ExprId id) {
  const Expr& expr = model_.exprs[id];
  switch (expr.kind) {
    case ExprKind::Constant: return expr.value;
    case ExprKind::Variable: return read(expr.place);
    case ExprKind::Conditional: return evaluate(expr.operands[evaluate(expr.operands[0]) != 0 ? 1 : 2]);
    case ExprKind::Pid: return pid_;
    case ExprKind::NrProcesses: return processes_;
    case ExprKind::Unary: {
      const int64_t a = evaluate(expr.operands[0]);
      if (expr.op == Operator::Not) return a == 0;
      return expr.op == Operator::Negate ? -a : ~a;
    }
    case ExprKind::Binary: return static_cast<int32_t>(evaluate_binary(expr));
    default: return 0;
  }
}

int64_t InitialValues::evaluate_binary(const Expr& expr) {
  const int64_t a = evaluate(expr.operands[0]);
  if (expr.op == Operator::And) return a != 0 && evaluate(expr.operands[1]) != 0;
  if (expr.op == Operator::Or) return a != 0 || evaluate(expr.operands[1]) != 0;
  const int64_t b = evaluate(expr.operands[1]);
  switch (expr.op) {
    case Operator::Add: return a + b;
    case Operator::Subtract: return a - b;
    case Operator::Multiply: return a * b;
    case Operator::Divide: return b == 0 ? 0 : a / b;
    case Operator::Modulo: return b == 0 ? 0 : a % b;
    case Operator::BitOr: return a | b;
    case Operator::BitXor: return a ^ b;
    case Operator::BitAnd: return a & b;
    case Operator::ShiftLeft: return b < 0 || b > 31 ? 0 : a << b;
    case Operator::ShiftRight: return b < 0 || b > 31 ? 0 : a >> b;
    case Operator::Equal: return a == b;
    case Operator::NotEqual: return a != b;
    case Operator::Less: return a < b;
    case Operator::Greater: return a > b;
    case Operator::LessEqual: return a <= b;
    case Operator::GreaterEqual: return a >= b;
    default: return 0;
  }
}

}  // namespace px::promela
