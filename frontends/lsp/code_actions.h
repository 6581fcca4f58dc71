// Quick fixes for a diagnostic: replace a name by the intended one.
#pragma once

#include "frontends/lsp/json_rpc.h"

namespace px::lsp {

// From the diagnostics in the editor's request, which the server has produced.
Json code_actions(const std::string& uri, const Json& diagnostics);

}  // namespace px::lsp
