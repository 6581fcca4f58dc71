// Message sequence charts: Mermaid and SVG.
#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "frontends/batch/markup.h"
#include "frontends/cli/trace_forms.h"
#include "frontends/cli/trace_text.h"

namespace px::cli {
namespace {

// The name of the column for steps that belong to no process.
constexpr const char* kModel = "model";

// The columns of a chart: the processes that act or are stuck at the end.
std::vector<std::string> columns_of(const TraceView& trace) {
  std::set<std::string> active;
  bool nobody = false;
  const auto note = [&](const StepView& step) {
    for (const PartView& part : step.parts) active.insert(part.process);
    nobody |= step.parts.empty();
  };
  for (const StepView& step : trace.steps) note(step);
  if (trace.failing) note(*trace.failing);
  for (const StuckView& process : trace.stuck) active.insert(process.process);
  std::vector<std::string> columns;
  if (nobody || active.empty()) columns.emplace_back(kModel);
  for (const std::string& process : trace.processes) {
    if (active.contains(process)) columns.push_back(process);
  }
  return columns;
}

// Mermaid ends a text at a semicolon and takes '#' as the start of a character code.
std::string mermaid(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case ';': result += "#59;"; break;
      case '#': result += "#35;"; break;
      case '\n': result += ' '; break;
      default: result += c;
    }
  }
  return result.empty() ? " " : result;
}

std::string part_text(const PartView& part) {
  return part.span.known() ? fmt::format("{}: {}", part.span.line, part.text) : part.text;
}

// The grid of the picture.
constexpr int kBoxWidth = 210;
constexpr int kGap = 30;             // between the boxes of two columns
constexpr int kGapOfMessages = 110;  // where arrows between them are labelled
constexpr int kRowHeight = 26;
constexpr int kLeft = 60;
constexpr int kTop = 76;
constexpr size_t kMaxLetters = 32;
constexpr size_t kMaxMessageLetters = 18;

class Picture {
 public:
  Picture(const SourceMap& sources, const TraceView& trace)
      : sources_(sources), columns_(columns_of(trace)), messages_(show_messages(trace)) {
    column_width_ = kBoxWidth + (messages_.empty() ? kGap : kGapOfMessages);
    const size_t rows =
        trace.steps.size() + (trace.failing ? 1 : 0) + (trace.loop ? 2 : 0) + (trace.stuck.empty() ? 0 : 1);
    height_ = kTop + static_cast<int>(rows) * kRowHeight + 30;
    width_ = kLeft + static_cast<int>(columns_.size()) * column_width_;
  }

  std::string draw(const TraceView& trace, const std::string& title) {
    text_ = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        "<text x=\"12\" y=\"22\" font-size=\"14\" font-weight=\"bold\">{2}</text>\n",
        width_, height_, batch::markup(title));
    for (size_t c = 0; c < columns_.size(); ++c) draw_column(c);
    uint32_t before = 0;
    for (const StepView& step : trace.steps) {
      if (trace.loop && before == *trace.loop && step.step != before) draw_mark("the cycle begins here");
      y_of_step_.push_back(y_now());
      draw_step(step, step.step == before ? "" : std::to_string(step.step), false);
      before = step.step;
    }
    if (trace.loop) draw_mark(before == *trace.loop ? "from here on nothing moves" : "back to where the cycle begins");
    if (trace.failing) draw_step(*trace.failing, "!", true);
    if (!trace.stuck.empty()) number("!");
    for (const StuckView& process : trace.stuck) {
      box(column(process.process), "stuck at " + process.location, "waits here forever", true);
    }
    for (const MessageArrow& message : messages_) draw_message(message);
    return text_ + "</svg>\n";
  }

 private:
  int x_of(size_t column) const { return kLeft + static_cast<int>(column) * column_width_ + column_width_ / 2; }
  int y_now() const { return kTop + row_ * kRowHeight; }
  size_t column(const std::string& process) const {
    const auto found = std::find(columns_.begin(), columns_.end(), process);
    return found == columns_.end() ? 0 : static_cast<size_t>(found - columns_.begin());
  }

  void draw_column(size_t c) {
    text_ += fmt::format(
        "<line x1=\"{0}\" y1=\"60\" x2=\"{0}\" y2=\"{1}\" stroke=\"#bbb\" stroke-dasharray=\"3 3\"/>\n"
        "<text x=\"{0}\" y=\"50\" text-anchor=\"middle\" font-weight=\"bold\">{2}</text>\n",
        x_of(c), height_ - 14, batch::markup(columns_[c]));
  }

  void number(const std::string& text) {
    text_ += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#666\">{}</text>\n", kLeft - 16,
                         y_now() + 4, batch::markup(text));
  }

  void draw_step(const StepView& step, const std::string& label, bool wrong) {
    number(label);
    const std::string hint = step.title + "  " + short_place(sources_, step.span);
    if (step.parts.empty()) box(0, step.title, hint, wrong);
    for (const PartView& part : step.parts) box(column(part.process), part_text(part), hint, wrong);
    if (step.parts.size() > 1) arrow(column(step.parts[0].process), column(step.parts[1].process));
    ++row_;
  }

  void draw_mark(const std::string& text) {
    text_ += fmt::format(
        "<line x1=\"{0}\" y1=\"{1}\" x2=\"{2}\" y2=\"{1}\" stroke=\"#c00\"/>\n"
        "<text x=\"{3}\" y=\"{4}\" fill=\"#c00\">{5}</text>\n",
        kLeft - 10, y_now(), width_ - 10, kLeft, y_now() - 3, text);
    ++row_;
  }

  void box(size_t c, const std::string& text, const std::string& hint, bool wrong) {
    const bool fits = batch::count_letters(text) <= kMaxLetters;
    const std::string shown = fits ? text : std::string(batch::first_letters(text, kMaxLetters - 2)) + "..";
    text_ += fmt::format(
        "<g><title>{}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"20\" rx=\"4\" fill=\"{}\" stroke=\"{}\"/>"
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text></g>\n",
        batch::markup(hint), x_of(c) - kBoxWidth / 2, y_now() - 10, kBoxWidth, wrong ? "#fdd" : "#eef4fc",
        wrong ? "#c00" : "#8ab", x_of(c), y_now() + 4, batch::markup(shown));
  }

  void arrow(size_t from, size_t to) {
    const int direction = from < to ? 1 : -1;
    const int start = x_of(from) + direction * kBoxWidth / 2;
    const int end = x_of(to) - direction * kBoxWidth / 2;
    text_ += fmt::format(
        "<path d=\"M {0} {1} L {2} {1} m {3} -4 l {4} 4 l {3} 4\" fill=\"none\" stroke=\"#246\" "
        "stroke-width=\"1.5\"/>\n",
        start, y_now(), end, -direction * 6, direction * 6);
  }

  // Draws an arrow from the box that sends the message to the one that receives it. A message whose sending or
  // receiving step is not shown gets a stub with an open end.
  void draw_message(const MessageArrow& message) {
    const bool sent = message.sent != MessageArrow::kNowhere;
    const bool received = message.received != MessageArrow::kNowhere;
    if ((!sent && !received) || message.sent == message.received) return;
    const std::string text = message.channel + ": " + message.text;
    text_ +=
        fmt::format("<g stroke=\"#246\" stroke-width=\"1.5\" fill=\"none\"><title>{}</title>", batch::markup(text));
    if (sent && received) {
      draw_arrow(column(message.sender), y_of_step_[message.sent], column(message.receiver),
                 y_of_step_[message.received], text);
    } else {
      const int side = sent ? 1 : -1;
      const int x = x_of(column(sent ? message.sender : message.receiver)) + side * kBoxWidth / 2;
      const int y = y_of_step_[sent ? message.sent : message.received];
      text_ += fmt::format("<path d=\"M {} {} h {}\" stroke-dasharray=\"4 3\"/><circle cx=\"{}\" cy=\"{}\" r=\"3.5\"/>",
                           x, y, side * 14, x + side * 18, y);
      label(x + side * 18, y + 14, text);
    }
    text_ += "</g>\n";
  }

  void draw_arrow(size_t from, int y1, size_t to, int y2, const std::string& text) {
    const int side = from == to ? 0 : from < to ? 1 : -1;
    const int x1 = x_of(from) + (side == 0 ? 1 : side) * kBoxWidth / 2;
    const int x2 = x_of(to) - (side == 0 ? -1 : side) * kBoxWidth / 2;
    const int head = side > 0 ? 6 : -6;
    const std::string line =
        side == 0 ? fmt::format("C {0} {1} {0} {2} {3} {2}", x1 + 40, y1, y2, x2) : fmt::format("L {} {}", x2, y2);
    text_ += fmt::format("<path d=\"M {} {} {} m {} -4 l {} 4 l {} 4\"/>", x1, y1, line, -head, head, -head);
    label((x1 + x2) / 2 + (side == 0 ? 30 : 0), (y1 + y2) / 2 + 4, text);
  }

  // Text on a line, on a white background.
  void label(int x, int y, const std::string& text) {
    const bool fits = batch::count_letters(text) <= kMaxMessageLetters;
    const std::string shown = fits ? text : std::string(batch::first_letters(text, kMaxMessageLetters - 2)) + "..";
    text_ += fmt::format(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"11\" fill=\"#246\" stroke=\"white\" "
        "stroke-width=\"4\" stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text>",
        x, y, batch::markup(shown));
  }

  const SourceMap& sources_;
  std::vector<std::string> columns_;
  std::vector<MessageArrow> messages_;
  std::vector<int> y_of_step_;
  std::string text_;
  int column_width_ = 0;
  int height_ = 0;
  int width_ = 0;
  int row_ = 0;
};

}  // namespace

std::string mermaid_trace(const TraceView& trace) {
  const std::vector<std::string> columns = columns_of(trace);
  const auto id = [&](const std::string& process) {
    const auto found = std::find(columns.begin(), columns.end(), process);
    return fmt::format("c{}", found == columns.end() ? 0 : found - columns.begin());
  };
  std::string text = "sequenceDiagram\n";
  for (const std::string& column : columns)
    text += fmt::format("  participant {} as {}\n", id(column), mermaid(column));
  const auto add = [&](const StepView& step, const std::string& prefix) {
    if (step.parts.size() > 1) {
      text += fmt::format("  {}->>{}: {}{}\n", id(step.parts[0].process), id(step.parts[1].process), prefix,
                          mermaid(step.title));
    } else {
      const std::string process = step.parts.empty() ? kModel : step.parts[0].process;
      text += fmt::format("  Note over {}: {}{}\n", id(process), prefix, mermaid(step.title));
    }
  };
  // An arrow in Mermaid is horizontal: it is placed at the step that receives the message.
  const std::vector<MessageArrow> messages = show_messages(trace);
  std::vector<std::string> received(trace.steps.size());
  for (const MessageArrow& message : messages) {
    if (message.received == MessageArrow::kNowhere || message.sent == message.received) continue;
    const bool sent = message.sent != MessageArrow::kNowhere;
    const std::string from = sent ? message.sender : message.receiver;
    const std::string when = sent ? fmt::format(" (sent in step {})", trace.steps[message.sent].step) : "";
    received[message.received] += fmt::format("  {}-){}: {}{}\n", id(from), id(message.receiver),
                                              mermaid(message.channel + ": " + message.text), when);
  }
  uint32_t before = 0;
  bool in_cycle = false;
  for (size_t i = 0; i < trace.steps.size(); ++i) {
    const StepView& step = trace.steps[i];
    if (trace.loop && before == *trace.loop && step.step != before) {
      text += "  loop forever\n";
      in_cycle = true;
    }
    before = step.step;
    text += received[i];
    add(step, "");
  }
  if (in_cycle) text += "  end\n";
  if (trace.failing) add(*trace.failing, "ERROR ");
  for (const StuckView& process : trace.stuck) {
    text += fmt::format("  Note over {}: stuck at {}\n", id(process.process), mermaid(process.location));
  }
  return text;
}

std::string svg_trace(const SourceMap& sources, const TraceView& trace, const std::string& title) {
  return Picture(sources, trace).draw(trace, title);
}

}  // namespace px::cli
