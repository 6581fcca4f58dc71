// An append-only list in memory mapped directly from the system: for data recorded while states are inserted, when heap
// allocation is not allowed (scripts/check_lock_free).
//
// Threads: one writer; readers only while it is inactive.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/base/arena.h"
#include "engine/base/memory_budget.h"

namespace px::store {

template <class T>
class MappedLog {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  MappedLog() = default;
  MappedLog(const MappedLog&) = delete;
  MappedLog& operator=(const MappedLog&) = delete;
  ~MappedLog() { clear(); }

  // Returns false if out of memory. The budget must outlive the list.
  bool push(const T& item, MemoryBudget* budget) {
    if ((last_ == nullptr || last_->count == kItems) && !add_page(budget)) return false;
    last_->items()[last_->count++] = item;
    return true;
  }
  // In no particular order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (Page* page = last_; page != nullptr; page = page->before) {
      for (uint64_t i = 0; i < page->count; ++i) visit(page->items()[i]);
    }
  }
  void clear() {
    while (last_ != nullptr) {
      Page* before = last_->before;
      unmap(last_, kPageBytes);
      budget_->release(kPageBytes);
      last_ = before;
    }
  }

 private:
  static constexpr size_t kPageBytes = size_t{16} << 10;
  struct Page {
    Page* before;
    uint64_t count;
    T* items() { return reinterpret_cast<T*>(this + 1); }
  };
  static_assert(alignof(T) <= alignof(Page));
  static constexpr uint64_t kItems = (kPageBytes - sizeof(Page)) / sizeof(T);

  bool add_page(MemoryBudget* budget) {
    if (!budget->reserve(kPageBytes)) return false;
    auto* page = static_cast<Page*>(map_zeroed(kPageBytes, Pages::Small));
    if (page == nullptr) {
      budget->release(kPageBytes);
      return false;
    }
    page->before = last_;
    last_ = page;
    budget_ = budget;
    return true;
  }

  Page* last_ = nullptr;
  MemoryBudget* budget_ = nullptr;
};

}  // namespace px::store
