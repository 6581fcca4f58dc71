// What is inserted into a table while a snapshot of it is being written.
//
// Entries that stand in slots appear there as they are inserted, so a thread that reads the slots beside the workers
// sees some that came after the moment of the snapshot. Which ones these are is written down here, and left out when
// the snapshot is put back: what remains is exactly what was there at that moment.
//
// Memory is reserved a piece at a time. When there is none left the journal is incomplete, and with it the snapshot.
//
// Threads: start() and stop() while no thread inserts (which orders them with note()); note() by each worker.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/base/lines.h"
#include "engine/store/mapped_log.h"

namespace px {

template <class Entry>
class InsertJournal {
 public:
  InsertJournal(uint32_t workers, MemoryBudget* budget)
      : workers_(workers), budget_(budget), parts_(std::make_unique<Part[]>(workers)) {}

  bool on() const { return on_; }
  void start() { on_ = true; }
  void note(uint32_t worker, const Entry& entry) {
    Part& part = parts_[worker];
    part.complete = part.complete && part.entries.push(entry, budget_);
  }
  // All entries noted; nothing if there was no room for some.
  std::optional<std::vector<Entry>> stop() {
    on_ = false;
    std::vector<Entry> all;
    bool complete = true;
    for (uint32_t i = 0; i < workers_; ++i) {
      parts_[i].entries.for_each([&](const Entry& entry) { all.push_back(entry); });
      parts_[i].entries.clear();
      complete = std::exchange(parts_[i].complete, true) && complete;
    }
    if (!complete) return std::nullopt;
    return all;
  }

 private:
  struct alignas(kSeparateBytes) Part {  // its worker only
    MappedLog<Entry> entries;
    bool complete = true;
  };

  const uint32_t workers_;
  MemoryBudget* const budget_;
  bool on_ = false;
  std::unique_ptr<Part[]> parts_;
};

}  // namespace px
