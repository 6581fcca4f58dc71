#include "symmetry/detect/set_by_init.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/base/check.h"
#include "engine/ir/op_groups.h"

namespace px::symmetry {
namespace {

using ir::Statement;
using Kind = ir::Statement::Kind;

// Finds the first statement, in order, that reads the variable or writes all of it.
class FirstUse {
 public:
  FirstUse(const ir::Program& program, ir::VariableId variable) : program_(program), variable_(variable) {}

  enum class Use { None, Written, Read };

  Use in(const ir::Block& block) {
    for (ir::StatementId id : block) {
      const Use use = in(program_.statements[id]);
      if (use != Use::None) return use;
    }
    return Use::None;
  }

 private:
  Use in(const Statement& s) {
    if (s.kind == Kind::Solve) {
      // Its conditions may mention what it chooses.
      const bool chosen = std::any_of(s.places.begin(), s.places.end(), [&](ir::PlaceId p) { return is_whole(p); });
      if (chosen) return Use::Written;
    }
    if (std::any_of(s.exprs.begin(), s.exprs.end(), [&](ir::ExprId e) { return reads(e); })) return Use::Read;
    for (size_t i = 0; i < s.places.size(); ++i) {
      if (reads_indices(s.places[i])) return Use::Read;
      const bool written = (s.kind == Kind::Assign || s.kind == Kind::Copy) && (s.kind == Kind::Assign || i == 0);
      if (program_.variable_of(s.places[i]) != variable_) continue;
      return written && is_whole(s.places[i]) ? Use::Written : Use::Read;
    }
    switch (s.kind) {
      case Kind::For: {
        const bool fresh = loops_.emplace(s.binding, s.domain).second;
        const Use use = in(s.blocks[0]);
        // The rest of a round may read cells that only a later one writes.
        const bool looked_at = use == Use::Written && used_otherwise(s.blocks[0]);
        if (fresh) loops_.erase(s.binding);
        return looked_at ? Use::Read : use;
      }
      case Kind::Let:
      case Kind::Choose: return in(s.blocks[0]);
      case Kind::If:
      case Kind::Either: {
        bool all = true;
        for (const ir::Block& block : s.blocks) {
          const Use use = in(block);
          if (use == Use::Read) return use;
          all = all && use == Use::Written;
        }
        return all && !s.blocks.empty() ? Use::Written : mentioned(s) ? Use::Read : Use::None;
      }
      case Kind::While: return mentioned(s) ? Use::Read : Use::None;
      case Kind::Assign:
      case Kind::Copy:
      case Kind::Reset:
      case Kind::Require:
      case Kind::Assert:
      case Kind::Fail:
      case Kind::Grow:
      case Kind::Goto:
      case Kind::Solve:
      case Kind::Print:
      case PX_QUEUE_STATEMENTS: return Use::None;
    }
    PX_UNREACHABLE("statement");
  }

  bool mentioned(const Statement& s) {
    return std::any_of(s.blocks.begin(), s.blocks.end(), [&](const ir::Block& block) { return used(block, true); });
  }
  bool used_otherwise(const ir::Block& block) { return used(block, false); }

  // Whether the block reads or writes the variable; with `whole_counts`, writing all of it counts, too.
  bool used(const ir::Block& block, bool whole_counts) {
    return std::any_of(block.begin(), block.end(), [&](ir::StatementId id) {
      const Statement& s = program_.statements[id];
      const auto here = [&](ir::PlaceId p) {
        const bool whole = !whole_counts && s.kind == Kind::Assign && is_whole(p);
        return (program_.variable_of(p) == variable_ && !whole) || reads_indices(p);
      };
      if (std::any_of(s.places.begin(), s.places.end(), here)) return true;
      if (std::any_of(s.exprs.begin(), s.exprs.end(), [&](ir::ExprId e) { return reads(e); })) return true;
      const bool fresh = s.kind == Kind::For && loops_.emplace(s.binding, s.domain).second;
      const bool within = std::any_of(s.blocks.begin(), s.blocks.end(),
                                      [&](const ir::Block& inner) { return used(inner, whole_counts); });
      if (fresh) loops_.erase(s.binding);
      return within;
    });
  }

  // The whole variable, or the cell of each round of loops over all its cells.
  bool is_whole(ir::PlaceId id) const {
    std::set<ir::BindingId> used;
    for (; program_.places[id].parent.valid(); id = program_.places[id].parent) {
      const ir::Place& place = program_.places[id];
      if (place.kind != ir::Place::Kind::Index) return false;
      const ir::Expr& index = program_.exprs[place.index];
      if (index.op != ir::Op::Binding || !used.insert(index.binding).second) return false;
      const auto loop = loops_.find(index.binding);
      const ir::Domain& cells = program_.types[program_.places[place.parent].type].domain;
      if (loop == loops_.end() || !covers(loop->second, cells)) return false;
    }
    return program_.places[id].variable == variable_;
  }

  bool covers(const ir::Domain& loop, const ir::Domain& cells) const {
    if (loop.is_subsets() || loop.is_family() != cells.is_family()) return false;
    const bool same = !loop.is_family() || program_.families[loop.family].sort == program_.families[cells.family].sort;
    const int64_t first = program_.domain_first(loop);
    const int64_t wanted = program_.domain_first(cells);
    return same && first <= wanted && first + program_.domain_size(loop) >= wanted + program_.domain_size(cells);
  }

  bool reads(ir::ExprId id) const {
    const ir::Expr& e = program_.exprs[id];
    if (e.place.valid() && (program_.variable_of(e.place) == variable_ || reads_indices(e.place))) return true;
    return std::any_of(std::begin(e.operands), std::end(e.operands),
                       [&](ir::ExprId operand) { return operand.valid() && reads(operand); });
  }
  bool reads_indices(ir::PlaceId id) const {
    for (; id.valid(); id = program_.places[id].parent) {
      if (program_.places[id].index.valid() && reads(program_.places[id].index)) return true;
    }
    return false;
  }

  const ir::Program& program_;
  ir::VariableId variable_;
  std::map<ir::BindingId, ir::Domain> loops_;  // enclosing loops, and their domains
};

}  // namespace

std::vector<bool> set_by_init(const ir::Program& program) {
  std::vector<bool> result;
  for (uint32_t v = 0; v < program.variables.size(); ++v) {
    FirstUse first(program, ir::VariableId(v));
    // A variable that becomes zero again later has its initial value again.
    const bool transient = program.variables[ir::VariableId(v)].transient;
    result.push_back(!transient && first.in(program.init) == FirstUse::Use::Written);
  }
  return result;
}

}  // namespace px::symmetry
