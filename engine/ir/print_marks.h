// A front end puts one of these marks at the start of a Print of an argument or result of an operation, so that code
// that displays runs can tell it from the model's own output. A value may be printed in pieces; the mark precedes the
// first.
#pragma once

#include <string_view>

namespace px::ir {

inline constexpr std::string_view kResultMark = "--> ";
inline constexpr std::string_view kArgumentMark = "<-- ";

}  // namespace px::ir
