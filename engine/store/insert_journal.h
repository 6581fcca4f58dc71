// Records the insertions into a table while a snapshot of it is being written.
//
// Entries stored in slots become visible as they are inserted, so a thread that reads the slots concurrently with the
// workers sees some that came after the moment of the snapshot. The journal records these, and they are omitted when
// the snapshot is restored: what remains is exactly the content at that moment.
//
// Memory is reserved piecewise. If it runs out, the journal is incomplete, and so is the snapshot.
//
// Threads: start() and stop() are called while no thread inserts (which orders them with note()); note() by each
// worker.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/base/lines.h"
#include "engine/store/mapped_log.h"

namespace px::store {

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
  // All recorded entries; nullopt if there was no room for some.
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
  struct alignas(kSeparateBytes) Part {  // used by its worker only
    MappedLog<Entry> entries;
    bool complete = true;
  };

  const uint32_t workers_;
  MemoryBudget* const budget_;
  bool on_ = false;
  std::unique_ptr<Part[]> parts_;
};

}  // namespace px::store
