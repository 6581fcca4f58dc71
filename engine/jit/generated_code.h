// The interface between generated code and the surrounding C++: the functions, and the context passed to them.
//
// Generated code handles only the common case. In any exceptional case (a failed assertion, a runtime error, a blocked
// sequence) the function gives up the state it works on; the caller then discards the results for this state and takes
// its successors and events from the reference (the interpreter). So errors and their consequences are defined in one
// place and cost nothing on the common path, and generated code may evaluate expressions early or speculatively: at
// worst it gives up needlessly.
#pragma once

#include <cstddef>
#include <cstdint>

namespace px::jit {

// The number of choices that an outcome, with those it follows from, may make; beyond it, generated code gives up.
inline constexpr uint64_t kMaxChoices = 256;

// One per worker. Written and read by generated code and by the generator that owns it, on one thread.
struct RunContext {
  // As long as cursor <= limit, there is room at the cursor for all successors that generated code makes without
  // checking (Analysis::counted_outcomes()), and for one more.
  uint64_t* limit = nullptr;
  uint64_t pending = 0;     // outcomes set aside since the current expansion began (see runtime.cpp)
  uint64_t nested = 0;      // calls of holders' functions in progress within generated code
  uint64_t timeout = 0;     // the value of `timeout`
  uint64_t only_first = 0;  // a deterministic sequence: only the first outcome counts
  uint64_t taken = 0;       // with only_first: there was an outcome
  // With CompileOptions::by_process: which processes and free actions are tried, as bits; see Part.
  const uint64_t* part_processes = nullptr;
  const uint64_t* part_free_actions = nullptr;
  // Nonzero: the search is over, and code in a long loop gives up. Written by other threads; the value is only a hint,
  // so a plain load of the byte is enough.
  const uint8_t* ended = nullptr;
  void* generator = nullptr;
  const void* covered = nullptr;    // the bytes of the ActionCoverage, for programs that mark their actions
  void* sequences = nullptr;        // the px::SequenceTable of the states
  const void* externals = nullptr;  // the ir::Externals of the program
  uint64_t choices = 0;  // number of choices below that belong to outcomes waiting for a sequence to be followed
  uint32_t choice_taken[kMaxChoices];  // the branch taken at the n-th choice of the current outcome
  uint32_t choice_count[kMaxChoices];  // and the number of its branches
};

// A process that holds control, as one number; 0: no process does.
inline constexpr uint64_t holder_code(uint32_t family, bool deterministic) {
  return uint64_t{1} << 63 | uint64_t{deterministic} << 62 | uint64_t{family} << 32;
}
inline constexpr uint32_t holder_family(uint64_t code) {
  return static_cast<uint32_t>(code >> 32) & 0x3fffffffu;
}
inline constexpr uint32_t holder_element(uint64_t code) {
  return static_cast<uint32_t>(code);
}
inline constexpr bool holder_deterministic(uint64_t code) {
  return (code >> 62 & 1) != 0;
}

// Writes the successors of `state` from `cursor` on; returns the new cursor, or nullptr if it gave up.
using ExpandFunction = uint64_t* (*)(RunContext*, const uint64_t* state, uint64_t* cursor);
// The same for the actions of one process only.
using ElementFunction = uint64_t* (*)(RunContext*, const uint64_t* state, uint64_t* cursor, int64_t element);
// 1: yes, 0: no, -1: gave up.
using TestFunction = int32_t (*)(RunContext*, const uint64_t* state);

// The functions that generated code may call, besides memcpy, memmove and memset.
extern "C" {
// Makes space for more states at the cursor; returns the new position of the cursor.
uint64_t* px_jit_grow(px::jit::RunContext* context, uint64_t* cursor);
// Called before and after the outcomes that a distinct action has for the same arguments: of equal outcomes, all but
// one are dropped. Returns the new position of the cursor.
void px_jit_begin_distinct(px::jit::RunContext* context, const uint64_t* cursor);
uint64_t* px_jit_end_distinct(px::jit::RunContext* context, uint64_t* cursor);
// Sets aside the outcome written at `slot`, to be expanded (holder != 0) or emitted (holder = 0) when its turn comes.
void px_jit_set_aside(px::jit::RunContext* context, const uint64_t* slot, uint64_t holder);
// The value of an operation on interned sequences (an ir::Op), into `result`. False: give up.
bool px_jit_sequence(px::jit::RunContext* context, uint32_t op, int64_t a, int64_t b, int64_t* result);
// The value of a function of the program's Externals, into `result`. False: give up.
bool px_jit_call(px::jit::RunContext* context, uint32_t function, const int64_t* arguments, uint64_t count,
                 int64_t* result);
}

}  // namespace px::jit
