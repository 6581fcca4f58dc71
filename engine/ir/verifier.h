// Checks that a Program is well-formed: types, scopes, ranges, control, limits. Front ends need not repeat these
// checks: every message has the position in the user's text of the node it is about. In debug builds the verifier also
// runs after every pass. The interpreter and the code generator rely on these properties without checking them again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/ir/program.h"

namespace px::ir {

// All errors in the program; empty if there are none. Cost: linear in the size of the program.
std::vector<Diagnostic> verify(const Program& program);

// A type in the notation of the text form, for messages.
std::string type_name(const Program& program, TypeId type);

// Program::scalar_count for types for which it may overflow: any number beyond kMaxScalars stands for "too many".
uint64_t scalar_count_capped(const Program& program, TypeId type);

// The number of values that a Print of this text takes: one for every % that is not doubled.
size_t print_conversions(std::string_view format);

}  // namespace px::ir
