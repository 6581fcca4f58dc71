// The figures of a swarm, for people.
#pragma once

#include <ostream>

#include "frontends/cli/painter.h"
#include "frontends/cli/report.h"

namespace px::cli {

// Writes the part of a swarm's report above its findings.
void write_swarm(const Report& report, const Painter& painter, std::ostream& out);

}  // namespace px::cli
