// Checks a model that is a string, and prints the verdict and the run to the error.
#include <iostream>

#include "frontends/driver/error_view.h"
#include "frontends/driver/read_model.h"
#include "frontends/driver/session.h"

constexpr const char* kModel = R"(bit a, b;
active proctype P() { atomic { a == 0 -> a = 1 } atomic { b == 0 -> b = 1 } a = 0; b = 0 }
active proctype Q() { atomic { b == 0 -> b = 1 } atomic { a == 0 -> a = 1 } a = 0; b = 0 }
)";

int fail(const px::Failure& failure, const px::SourceMap& sources) {
  for (const px::Diagnostic& diagnostic : failure.diagnostics) std::cerr << px::render(diagnostic, sources);
  return px::kExitModelError;
}

int main() {
  using namespace px::driver;
  px::SourceMap sources;
  auto model = read_model("locks.pml", kModel, LanguageId::Auto, {}, sources);
  if (!model) return fail(model.failure(), sources);
  Session session(std::move(*model), {}, sources);
  const px::Result<CheckResult> checked = session.check();
  if (!checked) return fail(checked.failure(), sources);

  for (const ErrorReport& error : checked->errors) {
    std::cout << px::violation_name(error.violation.kind) << ": " << error.violation.message << '\n';
    for (const StepView& step : show_error(error).steps) {
      std::cout << "  line " << step.span.line << ": " << step.parts.front().process << "  " << step.statement << '\n';
    }
  }
  std::cout << checked->result.states << " states, verdict: " << px::verdict_name(checked->result.verdict) << '\n';
}
