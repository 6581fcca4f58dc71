// Runs threads one at a time, switching between them before accesses of DeterministicAtomic, in an order that depends
// only on a seed, so a failing interleaving can be reproduced.
//
// After folly's DeterministicSchedule. Differences: three kinds of schedules, chosen by the seed (uniform; long bursts;
// one thread put to sleep for a long time, which lock-free code must survive). It explores interleavings of
// sequentially consistent steps; weaker memory orders are left to the thread sanitizer.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <semaphore>
#include <thread>
#include <vector>

namespace px::stress {

class DeterministicSchedule {
 public:
  explicit DeterministicSchedule(uint64_t seed) : random_(seed), kind_(static_cast<Kind>(seed % 3)) {}

  // Runs work(0) ... work(threads - 1) to completion. A thread must terminate on its own when no other thread can make
  // progress: the schedule is fair only in the long run.
  void run(uint32_t threads, const std::function<void(uint32_t)>& work) {
    turns_.clear();
    for (uint32_t i = 0; i < threads; ++i) {
      turns_.push_back(std::make_unique<std::binary_semaphore>(0));
      alive_.push_back(i);
    }
    sleeper_ = pick(threads);
    sleeps_at_ = pick(16u << pick(10));
    wakes_at_ = sleeps_at_ + 20000;
    std::vector<std::thread> running;
    for (uint32_t i = 0; i < threads; ++i) {
      running.emplace_back([this, i, &work] {
        current() = this;
        self() = i;
        turns_[i]->acquire();
        work(i);
        current() = nullptr;
        retire(i);
      });
    }
    turns_[next_thread(0)]->release();
    for (std::thread& thread : running) thread.join();
  }

  // Called before every shared access of a scheduled thread; does nothing in other threads.
  static void step() {
    if (current()) current()->switch_threads();
  }

 private:
  enum class Kind : uint8_t { Uniform, Bursts, OneSleeps };

  static DeterministicSchedule*& current() {
    thread_local DeterministicSchedule* schedule = nullptr;
    return schedule;
  }
  static uint32_t& self() {
    thread_local uint32_t index = 0;
    return index;
  }

  uint32_t pick(uint32_t count) { return static_cast<uint32_t>(random_() % count); }

  uint32_t next_thread(uint32_t me) {
    ++steps_;
    const bool asleep = kind_ == Kind::OneSleeps && steps_ >= sleeps_at_ && steps_ < wakes_at_;
    const bool me_asleep = asleep && me == sleeper_;
    if (kind_ != Kind::Uniform && pick(40) != 0 && is_alive(me) && !me_asleep) return me;
    // Skips a sleeper, except occasionally: others may be waiting for it.
    for (uint32_t tries = 0; tries < 12; ++tries) {
      const uint32_t next = alive_[pick(static_cast<uint32_t>(alive_.size()))];
      if (!asleep || next != sleeper_) return next;
    }
    return alive_[pick(static_cast<uint32_t>(alive_.size()))];
  }
  bool is_alive(uint32_t thread) const {
    for (const uint32_t i : alive_) {
      if (i == thread) return true;
    }
    return false;
  }

  void switch_threads() {
    const uint32_t me = self();
    const uint32_t next = next_thread(me);
    if (next == me) return;
    turns_[next]->release();
    turns_[me]->acquire();
  }

  void retire(uint32_t me) {
    std::erase(alive_, me);
    if (!alive_.empty()) turns_[next_thread(me)]->release();
  }

  std::mt19937_64 random_;
  const Kind kind_;
  // Everything below is touched only by the thread whose turn it is.
  std::vector<std::unique_ptr<std::binary_semaphore>> turns_;
  std::vector<uint32_t> alive_;
  uint64_t steps_ = 0;
  uint32_t sleeper_ = 0;
  uint64_t sleeps_at_ = 0;
  uint64_t wakes_at_ = 0;
};

// A std::atomic whose accesses are steps of the schedule.
template <class T>
class DeterministicAtomic {
 public:
  DeterministicAtomic() = default;
  DeterministicAtomic(T value) : value_(value) {}
  DeterministicAtomic(const DeterministicAtomic&) = delete;
  DeterministicAtomic& operator=(const DeterministicAtomic&) = delete;

  T load(std::memory_order order = std::memory_order_seq_cst) const {
    DeterministicSchedule::step();
    return value_.load(order);
  }
  void store(T value, std::memory_order order = std::memory_order_seq_cst) {
    DeterministicSchedule::step();
    value_.store(value, order);
  }
  T exchange(T value, std::memory_order order = std::memory_order_seq_cst) {
    DeterministicSchedule::step();
    return value_.exchange(value, order);
  }
  T fetch_add(T value, std::memory_order order = std::memory_order_seq_cst) {
    DeterministicSchedule::step();
    return value_.fetch_add(value, order);
  }
  T fetch_sub(T value, std::memory_order order = std::memory_order_seq_cst) {
    DeterministicSchedule::step();
    return value_.fetch_sub(value, order);
  }
  T fetch_or(T value, std::memory_order order = std::memory_order_seq_cst) {
    DeterministicSchedule::step();
    return value_.fetch_or(value, order);
  }
  template <class... Orders>
  bool compare_exchange_strong(T& expected, T desired, Orders... orders) {
    DeterministicSchedule::step();
    return value_.compare_exchange_strong(expected, desired, orders...);
  }
  template <class... Orders>
  bool compare_exchange_weak(T& expected, T desired, Orders... orders) {
    DeterministicSchedule::step();
    return value_.compare_exchange_weak(expected, desired, orders...);
  }

 private:
  std::atomic<T> value_;
};

// Waiting is one step: another thread may run.
class DeterministicWait {
 public:
  void wait() { DeterministicSchedule::step(); }
};

}  // namespace px::stress
