// Lowers Promela-Lite to the IR, with the semantics of [DM08] Appendix B.
//
// Processes are elements of one sort, those of one proctype contiguous; pids are compared only with == and != (T-REL),
// so their numbers need not be kept. Static channels of equal type are elements of one sort, those of equal capacity
// contiguous, with an array of queues over them; 0 and null are "none". Every statement is one action: its guard is
// total (for null, nfull and nempty are false, and len is 0), and its updates run one after the other. An int has 32
// bits and wraps around.
//
// The proctypes have no end labels: as in Promela, a state in which no process can move is a deadlock.
#pragma once

#include "engine/base/result.h"
#include "engine/ir/program.h"
#include "frontends/promela_lite/ast.h"

namespace px::promela_lite {

// `spec` must have passed check_types().
Result<ir::Program> lower(const Specification& spec, const std::string& name);

}  // namespace px::promela_lite
