// The value of an #if or #elif expression.
#pragma once

#include <optional>

#include "frontends/promela/macro_table.h"

namespace px::promela {

// `tokens` is the rest of the line, unexpanded; `place` is that of the directive. No value if the expression is
// malformed, after reporting it.
std::optional<int64_t> evaluate_condition(const std::vector<PpToken>& tokens, SourceSpan place, MacroTable& macros,
                                          Diagnostics& diagnostics);

}  // namespace px::promela
