// A sequential process as control locations and summands.
//
// Idea: the continuation of a sequential process is a stack of rests of process expressions, with the last one to be
// executed at the bottom. Such a stack, without the values of its variables, is a location. A variable in the rest at
// height i of the stack is a state variable (variable, i), so a call in tail position overwrites parameters and the
// stack does not grow. Every path from a location to the next multi-action is a summand: variables of sums, a
// condition, the multi-action, the next location, and the new values of its state variables. Only variables that occur
// in the next location are kept (dead values create no states).
//
// A parallel composition, or an operator on actions, within a sequence, a choice, a condition or a sum is a rest that
// has stacks of its own, one per part: a location is a tree of stacks. Its steps are combined here according to the
// semantics; when all parts have terminated, the rest below continues.
//
// A process that calls itself non-tail-recursively (X = push . X . pop) has an unbounded stack. If the stack grows
// beyond a limit, the automaton is rebuilt: a location is then only the top of the stack, and the part below is a
// value, a list of frames in a separate state variable: the number of the rest, the values of its variables, then the
// next frame. When the top has finished, control passes to a location that resumes the first frame, whichever it is.
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
  std::vector<std::pair<VariableId, const Expr*>> updates;  // of all state variables that occur in `to`
  SourceSpan span;
};

struct AutomatonLocation {
  std::vector<VariableId> variables;  // live state variables
  std::string name;
  SourceSpan span;
  bool ended = false;  // nothing is left to execute: successful termination
};

struct Automaton {
  std::vector<AutomatonLocation> locations;  // the first is the initial one
  std::vector<Summand> summands;
  std::vector<std::pair<VariableId, const Expr*>> start;  // initial values, over the given variables
};

class AutomatonMaker {
 public:
  AutomatonMaker(Spec& spec, Diagnostics& diagnostics) : spec_(spec), diagnostics_(diagnostics) {}
  // False after an error (already reported).
  bool make(const Process& process, Automaton& automaton);

 private:
  struct Wrong {};
  struct TooHigh {};  // the stack
  // The continuation of a process expression: for a sequence, the parts from `index` on.
  struct Rest;
  using Stack = std::vector<Rest>;  // bottom first
  struct Rest {
    const Process* process = nullptr;
    size_t index = 0;
    Substitution values{};       // of its variables
    std::vector<Stack> parts{};  // of an active composition; an empty one has terminated
  };
  struct Path {
    std::vector<VariableId> sums;
    std::vector<const Expr*> conditions;
    std::vector<ProcessId> calls;
  };

  // The next steps of a process, and its continuation after them.
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

  bool composed_ = false;          // it contains compositions
  bool folds_ = false;             // the stack below the top is a value
  VariableId frames_;              // the state variable that holds it
  const Expr* below_ = nullptr;    // its value, for the location that is being expanded
  std::vector<Rest> frame_kinds_;  // with the variables as values
  std::map<std::string, uint32_t> frame_numbers_;
  uint32_t return_ = UINT32_MAX;  // the location that resumes a frame
};

// Whether a process contains no parallel composition and no operator on multi-actions, even through calls.
bool is_sequential(const Spec& spec, const Process& process);

}  // namespace px::mcrl2
