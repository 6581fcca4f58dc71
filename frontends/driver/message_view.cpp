// Mirrors each channel of a run by a list of its messages, from the interpreter's record of sends and receives
// (QueueEvent). The record of a long deterministic sequence has gaps, and channels are also assigned and reset as
// wholes; so after every step the list is compared with the channel in the displayed state. Where they differ, the
// message in the channel has no known origin: arrows are never guessed.
#include "frontends/driver/message_view.h"

#include <algorithm>
#include <map>

namespace px::driver {
namespace {

// The items of "[3, (m1, 4)]".
std::vector<std::string> items_of(const std::string& queue) {
  std::vector<std::string> items;
  int depth = 0;
  for (size_t i = 1; i + 1 < queue.size(); ++i) {
    const char c = queue[i];
    depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
    if (items.empty()) items.emplace_back();
    if (c == ',' && depth == 0) {
      items.emplace_back();
      ++i;  // the space
    } else {
      items.back() += c;
    }
  }
  return items;
}

class Channels {
 public:
  explicit Channels(const TraceView& trace) {
    for (const StepView& step : trace.steps) {
      for (const MessageView& message : step.messages) inside_[message.channel];
    }
    for (const Cell& cell : trace.initial) show(cell);
    compare();
  }

  void follow(const StepView& step, size_t index) {
    for (const MessageView& message : step.messages) {
      const std::string process = step.parts.empty() ? "" : step.parts.back().process;
      message.sent ? send(message, index, process) : receive(message, index, process);
    }
    for (const Cell& change : step.changes) show(change);
    compare();
  }

  std::vector<MessageArrow> take() { return std::move(arrows_); }

 private:
  using Inside = std::vector<size_t>;  // indices into arrows_, front first

  size_t add(const std::string& channel, const std::string& text) {
    arrows_.push_back({channel, text});
    return arrows_.size() - 1;
  }

  void show(const Cell& cell) {
    if (inside_.contains(cell.first)) shown_[cell.first] = cell.second;
  }

  void send(const MessageView& message, size_t step, const std::string& process) {
    const size_t arrow = add(message.channel, message.text);
    arrows_[arrow].sent = step;
    arrows_[arrow].sender = process;
    Inside& inside = inside_[message.channel];
    const size_t position = std::min<size_t>(message.position, inside.size());
    inside.insert(inside.begin() + static_cast<std::ptrdiff_t>(position), arrow);
  }

  void receive(const MessageView& message, size_t step, const std::string& process) {
    Inside& inside = inside_[message.channel];
    size_t arrow = 0;
    if (message.position < inside.size() && arrows_[inside[message.position]].text == message.text) {
      arrow = inside[message.position];
      inside.erase(inside.begin() + static_cast<std::ptrdiff_t>(message.position));
    } else {
      arrow = add(message.channel, message.text);
    }
    arrows_[arrow].received = step;
    arrows_[arrow].receiver = process;
  }

  void compare() {
    for (const auto& [channel, text] : shown_) {
      std::vector<std::string> items = items_of(text);
      Inside& inside = inside_[channel];
      bool same = items.size() == inside.size();
      for (size_t i = 0; same && i < items.size(); ++i) same = arrows_[inside[i]].text == items[i];
      if (same) continue;
      inside.clear();
      for (const std::string& item : items) inside.push_back(add(channel, item));
    }
  }

  std::map<std::string, Inside> inside_;
  std::map<std::string, std::string> shown_;  // as the state shows it, by channel name
  std::vector<MessageArrow> arrows_;
};

}  // namespace

std::vector<MessageArrow> show_messages(const TraceView& trace) {
  Channels channels(trace);
  for (size_t i = 0; i < trace.steps.size(); ++i) channels.follow(trace.steps[i], i);
  return channels.take();
}

}  // namespace px::driver
