// Numbers that are used as names: "flag[id]", "owner = id", a message that identifies its sender.
//
// Models number their parts, and keep the numbers in variables, messages and indices of arrays. Everything that may
// hold the same numbers forms one class: two variables of which one is assigned to or compared with the other, an array
// with everything that indexes it. This is the type reconstruction of [DM08] for numbers of any kind, without requiring
// that nothing is ever computed: a computed number is converted where it is computed, and detection decides whether its
// values can still be exchanged (engine/ir/pass/value_table.h).
//
// Excluded are classes with more than 64 values, and those where turning their numbers into elements would change runs:
// a value that might not fit its variable, places whose zero bits represent different numbers, sorted queues.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/ir/pass/failure_analysis.h"
#include "engine/ir/program.h"

namespace px::symmetry {

// The variables of a program and their parts: each variable is a part, and so, recursively, are its components. Parts
// are numbered; the numbers after them are those of bound names.
class VariableParts {
 public:
  struct Part {
    ir::TypeId type;
    ir::VariableId variable;
    std::vector<uint32_t> inner;  // array, queue: of an item; record: of its fields
  };

  explicit VariableParts(const ir::Program& program);

  const Part& part(uint32_t id) const { return parts_[id]; }
  uint32_t count() const { return static_cast<uint32_t>(parts_.size()); }
  uint32_t of(ir::VariableId id) const { return roots_[id.value]; }
  uint32_t of(const ir::Program& program, ir::PlaceId id) const;
  uint32_t of(ir::BindingId id) const { return count() + id.value; }

 private:
  uint32_t add(const ir::Program& program, ir::TypeId type, ir::VariableId variable);

  std::vector<Part> parts_;
  std::vector<uint32_t> roots_;
};

// lo .. hi, and the numbers of their holders: parts that are numbers, arrays that are indexed by them, and names.
struct ValueClass {
  int64_t lo = 0;
  int64_t hi = 0;
  std::vector<uint32_t> nodes;

  // As elements of a sort: 0 is the first, so that zero bits keep their meaning, and negative numbers come last.
  uint32_t size() const { return static_cast<uint32_t>(hi - lo + 1); }
  bool has(int64_t value) const { return lo <= value && value <= hi; }
  int64_t element_of(int64_t value) const { return lo > 0 ? value - lo : value < 0 ? value + size() : value; }
  int64_t value_of(int64_t element) const { return lo > 0 ? element + lo : element > hi ? element - size() : element; }
};

// The node whose numbers an expression passes on unchanged, or kNoNode if it computes them.
inline constexpr uint32_t kNoNode = UINT32_MAX;
uint32_t node_of(const ir::Program& program, const VariableParts& parts, const ir::FailureAnalysis& failures,
                 ir::ExprId id);

// Disjoint classes; only those that processes compute, or that index arrays.
std::vector<ValueClass> value_classes(const ir::Program& program, const VariableParts& parts,
                                      const ir::FailureAnalysis& failures);

}  // namespace px::symmetry
