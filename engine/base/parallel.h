// Loops over independent items on several threads: for what runs beside a search (compiling, refining a graph), not for
// the workers of one (engine/frontier/worker_threads.h). Why not oneTBB: docs/decisions/0011.
#pragma once

#include <cstdint>
#include <functional>

namespace px {

// Calls work(first, last) for parts of 0..count-1 of at most `grain` items, which cover all of it, on up to `threads`
// threads, this one included; returns when all are done. Each thread takes the next part that no other has taken. Where
// the system refuses a thread, fewer do all of it. The first exception of `work` ends the loop and is thrown here.
void parallel_parts(uint64_t count, uint64_t grain, uint32_t threads,
                    const std::function<void(uint64_t first, uint64_t last)>& work);

// The same item by item: work(i).
template <class Work>
void parallel_for(uint64_t count, uint64_t grain, uint32_t threads, const Work& work) {
  parallel_parts(count, grain, threads, [&work](uint64_t first, uint64_t last) {
    for (uint64_t i = first; i < last; ++i) work(i);
  });
}

}  // namespace px
