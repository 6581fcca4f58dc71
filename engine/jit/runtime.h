// Runs generated code: the generator of one worker.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "engine/base/raw_vector.h"
#include "engine/jit/generated_code.h"
#include "engine/model/action_coverage.h"
#include "engine/model/transition_system.h"

namespace px::jit {

// The functions of one program, and the facts about it that the generator needs. Read-only.
struct GeneratedCode {
  ExpandFunction expand = nullptr;
  TestFunction invariants = nullptr;
  TestFunction may_end = nullptr;
  std::vector<ElementFunction> process;  // by family; null: its processes never move while they hold control
  uint32_t words = 0;
  std::vector<uint64_t> transient_bits;  // of the variables zeroed once outcomes have been distinguished
  uint64_t unchecked = 0;                // successors of a state that are written without checking for space
  bool uses_timeout = false;
  bool by_process = false;  // see CompileOptions
  size_t processes = 0;     // of all families
  size_t actions = 0;
  bool has_invariants = false;
  bool checks_deadlock = false;
  const ActionCoverage* coverage = nullptr;  // where actions are marked; null: they are not
};

// The code that generators run; it may be replaced by better code for the same program while they run.
class CodeInUse {
 public:
  // The code must live as long as the generators.
  void set(const GeneratedCode& code) { code_.store(&code, std::memory_order_release); }
  const GeneratedCode& get() const { return *code_.load(std::memory_order_acquire); }

 private:
  // Set before generators are created, and once more by the compiling thread; read by all generators, once per batch.
  // Release/acquire: a thread that sees the pointer also sees the functions it points to.
  std::atomic<const GeneratedCode*> code_{nullptr};
};

std::unique_ptr<SuccessorGenerator> make_generator(const CodeInUse& code, const TransitionSystem& reference);

}  // namespace px::jit
