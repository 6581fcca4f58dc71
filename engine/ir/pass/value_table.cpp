#include "engine/ir/pass/value_table.h"

#include "engine/ir/fold.h"
#include "engine/ir/pass/same_value.h"

namespace px::ir {
namespace {

constexpr int64_t kMaxRows = 256;

class Tabulator {
 public:
  explicit Tabulator(const Program& program) : program_(program) {}

  // Finds the element that the value depends on; returns false if it depends on more than one.
  bool find_name(ExprId id) {
    const Expr& e = program_.exprs[id];
    if (e.op == Op::Const) return true;
    if (e.op == Op::Binding || e.op == Op::Read) return is_element(id) && is_name(id);
    if (!op_folds(e.op) && e.op != Op::Check) return false;
    takes_numbers_ = takes_numbers_ || e.op == Op::IndexOf || e.op == Op::ElementAt;
    for (int i = 0; i < op_operands(e.op); ++i) {
      if (!find_name(e.operands[i])) return false;
    }
    return true;
  }

  bool takes_numbers() const { return takes_numbers_; }
  ExprId name() const { return name_; }

  std::optional<int64_t> value(ExprId id, int64_t element) const {
    const Expr& e = program_.exprs[id];
    if (e.op == Op::Const) return e.value;
    if (e.op == Op::Binding || e.op == Op::Read) return element;
    if (e.op == Op::And || e.op == Op::Or) {  // the left side alone may decide
      const std::optional<int64_t> left = value(e.operands[0], element);
      if (!left || (*left != 0) == (e.op == Op::Or)) return left;
      return value(e.operands[1], element);
    }
    if (e.op == Op::If || e.op == Op::Check) {
      const std::optional<int64_t> condition = value(e.operands[0], element);
      if (!condition || (e.op == Op::Check && *condition == 0)) return {};
      return value(e.operands[*condition != 0 ? 1 : 2], element);
    }
    return operation(e, element);
  }

 private:
  bool is_element(ExprId id) const { return program_.types[program_.exprs[id].type].kind == TypeKind::Element; }

  bool is_name(ExprId id) {
    if (!name_.valid()) name_ = id;
    return same_value(program_, name_, id);
  }

  std::optional<int64_t> operation(const Expr& e, int64_t element) const {
    int64_t values[3] = {0, 0, 0};
    for (int i = 0; i < op_operands(e.op); ++i) {
      const std::optional<int64_t> operand = value(e.operands[i], element);
      if (!operand) return {};
      values[i] = *operand;
    }
    return fold_expression(program_, e, values[0], values[1], values[2]);
  }

  const Program& program_;
  ExprId name_;
  bool takes_numbers_ = false;
};

}  // namespace

std::optional<ValueTable> value_table(const Program& program, ExprId id, const RangeOf& range_of) {
  if (!program.types[program.exprs[id].type].is_scalar()) return {};
  Tabulator tabulator(program);
  if (!tabulator.find_name(id) || !tabulator.takes_numbers() || !tabulator.name().valid()) return {};
  const Expr& name = program.exprs[tabulator.name()];
  ElementRange range{program.scalar_lo(name.type), program.scalar_hi(name.type)};
  if (name.op == Op::Binding) range = range_of(name.binding).value_or(range);
  if (range.last - range.first >= kMaxRows) return {};
  ValueTable table;
  table.name = tabulator.name();
  for (int64_t element = range.first; element <= range.last; ++element) {
    table.rows.push_back({element, tabulator.value(id, element)});
  }
  return table;
}

}  // namespace px::ir
