// The processes that cannot continue at the end of a run, and the reasons.
#pragma once

#include "engine/model/explainer.h"
#include "frontends/driver/state_view.h"

namespace px::driver {

// Completes the view of a run that ends in a deadlock or a blocked sequence: the stuck processes or, in a model without
// processes, the whole state.
void show_stuck(const Explainer& explainer, Event::Kind kind, const Trace& trace, const SequenceText& sequence_text,
                TraceView& view);

}  // namespace px::driver
