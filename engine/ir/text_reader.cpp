#include <algorithm>

#include "engine/ir/text.h"
#include "engine/ir/text_reader_lexer.h"
#include "engine/ir/text_reader_parser.h"
#include "engine/ir/text_reader_resolver.h"
#include "engine/ir/verifier.h"

namespace px::ir {
namespace {

void add_property(const AddedFormula& formula, SourceMap& sources, text::SyntaxTree& tree, Diagnostics& diagnostics) {
  const FileId file = sources.add(formula.option, formula.text);
  std::vector<text::Token> tokens = text::tokenize(sources, file, diagnostics);
  text::Parser(formula.text, std::move(tokens), diagnostics).parse_only_formula(tree, formula.name);
}

}  // namespace

Result<Program> read_program(SourceMap& sources, FileId file, const Definitions& definitions,
                             const std::vector<AddedFormula>& formulas) {
  Diagnostics diagnostics;
  std::vector<text::Token> tokens = text::tokenize(sources, file, diagnostics);
  // The map may grow as positions in other files are read, so the text must not be a view into it.
  const std::string text(sources.text(file));
  text::SyntaxTree tree = text::Parser(text, std::move(tokens), diagnostics).parse();
  if (tree.declarations.empty() && !diagnostics.has_errors()) {
    return Failure(DiagnosticKind::SyntaxError, SourceSpan{file, 1, 1, 1}, "the model is empty",
                   "a model declares sorts, variables and actions; docs/ir.md has an example");
  }
  for (const AddedFormula& formula : formulas) add_property(formula, sources, tree, diagnostics);
  // After a syntax error a declaration may be missing; every use of it would be reported as well.
  if (diagnostics.has_errors()) return Failure(diagnostics.take());
  Program program = text::Resolver(tree, sources, file, definitions, diagnostics).run();
  if (!diagnostics.has_errors()) {
    for (Diagnostic& d : verify(program)) diagnostics.add(std::move(d));
  }
  if (diagnostics.has_errors()) return Failure(diagnostics.take());
  return program;
}

}  // namespace px::ir
