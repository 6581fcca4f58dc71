#include "engine/base/arena.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/base/check.h"

namespace px {
namespace {

constexpr size_t kPageBytes = 4096;

size_t round_up(size_t bytes, size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

void* map_plain(size_t bytes) {
  // Without MAP_NORESERVE the system may refuse to reserve address space, most of which is never touched.
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

void* map_aligned(size_t bytes) {
  if (bytes > SIZE_MAX - kHugePageBytes) return nullptr;
  auto* raw = static_cast<std::byte*>(map_plain(bytes + kHugePageBytes));
  if (!raw) return nullptr;
  const auto address = reinterpret_cast<uintptr_t>(raw);
  const size_t before = round_up(address, kHugePageBytes) - address;
  const size_t after = kHugePageBytes - before;
  if (before) munmap(raw, before);
  if (after) munmap(raw + before + bytes, after);
  return raw + before;
}

void interleave(void* memory, size_t bytes) {
#ifdef SYS_mbind
  constexpr int kInterleave = 3;  // MPOL_INTERLEAVE
  constexpr unsigned long kAllNodes = ~0UL;
  // Advice only: on a machine with a single node, or in a container that forbids the call, the default policy stays.
  static_cast<void>(syscall(SYS_mbind, memory, bytes, kInterleave, &kAllNodes, 8 * sizeof(kAllNodes), 0));
#else
  static_cast<void>(memory);
  static_cast<void>(bytes);
#endif
}

}  // namespace

void* map_zeroed(size_t bytes, Pages pages, NumaSpread spread) {
  const size_t mapped = round_up(bytes, kPageBytes);
  if (mapped == 0) return nullptr;
  const bool huge = pages == Pages::Huge && mapped >= kHugePageBytes;
  void* memory = huge ? map_aligned(mapped) : map_plain(mapped);
  if (!memory) return nullptr;
  if (huge) advise_huge(memory, mapped);
  if (spread == NumaSpread::Interleave) interleave(memory, mapped);
  return memory;
}

void unmap(void* memory, size_t bytes) {
  PX_CHECK(munmap(memory, round_up(bytes, kPageBytes)) == 0);
}

void advise_huge(void* memory, size_t bytes) {
#ifdef MADV_HUGEPAGE
  static_cast<void>(madvise(memory, round_up(bytes, kPageBytes), MADV_HUGEPAGE));
#else
  static_cast<void>(memory);
  static_cast<void>(bytes);
#endif
}

}  // namespace px
