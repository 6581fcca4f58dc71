// Substitutions: blocks of statements, and the places of variables, results and locals that they assign to.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontends/b/expression_lowering.h"

namespace px::b {

class SubstitutionLowering : public ExpressionLowering {
 protected:
  using ExpressionLowering::ExpressionLowering;

  // ---- Substitutions (lower_substitution.cpp, lower_assignment.cpp)
  ir::Block substitution(SubstId id);
  ir::Block substitution_here(SubstId id);
  ir::Block parallel(const Subst& s);
  ir::Block branches(const Subst& s, bool select);
  ir::Block case_of(const Subst& s);
  ir::Block any(const Subst& s);
  ir::Block let(const Subst& s);
  ir::Block var(const Subst& s);
  ir::Block while_loop(const Subst& s);
  ir::Block call(const Subst& s);
  ir::Block becomes_element(const Subst& s);
  ir::Block becomes_such_that(const Subst& s);
  ir::Block assignment(const Subst& s);
  ir::Block assign_all(const Subst& s);
  void strict_applications(ExprId id, std::vector<ExprId>& found) const;
  ir::Block with_applications(const std::vector<ExprId>& applications, size_t next,
                              const std::function<ir::Block()>& body);
  ir::Block assign(ExprId target, ExprId value, SourceSpan span);
  // The path from a variable to its assigned part: arguments and fields.
  struct PathStep {
    ExprId target;
    V argument;  // none for a field
  };
  using Path = std::vector<PathStep>;
  ir::Block assign_value(ExprId target, const V& value, bool safe, SourceSpan span);
  ir::Block assign_at(SymbolId symbol, const Path& path, const V& value, SourceSpan span);
  ir::Block with_arguments(SymbolId symbol, Path& path, size_t next, const std::function<ir::Block()>& body);
  ir::Block fixed(const V& value, const std::string& text, SourceSpan span,
                  const std::function<ir::Block(const V&)>& body);
  ir::Block store(Storage& to, const V& value, bool safe, SourceSpan span);
  ir::Block move(Storage& to, const Storage& from, SourceSpan span);
  std::optional<ir::Block> changed_in_place(Storage& to, ExprId target, ExprId value, SourceSpan span);
  ir::Block any_value(const Shape& shape, const MakePlace& place, bool injective, SourceSpan span);
  ir::Block any_sequence(const Shape& shape, const MakePlace& place, bool injective, SourceSpan span);
  Storage choose_member(ExprId space, const std::string& name, ir::Block& block, SourceSpan span);
  ir::Block choose_names(const std::vector<SymbolId>& names, ExprId predicate, SourceSpan span,
                         const std::function<ir::Block()>& body);
  ir::Block choose_function(ExprId target, ExprId set, SourceSpan span);
  void written(SubstId id, std::set<SymbolId>& symbols) const;
  bool reads(SubstId id, SymbolId symbol) const;
  SymbolId target_symbol(ExprId target) const;
  Storage& storage(SymbolId symbol, SourceSpan span);
  Storage temporary(const Shape& shape, const std::string& name);

  // Gives the names places and lowers the body (lower_local.cpp).
  ir::Block with_places(const std::vector<SymbolId>& names, const std::function<ir::Block()>& body);
  Storage local_place(const Symbol& symbol, const std::optional<Info>& known);
  void note_assigned(Storage& to, const V& value);
  void note_assigned_at(Storage& to, const V& argument, const V& value);
  ir::Block named(const std::vector<SymbolId>& symbols, const std::vector<V>& values, size_t next,
                  const std::function<ir::Block()>& body);

  // Statements that print `name = value` (lower_print.cpp).
  void declare(SymbolId symbol, const Shape& shape, bool constant);
  // Places that are empty between operations, by name and type: each operation reuses them.
  using Pool = std::pair<std::string, uint32_t>;

  std::vector<OperationId> calls_;  // being inlined
  std::map<Pool, std::vector<ir::VariableId>> temporaries_;
  std::map<Pool, size_t> taken_;
  uint32_t temporary_count_ = 0;
};

}  // namespace px::b
