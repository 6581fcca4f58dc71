// Feeds arbitrary text to the B front end: it must return a verified Program or located errors, within time and memory
// limits. Type-checked machines are also printed.
#include <cstdint>
#include <optional>
#include <string>

#include "frontends/b/lower.h"
#include "frontends/b/machine.h"
#include "tests/fuzz/fuzz_support.h"

namespace {

using namespace px;
using namespace px::fuzz;

// What the text may see, include or refine, and a file of definitions.
std::optional<std::string> read_file(const std::string& path) {
  if (path == "N.mch") {
    return "MACHINE N(S) SETS T = {a, b} CONSTANTS k PROPERTIES k : T VARIABLES n INVARIANT n <: S INITIALISATION\n"
           "n := {} OPERATIONS r <-- o(x) = PRE x : S THEN n := {x} || r := k END; q = skip END";
  }
  if (path == "d.def") return "DEFINITIONS one == 1; P(x) == x > one; S(x) == BEGIN x := 1 END";
  return std::nullopt;
}

// A machine whose types are as large as its text allows would take long to print, and one with as many formulas long to
// translate.
constexpr uint32_t kTypesPrinted = 2000;
constexpr size_t kFormulasTranslated = 500;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kLongest = 1U << 16;
  if (size > kLongest) return 0;
  const std::string text(reinterpret_cast<const char*>(data), size);
  SourceMap sources;
  const FileId file = sources.add("M.mch", text);
  const Result<b::Machine> machine = b::load_machine(file, {read_file}, sources);
  if (!machine) {
    check_refusal(machine.failure(), sources, text);
    return 0;
  }
  for (const b::Conjunct& conjunct : machine->invariants) b::text_of(*machine, conjunct.predicate);
  if (machine->types.size() < kTypesPrinted) b::dump(*machine);
  if (machine->exprs.size() > kFormulasTranslated) return 0;
  const Result<b::Lowered> lowered = b::lower_machine(*machine, {});
  if (lowered) {
    check_program(lowered->program, sources);
  } else {
    check_refusal(lowered.failure(), sources, text);
  }
  return 0;
}
