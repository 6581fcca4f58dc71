// Arithmetic on the number of one element, as the function that it is.
//
// "element((index(p) + 1) % 5, Process)", "index(p) = 2", "1 << index(p)": such an expression takes nothing of the
// state but one element, so all that can be known of it is which value it has for which element. Written down as that
// table it is no arithmetic any more: who renames elements renames the rows. That is how the neighbours on a ring, the
// other one of two, and the channels that belong to a process are seen although their numbers are computed.
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
    std::optional<int64_t> value;  // nothing: an error of the model
  };
  ExprId name;  // the one thing that the value depends on: a bound name or a place that is read, of element type
  std::vector<Row> rows;
};

// What a bound name ranges over, if more is known than its type says.
struct ElementRange {
  int64_t first = 0;
  int64_t last = 0;
};
using RangeOf = std::function<std::optional<ElementRange>(BindingId)>;

// Of an expression that takes the number of an element or makes an element of a number, and depends on one element
// only.
std::optional<ValueTable> value_table(const Program& program, ExprId id, const RangeOf& range_of);

}  // namespace px::ir
