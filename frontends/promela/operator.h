// The operators of expressions and formulas.
#pragma once

#include <cstdint>
#include <string_view>

namespace px::promela {

enum class Operator : uint8_t {
#define PX_OPERATOR(name, text, precedence) name,
#include "frontends/promela/operator.def"
#undef PX_OPERATOR
};

std::string_view operator_text(Operator op);
int operator_precedence(Operator op);
// Whether it is undefined for some operands.
bool operator_may_fail(Operator op);
// Whether it belongs to LTL formulas only.
bool is_temporal(Operator op);

}  // namespace px::promela
