// Explains the value of a condition: the few values that determined it.
//
// The first false part explains a false conjunction, all parts explain a false disjunction, the first element that
// makes it false explains a false "for all", and so on down to comparisons, of which every value read is listed. For
// counts, the counted elements are listed; a result that no single element determines is explained by all of them, up
// to kMaxWitnesses values. Ordinary evaluation records nothing: the condition is evaluated again.
#pragma once

#include "engine/interp/evaluator.h"
#include "engine/model/explainer.h"

namespace px::interp {

class Witness {
 public:
  // Works on a copy of the state and bindings of `evaluator`.
  Witness(const ir::Program& program, const ir::Layout& layout, SequenceTable& sequences, const Evaluator& evaluator);

  std::vector<Observation> of_event(const Event& event);
  // The facts that determined the value of the condition.
  std::vector<Observation> of_condition(ir::ExprId condition, bool outcome);

 private:
  static constexpr size_t kMaxWitnesses = 16;

  void why_failed(ir::StatementId id);
  void why(ir::ExprId id, bool outcome);
  void why_quantifier(const ir::Expr& e, bool outcome);
  void list(ir::ExprId id);
  void list_location(const ir::Expr& e);
  void list_quantifier(const ir::Expr& e);
  void list_place(ir::PlaceId id, Observation::Kind kind, int64_t value);
  bool is_true(ir::ExprId id) { return evaluator_.value(id).value_or(0) != 0; }
  void add(Observation observation);
  void add_bound(const ir::Expr& e, int64_t value);

  const ir::Program& program_;
  PackedState state_;
  std::vector<Event> ignored_;
  Evaluator evaluator_;
  // Names that take every value of their domain while something is listed: no single value is a reason.
  std::vector<ir::BindingId> going_through_;
  std::vector<Observation> found_;
};

}  // namespace px::interp
