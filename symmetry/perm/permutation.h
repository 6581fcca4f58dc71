// A permutation of 0 .. size-1. Written p.image(i); (p.then(q)).image(i) = q.image(p.image(i)), so that
// (s^p)^q = s^(p then q).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/check.h"

namespace px::symmetry {

class Permutation {
 public:
  Permutation() = default;
  explicit Permutation(uint32_t size);  // the identity
  explicit Permutation(std::vector<uint16_t> images);
  static Permutation transposition(uint32_t size, uint32_t a, uint32_t b);

  uint32_t size() const { return static_cast<uint32_t>(images_.size()); }
  uint32_t image(uint32_t point) const {
    PX_DCHECK(point < images_.size());
    return images_[point];
  }
  const uint16_t* data() const { return images_.data(); }
  std::span<const uint16_t> images() const { return images_; }
  bool is_identity() const;
  Permutation then(const Permutation& next) const;
  Permutation inverse() const;
  // Disjoint cycles, e.g. "(1 2)(3 4 5)"; "()" for the identity.
  std::string cycles(const std::function<std::string(uint32_t)>& name) const;
  bool operator==(const Permutation&) const = default;

 private:
  std::vector<uint16_t> images_;
};

}  // namespace px::symmetry
