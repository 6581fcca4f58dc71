// Automata of formulas against two witnesses: evaluating the formula on ultimately periodic words, and SPIN's
// translator.
#include "engine/ltl/buchi.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

namespace px::ltl {
namespace {

constexpr uint32_t kPropositions = 3;

// Letters 0 .. prefix - 1, then those from `prefix` on, repeated for ever; a letter is a mask of propositions.
struct Word {
  std::vector<uint32_t> letters;
  size_t prefix = 0;

  size_t next(size_t position) const { return position + 1 < letters.size() ? position + 1 : prefix; }
};

Word random_word(std::mt19937& random) {
  Word word;
  word.prefix = random() % 4;
  const size_t length = word.prefix + 1 + random() % 4;
  for (size_t i = 0; i < length; ++i) word.letters.push_back(random() % (1u << kPropositions));
  return word;
}

// The truth of a formula at each position: Until is the least, Release the greatest solution of its unfolding.
std::vector<bool> evaluate(const Formulas& formulas, FormulaId id, const Word& word) {
  const Formula& formula = formulas[id];
  const size_t size = word.letters.size();
  std::vector<bool> value(size, formula.kind == Kind::True || formula.kind == Kind::Release);
  if (formula.kind == Kind::True || formula.kind == Kind::False) return value;
  if (formula.kind == Kind::Literal) {
    for (size_t i = 0; i < size; ++i) value[i] = ((word.letters[i] >> formula.proposition & 1) != 0) != formula.negated;
    return value;
  }
  const std::vector<bool> left = evaluate(formulas, formula.left, word);
  const std::vector<bool> right = formula.kind == Kind::Next ? left : evaluate(formulas, formula.right, word);
  for (size_t round = 0; round <= size; ++round) {
    for (size_t i = 0; i < size; ++i) {
      const bool later = value[word.next(i)];
      switch (formula.kind) {
        case Kind::And: value[i] = left[i] && right[i]; break;
        case Kind::Or: value[i] = left[i] || right[i]; break;
        case Kind::Next: value[i] = left[word.next(i)]; break;
        case Kind::Until: value[i] = right[i] || (left[i] && later); break;
        default: value[i] = right[i] && (left[i] || later); break;
      }
    }
  }
  return value;
}

// Whether a run on the word visits accepting states infinitely often: a cycle in the product with the word's positions.
bool accepts(const Buchi& automaton, const Word& word) {
  using Node = std::pair<uint32_t, size_t>;
  const auto successors = [&](const Node& node) {
    std::vector<Node> result;
    for (const Buchi::Edge& edge : automaton.states[node.first].edges) {
      bool enabled = true;
      for (const Literal& literal : edge.guard) {
        enabled &= ((word.letters[node.second] >> literal.proposition & 1) != 0) != literal.negated;
      }
      if (enabled) result.emplace_back(edge.to, word.next(node.second));
    }
    return result;
  };
  const auto reach = [&](const Node& from) {
    std::map<Node, bool> seen;
    std::vector<Node> work = {from};
    while (!work.empty()) {
      const Node node = work.back();
      work.pop_back();
      for (const Node& follow : successors(node)) {
        if (!seen[follow]) work.push_back(follow);
        seen[follow] = true;
      }
    }
    return seen;
  };
  std::map<Node, bool> nodes = reach({0, 0});
  nodes[{0, 0}] = true;
  for (const auto& [node, there] : nodes) {
    if (automaton.states[node.first].accepting && reach(node).contains(node)) return true;
  }
  return false;
}

// A formula together with its text for SPIN.
struct Written {
  FormulaId id;
  std::string text;
};

Written random_formula(Formulas& formulas, std::mt19937& random, int depth, bool with_next = true) {
  if (depth == 0 || random() % 6 == 0) {
    const uint32_t proposition = random() % kPropositions;
    return {formulas.literal(proposition, false), std::string(1, static_cast<char>('p' + proposition))};
  }
  const Written a = random_formula(formulas, random, depth - 1, with_next);
  const auto b = [&] { return random_formula(formulas, random, depth - 1, with_next); };
  switch (random() % (with_next ? 8 : 7)) {
    case 0: return {formulas.negation(a.id), "! (" + a.text + ")"};
    case 1: return {formulas.always(a.id), "[] (" + a.text + ")"};
    case 2: return {formulas.eventually(a.id), "<> (" + a.text + ")"};
    case 3: {
      const Written right = b();
      return {formulas.conjunction(a.id, right.id), "(" + a.text + ") && (" + right.text + ")"};
    }
    case 4: {
      const Written right = b();
      return {formulas.disjunction(a.id, right.id), "(" + a.text + ") || (" + right.text + ")"};
    }
    case 5: {
      const Written right = b();
      return {formulas.until(a.id, right.id), "(" + a.text + ") U (" + right.text + ")"};
    }
    case 6: {
      const Written right = b();
      return {formulas.release(a.id, right.id), "(" + a.text + ") V (" + right.text + ")"};
    }
    default: return {formulas.next(a.id), "X (" + a.text + ")"};
  }
}

TEST(Ltl, AcceptsWhatSatisfiesTheFormula) {
  std::mt19937 random(20260101);
  for (int round = 0; round < 1500; ++round) {
    Formulas formulas;
    const Written formula = random_formula(formulas, random, 3);
    const Buchi automaton = to_buchi(formulas, formula.id).value();
    const Buchi opposite = to_buchi(formulas, formulas.negation(formula.id)).value();
    for (int i = 0; i < 12; ++i) {
      const Word word = random_word(random);
      const bool holds = evaluate(formulas, formula.id, word)[0];
      ASSERT_EQ(accepts(automaton, word), holds) << formula.text;
      ASSERT_EQ(accepts(opposite, word), !holds) << "not " << formula.text;
    }
  }
}

TEST(Ltl, IsSmallForTheUsualFormulas) {
  Formulas f;
  const FormulaId p = f.literal(0, false);
  const FormulaId q = f.literal(1, false);
  EXPECT_EQ(to_buchi(f, f.always(p))->states.size(), 1u);
  EXPECT_EQ(to_buchi(f, f.eventually(p))->states.size(), 2u);
  EXPECT_EQ(to_buchi(f, f.always(f.eventually(p)))->states.size(), 2u);
  EXPECT_EQ(to_buchi(f, f.eventually(f.always(p)))->states.size(), 2u);
  EXPECT_EQ(to_buchi(f, f.until(p, q))->states.size(), 2u);
  // The claim of [] (p -> <> q).
  const FormulaId response = f.always(f.disjunction(f.negation(p), f.eventually(q)));
  EXPECT_EQ(to_buchi(f, f.negation(response))->states.size(), 2u);
  EXPECT_TRUE(to_buchi(f, f.truth(false))->states.front().edges.empty());
}

TEST(Ltl, GivesUpWhatIsTooLarge) {
  Formulas f;
  FormulaId all = f.truth(true);
  for (uint32_t i = 0; i < 40; ++i) all = f.conjunction(all, f.eventually(f.always(f.literal(i, false))));
  EXPECT_FALSE(to_buchi(f, all).has_value());
}

// ---- SPIN's automata: blocks "LABEL:" with options ":: (guard) -> goto LABEL" or "skip"

std::string spin_claim(const std::string& formula) {
  const std::string command = "spin -f '" + formula + "' 2>/dev/null";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> buffer{};
  for (size_t n = 0; (n = fread(buffer.data(), 1, buffer.size(), pipe.get())) > 0;) text.append(buffer.data(), n);
  return text;
}

// A guard consists of propositions, !, && and ||, with parentheses.
class Guard {
 public:
  Guard(const std::string& text, uint32_t letter) : text_(text), letter_(letter) {}
  bool value() {
    bool result = conjunction();
    while (take("||")) result = conjunction() || result;
    return result;
  }

 private:
  bool conjunction() {
    bool result = unary();
    while (take("&&")) result = unary() && result;
    return result;
  }
  bool unary() {
    if (take("!")) return !unary();
    if (take("(")) {
      const bool result = value();
      take(")");
      return result;
    }
    if (take("1")) return true;
    skip();
    return (letter_ >> (text_[at_++] - 'p') & 1) != 0;
  }
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(const std::string& token) {
    skip();
    if (text_.compare(at_, token.size(), token) != 0) return false;
    at_ += token.size();
    return true;
  }

  const std::string& text_;
  uint32_t letter_;
  size_t at_ = 0;
};

// Read as an automaton over complete letters, so that both kinds can be queried alike.
Buchi read_claim(const std::string& text) {
  Buchi automaton;
  std::map<std::string, uint32_t> numbers;
  const auto number = [&](const std::string& label) {
    const auto [known, is_new] = numbers.try_emplace(label, static_cast<uint32_t>(automaton.states.size()));
    if (is_new) automaton.states.push_back({label.starts_with("accept"), {}});
    return known->second;
  };
  const auto edges = [&](uint32_t from, uint32_t to, const std::string& guard) {
    for (uint32_t letter = 0; letter < (1u << kPropositions); ++letter) {
      if (!Guard(guard, letter).value()) continue;
      Buchi::Edge edge{to, {}};
      for (uint32_t p = 0; p < kPropositions; ++p) edge.guard.push_back({p, (letter >> p & 1) == 0});
      automaton.states[from].edges.push_back(edge);
    }
  };
  static const std::regex label_line(R"(^(\w+):.*)");
  static const std::regex option_line(R"(^\s*:: (.*) -> goto (\w+).*)");
  static const std::regex atomic_line(R"(^\s*:: atomic \{ (.*) -> assert.*)");
  std::istringstream lines(text);
  uint32_t current = 0;
  bool after_label = false;
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, match, label_line)) {
      if (after_label) numbers.try_emplace(match[1], current);  // two labels of one state
      current = number(match[1]);
      after_label = true;
      continue;
    }
    after_label = false;
    if (std::regex_match(line, match, option_line)) {
      edges(current, number(match[2]), match[1]);
    } else if (std::regex_match(line, match, atomic_line)) {  // the claim ends here: a violation whatever follows
      edges(current, number("accept_end"), match[1]);
      edges(number("accept_end"), number("accept_end"), "1");
    } else if (line.find("skip") != std::string::npos) {
      edges(current, current, "1");
    }
  }
  return automaton;
}

// Whether the two guards allow a common letter.
bool agree(const std::vector<Literal>& a, const std::vector<Literal>& b) {
  return std::none_of(a.begin(), a.end(), [&](const Literal& literal) {
    return std::find(b.begin(), b.end(), Literal{literal.proposition, !literal.negated}) != b.end();
  });
}

// The automata moving together, taking turns: first one, then the other must pass an accepting state.
struct Joint {
  using Node = std::tuple<uint32_t, uint32_t, int>;

  std::vector<Node> successors(const Node& node) const {
    const auto [s, t, turn] = node;
    const bool passed = turn == 0 ? a.states[s].accepting : b.states[t].accepting;
    std::vector<Node> result;
    for (const Buchi::Edge& left : a.states[s].edges) {
      for (const Buchi::Edge& right : b.states[t].edges) {
        if (agree(left.guard, right.guard)) result.emplace_back(left.to, right.to, passed ? 1 - turn : turn);
      }
    }
    return result;
  }

  std::set<Node> reach(const std::vector<Node>& from) const {
    std::set<Node> seen;
    std::vector<Node> work = from;
    while (!work.empty()) {
      const Node node = work.back();
      work.pop_back();
      for (const Node& follow : successors(node)) {
        if (seen.insert(follow).second) work.push_back(follow);
      }
    }
    return seen;
  }

  // Whether both accept some common word.
  bool accepts_something() const {
    if (a.states.empty() || b.states.empty()) return false;
    std::set<Node> nodes = reach({Node{0, 0, 0}});
    nodes.insert(Node{0, 0, 0});
    return std::any_of(nodes.begin(), nodes.end(), [&](const Node& node) {
      const auto [s, t, turn] = node;
      return turn == 1 && b.states[t].accepting && reach({node}).contains(node);
    });
  }

  const Buchi& a;
  const Buchi& b;
};

// Two automata of a formula and two of its negation, ours and SPIN's. No word is accepted by one of each; so ours and
// SPIN's accept the same words, if every word is accepted by one of SPIN's.
TEST(Ltl, SpinsAutomataAcceptTheSameWords) {
  if (std::system("command -v spin > /dev/null 2>&1") != 0) GTEST_SKIP() << "spin is not on this machine";
  const char* const wanted = std::getenv("PEXPLORE_RANDOM_FORMULAS");
  const int rounds = wanted != nullptr ? std::atoi(wanted) : 60;
  std::mt19937 random(7);
  int compared = 0;
  for (int round = 0; round < rounds; ++round) {
    Formulas formulas;
    const Written formula = random_formula(formulas, random, 3, false);
    const Buchi spin[] = {read_claim(spin_claim(formula.text)), read_claim(spin_claim("! (" + formula.text + ")"))};
    if (spin[0].states.empty() && spin[1].states.empty()) continue;  // SPIN gave up
    const Buchi ours[] = {to_buchi(formulas, formula.id).value(),
                          to_buchi(formulas, formulas.negation(formula.id)).value()};
    ++compared;
    EXPECT_FALSE((Joint{ours[0], ours[1]}.accepts_something())) << formula.text;
    EXPECT_FALSE((Joint{spin[0], spin[1]}.accepts_something())) << formula.text;
    EXPECT_FALSE((Joint{ours[0], spin[1]}.accepts_something())) << formula.text;
    EXPECT_FALSE((Joint{ours[1], spin[0]}.accepts_something())) << formula.text;
  }
  EXPECT_GT(compared, rounds * 9 / 10);
  std::printf("%d formulas compared with spin -f\n", compared);
}

}  // namespace
}  // namespace px::ltl
