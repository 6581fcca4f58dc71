// A sequential process as control locations and summands.
//
// Idea: what a sequential process has left to do is a stack of rests of process expressions, the bottom one last to be
// done. Such a stack, without the values of its variables, is a location. A variable in the rest at height i of the
// stack is a state variable (variable, i), so a call in tail position overwrites parameters and grows nothing. Every
// way to the next multi-action from a location is a summand: variables of sums, a condition, the multi-action, the next
// location, and what the state variables of that one become. Only variables that the next location still mentions are
// kept (dead values make no states).
//
// A parallel composition, or an operator on actions, within a sequence, a choice, a condition or a sum is a rest that
// has stacks of its own, one per part: a location is a tree of stacks. Its steps are combined here as the semantics
// says it; when all parts have ended, what is below continues.
//
// A process that calls itself with something left to do behind the call (X = push . X . pop) has no bound on its stack.
// When the stack grows beyond a limit, the automaton is made again: locations are the top of the stack only, and what
// is below is a value, a list of frames in a state variable of its own: the number of the rest, then the values of its
// variables, then the next frame. Where the top has nothing left to do, control goes to a location that takes up the
// first frame, whichever it is.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "frontends/mcrl2/combination.h"
#include "frontends/mcrl2/rewrite_expr.h"
#include "frontends/mcrl2/spec.h"

namespace px::mcrl2 {

struct Summand {
  uint32_t from = 0;
  uint32_t to = 0;
  std::vector<VariableId> sums;
  std::vector<const Expr*> conditions;
  std::vector<CombinedAction> actions;                      // ascending by name
  std::vector<std::pair<VariableId, const Expr*>> updates;  // of all state variables that `to` mentions
  SourceSpan span;
};

struct AutomatonLocation {
  std::vector<VariableId> variables;  // state variables that are alive
  std::string name;
  SourceSpan span;
  bool ended = false;  // nothing is left to do: successful termination
};

struct Automaton {
  std::vector<AutomatonLocation> locations;  // the first is where it starts
  std::vector<Summand> summands;
  std::vector<std::pair<VariableId, const Expr*>> start;  // values at the start, over the variables given
};

class AutomatonMaker {
 public:
  AutomatonMaker(Spec& spec, Diagnostics& diagnostics) : spec_(spec), diagnostics_(diagnostics) {}
  // Nothing after an error (already reported).
  bool make(const Process& process, Automaton& automaton);

 private:
  struct Wrong {};
  struct TooHigh {};  // the stack
  // What is left of a process expression: of a sequence the parts from `index` on.
  struct Rest;
  using Stack = std::vector<Rest>;  // bottom first
  struct Rest {
    const Process* process = nullptr;
    size_t index = 0;
    Substitution values{};       // of its variables
    std::vector<Stack> parts{};  // of a composition that has begun; one that is empty has ended
  };
  struct Path {
    std::vector<VariableId> sums;
    std::vector<const Expr*> conditions;
    std::vector<ProcessId> calls;
  };

  // The next steps of a process, and what remains of it after them.
  struct Step {
    Path path;
    std::vector<CombinedAction> actions;
    Stack after;
    SourceSpan span;
  };
  using Steps = std::vector<Step>;

  using Updates = std::vector<std::pair<VariableId, const Expr*>>;

  void run(const Process& process);
  uint32_t reach(Stack stack, Updates& updates);
  uint32_t add_location(std::string key, AutomatonLocation location, Stack stack);
  void steps_of(const Stack& stack, const Path& path, Steps& steps);
  void expand(const Process& p, const Substitution& values, const Stack& below, const Path& path, Steps& steps);
  void expand_sum(const Process& p, const Substitution& values, const Stack& below, Path path, Steps& steps);
  void add_summands(const Steps& steps);
  void add_return(Summand summand, bool empty);
  void normalise(Stack& stack);
  void enter_calls(Stack& stack);
  void bind_state(Stack& stack, size_t& height, AutomatonLocation& location, Updates& updates, std::string& name);

  // Compositions (automaton_parallel.cpp).
  static Rest begun(const Process& p, const Substitution& values);
  void composition_steps(const Rest& rest, const Stack& below, const Path& path, Steps& steps);
  Steps part_steps(const Stack& part, const Path& path);
  void check_bounded(const Process& p);
  bool starts(const Process& p, const Process& composition, std::vector<ProcessId>& seen) const;

  // Frames (automaton_frames.cpp).
  const Expr* pushed(const Rest& rest, const Expr* frames);
  void pop(uint32_t kind);
  uint32_t return_location();
  const Expr* number(size_t n);
  const Expr* no_frames();
  const Expr* is_empty(const Expr* frames);
  VariableId state_variable(VariableId variable, size_t height);
  const std::vector<VariableId>& free(const Process& p, size_t index);
  void collect_free(const Process& p, size_t index, std::vector<VariableId>& bound, std::vector<VariableId>& found);
  std::string key(const Process& p, size_t index, size_t height);
  void write(const Process& p, size_t index, std::map<VariableId, size_t>& bound, std::string& out);
  void write(const Expr& e, std::map<VariableId, size_t>& bound, std::string& out);
  [[noreturn]] void wrong(SourceSpan span, DiagnosticKind kind, std::string message, std::string hint);

  Spec& spec_;
  Diagnostics& diagnostics_;
  Automaton* automaton_ = nullptr;
  std::map<std::string, uint32_t> known_;
  std::vector<Stack> stacks_;  // per location, with state variables as values
  std::map<std::pair<VariableId, size_t>, VariableId> state_variables_;
  std::map<std::pair<const Process*, size_t>, std::vector<VariableId>> free_;
  uint32_t from_ = 0;

  bool composed_ = false;          // it has compositions within
  bool folds_ = false;             // what is below the top of the stack is a value
  VariableId frames_;              // the state variable that holds it
  const Expr* below_ = nullptr;    // the value of it, for what is being expanded
  std::vector<Rest> frame_kinds_;  // with the variables as values
  std::map<std::string, uint32_t> frame_numbers_;
  uint32_t return_ = UINT32_MAX;  // the location that takes up a frame
};

// Whether a parallel composition, or an operator on multi-actions, is part of a process, also behind calls.
bool is_sequential(const Spec& spec, const Process& process);

}  // namespace px::mcrl2
