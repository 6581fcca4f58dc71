// Names, types, expressions and places of the text form; shared by the writer's parts.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/ir/program.h"
#include "engine/ir/text_syntax.h"

namespace px::ir::text {

// A name as written: in backquotes if it is reserved or not a plain word.
std::string quoted_name(std::string_view name);
std::string quoted_string(std::string_view text);

std::string domain_text(const Program& program, const Domain& domain);
std::string type_text(const Program& program, TypeId type);

class ExprWriter {
 public:
  explicit ExprWriter(const Program& program);

  std::string expr(ExprId id) { return at_level(id, 0); }
  // An expression where the reader knows the type: `none` needs no sort.
  std::string typed_expr(ExprId id);
  std::string place(PlaceId id);
  std::string scalar(TypeId type, int64_t value) const;
  std::string location(LocationId id) const;  // with its family, unless it is the only one of that name
  std::string operand(ExprId id) { return at_level(id, kPostfixLevel); }

  // Names for bindings: their own, or one that hides nothing. A name is in scope from `bind` to `unbind`.
  std::string bind(BindingId id);
  void unbind() { scope_.pop_back(); }

 private:
  std::string at_level(ExprId id, int level);
  std::pair<std::string, int> text(const Expr& e);
  std::pair<std::string, int> operation(const Expr& e);
  std::string quantifier(const Expr& e);
  std::string conditional(const Expr& e);
  std::string named_value(const Expr& e);
  std::string set_of(const Expr& e);
  std::string process_call(const Expr& e);
  std::string call(const Expr& e);
  std::string external_call(const Expr& e);
  std::string variable(VariableId id) const;
  std::string element(SortId sort, int64_t value) const;
  bool is_none(ExprId id) const;
  std::string side(ExprId id, ExprId other, int level);

  const Program& program_;
  std::set<std::string> taken_;               // names that a binding must not hide
  std::set<std::string> ambiguous_;           // variables that need their family's name
  std::set<std::string> ambiguous_elements_;  // elements that need their sort's name
  std::vector<std::pair<BindingId, std::string>> scope_;
};

}  // namespace px::ir::text
