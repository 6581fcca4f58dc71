// The result of lowering a B expression: not one node of the IR but a value that supports queries. A number is an
// expression; a pair is two values; a set is anything that answers "is x an element?" and, if it is finite, can
// enumerate its elements. So `dom(f) /\ s`, `f <+ {x |-> y}` or `closure1(r)` never exist in a state: a membership
// query on them queries their parts, and a loop over them is a loop over a part, with a filter. Only values stored in
// variables have a representation (shape.h).
//
// Nodes of the IR have one parent, so every query creates new nodes: queries are functions.
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

// Static knowledge about all values that an expression may have: the bounds of its numbers.
struct Info {
  int64_t lo = std::numeric_limits<int64_t>::min();
  int64_t hi = std::numeric_limits<int64_t>::max();
  std::vector<Info> parts;  // of a pair: two; of a record: one per field; of a set: that of its elements; else none
  // For sets of pairs: known to be a function; known to be defined everywhere within the bounds of its domain; known to
  // be a sequence.
  bool functional = false;
  bool total = false;
  bool sequence = false;
  bool named = false;   // for strings: they are among those that the machine names
  int64_t longest = 0;  // for a sequence, its maximum length if known; else 0

  bool operator==(const Info&) const = default;
  bool bounded() const { return lo > std::numeric_limits<int64_t>::min() && hi < std::numeric_limits<int64_t>::max(); }
};

struct Value;
using V = std::shared_ptr<const Value>;
using Make = std::function<ir::ExprId()>;

// One level of a walk through elements: a loop over a domain, a condition on the names bound so far, or a name for a
// value.
struct Step {
  enum class Kind : uint8_t { Loop, Filter, Name };
  Kind kind = Kind::Filter;
  ir::BindingId binding;
  ir::Domain domain;
  ir::ExprId expr;
};
// A walk: its steps from the outermost to the innermost, and the element of each round.
struct Walk {
  std::vector<Step> steps;
  V element;
  bool repeats = false;  // for names that are solved for: may yield a value more than once
};
using Walks = std::vector<Walk>;  // one after the other

// Runs the inner walk in each round of the outer one; a round of both yields `element`.
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
  std::function<Walks()> walks;  // absent: its elements cannot be enumerated
  bool distinct = true;          // the walks yield no element twice
  size_t listed = 0;             // a set listed by this many expressions, which may have equal values; 0: any other set
  bool full = false;             // it contains every value of its type within the bounds of `info`
  bool constant = false;         // a static set: depends neither on the state nor on bound names
  Make mask;                     // over mask_domain, if the set is a mask
  ir::Domain mask_domain;
  // Sets of pairs that are functions: whether it is defined for an argument, and its value (queried only then).
  std::function<ir::ExprId(const V&)> defined;
  std::function<V(const V&)> apply;
  // Sets of pairs that may turn out to be functions: the set as a function, for use where it is known to be one.
  std::function<V()> as_function;
  Make functional;  // whether it is one, if there is a simpler test than checking all pairs
  V single;         // its only element, if known
  V size;           // its number of elements, if known without enumerating them
  // Sets of pairs: the image of an element.
  std::function<V(const V&)> row;
  // Sequences: item i (from 1) is apply(i); `length` is a number.
  V length;
};

// What is known of a value described by either of the two.
Info widened(const Info& x, const Info& y);

inline bool is_set(const V& v) {
  return v->kind == Value::Kind::Set;
}

// What is known of the pairs of a set of pairs, and of their first (0) and second (1) components.
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
