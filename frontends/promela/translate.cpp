#include "frontends/promela/translate.h"

#include "frontends/promela/hold_local_steps.h"
#include "frontends/promela/lexer.h"
#include "frontends/promela/parser.h"
#include "frontends/promela/resolve.h"
#include "frontends/promela/warnings.h"

namespace px::promela {

Result<std::unique_ptr<Translation>> translate(FileId file, const TranslateOptions& options, SourceMap& sources) {
  Diagnostics diagnostics;
  auto translation = std::make_unique<Translation>();
  translation->text = preprocess(file, options.preprocess, sources, diagnostics);
  translation->tokens = lex(translation->text, diagnostics);
  if (diagnostics.has_errors()) return Failure(diagnostics.take());
  translation->module = parse(translation->tokens, diagnostics);
  if (diagnostics.has_errors()) return Failure(diagnostics.take());
  translation->model = resolve(translation->module, diagnostics);
  if (diagnostics.has_errors()) return Failure(diagnostics.take());
  translation->graph = build_control_graph(translation->model, diagnostics);
  if (diagnostics.has_errors()) return Failure(diagnostics.take());
  translation->plan =
      optimise(translation->model, translation->graph, switches_for(options.optimise, translation->model));
  translation->automata = build_automata(translation->model, translation->graph, translation->plan, diagnostics);
  if (diagnostics.has_errors()) return Failure(diagnostics.take());
  if (options.optimise == Optimise::Full) {
    for (Automaton& automaton : translation->automata) {
      hold_local_steps(translation->model, translation->graph, automaton);
    }
  }
  add_warnings(translation->model, diagnostics);
  translation->warnings = diagnostics.take();
  return translation;
}

Result<Lowered> lower_translation(const Translation& translation, const ProcessSlots& slots, LowerOptions options) {
  Diagnostics diagnostics;
  const LowerInput input{translation.model,
                         translation.graph,
                         translation.automata,
                         translation.plan.hidden,
                         translation.plan.scratch,
                         slots,
                         options};
  Lowered lowered = lower(input, diagnostics);
  if (diagnostics.has_errors()) return Failure(diagnostics.take());
  return lowered;
}

}  // namespace px::promela
