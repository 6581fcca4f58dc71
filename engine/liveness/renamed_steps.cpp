#include "engine/liveness/renamed_steps.h"

#include <algorithm>

#include "engine/base/check.h"

namespace px::liveness {

RenamedSteps::RenamedSteps(const TransitionSystem& system, const Reducer& reducer, const CycleMarks& marks)
    : marks_(marks),
      is_identity_(reducer.kind() == Reducer::Kind::Identity),
      elements_(marks.elements()),
      set_words_((elements_ + 63) / 64),
      generator_(system.make_generator()),
      reducer_(reducer.make_worker()),
      batch_(system.words()) {}

bool RenamedSteps::make(const uint64_t* state, const Allowance* allowance) {
  batch_.clear();
  batch_.cut_short = false;
  batch_.allowance = allowance;
  generator_->expand(state, 1, UINT32_MAX, batch_);
  if (batch_.cut_short || !batch_.events.empty()) return false;
  here_.assign(set_words_, 0);
  by_step_.assign(size_t{count()} * set_words_, 0);
  state_marks_ = marks_.satisfied(state, batch_, here_.data(), by_step_.data());
  forms_.assign(batch_.states.begin(), batch_.states.end());
  if (is_identity_) return true;
  images_.resize(std::max<size_t>(images_.size(), count()));
  renamings_.resize(size_t{count()} * elements_);
  for (uint32_t i = 0; i < count(); ++i) {
    const bool is_told = reducer_->reduce_told(forms_.data() + size_t{i} * batch_.words, images_[i]);
    PX_CHECK(is_told);
    for (uint32_t k = 0; k < elements_; ++k) {
      renamings_[size_t{i} * elements_ + k] = static_cast<uint16_t>(marks_.renamed(k, images_[i].data()));
    }
  }
  return true;
}

std::vector<uint16_t> RenamedSteps::reduce(uint64_t* state) {
  std::vector<uint16_t> image;
  if (is_identity_) return image;
  const bool is_told = reducer_->reduce_told(state, image);
  PX_CHECK(is_told);
  return image;
}

}  // namespace px::liveness
