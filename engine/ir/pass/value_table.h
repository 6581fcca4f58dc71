// Arithmetic on the number of one element, tabulated as a function.
//
// "element((index(p) + 1) % 5, Process)", "index(p) = 2", "1 << index(p)": such an expression depends on a single
// element, so the table of its values per element describes it completely. The table contains no arithmetic: renaming
// elements renames its rows. So symmetry detection recognises the neighbours on a ring, the other one of two, and the
// channels of a process, although the model computes their numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/ir/program.h"

namespace px::ir {

struct ValueTable {
  struct Row {
    int64_t element = 0;           // -1: none
    std::optional<int64_t> value;  // nullopt: an error of the model
  };
  ExprId name;  // the only input of the value: a bound name or a place that is read, of element type
  std::vector<Row> rows;
};

// The range of a bound name, if more is known than its type says.
struct ElementRange {
  int64_t first = 0;
  int64_t last = 0;
};
using RangeOf = std::function<std::optional<ElementRange>(BindingId)>;

// The table of an expression that converts between elements and numbers and depends on only one element.
std::optional<ValueTable> value_table(const Program& program, ExprId id, const RangeOf& range_of);

}  // namespace px::ir
