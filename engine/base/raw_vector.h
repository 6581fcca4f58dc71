// A std::vector whose resize() leaves new elements of trivial types uninitialised: for buffers that are first resized
// and then filled, where zeroing would be an extra pass over the memory.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace px {

template <class T>
struct UninitialisedAllocator : std::allocator<T> {
  template <class U>
  struct rebind {  // NOLINT(readability-identifier-naming): the name that containers require
    using other = UninitialisedAllocator<U>;
  };
  template <class U>
  void construct(U* place) noexcept(std::is_nothrow_default_constructible_v<U>) {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }
};

template <class T>
using RawVector = std::vector<T, UninitialisedAllocator<T>>;

}  // namespace px
