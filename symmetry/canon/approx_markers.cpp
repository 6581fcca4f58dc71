// Strategy "approx-markers": the state with every element replaced by its marker.
//
// Idea ([BDLM09] 5.1, m; [LM07] Def. 2): sort the elements by marker, apply that permutation, and replace each element
// that occurs as a value by the last place of the class of its marker. Two states of one orbit get the same key; two
// states with the same key are considered equivalent, although they need not be.
// What differs from the papers. [BDLM09] names the targets of ss cells by their classes of the last round, while ties
// were broken by the round before: two elements of one class may then refer to different classes, and the order between
// them shows in the key, so that Prop. 1 (1) can fail. [LM07] keeps multisets of multisets. Here everything that links
// elements goes into one word: a sum over all edges, and over all elements, of hashes of their colours in the last
// round. That is invariant, and finer than the classes.
// Guarantee: approximate and full: no class is stored twice (except for collisions between keys of different elements,
// if keys are hashed), some may be lost. If no cell indexed by a sort holds elements it is exact in effect (Prop. 2).
// Cost: exact-markers and one more pass over the cells that hold elements.
#include <algorithm>

#include "symmetry/canon/context_reducer.h"
#include "symmetry/marker/marker_batch.h"
#include "symmetry/marker/mix.h"

namespace px::symmetry {
namespace {

class ApproxMarkersWorker final : public ReducerWorker {
 public:
  explicit ApproxMarkersWorker(SharedContext context)
      : context_(std::move(context)),
        map_(*context_->map),
        batch_(map_),
        image_(identity_images(context_->points())),
        last_of_class_(image_),
        colours_(map_.fixed_colours()) {
    for (const StateSlot& slot : context_->permuter->slots()) {
      if (slot.content != StateSlot::Content::Element && slot.dimensions.size() < 2 &&
          (slot.content == StateSlot::Content::Plain || slot.dimensions.empty())) {
        continue;  // plain cells of one element and sets at plain places: moved unchanged
      }
      (slot.dimensions.empty() ? values_ : links_).push_back(&slot);
    }
  }

  void make_keys(const uint64_t* states, size_t count, uint64_t* keys) override {
    const size_t words = context_->words();
    const size_t key_words = words + (map_.has_edges() ? 1 : 0);
    MarkerBatch::for_each_batch(count, [&](size_t begin, size_t in_batch) {
      batch_.make_keys(states + begin * words, in_batch);
      for (uint32_t column = 0; context_->marker_rounds > 1 && map_.has_edges() && column < in_batch; ++column) {
        batch_.refine_keys(states + (begin + column) * words, column, context_->marker_rounds - 1);
      }
      batch_.sort();
      for (uint32_t column = 0; column < in_batch; ++column) {
        make_key(column, states + (begin + column) * words, keys + (begin + column) * key_words);
      }
    });
  }

 private:
  void make_key(uint32_t column, const uint64_t* state, uint64_t* key) {
    batch_.write_image(column, image_.data());
    context_->permuter->apply(image_.data(), state, key);
    find_classes(column);
    for (const StateSlot* slot : values_) replace_value(*slot, key);
    if (!map_.has_edges()) return;
    for (const StateSlot* slot : links_) {
      for_each_cell(*slot, [&](uint64_t bit, uint64_t, const uint32_t*) { ir::write_bits(key, bit, slot->width, 0); });
    }
    key[context_->words()] = hash_of_links(column, state);
  }

  // For each place of a block, finds the last place with the same marker.
  void find_classes(uint32_t column) {
    for (uint32_t b = 0; b < map_.blocks(); ++b) {
      for (uint32_t place = map_.block_end(b); place-- > map_.block_begin(b);) {
        const bool same = place + 1 < map_.block_end(b) && batch_.key(batch_.member_at(place, column), column) ==
                                                               batch_.key(batch_.member_at(place + 1, column), column);
        last_of_class_[map_.point(place)] = same ? last_of_class_[map_.point(place + 1)] : map_.point(place);
      }
    }
  }

  void replace_value(const StateSlot& slot, uint64_t* key) const {
    if (slot.guard_width != 0 && ir::read_bits(key, slot.guard_bit, slot.guard_width) <= slot.guard_position) return;
    const uint64_t none = slot.allows_none ? 1 : 0;
    const uint64_t raw = ir::read_bits(key, slot.bit, slot.width);
    if (raw < none) return;
    const uint32_t first = context_->permuter->space().first(slot.sort);
    ir::write_bits(key, slot.bit, slot.width, uint64_t{last_of_class_[first + raw - none]} - first + none);
  }

  uint64_t hash_of_links(uint32_t column, const uint64_t* state) {
    batch_.write_colours(column, colours_.data());
    uint64_t sum = 0;
    for (uint32_t m = 0; m < map_.members(); ++m) sum += mix(colours_[map_.point(m)], 1);
    map_.collect_edges(state, edges_);
    for (const MarkerEdge& edge : edges_) {
      uint64_t ends = edge.label;
      for (uint32_t k = 0; k < edge.rank; ++k) ends += mix(colours_[edge.points[k]], k + 1);
      sum += mix(ends, 2);
    }
    return sum;
  }

  SharedContext context_;
  const OccurrenceMap& map_;
  MarkerBatch batch_;
  std::vector<Point> image_, last_of_class_;
  std::vector<uint64_t> colours_;
  std::vector<MarkerEdge> edges_;
  std::vector<const StateSlot*> values_, links_;
};

}  // namespace

std::unique_ptr<Reducer> make_approx_markers(SharedContext context) {
  const uint32_t words = context->words() + (context->map->has_edges() ? 1 : 0);
  return std::make_unique<ContextReducer<ApproxMarkersWorker>>(std::move(context), key_of_markers(words));
}

}  // namespace px::symmetry
