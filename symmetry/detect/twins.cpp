#include "symmetry/detect/twins.h"

#include <algorithm>
#include <utility>

namespace px::symmetry {
namespace {

using Points = std::vector<uint32_t>;

// Failed tests allowed: enough for sixteen classes of any size, and for many of a few elements.
constexpr size_t kMaxMisses = 1024;
constexpr size_t kMaxMissesPerElement = 16;

// nullopt if the cell is abandoned.
std::vector<Points> classes_of(const Points& cell, const std::function<bool(uint32_t, uint32_t)>& are_twins) {
  std::vector<Points> classes;
  size_t misses_left = kMaxMisses + kMaxMissesPerElement * cell.size();
  for (const uint32_t point : cell) {
    const auto own = std::find_if(classes.begin(), classes.end(), [&](const Points& known) {
      if (misses_left == 0 || are_twins(known.front(), point)) return true;
      --misses_left;
      return false;
    });
    if (misses_left == 0) return {};
    if (own == classes.end()) {
      classes.push_back({point});
    } else {
      own->push_back(point);
    }
  }
  std::erase_if(classes, [](const Points& points) { return points.size() < 2; });
  return classes;
}

}  // namespace

std::vector<Points> find_twins(const std::vector<Points>& cells,
                               const std::function<bool(uint32_t, uint32_t)>& are_twins) {
  std::vector<Points> twins;
  for (const Points& cell : cells) {
    if (cell.size() < 2) continue;
    for (Points& points : classes_of(cell, are_twins)) twins.push_back(std::move(points));
  }
  return twins;
}

}  // namespace px::symmetry
