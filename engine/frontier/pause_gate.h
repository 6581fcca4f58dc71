// Stops all workers of a search between two chunks, and lets them continue.
//
// Invariant: a paused worker holds no chunk and has pushed everything it produced; it does not continue before the gate
// has been opened. So when all workers are paused or have left for good, every entry of the frontier is in an open
// chunk or in a deque, and no table is being changed.
//
//   close()                        pass(), by each worker before it takes a chunk and while it waits for one
//     wanted = 1                     wanted == 0: go on (one load)
//     wait: resting + left == all    ++resting; wait: wanted == 0; --resting
//   ... all at rest ...
//   open()
//     wanted = 0
//     wait: resting == 0           a worker that is still on its way out must not be counted by the next close()
//
// Cost: one acquire load per chunk. A pause takes as long as the longest expansion of a chunk.
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/base/lines.h"

namespace px::frontier {

template <template <class> class Atomic, class Wait>
class alignas(kSeparateBytes) PauseGate {
 public:
  explicit PauseGate(uint32_t workers) : workers_(workers) {}

  // Called by a worker that holds no chunk.
  void pass() {
    if (wanted_.load(std::memory_order_acquire) != 0) rest();
  }
  // Called once by a worker that will take no further chunks.
  void leave() { left_.fetch_add(1, std::memory_order_acq_rel); }
  // Lets all workers that have left return. Called while no thread pauses and no worker runs.
  void return_all() { left_.store(0, std::memory_order_release); }

  // Called by one thread that is not a worker, and by no other until it has opened the gate again. Returns when all
  // workers are paused.
  void close() {
    wanted_.store(1, std::memory_order_seq_cst);
    Wait backoff;
    while (resting_.load(std::memory_order_acquire) + left_.load(std::memory_order_acquire) < workers_) backoff.wait();
  }
  void open() {
    wanted_.store(0, std::memory_order_release);
    Wait backoff;
    while (resting_.load(std::memory_order_acquire) != 0) backoff.wait();
  }

 private:
  void rest() {
    resting_.fetch_add(1, std::memory_order_acq_rel);
    Wait backoff;
    while (wanted_.load(std::memory_order_acquire) != 0) backoff.wait();
    resting_.fetch_sub(1, std::memory_order_acq_rel);
  }

  const uint32_t workers_;
  // Written by the thread that pauses, read by all workers at every chunk. Release/acquire: changes made during the
  // pause are visible to the workers that continue.
  Atomic<uint32_t> wanted_{0};
  // The number of paused workers, and of those that have left. Changed by workers (acquire-release: their earlier
  // writes are visible to a thread that sees the count), read by the pausing thread (acquire).
  alignas(kSeparateBytes) Atomic<uint32_t> resting_{0};
  Atomic<uint32_t> left_{0};
};

}  // namespace px::frontier
