// The text of a program in a normal form: renaming its elements maps a program to itself iff it maps the normal form to
// itself, up to unobservable differences.
//
// Unobservable, and so omitted or free to be reordered: the order of actions (except among the choices of a
// deterministic location) and of the branches of a choice; the order and nesting of operands of commutative operators
// that cannot fail; the order in which a value distinguishes elements by a name ("if x = a then .. else if x = b then
// .."); the order of adjacent statements that touch different cells; names of bound variables; labels, messages, source
// positions, printing. This is normalise() of [DM08], on the common form.
//
// Made once per program; items that name no element are the same under every renaming and are only counted.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/ir/pass/failure_analysis.h"
#include "engine/ir/program.h"
#include "symmetry/detect/determinism.h"
#include "symmetry/detect/image_forms.h"
#include "symmetry/detect/image_node.h"
#include "symmetry/perm/element_space.h"
#include "symmetry/perm/permutation.h"

namespace px::symmetry {

class ProgramImage {
 public:
  struct Item {  // an action, an invariant, the init block, ...
    ImageNode node;
    SourceSpan span;
    std::string what;  // "action 'x'"
  };

  ProgramImage(const ir::Program& program, const ElementSpace& space);

  // The items that name elements.
  const std::vector<Item>& items() const { return items_; }
  bool is_kept_by(const Permutation& renaming) { return forms_.are_kept_by(renaming); }
  // An item that the renaming does not map to an item of the program, because of a literal that it moves.
  struct Difference {
    const Item* item = nullptr;
    SourceSpan span;  // of the literal, if its position is known, otherwise of the item
  };
  Difference first_difference(const Permutation& renaming);

 private:
  void add_automaton(const ir::Automaton& automaton);
  void add_item(ImageNode node, std::string what, SourceSpan span);
  ImageNode action(ir::ActionId id, const std::string& rank);
  ImageNode block(const ir::Block& block);
  ImageNode statement(ir::StatementId id);
  ImageNode expr(ir::ExprId id);
  ImageNode commutative(ir::ExprId id);
  struct Case {
    int64_t value;
    SourceSpan span;  // of the literal
    ir::ExprId result;
  };
  struct Cases {  // of the elements that a name may denote
    ir::BindingId name;
    std::vector<Case> named;
    ir::ExprId rest;

    bool has(int64_t value) const {
      return std::any_of(named.begin(), named.end(), [&](const Case& c) { return c.value == value; });
    }
  };
  Cases read_cases(ir::ExprId id) const;
  const ir::Expr* tested_literal(const ir::Expr& test, ir::BindingId& name) const;
  std::optional<ImageNode> case_distinction(ir::ExprId id);
  ImageNode table(const ir::ValueTable& table, const ir::Expr& computed);
  void flatten(ir::Op op, ir::ExprId id, std::vector<ir::ExprId>& parts) const;
  ImageNode place(ir::PlaceId id);
  ImageNode literal(ir::TypeId type, int64_t value, SourceSpan span);
  void reset_defaults(ir::TypeId type, std::vector<ImageNode>& literals);
  std::string domain(const ir::Domain& domain) const;
  void bind(ir::BindingId id) { bound_.push_back(id); }
  void unbind() { bound_.pop_back(); }

  const ir::Program& program_;
  const ElementSpace& space_;
  ir::FailureAnalysis failures_;
  std::vector<bool> deterministic_;  // per location
  std::vector<Item> items_;
  ImageForms forms_;                  // of the items
  std::vector<ir::BindingId> bound_;  // names in scope, outermost first
  bool keep_branch_order_ = false;
};

}  // namespace px::symmetry
