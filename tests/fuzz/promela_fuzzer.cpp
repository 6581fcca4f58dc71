// Feeds arbitrary text to the Promela front end: it must return a verified Program or located errors, within time and
// memory limits. Accepted inputs are also written as text and read back, and dumped at every stage.
#include <cstdint>
#include <string>

#include "frontends/promela/process_slots.h"
#include "frontends/promela/translate.h"
#include "frontends/promela/value_kinds.h"
#include "tests/fuzz/fuzz_support.h"

namespace {

using namespace px;
using namespace px::fuzz;

void check_translation(const promela::Translation& translation, const SourceMap& sources) {
  promela::ast::dump(translation.module);
  promela::dump(translation.model, sources);
  promela::dump(translation.model, translation.graph);
  for (const promela::Automaton& automaton : translation.automata) {
    promela::dump(translation.model, translation.graph, automaton);
  }
  promela::ProcessSlots slots;
  const std::vector<promela::ProctypeId> initial = promela::initial_processes(translation.model);
  // Many processes only make it slow.
  if (initial.empty() || initial.size() > 8) return;
  for (uint32_t pid = 0; pid < initial.size(); ++pid) slots.add(pid, initial[pid]);
  promela::ValueKinds(translation.model).dump(translation.model, sources, slots.count());
  for (const bool symmetric : {false, true}) {
    const promela::LowerOptions options{.keep_ended = symmetric, .side_by_side = symmetric};
    const Result<promela::Lowered> lowered = promela::lower_translation(translation, slots, options);
    if (lowered) {
      check_program(lowered->program, sources);
    } else {
      rendered(lowered.failure().diagnostics, sources);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (text.find("include") != std::string::npos) return 0;  // files of the machine are no inputs
  for (const promela::Optimise optimise : {promela::Optimise::Spin, promela::Optimise::None, promela::Optimise::Full}) {
    SourceMap sources;
    const FileId file = sources.add("fuzz.pml", text);
    promela::TranslateOptions options;
    options.optimise = optimise;
    const Result<std::unique_ptr<promela::Translation>> translation = promela::translate(file, options, sources);
    if (!translation) {
      if (translation.failure().diagnostics.empty()) stop("refused without a word", text);
      rendered(translation.failure().diagnostics, sources);
      return 0;  // no optimisation makes it readable
    }
    rendered((*translation)->warnings, sources);
    check_translation(**translation, sources);
  }
  return 0;
}
