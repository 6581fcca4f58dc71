// The search's view of a model: initial states, successors, and errors on the way. Implemented by the interpreter
// (engine/interp) and by native code (engine/jit); both generate the same successors in the same order.
//
// A state is `words()` 64-bit words, packed by engine/ir/layout. All operations work on batches.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/bits.h"
#include "engine/base/raw_vector.h"
#include "engine/base/result.h"
#include "engine/ir/layout.h"
#include "engine/ir/program.h"
#include "engine/model/allowance.h"

namespace px {

// An error found by a generator. `state` is the index of the expanded state within the input of the call.
struct Event {
  enum class Kind : uint8_t {
    Assertion,     // statement: an Assert or Fail whose condition was false; its `violation` is the kind
    RuntimeError,  // `error` at expr/place/statement (division by zero, index or value out of range, full queue, ...)
    Invariant,     // invariant number `index` is false in the expanded state
    Deadlock,      // the expanded state has no successor and is not a valid end state
    Blocked,       // a deterministic sequence is blocked at `location`
    Growth,        // `index` is the mark: a Grow statement, or a value outside the type of a growing variable (`place`)
  };
  Kind kind = Kind::Assertion;
  uint32_t state = 0;
  uint32_t index = 0;
  ir::StatementId statement;
  ir::ExprId expr;
  ir::PlaceId place;
  ir::LocationId location;
  enum class Error : uint8_t {
    None,
    DivisionByZero,
    Overflow,
    ShiftDistance,
    IndexOutOfRange,
    ValueOutOfRange,
    NoSuchElement,  // ElementAt, Min/Max of nothing, SeqAt, SeqTail, QueueItem beyond the length
    QueueFull,
    QueueEmpty,
    LoopLimit,
    SequencesFull,  // no room for another interned sequence
    Undefined,      // Check: `value` is the number of its text
    External,       // a function of the front end has no value: `value` is the number of its error
    AtomicCycle,    // an atomic sequence that loops back to the same state
  };
  Error error = Error::None;
  int64_t value = 0;  // the offending number, if any
};

// A subset of a program's actions: those of some processes, and some of those without movers. Processes are numbered
// consecutively over all families.
struct Part {
  const Bits* processes = nullptr;
  const Bits* free_actions = nullptr;  // by ActionId
};

// Successors of a batch of states. Owned and reused by one worker.
struct SuccessorBatch {
  explicit SuccessorBatch(uint32_t words_per_state) : words(words_per_state) {}

  uint32_t words;
  RawVector<uint64_t> states;   // count * words, packed states one after the other
  RawVector<uint32_t> sources;  // per successor: index of the state it comes from, ascending
  std::vector<Event> events;    // in the order of occurrence
  // For a generator with partial-order reduction: the states in which it left actions out, and those among them without
  // a step that makes progress, for which the search must check that the omitted actions are not ignored forever
  // (engine/explore/ignoring.h). Indices as in `sources`.
  std::vector<uint32_t> reduced;
  std::vector<uint32_t> suspects;
  const Allowance* allowance = nullptr;  // polled by the generator that fills the batch; null: unlimited
  // The allowance was used up: successors and events are missing, and the generator must not be used again.
  bool cut_short = false;

  // Growing by doubling needs the old and the new buffer at once.
  uint64_t bytes() const { return 2 * (states.size() * sizeof(uint64_t) + sources.size() * sizeof(uint32_t)); }
  uint32_t count() const { return static_cast<uint32_t>(sources.size()); }
  const uint64_t* state(uint32_t index) const { return states.data() + size_t{index} * words; }
  uint64_t* state(uint32_t index) { return states.data() + size_t{index} * words; }
  void clear() {
    states.clear();
    sources.clear();
    events.clear();
    reduced.clear();
    suspects.clear();
  }
};

class ActionCoverage;

// Generates successors for one worker; not thread-safe.
class SuccessorGenerator {
 public:
  virtual ~SuccessorGenerator() = default;
  // Appends all successors of states[0..count) (each words() words, `count` <= UINT32_MAX) to `out`. Stops after the
  // state with which `out` reaches `enough` successors; returns how many states were expanded (>= 1, unless it was cut
  // short).
  virtual size_t expand(const uint64_t* states, size_t count, uint32_t enough, SuccessorBatch& out) = 0;
  // Like expand for one state, which gets index `source` in the batch, but only with the actions of a part. If none of
  // them is enabled, nothing is appended: no timeout step and no deadlock. A generator without support for parts tries
  // all actions, which is always correct.
  virtual void expand_by(const uint64_t* state, uint32_t source, const Part& part, SuccessorBatch& out);
  // Like expand, but checks only properties of the states themselves, such as invariants: for states that are not
  // expanded because of a depth limit. Appends events only.
  virtual void check(const uint64_t* states, size_t count, SuccessorBatch& out) = 0;
  // From now on actions are marked here and not where the system says; a system that was made without a coverage marks
  // none. The coverage outlives the generator.
  virtual void mark_in(ActionCoverage& coverage);
};

class SequenceTable;
class TransitionSystem;

// The interface of a system with partial-order reduction to the search.
class LeavesOut {
 public:
  virtual ~LeavesOut() = default;
  // From now on nothing is left out in these states (rows of words() words). Called between searches, or when no
  // generator is running.
  virtual void complete(const RawVector<uint64_t>& states) const = 0;
  // All of these states, contiguously. Must not be called concurrently with complete().
  virtual RawVector<uint64_t> completed() const = 0;
  // The system without reduction.
  virtual const TransitionSystem& full() const = 0;
};

// Read-only after construction; thread-safe.
class TransitionSystem {
 public:
  virtual ~TransitionSystem() = default;
  virtual const ir::Program& program() const = 0;
  virtual const ir::Layout& layout() const = 0;
  uint32_t words() const { return layout().words(); }
  // Stores all initial states in `out.states` (sources are all 0); duplicates are not removed.
  virtual void initial_states(SuccessorBatch& out) const = 0;
  // The same, but if `init` first chooses values (Solve) and later choices depend only on these values, the partial
  // choices are passed to `merge`, which may keep only one of several states that a symmetry of the program maps to
  // each other. So classes of set-ups are generated without generating all set-ups.
  using Merge = std::function<void(SuccessorBatch&)>;
  virtual void merged_initial_states(SuccessorBatch& out, const Merge& merge) const {
    static_cast<void>(merge);
    initial_states(out);
  }
  virtual std::unique_ptr<SuccessorGenerator> make_generator() const = 0;
  // The table of the handles that states contain; null if they contain none.
  virtual SequenceTable* sequence_table() const { return nullptr; }
  // Null if generators produce all successors.
  virtual const LeavesOut* leaves_out() const { return nullptr; }
};

// A sentence for users that describes an event with the model's own names.
std::string describe(const Event& event, const ir::Program& program);
SourceSpan span_of(const Event& event, const ir::Program& program);
ir::ViolationKind violation_of(const Event& event, const ir::Program& program);

}  // namespace px
