// The cancellation check for work that can take very long between two checks of the search itself: enumerating all
// set-ups of constants, all outcomes of one step, all instances of a quantifier. Such code polls the allowance
// periodically and gives up midway when the search is over (time limit, Ctrl-C, an error found elsewhere), its memory
// is used up, or a better execution is or will soon be available (deferred_system.h).
//
// Threads: any, but only one if patience is limited. Cost of a query: one relaxed load, plus reading a clock if
// patience is limited.
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/base/memory_budget.h"
#include "engine/base/patience.h"

namespace px {

class Allowance {
 public:
  // Thrown when the work is given up, caught by the caller that started it, which tells the search that it was cut
  // short.
  struct UsedUp {};

  // Both must outlive the allowance.
  Allowance(const std::atomic<bool>& ended, const MemoryBudget& budget) : ended_(&ended), budget_(&budget) {}
  // The same as `whole` (null: unlimited) until the patience is used up or the flag is set. Both may be null; they must
  // outlive the allowance.
  Allowance(const Allowance* whole, const Patience* patience, const std::atomic<bool>* overtaken)
      : ended_(whole ? whole->ended_ : nullptr),
        budget_(whole ? whole->budget_ : nullptr),
        patience_(patience),
        overtaken_(overtaken) {}

  bool ended() const { return is_set(ended_); }
  // The same as a non-zero byte, for generated code.
  const uint8_t* ended_flag() const {
    static_assert(sizeof(std::atomic<bool>) == 1 && std::atomic<bool>::is_always_lock_free);
    static constexpr uint8_t kNever = 0;
    return ended_ != nullptr ? reinterpret_cast<const uint8_t*>(ended_) : &kNever;
  }
  void ask() const {
    if (ended() || is_set(overtaken_) || (patience_ != nullptr && patience_->used_up())) throw UsedUp{};
  }
  // Whether results may take this many bytes in addition to what the budget accounts for.
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
      nullptr;  // written by the thread that builds the better execution (deferred_system.h); relaxed
};

}  // namespace px
