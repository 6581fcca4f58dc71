// Specifications from strings.
#pragma once

#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <string>

#include "engine/interp/interpreter.h"
#include "frontends/mcrl2/checker.h"
#include "frontends/mcrl2/machine.h"
#include "frontends/mcrl2/model.h"
#include "frontends/mcrl2/parser.h"

namespace px::mcrl2::test {

// The first error of a specification, as "line:column message"; empty if there is none.
inline std::string first_error(const std::string& text) {
  SourceMap sources;
  const Result<Model> model = read_model(sources, sources.add("m.mcrl2", text));
  if (model) return {};
  const Diagnostic& d = model.failure().diagnostics.front();
  return std::to_string(d.span.line) + ':' + std::to_string(d.span.column) + ' ' + d.message;
}

// The value of an expression, in the format of labels; `declarations` come first.
inline std::string value(const std::string& expression, const std::string& sort, const std::string& declarations = "") {
  SourceMap sources;
  const FileId file =
      sources.add("m.mcrl2", declarations + " act result_: " + sort + "; init result_(" + expression + ");");
  Diagnostics diagnostics;
  const std::unique_ptr<Parsed> parsed = parse(file, sources, diagnostics);
  std::unique_ptr<Spec> spec = diagnostics.has_errors() ? nullptr : check(*parsed, diagnostics);
  if (diagnostics.has_errors()) return render(diagnostics.items().front(), sources);
  try {
    Machine machine(*spec);
    const Expr& e = *spec->init->actions[0].arguments[0];
    return machine.text(machine.value(machine.compile(e, {}), {}));
  } catch (const EvaluationError& error) {
    return "error: " + error.text;
  }
}

// The labels of all steps of a specification, and its number of states.
struct Space {
  std::set<std::string> labels;
  std::set<std::vector<uint64_t>> states;
  std::string error;  // the first error in a run, except deadlocks
};
inline Space explore(const std::string& text) {
  Space space;
  SourceMap sources;
  const Result<Model> model = read_model(sources, sources.add("m.mcrl2", text));
  if (!model) {
    ADD_FAILURE() << render(model.failure().diagnostics.front(), sources);
    return space;
  }
  const auto interpreter = interp::Interpreter::make(std::make_shared<const ir::Program>(model->program));
  SuccessorBatch initial((*interpreter)->words());
  (*interpreter)->initial_states(initial);
  std::vector<std::vector<uint64_t>> waiting = {{initial.state(0), initial.state(0) + initial.words}};
  space.states.insert(waiting.front());
  while (!waiting.empty() && space.states.size() < 10'000) {
    const std::vector<uint64_t> state = waiting.back();
    waiting.pop_back();
    const Explanation explanation = (*interpreter)->explain(state.data());
    for (const auto& located : explanation.events) {
      if (located.event.kind == Event::Kind::Deadlock || !space.error.empty()) continue;
      space.error = describe(located.event, (*interpreter)->program());
    }
    for (const TraceStep& step : explanation.steps) {
      space.labels.insert(step.micro_steps.front().output.front());
      if (space.states.insert(step.state()).second) waiting.push_back(step.state());
    }
  }
  return space;
}

}  // namespace px::mcrl2::test
