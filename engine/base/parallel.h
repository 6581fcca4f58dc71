// Parallel loops over independent items: for work outside the search itself (compiling, refining a graph), not for the
// workers of a search (engine/frontier/worker_threads.h). Why not oneTBB: docs/decisions/0011.
#pragma once

#include <cstdint>
#include <functional>

namespace px {

// Splits 0..count-1 into parts of at most `grain` items and calls work(first, last) for each on up to `threads`
// threads, including the calling one; returns when all are done. Each thread takes the next part not yet taken. If the
// system refuses to start a thread, the others do all the work. The first exception thrown by `work` ends the loop and
// is rethrown here.
void parallel_parts(uint64_t count, uint64_t grain, uint32_t threads,
                    const std::function<void(uint64_t first, uint64_t last)>& work);

// The same for single items: work(i).
template <class Work>
void parallel_for(uint64_t count, uint64_t grain, uint32_t threads, const Work& work) {
  parallel_parts(count, grain, threads, [&work](uint64_t first, uint64_t last) {
    for (uint64_t i = first; i < last; ++i) work(i);
  });
}

}  // namespace px
