// Warnings about legal but probably unintended constructs: variables that are never read, proctypes that are never run,
// statements without effect. SPIN has these warnings too, most of them only with -v.
#pragma once

#include "engine/base/diagnostic.h"
#include "frontends/promela/model.h"

namespace px::promela {

void add_warnings(const Model& model, Diagnostics& diagnostics);

}  // namespace px::promela
