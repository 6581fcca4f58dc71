#include "engine/explore/merge_sample.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/base/hash.h"
#include "engine/explore/concurrent_map.h"

namespace px::explore {

class MergeLog {
 public:
  // Any thread.
  void add(uint64_t key, uint64_t form) {
    ConcurrentMap<std::vector<uint64_t>>::accessor entry;
    forms_.insert(entry, key);
    std::vector<uint64_t>& forms = entry->second;
    if (std::find(forms.begin(), forms.end(), form) == forms.end()) forms.push_back(form);
  }

  // While no thread adds.
  MergeCount count() const {
    MergeCount count;
    count.keys = forms_.size();
    for (const auto& [key, forms] : forms_) count.merged += forms.size() - 1;
    return count;
  }

 private:
  ConcurrentMap<std::vector<uint64_t>> forms_;  // of each key
};

namespace {

constexpr uint64_t kKeySeed = 0x6b65;
constexpr uint64_t kFormSeed = 0x666f726d;

class SampledWorker final : public ReducerWorker {
 public:
  SampledWorker(std::unique_ptr<ReducerWorker> inner, std::unique_ptr<ReducerWorker> full, uint32_t words,
                uint32_t key_words, uint64_t one_in, MergeLog& log)
      : inner_(std::move(inner)),
        full_(std::move(full)),
        words_(words),
        key_words_(key_words),
        one_in_(one_in),
        log_(log),
        form_(words) {}

  void reduce(uint64_t* states, size_t count) override { inner_->reduce(states, count); }
  void make_keys(const uint64_t* states, size_t count, uint64_t* keys) override {
    inner_->make_keys(states, count, keys);
    for (size_t i = 0; i < count; ++i) {
      const uint64_t key = hash_words(keys + i * key_words_, key_words_, kKeySeed);
      if (key % one_in_ != 0) continue;
      std::copy_n(states + i * words_, words_, form_.begin());
      full_->reduce(form_.data(), 1);
      log_.add(key, hash_words(form_.data(), words_, kFormSeed));
    }
  }
  std::vector<Statistic> statistics() const override { return inner_->statistics(); }

 private:
  std::unique_ptr<ReducerWorker> inner_;
  std::unique_ptr<ReducerWorker> full_;
  const uint32_t words_;
  const uint32_t key_words_;
  const uint64_t one_in_;
  MergeLog& log_;
  std::vector<uint64_t> form_;
};

}  // namespace

SampledReducer::SampledReducer(std::unique_ptr<Reducer> inner, const Reducer& full, uint32_t words, uint64_t one_in)
    : WrappedReducer(std::move(inner)),
      full_(full),
      words_(words),
      one_in_(one_in),
      log_(std::make_unique<MergeLog>()) {}

SampledReducer::~SampledReducer() = default;

std::unique_ptr<ReducerWorker> SampledReducer::make_worker() const {
  return std::make_unique<SampledWorker>(inner_->make_worker(), full_.make_worker(), words_, inner_->key_words(),
                                         one_in_, *log_);
}

MergeCount SampledReducer::count() const {
  MergeCount count = log_->count();
  count.one_in = one_in_;
  return count;
}

}  // namespace px::explore
