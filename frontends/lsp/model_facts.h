// Facts from the translated model about the names of its texts: the possible values of variables, the numbers of
// statements, and which processes and elements are interchangeable.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "frontends/driver/model_source.h"

namespace px::lsp {

// The location of a name: path, line, column as in a SourceSpan.
using NamePlace = std::tuple<std::string, uint32_t, uint32_t>;

struct StatementFact {
  SourceSpan span;
  std::string text;
};

struct ModelFacts {
  std::map<NamePlace, std::vector<std::string>> at;            // about declared names, by location
  std::map<std::string, std::vector<std::string>> of_element;  // about elements of sorts, by name
  std::vector<StatementFact> statements;
  std::vector<std::pair<SourceSpan, std::string>> properties;  // those that can be checked separately
};

ModelFacts facts_of(const driver::ModelSource& model, const SourceMap& sources);
// Adds which elements are interchangeable; may take a while.
void add_symmetry(const driver::ModelSource& model, const SourceMap& sources, ModelFacts& facts);

// A type in readable form: "0..255", "array over P of bool".
std::string text_of(const ir::Program& program, ir::TypeId type);

}  // namespace px::lsp
