// Syntax tree to resolved model: looks up every name, checks types and arities, folds constants, and writes shorthand
// out in core statements exactly as SPIN does, since that decides the number of steps.
#pragma once

#include "engine/base/diagnostic.h"
#include "frontends/promela/ast.h"
#include "frontends/promela/model.h"

namespace px::promela {

// Errors and warnings go to `diagnostics`; after an error the model must not be used further.
Model resolve(const ast::Module& module, Diagnostics& diagnostics);

}  // namespace px::promela
