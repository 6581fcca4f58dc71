// Parses Promela-Lite text into its syntax tree, by recursive descent along [DM08] Fig. 8. Beyond the figure: numbers
// may be negative or 0, "chan" alone may precede a declared channel (both as in Fig. 6), and a ';' may end a list.
#pragma once

#include "engine/base/result.h"
#include "engine/base/source.h"
#include "frontends/promela_lite/ast.h"

namespace px::promela_lite {

// Maximum nesting of types, expressions and parentheses.
inline constexpr uint32_t kMaxNesting = 200;

// A formula to check in addition to those of the model. Messages about it refer to a text named `option`.
struct AddedFormula {
  std::string name;
  std::string option;
  std::string text;
};

// Parsing ends at the first syntax error.
Result<Specification> parse(SourceMap& sources, FileId file, const std::vector<AddedFormula>& formulas = {});

}  // namespace px::promela_lite
