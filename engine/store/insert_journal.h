// What is inserted into a table while a snapshot of it is being written.
//
// Entries that stand in slots appear there as they are inserted, so whoever reads the slots beside the workers sees
// some that came after the moment of the snapshot. Which ones these are is written down here, and left out when the
// snapshot is put back: what remains is exactly what was there at that moment.
//
// Memory is reserved a piece at a time. When there is none left the journal is incomplete, and with it the snapshot.
//
// Threads: start() and stop() while nobody inserts (which orders them with note()); note() by each worker.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/lines.h"
#include "engine/base/memory_budget.h"

namespace px {

template <class Entry>
class InsertJournal {
 public:
  InsertJournal(uint32_t workers, MemoryBudget* budget)
      : workers_(workers), budget_(budget), parts_(std::make_unique<Part[]>(workers)) {}
  InsertJournal(const InsertJournal&) = delete;
  InsertJournal& operator=(const InsertJournal&) = delete;
  ~InsertJournal() { forget(); }

  bool on() const { return on_; }
  void start() { on_ = true; }
  void note(uint32_t worker, const Entry& entry) {
    Part& part = parts_[worker];
    if (part.entries.size() == part.room && !grow(part)) return;
    part.entries.push_back(entry);
  }
  // All entries noted; nothing if there was no room for some.
  std::optional<std::vector<Entry>> stop() {
    on_ = false;
    std::vector<Entry> all;
    bool complete = true;
    for (uint32_t i = 0; i < workers_; ++i) {
      all.insert(all.end(), parts_[i].entries.begin(), parts_[i].entries.end());
      complete = complete && !parts_[i].overflown;
    }
    forget();
    if (!complete) return std::nullopt;
    return all;
  }

 private:
  struct alignas(kSeparateBytes) Part {  // its worker only
    std::vector<Entry> entries;
    size_t room = 0;  // entries for which memory is reserved
    uint64_t reserved = 0;
    bool overflown = false;
  };

  // A vector that grows has the old place and the new one, and stop() puts all parts together: four times is enough.
  bool grow(Part& part) {
    const size_t room = std::max<size_t>(1024, 2 * part.room);
    const uint64_t bytes = 4 * sizeof(Entry) * (room - part.room);
    if (part.overflown || !budget_->reserve(bytes)) {
      part.overflown = true;
      return false;
    }
    part.room = room;
    part.reserved += bytes;
    part.entries.reserve(room);
    return true;
  }
  void forget() {
    for (uint32_t i = 0; i < workers_; ++i) {
      budget_->release(parts_[i].reserved);
      parts_[i] = Part();
    }
  }

  const uint32_t workers_;
  MemoryBudget* const budget_;
  bool on_ = false;
  std::unique_ptr<Part[]> parts_;
};

}  // namespace px
