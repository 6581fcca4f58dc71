// Which processes cannot continue at the end of a run, and why.
#pragma once

#include "engine/model/explainer.h"
#include "frontends/driver/state_view.h"

namespace px::driver {

// Completes the view of a run that ends where something cannot continue, a deadlock or a blocked sequence: who is
// stuck, or, in a model without processes, the whole state.
void show_stuck(const Explainer& explainer, Event::Kind kind, const Trace& trace, const SequenceText& sequence_text,
                TraceView& view);

}  // namespace px::driver
