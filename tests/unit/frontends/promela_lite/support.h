// Runs the front end on texts in memory, for the tests of this folder.
#pragma once

#include <string>
#include <vector>

#include "frontends/promela_lite/model.h"

namespace px::promela_lite {

// "line:column Kind message" of every error; empty if the text is a model.
inline std::vector<std::string> errors_of(const std::string& text) {
  SourceMap sources;
  const Result<Model> model = read_model(sources, sources.add("m.pml-lite", text));
  std::vector<std::string> errors;
  if (model) return errors;
  for (const Diagnostic& d : model.failure().diagnostics) {
    errors.push_back(std::to_string(d.span.line) + ':' + std::to_string(d.span.column) + ' ' +
                     std::string(diagnostic_name(d.kind)) + ' ' + d.message);
  }
  return errors;
}

// The only error of the text, or a description of the actual errors.
inline std::string error_of(const std::string& text) {
  const std::vector<std::string> errors = errors_of(text);
  return errors.empty() ? "accepted" : errors.size() == 1 ? errors.front() : "several: " + errors.front();
}

// A specification with two processes of one proctype, whose only statement is the text.
inline std::string with_statement(const std::string& statement) {
  return "chan c = [2] of {int,pid}; chan d = [1] of {chan{int,pid}}; int g = 0; pid q = 0;\n"
         "proctype p(chan{int,pid} x; int n; pid who; chan{chan{int,pid}} y) {\n"
         "do :: atomic {\n" +
         statement + "\n} od }\ninit { atomic { run p(c,0,1,null); run p(null,-1,2,d) } }";
}

}  // namespace px::promela_lite
