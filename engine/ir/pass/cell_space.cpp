#include "engine/ir/pass/cell_space.h"

#include <algorithm>
#include <string_view>

namespace px::ir {

CellSpace::CellSpace(const Program& program) : program_(program) {
  for (uint32_t f = 0; f < program.families.size(); ++f) {
    const Family& family = program.families[FamilyId(f)];
    process_first_.push_back(processes());
    if (!family.is_process()) continue;
    for (uint32_t i = 0; i < family.count; ++i) {
      process_family_.push_back(FamilyId(f));
      process_element_.push_back(static_cast<int64_t>(family.first) + i);
    }
  }
  size_.assign(program.types.size(), 0);
  for (uint32_t t = 0; t < program.types.size(); ++t) {
    size_[t] = static_cast<uint32_t>(std::min<uint64_t>(size_of(TypeId(t)), UINT32_MAX));
  }
  uint64_t next = processes();
  for (uint32_t v = 0; v < program.variables.size(); ++v) {
    const uint64_t cells = size_of(program.variables[VariableId(v)].type);
    const bool one = cells > kMaxCellsOfVariable || next + cells > kMaxCells;
    first_.push_back(static_cast<uint32_t>(next));
    one_cell_.push_back(one);
    next += one ? 1 : cells;
  }
  variables_end_ = count_ = static_cast<uint32_t>(next);
  add_standing();
}

void CellSpace::add_standing() {
  std::vector<bool> asked(program_.locations.size(), false);
  for (const Expr& e : program_.exprs) {
    if (e.op == Op::At) asked[e.location.value] = true;
  }
  asked_about_.resize(program_.families.size());
  standing_first_.assign(program_.locations.size(), kNoProcess);
  for (uint32_t l = 0; l < program_.locations.size(); ++l) {
    if (!asked[l]) continue;
    const FamilyId family = program_.locations[LocationId(l)].family;
    asked_about_[family.value].push_back(LocationId(l));
    standing_first_[l] = count_;
    count_ += program_.families[family].count;
  }
}

uint32_t CellSpace::standing_at(uint32_t process, LocationId location) const {
  const uint32_t first = standing_first_[location.value];
  return first == kNoProcess ? kNoProcess : first + process - process_first_[family_of(process).value];
}

uint64_t CellSpace::size_of(TypeId id) {
  const Type& type = program_.types[id];
  switch (type.kind) {
    case TypeKind::Array:
      return std::min<uint64_t>(program_.domain_size(type.domain) * size_of(type.element), kMaxCells);
    case TypeKind::Record: {
      uint64_t sum = 0;
      for (const Field& field : type.fields) sum += size_of(field.type);
      return std::min(sum, kMaxCells);
    }
    case TypeKind::Queue: return kQueueCells;
    default: return 1;
  }
}

uint32_t CellSpace::process(FamilyId family_id, int64_t element) const {
  const Family& family = program_.families[family_id];
  const int64_t index = element - family.first;
  if (!family.is_process() || index < 0 || index >= family.count) return kNoProcess;
  return process_first_[family_id.value] + static_cast<uint32_t>(index);
}

VariableId CellSpace::variable_of(uint32_t cell) const {
  if (cell < processes() || cell >= variables_end_) return {};
  const auto after = std::upper_bound(first_.begin(), first_.end(), cell);
  return VariableId(static_cast<uint32_t>(after - first_.begin()) - 1);
}

// The scalar or queue that lies `offset` cells after the first cell of a variable; sets `offset` to the position within
// it.
TypeId CellSpace::part_at(VariableId variable, uint32_t& offset, std::string* path) const {
  for (TypeId id = program_.variables[variable].type;;) {
    const Type& type = program_.types[id];
    if (type.kind == TypeKind::Array) {
      const uint32_t each = std::max<uint32_t>(size(type.element), 1);
      const int64_t index = program_.domain_first(type.domain) + offset / each;
      const bool elements = type.domain.is_family();
      if (path != nullptr) {
        const std::string text =
            elements ? program_.element_name(program_.families[type.domain.family].sort, index) : std::to_string(index);
        *path += '[' + text + ']';
      }
      offset %= each;
      id = type.element;
    } else if (type.kind == TypeKind::Record) {
      size_t field = 0;
      for (; offset >= size(type.fields[field].type); ++field) offset -= size(type.fields[field].type);
      if (path != nullptr) *path += '.' + type.fields[field].name;
      id = type.fields[field].type;
    } else {
      return id;
    }
  }
}

std::optional<uint32_t> CellSpace::capacity_at(uint32_t cell) const {
  if (cell < processes() || cell >= variables_end_) return {};
  const VariableId variable = variable_of(cell);
  if (one_cell_[variable.value]) return {};
  uint32_t offset = cell - first_[variable.value];
  const Type& type = program_.types[part_at(variable, offset, nullptr)];
  if (type.kind != TypeKind::Queue || offset != 0) return {};
  return type.capacity;
}

std::string CellSpace::name(uint32_t cell) const {
  if (cell < processes()) {
    const Family& family = program_.families[family_of(cell)];
    return "where " + program_.element_name(family.sort, element_of(cell)) + " stands";
  }
  if (cell >= variables_end_) {
    uint32_t l = 0;
    for (uint32_t other = 0; other < standing_first_.size(); ++other) {
      const uint32_t first = standing_first_[other];
      if (first != kNoProcess && first <= cell && (standing_first_[l] == kNoProcess || first > standing_first_[l]))
        l = other;
    }
    const Location& location = program_.locations[LocationId(l)];
    return name(process_first_[location.family.value] + cell - standing_first_[l]);
  }
  const VariableId variable = variable_of(cell);
  std::string text = program_.variables[variable].name;
  if (one_cell_[variable.value]) return text;
  uint32_t offset = cell - first_[variable.value];
  const TypeId part = part_at(variable, offset, &text);
  static constexpr std::string_view kParts[] = {": head", ": tail", ": length", ": items"};
  if (program_.types[part].kind == TypeKind::Queue) text += kParts[offset];
  return text;
}

}  // namespace px::ir
