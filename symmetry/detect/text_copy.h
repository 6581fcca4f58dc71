// Copies of statements, expressions and places within a program, with other names in them: nodes are not shared between
// parents, so a text must be copied before it is used in a second place.
#pragma once

#include <map>
#include <vector>

#include "engine/ir/program.h"

namespace px::symmetry {

// Whether two texts are the same, up to positions in the source. `names`: pairs of bound names that correspond.
class SameText {
 public:
  SameText(const ir::Program& program, std::map<ir::BindingId, ir::BindingId> names)
      : program_(program), names_(std::move(names)) {}

  bool exprs(ir::ExprId a, ir::ExprId b) const;
  bool places(ir::PlaceId a, ir::PlaceId b) const;
  bool statements(ir::StatementId a, ir::StatementId b) const;
  bool blocks(const ir::Block& a, const ir::Block& b) const;

 private:
  bool bindings(ir::BindingId a, ir::BindingId b) const;

  const ir::Program& program_;
  std::map<ir::BindingId, ir::BindingId> names_;
};

class TextCopier {
 public:
  explicit TextCopier(ir::Program& program) : program_(program) {}

  // From now on, copies use `by` where the original uses `name`.
  void rename(ir::BindingId name, ir::BindingId by) { names_[name] = by; }
  // From now on, copies use the name where the original reads this place.
  void replace_reads(ir::PlaceId place, ir::BindingId by);

  ir::ExprId expr(ir::ExprId id);
  ir::PlaceId place(ir::PlaceId id);
  ir::StatementId statement(ir::StatementId id);
  ir::Block block(const ir::Block& block);

 private:
  ir::BindingId name(ir::BindingId id) const;

  ir::Program& program_;
  std::map<ir::BindingId, ir::BindingId> names_;
  ir::PlaceId replaced_;
  ir::BindingId replacement_;
};

}  // namespace px::symmetry
