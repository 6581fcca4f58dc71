// Strategy "flooding": store all images of a state, expand only the state itself.
//
// Idea ([LM07], permutation flooding): when a state is new, all its images under the group are inserted with it, marked
// as done. The first state of an orbit to be found is its representative. Guarantee: exact and full. Cost: no work for
// states already seen; the order of the group for each new one, and a table as large as without reduction. The factory
// refuses groups of more than kEnumerateLimit elements.
#include <set>

#include "symmetry/canon/context_reducer.h"
#include "symmetry/canon/group_guard.h"
#include "symmetry/canon/group_walk.h"

namespace px::symmetry {
namespace {

class FloodingWorker final : public ReducerWorker {
 public:
  explicit FloodingWorker(SharedContext context)
      : context_(std::move(context)),
        segments_(whole_group(*context_)),
        guard_(*context_),
        image_(identity_images(context_->points())),
        moved_(context_->words()) {}

  void make_images(const uint64_t* state, std::vector<uint64_t>& images) override {
    std::set<std::vector<uint64_t>> seen{{state, state + context_->words()}};
    for_each_group_element(*context_, segments_, image_, [&](const std::vector<Point>& image) {
      context_->permuter->apply(image.data(), state, moved_.data());
      guard_.applied(image.data(), state, moved_.data());
      if (seen.insert(moved_).second) images.insert(images.end(), moved_.begin(), moved_.end());
    });
  }

 private:
  SharedContext context_;
  std::vector<GroupSegment> segments_;
  GroupGuard guard_;
  std::vector<Point> image_;
  std::vector<uint64_t> moved_;
};

}  // namespace

std::unique_ptr<Reducer> make_flooding(SharedContext context) {
  return std::make_unique<ContextReducer<FloodingWorker>>(std::move(context),
                                                          ReducerTraits{.kind = Reducer::Kind::Orbit});
}

}  // namespace px::symmetry
