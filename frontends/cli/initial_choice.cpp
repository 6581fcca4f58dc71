#include "frontends/cli/initial_choice.h"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>

#include "frontends/cli/breakpoint.h"

namespace px::cli {
namespace {

constexpr size_t kMostShown = 20;

// Whether all states shown agree on this cell.
bool is_common(const std::vector<std::vector<Cell>>& shown, size_t cell) {
  return std::ranges::all_of(
      shown, [&](const std::vector<Cell>& cells) { return cells[cell].second == shown.front()[cell].second; });
}

}  // namespace

InitialChoice::InitialChoice(const interp::Interpreter& interpreter, const SequenceText& text)
    : interpreter_(interpreter), text_(text), states_(interpreter.words()) {
  interpreter.initial_states(states_);
}

std::vector<uint64_t> InitialChoice::state(uint32_t number) const {
  return {states_.state(number), states_.state(number) + interpreter_.words()};
}

std::vector<Cell> InitialChoice::cells(uint32_t number) const {
  return show_state(interpreter_.program(), interpreter_.layout(), states_.state(number), text_);
}

void InitialChoice::write(const std::string& condition, std::ostream& out) const {
  std::optional<Breakpoint> wanted;
  if (!condition.empty()) {
    Result<Breakpoint> parsed = Breakpoint::parse(condition);
    if (!parsed) {
      out << parsed.failure().diagnostics.front().message << '\n';
      return;
    }
    wanted = std::move(*parsed);
    if (const std::string unknown = wanted->unknown_cell(cells(0)); !unknown.empty()) {
      out << "there is no '" << unknown << "'; 'state' lists the names\n";
      return;
    }
  }
  std::vector<std::vector<Cell>> shown;
  std::vector<uint32_t> numbers;
  uint32_t more = 0;
  for (uint32_t i = 0; i < count(); ++i) {
    std::vector<Cell> own = cells(i);
    if (wanted && !wanted->holds(own)) continue;
    if (shown.size() == kMostShown) {
      ++more;
      continue;
    }
    shown.push_back(std::move(own));
    numbers.push_back(i);
  }
  for (size_t i = 0; i < shown.size(); ++i) {
    std::string line;
    for (size_t c = 0; c < shown[i].size(); ++c) {
      const bool control = shown[i][c].second.starts_with("at ");
      if (control || (shown.size() > 1 && is_common(shown, c))) continue;
      line += (line.empty() ? "" : ", ") + shown[i][c].first + " = " + shown[i][c].second;
    }
    out << fmt::format("  {:>3})  {}\n", numbers[i] + 1, line);
  }
  if (shown.empty()) out << "no initial state is like that\n";
  if (more != 0) out << fmt::format("  ... and {} more; 'initial CONDITION' lists some of them, as in 'break'\n", more);
  if (!shown.empty()) out << fmt::format("'initial {}' begins there\n", numbers.front() + 1);
}

}  // namespace px::cli
