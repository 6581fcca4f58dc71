// An error that a Session found, in the words of its model.
#pragma once

#include "frontends/driver/find_traces.h"
#include "frontends/driver/state_view.h"

namespace px::driver {

// The run to the error, step by step, with what makes its end an error. Empty if there is no run.
TraceView show_error(const ErrorReport& error);

}  // namespace px::driver
