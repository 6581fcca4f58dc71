// Strategy "enumerate": the smallest image of the state under all permutations of the group.
//
// Idea: by definition (TopSPIN's enumerate). Guarantee: exact and full. Cost: the order of the group per state, so the
// factory refuses groups of more than kEnumerateLimit elements. It is the oracle for all other strategies.
#include <algorithm>

#include "symmetry/canon/context_reducer.h"
#include "symmetry/canon/group_guard.h"
#include "symmetry/canon/group_walk.h"

namespace px::symmetry {

std::vector<GroupSegment> whole_group(const CanonContext& context) {
  std::vector<GroupSegment> segments;
  for (const Block& block : context.group.blocks) {
    GroupSegment segment;
    for (const uint32_t element : block.elements) {
      segment.points.push_back(static_cast<Point>(context.permuter->space().point(block.sort, element)));
    }
    segment.names = segment.points;
    segments.push_back(std::move(segment));
  }
  return segments;
}

namespace {

class EnumerateWorker final : public ReducerWorker {
 public:
  explicit EnumerateWorker(SharedContext context)
      : context_(std::move(context)),
        segments_(whole_group(*context_)),
        guard_(*context_),
        image_(identity_images(context_->points())),
        identity_(image_),
        moved_(context_->words()),
        best_(context_->words()) {}

  void reduce(uint64_t* states, size_t count) override {
    for (size_t i = 0; i < count; ++i) reduce_one(states + i * context_->words());
  }
  bool reduce_told(uint64_t* state, std::vector<Point>& image) override {
    return guard_.tell(image, [&] { reduce(state, 1); });
  }

 private:
  void reduce_one(uint64_t* state) {
    best_.assign(state, state + context_->words());
    best_image_ = identity_;
    for_each_group_element(*context_, segments_, image_, [&](const std::vector<Point>& image) {
      context_->permuter->apply(image.data(), state, moved_.data());
      if (!(moved_ < best_)) return;
      best_ = moved_;
      best_image_ = image;
    });
    guard_.applied(best_image_.data(), state, best_.data());
    std::copy(best_.begin(), best_.end(), state);
  }

  SharedContext context_;
  std::vector<GroupSegment> segments_;
  GroupGuard guard_;
  std::vector<Point> image_, identity_, best_image_;
  std::vector<uint64_t> moved_, best_;
};

}  // namespace

std::unique_ptr<Reducer> make_enumerate(SharedContext context) {
  return std::make_unique<ContextReducer<EnumerateWorker>>(std::move(context));
}

}  // namespace px::symmetry
