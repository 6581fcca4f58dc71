#include "engine/model/deferred_system.h"

#include <chrono>

#include "engine/base/log.h"

namespace px {
namespace {

class DeferredGenerator final : public SuccessorGenerator {
 public:
  explicit DeferredGenerator(const DeferredSystem& system) : system_(system), in_use_(system.make_first_generator()) {}

  size_t expand(const uint64_t* states, size_t count, uint32_t enough, SuccessorBatch& out) override {
    size_t expanded = 0;
    const auto work = [&] { expanded = in_use_->expand(states, count, enough, out); };
    while (!changed_ && !change_over() && !system_.has_nothing_better()) {
      if (patiently(out, work)) return expanded;
    }
    work();
    return expanded;
  }

  void expand_by(const uint64_t* state, uint32_t source, const Part& part, SuccessorBatch& out) override {
    const auto work = [&] { in_use_->expand_by(state, source, part, out); };
    while (!changed_ && !change_over() && !system_.has_nothing_better()) {
      if (patiently(out, work)) return;
    }
    work();
  }

  void check(const uint64_t* states, size_t count, SuccessorBatch& out) override { in_use_->check(states, count, out); }

 private:
  // In the first execution, while patience lasts. False: it did not, and nothing was appended: a single state may have
  // more successors than the better execution takes to be made.
  template <class Work>
  bool patiently(SuccessorBatch& out, const Work& work) {
    const Patience patience(system_.patience_left());
    const Allowance* whole = out.allowance;
    const Allowance patient(whole, patience);
    const size_t successors = out.count();
    const size_t events = out.events.size();
    out.allowance = &patient;
    work();
    out.allowance = whole;
    system_.spend(patience.used(), whole);
    if (!out.cut_short || !patience.used_up() || (whole != nullptr && whole->ended())) return true;
    out.states.resize(successors * out.words);
    out.sources.resize(successors);
    out.events.resize(events);
    out.cut_short = false;
    in_use_ = system_.make_first_generator();
    return false;
  }

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
  return std::make_unique<DeferredGenerator>(*this);
}

void DeferredSystem::spend(uint64_t nanoseconds, const Allowance* allowance) const {
  const uint64_t before = spent_.fetch_add(nanoseconds, std::memory_order_relaxed);
  if (before >= patience_ || before + nanoseconds < patience_) return;
  stage_.store(Stage::Making, std::memory_order_relaxed);
  const auto start = std::chrono::steady_clock::now();
  better_ = make_(allowance);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  log_event(LogLevel::Debug, better_ ? "native-code-made" : "native-code-refused",
            {{"interpreted-seconds", static_cast<double>(before + nanoseconds) / 1e9}, {"seconds", taken.count()}});
  stage_.store(better_ ? Stage::Better : Stage::OnlyFirst, std::memory_order_release);
  stage_.notify_all();
}

}  // namespace px
