// Compositions within a sequential process: the steps of their parts, alone and together, and what remains of them
// after the operators. All combinations of the parts become summands, as for an expanded sequential process, so this is
// suitable for compositions of a few parts. Outermost compositions are handled by network.h, with families and filters.
#include <algorithm>

#include "frontends/mcrl2/automaton.h"
#include "frontends/mcrl2/operators.h"

namespace px::mcrl2 {
namespace {

using Kind = Process::Kind;

constexpr size_t kMaxSteps = 20'000;  // for one composition in one location

const Expr* either(Spec& spec, const Expr* a, const Expr* b) {
  if (is_truth(a, false)) return b;
  return spec.apply(Builtin::Or, spec.sorts.basic(SortKind::Bool), {a, b});
}

// The condition that the lists of arguments are equal, or that they are not.
void add_condition(Spec& spec, const CombinedCondition& condition, std::vector<const Expr*>& conditions) {
  const Expr* differ = spec.truth(false);
  for (size_t list = 1; list < condition.lists.size(); ++list) {
    for (size_t i = 0; i < condition.lists[0].size(); ++i) {
      const Expr* x = condition.lists[0][i].value;
      const Expr* same =
          spec.apply(Builtin::Eq, spec.sorts.basic(SortKind::Bool), {x, condition.lists[list][i].value}, x->span);
      if (condition.equal) {
        conditions.push_back(same);
      } else {
        differ = either(spec, differ, negated(spec, same));
      }
    }
  }
  if (!condition.equal) conditions.push_back(differ);
}

}  // namespace

AutomatonMaker::Rest AutomatonMaker::begun(const Process& p, const Substitution& values) {
  Rest rest{&p, 0, {}, {}};
  for (const Process* part : p.parts) rest.parts.push_back({Rest{part, 0, values, {}}});
  return rest;
}

AutomatonMaker::Steps AutomatonMaker::part_steps(const Stack& part, const Path& path) {
  Path own;
  own.calls = path.calls;
  Steps steps;
  steps_of(part, own, steps);
  return steps;
}

// The steps of a composition are computed as those of a separate rest, and appended to the path that leads to it.
void AutomatonMaker::composition_steps(const Rest& rest, const Stack& below, const Path& path, Steps& steps) {
  const Process& p = *rest.process;
  struct Joined {
    Step step;
    std::vector<Stack> parts;
  };
  std::vector<Joined> made = {{{}, rest.parts}};
  for (size_t i = 0; i < rest.parts.size(); ++i) {
    const Steps own = part_steps(rest.parts[i], path);
    const size_t before = made.size();
    for (size_t j = 0; j < before; ++j) {
      for (const Step& step : own) {
        if (made.size() > kMaxSteps) {
          wrong(p.span, DiagnosticKind::LimitExceeded,
                "the parts of this composition can do more than " + std::to_string(kMaxSteps) +
                    " combinations of actions at once",
                "put the composition outermost, or say which multi-actions are wanted with allow({...}, ...)");
        }
        Joined joined = made[j];
        const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
        append(joined.step.path.sums, step.path.sums);
        append(joined.step.path.conditions, step.path.conditions);
        append(joined.step.actions, step.actions);
        if (!joined.step.span.known()) joined.step.span = step.span;
        joined.parts[i] = step.after;
        made.push_back(std::move(joined));
      }
    }
  }
  made.erase(made.begin());  // no component moves
  for (const Joined& joined : made) {
    std::vector<Combination> results;
    Combination all;
    all.actions = joined.step.actions;
    sort_actions(all);
    if (p.kind == Kind::Parallel) {
      results.push_back(std::move(all));
    } else {
      apply_operator(p, std::move(all), Filter(), results);
    }
    for (Combination& result : results) {
      Step step{path, std::move(result.actions), below, joined.step.span};
      const Path& own = joined.step.path;
      step.path.sums.insert(step.path.sums.end(), own.sums.begin(), own.sums.end());
      step.path.conditions.insert(step.path.conditions.end(), own.conditions.begin(), own.conditions.end());
      for (const CombinedCondition& c : result.conditions) add_condition(spec_, c, step.path.conditions);
      const bool ended =
          std::all_of(joined.parts.begin(), joined.parts.end(), [](const Stack& s) { return s.empty(); });
      if (!ended) step.after.push_back({rest.process, 0, {}, joined.parts});
      steps.push_back(std::move(step));
    }
  }
}

// Whether a process can reach a composition.
bool AutomatonMaker::starts(const Process& p, const Process& composition, std::vector<ProcessId>& seen) const {
  if (&p == &composition) return true;
  if (p.kind == Kind::Call) {
    if (std::find(seen.begin(), seen.end(), p.process) != seen.end()) return false;
    seen.push_back(p.process);
    return starts(*spec_.processes[p.process].body, composition, seen);
  }
  return std::any_of(p.parts.begin(), p.parts.end(),
                     [&](const Process* part) { return starts(*part, composition, seen); });
}

// A composition that contains itself recursively grows without bound.
void AutomatonMaker::check_bounded(const Process& process) {
  std::vector<ProcessId> called;
  const auto check = [&](const auto& self, const Process& p) -> void {
    if (p.kind == Kind::Call) {
      if (std::find(called.begin(), called.end(), p.process) != called.end()) return;
      called.push_back(p.process);
      return self(self, *spec_.processes[p.process].body);
    }
    for (const Process* part : p.parts) {
      std::vector<ProcessId> seen;
      if (p.kind >= Kind::Parallel && starts(*part, p, seen)) {
        wrong(p.span, DiagnosticKind::Unsupported,
              p.kind == Kind::Parallel
                  ? "this parallel composition starts itself recursively, so the number of components has no bound"
                  : "this operator contains itself through recursion, so it would be applied without bound",
              p.kind == Kind::Parallel ? "write the components out, or keep them as data"
                                       : "apply the operator once, where the process is called from outside");
      }
      self(self, *part);
    }
  };
  check(check, process);
}

}  // namespace px::mcrl2
