#include "symmetry/detect/action_shape.h"

#include "engine/base/hash.h"

namespace px::symmetry {
namespace {

uint64_t mix(uint64_t a, uint64_t b) {
  return hash_word(b, a);
}

// The hashes of children are summed, since a normal form may reorder them; at worst this makes different shapes equal.
class Shape {
 public:
  explicit Shape(const ir::Program& program) : program_(program) {}

  uint64_t of(const ir::Action& action) const {
    uint64_t sum = action.guard.valid() ? mix(1, expr(action.guard)) : 0;
    sum += mix(2, block(action.body));
    for (const ir::Parameter& parameter : action.parameters) sum += mix(3, domain(parameter.domain));
    return mix(sum, action.movers.size());
  }

 private:
  uint64_t block(const ir::Block& block) const {
    uint64_t sum = block.size();
    for (const ir::StatementId id : block) {
      const ir::Statement& s = program_.statements[id];
      uint64_t parts = s.limit;
      for (const ir::PlaceId p : s.places) parts += mix(1, place(p));
      for (const ir::ExprId e : s.exprs) parts += mix(2, expr(e));
      for (const ir::Block& inner : s.blocks) parts += mix(3, this->block(inner));
      sum += mix(static_cast<uint64_t>(s.kind), parts);
    }
    return sum;
  }

  uint64_t expr(ir::ExprId id) const {
    const ir::Expr& e = program_.exprs[id];
    uint64_t sum = 0;
    if (e.op == ir::Op::Const && is_plain(program_.types[e.type])) sum += mix(1, static_cast<uint64_t>(e.value));
    if (e.place.valid()) sum += mix(2, place(e.place));
    if (ir::op_is_quantifier(e.op)) sum += mix(3, domain(e.domain));
    for (const ir::ExprId operand : e.operands) {
      if (operand.valid()) sum += mix(4, expr(operand));
    }
    return mix(static_cast<uint64_t>(e.op), sum);
  }

  uint64_t place(ir::PlaceId id) const {
    const ir::Place& p = program_.places[id];
    uint64_t sum = mix(static_cast<uint64_t>(p.kind), p.field);
    sum += mix(1, p.type.value);
    if (p.parent.valid()) sum += mix(2, place(p.parent));
    if (p.index.valid()) sum += mix(3, expr(p.index));
    return mix(4, sum);
  }

  static bool is_plain(const ir::Type& type) {
    return type.kind == ir::TypeKind::Bool || type.kind == ir::TypeKind::Int;
  }
  static uint64_t domain(const ir::Domain& domain) {
    if (domain.family.valid()) return mix(5, domain.family.value);
    return mix(static_cast<uint64_t>(domain.lo), static_cast<uint64_t>(domain.hi));
  }

  const ir::Program& program_;
};

}  // namespace

std::vector<uint64_t> location_shapes(const ir::Program& program) {
  std::vector<uint64_t> shapes;
  for (const ir::Location& l : program.locations) {
    const uint64_t marks = uint64_t{l.atomic} | uint64_t{l.deterministic} << 1 | uint64_t{l.valid_end} << 2 |
                           uint64_t{l.progress} << 3 | uint64_t{l.accepting} << 4;
    shapes.push_back(mix(l.family.value, marks));
  }
  const Shape shape(program);
  for (const ir::Action& action : program.actions) {
    const uint64_t of_action = shape.of(action);
    for (size_t m = 0; m < action.movers.size(); ++m) {
      const ir::Mover& mover = action.movers[m];
      const uint64_t role = mix(m, static_cast<uint64_t>(mover.control));
      const uint64_t circle = mover.from == mover.to ? 1 : 0;
      shapes[mover.from.value] += mix(of_action, mix(role, 2 + circle));
      shapes[mover.to.value] += mix(of_action, mix(role, 4 + circle));
    }
  }
  return shapes;
}

}  // namespace px::symmetry
