#include "symmetry/detect/lift.h"

#include <algorithm>

#include "engine/ir/layout.h"
#include "symmetry/detect/straight_sequences.h"
#include "symmetry/perm/element_space.h"

namespace px::symmetry {
namespace {

constexpr size_t kMaxLocations = 1024;  // detection on the trial program must stay quick

bool moves_some(const std::vector<Permutation>& generators, const ElementSpace& space, ir::SortId sort) {
  return std::any_of(generators.begin(), generators.end(), [&](const Permutation& generator) {
    for (uint32_t e = 0; e < space.count(sort); ++e) {
      if (generator.image(space.point(sort, e)) != space.point(sort, e)) return true;
    }
    return false;
  });
}

// The groups whose sorts are moved; the sorts are numbered consecutively from `first`.
template <class Group>
std::vector<Group> moved_groups(const std::vector<Group>& groups, uint32_t first, const ElementSpace& space,
                                const std::vector<Permutation>& generators) {
  std::vector<Group> moved;
  for (uint32_t g = 0; g < groups.size(); ++g) {
    if (moves_some(generators, space, ir::SortId(first + g))) moved.push_back(groups[g]);
  }
  return moved;
}

size_t members_of(const std::vector<LocationGroup>& groups) {
  size_t members = 0;
  for (const LocationGroup& group : groups) members += group.size();
  return members;
}

// Whether a symmetry maps a process to one with another value.
bool matters(const ConstantLocal& constant, const ir::Program& program, const ElementSpace& space,
             const std::vector<Permutation>& generators) {
  const ir::Family& family = program.families[program.variables[constant.variable].owner];
  const uint32_t first = space.point(family.sort, family.first);
  return std::any_of(generators.begin(), generators.end(), [&](const Permutation& generator) {
    for (uint32_t i = 0; i < family.count; ++i) {
      if (constant.values[i] != constant.values[generator.image(first + i) - first]) return true;
    }
    return false;
  });
}

// The elements of a class that the text provably uses: by a literal, by a value computed from elements of another sort,
// or by a name that ranges over them. Others are there only because ranges are imprecise; exchanging them is of no use.
std::vector<bool> used_elements(const ir::Program& program, const ir::FailureAnalysis& failures, ir::SortId sort) {
  std::vector<bool> used(program.sorts[sort].size, false);
  const auto use_domain = [&](const ir::Domain& domain) {
    if (!domain.is_family() || program.families[domain.family].sort != sort) return;
    const ir::Family& family = program.families[domain.family];
    std::fill_n(used.begin() + family.first, family.count, true);
  };
  for (uint32_t e = 0; e < program.exprs.size(); ++e) {
    const ir::Expr& expr = program.exprs[ir::ExprId(e)];
    if (ir::op_is_quantifier(expr.op)) use_domain(expr.domain);
    const ir::Type& type = program.types[expr.type];
    if (type.kind != ir::TypeKind::Element || type.sort != sort) continue;
    if (expr.op == ir::Op::Const && expr.value >= 0) used[static_cast<size_t>(expr.value)] = true;
    const std::optional<ir::ValueTable> table = failures.table(ir::ExprId(e));
    if (!table || program.types[program.exprs[table->name].type].sort == sort) continue;
    for (const ir::ValueTable::Row& row : table->rows) {
      if (row.value.value_or(-1) >= 0) used[static_cast<size_t>(*row.value)] = true;
    }
  }
  for (const ir::Statement& s : program.statements) use_domain(s.domain);
  for (const ir::Action& action : program.actions) {
    for (const ir::Parameter& parameter : action.parameters) use_domain(parameter.domain);
  }
  return used;
}

// Of the sorts made of classes of values, which are numbered consecutively from `first`.
std::vector<SortElement> unused_elements(const ir::Program& named, uint32_t first, size_t classes) {
  std::vector<SortElement> unused;
  if (classes == 0) return unused;
  const ir::FailureAnalysis failures(named);
  for (size_t c = 0; c < classes; ++c) {
    const ir::SortId sort(first + static_cast<uint32_t>(c));
    const std::vector<bool> used = used_elements(named, failures, sort);
    for (uint32_t e = 0; e < used.size(); ++e) {
      if (!used[e]) unused.push_back({sort, e});
    }
  }
  return unused;
}

class Trial {
 public:
  explicit Trial(const ir::Program& program) : program_(program) {}

  std::optional<LiftedProgram> run() {
    // Handles of sequences cannot be translated.
    if (!has_sequences(program_)) find_values();
    const ir::Program named = lift_values(lift_constants(program_, lifted_.constants), lifted_.values);
    lifted_.hints.unused = unused_elements(named, program_.sorts.size(), lifted_.values.size());
    const bool all_stay = find_groups(named);
    if (lifted_.constants.empty() && lifted_.values.empty() && lifted_.locations.empty() && lifted_.variables.empty())
      return {};
    lifted_.program = lift_variables(lift_locations(named, lifted_.locations), lifted_.variables);
    // Several locations may have become one.
    for (ir::Statement& s : lifted_.program.statements) s.from = {};
    if (all_stay) lifted_.hints.generators = std::move(found_);
    return std::move(lifted_);
  }

 private:
  struct Groups {
    std::vector<VariableGroup> variables;
    std::vector<LocationGroup> locations;
    explicit Groups(const ir::Program& program)
        : variables(liftable_variables(program)), locations(liftable_locations(program)) {
      if (members_of(locations) > kMaxLocations) locations.clear();
    }
    bool empty() const { return variables.empty() && locations.empty(); }
    ir::Program lift(const ir::Program& program) const {
      return lift_variables(lift_locations(program, locations), variables);
    }
  };

  static std::optional<std::vector<Permutation>> generators_of(const ir::Program& program,
                                                               const std::vector<SortElement>& unused) {
    const Result<ir::Layout> layout = ir::Layout::make(program);
    if (!layout) return {};
    return find_generators(program, *layout, unused);
  }

  // Lifts all other candidates as well, since values may have to move with them.
  void find_values() {
    const std::vector<ConstantLocal> constants = constant_locals(program_);
    const ir::Program without = lift_constants(program_, constants);
    const std::vector<ValueClass> values = liftable_values(without);
    if (constants.empty() && values.empty()) return;
    const ir::Program named = lift_values(without, values);
    const ir::Program all = Groups(named).lift(named);
    std::optional<std::vector<Permutation>> generators =
        generators_of(all, unused_elements(named, program_.sorts.size(), values.size()));
    if (!generators) return;
    const ElementSpace space(all);
    lifted_.values = moved_groups(values, program_.sorts.size(), space, *generators);
    // All or none: what is known of the values depends on them.
    const bool gained = std::any_of(constants.begin(), constants.end(), [&](const ConstantLocal& constant) {
      return matters(constant, program_, space, *generators);
    });
    if (gained || !lifted_.values.empty()) lifted_.constants = constants;
    // Then the trial for groups concerns the same program.
    if (lifted_.constants.size() == constants.size() && lifted_.values.size() == values.size()) {
      found_ = std::move(generators);
    }
  }

  // Returns whether found_ holds the generators of the program with the chosen candidates lifted.
  bool find_groups(const ir::Program& named) {
    const Groups groups(named);
    if (groups.empty()) return found_.has_value();
    const ir::Program all = groups.lift(named);
    if (!found_) found_ = generators_of(all, lifted_.hints.unused);
    if (!found_) return false;
    const ElementSpace space(all);
    const uint32_t first = named.sorts.size();
    const auto behind = static_cast<uint32_t>(groups.locations.size());
    lifted_.locations = moved_groups(groups.locations, first, space, *found_);
    lifted_.variables = moved_groups(groups.variables, first + behind, space, *found_);
    return lifted_.locations.size() == groups.locations.size() && lifted_.variables.size() == groups.variables.size();
  }

  const ir::Program& program_;
  LiftedProgram lifted_;
  std::optional<std::vector<Permutation>> found_;  // of the last trial, if everything lifted there stays lifted
};

}  // namespace

bool has_sequences(const ir::Program& program) {
  return std::any_of(program.types.begin(), program.types.end(),
                     [](const ir::Type& type) { return type.kind == ir::TypeKind::Sequence; });
}

std::optional<LiftedProgram> lift_symmetries(const ir::Program& program, Sequences sequences) {
  std::optional<ir::Program> straight;
  if (sequences == Sequences::Straight && !has_sequences(program)) straight = with_straight_sequences(program);
  std::optional<LiftedProgram> lifted = Trial(straight ? *straight : program).run();
  if (lifted || !straight) return lifted;
  const Result<ir::Layout> layout = ir::Layout::make(*straight);
  if (!layout) return {};
  std::vector<Permutation> generators = find_generators(*straight, *layout, {});
  if (generators.empty()) return {};
  lifted.emplace();
  lifted->program = std::move(*straight);
  lifted->hints.generators = std::move(generators);
  return lifted;
}

}  // namespace px::symmetry
