// Conditions on the displayed state, for stopping a simulation: "n = 3 and not (phil:1 at line 9 or q[0] > m)".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "frontends/cli/views.h"

namespace px::cli {

// The text without surrounding blanks.
std::string trimmed(std::string_view text);

class Breakpoint {
 public:
  // Grammar, from loosest to tightest: or (||), and (&&), not (!), one comparison (= == != < <= > >=) of a cell with a
  // cell or a constant; a cell alone is true if it is neither false nor 0. Cells are written as `state` prints them.
  static Result<Breakpoint> parse(std::string_view text);

  // The first name on the left of a comparison that is not a cell; empty if all names are known.
  std::string unknown_cell(const std::vector<Cell>& cells) const;
  // A comparison with a name that is not among the cells (a process that has not started) is false.
  bool holds(const std::vector<Cell>& cells) const { return holds(static_cast<int>(nodes_.size()) - 1, cells); }
  const std::string& text() const { return text_; }

 private:
  enum class Kind { Or, And, Not, Compare };
  struct Node {
    Kind kind;
    int left = -1;  // nodes follow their operands; the last one is the root
    int right = -1;
    std::string cell{};
    std::string relation{};
    std::string value{};
  };
  class Parser;

  bool holds(int node, const std::vector<Cell>& cells) const;
  static bool compare(const Node& node, const std::vector<Cell>& cells);

  std::string text_;
  std::vector<Node> nodes_;
};

}  // namespace px::cli
