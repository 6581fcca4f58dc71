#include "symmetry/perm/permutation.h"

#include <numeric>

#include "engine/base/check.h"

namespace px::symmetry {

Permutation::Permutation(uint32_t size) : images_(size) {
  PX_CHECK(size <= UINT16_MAX);
  std::iota(images_.begin(), images_.end(), uint16_t{0});
}

Permutation::Permutation(std::vector<uint16_t> images) : images_(std::move(images)) {
  std::vector<bool> seen(images_.size(), false);
  for (const uint16_t image : images_) {
    PX_CHECK(image < images_.size() && !seen[image]);
    seen[image] = true;
  }
}

Permutation Permutation::transposition(uint32_t size, uint32_t a, uint32_t b) {
  Permutation p(size);
  std::swap(p.images_[a], p.images_[b]);
  return p;
}

bool Permutation::is_identity() const {
  for (uint32_t i = 0; i < size(); ++i) {
    if (images_[i] != i) return false;
  }
  return true;
}

Permutation Permutation::then(const Permutation& next) const {
  PX_CHECK(size() == next.size());
  Permutation result(size());
  for (uint32_t i = 0; i < size(); ++i) result.images_[i] = next.images_[images_[i]];
  return result;
}

Permutation Permutation::inverse() const {
  Permutation result(size());
  for (uint32_t i = 0; i < size(); ++i) result.images_[images_[i]] = static_cast<uint16_t>(i);
  return result;
}

std::string Permutation::cycles(const std::function<std::string(uint32_t)>& name) const {
  std::string text;
  std::vector<bool> seen(size(), false);
  for (uint32_t start = 0; start < size(); ++start) {
    if (seen[start] || images_[start] == start) continue;
    text += '(' + name(start);
    seen[start] = true;
    for (uint32_t i = images_[start]; i != start; i = images_[i]) {
      text += ' ' + name(i);
      seen[i] = true;
    }
    text += ')';
  }
  return text.empty() ? "()" : text;
}

}  // namespace px::symmetry
