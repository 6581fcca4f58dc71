// All values, above all sets, and the basic queries to which every operator of B is reduced. See walk_ops.h.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "frontends/b/atom_ops.h"

namespace px::b {

class ValueOps : public AtomOps {
 public:
  using AtomOps::AtomOps;

  V conditional(const std::function<ir::ExprId()>& condition, const V& then, const V& otherwise);
  V checked(const std::function<ir::ExprId()>& condition, const V& value, const std::string& text, SourceSpan span);

  ir::ExprId equal(const V& x, const V& y);
  ir::ExprId subset(const V& x, const V& y);
  bool strings_named(TypeId type, const Info& info) const;

  // ---- Sets
  // All values of the type within the bounds.
  V universe(TypeId set_type, const Info& element, bool full);
  V empty(TypeId set_type);
  V nothing_of(TypeId type);
  // The set as a mask over the domain; elements outside are dropped.
  ir::ExprId as_mask(const V& set, const ir::Domain& domain);
  std::optional<ir::Domain> mask_domain_of(const V& set) const;
  // The same, also for sets of small sets: their atoms are numbers, which costs symmetry.
  std::optional<ir::Domain> index_domain_of(const V& set) const;
  ir::ExprId is_empty(const V& set, SourceSpan span);
  // r[x], and whether r has exactly one value there.
  V related(const V& relation, const V& x, SourceSpan span);
  V applied(const V& function, const V& x, const std::string& text, SourceSpan span);
  ir::ExprId in_domain(const V& relation, const V& x, SourceSpan span);
  V function_view(const V& relation, SourceSpan span);
  ir::ExprId is_function(const V& relation, SourceSpan span);

  // ---- Sizes
  V size_of(const V& set, SourceSpan span);
  bool can_count(const V& set) const;
  std::function<Walks()> each_once(const V& set);
  V once(const V& set);
  // The value of `entry` for a nonnegative number; where it has none, the number is too large, which is an error of the
  // model.
  V tabulated(const V& number, const std::function<std::optional<int64_t>(int64_t)>& entry, SourceSpan span);
  std::optional<int64_t> known_size(const V& set) const;
};

}  // namespace px::b
