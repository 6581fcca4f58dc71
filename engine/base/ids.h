// Typed indices. An id says what it indexes, so data can stay dense in vectors and no pointer is stored. Debug builds
// check that an id is in the range of the store it is used with.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "engine/base/check.h"

namespace px {

template <class Tag>
struct Id {
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t value = kNone;

  constexpr Id() = default;
  constexpr explicit Id(uint32_t v) : value(v) {}
  constexpr bool valid() const { return value != kNone; }
  constexpr auto operator<=>(const Id&) const = default;
};

// A vector indexed by one kind of id. Elements are never removed, so an id remains valid for the lifetime of the store.
template <class IdType, class T>
class Store {
 public:
  IdType add(T item) {
    PX_DCHECK(items_.size() < IdType::kNone);
    items_.push_back(std::move(item));
    return IdType(static_cast<uint32_t>(items_.size() - 1));
  }
  T& operator[](IdType id) {
    PX_DCHECK(contains(id));
    return items_[id.value];
  }
  const T& operator[](IdType id) const {
    PX_DCHECK(contains(id));
    return items_[id.value];
  }
  bool contains(IdType id) const { return id.value < items_.size(); }
  uint32_t size() const { return static_cast<uint32_t>(items_.size()); }
  bool empty() const { return items_.empty(); }
  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }
  IdType id_at(size_t index) const {
    PX_DCHECK(index < items_.size());
    return IdType(static_cast<uint32_t>(index));
  }

 private:
  std::vector<T> items_;
};

}  // namespace px

template <class Tag>
struct std::hash<px::Id<Tag>> {
  size_t operator()(px::Id<Tag> id) const noexcept { return std::hash<uint32_t>()(id.value); }
};
