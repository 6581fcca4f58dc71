#include "frontends/mcrl2/model.h"

#include "engine/ir/pass/simplify.h"
#include "engine/ir/verifier.h"
#include "frontends/mcrl2/checker.h"
#include "frontends/mcrl2/lowerer.h"
#include "frontends/mcrl2/parser.h"

namespace px::mcrl2 {

Result<Model> read_model(const SourceMap& sources, FileId file, const ModelOptions& options) {
  Diagnostics diagnostics;
  const std::unique_ptr<Parsed> parsed = parse(file, sources, diagnostics);
  if (diagnostics.has_errors()) return Failure(diagnostics.take());
  std::unique_ptr<Spec> checked = check(*parsed, diagnostics);
  if (diagnostics.has_errors()) return Failure(diagnostics.take());
  Spec& spec = *checked;
  Network network;
  if (!make_network(spec, network, diagnostics, options.written_out)) return Failure(diagnostics.take());
  std::shared_ptr<Functions> functions;
  try {
    functions = std::make_shared<Functions>(std::move(checked));
  } catch (const EvaluationError& error) {
    return Failure(DiagnosticKind::Unsupported, error.text);
  }
  Lowerer lowerer(std::string(sources.name(file)), spec, functions, network, options, diagnostics);
  Result<ir::Program> program = lowerer.run();
  if (!program) return program.failure();
  if (std::vector<Diagnostic> problems = ir::verify(*program); !problems.empty()) return Failure(std::move(problems));
  Model model;
  model.program = ir::simplify(std::move(*program));
  return model;
}

}  // namespace px::mcrl2
