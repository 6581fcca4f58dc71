// Variables: the type of each in the Program, and its initial value.
#include <algorithm>

#include "engine/base/check.h"
#include "frontends/promela/declaration_lowering.h"

namespace px::promela {

void DeclarationLowering::make_variables() {
  for (const VariableId id : model_.globals) {
    if (!channel_of_.contains(id) && !is_dropped(id)) make_global(id);
  }
  for (size_t f = 0; f < families_.size(); ++f) {
    for (const ProctypeId proctype : families_[f].proctypes) {
      for (const VariableId id : model_.proctypes[proctype].locals) {
        if (!channel_of_.contains(id)) make_local(f, id);
      }
    }
  }
  if (model_.features.priority) make_priorities();
  if (model_.features.last) {
    last_ = builder_.variable("_last", builder_.element_type(process_sort_), {0});
  }
}

// A variable that is declared hidden although it is read stays in the state: SPIN leaves it out nevertheless, so its
// results depend on the order of its search. (A variable used only in d_steps is 0 in every state.)
bool DeclarationLowering::is_dropped(VariableId id) const {
  const Variable& variable = model_.variables[id];
  const bool read_though_hidden = variable.visibility == Visibility::Hidden && variable.is_read;
  return id.value < input_.dropped.size() && input_.dropped[id.value] && !read_though_hidden;
}

// ---- Types

ir::TypeId ModelLowering::scalar_type(Type type, ValueKinds::Node node) {
  switch (kinds_.kind(node, input_.slots.count())) {
    case ValueKind::Process:
      return builder_.element_type(process_sort_, kinds_.none_literal(node, input_.slots.count()).has_value());
    case ValueKind::Channel: return builder_.element_type(channel_sort_, true);
    case ValueKind::Plain: break;
  }
  return plain_type(type);
}

// The numeric representation of this type; values of an mtype set keep their names.
ir::TypeId ModelLowering::plain_type(Type type) {
  if (type.kind == TypeKind::Mtype && type.mtype_set.valid()) {
    const MtypeSet& set = model_.mtype_sets[type.mtype_set];
    return builder_.named_int_type(least_value(type), greatest_value(type), {1, set.members});
  }
  return builder_.int_type(least_value(type), greatest_value(type));
}

ir::TypeId DeclarationLowering::structure_type(StructureId id) {
  const auto known = structures_.find(id);
  if (known != structures_.end()) return known->second;
  std::vector<ir::Field> fields;
  const Structure& structure = model_.structures[id];
  for (uint32_t f = 0; f < structure.fields.size(); ++f) {
    const Cell& cell = structure.fields[f];
    ir::TypeId type = cell_type(cell, kinds_.of_field(id, f));
    if (cell.is_array) type = array_type(type, kinds_.of_field_index(id, f), cell.length);
    fields.push_back({cell.name, type});
  }
  const ir::TypeId type = builder_.record_type(std::move(fields));
  structures_[id] = type;
  return type;
}

ir::TypeId DeclarationLowering::cell_type(const Cell& cell, ValueKinds::Node node) {
  return cell.type.kind == TypeKind::Structure ? structure_type(cell.type.structure) : scalar_type(cell.type, node);
}

// An array indexed only by processes is indexed by their sort. Cells after the last process are unreachable and are
// omitted; an array with too few cells stays an array of numbers, so that a bad index is detected.
std::optional<ir::Domain> DeclarationLowering::process_domain(ValueKinds::Node index, int32_t length) const {
  const uint32_t processes = input_.slots.count();
  if (kinds_.kind(index, processes) != ValueKind::Process || length < static_cast<int32_t>(processes)) return {};
  const std::optional<int32_t> none = kinds_.none_literal(index, processes);
  if (none && *none >= 0 && *none < length) return {};
  return ir::Domain::of(builder_.whole(process_sort_));
}

int32_t DeclarationLowering::array_length(ValueKinds::Node index, int32_t length) const {
  return process_domain(index, length) ? static_cast<int32_t>(input_.slots.count()) : length;
}

ir::TypeId DeclarationLowering::array_type(ir::TypeId cell, ValueKinds::Node index, int32_t length) {
  const std::optional<ir::Domain> domain = process_domain(index, length);
  return builder_.array_type(domain.value_or(ir::Domain::range(0, length - 1)), cell);
}

// ---- Variables

void DeclarationLowering::make_global(VariableId id) {
  const Variable& variable = model_.variables[id];
  const ValueKinds::Node node = kinds_.of_variable(id);
  const ValueKinds::Node index = kinds_.of_variable_index(id);
  ir::TypeId type = cell_type(variable, node);
  if (variable.is_array) type = array_type(type, index, variable.length);
  std::vector<int64_t> initial;
  append_initial(variable, node, index, is_scratch(id) ? std::vector<int64_t>() : initial_values_->of_global(id),
                 initial);
  const ir::VariableId lowered = builder_.variable(variable.name, type, std::move(initial), variable.span);
  builder_.variable_info(lowered).hidden = variable.visibility == Visibility::Hidden;
  globals_[id] = lowered;
}

// Different blocks and proctypes may have variables with the same name.
std::string DeclarationLowering::local_name(size_t family, VariableId id) {
  const std::string& name = model_.variables[id].name;
  std::string unique = name;
  for (int number = 2; !local_names_.insert({family, unique}).second; ++number) {
    unique = name + "_" + std::to_string(number);
  }
  return unique;
}

void DeclarationLowering::make_local(size_t f, VariableId id) {
  const ProcessFamily& family = families_[f];
  const Variable& variable = model_.variables[id];
  const ValueKinds::Node node = kinds_.of_variable(id);
  const ValueKinds::Node index = kinds_.of_variable_index(id);
  ir::TypeId type = cell_type(variable, node);
  if (variable.is_array) type = array_type(type, index, variable.length);
  std::vector<int64_t> initial;
  for (uint32_t i = 0; i < family.count; ++i) {
    const uint32_t pid = numbers_.pid_of(family.first + i);
    const bool exists = pid < initial_.size() && initial_[pid] == variable.owner;
    if (exists) {
      append_initial(variable, node, index, initial_values_->of_local(pid, id), initial);
    } else {
      append_default(variable, node, index, initial);
    }
  }
  const ir::VariableId lowered = builder_.local(family.id, local_name(f, id), type, std::move(initial), variable.span);
  locals_[{f, id}] = lowered;
}

void DeclarationLowering::make_priorities() {
  for (size_t f = 0; f < families_.size(); ++f) {
    const ProcessFamily& family = families_[f];
    std::vector<int64_t> initial;
    for (uint32_t i = 0; i < family.count; ++i) {
      const uint32_t pid = numbers_.pid_of(family.first + i);
      initial.push_back(pid < initial_.size() ? model_.proctypes[initial_[pid]].priority : 0);
    }
    priorities_[f] = builder_.local(family.id, "_priority", builder_.int_type(0, 255), std::move(initial));
  }
}

// ---- Initial values

int64_t ModelLowering::initial_scalar(Type type, ValueKinds::Node node, int64_t value) const {
  const uint32_t processes = input_.slots.count();
  switch (kinds_.kind(node, processes)) {
    case ValueKind::Process:
      if (kinds_.none_literal(node, processes) == value) return -1;
      return value >= 0 && value < processes ? numbers_.element_of(static_cast<uint32_t>(value)) : value;
    case ValueKind::Channel: return value - 1;  // channels are numbered from 1 in Promela, 0 is none
    case ValueKind::Plain: break;
  }
  return wrapped(type, value);
}

// `values` holds all scalars of the cell or array, in declaration order, or is empty for zeros.
void DeclarationLowering::append_initial(const Cell& cell, ValueKinds::Node node, ValueKinds::Node index,
                                         const std::vector<int64_t>& values, std::vector<int64_t>& out) {
  size_t next = 0;
  append_scalars(
      cell, node, index,
      [&](Type type, ValueKinds::Node scalar) {
        const int64_t value = next < values.size() ? values[next] : 0;
        ++next;
        return initial_scalar(type, scalar, value);
      },
      out);
}

// The value represented by all zero bits: that of the locals of absent processes.
int64_t ModelLowering::default_scalar(ValueKinds::Node node) const {
  const uint32_t processes = input_.slots.count();
  switch (kinds_.kind(node, processes)) {
    case ValueKind::Process: return kinds_.none_literal(node, processes) ? -1 : 0;
    case ValueKind::Channel: return -1;
    case ValueKind::Plain: break;
  }
  return 0;
}

void DeclarationLowering::append_default(const Cell& cell, ValueKinds::Node node, ValueKinds::Node index,
                                         std::vector<int64_t>& out) {
  append_scalars(
      cell, node, index, [&](Type, ValueKinds::Node scalar) { return default_scalar(scalar); }, out);
}

// Calls `make` for every scalar of the cell or array in order; skips cells that the lowered array omits, and visits an
// array over processes in the order of the elements that represent them.
void DeclarationLowering::append_scalars(const Cell& cell, ValueKinds::Node node, ValueKinds::Node index,
                                         const MakeScalar& make, std::vector<int64_t>& out) {
  const int32_t length = cell.is_array ? cell.length : 1;
  const bool by_process = cell.is_array && process_domain(index, length).has_value();
  std::vector<std::vector<int64_t>> parts;
  for (int32_t i = 0; i < length; ++i) {
    std::vector<int64_t>& part = parts.emplace_back();
    if (cell.type.kind == TypeKind::Structure) {
      const Structure& structure = model_.structures[cell.type.structure];
      for (uint32_t f = 0; f < structure.fields.size(); ++f) {
        append_scalars(structure.fields[f], kinds_.of_field(cell.type.structure, f),
                       kinds_.of_field_index(cell.type.structure, f), make, part);
      }
    } else {
      part.push_back(make(cell.type, node));
    }
  }
  for (uint32_t i = 0; i < (by_process ? input_.slots.count() : parts.size()); ++i) {
    const std::vector<int64_t>& part = parts[by_process ? numbers_.pid_of(i) : i];
    out.insert(out.end(), part.begin(), part.end());
  }
}

}  // namespace px::promela
