// Conditions and walks, the building blocks of all values. Values are built by a chain of classes: WalkOps, AtomOps
// (scalars, pairs, and possible indices), ValueOps (all values, above all sets). Each knows only those before it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "frontends/b/machine.h"
#include "frontends/b/value.h"
#include "frontends/b/world.h"

namespace px::b {

using Body = std::function<ir::ExprId(const V&)>;

class WalkOps {
 public:
  WalkOps(const Machine& machine, const World& world, ir::Builder& builder);

  ir::Builder& b;

  // ---- Conditions; constants are folded.
  ir::ExprId truth(bool value) { return b.boolean(value); }
  ir::ExprId both(ir::ExprId x, ir::ExprId y);
  ir::ExprId either(ir::ExprId x, ir::ExprId y);
  ir::ExprId negated(ir::ExprId x);
  // Whether its evaluation can be an error. If so it is not dropped, even where its result does not matter.
  bool has_check(ir::ExprId x) const;
  bool is_constant(ir::ExprId x, int64_t value) const;
  std::optional<int64_t> constant_of(ir::ExprId x) const;

  // ---- Walks
  Walks walks_of(const V& set, SourceSpan span) const;
  // Runs all inner walks, which get the outer element, for each round of the outer ones. Bindings and conditions belong
  // to a single walk: they are created anew for each.
  using InnerWalks = std::function<Walks(const V&)>;
  static Walks crossed(const std::function<Walks()>& outer, const InnerWalks& inner,
                       const std::function<V(const V&, const V&)>& element);
  ir::ExprId exists(const Walks& walks, const Body& body);
  ir::ExprId forall(const Walks& walks, const Body& body);
  ir::ExprId sum(const Walks& walks, const Body& value);
  ir::ExprId product(const Walks& walks, const Body& value);
  ir::Block choose(const Walks& walks, const std::function<ir::Block(const V&)>& body);
  static Step loop(ir::BindingId binding, const ir::Domain& domain) { return {Step::Kind::Loop, binding, domain, {}}; }
  static Step filter(ir::ExprId condition) { return {Step::Kind::Filter, {}, {}, condition}; }

  const Type& type(TypeId id) const { return types[id]; }
  std::string text(ExprId id) const { return text_of(m, id); }
  ir::SortId string_sort() const;
  ir::SortId sort_of(GivenSetId set) const { return sorts[set.value]; }

  const Machine& m;
  const World& world;
  std::vector<ir::SortId> sorts;  // per given set
  std::vector<std::string> string_texts;
  TypeTable types;  // those of the machine, and additional ones

 private:
  ir::ExprId folded(const Walk& walk, size_t step, ir::Op op, const Body& value);
  ir::ExprId nest(const Walk& walk, size_t step, ir::Op op, const Body& body);
  ir::Block nest_choice(const Walk& walk, size_t step, const std::function<ir::Block(const V&)>& body);

  mutable ir::SortId strings_;
};

}  // namespace px::b
