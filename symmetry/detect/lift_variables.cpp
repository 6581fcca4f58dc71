#include "symmetry/detect/lift_variables.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "engine/ir/extend.h"

namespace px::symmetry {
namespace {

constexpr size_t kLargestGroup = 512;

bool has_queue(const ir::Program& program, ir::TypeId id) {
  const ir::Type& type = program.types[id];
  switch (type.kind) {
    case ir::TypeKind::Queue: return true;
    case ir::TypeKind::Array: return has_queue(program, type.element);
    case ir::TypeKind::Record:
      return std::any_of(type.fields.begin(), type.fields.end(),
                         [&](const ir::Field& field) { return has_queue(program, field.type); });
    default: return false;
  }
}

// The values that all-zero bits represent.
void append_defaults(const ir::Program& program, ir::TypeId id, std::vector<int64_t>& values) {
  const ir::Type& type = program.types[id];
  switch (type.kind) {
    case ir::TypeKind::Array:
      for (uint32_t i = 0; i < program.domain_size(type.domain); ++i) append_defaults(program, type.element, values);
      return;
    case ir::TypeKind::Record:
      for (const ir::Field& field : type.fields) append_defaults(program, field.type, values);
      return;
    case ir::TypeKind::Element: values.push_back(type.allows_none ? -1 : 0); return;
    case ir::TypeKind::Int: values.push_back(type.lo <= 0 && 0 <= type.hi ? 0 : type.lo); return;
    default: values.push_back(0);
  }
}

// Locals that are named as a whole, for all processes at once, are not lifted.
std::vector<bool> named_as_wholes(const ir::Program& program) {
  std::vector<bool> indexed(program.places.size(), false);
  for (const ir::Place& place : program.places) {
    if (place.kind == ir::Place::Kind::Index) indexed[place.parent.value] = true;
  }
  std::vector<bool> whole(program.variables.size(), false);
  for (uint32_t p = 0; p < program.places.size(); ++p) {
    const ir::Place& place = program.places[ir::PlaceId(p)];
    if (place.kind == ir::Place::Kind::Variable && !indexed[p]) whole[place.variable.value] = true;
  }
  return whole;
}

// Whether it is zero in all states (lift_constants.h).
bool is_always_zero(const ir::Program& program, ir::TypeId id) {
  const ir::Type& type = program.types[id];
  if (type.kind == ir::TypeKind::Array) return is_always_zero(program, type.element);
  return type.kind == ir::TypeKind::Int && type.lo == 0 && type.hi == 0;
}

// Variables that nothing names could be exchanged at will, to no use.
std::vector<bool> named_at_all(const ir::Program& program) {
  std::vector<bool> named(program.variables.size(), false);
  for (const ir::Place& place : program.places) {
    if (place.kind == ir::Place::Kind::Variable) named[place.variable.value] = true;
  }
  return named;
}

class Lifter {
 public:
  Lifter(const ir::Program& program, const std::vector<VariableGroup>& groups)
      : old_(program), program_(program), home_(homes_of_variables(program, groups)) {
    program_.variables = {};
    for (const VariableGroup& group : groups) add_sort(group);
    for (uint32_t v = 0; v < old_.variables.size(); ++v) {
      const VariableHome& home = home_[v];
      if (home.group == VariableHome::kNoGroup) {
        program_.variables.add(old_.variables[ir::VariableId(v)]);
      } else if (home.element == 0) {
        add_array(groups[home.group], sorts_[home.group]);
      }
    }
  }

  ir::Program run() {
    const uint32_t places = program_.places.size();
    for (uint32_t p = 0; p < places; ++p) {
      if (program_.places[ir::PlaceId(p)].kind == ir::Place::Kind::Variable) rewrite(ir::PlaceId(p));
    }
    for (uint32_t p = 0; p < places; ++p) {
      if (old_.places[ir::PlaceId(p)].kind == ir::Place::Kind::Index) rewrite_index(ir::PlaceId(p));
    }
    return std::move(program_);
  }

 private:
  void add_sort(const VariableGroup& group) {
    const ir::FamilyId owner = old_.variables[group.front()].owner;
    ir::Sort sort;
    sort.name = owner.valid() ? old_.families[owner].name + '.' : "";  // not a word, so distinct from all other names
    for (const ir::VariableId member : group) {
      const std::string& name = old_.variables[member].name;
      sort.name += (member == group.front() ? "" : "|") + name;
      sort.element_names.push_back(name);
    }
    sort.size = static_cast<uint32_t>(group.size());
    sort.span = old_.variables[group.front()].span;
    sorts_.push_back(ir::add_sort(program_, std::move(sort)));
  }

  ir::TypeId array_over(ir::FamilyId family, ir::TypeId element) {
    ir::Type type;
    type.kind = ir::TypeKind::Array;
    type.domain = ir::Domain::of(family);
    type.element = element;
    return ir::type_id(program_, std::move(type));
  }

  void add_array(const VariableGroup& group, ir::SortId sort) {
    const ir::Variable& first = old_.variables[group.front()];
    ir::Variable array = first;
    for (size_t i = 1; i < group.size(); ++i) array.name += ' ' + old_.variables[group[i]].name;
    const ir::FamilyId members = program_.sorts[sort].whole;
    const ir::TypeId cell = first.owner.valid() ? old_.types[first.type].element : first.type;
    array.type = array_over(members, cell);
    if (first.owner.valid()) array.type = array_over(first.owner, array.type);
    array.initial = initial_values(group, cell);
    program_.variables.add(std::move(array));
  }

  // For each process, the members' values one after the other.
  std::vector<int64_t> initial_values(const VariableGroup& group, ir::TypeId cell) const {
    std::vector<int64_t> values;
    const bool any = std::any_of(group.begin(), group.end(),
                                 [&](ir::VariableId member) { return !old_.variables[member].initial.empty(); });
    if (!any) return values;
    const ir::FamilyId owner = old_.variables[group.front()].owner;
    const uint64_t processes = owner.valid() ? old_.families[owner].count : 1;
    std::vector<int64_t> defaults;
    append_defaults(old_, cell, defaults);
    const uint64_t scalars = defaults.size();
    for (uint64_t p = 0; p < processes; ++p) {
      for (const ir::VariableId member : group) {
        const std::vector<int64_t>& initial = old_.variables[member].initial;
        for (uint64_t s = 0; s < scalars; ++s) {
          values.push_back(initial.empty()       ? defaults[s]
                           : initial.size() == 1 ? initial[0]
                                                 : initial.at(p * scalars + s));
        }
      }
    }
    return values;
  }

  ir::ExprId element(const VariableHome& home, SourceSpan span) {
    ir::Type type;
    type.kind = ir::TypeKind::Element;
    type.sort = sorts_[home.group];
    ir::Expr expr;
    expr.op = ir::Op::Const;
    expr.value = home.element;
    expr.span = span;
    expr.type = ir::type_id(program_, std::move(type));
    return program_.exprs.add(std::move(expr));
  }

  // A global: the place becomes the cell of the array. A local: the place becomes the array, and the cell is selected
  // where the local is indexed by its process.
  void rewrite(ir::PlaceId id) {
    ir::Place place = program_.places[id];
    const VariableHome& home = home_[place.variable.value];
    const bool lifted = home.group != VariableHome::kNoGroup;
    place.variable = home.variable;
    const bool local = program_.variables[home.variable].owner.valid();
    if (lifted) place.type = program_.variables[home.variable].type;
    if (!lifted || local) {
      program_.places[id] = place;
      return;
    }
    ir::Place cell = old_.places[id];
    cell.kind = ir::Place::Kind::Index;
    cell.variable = {};
    cell.index = element(home, place.span);
    cell.parent = program_.places.add(std::move(place));
    program_.places[id] = cell;
  }

  void rewrite_index(ir::PlaceId id) {
    const ir::Place& parent = old_.places[old_.places[id].parent];
    if (parent.kind != ir::Place::Kind::Variable) return;
    const VariableHome& home = home_[parent.variable.value];
    if (home.group == VariableHome::kNoGroup || !program_.variables[home.variable].owner.valid()) return;
    ir::Place of_process = program_.places[id];
    of_process.type = program_.types[program_.variables[home.variable].type].element;
    ir::Place cell = program_.places[id];
    cell.index = element(home, cell.span);
    cell.parent = program_.places.add(std::move(of_process));
    program_.places[id] = cell;
  }

  const ir::Program& old_;
  ir::Program program_;
  std::vector<ir::SortId> sorts_;   // per group
  std::vector<VariableHome> home_;  // per variable of the old program
};

// The marks of steps that automata ask for by name; so they have to keep their names, and to be different from each
// other.
std::set<std::string_view> marks_of_steps(const ir::Program& program) {
  std::set<std::string_view> marks;
  for (const ir::Automaton& automaton : program.automata) {
    for (const ir::Automaton::Edge& edge : automaton.edges) {
      for (const ir::Automaton::StepTest& test : edge.tests) marks.insert(test.mark);
    }
  }
  return marks;
}

}  // namespace

std::vector<VariableGroup> liftable_variables(const ir::Program& program) {
  const std::vector<bool> whole = named_as_wholes(program);
  const std::vector<bool> named = named_at_all(program);
  const std::set<std::string_view> marks = marks_of_steps(program);
  std::vector<VariableGroup> groups;
  for (uint32_t v = 0; v < program.variables.size(); ++v) {
    const ir::Variable& variable = program.variables[ir::VariableId(v)];
    if (marks.contains(variable.name)) continue;
    if (!named[v] || is_always_zero(program, variable.type) || (variable.owner.valid() && whole[v]) ||
        (has_queue(program, variable.type) && !variable.initial.empty()))
      continue;
    const auto home = std::find_if(groups.begin(), groups.end(), [&](const VariableGroup& group) {
      const ir::Variable& other = program.variables[group.front()];
      return group.size() < kLargestGroup && other.owner == variable.owner && other.constant == variable.constant &&
             other.hidden == variable.hidden && other.transient == variable.transient &&
             other.notation == variable.notation && program.types[other.type] == program.types[variable.type];
    });
    if (home == groups.end()) {
      groups.push_back({ir::VariableId(v)});
    } else {
      home->push_back(ir::VariableId(v));
    }
  }
  std::erase_if(groups, [](const VariableGroup& group) { return group.size() < 2; });
  return groups;
}

std::vector<VariableHome> homes_of_variables(const ir::Program& program, const std::vector<VariableGroup>& groups) {
  std::vector<VariableHome> homes(program.variables.size());
  for (size_t g = 0; g < groups.size(); ++g) {
    for (uint32_t i = 0; i < groups[g].size(); ++i) homes[groups[g][i].value] = VariableHome{{}, g, i};
  }
  uint32_t next = 0;  // an array takes the position of its first member
  for (VariableHome& home : homes) {
    if (home.group == VariableHome::kNoGroup || home.element == 0) home.variable = ir::VariableId(next++);
  }
  for (VariableHome& home : homes) {
    if (!home.variable.valid()) home.variable = homes[groups[home.group].front().value].variable;
  }
  return homes;
}

ir::Program lift_variables(const ir::Program& program, const std::vector<VariableGroup>& groups) {
  return Lifter(program, groups).run();
}

}  // namespace px::symmetry
