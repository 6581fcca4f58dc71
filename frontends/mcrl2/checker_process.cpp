// Process expressions: calls of actions and processes, and the operators on actions.
#include <algorithm>

#include "engine/base/spelling.h"
#include "frontends/mcrl2/checker_impl.h"

namespace px::mcrl2 {

using Kind = ProcessSyntax::Kind;

namespace {

Process node(Process::Kind kind, SourceSpan span) {
  Process p;
  p.kind = kind;
  p.span = span;
  return p;
}

}  // namespace

std::vector<SortId> Checker::parameter_sorts(ProcessId id) const {
  std::vector<SortId> found;
  for (const VariableId v : spec_.processes[id].parameters) found.push_back(spec_.variables[v].sort);
  return found;
}

const Process* Checker::process(const ProcessSyntax& p) {
  switch (p.kind) {
    case Kind::Delta: return spec_.add(node(Process::Kind::Delta, p.span));
    case Kind::Tau: return spec_.add(node(Process::Kind::Multi, p.span));
    case Kind::Multi: return multi(p);
    case Kind::Call: return p.by_name ? assigned_call(p) : call(p);
    case Kind::Sequence:
    case Kind::Choice:
    case Kind::Parallel: {
      Process made = node(p.kind == Kind::Sequence ? Process::Kind::Sequence
                          : p.kind == Kind::Choice ? Process::Kind::Choice
                                                   : Process::Kind::Parallel,
                          p.span);
      for (const ProcessSyntax* part : p.parts) {
        const Process* checked = process(*part);
        if (checked->kind == made.kind) {  // redundant brackets
          made.parts.insert(made.parts.end(), checked->parts.begin(), checked->parts.end());
        } else {
          made.parts.push_back(checked);
        }
      }
      return spec_.add(std::move(made));
    }
    case Kind::Sum: {
      Process made = node(Process::Kind::Sum, p.span);
      const size_t outer = scope_.size();
      for (const VariableSyntax& v : p.variables) made.variables.push_back(new_variable(v));
      for (size_t i = 0; i < p.variables.size(); ++i) bind(p.variables[i].name.text, made.variables[i]);
      made.parts.push_back(process(*p.parts[0]));
      scope_.resize(outer);
      return spec_.add(std::move(made));
    }
    case Kind::If: {
      Process made = node(Process::Kind::If, p.span);
      made.condition = check_expr(*p.condition, sorts_.basic(SortKind::Bool));
      for (const ProcessSyntax* part : p.parts) made.parts.push_back(process(*part));
      return spec_.add(std::move(made));
    }
    default: return operation(p);
  }
}

// ---- Calls

void Checker::no_such_call(const ProcessSyntax& p) {
  const std::string& name = p.name.text;
  const bool action = actions_.contains(name);
  if (!action && !processes_.contains(name)) {
    std::vector<std::string> names;
    for (const auto& [other, ignored] : actions_) names.push_back(other);
    for (const auto& [other, ignored] : processes_) names.push_back(other);
    wrong(DiagnosticKind::UnknownName, p.name.span, "there is no action or process '" + name + "'",
          suggestion(name, names));
  }
  std::vector<std::vector<SortId>> declared;
  if (action) {
    for (const ActionId a : actions_[name]) declared.push_back(spec_.actions[a].sorts);
  } else {
    for (const ProcessId q : processes_[name]) declared.push_back(parameter_sorts(q));
  }
  const std::string what = (action ? "the action '" : "the process '") + name + "'";
  // With a single declaration for this number of arguments, report which argument is wrong.
  const auto alike =
      std::count_if(declared.begin(), declared.end(), [&](const auto& d) { return d.size() == p.arguments.size(); });
  if (alike == 1) {
    const auto only =
        std::find_if(declared.begin(), declared.end(), [&](const auto& d) { return d.size() == p.arguments.size(); });
    static_cast<void>(check_all(arguments_of(p), *only));
  }
  const std::vector<SortId> found = infer_all(arguments_of(p));
  for (size_t i = 0; i < found.size(); ++i) {
    if (!found[i].valid()) static_cast<void>(check_expr(*p.arguments[i], sorts_.basic(SortKind::Unknown)));
  }
  std::string hint;
  for (const auto& d : declared) {
    hint += (hint.empty() ? "it is declared for " : ", and for ") + (d.empty() ? "no arguments" : list_text(d));
  }
  const std::string given = found.empty() ? "no arguments" : list_text(found);
  const bool arity = alike == 0;
  wrong(arity ? DiagnosticKind::WrongArity : DiagnosticKind::TypeMismatch, p.name.span,
        what + " does not take " + given, hint);
}

const Process* Checker::call(const ProcessSyntax& p) {
  const std::vector<SortId> found = infer_all(arguments_of(p));
  const auto match = [&](const std::vector<SortId>& wanted) -> int {
    if (wanted.size() != found.size()) return -1;
    int exact = 0;
    for (size_t i = 0; i < found.size(); ++i) {
      if (found[i].valid() && !sorts_.fits(found[i], wanted[i])) return -1;
      exact += found[i] == wanted[i] ? 1 : 0;
    }
    return exact;
  };
  int best = -1;
  ActionId action;
  ProcessId called;
  if (const auto named = actions_.find(p.name.text); named != actions_.end()) {
    for (const ActionId a : named->second) {
      const int fit = match(spec_.actions[a].sorts);
      if (fit > best) {
        best = fit;
        action = a;
      }
    }
  }
  if (const auto named = processes_.find(p.name.text); named != processes_.end()) {
    for (const ProcessId q : named->second) {
      const int fit = match(parameter_sorts(q));
      if (fit > best) {
        best = fit;
        called = q;
      }
    }
  }
  if (best < 0) no_such_call(p);
  if (action.valid()) {
    Process made = node(Process::Kind::Multi, p.span);
    const std::vector<SortId> wanted = spec_.actions[action].sorts;
    made.actions.push_back({action, check_all(arguments_of(p), wanted), p.span});
    return spec_.add(std::move(made));
  }
  Process made = node(Process::Kind::Call, p.span);
  made.process = called;
  made.arguments = check_all(arguments_of(p), parameter_sorts(called));
  return spec_.add(std::move(made));
}

// P(x = e): parameters that are not named take the value of the variable of the same name.
const Process* Checker::assigned_call(const ProcessSyntax& p) {
  const auto named = processes_.find(p.name.text);
  if (named == processes_.end()) {
    if (actions_.contains(p.name.text)) {
      wrong(DiagnosticKind::TypeMismatch, p.span,
            "'" + p.name.text + "' is an action, which has no parameters to assign to",
            "write its arguments without names; without arguments, leave out the ()");
    }
    no_such_call(p);
  }
  const auto has_all = [&](ProcessId q) {
    return std::all_of(p.assignments.begin(), p.assignments.end(), [&](const Assignment& a) {
      const auto& parameters = spec_.processes[q].parameters;
      return std::any_of(parameters.begin(), parameters.end(),
                         [&](VariableId v) { return spec_.variables[v].name == a.name.text; });
    });
  };
  const auto called = std::find_if(named->second.begin(), named->second.end(), has_all);
  if (called == named->second.end()) {
    for (const Assignment& a : p.assignments) {
      std::vector<std::string> names;
      for (const VariableId v : spec_.processes[named->second.front()].parameters)
        names.push_back(spec_.variables[v].name);
      if (std::find(names.begin(), names.end(), a.name.text) != names.end()) continue;
      wrong(DiagnosticKind::UnknownName, a.name.span,
            "the process '" + p.name.text + "' has no parameter '" + a.name.text + "'", suggestion(a.name.text, names));
    }
    no_such_call(p);
  }
  Process made = node(Process::Kind::Call, p.span);
  made.process = *called;
  for (const VariableId v : std::vector<VariableId>(spec_.processes[*called].parameters)) {
    const Variable parameter = spec_.variables[v];
    const Assignment* own = nullptr;
    for (const Assignment& a : p.assignments) {
      if (a.name.text != parameter.name) continue;
      if (own != nullptr) wrong(DiagnosticKind::DuplicateName, a.name.span, "'" + a.name.text + "' is assigned twice");
      own = &a;
    }
    if (own != nullptr) {
      made.arguments.push_back(check_expr(*own->value, parameter.sort));
      continue;
    }
    const VariableId same = find_variable(parameter.name);
    if (!same.valid()) {
      wrong(DiagnosticKind::UnknownName, p.span,
            "the parameter '" + parameter.name + "' of '" + p.name.text + "' gets no value here",
            "assign to it; only where a variable '" + parameter.name + "' is in scope it can be left out");
    }
    made.arguments.push_back(expect(spec_.use(same, p.span), parameter.sort));
  }
  return spec_.add(std::move(made));
}

const Process* Checker::multi(const ProcessSyntax& p) {
  Process made = node(Process::Kind::Multi, p.span);
  bool delta = false;
  for (const ProcessSyntax* part : p.parts) {
    if (part->kind == Kind::Tau) continue;
    if (part->kind == Kind::Delta) {
      delta = true;
      continue;
    }
    const Process* one = part->by_name ? assigned_call(*part) : call(*part);
    if (one->kind != Process::Kind::Multi) {
      wrong(DiagnosticKind::TypeMismatch, part->span,
            "'" + part->name.text + "' is a process; only actions can be joined by '|'",
            "the parallel composition of processes is ||");
    }
    made.actions.insert(made.actions.end(), one->actions.begin(), one->actions.end());
  }
  return spec_.add(delta ? node(Process::Kind::Delta, p.span) : std::move(made));
}

// ---- Operators

void Checker::known_action(const Name& name) {
  if (actions_.contains(name.text)) return;
  std::vector<std::string> names;
  for (const auto& [other, ignored] : actions_) names.push_back(other);
  const bool is_process = processes_.contains(name.text);
  wrong(DiagnosticKind::UnknownName, name.span, "there is no action '" + name.text + "'",
        is_process ? "'" + name.text + "' is a process" : suggestion(name.text, names));
}

const Process* Checker::operation(const ProcessSyntax& p) {
  Process made = node(Process::Kind::Block, p.span);
  operation_rules(p, made);
  made.parts.push_back(process(*p.parts[0]));
  return spec_.add(std::move(made));
}

void Checker::operation_rules(const ProcessSyntax& p, Process& made) {
  switch (p.kind) {
    case Kind::Block: made.kind = Process::Kind::Block; break;
    case Kind::Hide: made.kind = Process::Kind::Hide; break;
    case Kind::Rename: made.kind = Process::Kind::Rename; break;
    case Kind::Allow: made.kind = Process::Kind::Allow; break;
    default: made.kind = Process::Kind::Comm;
  }
  for (const Name& name : p.names) {
    known_action(name);
    const bool twice = std::find(made.names.begin(), made.names.end(), name.text) != made.names.end();
    if (twice && p.kind == Kind::Rename) {
      wrong(DiagnosticKind::DuplicateName, name.span, "'" + name.text + "' is renamed twice",
            "a name can be given one other name only");
    }
    if (!twice) made.names.push_back(name.text);
  }
  for (size_t i = 0; i < p.targets.size(); ++i) {
    known_action(p.targets[i]);
    const auto has_sorts = [&](const std::vector<SortId>& sorts) {
      return std::any_of(actions_[p.targets[i].text].begin(), actions_[p.targets[i].text].end(),
                         [&](ActionId a) { return spec_.actions[a].sorts == sorts; });
    };
    for (const ActionId a : actions_[p.names[i].text]) {
      if (has_sorts(spec_.actions[a].sorts)) continue;
      wrong(DiagnosticKind::TypeMismatch, p.targets[i].span,
            "'" + p.targets[i].text + "' does not have the arguments of '" + p.names[i].text + "'",
            "declare it for " + (spec_.actions[a].sorts.empty() ? "no arguments" : list_text(spec_.actions[a].sorts)));
    }
    made.targets.push_back(p.targets[i].text);
  }
  for (const NameList& list : p.multi_actions) {
    std::vector<std::string> names;
    for (const Name& name : list) {
      known_action(name);
      names.push_back(name.text);
    }
    std::sort(names.begin(), names.end());
    made.multi_names.push_back(std::move(names));
  }
  if (p.kind == Kind::Comm) comm_rules(p, made);
}

void Checker::comm_rules(const ProcessSyntax& p, Process& made) {
  std::set<std::string> used;
  for (const CommSyntax& comm : p.comms) {
    CommRule rule;
    std::set<std::string> own;
    for (const Name& name : comm.from) {
      known_action(name);
      rule.from.push_back(name.text);
      own.insert(name.text);
      if (!used.contains(name.text)) continue;
      wrong(DiagnosticKind::DuplicateName, name.span, "'" + name.text + "' is on the left side of two communications",
            "then it would not be clear with whom it communicates; use two action names");
    }
    used.insert(own.begin(), own.end());
    std::sort(rule.from.begin(), rule.from.end());
    if (comm.to.text != "tau") {
      known_action(comm.to);
      rule.to = comm.to.text;
      check_comm_sorts(comm);
    }
    made.rules.push_back(std::move(rule));
  }
  for (const CommSyntax& comm : p.comms) {
    if (!used.contains(comm.to.text)) continue;
    wrong(DiagnosticKind::DuplicateName, comm.to.span,
          "'" + comm.to.text + "' is the result of a communication, and on the left side of one",
          "put a second comm around the first one");
  }
}

void Checker::check_comm_sorts(const CommSyntax& comm) {
  const auto has = [&](const std::string& name, const std::vector<SortId>& sorts) {
    return std::any_of(actions_[name].begin(), actions_[name].end(),
                       [&](ActionId a) { return spec_.actions[a].sorts == sorts; });
  };
  for (const ActionId a : actions_[comm.to.text]) {
    const std::vector<SortId>& sorts = spec_.actions[a].sorts;
    const bool all = std::all_of(comm.from.begin(), comm.from.end(), [&](const Name& n) { return has(n.text, sorts); });
    if (all) return;
  }
  std::string declared;
  const auto tell = [&](const std::string& name) {
    for (const ActionId a : actions_[name]) {
      const std::vector<SortId>& sorts = spec_.actions[a].sorts;
      declared += (declared.empty() ? "" : ", ") + name + (sorts.empty() ? "" : ": " + list_text(sorts));
    }
  };
  for (const Name& name : comm.from) tell(name.text);
  tell(comm.to.text);
  wrong(DiagnosticKind::TypeMismatch, comm.to.span, "the actions of this communication differ in their arguments",
        "declared are " + declared);
}

}  // namespace px::mcrl2
