// The text of a program with its elements renamed, in a normal form: two texts are equal iff the renaming maps the
// program to itself, up to what cannot be observed.
//
// What is not observed, and so is put in a fixed order or left out: the order of actions (except among the choices of a
// deterministic location) and of the branches of a choice; the order and nesting of operands of commutative operators
// that cannot fail; the order of neighbouring statements that touch different cells; names of bound variables; labels,
// messages, source positions, printing. This is normalise() of [DM08], on the common form.
#pragma once

#include <string>
#include <vector>

#include "engine/ir/program.h"
#include "symmetry/detect/determinism.h"
#include "symmetry/detect/failure.h"
#include "symmetry/perm/element_space.h"
#include "symmetry/perm/permutation.h"

namespace px {

class ProgramImage {
 public:
  struct Item {  // an action, an invariant, the init block, ...
    std::string text;
    SourceSpan span;
    std::string what;    // "action 'x'"
    SourceSpan literal;  // of the first literal that the renaming moves, if its place is known
    bool moves_literal = false;
    bool operator<(const Item& other) const { return text < other.text; }
  };

  ProgramImage(const ir::Program& program, const ElementSpace& space)
      : program_(program), space_(space), failures_(program), deterministic_(deterministic_locations(program)) {}

  // Sorted by text.
  std::vector<Item> items(const Permutation& renaming);

 private:
  void begin_item(std::string what, SourceSpan span);
  void end_item(std::string text);
  std::string action(ir::ActionId id);
  std::string block(const ir::Block& block);
  std::string statement(ir::StatementId id);
  std::string expr(ir::ExprId id);
  std::string commutative(ir::ExprId id);
  void flatten(ir::Op op, ir::ExprId id, std::vector<ir::ExprId>& parts) const;
  std::string place(ir::PlaceId id);
  std::string literal(ir::TypeId type, int64_t value, SourceSpan span);
  std::string reset_default(ir::TypeId type);
  std::string domain(const ir::Domain& domain);
  std::string bind(ir::BindingId id);
  void unbind() { bound_.pop_back(); }

  const ir::Program& program_;
  const ElementSpace& space_;
  FailureAnalysis failures_;
  std::vector<bool> deterministic_;  // per location
  const Permutation* renaming_ = nullptr;
  std::vector<Item> items_;
  std::vector<ir::BindingId> bound_;  // names in scope, outermost first
  bool keep_branch_order_ = false;
};

}  // namespace px
