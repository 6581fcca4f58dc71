// From a formula to a Büchi automaton.
//
// Idea (Gerth, Peled, Vardi and Wolper 1995; on edges instead of states as by Couvreur 1999): a state is a set of
// formulas that the rest of the word has to satisfy. Separating what must hold now from what is postponed,
//     a U b  =  b  or  (a and X (a U b))          a R b  =  b and (a  or  X (a R b))
// turns the set into a disjunction of cases, each with literals that the current letter must satisfy and a set of
// formulas for the rest: an edge and the state it leads to. A run may postpone b in a U b for ever, which must not
// count as satisfying it. So an edge is *good for* an Until if it does not postpone it, and a run is accepted if for
// every Until it takes good edges infinitely often.
//
// To turn these several sets of edges into one set of states, a counter beside each state waits for the Untils in turn
// and skips all for which the edge is good; when it has passed the last one, the state is accepting and the counter
// restarts.
//
// Then the automaton is reduced until nothing changes: states from which no accepting cycle is reachable are removed,
// and so is an edge made redundant by another edge to the same state; bisimilar states are merged. Accepting states
// outside of cycles count as not accepting, so that more states are bisimilar.
//
// Invariant: an automaton accepts the words that satisfy the conjunction of its initial state, before and after each
// reduction. The tests evaluate random formulas on random ultimately periodic words, and compare with SPIN's own
// translator.
//
// Cost: states are sets of subformulas, so exponential in the worst case. Formulas in models are small; the
// construction gives up beyond a few thousand states or cases.
#include "engine/ltl/buchi.h"

#include <algorithm>
#include <map>
#include <set>

namespace px::ltl {
namespace {

constexpr size_t kMaxStates = 2000;
constexpr size_t kMaxCases = 20000;  // of all states in total

using Set = std::set<FormulaId>;

// One case of an unfolded set of formulas.
struct Case {
  std::set<Literal> now;
  Set later;
  Set put_off;  // the Untils that the case postpones

  auto operator<=>(const Case&) const = default;
};

struct GeneralEdge {
  std::vector<Literal> guard;
  uint32_t to = 0;
  Set put_off;
};

// ---- The tableau

class Tableau {
 public:
  explicit Tableau(Formulas& formulas) : formulas_(formulas) {}

  std::optional<Buchi> run(FormulaId formula) {
    state({formula});
    for (uint32_t next = 0; next < states_.size(); ++next) {
      if (states_.size() > kMaxStates || cases_ > kMaxCases) return std::nullopt;
      const Set obligations = states_[next];
      std::vector<GeneralEdge> edges;
      for (const Case& one : unfold(obligations)) {
        edges.push_back({{one.now.begin(), one.now.end()}, state(one.later), one.put_off});
      }
      edges_.push_back(std::move(edges));
    }
    return degeneralised();
  }

 private:
  uint32_t state(const Set& obligations) {
    const auto [known, is_new] = numbers_.try_emplace(obligations, static_cast<uint32_t>(states_.size()));
    if (is_new) states_.push_back(obligations);
    return known->second;
  }

  // Literals first: they rule out cases of the other formulas.
  std::set<Case> unfold(const Set& obligations) {
    std::set<Case> cases;
    std::vector<FormulaId> open(obligations.begin(), obligations.end());
    std::stable_partition(open.begin(), open.end(), [&](FormulaId id) { return formulas_[id].kind != Kind::Literal; });
    unfold(std::move(open), {}, {}, cases);
    return cases;
  }

  void unfold(std::vector<FormulaId> open, Case so_far, Set done, std::set<Case>& cases) {
    while (!open.empty() && cases_ <= kMaxCases) {
      const FormulaId id = open.back();
      open.pop_back();
      if (!done.insert(id).second) continue;
      const Formula formula = formulas_[id];
      switch (formula.kind) {
        case Kind::True: break;
        case Kind::False: return;
        case Kind::Literal:
          if (so_far.now.contains({formula.proposition, !formula.negated})) return;
          so_far.now.insert({formula.proposition, formula.negated});
          break;
        case Kind::And:
          open.push_back(formula.left);
          open.push_back(formula.right);
          break;
        case Kind::Or: {
          std::vector<FormulaId> other = open;
          other.push_back(formula.right);
          unfold(std::move(other), so_far, done, cases);
          open.push_back(formula.left);
          break;
        }
        case Kind::Next: so_far.later.insert(formula.left); break;
        case Kind::Until: {
          std::vector<FormulaId> other = open;
          other.push_back(formula.right);
          unfold(std::move(other), so_far, done, cases);
          open.push_back(formula.left);
          so_far.later.insert(id);
          so_far.put_off.insert(id);
          break;
        }
        case Kind::Release: {
          std::vector<FormulaId> other = open;
          other.push_back(formula.right);
          Case again = so_far;
          again.later.insert(id);
          unfold(std::move(other), std::move(again), done, cases);
          open.push_back(formula.left);
          open.push_back(formula.right);
          break;
        }
      }
    }
    cases.insert(std::move(so_far));
    ++cases_;
  }

  std::optional<Buchi> degeneralised() const {
    Set untils;
    for (const auto& edges : edges_) {
      for (const GeneralEdge& edge : edges) untils.insert(edge.put_off.begin(), edge.put_off.end());
    }
    const std::vector<FormulaId> turns(untils.begin(), untils.end());
    const auto last = static_cast<uint32_t>(turns.size());
    Buchi result;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> numbers;
    std::vector<std::pair<uint32_t, uint32_t>> work;
    const auto number = [&](uint32_t state, uint32_t turn) {
      const auto [known, is_new] = numbers.try_emplace({state, turn}, static_cast<uint32_t>(work.size()));
      if (is_new) {
        work.emplace_back(state, turn);
        result.states.push_back({turn == last, {}});
      }
      return known->second;
    };
    number(0, 0);
    for (uint32_t next = 0; next < work.size(); ++next) {
      if (work.size() > kMaxStates) return std::nullopt;
      const auto [state, turn] = work[next];
      for (const GeneralEdge& edge : edges_[state]) {
        uint32_t reached = turn == last ? 0 : turn;
        while (reached < last && !edge.put_off.contains(turns[reached])) ++reached;
        const uint32_t to = number(edge.to, reached);
        result.states[next].edges.push_back({to, edge.guard});
      }
    }
    return result;
  }

  Formulas& formulas_;
  std::vector<Set> states_;
  std::map<Set, uint32_t> numbers_;
  std::vector<std::vector<GeneralEdge>> edges_;
  size_t cases_ = 0;
};

// ---- Reduction

// Keeps the states for which `keep` holds (and always the initial one), and renames targets by `name`.
void rebuild(Buchi& automaton, const std::vector<bool>& keep, const std::vector<uint32_t>& name) {
  std::vector<uint32_t> numbers(automaton.states.size());
  Buchi result;
  for (uint32_t s = 0; s < automaton.states.size(); ++s) {
    if (!keep[s] && s != 0) continue;
    numbers[s] = static_cast<uint32_t>(result.states.size());
    result.states.push_back(automaton.states[s]);
  }
  for (Buchi::State& state : result.states) {
    std::vector<Buchi::Edge> edges;
    for (Buchi::Edge& edge : state.edges) {
      if (keep[name[edge.to]] || name[edge.to] == 0) edges.push_back({numbers[name[edge.to]], std::move(edge.guard)});
    }
    state.edges = std::move(edges);
  }
  automaton = std::move(result);
}

// The states reachable from one in at least one step.
std::vector<bool> reachable(const Buchi& automaton, uint32_t from) {
  std::vector<bool> seen(automaton.states.size());
  std::vector<uint32_t> work = {from};
  while (!work.empty()) {
    const uint32_t state = work.back();
    work.pop_back();
    for (const Buchi::Edge& edge : automaton.states[state].edges) {
      if (seen[edge.to]) continue;
      seen[edge.to] = true;
      work.push_back(edge.to);
    }
  }
  return seen;
}

void drop_useless_states(Buchi& automaton) {
  const size_t count = automaton.states.size();
  std::vector<std::vector<bool>> reach(count);
  for (uint32_t s = 0; s < count; ++s) reach[s] = reachable(automaton, s);
  std::vector<bool> keep(count);
  std::vector<uint32_t> same(count);
  for (uint32_t s = 0; s < count; ++s) {
    same[s] = s;
    automaton.states[s].accepting = automaton.states[s].accepting && reach[s][s];
  }
  for (uint32_t s = 0; s < count; ++s) {
    const bool needed = s == 0 || reach[0][s];
    for (uint32_t t = 0; needed && t < count && !keep[s]; ++t) {
      keep[s] = automaton.states[t].accepting && (s == t || reach[s][t]);
    }
  }
  rebuild(automaton, keep, same);
}

void drop_superfluous_edges(Buchi& automaton) {
  for (Buchi::State& state : automaton.states) {
    std::vector<Buchi::Edge> edges;
    std::sort(state.edges.begin(), state.edges.end());
    state.edges.erase(std::unique(state.edges.begin(), state.edges.end()), state.edges.end());
    for (const Buchi::Edge& edge : state.edges) {
      const bool covered = std::any_of(state.edges.begin(), state.edges.end(), [&](const Buchi::Edge& other) {
        return other.to == edge.to && other.guard.size() < edge.guard.size() &&
               std::includes(edge.guard.begin(), edge.guard.end(), other.guard.begin(), other.guard.end());
      });
      if (!covered) edges.push_back(edge);
    }
    state.edges = std::move(edges);
  }
}

// Two states are alike if they agree on acceptance and have the same edges to states that are alike: the coarsest such
// partition, by splitting. Returns true if two states were merged.
bool merge_alike_states(Buchi& automaton) {
  const size_t count = automaton.states.size();
  std::vector<uint32_t> group(count);
  for (size_t groups = 0;;) {
    std::map<std::pair<uint32_t, Buchi::State>, uint32_t> known;
    std::vector<uint32_t> finer(count);
    for (uint32_t s = 0; s < count; ++s) {
      Buchi::State state = automaton.states[s];
      for (Buchi::Edge& edge : state.edges) edge.to = group[edge.to];
      std::sort(state.edges.begin(), state.edges.end());
      state.edges.erase(std::unique(state.edges.begin(), state.edges.end()), state.edges.end());
      finer[s] = known.try_emplace({group[s], std::move(state)}, static_cast<uint32_t>(known.size())).first->second;
    }
    group = std::move(finer);
    if (known.size() == groups) break;
    groups = known.size();
  }
  std::map<uint32_t, uint32_t> first;
  std::vector<bool> keep(count);
  std::vector<uint32_t> name(count);
  for (uint32_t s = 0; s < count; ++s) {
    name[s] = first.try_emplace(group[s], s).first->second;
    keep[s] = name[s] == s;
  }
  if (first.size() == count) return false;
  rebuild(automaton, keep, name);
  return true;
}

}  // namespace

std::optional<Buchi> to_buchi(Formulas& formulas, FormulaId formula) {
  std::optional<Buchi> automaton = Tableau(formulas).run(formula);
  if (!automaton) return automaton;
  do {
    drop_useless_states(*automaton);
    drop_superfluous_edges(*automaton);
  } while (merge_alike_states(*automaton));
  return automaton;
}

}  // namespace px::ltl
