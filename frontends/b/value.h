// The result of lowering a B expression: not one node of the common form but a value that can be queried in it. A
// number is an expression; a pair is two values; a set is whatever answers "is x in you" and, where it is finite, "go
// through your elements". So `dom(f) /\ s`, `f <+ {x |-> y}` or `closure1(r)` never exist in a state: asking them for
// an element asks their parts, and a loop over them is a loop over a part, with a filter. Only what is kept in
// variables has a representation (shape.h).
//
// Nodes of the common form have one parent, so every question makes new nodes: what answers is a function.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "engine/ir/builder.h"
#include "frontends/b/types.h"

namespace px::b {

// What is known of all values that an expression may have, before any state is seen: the bounds of its numbers.
struct Info {
  int64_t lo = std::numeric_limits<int64_t>::min();
  int64_t hi = std::numeric_limits<int64_t>::max();
  std::vector<Info> parts;  // of a pair: two; of a record: its fields; of a set: what its elements are; else none
  // Of sets of pairs: known to be a function, and to have a value for everything within the bounds of its domain; known
  // to be a sequence.
  bool functional = false;
  bool total = false;
  bool sequence = false;
  bool named = false;   // of strings: they are among those that the machine names
  int64_t longest = 0;  // of a sequence, if known; else 0

  bool operator==(const Info&) const = default;
  bool bounded() const { return lo > std::numeric_limits<int64_t>::min() && hi < std::numeric_limits<int64_t>::max(); }
};

struct Value;
using V = std::shared_ptr<const Value>;
using Make = std::function<ir::ExprId()>;

// One level of a walk through elements: a loop over a domain, a condition on what is bound so far, or a name for a
// value.
struct Step {
  enum class Kind : uint8_t { Loop, Filter, Name };
  Kind kind = Kind::Filter;
  ir::BindingId binding;
  ir::Domain domain;
  ir::ExprId expr;
};
// A walk: its steps from the outermost on, and the element that each round stands for.
struct Walk {
  std::vector<Step> steps;
  V element;
  bool repeats = false;  // of names that are solved for: may come to a value more than once
};
using Walks = std::vector<Walk>;  // one after the other

// In each round of the outer walk one goes through the inner one; a round of both stands for `element`.
inline Walk nested(Walk outer, const Walk& inner, V element) {
  outer.steps.insert(outer.steps.end(), inner.steps.begin(), inner.steps.end());
  outer.repeats = outer.repeats || inner.repeats;
  outer.element = std::move(element);
  return outer;
}

struct Value {
  enum class Kind : uint8_t { Bool, Int, Element, Pair, Record, Set };
  Kind kind = Kind::Int;
  TypeId type;
  Info info;

  Make scalar;           // Bool, Int, Element
  bool simple = false;   // the scalar is a literal or a name: repeating it costs nothing
  std::vector<V> parts;  // Pair: two; Record: one per field of the type

  // Sets.
  std::function<ir::ExprId(const V&)> contains;
  std::function<Walks()> walks;  // none: its elements cannot be enumerated
  bool distinct = true;          // the walks meet no element twice
  size_t listed = 0;             // a set of so many expressions, which may have equal values; 0: another set
  bool full = false;             // it has every value of its type that is within the bounds of `info`
  bool constant = false;         // a set of the world: does not depend on the state nor on bound names
  Make mask;                     // over mask_domain, if it is one
  ir::Domain mask_domain;
  // Sets of pairs that are functions: whether there is a value for an argument, and what it is (asked only then).
  std::function<ir::ExprId(const V&)> defined;
  std::function<V(const V&)> apply;
  // Sets of pairs that may turn out to be functions: the same as one, where it is known to be one.
  std::function<V()> as_function;
  Make functional;  // whether it is one, if that is easier to say than by looking at all pairs
  V single;         // its only element, if that is known
  V size;           // how many elements it has, if that is known without going through them
  // Sets of pairs: the set of what an element is related to.
  std::function<V(const V&)> row;
  // Sequences: item i (from 1) is apply(i); `length` is a number.
  V length;
};

// What is known of something that is like one of the two.
Info widened(const Info& x, const Info& y);

inline bool is_set(const V& v) {
  return v->kind == Value::Kind::Set;
}

// What is known of the pairs of a set of pairs, and of their first (0) and second (1) parts.
inline Info pair_info(const V& r) {
  return r->info.parts.empty() ? Info{} : r->info.parts[0];
}
inline Info side_info(const V& r, size_t side) {
  const Info pair = pair_info(r);
  return side < pair.parts.size() ? pair.parts[side] : Info{};
}
// What is known of the elements of a set.
inline Info element_info(const V& set) {
  return set->info.parts.empty() ? Info{} : set->info.parts[0];
}
inline Info pairs_of(const Info& first, const Info& second) {
  Info pair;
  pair.parts = {first, second};
  return pair;
}

inline void append(ir::Block& to, const ir::Block& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace px::b
