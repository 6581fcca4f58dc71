#include "engine/ir/formula_reading.h"

#include "engine/base/check.h"

namespace px::ir {
namespace {

using ltl::Connective;

// Longer texts are truncated: a formula about thousands of cases has parts as long as the formula itself.
constexpr size_t kLongest = 200;
constexpr size_t kMostSpliced = 1000;

struct Written {
  const char* promela;
  const char* words;
  const char* letters;
};

Written written(Connective connective) {
  switch (connective) {
    case Connective::Not: return {"!", "not ", "not "};
    case Connective::And: return {"&&", "and", "&"};
    case Connective::Or: return {"||", "or", "or"};
    case Connective::Implies: return {"->", "implies", "=>"};
    case Connective::Iff: return {"<->", "iff", "<=>"};
    case Connective::Next: return {"X ", "next ", "X "};
    case Connective::Always: return {"[] ", "always ", "G "};
    case Connective::Eventually: return {"<> ", "eventually ", "F "};
    case Connective::Until: return {"U", "until", "U"};
    case Connective::WeakUntil: return {"W", "unless", "W"};
    case Connective::Release: return {"V", "release", "R"};
    case Connective::Previous: return {"Y ", "previous ", "Y "};
    case Connective::Historically: return {"H ", "historically ", "H "};
    case Connective::Once: return {"O ", "once ", "O "};
    case Connective::Since: return {"S", "since", "S"};
    case Connective::Trigger: return {"T", "trigger", "T"};
  }
  PX_UNREACHABLE("connective");
}

std::string text_of(Connective connective, FormulaStyle style) {
  const Written text = written(connective);
  switch (style) {
    case FormulaStyle::Promela: return text.promela;
    case FormulaStyle::Words: return text.words;
    case FormulaStyle::Letters: return text.letters;
  }
  PX_UNREACHABLE("style of formulas");
}

std::string cut_off(std::string text) {
  if (text.size() <= kLongest) return text;
  size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;  // within a UTF-8 sequence
  return text.substr(0, end) + "...";
}

// Whether the bracket at the start of the text closes at its end.
bool is_bracketed(const std::string& text) {
  const std::string opening = "({[";
  if (text.empty() || opening.find(text.front()) == std::string::npos) return false;
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (opening.find(text[i]) != std::string::npos) ++depth;
    if (std::string(")}]").find(text[i]) != std::string::npos && --depth == 0) return i + 1 == text.size();
  }
  return false;
}

}  // namespace

uint32_t FormulaReading::add(Read read) {
  std::string key = read.part.text;
  if (read.part.connective) key = "+" + std::to_string(static_cast<int>(*read.part.connective));
  const auto [known, is_new] =
      known_.try_emplace({std::move(key), read.part.operands}, static_cast<uint32_t>(parts_.size()));
  if (is_new) parts_.push_back(std::move(read));
  return known->second;
}

uint32_t FormulaReading::truth(bool value) {
  return add({{value ? "true" : "false", {}, {}, value, {}}, {}});
}

uint32_t FormulaReading::atom(uint32_t proposition, std::string text, SourceSpan span) {
  return add({{cut_off(std::move(text)), {}, {}, false, span}, proposition});
}

// The text of a part as an operand of a larger part.
std::string FormulaReading::operand(uint32_t number) const {
  const Automaton::Part& part = parts_[number].part;
  const bool single =
      part.connective ? part.operands.size() == 1 : part.text.find(' ') == std::string::npos || is_bracketed(part.text);
  return single ? part.text : '(' + part.text + ')';
}

// a && b && c is one part with three operands.
std::vector<uint32_t> FormulaReading::spliced(Connective connective, const std::vector<uint32_t>& operands) const {
  std::vector<uint32_t> all;
  for (const uint32_t operand : operands) {
    const Automaton::Part& part = parts_[operand].part;
    if (part.connective == connective && part.operands.size() <= kMostSpliced) {
      all.insert(all.end(), part.operands.begin(), part.operands.end());
    } else {
      all.push_back(operand);
    }
  }
  return all;
}

uint32_t FormulaReading::joined(Connective connective, std::vector<uint32_t> operands, SourceSpan span) {
  if (operands.size() == 1 && !ltl::is_unary(connective)) return operands.front();
  if (connective == Connective::And || connective == Connective::Or) operands = spliced(connective, operands);
  const std::string symbol = text_of(connective, style_);
  std::string text = ltl::is_unary(connective) ? symbol : "";
  for (size_t i = 0; i < operands.size() && text.size() <= kLongest; ++i) {
    if (i != 0) text += ' ' + symbol + ' ';
    text += operand(operands[i]);
  }
  return add({{cut_off(std::move(text)), connective, std::move(operands), false, span}, {}});
}

std::vector<Automaton::Part> FormulaReading::parts(uint32_t root, const PropositionMeaning& meaning) const {
  // Leaves out the parts that were read but did not become part of the formula.
  std::vector<bool> needed(root + 1, false);
  needed[root] = true;
  for (uint32_t p = root + 1; p-- > 0;) {
    if (!needed[p]) continue;
    for (const uint32_t operand : parts_[p].part.operands) needed[operand] = true;
  }
  std::vector<uint32_t> numbers(root + 1, 0);
  std::vector<Automaton::Part> result;
  for (uint32_t p = 0; p <= root; ++p) {
    if (!needed[p]) continue;
    numbers[p] = static_cast<uint32_t>(result.size());
    Automaton::Part part = parts_[p].part;
    for (uint32_t& operand : part.operands) operand = numbers[operand];
    if (parts_[p].proposition) {
      const Proposition proposition = meaning(*parts_[p].proposition);
      if (const auto* holds = std::get_if<ExprId>(&proposition)) part.atom = *holds;
      if (const auto* test = std::get_if<Automaton::StepTest>(&proposition)) part.atom = *test;
    }
    result.push_back(std::move(part));
  }
  return result;
}

}  // namespace px::ir
