// Feeds arbitrary text to the reader of the text form (.px): it must return a verified Program or located errors.
// Accepted inputs are simplified, laid out, written as text and read back.
#include <cstdint>
#include <string>

#include "engine/ir/layout.h"
#include "tests/fuzz/fuzz_support.h"

namespace {

using namespace px;
using namespace px::fuzz;

void check_layout(const ir::Program& program, const SourceMap& sources) {
  const Result<ir::Layout> layout = ir::Layout::make(program);
  if (!layout && layout.failure().diagnostics.empty()) stop("no layout, and no word why", "");
  if (layout) layout->dump(program);
  if (!layout) rendered(layout.failure().diagnostics, sources);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kLongest = 1U << 14;
  if (size > kLongest) return 0;
  const std::string text(reinterpret_cast<const char*>(data), size);
  SourceMap sources;
  const FileId file = sources.add("fuzz.px", text);
  const Result<ir::Program> program = ir::read_program(sources, file);
  if (!program) {
    check_refusal(program.failure(), sources, text);
    return 0;
  }
  check_round_trip(*program, sources);
  check_layout(*program, sources);
  const ir::Program simple = ir::simplify(*program);
  check_simplified(simple, sources);
  check_layout(simple, sources);
  return 0;
}
