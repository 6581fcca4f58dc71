#include "symmetry/canon/hierarchical.h"

#include <algorithm>

#include "symmetry/canon/group_guard.h"
#include "symmetry/canon/group_search.h"
#include "symmetry/marker/mix.h"

namespace px::symmetry {
namespace {

constexpr uint64_t kSetSeed = 0x9ddfea08eb382d69u;

// Sorts the parts of all sets of one state.
class HierarchySorter {
 public:
  explicit HierarchySorter(const CanonContext& context)
      : context_(context),
        hierarchy_(*context.general->hierarchy()),
        set_keys_(hierarchy_.sets.size()),
        image_(identity_images(context.points())),
        swap_(image_),
        moved_(context.words()) {
    for (const Hierarchy::Set& set : hierarchy_.sets) {
      first_.push_back(static_cast<uint32_t>(order_.size()));
      for (uint32_t p = 0; p < set.parts.size(); ++p) order_.push_back({0, p});
    }
  }

  void sort(const std::vector<uint64_t>& colours) {
    ties_.clear();
    for (uint32_t s = 0; s < hierarchy_.sets.size(); ++s) sort_set(s, colours);
  }

  size_t ties() const { return ties_.size(); }

  // Whether no exchange of tied parts changes the state.
  bool settled(const uint64_t* state) {
    return std::all_of(ties_.begin(), ties_.end(), [&](const Tie& tie) { return exchange_fixes(tie, state); });
  }

  // The permutation that moves every part to the position of its rank.
  const Point* image() {
    for (const uint32_t top : hierarchy_.tops) place(top, top);
    return image_.data();
  }

 private:
  struct Entry {
    uint64_t key = 0;
    uint32_t part = 0;
    bool operator<(const Entry& other) const { return key != other.key ? key < other.key : part < other.part; }
  };
  struct Tie {  // the parts at this rank and the next
    uint32_t set = 0;
    uint32_t rank = 0;
  };

  Entry* entries(uint32_t set) { return order_.data() + first_[set]; }
  const Hierarchy::Part& part_at(uint32_t set, uint32_t rank) {
    return hierarchy_.sets[set].parts[entries(set)[rank].part];
  }

  void sort_set(uint32_t s, const std::vector<uint64_t>& colours) {
    const Hierarchy::Set& set = hierarchy_.sets[s];
    Entry* const begin = entries(s);
    const uint32_t size = static_cast<uint32_t>(set.parts.size());
    for (uint32_t p = 0; p < size; ++p) {
      const Hierarchy::Part& part = set.parts[p];
      uint64_t key = part.points.empty() ? kSetSeed : colours[part.points[0]];
      for (size_t k = 1; k < part.points.size(); ++k) key = mix(key, colours[part.points[k]]);
      for (const uint32_t inner : part.sets) key = mix(key, set_keys_[inner]);
      insert(begin, p, Entry{key, p});
    }
    uint64_t whole = kSetSeed;
    for (uint32_t rank = 0; rank < size; ++rank) {
      whole = mix(whole, begin[rank].key);
      if (rank + 1 < size && begin[rank].key == begin[rank + 1].key) ties_.push_back({s, rank});
    }
    set_keys_[s] = whole;
  }

  // Sets have few parts; the first `count` are sorted.
  static void insert(Entry* sorted, uint32_t count, Entry entry) {
    for (; count > 0 && entry < sorted[count - 1]; --count) sorted[count] = sorted[count - 1];
    sorted[count] = entry;
  }

  void place(uint32_t target, uint32_t source) {
    const Hierarchy::Set& to = hierarchy_.sets[target];
    for (uint32_t rank = 0; rank < to.parts.size(); ++rank) {
      const Hierarchy::Part& from = part_at(source, rank);
      const Hierarchy::Part& home = to.parts[rank];
      for (size_t k = 0; k < from.points.size(); ++k) image_[from.points[k]] = home.points[k];
      for (size_t k = 0; k < from.sets.size(); ++k) place(home.sets[k], from.sets[k]);
    }
  }

  void swap_parts(const Hierarchy::Part& a, const Hierarchy::Part& b) {
    for (size_t k = 0; k < a.points.size(); ++k) std::swap(swap_[a.points[k]], swap_[b.points[k]]);
    for (size_t k = 0; k < a.sets.size(); ++k) {
      for (uint32_t rank = 0; rank < hierarchy_.sets[a.sets[k]].parts.size(); ++rank) {
        swap_parts(part_at(a.sets[k], rank), part_at(b.sets[k], rank));
      }
    }
  }

  bool exchange_fixes(const Tie& tie, const uint64_t* state) {
    const Hierarchy::Part& a = part_at(tie.set, tie.rank);
    const Hierarchy::Part& b = part_at(tie.set, tie.rank + 1);
    swap_parts(a, b);
    context_.permuter->apply(swap_.data(), state, moved_.data());
    swap_parts(a, b);
    return std::equal(moved_.begin(), moved_.end(), state);
  }

  const CanonContext& context_;
  const Hierarchy& hierarchy_;
  std::vector<uint32_t> first_;  // per set: its first entry
  std::vector<Entry> order_;     // of the parts of all sets
  std::vector<uint64_t> set_keys_;
  std::vector<Tie> ties_;
  std::vector<Point> image_, swap_;
  std::vector<uint64_t> moved_;
};

class HierarchicalWorker final : public ReducerWorker {
 public:
  explicit HierarchicalWorker(SharedContext context)
      : context_(std::move(context)),
        map_(*context_->map),
        batch_(map_),
        sorter_(*context_),
        search_(*context_, false),
        guard_(*context_),
        colours_(map_.fixed_colours()),
        scratch_(context_->points()),
        out_(context_->words()) {}

  void reduce(uint64_t* states, size_t count) override {
    const size_t words = context_->words();
    MarkerBatch::for_each_batch(count, [&](size_t begin, size_t in_batch) {
      batch_.make_keys(states + begin * words, in_batch);
      for (uint32_t column = 0; column < in_batch; ++column) {
        uint64_t* state = states + (begin + column) * words;
        if (sort(state, column)) {
          const Point* image = sorter_.image();
          context_->permuter->apply(image, state, out_.data());
          guard_.applied(image, state, out_.data());
        } else {
          search_.run(state, batch_, column, out_.data());
          guard_.applied(search_.image(), state, out_.data());
        }
        std::copy(out_.begin(), out_.end(), state);
      }
    });
  }
  bool reduce_told(uint64_t* state, std::vector<Point>& image) override {
    return guard_.tell(image, [&] { reduce(state, 1); });
  }

  std::vector<Statistic> statistics() const override {
    return {{"states refined", refined_},
            {"states individualised", search_.searched()},
            {"most leaves of a search", search_.worst_tree(), Statistic::Combine::Max}};
  }

 private:
  bool sort(const uint64_t* state, uint32_t column) {
    batch_.write_colours(column, colours_.data());
    sorter_.sort(colours_);
    if (sorter_.settled(state)) return true;
    if (!map_.has_edges()) return false;
    ++refined_;
    map_.collect_edges(state, edges_);
    for (size_t before = sorter_.ties() + 1; sorter_.ties() < before;) {
      before = sorter_.ties();
      map_.refine(edges_, colours_.data(), scratch_.data());
      sorter_.sort(colours_);
    }
    return sorter_.settled(state);
  }

  SharedContext context_;
  const OccurrenceMap& map_;
  MarkerBatch batch_;
  HierarchySorter sorter_;
  GroupSearch search_;
  GroupGuard guard_;
  std::vector<uint64_t> colours_, scratch_, out_;
  std::vector<MarkerEdge> edges_;
  uint64_t refined_ = 0;
};

}  // namespace

std::unique_ptr<Reducer> make_hierarchical(SharedContext context) {
  return std::make_unique<ContextReducer<HierarchicalWorker>>(std::move(context));
}

}  // namespace px::symmetry
