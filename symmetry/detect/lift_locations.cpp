#include "symmetry/detect/lift_locations.h"

#include <algorithm>
#include <map>

#include "engine/ir/extend.h"
#include "symmetry/detect/action_shape.h"

namespace px::symmetry {
namespace {

using ir::Op;
using ir::Statement;

constexpr size_t kLargestGroup = 64;

// A name or a literal: a leaf, which may be copied without copying parts.
bool is_leaf(const ir::Expr& expr) {
  return expr.op == Op::Binding || expr.op == Op::Const;
}

// The name of the element that represents a location: something users can write in a file of generators, without
// blanks.
std::string element_name(const ir::Program& program, const ir::Location& location) {
  std::string name = program.families[location.family].name + '.' + location.name;
  if (!location.shown.empty()) name += '@' + location.shown;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

// Families whose locations may not be lifted, and locations that stay as they are.
class Obstacles {
 public:
  explicit Obstacles(const ir::Program& program)
      : family_(program.families.size(), false), location_(program.locations.size(), false) {
    for (const ir::Family& family : program.families) {
      for (const ir::LocationId start : family.initial) location_[start.value] = true;
    }
    for (const ir::Expr& e : program.exprs) {
      if (e.op == Op::LocationIndex) family_[e.family.value] = true;
      if (e.op == Op::At && !is_leaf(program.exprs[e.operands[0]])) location_[e.location.value] = true;
    }
    for (const Statement& s : program.statements) {
      if (s.kind != Statement::Kind::Goto) continue;
      location_[s.location.value] = true;
      if (!is_leaf(program.exprs[s.exprs[0]])) family_[program.locations[s.location].family.value] = true;
    }
    for (uint32_t l = 0; l < program.locations.size(); ++l) {
      if (program.locations[ir::LocationId(l)].deterministic) location_[l] = true;
    }
    for (const ir::Action& action : program.actions) {
      for (const ir::Mover& mover : action.movers) {
        if (mover.control == ir::Control::Deterministic) location_[mover.to.value] = true;
      }
    }
  }

  bool allow(const ir::Program& program, ir::LocationId id) const {
    return !location_[id.value] && !family_[program.locations[id].family.value];
  }

 private:
  std::vector<bool> family_;
  std::vector<bool> location_;
};

class Lifter {
 public:
  Lifter(const ir::Program& program, const std::vector<LocationGroup>& groups) : program_(program) {
    for (const LocationGroup& group : groups) {
      add_sort(group);
      for (uint32_t i = 0; i < group.size(); ++i) home_[group[i]] = Home{group.front(), variables_.size() - 1, i};
    }
  }

  ir::Program run() {
    const uint32_t exprs = program_.exprs.size();
    for (uint32_t e = 0; e < exprs; ++e) {
      if (program_.exprs[ir::ExprId(e)].op == Op::At) rewrite_test(ir::ExprId(e));
    }
    for (ir::Action& action : program_.actions) rewrite_action(action);
    rewrite_gotos(program_.init);
    for (ir::Action& action : program_.actions) rewrite_gotos(action.body);
    const uint32_t statements = program_.statements.size();
    for (uint32_t s = 0; s < statements; ++s) {
      std::vector<ir::Block> blocks = program_.statements[ir::StatementId(s)].blocks;
      for (ir::Block& block : blocks) rewrite_gotos(block);
      program_.statements[ir::StatementId(s)].blocks = std::move(blocks);
    }
    return std::move(program_);
  }

 private:
  struct Home {
    ir::LocationId leader;
    size_t group = 0;
    uint32_t element = 0;
  };
  struct Which {  // the variable of a group
    ir::VariableId variable;
    ir::TypeId cell;
    ir::FamilyId owner;
  };

  void add_sort(const LocationGroup& group) {
    ir::Location& leader = program_.locations[group.front()];
    const ir::FamilyId owner = leader.family;
    std::string all;
    std::string shown;
    ir::Sort sort;
    for (const ir::LocationId member : group) {
      const ir::Location& location = program_.locations[member];
      all += (all.empty() ? "" : "|") + location.name;
      shown += (shown.empty() ? "" : " or ") + location.shown_name();
      sort.element_names.push_back(element_name(program_, location));
    }
    sort.name = program_.families[owner].name + '.' + all;
    sort.size = static_cast<uint32_t>(group.size());
    sort.span = leader.span;

    ir::Type element;
    element.kind = ir::TypeKind::Element;
    element.sort = ir::add_sort(program_, std::move(sort));
    element.allows_none = true;
    const ir::TypeId cell = ir::type_id(program_, std::move(element));
    ir::Type array;
    array.kind = ir::TypeKind::Array;
    array.domain = ir::Domain::of(owner);
    array.element = cell;
    ir::Variable which;
    which.name = "at " + all;
    which.type = ir::type_id(program_, std::move(array));
    which.owner = owner;
    which.span = leader.span;
    leader.name = all;
    leader.shown = shown;
    variables_.push_back({program_.variables.add(std::move(which)), cell, owner});
  }

  // ---- Pieces

  ir::ExprId leaf(const ir::Expr& expr) { return program_.exprs.add(expr); }
  ir::Expr argument(const ir::Action& action, const ir::Mover& mover) const {
    ir::Expr use;
    use.op = Op::Binding;
    use.binding = action.parameters[mover.parameter].binding;
    use.type = program_.bindings[use.binding].type;
    use.span = action.span;
    return use;
  }
  ir::PlaceId which(size_t group, const ir::Expr& process) {
    const Which& w = variables_[group];
    ir::Place array;
    array.type = program_.variables[w.variable].type;
    array.variable = w.variable;
    array.span = process.span;
    ir::Place cell;
    cell.kind = ir::Place::Kind::Index;
    cell.type = w.cell;
    cell.parent = program_.places.add(std::move(array));
    cell.index = leaf(process);
    cell.span = process.span;
    return program_.places.add(std::move(cell));
  }
  ir::ExprId member(const Home& home, SourceSpan span) {
    ir::Expr value;
    value.type = variables_[home.group].cell;
    value.value = home.element;
    value.span = span;
    return program_.exprs.add(std::move(value));
  }
  ir::ExprId is_there(const Home& home, const ir::Expr& process, ir::TypeId truth) {
    ir::Expr read;
    read.op = Op::Read;
    read.type = variables_[home.group].cell;
    read.place = which(home.group, process);
    read.span = process.span;
    return binary(Op::Eq, program_.exprs.add(std::move(read)), member(home, process.span), truth);
  }
  ir::ExprId binary(Op op, ir::ExprId a, ir::ExprId b, ir::TypeId type) {
    ir::Expr both;
    both.op = op;
    both.type = type;
    both.span = program_.exprs[a].span;
    both.operands[0] = a;
    both.operands[1] = b;
    return program_.exprs.add(std::move(both));
  }
  ir::StatementId statement(Statement::Kind kind, ir::PlaceId place, SourceSpan span) {
    Statement s;
    s.kind = kind;
    s.places = {place};
    s.span = span;
    return program_.statements.add(std::move(s));
  }
  ir::StatementId arrive(const Home& home, const ir::Expr& process) {
    const ir::StatementId id = statement(Statement::Kind::Assign, which(home.group, process), process.span);
    program_.statements[id].exprs = {member(home, process.span)};
    return id;
  }
  ir::StatementId leave(size_t group, const ir::Expr& process) {
    return statement(Statement::Kind::Reset, which(group, process), process.span);
  }
  const Home* home_of(ir::LocationId id) const {
    const auto found = home_.find(id);
    return found == home_.end() ? nullptr : &found->second;
  }

  // ---- Rewriting

  // p at s1 becomes: p at the common location, and the variable is s1.
  void rewrite_test(ir::ExprId id) {
    const Home* home = home_of(program_.exprs[id].location);
    if (home == nullptr) return;
    ir::Expr test = program_.exprs[id];
    test.location = home->leader;
    const ir::Expr process = program_.exprs[test.operands[0]];
    const ir::TypeId truth = test.type;
    const ir::ExprId there = program_.exprs.add(std::move(test));
    const ir::ExprId here = is_there(*home, process, truth);
    ir::Expr both;
    both.op = Op::And;
    both.type = truth;
    both.span = process.span;
    both.operands[0] = there;
    both.operands[1] = here;
    program_.exprs[id] = both;
  }

  // The locations of the movers are part of the guard, and come first; their targets are written last, as locations
  // are.
  void rewrite_action(ir::Action& action) {
    for (size_t m = action.movers.size(); m-- > 0;) {
      ir::Mover& mover = action.movers[m];
      const Home* from = home_of(mover.from);
      const Home* to = home_of(mover.to);
      const ir::Expr process = argument(action, mover);
      if (from != nullptr) {
        const ir::TypeId truth = boolean();
        const ir::ExprId here = is_there(*from, process, truth);
        action.guard = action.guard.valid() ? binary(Op::And, here, action.guard, truth) : here;
        mover.from = from->leader;
        if (to == nullptr || to->group != from->group) action.body.push_back(leave(from->group, process));
      }
      if (to == nullptr) continue;
      if (from == nullptr || from->group != to->group || from->element != to->element) {
        action.body.push_back(arrive(*to, process));
      }
      mover.to = to->leader;
    }
  }

  ir::TypeId boolean() { return ir::type_id(program_, ir::Type{}); }

  // A process that is sent elsewhere is no longer at a lifted location.
  void rewrite_gotos(ir::Block& block) {
    ir::Block rewritten;
    for (const ir::StatementId id : block) {
      rewritten.push_back(id);
      const Statement s = program_.statements[id];
      if (s.kind != Statement::Kind::Goto) continue;
      const ir::Expr process = program_.exprs[s.exprs[0]];
      for (size_t g = 0; g < variables_.size(); ++g) {
        if (variables_[g].owner == program_.locations[s.location].family) rewritten.push_back(leave(g, process));
      }
    }
    block = std::move(rewritten);
  }

  ir::Program program_;
  std::vector<Which> variables_;  // per group
  std::map<ir::LocationId, Home> home_;
};

}  // namespace

std::vector<LocationGroup> liftable_locations(const ir::Program& program) {
  const Obstacles obstacles(program);
  const std::vector<uint64_t> shapes = location_shapes(program);
  std::vector<LocationGroup> groups;
  std::map<std::pair<ir::FamilyId, uint64_t>, size_t> group_of;
  for (uint32_t l = 0; l < program.locations.size(); ++l) {
    const ir::LocationId id(l);
    if (!obstacles.allow(program, id)) continue;
    const auto [found, is_new] = group_of.try_emplace({program.locations[id].family, shapes[l]}, groups.size());
    if (is_new) groups.emplace_back();
    if (groups[found->second].size() < kLargestGroup) groups[found->second].push_back(id);
  }
  std::erase_if(groups, [](const LocationGroup& group) { return group.size() < 2; });
  return groups;
}

ir::Program lift_locations(const ir::Program& program, const std::vector<LocationGroup>& groups) {
  return groups.empty() ? program : Lifter(program, groups).run();
}

}  // namespace px::symmetry
