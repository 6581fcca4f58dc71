// The operations of the built-in sorts, and their signatures.
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

// The operation of this name for arguments of these sorts (invalid: unknown); unset if there is none.
std::optional<Signature> find_builtin(SortTable& sorts, std::string_view name, const std::vector<SortId>& arguments);
// Whether it is the name of a function rather than an operator.
bool is_builtin_function(std::string_view name);
// Whether the sort of the result is that of (some of) the arguments, so that the expected sort is passed on to them.
bool hands_down_sort(Builtin op);

}  // namespace px::mcrl2
