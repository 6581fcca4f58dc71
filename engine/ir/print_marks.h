// What a front end begins a Print with whose value an operation takes or gives, so that those who show runs can tell an
// operation's arguments and results from what a model prints. A value may be printed in pieces: the mark begins the
// first of them.
#pragma once

#include <string_view>

namespace px::ir {

inline constexpr std::string_view kResultMark = "--> ";
inline constexpr std::string_view kArgumentMark = "<-- ";

}  // namespace px::ir
