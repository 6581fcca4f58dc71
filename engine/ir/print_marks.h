// Marks with which a front end starts a Print whose value is an argument or result of an operation, so that code that
// displays runs can distinguish these from the model's own output. A value may be printed in pieces: the mark starts
// the first one.
#pragma once

#include <string_view>

namespace px::ir {

inline constexpr std::string_view kResultMark = "--> ";
inline constexpr std::string_view kArgumentMark = "<-- ";

}  // namespace px::ir
