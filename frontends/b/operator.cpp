#include "frontends/b/operator.h"

#include <array>

namespace px::b {
namespace {

constexpr int kBinderPriority = 250;

constexpr std::array kInfos = {
#define PX_B_BINARY(name, ascii, unicode, priority, associativity) \
  OpInfo{#name, ascii, unicode, OpClass::Binary, priority, Associativity::associativity, 2},
#define PX_B_PREFIX(name, ascii, unicode, priority) \
  OpInfo{#name, ascii, unicode, OpClass::Prefix, priority, Associativity::None, 1},
#define PX_B_POSTFIX(name, ascii, unicode, priority) \
  OpInfo{#name, ascii, unicode, OpClass::Postfix, priority, Associativity::None, 1},
#define PX_B_BINDER(name, ascii, unicode) \
  OpInfo{#name, ascii, unicode, OpClass::Binder, kBinderPriority, Associativity::None, 0},
#define PX_B_CONSTANT(name, ascii, unicode) \
  OpInfo{#name, ascii, unicode, OpClass::Constant, kBinderPriority, Associativity::None, 0},
#define PX_B_FUNCTION(name, ascii, operands) \
  OpInfo{#name, ascii, "", OpClass::Function, kBinderPriority, Associativity::None, operands},
#define PX_B_FORM(name, text) OpInfo{#name, text, "", OpClass::Form, kBinderPriority, Associativity::None, 0},
#include "frontends/b/operator.def"
#undef PX_B_BINARY
#undef PX_B_PREFIX
#undef PX_B_POSTFIX
#undef PX_B_BINDER
#undef PX_B_CONSTANT
#undef PX_B_FUNCTION
#undef PX_B_FORM
};

}  // namespace

const OpInfo& info(Op op) {
  return kInfos[static_cast<size_t>(op)];
}

bool is_connective(Op op) {
  return op == Op::Implies || op == Op::And || op == Op::Or || op == Op::Equivalent;
}

bool is_comparison(Op op) {
  return op >= Op::Equal && op <= Op::GreaterEqual;
}

}  // namespace px::b
