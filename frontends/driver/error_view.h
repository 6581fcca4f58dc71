// Describes an error found by a Session, in terms of its model.
#pragma once

#include "frontends/driver/find_traces.h"
#include "frontends/driver/state_view.h"

namespace px::driver {

// The run to the error, step by step, with the reason why its end is an error. Empty if there is no run.
TraceView show_error(const ErrorReport& error);

}  // namespace px::driver
