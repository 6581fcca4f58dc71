// Arrows for messages of buffered channels, from the send to the receive.
#pragma once

#include <string>
#include <vector>

#include "frontends/driver/state_view.h"

namespace px::driver {

struct MessageArrow {
  static constexpr size_t kNowhere = SIZE_MAX;

  std::string channel;
  std::string text;            // the contents of the message: "3", "(m1, 3)"
  size_t sent = kNowhere;      // index into TraceView::steps; kNowhere: before the run, or in a step that is not shown
  size_t received = kNowhere;  // kNowhere: still in its channel at the end, or received in a step that is not shown
  std::string sender{};        // the process; empty: the model as a whole, or a process that is not shown
  std::string receiver{};
};

// In sending order, starting with the messages that are present at the beginning.
std::vector<MessageArrow> show_messages(const TraceView& trace);

}  // namespace px::driver
