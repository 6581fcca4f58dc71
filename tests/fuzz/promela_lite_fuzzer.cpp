// Feeds arbitrary text to the Promela-Lite front end: it must return a verified program or located errors.
#include <cstddef>
#include <cstdint>

#include "frontends/promela_lite/model.h"
#include "tests/fuzz/fuzz_support.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return px::fuzz::check_reader(data, size, "m.pml-lite", [](px::SourceMap& sources, px::FileId file) {
    return px::promela_lite::read_model(sources, file);
  });
}
