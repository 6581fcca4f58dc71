// Whether evaluating an expression can be an error of the model. If it can, the order of evaluation is visible (the
// error is reached or not), so operands may not be commuted and quantifiers may not be permuted.
#pragma once

#include <optional>
#include <vector>

#include "engine/ir/pass/value_table.h"
#include "engine/ir/program.h"

namespace px::ir {

class FailureAnalysis {
 public:
  explicit FailureAnalysis(const Program& program);  // must outlive this

  bool can_fail(ExprId expr) const;
  // Whether there may be an error after which the run continues with an unintended cell.
  bool can_go_wrong(ExprId expr) const;
  bool place_can_fail(PlaceId place) const;
  // Whether the value may lie outside the range of the type of the place it is to be stored in.
  bool value_may_not_fit(ExprId value, TypeId type) const;

  // The value of the expression per element, if it depends on nothing else (value_table.h).
  std::optional<ValueTable> table(ExprId expr) const;

  // The range of a bound name: its type alone says less when the domain is a part of a sort.
  struct Bounds {
    bool known = false;
    int64_t lo = 0;
    int64_t hi = 0;
  };

  // The possible values of a number; unknown if there are too many.
  Bounds values(ExprId expr) const;

 private:
  void bind_values();
  void bind(BindingId binding, const Domain& domain);

  const Program& program_;
  std::vector<Bounds> bounds_;  // per binding
};

}  // namespace px::ir
