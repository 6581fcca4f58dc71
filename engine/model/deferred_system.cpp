#include "engine/model/deferred_system.h"

#include <time.h>

namespace px {
namespace {

// Of the calling thread: a thread that has to wait for its core loses no patience.
uint64_t processor_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

class DeferredGenerator final : public SuccessorGenerator {
 public:
  DeferredGenerator(const DeferredSystem& system, std::unique_ptr<SuccessorGenerator> first)
      : system_(system), in_use_(std::move(first)) {}

  size_t expand(const uint64_t* states, size_t count, uint32_t enough, SuccessorBatch& out) override {
    if (changed_ || change_over()) return in_use_->expand(states, count, enough, out);
    const uint64_t start = processor_nanoseconds();
    const size_t expanded = in_use_->expand(states, count, enough, out);
    system_.spend(processor_nanoseconds() - start);
    return expanded;
  }

  void check(const uint64_t* states, size_t count, SuccessorBatch& out) override { in_use_->check(states, count, out); }

 private:
  bool change_over() {
    const TransitionSystem* better = system_.better();
    if (better == nullptr) return false;
    in_use_ = better->make_generator();
    return changed_ = true;
  }

  const DeferredSystem& system_;
  std::unique_ptr<SuccessorGenerator> in_use_;
  bool changed_ = false;
};

}  // namespace

std::unique_ptr<SuccessorGenerator> DeferredSystem::make_generator() const {
  return std::make_unique<DeferredGenerator>(*this, first_->make_generator());
}

void DeferredSystem::spend(uint64_t nanoseconds) const {
  const uint64_t before = spent_.fetch_add(nanoseconds, std::memory_order_relaxed);
  if (before >= patience_ || before + nanoseconds < patience_) return;
  stage_.store(Stage::Making, std::memory_order_relaxed);
  better_ = make_();
  stage_.store(better_ ? Stage::Better : Stage::OnlyFirst, std::memory_order_release);
  stage_.notify_all();
}

}  // namespace px
