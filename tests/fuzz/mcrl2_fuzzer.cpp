// Feeds arbitrary text to the mCRL2 front end: it must return a verified program or located errors.
#include <cstddef>
#include <cstdint>

#include "frontends/mcrl2/model.h"
#include "tests/fuzz/fuzz_support.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return px::fuzz::check_reader(data, size, "m.mcrl2", [](px::SourceMap& sources, px::FileId file) {
    return px::mcrl2::read_model(sources, file);
  });
}
