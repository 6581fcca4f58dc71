#include "engine/model/deferred_system.h"

#include <chrono>
#include <exception>
#include <system_error>

#include "engine/base/log.h"

namespace px {

class DeferredSystem::Turn {
 public:
  Turn(Work& work, uint32_t beside) : work_(work), limited_(beside != UINT32_MAX) {
    if (!limited_) return;
    std::unique_lock lock(work_.mutex);
    work_.turn.wait(
        lock, [&] { return work_.at_work < beside || work_.stage.load(std::memory_order_relaxed) != Stage::Making; });
    ++work_.at_work;
  }
  ~Turn() {
    if (!limited_) return;
    const std::lock_guard lock(work_.mutex);
    --work_.at_work;
    work_.turn.notify_one();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  Work& work_;
  const bool limited_;
};

class DeferredGenerator final : public SuccessorGenerator {
 public:
  explicit DeferredGenerator(const DeferredSystem& system) : system_(system), in_use_(system.first_->make_generator()) {
    system_.enter();
  }
  ~DeferredGenerator() override { system_.leave(); }

  void mark_in(ActionCoverage& coverage) override {
    coverage_ = &coverage;
    in_use_->mark_in(coverage);
  }

  size_t expand(const uint64_t* states, size_t count, uint32_t enough, SuccessorBatch& out) override {
    size_t expanded = 0;
    run(out, 1, [&] { expanded = in_use_->expand(states, count, enough, out); });
    return expanded;
  }

  // For single states only some calls are timed: reading the clock would cost as much as a native step.
  void expand_by(const uint64_t* state, uint32_t source, const Part& part, SuccessorBatch& out) override {
    const auto work = [&] { in_use_->expand_by(state, source, part, out); };
    run(out, calls_++ % kSampled == 0 ? kSampled : 0, work);
  }

  void check(const uint64_t* states, size_t count, SuccessorBatch& out) override { in_use_->check(states, count, out); }

 private:
  using Stage = DeferredSystem::Stage;
  static constexpr uint32_t kSampled = 16;

  // `weight`: the number of calls that the time of this one represents; 0: it is not timed.
  template <class Work>
  void run(SuccessorBatch& out, uint32_t weight, const Work& work) {
    while (!changed_) {
      const Stage stage = system_.stage();
      if (stage == Stage::Better) change_over();
      if (stage == Stage::Better || stage == Stage::OnlyFirst) break;
      if (stage == Stage::First && weight == 0) break;
      if (stage == Stage::Making ? beside_maker(out, work) : patiently(out, weight, work)) return;
    }
    work();
  }

  // Works in the first execution while patience lasts. Returns false if patience ran out; nothing was appended then.
  template <class Work>
  bool patiently(SuccessorBatch& out, uint32_t weight, const Work& work) {
    const Patience patience(system_.patience_left());
    const bool done =
        attempt(out, Allowance(out.allowance, &patience, nullptr), work, [&] { return patience.used_up(); });
    system_.spend(weight * patience.used(), out.allowance);
    return done;
  }

  // The same, until the better execution is ready.
  template <class Work>
  bool beside_maker(SuccessorBatch& out, const Work& work) {
    const DeferredSystem::Turn turn(*system_.work_, system_.terms_.beside);
    const std::atomic<bool>& ready = system_.work_->ready;
    return attempt(out, Allowance(out.allowance, nullptr, &ready), work,
                   [&] { return ready.load(std::memory_order_relaxed); });
  }

  template <class Work, class Over>
  bool attempt(SuccessorBatch& out, const Allowance& while_it_lasts, const Work& work, const Over& is_over) {
    const Allowance* whole = out.allowance;
    const size_t successors = out.count();
    const size_t events = out.events.size();
    out.allowance = &while_it_lasts;
    work();
    out.allowance = whole;
    if (!out.cut_short || !is_over() || (whole != nullptr && whole->ended())) return true;
    out.states.resize(successors * out.words);
    out.sources.resize(successors);
    out.events.resize(events);
    out.cut_short = false;
    use(*system_.first_);
    return false;
  }

  void change_over() {
    use(*system_.better());
    changed_ = true;
  }

  void use(const TransitionSystem& system) {
    in_use_ = system.make_generator();
    if (coverage_ != nullptr) in_use_->mark_in(*coverage_);
  }

  const DeferredSystem& system_;
  std::unique_ptr<SuccessorGenerator> in_use_;
  ActionCoverage* coverage_ = nullptr;
  uint32_t calls_ = 0;
  bool changed_ = false;
};

DeferredSystem::DeferredSystem(std::shared_ptr<const TransitionSystem> first, Make make, Terms terms)
    : first_(std::move(first)), terms_(terms), work_(std::make_shared<Work>()) {
  work_->make = std::move(make);
}

DeferredSystem::~DeferredSystem() {
  work_->cancelled.store(true, std::memory_order_relaxed);
  if (!maker_.joinable()) return;
  if (terms_.abandon && stage() == Stage::Making) {
    maker_.detach();
  } else {
    maker_.join();
  }
}

std::unique_ptr<SuccessorGenerator> DeferredSystem::make_generator() const {
  return std::make_unique<DeferredGenerator>(*this);
}

void DeferredSystem::leave() const {
  if (generators_.fetch_sub(1, std::memory_order_relaxed) == 1) work_->cancelled.store(true, std::memory_order_relaxed);
}

void DeferredSystem::spend(uint64_t nanoseconds, const Allowance* allowance) const {
  const uint64_t before = spent_.fetch_add(nanoseconds, std::memory_order_relaxed);
  if (before + nanoseconds >= terms_.patience) begin(allowance);
}

// Called by any number of workers, exactly one of which makes the transition from First to Making.
void DeferredSystem::begin(const Allowance* allowance) const {
  Stage first = Stage::First;
  if (!work_->stage.compare_exchange_strong(first, Stage::Making, std::memory_order_acq_rel)) return;
  work_->cancelled.store(false, std::memory_order_relaxed);
  const bool has_room = allowance == nullptr || allowance->grants(terms_.bytes);
  log_event(LogLevel::Debug, "native-code-begun", {{"interpreted-seconds", static_cast<double>(spent()) / 1e9}});
  const std::lock_guard lock(maker_mutex_);
  if (maker_.joinable()) maker_.join();  // a cancelled maker; it is about to end
  try {
    maker_ = std::thread([work = work_, has_room] { make_better(*work, has_room); });
  } catch (const std::system_error&) {
    make_better(*work_, has_room);  // the system refuses to start a thread
  }
}

void DeferredSystem::make_better(Work& work, bool has_room) {
  const auto start = std::chrono::steady_clock::now();
  try {
    work.better = work.make({has_room, &work.cancelled});
  } catch (const std::exception&) {
    // Usually for lack of memory: the first execution continues.
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  const bool cancelled = !work.better && work.cancelled.load(std::memory_order_relaxed);
  log_event(LogLevel::Debug,
            work.better ? "native-code-made"
            : cancelled ? "native-code-cancelled"
                        : "native-code-refused",
            {{"seconds", taken.count()}});
  const std::lock_guard lock(work.mutex);
  work.ready.store(work.better != nullptr, std::memory_order_relaxed);
  work.stage.store(work.better ? Stage::Better
                   : cancelled ? Stage::First
                               : Stage::OnlyFirst,
                   std::memory_order_release);
  work.turn.notify_all();
}

}  // namespace px
