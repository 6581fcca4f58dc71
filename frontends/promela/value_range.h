// The bounds of the result of an operator, given those of its operands. Promela computes with C's int: if a result may
// exceed 32 bits, only its low bits are meaningful, and the range is unbounded.
#pragma once

#include <cstdint>

#include "frontends/promela/operator.h"

namespace px::promela {

struct ValueRange {
  int64_t lo = 0;
  int64_t hi = 0;

  static ValueRange anything() { return {INT32_MIN, int64_t{INT32_MAX} * 4}; }
};

ValueRange result_range(Operator op, ValueRange a, ValueRange b);

}  // namespace px::promela
