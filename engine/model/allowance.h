// What a search grants to work that can go on for very long between two looks of its own: listing all set-ups of
// constants, all outcomes of one step, all instances of a quantifier. Code that does such work asks now and then, and
// gives up in the middle when the search is over (time, Ctrl-C, an error found elsewhere) or its memory is used up, or
// when there is a better way to do it, or soon will be (deferred_system.h).
//
// Threads: any, but only one of them where patience is limited. Cost of a question: one relaxed load, and a clock then.
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/base/memory_budget.h"
#include "engine/base/patience.h"

namespace px {

class Allowance {
 public:
  // Thrown where the work is given up, caught by the caller that began it, which tells the search that it was cut
  // short.
  struct UsedUp {};

  // Both outlive the allowance.
  Allowance(const std::atomic<bool>& ended, const MemoryBudget& budget) : ended_(&ended), budget_(&budget) {}
  // The same as `whole` (null: everything) for as long as the patience lasts, and until the flag is set. Both may be
  // null; they outlive the allowance.
  Allowance(const Allowance* whole, const Patience* patience, const std::atomic<bool>* overtaken)
      : ended_(whole ? whole->ended_ : nullptr),
        budget_(whole ? whole->budget_ : nullptr),
        patience_(patience),
        overtaken_(overtaken) {}

  bool ended() const { return is_set(ended_); }
  // The same as a byte that is not 0, for generated code.
  const uint8_t* ended_flag() const {
    static_assert(sizeof(std::atomic<bool>) == 1 && std::atomic<bool>::is_always_lock_free);
    static constexpr uint8_t kNever = 0;
    return ended_ != nullptr ? reinterpret_cast<const uint8_t*>(ended_) : &kNever;
  }
  void ask() const {
    if (ended() || is_set(overtaken_) || (patience_ != nullptr && patience_->used_up())) throw UsedUp{};
  }
  // May results take so many bytes, besides what the budget knows of?
  bool grants(uint64_t bytes) const { return budget_ == nullptr || bytes <= budget_->left(); }
  void ask_for(uint64_t bytes) const {
    ask();
    if (!grants(bytes)) throw UsedUp{};
  }

 private:
  static bool is_set(const std::atomic<bool>* flag) { return flag != nullptr && flag->load(std::memory_order_relaxed); }

  // Written by the thread that ends the search, read by all workers; a flag that publishes nothing, so relaxed.
  const std::atomic<bool>* ended_;
  const MemoryBudget* budget_;
  const Patience* patience_ = nullptr;
  const std::atomic<bool>* overtaken_ =
      nullptr;  // written by whoever makes the better way (deferred_system.h); relaxed
};

}  // namespace px
