// --coverage: the statements that no run of the search reached.
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/source.h"
#include "frontends/cli/execution.h"
#include "frontends/cli/load_model.h"

namespace px::cli {

struct UnreachedLine {
  SourceSpan span;
  uint32_t state = 0;  // SPIN's number of the state before the statement; 0: the language has none
  std::string text;
};

// What was not reached of a proctype, or of the actions of a model in another language.
struct UnreachedPart {
  std::string name;  // as in "unreached in ..."
  std::vector<UnreachedLine> lines;
  uint32_t unreached = 0;
  uint32_t total = 0;
  std::string_view counted = "actions";  // what these two count: states of a proctype, or actions
};

// Of Promela as SPIN lists it (frontends/promela/coverage.h); of other languages the actions that were never taken.
std::vector<UnreachedPart> find_unreached(const LoadedModel& model, const ModelExecution& execution);

void write_unreached(const std::vector<UnreachedPart>& parts, const SourceMap& sources, std::ostream& out);

}  // namespace px::cli
