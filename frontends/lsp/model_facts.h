// What the translated model says about the names of its texts: the values that variables can have, the numbers of
// statements, which processes and elements are exchangeable.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "frontends/driver/model_source.h"

namespace px::lsp {

// Where a name stands: path, line, column as in a SourceSpan.
using NamePlace = std::tuple<std::string, uint32_t, uint32_t>;

struct StatementFact {
  SourceSpan span;
  std::string text;
};

struct ModelFacts {
  std::map<NamePlace, std::vector<std::string>> at;            // of declared names, by place
  std::map<std::string, std::vector<std::string>> of_element;  // of elements of sorts, by name
  std::vector<StatementFact> statements;
  std::vector<std::pair<SourceSpan, std::string>> properties;  // that can be checked alone
};

ModelFacts facts_of(const driver::ModelSource& model, const SourceMap& sources);
// Which elements can be exchanged; may take a while.
void add_symmetry(const driver::ModelSource& model, const SourceMap& sources, ModelFacts& facts);

// A type as people write it: "0..255", "array over P of bool".
std::string text_of(const ir::Program& program, ir::TypeId type);

}  // namespace px::lsp
