// Ctrl-C, SIGTERM, SIGHUP: long-running code polls for them and then ends in an orderly way.
#pragma once

#include <atomic>
#include <cstdint>

namespace px::cli {

// From now on the first such signal sets interruption(); a second one ends the process the usual way.
void watch_for_interruption();
// Set by the signal handler, read by the thread that does the work; guards no other data, so relaxed order suffices.
const std::atomic<bool>& interruption();

// From now on SIGUSR1 counts up checkpoint_requests().
void watch_for_checkpoint_requests();
// Incremented by the signal handler, read by the thread that writes checkpoints; guards no other data, so relaxed order
// suffices.
const std::atomic<uint32_t>& checkpoint_requests();

}  // namespace px::cli
