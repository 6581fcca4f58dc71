// The rewriter: evaluates data expressions.
//
// Idea: the equations of a specification are a functional program. Each expression is compiled once to a tree of nodes
// whose variables are slots of a frame, each equation to patterns, a condition and a right-hand side; evaluation is
// innermost, but lazy in the branches of if and in the right operands of &&, || and =>. If no equation applies, a term
// is left unevaluated: head([]) is a legal value in a state. It is an error only where a truth value or a bound is
// needed.
//
// Order of equations: those that need fewer of the arguments first (an argument is needed if its pattern is not a plain
// variable), then textual order, as in the mCRL2 tools. Specifications should not depend on it.
//
// Sums and quantifiers are enumerated by plans (plan.h).
//
// Threads: read-only after prepare(), except for the table of interned records, which is concurrent. Each evaluation
// uses its own Evaluator.
// Limits: steps and stack of an evaluation; both end in an EvaluationError that names the equation.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/model/sequence_table.h"
#include "frontends/mcrl2/big_int.h"
#include "frontends/mcrl2/spec.h"
#include "frontends/mcrl2/term.h"

namespace px::mcrl2 {

// Why an evaluation cannot continue; `text` is for the user.
struct EvaluationError {
  std::string text;
};

struct Plan;

struct Code {
  enum class Op : uint8_t {
    Slot,      // slot
    Constant,  // word
    Symbol,    // symbol `number` of parts
    Apply,     // parts[0] to the others
    Builtin,   // operation `number` of parts
    List,
    Set,
    Bag,
    SetOf,  // lambda `number` with captured parts; plan, if the elements can be enumerated
    BagOf,
    Lambda,
    Forall,  // a plan for values that refute the body
    Exists,  // plan
    Update,
    Let,  // slots from `slot` on get the values of parts[1..]; then parts[0]
  };
  Op op = Op::Constant;
  uint32_t number = 0;
  uint32_t slot = 0;
  Word word = kNothing;
  SortId sort;  // of the expression; Builtin: of the first part, if there is one
  std::vector<const Code*> parts;
  const Plan* plan = nullptr;
  const Expr* source = nullptr;
};

// An expression ready for evaluation: parameter i is slot i.
struct CompiledExpr {
  const Code* code = nullptr;
  uint32_t slots = 0;
  const Expr* source = nullptr;
};

struct Pattern {
  enum class Kind : uint8_t { Variable, Repeated, Constant, Symbol, Cons, Never };
  Kind kind = Kind::Never;
  uint32_t slot = 0;    // Variable: is set to the value; Repeated: contains it
  uint32_t symbol = 0;  // Symbol
  Word word = kNothing;
  std::vector<Pattern> parts;
};

struct Rule {
  std::vector<Pattern> patterns;
  const Code* condition = nullptr;
  const Code* right = nullptr;
  uint32_t slots = 0;
  uint32_t needs = 0;  // one more than the index of the last argument that it inspects
  SourceSpan span;
};

struct LambdaCode {
  uint32_t captured = 0;
  uint32_t parameters = 0;
  uint32_t slots = 0;
  const Code* body = nullptr;
  const Expr* source = nullptr;
  std::vector<VariableId> captured_variables;
};

// Values of a finite sort, in their order.
using Domain = std::vector<Word>;

class Evaluator;

class Machine {
 public:
  explicit Machine(Spec& spec);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // Call before evaluations begin, from one thread. `parameters` are the variables in slots 0, 1, ...
  CompiledExpr compile(const Expr& e, const std::vector<VariableId>& parameters);
  // The solutions of `condition` for `variables`, given `parameters`; fails with a text that names the unbounded
  // variable.
  std::unique_ptr<Plan> plan(const std::vector<VariableId>& variables, const Expr* condition,
                             const std::vector<VariableId>& parameters, std::string& why_not);

  // Public evaluation, callable from any thread. Throws EvaluationError.
  Word value(const CompiledExpr& e, std::span<const Word> parameters) const;
  // More solutions than this are an error.
  static constexpr int64_t kMaxSolutions = 1 << 20;
  // The solutions, interned: one record per solution, each with the values of the variables.
  Word solutions(const Plan& plan, std::span<const Word> parameters) const;

  std::string text(Word w) const;
  std::string text(const Expr& e) const;
  // The parts of an interned record.
  std::span<const int64_t> parts(Word w) const;

  // The number of values of a sort; unset if there are more than `most` or infinitely many.
  std::optional<uint64_t> count_values(SortId sort, uint64_t most = 1u << 16) const;
  // All values of a sort that count_values() counts, interned.
  const Domain& domain(SortId sort) const;
  Word default_value(SortId sort) const;

  const LambdaCode& lambda(uint32_t number) const { return lambdas_[number]; }
  Spec& spec() const { return spec_; }
  SequenceTable& table() const { return *table_; }

 private:
  friend class Evaluator;
  friend class CodeMaker;
  friend class PlanMaker;

  void add_rules();
  void add_rule(const Equation& equation);
  uint32_t lambda_number(const Expr& e, const std::vector<VariableId>& captured);
  Code* new_code() { return &codes_.emplace_back(); }
  std::optional<uint64_t> count(SortId sort, uint64_t most, std::vector<SortId>& within) const;
  void fill_domain(SortId sort, Domain& domain) const;

  Spec& spec_;
  std::unique_ptr<SequenceTable> table_;
  std::deque<Code> codes_;
  std::deque<LambdaCode> lambdas_;
  std::map<std::string, uint32_t> lambda_shapes_;
  std::vector<std::vector<Rule>> symbol_rules_;
  std::vector<std::vector<Rule>> builtin_rules_;
  // Normal forms of mappings without arguments. Written by the thread that first computes one, read by all; relaxed:
  // the words are interned, and all threads that compute one write the same value.
  std::unique_ptr<std::atomic<Word>[]> constants_;
  std::deque<std::unique_ptr<Plan>> plans_;
  mutable std::mutex domains_lock_;  // guards domains_; its values never move
  mutable std::map<SortId, std::unique_ptr<Domain>> domains_;
};

}  // namespace px::mcrl2
