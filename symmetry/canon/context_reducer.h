// The Reducer around a worker that is made from the shared context: all strategies look like this from outside.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "symmetry/canon/context.h"
#include "symmetry/canon/context_group.h"

namespace px {

struct ReducerTraits {
  std::string name{};
  Reducer::Kind kind = Reducer::Kind::Representative;
  Guarantee guarantee = Guarantee::Exact;
  std::string caveat{};
  uint32_t key_words = 0;
  bool full = false;
};

inline ReducerTraits approx_marker_traits(uint32_t key_words) {
  return {.name = "approx-markers",
          .kind = Reducer::Kind::Key,
          .guarantee = Guarantee::Approximate,
          .caveat = "states with equal markers are taken for the same, which they need not be",
          .key_words = key_words};
}

template <class Worker>
class ContextReducer final : public Reducer {
 public:
  ContextReducer(SharedContext context, ReducerTraits traits)
      : context_(std::move(context)), group_(context_), traits_(std::move(traits)) {}

  std::string name() const override { return traits_.name; }
  Kind kind() const override { return traits_.kind; }
  Guarantee guarantee() const override { return traits_.guarantee; }
  std::string caveat() const override { return traits_.caveat; }
  uint32_t key_words() const override { return traits_.key_words; }
  bool full() const override { return traits_.full; }
  const StateGroup* group() const override { return &group_; }
  std::unique_ptr<ReducerWorker> make_worker() const override { return std::make_unique<Worker>(context_); }

 private:
  SharedContext context_;
  ContextGroup group_;
  ReducerTraits traits_;
};

}  // namespace px
