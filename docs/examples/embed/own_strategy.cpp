// A strategy of symmetry reduction that pexplore does not have: one pass of exchanges of neighbours. It is exact,
// because it only applies permutations of the group to a state; it occasionally stores several states of a
// class.
#include <algorithm>
#include <iostream>
#include <numeric>

#include "frontends/driver/read_model.h"
#include "frontends/driver/session.h"
#include "symmetry/canon/context_reducer.h"

constexpr const char* kModel = R"(sort User[4]
var work: [User] 0..2
action step(u: User) when work[u] < 2 do work[u] += 1
action reset(u: User) when work[u] = 2 do work[u] := 0
)";

// One worker per thread of a search.
class OnePass final : public px::ReducerWorker {
 public:
  explicit OnePass(px::symmetry::SharedContext context)
      : context_(std::move(context)),
        image_(px::symmetry::identity_images(context_->points())),
        moved_(context_->words()) {}

  void reduce(uint64_t* states, size_t count) override {
    for (size_t i = 0; i < count; ++i) pass(states + i * context_->words());
  }

 private:
  void pass(uint64_t* state) {
    const px::symmetry::ElementSpace& space = context_->permuter->space();
    for (const px::symmetry::Block& block : context_->group.blocks) {
      for (size_t i = 0; i + 1 < block.elements.size(); ++i) {
        const uint32_t a = space.point(block.sort, block.elements[i]);
        const uint32_t b = space.point(block.sort, block.elements[i + 1]);
        std::swap(image_[a], image_[b]);
        context_->permuter->apply(image_.data(), state, moved_.data());
        std::swap(image_[a], image_[b]);
        if (std::lexicographical_compare(moved_.begin(), moved_.end(), state, state + context_->words())) {
          std::copy(moved_.begin(), moved_.end(), state);
        }
      }
    }
  }

  px::symmetry::SharedContext context_;
  std::vector<px::symmetry::Point> image_;
  std::vector<uint64_t> moved_;
};

std::unique_ptr<px::Reducer> make_one_pass(px::symmetry::SharedContext context) {
  return std::make_unique<px::symmetry::ContextReducer<OnePass>>(std::move(context));
}

constexpr px::symmetry::Strategy kOnePass{.name = "one-pass", .for_product = &make_one_pass};

int main() {
  using namespace px::driver;
  for (const px::symmetry::Strategy* strategy :
       {px::symmetry::find_strategy("none"), &kOnePass, px::symmetry::find_strategy("canonical")}) {
    px::SourceMap sources;
    auto model = read_model("work.px", kModel, LanguageId::Auto, {}, sources);
    if (!model) return px::kExitModelError;
    SessionOptions options;
    options.reduction.strategy = strategy->name;
    if (strategy == &kOnePass) options.reduction.own_strategy = strategy;
    Session session(std::move(*model), options, sources);
    const px::Result<CheckResult> checked = session.check();
    if (!checked) return px::kExitModelError;
    std::cout << checked->execution->reducer->name() << ": " << checked->result.states << " states, "
              << px::verdict_name(checked->result.verdict) << '\n';
  }
}
