#include "engine/model/reducer.h"

#include "engine/base/check.h"

namespace px {
namespace {

class IdentityWorker final : public ReducerWorker {
 public:
  void reduce(uint64_t*, size_t) override {}
  void make_images(const uint64_t*, std::vector<uint64_t>&) override {}  // there are no other images
};

}  // namespace

void ReducerWorker::reduce(uint64_t*, size_t) {
  PX_UNREACHABLE("this reducer has no representatives");
}

bool ReducerWorker::reduce_told(uint64_t*, std::vector<uint16_t>&) {
  return false;
}

void ReducerWorker::make_keys(const uint64_t*, size_t, uint64_t*) {
  PX_UNREACHABLE("this reducer makes no keys");
}

void ReducerWorker::make_images(const uint64_t*, std::vector<uint64_t>&) {
  PX_UNREACHABLE("this reducer makes no images");
}

std::unique_ptr<ReducerWorker> IdentityReducer::make_worker() const {
  return std::make_unique<IdentityWorker>();
}

}  // namespace px
