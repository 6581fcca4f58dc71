// Resolves the syntax tree to a model: looks up every name, checks types and arities, folds constants, and expands
// shorthand into core statements exactly as SPIN does, since that determines the number of steps.
#pragma once

#include "engine/base/diagnostic.h"
#include "frontends/promela/ast.h"
#include "frontends/promela/model.h"

namespace px::promela {

// Errors and warnings go to `diagnostics`; after an error the model must not be used.
Model resolve(const ast::Module& module, Diagnostics& diagnostics);

}  // namespace px::promela
