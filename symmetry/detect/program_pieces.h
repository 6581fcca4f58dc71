// New types and expressions for programs that are rewritten (lift.h).
#pragma once

#include <utility>

#include "engine/ir/program.h"

namespace px::symmetry {

class ProgramPieces {
 public:
  explicit ProgramPieces(ir::Program& program) : program_(program) {}

  ir::TypeId type(ir::Type type) {
    for (uint32_t t = 0; t < program_.types.size(); ++t) {
      if (program_.types[ir::TypeId(t)] == type) return ir::TypeId(t);
    }
    return program_.types.add(std::move(type));
  }
  ir::TypeId boolean() { return type({}); }
  ir::TypeId integer(int64_t lo, int64_t hi) {
    ir::Type range;
    range.kind = ir::TypeKind::Int;
    range.lo = lo;
    range.hi = hi;
    return type(std::move(range));
  }
  ir::TypeId element(ir::SortId sort) {
    ir::Type element;
    element.kind = ir::TypeKind::Element;
    element.sort = sort;
    return type(std::move(element));
  }
  ir::TypeId array(const ir::Domain& domain, ir::TypeId cell) {
    ir::Type array;
    array.kind = ir::TypeKind::Array;
    array.domain = domain;
    array.element = cell;
    return type(std::move(array));
  }

  ir::ExprId constant(ir::TypeId type, int64_t value, SourceSpan span) {
    ir::Expr expr;
    expr.type = type;
    expr.value = value;
    expr.span = span;
    return program_.exprs.add(std::move(expr));
  }
  ir::ExprId operation(ir::Op op, ir::TypeId type, SourceSpan span, ir::ExprId a, ir::ExprId b = {},
                       ir::ExprId c = {}) {
    ir::Expr expr;
    expr.op = op;
    expr.type = type;
    expr.span = span;
    expr.operands[0] = a;
    expr.operands[1] = b;
    expr.operands[2] = c;
    return program_.exprs.add(std::move(expr));
  }
  // Copies a name or a literal, which have no parts.
  ir::ExprId copy(ir::ExprId leaf) { return program_.exprs.add(ir::Expr(program_.exprs[leaf])); }

 private:
  ir::Program& program_;
};

}  // namespace px::symmetry
