// Promela-Lite to the common form, with the semantics of [DM08] Appendix B.
//
// Processes are elements of one sort, those of one proctype next to each other; pids are compared with == and != only
// (T-REL), so their numbers need not be kept. Static channels of equal type are elements of one sort, those of equal
// capacity next to each other, with an array of queues over them; 0 and null are "none". Every statement is one action:
// its guard is total (nothing is full or not empty, and len is 0, of null), and its updates run one after the other. An
// int has 32 bits and wraps around.
//
// The proctypes have no end labels: a state in which no process can move is a deadlock, as it is in Promela.
#pragma once

#include "engine/base/result.h"
#include "engine/ir/program.h"
#include "frontends/promela_lite/ast.h"

namespace px::promela_lite {

// `spec` has passed check_types().
Result<ir::Program> lower(const Specification& spec, const std::string& name);

}  // namespace px::promela_lite
