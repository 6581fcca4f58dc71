// Between which values the result of an operator lies, given the same of its operands. Promela computes with C's int:
// where a result may leave 32 bits only its low bits mean something, and the range says "anything".
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
