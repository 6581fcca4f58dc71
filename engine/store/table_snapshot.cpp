#include "engine/store/table_snapshot.h"

#include <algorithm>

#include "engine/base/check.h"

namespace px::store {
namespace {

class JoinedSnapshot final : public TableSnapshot {
 public:
  explicit JoinedSnapshot(std::vector<std::unique_ptr<TableSnapshot>> parts) : parts_(std::move(parts)) {}
  uint64_t blocks() const override {
    uint64_t blocks = 0;
    for (const auto& part : parts_) blocks += part->blocks();
    return blocks;
  }
  void write(uint64_t block, std::vector<uint64_t>& words) const override {
    for (const auto& part : parts_) {
      if (block < part->blocks()) return part->write(block, words);
      block -= part->blocks();
    }
    PX_UNREACHABLE("block");
  }
  bool outlasts_inserts() const override {
    return std::all_of(parts_.begin(), parts_.end(), [](const auto& part) { return part->outlasts_inserts(); });
  }

 private:
  const std::vector<std::unique_ptr<TableSnapshot>> parts_;
};

}  // namespace

std::unique_ptr<TableSnapshot> join_snapshots(std::vector<std::unique_ptr<TableSnapshot>> parts) {
  return std::make_unique<JoinedSnapshot>(std::move(parts));
}

}  // namespace px::store
