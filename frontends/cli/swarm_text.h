// The figures of a swarm, for people.
#pragma once

#include <ostream>

#include "frontends/cli/painter.h"
#include "frontends/cli/report.h"

namespace px::cli {

// Of a report with a swarm: what is told above its findings.
void write_swarm(const Report& report, const Painter& painter, std::ostream& out);

}  // namespace px::cli
