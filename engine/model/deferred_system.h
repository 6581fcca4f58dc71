// A model that begins in one execution and goes on in a better one: interpreted as long as that costs less than making
// native code would, native from then on. `--execution auto`.
//
// Idea: renting skis. Who does not know how long the winter will be rents until the rent paid is a good part of the
// price of a pair. Most models that people write tests for have some hundred states and are done before a compiler has
// been loaded.
//
// Nobody waits for the better execution: a thread of its own makes it, and the search goes on meanwhile as it was. When
// the last generator is gone before it is there, nobody needs it, and the thread is told to give up; whoever searches
// again later begins again.
//
// Both executions make the same successors in the same order, so a search cannot tell when the change was made, and
// each generator makes it for itself, between two batches. A single state may take long (an atomic sequence that sets
// up arrays may have a hundred thousand outcomes): where the better execution is there before the first is done with a
// batch, what there is of it is thrown away.
//
// Threads: as TransitionSystem. Where there are as many workers as cores, those that go on would take the core from the
// thread that makes the better execution, many times slower as they are; so only Terms::beside of them work at a time,
// and take turns.
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
    bool has_room = true;                          // the search's limit on memory leaves what Terms::bytes asks for
    const std::atomic<bool>* cancelled = nullptr;  // when it becomes true, nobody needs the result
  };
  // Called by a thread of its own, or by a worker where the system refuses a thread. Null: there is no better one, or
  // it was cancelled. Again only after it was cancelled. What it refers to has to live as long as it, which may be
  // longer than the system lives, with Terms::abandon.
  using Make = std::function<std::unique_ptr<TransitionSystem>(const Making&)>;

  struct Terms {
    uint64_t patience = 0;         // nanoseconds of processor time that all generators spend in the first execution
    uint64_t bytes = 0;            // of memory that making needs
    uint32_t beside = UINT32_MAX;  // so many generators work while the better execution is made
    // The process ends soon after the system does: who makes the better execution is not waited for, but left to it.
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

  // The better execution once there is one.
  const TransitionSystem* better() const { return stage() == Stage::Better ? work_->better.get() : nullptr; }

 private:
  friend class DeferredGenerator;

  enum class Stage : uint8_t {
    First,      // nobody makes the better execution
    Making,     // somebody does
    Better,     // it is there
    OnlyFirst,  // there is none
  };
  // What the thread that makes the better execution shares with the system, which it may outlive.
  struct Work {
    Make make;
    std::unique_ptr<TransitionSystem> better;  // written once, by the maker, before the stage says so
    // Written by whoever begins (First to Making, by exchange: so one does) and then by the maker only (release:
    // `better` is there); read by all generators, once per batch (acquire), until they have changed over.
    std::atomic<Stage> stage{Stage::First};
    // Set when the better execution is there, for work in the middle of a batch, which then gives up: a flag that
    // publishes nothing, so relaxed.
    std::atomic<bool> ready{false};
    // Set by whoever destroys the last generator or the system, cleared by whoever begins; read by the maker. Publishes
    // nothing, so relaxed.
    std::atomic<bool> cancelled{false};
    // Who takes turns.
    std::mutex mutex;
    std::condition_variable turn;
    uint32_t at_work = 0;  // under mutex
  };
  // For a generator's work while somebody makes the better execution: waits for its turn.
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
  // Time spent so far, and generators there are. Added to by all workers; relaxed: only the numbers matter.
  mutable std::atomic<uint64_t> spent_{0};
  mutable std::atomic<uint32_t> generators_{0};
  mutable std::mutex maker_mutex_;
  mutable std::thread maker_;  // under maker_mutex_
};

}  // namespace px
