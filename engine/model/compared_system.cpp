#include "engine/model/compared_system.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

#include "engine/base/check.h"

namespace px {
namespace {

bool same_event(const Event& a, const Event& b) {
  return a.kind == b.kind && a.state == b.state && a.index == b.index && a.statement == b.statement &&
         a.expr == b.expr && a.place == b.place && a.location == b.location && a.error == b.error && a.value == b.value;
}

bool same_batch(const SuccessorBatch& a, const SuccessorBatch& b) {
  return std::equal(a.sources.begin(), a.sources.end(), b.sources.begin(), b.sources.end()) &&
         std::equal(a.states.begin(), a.states.end(), b.states.begin(), b.states.end()) &&
         std::equal(a.events.begin(), a.events.end(), b.events.begin(), b.events.end(), same_event);
}

class ComparedGenerator final : public SuccessorGenerator {
 public:
  ComparedGenerator(std::unique_ptr<SuccessorGenerator> first, std::unique_ptr<SuccessorGenerator> second,
                    uint32_t words)
      : first_(std::move(first)), second_(std::move(second)), words_(words), mine_(words), theirs_(words) {}

  void mark_in(ActionCoverage& coverage) override {
    first_->mark_in(coverage);
    second_->mark_in(coverage);
  }

  // One state at a time, so that a difference can name its state.
  size_t expand(const uint64_t* states, size_t count, uint32_t enough, SuccessorBatch& out) override {
    size_t done = 0;
    while (done < count && (done == 0 || out.count() < enough) && !out.cut_short) {
      const uint64_t* state = states + done * words_;
      step(state, static_cast<uint32_t>(done), out,
           [&](SuccessorGenerator& made, SuccessorBatch& batch) { made.expand(state, 1, UINT32_MAX, batch); });
      ++done;
    }
    return done;
  }

  void expand_by(const uint64_t* state, uint32_t source, const Part& part, SuccessorBatch& out) override {
    step(state, source, out,
         [&](SuccessorGenerator& made, SuccessorBatch& batch) { made.expand_by(state, 0, part, batch); });
  }

  void check(const uint64_t* states, size_t count, SuccessorBatch& out) override {
    for (size_t i = 0; i < count && !out.cut_short; ++i) {
      const uint64_t* state = states + i * words_;
      step(state, static_cast<uint32_t>(i), out,
           [&](SuccessorGenerator& made, SuccessorBatch& batch) { made.check(state, 1, batch); });
    }
  }

 private:
  template <class Work>
  void step(const uint64_t* state, uint32_t index, SuccessorBatch& out, const Work& work) {
    mine_.clear();
    theirs_.clear();
    mine_.allowance = theirs_.allowance = out.allowance;
    work(*first_, mine_);
    work(*second_, theirs_);
    out.cut_short = mine_.cut_short || theirs_.cut_short;
    if (out.cut_short) return;
    if (!same_batch(mine_, theirs_)) report(state);
    out.states.insert(out.states.end(), mine_.states.begin(), mine_.states.end());
    out.sources.insert(out.sources.end(), mine_.sources.size(), index);
    for (Event event : mine_.events) {
      event.state = index;
      out.events.push_back(event);
    }
  }

  [[noreturn]] void report(const uint64_t* state) const {
    std::fprintf(stderr, "pexplore: native code (%u successors, %zu events) and interpreter (%u, %zu) differ in state",
                 mine_.count(), mine_.events.size(), theirs_.count(), theirs_.events.size());
    for (size_t w = 0; w < words_; ++w) std::fprintf(stderr, " %016" PRIx64, state[w]);
    std::fputc('\n', stderr);
    PX_UNREACHABLE("two executions of one model differ");
  }

  std::unique_ptr<SuccessorGenerator> first_;
  std::unique_ptr<SuccessorGenerator> second_;
  const size_t words_;
  SuccessorBatch mine_;
  SuccessorBatch theirs_;
};

}  // namespace

std::unique_ptr<SuccessorGenerator> ComparedSystem::make_generator() const {
  return std::make_unique<ComparedGenerator>(first_.make_generator(), second_.make_generator(), first_.words());
}

}  // namespace px
