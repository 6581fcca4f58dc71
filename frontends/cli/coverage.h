// --coverage: the statements that no run of the search reached.
#pragma once

#include <ostream>
#include <vector>

#include "engine/base/source.h"
#include "frontends/driver/model_source.h"

namespace px::cli {

using driver::UnreachedLine;
using driver::UnreachedPart;

void write_unreached(const std::vector<UnreachedPart>& parts, const SourceMap& sources, std::ostream& out);

}  // namespace px::cli
