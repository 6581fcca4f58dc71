// Composite values: sets, relations, functions and sequences, and the spaces of them. value_ops.h defines what a value
// is.
//
// The typed machine becomes a Program through a chain of classes. Each knows only those listed before it:
//
//   SetLowering           operations on sets, relations and sequences, given the values of their operands
//   ExpressionLowering    expressions and predicates; the values that satisfy a predicate (solve.cpp)
//   SubstitutionLowering  substitutions, and the places that they assign to
//   Lowerer               sets, constants, variables, operations, invariants and temporal formulas of the machine
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "frontends/b/lower.h"
#include "frontends/b/shape.h"

namespace px::b {

class SetLowering {
 public:
  // The requirements on a relation between two sets to belong to A +-> B and the like.
  struct Arrow {
    bool total = false;
    bool onto = false;
    bool function = false;
    bool injective = false;
  };

 protected:
  SetLowering(const Machine& machine, const World& world, const LowerOptions& options);

  // ---- Expressions (lower_expression.cpp, lower_relation.cpp, lower_sequence.cpp)
  V product(const V& x, const V& y, TypeId type);
  V joined(const V& x, const V& y, TypeId type);
  void join_functions(Value& joint, const V& x, const V& y);
  V met(const V& x, const V& y, TypeId type);
  V without(const V& x, const V& y, TypeId type);
  V filtered(const V& set, TypeId type, const Body& keep);
  V interval(const V& from, const V& to, TypeId type);
  V power_set(const V& of, TypeId type, bool nonempty, SourceSpan span);
  V relation_space(Op op, const V& from, const V& to, TypeId type);
  std::function<Walks()> space_walks(const Arrow& arrow, const Value& space, const Info& from, const Info& to);
  V scalar_of(TypeId type, const Make& index);
  V space_count(const Arrow& arrow, const V& arguments, const V& values);
  V sequence_space(Op op, const V& of, TypeId type);
  std::function<Walks()> sequence_walks(Op op, const V& of, TypeId type, const ir::Domain& items);
  V listed_function(const V& set, const std::vector<V>& pairs);
  V extension_of(const std::vector<V>& elements, TypeId type);
  ir::ExprId agree(const std::vector<V>& pairs);
  V domain_of(const V& r, TypeId type, SourceSpan span);
  V range_of(const V& r, TypeId type, SourceSpan span);
  V inverse(const V& r, TypeId type);
  V image(const V& r, const V& s, TypeId type, SourceSpan span);
  V restricted(const V& r, TypeId type, const Body& keep_argument, const Body& keep_value);
  V overridden(const V& r, const V& with, TypeId type, SourceSpan span);
  V composed(const V& r, const V& s, TypeId type, SourceSpan span);
  V identity(const V& of, TypeId type);
  V relation_of_pairs(const V& r, TypeId type, SourceSpan span);
  V relation_of(const V& f, TypeId type, SourceSpan span);
  V sets_of(const V& r, TypeId type, SourceSpan span);
  V field_of(const V& r, TypeId type, SourceSpan span);
  ir::ExprId in_field(const V& r, const V& x, SourceSpan span);
  V by_rows(const V& all, const std::function<V(const V&)>& row, TypeId type);
  V iterated(const V& r, const V& n, TypeId type, SourceSpan span);
  V closure(const V& r, TypeId type, SourceSpan span);
  V reflexive_closure(const V& r, TypeId type, SourceSpan span);
  V sequence_of(TypeId type, V length, int64_t longest, std::function<V(const V&)> item, const Info& item_info);
  V items_in_order(TypeId type, const std::vector<V>& items, const Info& info);
  V concatenated_parts(const V& parts, TypeId type, SourceSpan span);
  V reversed(const V& s, TypeId type);
  V plus(const V& x, int64_t n);
  V concatenated(const V& s, const V& t, TypeId type);
  V as_sequence(const V& v, SourceSpan span);
  std::optional<V> extreme_by_walks(bool least, const V& set);
  V extreme(Op op, const V& set, const std::string& text, SourceSpan span);
  V general_join(const V& sets, TypeId type, bool intersection, SourceSpan span);
  V boxed_set(TypeId type, std::function<ir::ExprId(const V&)> contains, std::function<Walks()> walks,
              const Info& element);

  // Numbers without bounds (lower_guess.cpp).
  Info guess(TypeId type, Info info) const;
  void note(const std::string& text);
  void note_guess(const std::string& name);
  V guessed_part(const V& set, const std::string& name);
  V guessed_universe(TypeId type, const Info& info);
  void note_bounded(const Shape& shape, const std::string& what);
  void note_short_sequences(const Shape& shape, const std::string& what);

  const Machine& m_;
  const World& world_;
  const LowerOptions& options_;
  ir::Builder b_;
  ValueOps o_;
  Shapes shapes_;
  Lowered lowered_;
};

}  // namespace px::b
