// Messages of buffered channels from where they are sent to where they are received.
#pragma once

#include <string>
#include <vector>

#include "frontends/driver/state_view.h"

namespace px::driver {

struct MessageArrow {
  static constexpr size_t kNowhere = SIZE_MAX;

  std::string channel;
  std::string text;            // what the message holds: "3", "(m1, 3)"
  size_t sent = kNowhere;      // index into TraceView::steps; kNowhere: before the run, or in a step that is not shown
  size_t received = kNowhere;  // kNowhere: it is still in its channel at the end, or taken in a step not shown
  std::string sender{};        // the process; empty: the model as a whole, or a process that is not shown
  std::string receiver{};
};

// In the order in which they are sent; those that are there from the beginning come first.
std::vector<MessageArrow> show_messages(const TraceView& trace);

}  // namespace px::driver
