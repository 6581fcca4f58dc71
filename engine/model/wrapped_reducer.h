#pragma once

#include <memory>
#include <string>

#include "engine/model/reducer.h"

namespace px {

// The base class of reducers that observe another reducer: it forwards kind, guarantee and group.
class WrappedReducer : public Reducer {
 public:
  explicit WrappedReducer(std::unique_ptr<Reducer> inner) : inner_(std::move(inner)) {}

  std::string name() const final { return inner_->name(); }
  Kind kind() const final { return inner_->kind(); }
  Guarantee guarantee() const final { return inner_->guarantee(); }
  std::string caveat() const final { return inner_->caveat(); }
  uint32_t key_words() const final { return inner_->key_words(); }
  bool full() const final { return inner_->full(); }
  const StateGroup* group() const final { return inner_->group(); }

 protected:
  std::unique_ptr<Reducer> inner_;
};

}  // namespace px
