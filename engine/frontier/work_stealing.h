// Work stealing: every worker has a deque of chunks. It works on its own newest chunk (states still cached, small
// frontier, similar to depth-first) and, if it has none, takes the oldest chunk of another worker.
//
// A chunk is published when it is full, or, while some worker is idle, as soon as it holds a few entries, so that
// narrow state spaces are distributed as well. Termination: see termination.h, whose rules `take` obeys (comments there
// name them).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "engine/base/lines.h"
#include "engine/frontier/backoff.h"
#include "engine/frontier/chunk_deque.h"
#include "engine/frontier/chunk_frontier.h"
#include "engine/frontier/termination.h"

namespace px::frontier {

template <template <class> class Atomic = std::atomic, class Wait = Backoff>
class WorkStealingFrontier final : public ChunkFrontier<Atomic, Wait> {
  using Base = ChunkFrontier<Atomic, Wait>;

 public:
  explicit WorkStealingFrontier(const FrontierConfig& config)
      : Base(config), detector_(config.workers), worker_(std::make_unique<Worker[]>(config.workers)) {
    for (uint32_t i = 0; i < workers_; ++i) worker_[i].victim = (i + 1) % workers_;
  }

  bool push(uint32_t worker, const uint64_t* entries, uint32_t count) override {
    const bool fitted = Base::fill_chunks(worker, entries, count, capacity_, [&] { return publish(worker); });
    const Chunk* open = Base::open(worker);
    const bool wanted = open && open->count >= kMinShared && detector_.idle() != 0;
    if (wanted && worker_[worker].deque.looks_empty()) publish(worker);
    return fitted;
  }

  Chunk* take(uint32_t worker) override {
    Base::pass_gate();
    if (Base::stopped()) return Base::leave(worker);
    Chunk* chunk = worker_[worker].deque.pop();
    Chunk*& open = Base::open(worker);
    if (!chunk && open && open->count != 0) chunk = std::exchange(open, nullptr);
    if (!chunk) chunk = steal_any(worker);
    if (!chunk) chunk = wait_for_work(worker);
    if (!chunk) return Base::leave(worker);
    Base::note_taken(worker, chunk);
    return chunk;
  }

  void reopen() override {
    Base::reopen_gate();
    detector_.restart();
  }
  void for_each_waiting(const Frontier::Visit& visit) const override {
    for (uint32_t i = 0; i < workers_; ++i) {
      worker_[i].deque.for_each([&](Chunk* chunk) { visit(0, chunk->entries()); });
      if (const Chunk* open = Base::open(i)) visit(0, open->entries());
    }
    Base::visit_aside(visit);
  }
  bool push_saved(uint32_t worker, uint32_t, std::span<const uint64_t> entries) override {
    return push(worker, entries.data(), static_cast<uint32_t>(entries.size() / Base::entry_words()));
  }

 private:
  using Base::capacity_;
  using Base::workers_;
  static constexpr uint32_t kMinShared = 8;

  struct alignas(kSeparateBytes) Worker {
    ChunkDeque<Atomic> deque;
    uint32_t victim = 0;  // owner only
  };

  bool publish(uint32_t worker) {
    Chunk*& open = Base::open(worker);
    if (!worker_[worker].deque.push(open, Base::budget_)) return false;
    open = nullptr;
    return true;
  }

  // Tries all other workers once, starting with the last successful victim.
  Chunk* steal_any(uint32_t worker) {
    Worker& me = worker_[worker];
    for (uint32_t i = 0; i < workers_; ++i) {
      const uint32_t victim = (me.victim + i) % workers_;
      if (victim == worker) continue;
      if (Chunk* chunk = worker_[victim].deque.steal()) {
        me.victim = victim;
        Base::note_steal(worker);
        return chunk;
      }
    }
    return nullptr;
  }

  bool somebody_has_work() const {
    for (uint32_t i = 0; i < workers_; ++i) {
      if (!worker_[i].deque.looks_empty()) return true;
    }
    return false;
  }

  Chunk* wait_for_work(uint32_t worker) {
    if (detector_.declare_idle()) return nullptr;
    Wait backoff;
    while (!Base::stopped() && !detector_.finished()) {
      Base::pass_gate();
      if (somebody_has_work()) {
        if (!detector_.withdraw()) return nullptr;
        if (Chunk* chunk = steal_any(worker)) return chunk;
        if (detector_.declare_idle()) return nullptr;
      }
      backoff.wait();
    }
    return nullptr;
  }

  TerminationDetector<Atomic> detector_;
  std::unique_ptr<Worker[]> worker_;
};

}  // namespace px::frontier
