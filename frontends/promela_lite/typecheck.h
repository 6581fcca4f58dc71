// The type system of Promela-Lite ([DM08] Appendix A): every message about types names the rule that does not apply.
//
// The rules give numbers from 0 to the number of processes two types, int and pid, and give null every channel type.
// The context of the literal determines its type; if both sides of a comparison are such numbers, it is int. For T-SEND
// and T-RECV, the check of the channel must be one of the conjuncts of the guard, not necessarily the last: operands of
// && may be exchanged. The figure has no rule for nfull and nempty elsewhere in a guard, although the grammar and the
// semantics have them; they are typed like len.
#pragma once

#include "engine/base/diagnostic.h"
#include "frontends/promela_lite/ast.h"

namespace px::promela_lite {

// Fills in symbols and types. Reports all errors; if there are any, the result is unusable.
void check_types(Specification& spec, Diagnostics& diagnostics);

}  // namespace px::promela_lite
