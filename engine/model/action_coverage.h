// Records which actions of a program were taken in a search. One object for all generators of a transition system.
#pragma once

#include <atomic>
#include <memory>

#include "engine/ir/program.h"

namespace px {

class ActionCoverage {
 public:
  explicit ActionCoverage(size_t actions) : taken_(new std::atomic<uint8_t>[actions]()), size_(actions) {}

  void mark(ir::ActionId action) {
    std::atomic<uint8_t>& taken = taken_[action.value];
    // Most actions are marked already: reading first keeps the cache line in shared state.
    if (taken.load(std::memory_order_relaxed) == 0) taken.store(1, std::memory_order_relaxed);
  }
  bool taken(ir::ActionId action) const { return taken_[action.value].load(std::memory_order_relaxed) != 0; }
  size_t size() const { return size_; }
  // The byte of an action, for generated code, which marks actions in the same way.
  const void* address(ir::ActionId action) const { return &taken_[action.value]; }

 private:
  // Written by every generator, always with 1; read after the search (the end of the search orders the read). Relaxed:
  // no other data depends on it.
  std::unique_ptr<std::atomic<uint8_t>[]> taken_;
  size_t size_;
};

}  // namespace px
