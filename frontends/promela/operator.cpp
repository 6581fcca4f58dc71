#include "frontends/promela/operator.h"

#include <array>

namespace px::promela {
namespace {

struct OperatorInfo {
  std::string_view text;
  int precedence;
};

constexpr std::array kOperators = {
#define PX_OPERATOR(name, text, precedence) OperatorInfo{text, precedence},
#include "frontends/promela/operator.def"
#undef PX_OPERATOR
};

}  // namespace

std::string_view operator_text(Operator op) {
  return kOperators[static_cast<size_t>(op)].text;
}
int operator_precedence(Operator op) {
  return kOperators[static_cast<size_t>(op)].precedence;
}

bool operator_may_fail(Operator op) {
  return op == Operator::Divide || op == Operator::Modulo;
}

bool is_temporal(Operator op) {
  switch (op) {
    case Operator::Implies:
    case Operator::Equivalent:
    case Operator::Until:
    case Operator::WeakUntil:
    case Operator::Release:
    case Operator::Next:
    case Operator::Always:
    case Operator::Eventually: return true;
    default: return false;
  }
}

}  // namespace px::promela
