// A model that starts in one execution and switches to a better one: interpreted as long as that is cheaper than
// compiling to native code, native from then on. `--execution auto`.
//
// Idea: the ski rental problem. If you do not know how long the winter will be, rent until the rent paid is a
// substantial part of the price of a pair. Most models that people write tests for have a few hundred states and are
// finished before a compiler has been loaded.
//
// No thread waits for the better execution: a separate thread builds it, and meanwhile the search continues as before.
// If the last generator is gone before it is ready, it is not needed, and the thread is told to give up; a later search
// starts again.
//
// Both executions generate the same successors in the same order, so a search cannot notice the switch, and each
// generator switches by itself between two batches. A single state may take long (an atomic sequence that initialises
// arrays may have a hundred thousand outcomes): if the better execution is ready before the first has finished a batch,
// the partial batch is discarded.
//
// Threads: as TransitionSystem. With as many workers as cores, workers running the much slower first execution would
// take processor time from the thread that builds the better one; so only Terms::beside of them work at a time, and
// they take turns.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "engine/model/transition_system.h"

namespace px {

class DeferredSystem final : public TransitionSystem {
 public:
  struct Making {
    bool has_room = true;                          // the memory limit of the search leaves Terms::bytes free
    const std::atomic<bool>* cancelled = nullptr;  // when it becomes true, the result is no longer needed
  };
  // Called by a separate thread, or by a worker if the system refuses to start one. Returns null if there is no better
  // execution or it was cancelled. Called again only after cancellation. Whatever it refers to must live as long as the
  // call, which with Terms::abandon may outlive the system.
  using Make = std::function<std::unique_ptr<TransitionSystem>(const Making&)>;

  struct Terms {
    uint64_t patience = 0;         // processor time in nanoseconds that all generators together may spend in the first
                                   // execution
    uint64_t bytes = 0;            // memory needed to build the better execution
    uint32_t beside = UINT32_MAX;  // number of generators that work while the better execution is built
    // The process ends soon after the system is destroyed: do not wait for the maker thread, abandon it.
    bool abandon = false;
  };

  DeferredSystem(std::shared_ptr<const TransitionSystem> first, Make make, Terms terms);
  ~DeferredSystem() override;

  const ir::Program& program() const override { return first_->program(); }
  const ir::Layout& layout() const override { return first_->layout(); }
  void initial_states(SuccessorBatch& out) const override { first_->initial_states(out); }
  void merged_initial_states(SuccessorBatch& out, const Merge& merge) const override {
    first_->merged_initial_states(out, merge);
  }
  std::unique_ptr<SuccessorGenerator> make_generator() const override;

  // The better execution once it is ready.
  const TransitionSystem* better() const { return stage() == Stage::Better ? work_->better.get() : nullptr; }

 private:
  friend class DeferredGenerator;

  enum class Stage : uint8_t {
    First,      // the better execution is not being built
    Making,     // it is being built
    Better,     // it is there
    OnlyFirst,  // there is none
  };
  // Shared by the system and the thread that builds the better execution, which may outlive the system.
  struct Work {
    Make make;
    std::unique_ptr<TransitionSystem> better;  // written once, by the maker, before the stage is set
    // Written by the thread that starts the maker (First to Making, by exchange, so exactly one does) and then by the
    // maker only (release: publishes `better`); read by all generators once per batch (acquire) until they have
    // switched.
    std::atomic<Stage> stage{Stage::First};
    // Set when the better execution is ready, for work in the middle of a batch, which then gives up: a flag that
    // publishes nothing, so relaxed.
    std::atomic<bool> ready{false};
    // Set by the thread that destroys the last generator or the system, cleared by the thread that starts the maker;
    // read by the maker. Publishes nothing, so relaxed.
    std::atomic<bool> cancelled{false};
    // Limits how many generators work at a time.
    std::mutex mutex;
    std::condition_variable turn;
    uint32_t at_work = 0;  // under mutex
  };
  // Held for a generator's work while the better execution is being built: waits for its turn.
  class Turn;

  Stage stage() const { return work_->stage.load(std::memory_order_acquire); }
  void spend(uint64_t nanoseconds, const Allowance* allowance) const;
  void begin(const Allowance* allowance) const;
  static void make_better(Work& work, bool has_room);
  uint64_t patience_left() const { return terms_.patience - std::min(terms_.patience, spent()); }
  uint64_t spent() const { return spent_.load(std::memory_order_relaxed); }
  void enter() const { generators_.fetch_add(1, std::memory_order_relaxed); }
  void leave() const;

  const std::shared_ptr<const TransitionSystem> first_;
  const Terms terms_;
  const std::shared_ptr<Work> work_;
  // Time spent so far, and the number of generators. Updated by all workers; relaxed: only the numbers matter.
  mutable std::atomic<uint64_t> spent_{0};
  mutable std::atomic<uint32_t> generators_{0};
  mutable std::mutex maker_mutex_;
  mutable std::thread maker_;  // guarded by maker_mutex_
};

}  // namespace px
