// Constant folding of single operations.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/ir/program.h"

namespace px::ir {

// The value of an arithmetic, truth or comparison operation (or If) on the given operands; nullopt if it is an error of
// the model (overflow, division by zero, shift distance) or depends on more than its operands' values.
std::optional<int64_t> fold_operation(Op op, int64_t a, int64_t b = 0, int64_t c = 0);

// The same for operations whose value may also depend on their type (wrap, sets, elements).
std::optional<int64_t> fold_expression(const Program& program, const Expr& e, int64_t a, int64_t b = 0, int64_t c = 0);
bool op_folds(Op op);  // whether fold_expression can fold it

// The value modulo 2^n in lo..hi, a range of 2^n values.
int64_t wrap_value(int64_t value, int64_t lo, int64_t hi);

// The value of a comparison.
inline bool compares(Op op, int64_t a, int64_t b) {
  if (op == Op::Eq) return a == b;
  if (op == Op::Ne) return a != b;
  if (op == Op::Lt) return a < b;
  if (op == Op::Le) return a <= b;
  return op == Op::Gt ? a > b : a >= b;
}

}  // namespace px::ir
