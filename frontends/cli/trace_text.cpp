#include "frontends/cli/trace_text.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "frontends/batch/markup.h"
#include "frontends/cli/folded_steps.h"

namespace px::cli {
namespace {

constexpr size_t kWidth = 100;
constexpr size_t kIndent = 10;
constexpr size_t kWidestActor = 28;
constexpr size_t kWidestPlace = 28;

std::string join(const std::vector<std::string>& items, const std::string& separator) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : separator) + item;
  return text;
}

// Writes items separated by commas, in lines of at most kWidth characters.
void write_items(const std::vector<std::string>& items, size_t indent, std::ostream& out) {
  std::string line;
  for (const std::string& item : items) {
    if (!line.empty() && indent + line.size() + 2 + item.size() > kWidth) {
      out << std::string(indent, ' ') << line << ",\n";
      line.clear();
    }
    line += (line.empty() ? "" : ", ") + item;
  }
  if (!line.empty()) out << std::string(indent, ' ') << line << '\n';
}

std::vector<std::string> equations(const std::vector<Cell>& cells) {
  std::vector<std::string> items;
  for (const auto& [name, value] : cells) {
    const bool control = value.starts_with("at ");
    items.push_back(control ? name + ' ' + value : name + " = " + value);
  }
  return items;
}

// Names of processes that are not running in this state.
std::set<std::string> absent_processes(const std::vector<Cell>& cells) {
  std::set<std::string> absent;
  for (const auto& [name, value] : cells) {
    if (value == ir::kNotRunning) absent.insert(name);
  }
  return absent;
}

bool belongs_to(const std::string& cell, const std::set<std::string>& processes) {
  return processes.contains(cell.substr(0, cell.find('.')));
}

std::string actor_of(const StepView& step) {
  std::vector<std::string> names;
  for (const PartView& part : step.parts) names.push_back(part.process);
  return join(names, " -> ");
}

// Widths of the columns before the statement.
struct Columns {
  size_t actor = 0;
  size_t place = 0;

  Columns(const SourceMap& sources, const std::vector<StepView>& steps) {
    for (const StepView& step : steps) {
      actor = std::max(actor, std::min(batch::count_letters(actor_of(step)), kWidestActor));
      place = std::max(place, std::min(batch::count_letters(short_place(sources, step.span)), kWidestPlace));
    }
  }
};

void write_gap(const StepView& step, const Painter& painter, std::ostream& out) {
  if (step.left_out == 0) return;
  out << fmt::format("  {:>5}  {}\n", "...", painter.dim(fmt::format("{} more steps of this sequence", step.left_out)));
}

void write_head(const SourceMap& sources, const StepView& step, const std::string& number, const Columns& columns,
                const Painter& painter, std::ostream& out) {
  write_gap(step, painter, out);
  out << fmt::format("  {:>5}  ", number);
  const std::string actor = actor_of(step);
  if (columns.actor != 0) out << painter.bold(fmt::format("{:<{}}", actor, columns.actor)) << "  ";
  if (columns.place != 0) {
    out << painter.dim(fmt::format("{:<{}}", short_place(sources, step.span), columns.place)) << "  ";
  }
  out << step.title << '\n';
}

// Writes printed output, and the results of an operation.
void write_output(const StepView& step, std::ostream& out) {
  for (const std::string& text : step.output) {
    std::string line = text;
    // Drop the line ends that Promela writes as "
    // ".
    while (line.ends_with("\\n")) line.resize(line.size() - 2);
    while (line.ends_with('\n')) line.pop_back();
    out << std::string(kIndent, ' ') << (step.returns ? "--> " : "prints ") << line << '\n';
  }
}

void write_effects(const StepView& step, std::ostream& out) {
  write_output(step, out);
  std::vector<std::string> items = step.moves;
  std::vector<Cell> values;
  for (const Cell& change : step.changes) {
    const bool control = change.second.starts_with("at ") || change.second == ir::kNotRunning;
    if (!control) values.push_back(change);
  }
  for (std::string& item : equations(values)) items.push_back(std::move(item));
  write_items(items, kIndent, out);
}

void write_because(const TraceView& trace, const Painter& painter, std::ostream& out) {
  if (trace.because.empty()) return;
  out << std::string(kIndent, ' ') << painter.red("here") << '\n';
  write_items(equations(trace.because), kIndent + 2, out);
}

void write_stuck(const TraceView& trace, const Painter& painter, std::ostream& out) {
  for (const StuckView& process : trace.stuck) {
    out << fmt::format("  {:>5}  {} is stuck at {}\n", "!", painter.bold(process.process), process.location);
    for (const StuckView::Way& way : process.ways) {
      std::string line = "waits for " + way.text;
      const std::string values = join(equations(way.because), ", ");
      if (!values.empty()) line += "   " + painter.dim("now " + values);
      if (way.needs_partner) line += "   " + painter.dim("no other process is ready for it");
      if (way.never) line += "   " + painter.dim("which is never possible here");
      out << std::string(kIndent, ' ') << line << '\n';
    }
  }
}

// The failing action, the values that decided it, and the processes that cannot continue.
void write_failure(const SourceMap& sources, const TraceView& trace, const Columns& columns, const Painter& painter,
                   std::ostream& out) {
  if (trace.failing) write_head(sources, *trace.failing, "!", columns, painter, out);
  write_because(trace, painter, out);
  write_stuck(trace, painter, out);
}

// The state at which an infinite run begins to repeat, and to which it returns.
std::string cycle_begins(const TraceView& trace) {
  const bool stays = trace.steps.empty() || trace.steps.back().step == *trace.loop;
  return stays ? "from here on nothing moves" : "the cycle begins here";
}

std::string cycle_ends(const TraceView& trace) {
  const bool stays = trace.steps.empty() || trace.steps.back().step == *trace.loop;
  return stays ? "" : fmt::format("as before step {}: the cycle repeats forever", *trace.loop + 1);
}

void write_mark(const std::string& text, const Painter& painter, std::ostream& out) {
  if (!text.empty()) out << fmt::format("  {:>5}  ", "~~~~") << painter.bold(text) << '\n';
}

// Writes which parts of the formula are true: all parts at the beginning, the whole formula first; afterwards only
// those that changed.
void write_parts(const TraceView& trace, size_t state, const Painter& painter, std::ostream& out) {
  if (!trace.formula) return;
  const std::vector<driver::FormulaView::Part>& parts = trace.formula->parts;
  for (size_t p = parts.size(); p-- > 0;) {
    const std::vector<std::optional<bool>>& holds = parts[p].holds;
    if (state != 0 && holds[state] == holds[state - 1]) continue;
    const std::string truth = !holds[state] ? "open" : *holds[state] ? "true" : "false";
    const std::string when = state == 0 ? "" : "now ";
    out << std::string(kIndent, ' ') << "| " << painter.bold(fmt::format("{:<{}}", when + truth, 5 + when.size()))
        << "  " << parts[p].text << '\n';
  }
}

void apply(const std::vector<Cell>& changes, std::vector<Cell>& state) {
  for (const Cell& change : changes) {
    const auto cell = std::find_if(state.begin(), state.end(), [&](const Cell& c) { return c.first == change.first; });
    if (cell != state.end()) cell->second = change.second;
  }
}

std::string rounds_text(const ListedStep& listed) {
  const std::string what = listed.round == 1 ? "this step" : fmt::format("these {} steps", listed.round);
  return fmt::format("{} {} more times", what, listed.rounds);
}

// The rounds of a loop that are not listed, and what comes of them.
void write_rounds(const ListedStep& listed, bool full, const std::vector<Cell>& state, const Painter& painter,
                  std::ostream& out) {
  out << fmt::format("  {:>5}  {}\n", "...", painter.dim(rounds_text(listed)));
  if (full) return write_state(state, out);
  StepView effects;
  effects.changes = listed.changes;
  write_effects(effects, out);
}

bool is_last_of_step(const std::vector<ListedStep>& listed, size_t i) {
  return i + 1 == listed.size() || listed[i + 1].number != listed[i].number;
}

void write_steps(const SourceMap& sources, const TraceView& trace, bool full, const Painter& painter,
                 std::ostream& out) {
  std::vector<StepView> all = trace.steps;
  if (trace.failing) all.push_back(*trace.failing);
  const Columns columns(sources, all);
  write_start(trace, painter, out);
  std::vector<Cell> state = trace.initial;
  if (full) write_state(state, out);
  write_parts(trace, 0, painter, out);
  uint32_t before = 0;
  if (trace.loop == 0u) write_mark(cycle_begins(trace), painter, out);
  const std::vector<ListedStep> listed = listed_steps(trace.steps);
  for (size_t i = 0; i < listed.size(); ++i) {
    const uint32_t number = listed[i].number;
    if (trace.loop && *trace.loop != 0 && before == *trace.loop && number != before) {
      write_mark(cycle_begins(trace), painter, out);
    }
    if (const StepView* step = listed[i].step; step == nullptr) {
      apply(listed[i].changes, state);
      write_rounds(listed[i], full, state, painter, out);
    } else {
      write_head(sources, *step, number == before ? "+" : std::to_string(number), columns, painter, out);
      apply(step->changes, state);
      if (full) {
        write_output(*step, out);
        write_state(state, out);
      } else {
        write_effects(*step, out);
      }
    }
    before = number;
    if (is_last_of_step(listed, i)) write_parts(trace, number, painter, out);
  }
  if (trace.loop && *trace.loop != 0 && before == *trace.loop) write_mark(cycle_begins(trace), painter, out);
  if (trace.loop) write_mark(cycle_ends(trace), painter, out);
  write_failure(sources, trace, columns, painter, out);
}

std::string fitted(const std::string& text, size_t width) {
  if (batch::count_letters(text) <= width) return text;
  if (width < 3) return std::string(batch::first_letters(text, width));
  return std::string(batch::first_letters(text, width - 2)) + "..";
}

// Message sequence chart: each process has a column for its actions, time runs downwards.
class Chart {
 public:
  Chart(const TraceView& trace, const Painter& painter, std::ostream& out)
      : trace_(trace), painter_(painter), out_(out) {
    std::vector<StepView> all = trace.steps;
    if (trace.failing) all.push_back(*trace.failing);
    bool nobody = false;
    for (const StepView& step : all) {
      for (const PartView& part : step.parts) active_.insert(part.process);
      nobody |= step.parts.empty();
    }
    for (const StuckView& process : trace.stuck) active_.insert(process.process);
    if (nobody) columns_.emplace_back();
    for (const std::string& process : trace.processes) {
      if (active_.contains(process)) columns_.push_back(process);
    }
    width_ = std::clamp<size_t>((kChartWidth - 8) / std::max<size_t>(columns_.size(), 1), 16, 40);
  }

  void write() {
    if (std::ranges::any_of(columns_, [](const std::string& name) { return !name.empty(); })) row("", columns_, true);
    uint32_t before = 0;
    write_parts(trace_, 0, painter_, out_);
    if (trace_.loop == 0u) write_mark(cycle_begins(trace_), painter_, out_);
    const std::vector<ListedStep> listed = listed_steps(trace_.steps);
    for (size_t i = 0; i < listed.size(); ++i) {
      const uint32_t number = listed[i].number;
      if (trace_.loop && *trace_.loop != 0 && before == *trace_.loop && number != before) {
        write_mark(cycle_begins(trace_), painter_, out_);
      }
      if (const StepView* step = listed[i].step; step == nullptr) {
        out_ << fmt::format("  {:>5}  {}\n", "...", painter_.dim(rounds_text(listed[i])));
      } else {
        write_gap(*step, painter_, out_);
        row(number == before ? "+" : std::to_string(number), cells_of(*step), false);
        write_output(*step, out_);
      }
      before = number;
      if (is_last_of_step(listed, i)) write_parts(trace_, number, painter_, out_);
    }
    if (trace_.loop && *trace_.loop != 0 && before == *trace_.loop) write_mark(cycle_begins(trace_), painter_, out_);
    if (trace_.loop) write_mark(cycle_ends(trace_), painter_, out_);
    if (trace_.failing) row("!", cells_of(*trace_.failing), false);
    if (trace_.stuck.empty()) return;
    std::vector<std::string> stuck(columns_.size(), "");
    for (const StuckView& process : trace_.stuck) stuck[column(process.process)] = "stuck at " + process.location;
    row("!", stuck, false);
  }

 private:
  static constexpr size_t kChartWidth = 118;

  size_t column(const std::string& process) const {
    const auto found = std::find(columns_.begin(), columns_.end(), process);
    return static_cast<size_t>(found - columns_.begin());
  }

  std::vector<std::string> cells_of(const StepView& step) const {
    std::vector<std::string> cells(columns_.size(), "|");
    if (step.parts.empty()) cells.front() = step.title;
    for (size_t i = 0; i < step.parts.size(); ++i) {
      const PartView& part = step.parts[i];
      const std::string arrow = step.parts.size() == 1 ? "" : i == 0 ? ">> " : "<< ";
      const std::string line = part.span.known() ? fmt::format("{}: ", part.span.line) : "";
      cells[column(part.process)] = arrow + line + part.text;
    }
    return cells;
  }

  void row(const std::string& number, const std::vector<std::string>& cells, bool head) {
    std::string line;
    for (const std::string& cell : cells) {
      const std::string text = fmt::format("{:<{}}", fitted(cell, width_ - 2), width_);
      line += head ? painter_.bold(text) : cell == "|" ? painter_.dim(text) : text;
    }
    while (line.ends_with(' ')) line.pop_back();
    out_ << fmt::format("  {:>5}  {}\n", number, line);
  }

  const TraceView& trace_;
  const Painter& painter_;
  std::ostream& out_;
  std::set<std::string> active_;
  std::vector<std::string> columns_;  // an empty name: the model as a whole
  size_t width_ = 0;
};

}  // namespace

std::string short_place(const SourceMap& sources, SourceSpan span) {
  if (!span.known()) return "";
  return fmt::format("{}:{}", std::filesystem::path(sources.name(span.file)).filename().string(), span.line);
}

std::vector<Cell> running_cells(const std::vector<Cell>& cells) {
  const std::set<std::string> absent = absent_processes(cells);
  std::vector<Cell> running = cells;
  std::erase_if(running, [&](const Cell& cell) { return belongs_to(cell.first, absent); });
  return running;
}

void write_state(const std::vector<Cell>& cells, std::ostream& out) {
  write_items(equations(running_cells(cells)), kIndent, out);
}

void write_step(const SourceMap& sources, const StepView& step, const std::string& number, const Painter& painter,
                std::ostream& out) {
  write_head(sources, step, number, Columns(sources, {step}), painter, out);
  write_effects(step, out);
}

void write_start(const TraceView& trace, const Painter& painter, std::ostream& out) {
  const std::set<std::string> absent = absent_processes(trace.initial);
  const std::set<std::string> processes(trace.processes.begin(), trace.processes.end());
  std::vector<Cell> shown;
  bool plain = false;
  for (const Cell& cell : trace.initial) {
    if (processes.contains(cell.first) || belongs_to(cell.first, absent)) continue;
    if (is_plain(cell.second)) {
      plain = true;
    } else {
      shown.push_back(cell);
    }
  }
  std::string note;
  if (plain)
    note = shown.empty() ? "  all variables of the state are 0 or empty"
                         : "  all other variables of the state are 0 or empty";
  out << fmt::format("  {:>5}{}\n", painter.bold("start"), painter.dim(note));
  write_items(equations(shown), kIndent, out);
}

void write_ending(const SourceMap& sources, const TraceView& trace, const Painter& painter, std::ostream& out) {
  std::vector<StepView> all = trace.steps;
  if (trace.failing) all.push_back(*trace.failing);
  const Columns columns(sources, all);
  for (const StepView& step : trace.steps) {
    write_head(sources, step, "+", columns, painter, out);
    write_effects(step, out);
  }
  write_failure(sources, trace, columns, painter, out);
}

void write_trace(const SourceMap& sources, const TraceView& trace, TraceFormat format, const Painter& painter,
                 std::ostream& out) {
  if (format != TraceFormat::Columns) return write_steps(sources, trace, format == TraceFormat::Full, painter, out);
  Chart(trace, painter, out).write();
  write_because(trace, painter, out);
  write_stuck(trace, painter, out);
}

}  // namespace px::cli
