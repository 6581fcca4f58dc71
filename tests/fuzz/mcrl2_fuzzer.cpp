// Any text into the mCRL2 front end: it must answer with a verified program or with located errors.
#include <cstdint>
#include <string>

#include "frontends/mcrl2/model.h"
#include "tests/fuzz/fuzz_support.h"

using namespace px;
using namespace px::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kLongest = 1U << 14;
  if (size > kLongest) return 0;
  const std::string text(reinterpret_cast<const char*>(data), size);
  SourceMap sources;
  const Result<mcrl2::Model> model = mcrl2::read_model(sources, sources.add("m.mcrl2", text));
  if (!model) check_refusal(model.failure(), sources, text);
  return 0;
}
