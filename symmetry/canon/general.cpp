// The strategies for groups that are not products of full symmetric groups (CanonContext::general is set).
//
//   canonical       the least image, by GroupSearch: exact and full
//   exact-markers   GroupSearch without a tree: if markers tie, the first element is taken; exact
//   approx-markers  a key made of what no element of the group changes: the plain part of the state, and the multiset
//                   of the elements' markers after refinement over the edges of the state and of the group's structure
#include <algorithm>

#include "symmetry/canon/context_reducer.h"
#include "symmetry/canon/group_guard.h"
#include "symmetry/canon/group_search.h"
#include "symmetry/canon/hierarchical.h"
#include "symmetry/marker/mix.h"

namespace px::symmetry {
namespace {

template <bool Greedy>
class SearchWorker final : public ReducerWorker {
 public:
  explicit SearchWorker(SharedContext context)
      : context_(std::move(context)),
        batch_(*context_->map),
        search_(*context_, Greedy),
        guard_(*context_),
        out_(context_->words()) {}

  void reduce(uint64_t* states, size_t count) override {
    const size_t words = context_->words();
    MarkerBatch::for_each_batch(count, [&](size_t begin, size_t in_batch) {
      batch_.make_keys(states + begin * words, in_batch);
      for (uint32_t column = 0; column < in_batch; ++column) {
        uint64_t* state = states + (begin + column) * words;
        search_.run(state, batch_, column, out_.data());
        guard_.applied(search_.image(), state, out_.data());
        std::copy(out_.begin(), out_.end(), state);
      }
    });
  }
  bool reduce_told(uint64_t* state, std::vector<Point>& image) override {
    return guard_.tell(image, [&] { reduce(state, 1); });
  }

  std::vector<Statistic> statistics() const override {
    if (Greedy) return {};
    return {{"states individualised", search_.searched()},
            {"most leaves of a search", search_.worst_tree(), Statistic::Combine::Max}};
  }

 private:
  SharedContext context_;
  MarkerBatch batch_;
  GroupSearch search_;
  GroupGuard guard_;
  std::vector<uint64_t> out_;
};

class ApproxWorker final : public ReducerWorker {
 public:
  explicit ApproxWorker(SharedContext context)
      : context_(std::move(context)),
        map_(*context_->map),
        batch_(map_),
        colours_(map_.fixed_colours()),
        scratch_(context_->points()) {}

  void make_keys(const uint64_t* states, size_t count, uint64_t* keys) override {
    const size_t words = context_->words();
    MarkerBatch::for_each_batch(count, [&](size_t begin, size_t in_batch) {
      batch_.make_keys(states + begin * words, in_batch);
      for (uint32_t column = 0; column < in_batch; ++column) {
        make_key(column, states + (begin + column) * words, keys + (begin + column) * (words + 1));
      }
    });
  }

 private:
  void make_key(uint32_t column, const uint64_t* state, uint64_t* key) {
    std::copy(state, state + context_->words(), key);
    for (const StateSlot& slot : context_->permuter->slots()) {
      for_each_cell(slot, [&](uint64_t bit, uint64_t, const uint32_t*) { ir::write_bits(key, bit, slot.width, 0); });
    }
    batch_.write_colours(column, colours_.data());
    map_.collect_edges(state, edges_);
    edges_.insert(edges_.end(), context_->general->static_edges().begin(), context_->general->static_edges().end());
    for (uint32_t round = 1; round < context_->marker_rounds; ++round) {
      map_.refine(edges_, colours_.data(), scratch_.data());
    }
    uint64_t sum = 0;
    for (uint32_t m = 0; m < map_.members(); ++m) sum += mix(colours_[map_.point(m)], 1);
    // Cells that the whole group fixes are not part of any edge or colour: add them unchanged.
    sum += fixed_part(state);
    key[context_->words()] = sum;
  }

  uint64_t fixed_part(const uint64_t* state) const {
    uint64_t sum = 0;
    for (size_t s = 0; s < context_->permuter->slots().size(); ++s) {
      const StateSlot& slot = context_->permuter->slots()[s];
      for_each_cell(slot, [&](uint64_t bit, uint64_t, const uint32_t* elements) {
        if (touches_members(slot, state, bit, elements)) return;
        uint64_t place = s;
        for (size_t k = 0; k < slot.dimensions.size(); ++k) place = mix(place, elements[k] + 1);
        sum += mix(place, ir::read_bits(state, bit, slot.width) + 1);
      });
    }
    return sum;
  }

  bool touches_members(const StateSlot& slot, const uint64_t* state, uint64_t bit, const uint32_t* elements) const {
    const ElementSpace& space = context_->permuter->space();
    const auto is_member = [&](uint32_t point) { return map_.member_of(point) < map_.members(); };
    for (size_t k = 0; k < slot.dimensions.size(); ++k) {
      if (is_member(space.point(slot.dimensions[k].sort, elements[k]))) return true;
    }
    const uint64_t raw = ir::read_bits(state, bit, slot.width);
    if (slot.content == StateSlot::Content::Set) {
      for (uint32_t i = 0; i < slot.width; ++i) {
        if ((raw >> i & 1) != 0 && is_member(space.point(slot.sort, slot.first + i))) return true;
      }
    }
    if (slot.content != StateSlot::Content::Element || (slot.allows_none && raw == 0)) return false;
    return is_member(static_cast<uint32_t>(space.first(slot.sort) + raw - (slot.allows_none ? 1 : 0)));
  }

  SharedContext context_;
  const OccurrenceMap& map_;
  MarkerBatch batch_;
  std::vector<uint64_t> colours_, scratch_;
  std::vector<MarkerEdge> edges_;
};

}  // namespace

std::unique_ptr<Reducer> make_general_canonical(SharedContext context) {
  if (context->general->hierarchy() != nullptr) return make_hierarchical(std::move(context));
  return std::make_unique<ContextReducer<SearchWorker<false>>>(std::move(context));
}

std::unique_ptr<Reducer> make_general_exact_markers(SharedContext context) {
  return std::make_unique<ContextReducer<SearchWorker<true>>>(std::move(context));
}

std::unique_ptr<Reducer> make_general_approx_markers(SharedContext context) {
  const uint32_t words = context->words() + 1;
  return std::make_unique<ContextReducer<ApproxWorker>>(std::move(context), key_of_markers(words));
}

}  // namespace px::symmetry
