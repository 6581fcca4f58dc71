// Types of the IR. Scalars are 64-bit integers with a meaning and a range; everything else is a container of scalars
// that exists only as a place in the state, never as a value.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/source.h"

namespace px::ir {

struct SortTag {};
struct FamilyTag {};
struct TypeTag {};
struct LocationTag {};
struct NamesTag {};
using SortId = Id<SortTag>;
using FamilyId = Id<FamilyTag>;
using TypeId = Id<TypeTag>;
using LocationId = Id<LocationTag>;
using NamesId = Id<NamesTag>;

// A finite set of elements that values may name: process ids, channels, a deferred or enumerated set. A sort only says
// what could be permuted; symmetry/detect finds out whether its elements are interchangeable.
struct Sort {
  std::string name;
  uint32_t size = 0;
  FamilyId whole;
  std::vector<std::string> element_names;  // empty: printed as Name#index
  SourceSpan span;
};

// A run of consecutive elements of a sort, used to index arrays and as the range of parameters. Permutations respect
// families: they map each family to itself. Every sort has a family of all its elements (Sort::whole). A family with
// locations is a family of processes: each element has a control location in the state.
struct Family {
  std::string name;
  SortId sort;
  uint32_t first = 0;
  uint32_t count = 0;
  std::vector<LocationId> locations;  // empty: not processes
  std::vector<LocationId> initial;    // per element
  SourceSpan span;

  bool is_process() const { return !locations.empty(); }
};

// Shown to users as the location of a process that does not exist (yet, or any longer).
inline constexpr const char* kNotRunning = "not running";

// A statement of the user's model that an action executes: shown in traces, and needed for replay by other tools.
struct Origin {
  uint32_t mover = 0;           // the process that executes it: index into Action::movers
  uint32_t number = kNoNumber;  // the front end's number of the statement (Promela: SPIN's id)
  std::string text;             // as the user wrote it
  SourceSpan span;
  static constexpr uint32_t kNoNumber = UINT32_MAX;
};

// A point of control of a process.
struct Location {
  std::string name;
  FamilyId family;
  uint32_t index = 0;   // among the family's locations; stored in the state
  bool atomic = false;  // a process that arrives here keeps control while it can move; such states are not stored
  bool deterministic = false;  // like atomic, but takes the first enabled action; having none is an error (d_step)
  bool valid_end = false;      // may remain here forever
  bool progress = false;
  bool accepting = false;
  // Shown to users instead of a name that a front end made up and that means nothing to them, such as "line 12".
  std::string shown;
  // The statements of the user's model that a process may wait for here, including those with no action left.
  std::vector<Origin> offers{};
  SourceSpan span;

  const std::string& shown_name() const { return shown.empty() ? name : shown; }
};

// Names of integers, such as those of a Promela mtype: names[i] is that of `first` + i. They affect only how values are
// shown.
struct ValueNames {
  int64_t first = 0;
  std::vector<std::string> names;
  bool operator==(const ValueNames&) const = default;
};

// The index range of an array, or the range of a bound name.
struct Domain {
  enum class Kind : uint8_t { Range, Family, Subsets };
  Kind kind = Kind::Range;
  int64_t lo = 0;  // Range: lo..hi
  int64_t hi = -1;
  FamilyId family;  // Family: elements first .. first + count - 1 of its sort
  // Subsets: of the family if there is one, else of the range; the values are masks. Names may range over them; arrays
  // cannot be indexed by them.

  static Domain range(int64_t lo, int64_t hi) { return {Kind::Range, lo, hi, {}}; }
  static Domain of(FamilyId family) { return {Kind::Family, 0, -1, family}; }
  static Domain subsets(const Domain& base) { return {Kind::Subsets, base.lo, base.hi, base.family}; }
  bool is_family() const { return kind == Kind::Family; }
  bool is_subsets() const { return kind == Kind::Subsets; }
  // The underlying elements of its values: for a domain of subsets, the elements of the sets.
  Domain base() const { return family.valid() ? of(family) : range(lo, hi); }
  bool operator==(const Domain&) const = default;
};

enum class TypeKind : uint8_t {
  Bool,      // 0, 1
  Int,       // lo..hi
  Element,   // 0..size-1 of a sort; -1 is "none" if allowed
  Set,       // mask over a domain of at most 64 elements; bit i is element first + i (or lo + i)
  Sequence,  // handle of an interned sequence of scalars of type `element`; 0 is the empty one
  Array,     // domain -> element
  Record,    // fields
  Queue,     // at most `capacity` items of type `element` (a record), first in front
};

struct Field;

struct Type {
  TypeKind kind = TypeKind::Bool;
  int64_t lo = 0;  // Int
  int64_t hi = 1;
  NamesId names;              // Int, may be absent
  bool external = false;      // Int: a value that only Externals can read
  SortId sort;                // Element
  bool allows_none = false;   // Element
  Domain domain;              // Array, Set
  TypeId element;             // Array, Queue, Sequence
  uint32_t capacity = 0;      // Queue
  std::vector<Field> fields;  // Record

  bool is_scalar() const { return kind <= TypeKind::Sequence; }
  bool operator==(const Type&) const;
};

struct Field {
  std::string name;
  TypeId type;
  bool operator==(const Field&) const = default;
};

inline bool Type::operator==(const Type&) const = default;

}  // namespace px::ir
