// The strongly connected components of a graph while many workers are still looking for them: disjoint sets of states,
// shared by all workers, that are only ever merged.
//
// Idea (Bloemen, Laarman and van de Pol, "Multi-core on-the-fly SCC decomposition", PPoPP 2016): every state has a
// record of three words.
//
//   up      parent in the union-find forest; whether the set is live, being united, or dead
//   list    next state of the set, in a ring; whether the state is still to be expanded (busy) or not (done)
//   flags   of a root: which workers have a state of the set on their stack; the marks seen in the set
//
//        up                                         list
//        +--------------+---+--------------+        +--------------+----+--------------+
//        | unused       | S | parent + 1   |        | unused       | St | next + 1     |
//        +--------------+---+--------------+        +--------------+----+--------------+
//         63         43  42  40           0          63         43  42   40           0     parent, next: 0 = itself
//
//        flags: marks in the high 32 bits, workers in the low 32
//
// The ring gives a worker the remaining work of a set, whichever worker found the states: pick() returns a busy state
// and removes the done states it passes from the ring. If none is busy, the set is a complete component, and dead.
//
// Invariants
//   (1) States of one set reach each other, by paths within the set.
//   (2) Consecutive done states between busy ones in a ring belong to one set.
//   (3) A set is dead only when all successors of all its states are in it or in dead sets.
//   (4) The marks of a root are those of all states (and edges, if they count) added to its set. Marks are never lost:
//       unite() moves them after setting the parent, and add() adds them again until it meets a root, so one of the two
//       sees the other's; the worker whose marks complete the wanted ones sees all of them in its return value.
//
// A union locks the root that gets a parent, the one with the smaller reference. Then it locks one busy state of each
// ring, so that the rings can be joined by exchanging two links. A thread that waits for a lock waits for the owner of
// a bridge in a forest (every root is locked by at most one union, upwards), so there are no cyclic waits.
//
// A record of all zeros is that of an undiscovered state: alone, busy, unmarked. So fresh memory needs no
// initialisation.
//
// Differences from the paper: there is no status "unseen" (a state in the table has been seen), links and states share
// words, and marks are part of the sets. Cost: 24 bytes per state; finding takes near-constant time by path halving.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "engine/base/check.h"
#include "engine/base/lines.h"

namespace px::liveness {

// The record of a state. Each word is read and written by any worker at any time, as described at each operation;
// stores release, loads acquire, and every deciding change is a compare-and-swap or a fetch_or.
template <template <class> class Atomic = std::atomic>
struct ComponentRecord {
  Atomic<uint64_t> up;
  Atomic<uint64_t> list;
  Atomic<uint64_t> flags;
};

// `Records`: maps the reference of a state to its record, `ComponentRecord<Atomic>& operator()(uint64_t) const`.
// `Wait`: how a worker waits until another one has done two or three stores.
template <template <class> class Atomic, class Records, class Wait>
class ComponentSets {
 public:
  using State = uint64_t;
  static constexpr uint32_t kReferenceBits = 41;  // of a reference plus one
  static constexpr uint32_t kMaxWorkers = 32;
  static constexpr uint32_t kMaxMarks = 32;
  static constexpr uint64_t kMaxStates = (uint64_t{1} << kReferenceBits) - 1;

  explicit ComponentSets(Records records) : records_(std::move(records)) {}

  enum class Claim : uint8_t {
    New,   // no state of the set was on the worker's stack; one is now
    Mine,  // one is already: there is a cycle
    Dead,  // the component is finished
  };

  // Prefetches the record of a state.
  void prefetch(State state) const { prefetch_for_write(&records_(state)); }

  Claim claim(State state, uint32_t worker) {
    const uint64_t bit = uint64_t{1} << worker;
    State root = state;
    const uint64_t up = find(root);
    if (status_of(up) == kDead) return Claim::Dead;
    // A concurrent union may be moving the bits. Then the set counts as new to the worker, which explores it from here
    // on; it will find the edge by which it first reached the set again, from a state that is still busy.
    if (records_(root).flags.load(std::memory_order_acquire) & bit) return Claim::Mine;
    set_flags(root, bit);
    return Claim::New;
  }

  bool same(State a, State b) const {
    for (;;) {
      find(a);
      find(b);
      if (a == b) return true;
      // Two roots read at different times may belong to one set, unless the first is still a root.
      if (parent_of(records_(a).up.load(std::memory_order_seq_cst)) == 0) return false;
    }
  }

  bool is_dead(State state) const { return status_of(find(state)) == kDead; }
  State root_of(State state) const {
    find(state);
    return state;
  }

  uint32_t marks_of(State state) const {
    find(state);
    return static_cast<uint32_t>(records_(state).flags.load(std::memory_order_acquire) >> 32);
  }

  // Returns the marks of the state's set, including these.
  uint32_t add(State state, uint32_t marks) {
    find(state);
    return static_cast<uint32_t>(set_flags(state, uint64_t{marks} << 32) >> 32);
  }

  // Unites the sets of both states. While several sets are united one after the other because a cycle passes through
  // all of them, (1) holds for these only at the end.
  void unite(State a, State b) {
    State upper = 0;
    State lower = 0;
    for (;;) {
      upper = a;
      lower = b;
      find(upper);
      find(lower);
      if (upper == lower) return;
      if (upper < lower) std::swap(upper, lower);
      uint64_t alone = kLive;
      if (records_(lower).up.compare_exchange_strong(alone, kLocked, std::memory_order_seq_cst)) break;
      if (status_of(alone) == kDead) return;  // both are: they were already one set
      Wait().wait();
    }
    State in_a = a;
    State in_b = b;
    if (!lock_busy(in_a)) {
      records_(lower).up.store(kLive, std::memory_order_release);
      return;
    }
    if (!lock_busy(in_b)) {
      unlock_busy(in_a);
      records_(lower).up.store(kLive, std::memory_order_release);
      return;
    }
    exchange_links(in_a, in_b);
    records_(lower).up.store(upper + 1, std::memory_order_seq_cst);
    set_flags(upper, records_(lower).flags.load(std::memory_order_seq_cst));
    unlock_busy(in_a);
    unlock_busy(in_b);
  }

  // Stores a busy state of the set in `state`. Returns false if there is none, and the set is dead. `killed`: by this
  // call; of all calls for a component, by any workers, exactly one reports it.
  bool pick(State& state, bool& killed) {
    const State first = state;
    if (next_busy(state)) return true;
    killed = kill(first);
    return false;
  }

  // Marks the state as expanded. Returns false if another worker has already done so.
  bool finish(State state) {
    Atomic<uint64_t>& list = records_(state).list;
    uint64_t word = list.load(std::memory_order_acquire);
    for (;; word = list.load(std::memory_order_acquire)) {
      if (word & kDone) return false;
      if (word & kLinking) {
        Wait().wait();
        continue;
      }
      if (list.compare_exchange_strong(word, word | kDone, std::memory_order_seq_cst)) return true;
    }
  }

 private:
  // Bits of `up` beside the parent; a state with a parent has none of them.
  static constexpr uint64_t kLive = 0;
  static constexpr uint64_t kLocked = uint64_t{1} << kReferenceBits;
  static constexpr uint64_t kDead = uint64_t{2} << kReferenceBits;
  static constexpr uint64_t kStatus = uint64_t{3} << kReferenceBits;
  // Bits of `list` beside the link.
  static constexpr uint64_t kLinking = uint64_t{1} << kReferenceBits;  // locked by a union
  static constexpr uint64_t kDone = uint64_t{2} << kReferenceBits;     // for ever
  static constexpr uint64_t kLink = (uint64_t{1} << kReferenceBits) - 1;

  static uint64_t status_of(uint64_t up) { return up & kStatus; }
  static uint64_t parent_of(uint64_t up) { return up & kLink; }
  static State link_of(State state, uint64_t list) { return (list & kLink) == 0 ? state : (list & kLink) - 1; }

  // Replaces the state by its root and returns the root's `up`. Halves the path: each step lets a state skip its
  // parent.
  uint64_t find(State& state) const {
    for (;;) {
      Atomic<uint64_t>& mine = records_(state).up;
      uint64_t up = mine.load(std::memory_order_acquire);
      if (parent_of(up) == 0) return up;
      const State parent = up - 1;
      const uint64_t above = records_(parent).up.load(std::memory_order_acquire);
      if (parent_of(above) == 0) {
        state = parent;
        return above;
      }
      // Losing to another worker that halves the same path is harmless.
      mine.compare_exchange_strong(up, above, std::memory_order_acq_rel, std::memory_order_relaxed);
      state = above - 1;
    }
  }

  uint64_t set_flags(State root, uint64_t bits) {
    for (;;) {
      Atomic<uint64_t>& flags = records_(root).flags;
      uint64_t all = flags.load(std::memory_order_seq_cst);
      if ((all | bits) != all) all = flags.fetch_or(bits, std::memory_order_seq_cst) | bits;
      const uint64_t up = records_(root).up.load(std::memory_order_seq_cst);
      if (parent_of(up) == 0) return all;
      root = up - 1;
      find(root);
    }
  }

  // Finds a busy state of the set; false if there is none. Unlinks the states between consecutive done ones.
  bool next_busy(State& state) {
    State at = state;
    for (;;) {
      const uint64_t word = settled(at);
      if ((word & kDone) == 0) return state = at, true;
      const State next = link_of(at, word);
      if (next == at) return false;
      const uint64_t next_word = settled(next);
      if ((next_word & kDone) == 0) return state = next, true;
      const State after = link_of(next, next_word);
      uint64_t seen = word;
      records_(at).list.compare_exchange_strong(seen, kDone | (after + 1), std::memory_order_acq_rel,
                                                std::memory_order_relaxed);
      at = after;
    }
  }

  // The `list` word of a state while no union is working on it.
  uint64_t settled(State state) const {
    for (;;) {
      const uint64_t word = records_(state).list.load(std::memory_order_acquire);
      if ((word & kLinking) == 0) return word;
      Wait().wait();
    }
  }

  bool lock_busy(State& state) {
    for (;;) {
      if (!next_busy(state)) return false;
      Atomic<uint64_t>& list = records_(state).list;
      uint64_t word = list.load(std::memory_order_acquire);
      if ((word & (kLinking | kDone)) == 0 &&
          list.compare_exchange_strong(word, word | kLinking, std::memory_order_seq_cst)) {
        return true;
      }
    }
  }
  void unlock_busy(State state) {
    Atomic<uint64_t>& list = records_(state).list;  // no other thread writes it while it is locked
    list.store(list.load(std::memory_order_relaxed) & ~kLinking, std::memory_order_seq_cst);
  }
  // Joins the rings of two locked states of different rings.
  void exchange_links(State a, State b) {
    const State after_a = link_of(a, records_(a).list.load(std::memory_order_acquire));
    const State after_b = link_of(b, records_(b).list.load(std::memory_order_acquire));
    records_(a).list.store(kLinking | (after_b + 1), std::memory_order_seq_cst);
    records_(b).list.store(kLinking | (after_a + 1), std::memory_order_seq_cst);
  }

  bool kill(State state) {
    for (;;) {
      State root = state;
      uint64_t up = find(root);
      if (status_of(up) == kDead) return false;
      up = kLive;  // if not, a union is about to find the set complete and give up
      if (records_(root).up.compare_exchange_strong(up, kDead, std::memory_order_seq_cst)) return true;
      Wait().wait();
    }
  }

  Records records_;
};

}  // namespace px::liveness
