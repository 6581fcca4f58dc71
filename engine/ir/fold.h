// What an operation yields on constants.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/ir/program.h"

namespace px::ir {

// The value of an arithmetic, truth or comparison operation (or If) on the given operands; nothing if it is an error
// of the model (overflow, division by zero, shift distance) or depends on more than its operands' values.
std::optional<int64_t> fold_operation(Op op, int64_t a, int64_t b = 0, int64_t c = 0);

// The value modulo 2^n in lo..hi, a range of 2^n values.
int64_t wrap_value(int64_t value, int64_t lo, int64_t hi);

}  // namespace px::ir
