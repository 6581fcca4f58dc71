#include "engine/explore/audit_errors.h"

#include <algorithm>
#include <set>

#include "engine/explore/violation_log.h"

namespace px::explore {
namespace {

constexpr size_t kAtOnce = 256;
constexpr uint32_t kEnoughSuccessors = 4096;

template <class Map>
typename Map::mapped_type value_or_empty(const Map& map, typename Map::key_type key) {
  const auto found = map.find(key);
  return found == map.end() ? typename Map::mapped_type{} : found->second;
}

}  // namespace

ErrorComparison::ErrorComparison(const TransitionSystem& system, const StateGroup& group)
    : system_(system), group_(group), generator_(system.make_generator()), batch_(system.words()) {}

std::map<size_t, ErrorComparison::Errors> ErrorComparison::errors_of(const std::vector<uint64_t>& states) {
  const uint32_t words = system_.words();
  const size_t count = states.size() / words;
  std::map<size_t, Errors> found;
  std::set<std::pair<size_t, ViolationLog::Key>> seen;
  for (size_t done = 0; done < count;) {
    batch_.clear();
    const size_t expanded =
        generator_->expand(states.data() + done * words, std::min(kAtOnce, count - done), kEnoughSuccessors, batch_);
    for (const Event& event : batch_.events) {
      const size_t row = done + event.state;
      if (!seen.emplace(row, ViolationLog::key_of(event)).second) continue;
      ++found[row][{static_cast<int>(event.kind), static_cast<int>(event.error),
                    static_cast<int>(violation_of(event, system_.program()))}];
    }
    done += expanded;
  }
  return found;
}

std::optional<size_t> ErrorComparison::first_difference(const std::vector<uint64_t>& states,
                                                        const std::vector<uint32_t>& parents) {
  const std::map<size_t, Errors> errors = errors_of(states);
  for (size_t row = 0; row < parents.size(); ++row) {
    if (value_or_empty(errors, row) != value_or_empty(errors, parents[row])) return row;
  }
  return {};
}

std::optional<size_t> ErrorComparison::first_unlike_its_images(const std::vector<uint64_t>& states) {
  const uint32_t words = system_.words();
  const std::map<size_t, Errors> errors = errors_of(states);
  std::vector<uint64_t> images;
  for (size_t row = 0; row * words < states.size(); ++row) {
    images.clear();
    group_.make_generator_images(states.data() + row * words, images);
    const std::map<size_t, Errors> of_images = errors_of(images);
    for (size_t image = 0; image * words < images.size(); ++image) {
      if (value_or_empty(of_images, image) != value_or_empty(errors, row)) return row;
    }
  }
  return {};
}

}  // namespace px::explore
