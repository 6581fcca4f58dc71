// The operators of formulas, for all input languages: their meaning is defined only here.
#pragma once

#include <cstdint>

namespace px::ltl {

enum class Connective : uint8_t {
  Not,
  And,
  Or,
  Implies,
  Iff,
  Next,
  Always,
  Eventually,
  Until,
  WeakUntil,
  Release,
  // About the past: see past.h.
  Previous,
  Historically,
  Once,
  Since,
  Trigger
};

constexpr bool is_unary(Connective connective) {
  return connective == Connective::Not || connective == Connective::Next || connective == Connective::Always ||
         connective == Connective::Eventually || connective == Connective::Previous ||
         connective == Connective::Historically || connective == Connective::Once;
}

}  // namespace px::ltl
