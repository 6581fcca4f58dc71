#include "engine/ir/state_cursor.h"

namespace px::ir {
namespace {

// Values for all cells in order, or one for all of them.
void write_cells(const StateCursor& at, const std::vector<int64_t>& initial, size_t& next, uint64_t* state) {
  const Type& type = at.type();
  if (type.kind == TypeKind::Array) {
    for (uint32_t i = 0; i < at.cells(); ++i) write_cells(at.cell(i), initial, next, state);
  } else if (type.kind == TypeKind::Record) {
    for (size_t f = 0; f < type.fields.size(); ++f) write_cells(at.field(f), initial, next, state);
  } else if (type.kind != TypeKind::Queue) {  // queues start empty
    at.write(state, initial[initial.size() == 1 ? 0 : next++]);
  }
}

}  // namespace

void write_initial_values(const Program& program, const Layout& layout, uint64_t* state) {
  for (uint32_t v = 0; v < program.variables.size(); ++v) {
    const VariableId id(v);
    const std::vector<int64_t>& initial = program.variables[id].initial;
    size_t next = 0;
    if (!initial.empty()) write_cells(StateCursor(program, layout, id), initial, next, state);
  }
}

}  // namespace px::ir
