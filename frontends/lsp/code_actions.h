// What an editor can do at once about a diagnostic: use the name that was meant.
#pragma once

#include "frontends/lsp/json_rpc.h"

namespace px::lsp {

// From the diagnostics that the editor sends along, which are ours.
Json code_actions(const std::string& uri, const Json& diagnostics);

}  // namespace px::lsp
