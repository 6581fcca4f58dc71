// Copies formulas and substitutions into the typed machine: resolves names to symbols, and expands definitions.
//
// A definition is expanded as a tree, not as text: its body is one operand, and an argument keeps its meaning from the
// place where it is written, even if the body binds a name that the argument uses. Free names of a body are resolved
// where the definition is used, so a definition may refer to variables bound around its use.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "frontends/b/scope.h"

namespace px::b {

class Resolver {
 public:
  Resolver(Machine& machine, const SourceMap& sources, Diagnostics& diagnostics)
      : machine_(machine), sources_(sources), diagnostics_(diagnostics) {}

  ExprId formula(ExprId source, const Environment& environment);
  SubstId substitution(SubstId source, const Environment& environment);
  // The conjuncts of a predicate, including those of definitions that are conjunctions.
  std::vector<ExprId> conjuncts(ExprId source, const Environment& environment);

  // Adds a symbol and, to the chain, a name for it.
  SymbolId declare(SymbolKind kind, const Name& name, std::string full_name);
  const Local* bind(const Name& name, SymbolId symbol, bool writable, const Local* outer);
  const Environment* keep(Environment environment);
  const Argument* argument(ExprId formula, const Environment* environment);

 private:
  struct Found {
    enum class Kind : uint8_t { Nothing, Symbol, Argument, Definition } kind = Kind::Nothing;
    SymbolId symbol;
    const Argument* argument = nullptr;
    const Definition* definition = nullptr;
    bool writable = false;
    bool local = false;
  };

  Found look_up(std::string_view name, const Environment& environment) const;
  ExprId add(Expr expr);
  ExprId copy(const Expr& expr, const Environment& environment);
  ExprId name(const Expr& expr, const Environment& environment);
  ExprId call(const Expr& expr, const Environment& environment);
  ExprId apply(ExprId function, const Expr& call, const Environment& environment);
  ExprId binder(const Expr& expr, const Environment& environment);
  ExprId let(const Expr& expr, const Environment& environment);
  ExprId unknown(const Expr& expr, const Environment& environment);
  void report_unknown(std::string_view what, const std::string& name, SourceSpan span, const Environment& environment);
  std::string suggestion(std::string_view name, const Environment& environment, bool operations) const;
  // The environment of the definition's body; null if it calls itself or the arguments do not fit.
  const Environment* expand(const Definition& definition, const std::vector<ExprId>& arguments, SourceSpan span,
                            const Environment& environment);
  void split(ExprId source, const Environment& environment, std::vector<ExprId>& out);

  SubstId add(Subst subst);
  SubstId assignment(const Subst& subst, const Environment& environment);
  SubstId name_call(const Subst& subst, const Environment& environment);
  SubstId definition_call(const Definition& definition, const Subst& subst, const Environment& environment);
  SubstId becomes_such_that(const Expr& member, const Environment& environment);
  SubstId binding(const Subst& subst, const Environment& environment);
  void branches(const Subst& source, Subst& target, const Environment& environment);
  ExprId target(ExprId source, const Environment& environment);
  void check_distinct(const std::vector<Name>& names);
  bool too_deep(SourceSpan span);

  Machine& machine_;
  const SourceMap& sources_;
  Diagnostics& diagnostics_;
  std::deque<Local> locals_;
  std::deque<Environment> environments_;
  std::deque<Argument> arguments_;
  int depth_ = 0;
  bool gave_up_ = false;  // a limit was reached and reported
};

}  // namespace px::b
