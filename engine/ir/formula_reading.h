// A formula as read by a front end: the parts shown to users along a run (Automaton::Part), kept beside the
// ltl::Formula for the automaton, which is simplified during construction and no longer contains them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/ir/builder.h"
#include "engine/ltl/formula.h"

namespace px::ir {

// The meaning of a proposition in the model.
struct Memory {};                                                       // of a past operator (engine/ltl/past.h)
using Proposition = std::variant<ExprId, Automaton::StepTest, Memory>;  // an expression: of the state
// Called once for each occurrence of a proposition on an edge or in a part, since expressions are not shared.
using PropositionMeaning = std::function<Proposition(uint32_t proposition)>;

// The syntax of connectives in a language.
enum class FormulaStyle : uint8_t {
  Promela,  // [] (p -> <> q)
  Words,    // always (p implies eventually q)
  Letters,  // G (p => F q)
};

// Keeps each part once, by number; the operands of a part have smaller numbers than the part.
class FormulaReading {
 public:
  explicit FormulaReading(FormulaStyle style) : style_(style) {}

  uint32_t truth(bool value);
  uint32_t atom(uint32_t proposition, std::string text, SourceSpan span);
  // And and Or take any number of operands.
  uint32_t joined(ltl::Connective connective, std::vector<uint32_t> operands, SourceSpan span);

  // The formula whose number is `root`, with `root` as the last part.
  std::vector<Automaton::Part> parts(uint32_t root, const PropositionMeaning& meaning) const;

 private:
  struct Read {
    Automaton::Part part;
    std::optional<uint32_t> proposition;
  };

  uint32_t add(Read read);
  std::vector<uint32_t> spliced(ltl::Connective connective, const std::vector<uint32_t>& operands) const;
  std::string operand(uint32_t part) const;

  FormulaStyle style_;
  std::vector<Read> parts_;
  std::map<std::pair<std::string, std::vector<uint32_t>>, uint32_t> known_;  // by text and operands
};

// A formula, and the part that displays it.
struct ReadFormula {
  ltl::FormulaId formula = 0;
  uint32_t part = 0;
};

}  // namespace px::ir
