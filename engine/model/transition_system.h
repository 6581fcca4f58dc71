// What the search knows of a model: initial states, successors, and what goes wrong on the way. Implemented by the
// interpreter (engine/interp) and by native code (engine/jit); both give the same successors in the same order.
//
// A state is `words()` 64-bit words, as engine/ir/layout packs it. Everything is done for batches.
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

// Something wrong that a generator met. `state` is the index of the expanded state within the call's input.
struct Event {
  enum class Kind : uint8_t {
    Assertion,     // statement: an Assert or Fail whose condition was false; its `violation` says what kind it is
    RuntimeError,  // `error` at expr/place/statement (division by zero, index or value out of range, full queue, ...)
    Invariant,     // invariant number `index` is false in the expanded state
    Deadlock,      // the expanded state has no successor and is not allowed to end
    Blocked,       // a deterministic sequence cannot go on at `location`
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
    Undefined,      // Check: `value` is the number of the text
    External,       // a function of the front end has no value: `value` is the number of its error
    AtomicCycle,    // an atomic sequence that comes back to where it was
  };
  Error error = Error::None;
  int64_t value = 0;  // the offending number, where there is one
};

// Some of the actions of a program: those of some processes, and some of those without movers. Processes are counted
// through all families in order.
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
  std::vector<Event> events;    // in the order in which they were met
  // Of a generator that leaves out what a partial-order reduction allows it to: the states of which it did, and those
  // among them from which no step led on, so that it has to be looked into whether what was left out ever comes
  // (engine/explore/ignoring.h). As in `sources`.
  std::vector<uint32_t> reduced;
  std::vector<uint32_t> suspects;
  const Allowance* allowance = nullptr;  // asked by the generator that fills the batch; null: take all you want
  // The allowance was used up: successors and events are missing, and the generator is of no more use.
  bool cut_short = false;

  // Growing by doubling needs the old place and the new one.
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

// Makes successors for one worker; not to be shared between threads.
class SuccessorGenerator {
 public:
  virtual ~SuccessorGenerator() = default;
  // Appends all successors of states[0..count) (each words() words, `count` <= UINT32_MAX) to `out`. Stops early
  // after the state with which `out` reaches `enough` successors; returns how many states were expanded (>= 1,
  // unless it was cut short).
  virtual size_t expand(const uint64_t* states, size_t count, uint32_t enough, SuccessorBatch& out) = 0;
  // As expand, of one state, which is called number `source` of the batch, but only by the actions of a part. Where
  // none of them can be taken nothing is appended: no step by timeout, no deadlock.
  // A generator that knows no parts tries all actions, which is never wrong.
  virtual void expand_by(const uint64_t* state, uint32_t source, const Part& part, SuccessorBatch& out);
  // As expand, but looks only at invariants and the like of the states themselves: for states that a depth limit
  // keeps from being expanded. Appends events only.
  virtual void check(const uint64_t* states, size_t count, SuccessorBatch& out) = 0;
};

class SequenceTable;
class TransitionSystem;

// What a search has to ask a system with partial-order reduction.
class LeavesOut {
 public:
  virtual ~LeavesOut() = default;
  // From now on nothing is left out in these states (rows of words() words). Between searches, and when no generator
  // is at work.
  virtual void complete(const RawVector<uint64_t>& states) const = 0;
  // All of these, one after the other. When nobody calls complete().
  virtual RawVector<uint64_t> completed() const = 0;
  // The system of which actions are left out.
  virtual const TransitionSystem& full() const = 0;
};

// Read-only after construction; any number of threads may use it.
class TransitionSystem {
 public:
  virtual ~TransitionSystem() = default;
  virtual const ir::Program& program() const = 0;
  virtual const ir::Layout& layout() const = 0;
  uint32_t words() const { return layout().words(); }
  // All initial states in `out.states` (sources are all 0), without duplicates removed.
  virtual void initial_states(SuccessorBatch& out) const = 0;
  // The same, but where `init` first chooses values (Solve) that no later one depends on but by what they are, what has
  // been chosen so far goes through `merge`, which may leave out all but one of states that a symmetry of the program
  // maps to one another. So classes of set-ups are made without making all set-ups.
  using Merge = std::function<void(SuccessorBatch&)>;
  virtual void merged_initial_states(SuccessorBatch& out, const Merge& merge) const {
    static_cast<void>(merge);
    initial_states(out);
  }
  virtual std::unique_ptr<SuccessorGenerator> make_generator() const = 0;
  // The table of the handles that states hold. Null: states hold none.
  virtual SequenceTable* sequence_table() const { return nullptr; }
  // Null: generators make all successors.
  virtual const LeavesOut* leaves_out() const { return nullptr; }
};

// A sentence for users about an event: what is wrong, with the model's own names.
std::string describe(const Event& event, const ir::Program& program);
SourceSpan span_of(const Event& event, const ir::Program& program);
ir::ViolationKind violation_of(const Event& event, const ir::Program& program);

}  // namespace px
