// Strategy "flattened": replace every element value by the same value, then sort.
//
// Idea ([BDLM09] 4): all values of sorts are replaced by one neutral value (sets inside cells by their size), and the
// flattened state is sorted by exchanging elements. The result is a key; the first state found with a key is explored.
// Guarantee: approximate, and coarse: states that differ only in which elements their values name are merged. Cost: as
// sorted.
#include <algorithm>
#include <bit>

#include "symmetry/canon/context_reducer.h"
#include "symmetry/canon/transpositions.h"

namespace px::symmetry {
namespace {

class FlattenedWorker final : public ReducerWorker {
 public:
  explicit FlattenedWorker(SharedContext context) : context_(std::move(context)), descent_(*context_) {}

  void make_keys(const uint64_t* states, size_t count, uint64_t* keys) override {
    const size_t words = context_->words();
    std::copy(states, states + count * words, keys);
    for (size_t i = 0; i < count; ++i) {
      flatten(keys + i * words);
      descent_.run(keys + i * words);
    }
  }

 private:
  void flatten(uint64_t* state) const {
    for (const StateSlot& slot : context_->permuter->slots()) {
      if (slot.content == StateSlot::Content::Plain) continue;
      const bool counted = slot.content == StateSlot::Content::Set && !slot.dimensions.empty();
      if (slot.content == StateSlot::Content::Set && !counted) continue;  // permuted as Boolean cells
      for_each_cell(slot, [&](uint64_t bit, uint64_t, const uint32_t*) {
        const int members = counted ? std::popcount(ir::read_bits(state, bit, slot.width)) : 0;
        const uint64_t neutral = members == 64 ? ~uint64_t{0} : (uint64_t{1} << members) - 1;
        ir::write_bits(state, bit, slot.width, neutral);
      });
    }
  }

  SharedContext context_;
  TranspositionDescent descent_;
};

}  // namespace

std::unique_ptr<Reducer> make_flattened(SharedContext context) {
  const uint32_t words = context->words();
  return std::make_unique<ContextReducer<FlattenedWorker>>(
      std::move(context),
      ReducerTraits{.kind = Reducer::Kind::Key,
                    .caveat = "states that differ only in which elements values name are taken for the same",
                    .key_words = words});
}

}  // namespace px::symmetry
