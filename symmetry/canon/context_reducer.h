// The Reducer that wraps a worker created from the shared context; all strategies share this outer interface.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "symmetry/canon/context.h"
#include "symmetry/canon/context_group.h"
#include "symmetry/canon/strategy.h"

namespace px::symmetry {

// What a Reducer does with a state; everything else about it is in the row of its strategy.
struct ReducerTraits {
  Reducer::Kind kind = Reducer::Kind::Representative;
  std::string caveat{};  // for an approximate strategy: the reason
  uint32_t key_words = 0;
};

inline ReducerTraits key_of_markers(uint32_t key_words) {
  return {.kind = Reducer::Kind::Key,
          .caveat = "states with equal markers are taken for the same, which they need not be",
          .key_words = key_words};
}

template <class Worker>
class ContextReducer final : public Reducer {
 public:
  explicit ContextReducer(SharedContext context, ReducerTraits traits = {})
      : context_(std::move(context)), group_(context_), traits_(std::move(traits)) {}

  std::string name() const override { return std::string(context_->strategy->name); }
  Kind kind() const override { return traits_.kind; }
  Guarantee guarantee() const override { return context_->strategy->guarantee; }
  std::string caveat() const override { return traits_.caveat; }
  uint32_t key_words() const override { return traits_.key_words; }
  bool full() const override { return context_->strategy->coverage == Strategy::Coverage::Full; }
  const StateGroup* group() const override { return &group_; }
  std::unique_ptr<ReducerWorker> make_worker() const override { return std::make_unique<Worker>(context_); }

 private:
  SharedContext context_;
  ContextGroup group_;
  ReducerTraits traits_;
};

}  // namespace px::symmetry
