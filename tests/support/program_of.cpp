#include "tests/support/program_of.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "engine/ir/text.h"

namespace px::test {
namespace {

ir::Program read(const std::string& name, const std::string& text) {
  SourceMap sources;
  Result<ir::Program> program = ir::read_program(sources, sources.add(name, text));
  if (!program.ok()) throw std::runtime_error(render(program.failure().diagnostics.front(), sources));
  return std::move(*program);
}

}  // namespace

ir::Program program_of(const std::string& text) {
  return read("test.px", text);
}

ir::Program program_of_file(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  if (!file) throw std::runtime_error("cannot read '" + path + "'");
  return read(path, text.str());
}

}  // namespace px::test
