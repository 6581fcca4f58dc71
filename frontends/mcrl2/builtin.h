// The operations of the built-in sorts, and what they are applied to.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "frontends/mcrl2/sorts.h"

namespace px::mcrl2 {

enum class Builtin : uint8_t {
#define PX_BUILTIN(name, text) name,
#include "frontends/mcrl2/builtin.def"
#undef PX_BUILTIN
};
std::string_view builtin_text(Builtin op);

struct Signature {
  Builtin op;
  std::vector<SortId> domain;
  SortId result;
};

// The operation of this name for arguments of these sorts (invalid: not known); nothing if there is none.
std::optional<Signature> find_builtin(SortTable& sorts, std::string_view name, const std::vector<SortId>& arguments);
// Whether it is the name of a function, not of an operator.
bool is_builtin_function(std::string_view name);
// Whether the result is of the sort of (some of) the arguments, so that a sort that is wanted of it is wanted of them.
bool hands_down_sort(Builtin op);

}  // namespace px::mcrl2
