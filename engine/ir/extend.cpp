#include "engine/ir/extend.h"

#include <algorithm>
#include <utility>

namespace px::ir {

TypeId type_id(Program& program, Type type) {
  const auto found = std::find(program.types.begin(), program.types.end(), type);
  if (found != program.types.end()) return program.types.id_at(static_cast<size_t>(found - program.types.begin()));
  return program.types.add(std::move(type));
}

SortId add_sort(Program& program, Sort sort) {
  Family whole;
  whole.name = sort.name;
  whole.count = sort.size;
  whole.span = sort.span;
  const SortId id = program.sorts.add(std::move(sort));
  whole.sort = id;
  program.sorts[id].whole = program.families.add(std::move(whole));
  return id;
}

}  // namespace px::ir
