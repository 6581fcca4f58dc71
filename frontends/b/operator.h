// The operators, binders, constants and functions of B's formulas.
#pragma once

#include <cstdint>
#include <string_view>

namespace px::b {

enum class Op : uint8_t {
#define PX_B_BINARY(name, ascii, unicode, priority, associativity) name,
#define PX_B_PREFIX(name, ascii, unicode, priority) name,
#define PX_B_POSTFIX(name, ascii, unicode, priority) name,
#define PX_B_BINDER(name, ascii, unicode) name,
#define PX_B_CONSTANT(name, ascii, unicode) name,
#define PX_B_FUNCTION(name, ascii, operands) name,
#define PX_B_FORM(name, text) name,
#include "frontends/b/operator.def"
#undef PX_B_BINARY
#undef PX_B_PREFIX
#undef PX_B_POSTFIX
#undef PX_B_BINDER
#undef PX_B_CONSTANT
#undef PX_B_FUNCTION
#undef PX_B_FORM
};

enum class OpClass : uint8_t { Binary, Prefix, Postfix, Binder, Constant, Function, Form };
enum class Associativity : uint8_t { Left, Right, None };

struct OpInfo {
  std::string_view name;     // of the enumerator
  std::string_view text;     // ASCII spelling
  std::string_view unicode;  // may be empty
  OpClass op_class;
  int priority;  // of the operators
  Associativity associativity;
  int operands;
};

const OpInfo& info(Op op);
// Whether both operands and the result are predicates (&, or, =>, <=>), or the result is one (=, :, <, ...).
bool is_connective(Op op);
bool is_comparison(Op op);

}  // namespace px::b
