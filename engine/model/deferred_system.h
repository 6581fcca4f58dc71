// A model that begins in one execution and goes on in a better one: interpreted as long as that costs less than making
// native code would, native from then on. `--execution auto`.
//
// Idea: renting skis. Who does not know how long the winter will be rents until the rent paid would have bought a pair,
// and so never pays more than twice what hindsight would. Most models that people write tests for have some hundred
// states and are done before a compiler has been loaded.
//
// Both executions make the same successors in the same order, so a search cannot tell when the change was made, and
// each generator makes it for itself, between two batches. Where patience ends within a batch (an atomic sequence that
// sets up arrays may have a hundred thousand outcomes), what there is of it is thrown away.
//
// Threads: as TransitionSystem. The worker that uses up the patience makes the better execution; the others sleep until
// it is there, since what they did meanwhile, many times slower, would take the cores from the one who makes it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "engine/model/transition_system.h"

namespace px {

class DeferredSystem final : public TransitionSystem {
 public:
  // Called at most once, by any worker, with what it may use; null: anything. Null: there is no better one, and the
  // first goes on.
  using Make = std::function<std::unique_ptr<TransitionSystem>(const Allowance*)>;

  // `patience`: nanoseconds of processor time that all generators together may spend in the first execution.
  DeferredSystem(std::shared_ptr<const TransitionSystem> first, Make make, uint64_t patience)
      : first_(std::move(first)), make_(std::move(make)), patience_(patience) {}

  const ir::Program& program() const override { return first_->program(); }
  const ir::Layout& layout() const override { return first_->layout(); }
  void initial_states(SuccessorBatch& out) const override { first_->initial_states(out); }
  void merged_initial_states(SuccessorBatch& out, const Merge& merge) const override {
    first_->merged_initial_states(out, merge);
  }
  std::unique_ptr<SuccessorGenerator> make_generator() const override;

  // For generators. The better execution once there is one, for which this may wait; null before, and if there is none.
  const TransitionSystem* better() const {
    stage_.wait(Stage::Making, std::memory_order_acquire);
    return stage_.load(std::memory_order_acquire) == Stage::Better ? better_.get() : nullptr;
  }
  // For generators: so much time was spent in the first execution; whoever uses up the patience makes the better one.
  void spend(uint64_t nanoseconds, const Allowance* allowance) const;
  bool has_nothing_better() const { return stage_.load(std::memory_order_relaxed) == Stage::OnlyFirst; }
  // For generators: what they may spend until there is to be something better.
  uint64_t patience_left() const { return patience_ - std::min(patience_, spent_.load(std::memory_order_relaxed)); }
  std::unique_ptr<SuccessorGenerator> make_first_generator() const { return first_->make_generator(); }

 private:
  enum class Stage : uint8_t { First, Making, Better, OnlyFirst };

  const std::shared_ptr<const TransitionSystem> first_;
  const Make make_;
  const uint64_t patience_;
  // Time spent so far. Added to by all workers, once per batch; relaxed: additions have one order, so exactly one of
  // them crosses the limit, and that is all that is asked of it.
  mutable std::atomic<uint64_t> spent_{0};
  mutable std::unique_ptr<TransitionSystem> better_;  // written once, by the worker that crosses the limit
  // Written by that worker only: Making, then how it ended (release: better_ is there); read by all, once per batch
  // (acquire), until they have changed over.
  mutable std::atomic<Stage> stage_{Stage::First};
};

}  // namespace px
