// The type system of Promela-Lite ([DM08] Appendix A): every message about types names the rule that has no way to
// apply.
//
// The rules give numbers from 0 to the number of processes two types, int and pid, and null every channel type. Which
// one is meant follows from where the literal stands; where both sides of a comparison are such numbers it is int. Of
// T-SEND and T-RECV we ask that the check of the channel be one of the conjuncts of the guard, not that it be the last
// one: operands of && may be exchanged. The figure has no rule for nfull and nempty elsewhere in a guard, although the
// grammar and the semantics have them; they are typed as len is.
#pragma once

#include "engine/base/diagnostic.h"
#include "frontends/promela_lite/ast.h"

namespace px::promela_lite {

// Fills in symbols and types. All errors are reported; with any, the result is of no use.
void check_types(Specification& spec, Diagnostics& diagnostics);

}  // namespace px::promela_lite
