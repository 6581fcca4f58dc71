// Lowers data expressions to expressions of a Program (lower_expr.cpp, lower_table.cpp): the Program computes with
// packed values, mappings over small sorts become case distinctions or arrays, and all others become calls of the
// rewriter. The input is the scope, which defines the source of each variable's value. All other data is private to
// this class.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/ir/builder.h"
#include "frontends/mcrl2/functions.h"
#include "frontends/mcrl2/model.h"

namespace px::mcrl2 {

class ExpressionLowering {
 protected:
  struct Wrong {};
  // The source of a variable's value.
  struct Source {
    Typed type;
    ir::BindingId binding;    // a parameter or a name; or else
    ir::VariableId variable;  // a local
    ir::BindingId process;    // of this process
  };

  ExpressionLowering(std::string name, Spec& spec, std::shared_ptr<Functions> functions, Diagnostics& diagnostics)
      : spec_(spec),
        functions_(std::move(functions)),
        m_(functions_->machine()),
        diagnostics_(diagnostics),
        b_(std::move(name)) {}

  ir::SortId element_sort(SortId id);
  Typed type_of(SortId sort) const;
  bool is_element_sort(SortId sort) const;
  ir::TypeId program_type(Typed type, SortId sort);
  bool is_native(const Expr& e, int depth = 0);
  ir::ExprId truth(const Expr& e);
  ir::ExprId as(const Expr& e, Typed wanted);
  ir::ExprId native(const Expr& e);
  std::vector<ir::ExprId> arguments_of(const std::vector<VariableId>& variables, std::vector<Typed>& forms);
  std::vector<VariableId> variables_of(const Expr& e) const;
  bool is_closed(const Expr& e) const { return variables_of(e).empty(); }
  std::optional<Word> closed_value(const Expr& e);
  [[noreturn]] void wrong(DiagnosticKind kind, SourceSpan span, std::string message, std::string hint = {});

  static constexpr int64_t kMaxNumber = int64_t{1} << 60;

  Spec& spec_;
  std::shared_ptr<Functions> functions_;
  Machine& m_;
  Diagnostics& diagnostics_;
  ir::Builder b_;
  std::unordered_map<VariableId, Source> scope_;

 private:
  ir::TypeId number_type() { return b_.int_type(-kMaxNumber, kMaxNumber); }
  bool is_native_operation(const Expr& e, int depth);
  bool is_tabled(const Expr& e, int depth);
  bool is_short_list(const Expr& e, int depth);
  ir::ExprId native_operation(const Expr& e);
  ir::ExprId native_quantifier(const Expr& e);
  ir::ExprId divided(const Expr& e);
  ir::ExprId tabled(const Expr& e);
  ir::VariableId table(const Expr& e);
  void fill_table(const Expr& e, std::vector<Word>& chosen, std::vector<int64_t>& values);
  Word entry_value(const Expr& e, const std::vector<Word>& chosen);
  ir::ExprId table_entry(const Expr& e, std::vector<Word>& chosen, size_t argument);
  ir::ExprId called(const Expr& e, Typed result);
  ir::ExprId read(const Source& source, SourceSpan span);
  ir::ExprId constant(Word w, Typed type, SourceSpan span);
  const Expr* unfold(const Expr& e);

  std::map<SortId, ir::SortId> element_sorts_;
  std::unordered_map<const Expr*, std::optional<Word>> closed_values_;
  std::unordered_map<const Expr*, const Expr*> unfolded_;
  std::map<SymbolId, ir::VariableId> tables_;  // mappings over constants of sorts, represented as arrays
};

}  // namespace px::mcrl2
