// The driver's views of states and runs, under the names used by the command line.
#pragma once

#include "frontends/driver/message_view.h"
#include "frontends/driver/observation_view.h"
#include "frontends/driver/sequence_text.h"
#include "frontends/driver/state_view.h"
#include "frontends/driver/stuck_view.h"
#include "frontends/driver/value_text.h"

namespace px::cli {

using driver::Cell;
using driver::is_plain;
using driver::MessageArrow;
using driver::PartView;
using driver::process_names;
using driver::sequence_text;
using driver::SequenceText;
using driver::show_action;
using driver::show_messages;
using driver::show_state;
using driver::show_step;
using driver::show_stuck;
using driver::show_trace;
using driver::StepView;
using driver::StuckView;
using driver::TraceView;

}  // namespace px::cli
