// Ctrl-C, SIGTERM, SIGHUP: seen by code that does long work, which then ends it in an orderly way.
#pragma once

#include <atomic>
#include <cstdint>

namespace px::cli {

// From now on the first such signal sets interruption(); a second one ends the process the usual way.
void watch_for_interruption();
// Set by the signal handler, read by what does the work: a lone flag, so relaxed order does.
const std::atomic<bool>& interruption();

// From now on SIGUSR1 counts up checkpoint_requests().
void watch_for_checkpoint_requests();
// Counted by the signal handler, read by the thread that writes checkpoints: a lone count, so relaxed order does.
const std::atomic<uint32_t>& checkpoint_requests();

}  // namespace px::cli
