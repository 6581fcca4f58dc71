// Exact detection that no worker has work and none can get any.
//
// Idea: one word counts the idle workers. A worker declares itself idle when its own deque is empty. An idle worker
// that wants to try to steal must first withdraw the declaration. When the count reaches the number of workers, the
// search is over; that value is final: it cannot be withdrawn.
//
// Invariant: a worker that is counted idle holds no chunk, has an empty deque, and is not trying to steal.
//   Only its owner puts chunks into a deque, and owners put chunks only while not idle, so an idle worker's deque stays
//   empty. Hence count == workers implies: all deques are empty, no worker holds a chunk, and none can obtain one.
//   Exact in both directions: if all workers have run dry, each declares itself idle and the count is reached.
// The invariant depends on "withdraw before stealing": a thief that stole while counted idle could hold the last chunk
// while the others leave. The failure of withdraw() once the count is reached is not needed for safety (nothing could
// be stolen any more); it only ends the search at once. Verified by tests/spec/termination.pml (also with the rule
// deliberately broken) and by tests/stress under seeded schedules; both must change with this file.
//
// Cost: nothing while workers have work. After the counter-based detection of termination in Herlihy and Shavit,
// "The Art of Multiprocessor Programming" (barriers, "termination detecting barrier"); there every change of a worker's
// state is counted and idle workers may look for work first; here the final value is sticky, so no second check is
// needed.
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/base/lines.h"

namespace px::frontier {

template <template <class> class Atomic = std::atomic>
class alignas(kSeparateBytes) TerminationDetector {
 public:
  explicit TerminationDetector(uint32_t workers) : workers_(workers) {}

  // The caller's deque is empty and it holds no chunk. Returns true if the search is over.
  bool declare_idle() { return idle_.fetch_add(1, std::memory_order_seq_cst) + 1 == workers_; }

  // Called before an idle worker tries to steal. Returns false if the search is over; the caller stays idle.
  bool withdraw() {
    uint32_t idle = idle_.load(std::memory_order_seq_cst);
    while (idle != workers_) {
      if (idle_.compare_exchange_weak(idle, idle - 1, std::memory_order_seq_cst)) return true;
    }
    return false;
  }

  // Called after the end, when no worker accesses it any more.
  void restart() { idle_.store(0, std::memory_order_seq_cst); }

  bool finished() const { return idle_.load(std::memory_order_acquire) == workers_; }
  uint32_t idle() const { return idle_.load(std::memory_order_relaxed); }

 private:
  const uint32_t workers_;
  // Written by workers that run dry or wake up; read by idle workers and, as a hint, by working ones. Sequentially
  // consistent (which includes release/acquire): a worker that sees the final value also sees everything the others
  // wrote before they declared themselves idle. Not on any hot path.
  Atomic<uint32_t> idle_{0};
};

}  // namespace px::frontier
