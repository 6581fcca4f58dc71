#include "symmetry/detect/lift_constants.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "symmetry/detect/program_pieces.h"

namespace px::symmetry {
namespace {

using ir::Op;
using ir::Statement;
using Kind = ir::Statement::Kind;

// The local of one process: P.id[process]. nullopt if the place is another one.
struct Cell {
  ir::VariableId variable;
  const ir::Expr* process;
};
std::optional<Cell> local_cell(const ir::Program& program, ir::PlaceId id) {
  const ir::Place& place = program.places[id];
  if (place.kind != ir::Place::Kind::Index) return {};
  const ir::Place& whole = program.places[place.parent];
  if (whole.kind != ir::Place::Kind::Variable) return {};
  return Cell{whole.variable, &program.exprs[place.index]};
}

// What the program does with its locals, and which of them it uses in a way that rules them out.
class LocalUses {
 public:
  struct Goto {
    uint32_t process;
    ir::LocationId to;
    std::set<ir::VariableId> assigned;  // with it
  };
  struct Move {
    ir::LocationId from, to;
    std::set<ir::VariableId> reset;
  };
  std::vector<bool> spoiled;                          // per variable
  std::vector<std::set<ir::LocationId>> read_at;      // per variable
  std::vector<std::map<uint32_t, int64_t>> assigned;  // per variable: process, value
  std::vector<bool> is_reset;                         // per variable
  std::vector<std::vector<Goto>> gotos;               // per family
  std::vector<std::vector<Move>> moves;               // per family

  explicit LocalUses(const ir::Program& program)
      : spoiled(program.variables.size(), false),
        read_at(program.variables.size()),
        assigned(program.variables.size()),
        is_reset(program.variables.size(), false),
        gotos(program.families.size()),
        moves(program.families.size()),
        program_(program) {
    for (const ir::Action& action : program.actions) add_action(action);
    action_ = nullptr;
    for (const ir::Invariant& invariant : program.invariants) read(invariant.condition);
    if (program.deadlock.allowed.valid()) read(program.deadlock.allowed);
    for (const ir::Automaton& automaton : program.automata) {
      for (const ir::Automaton::Edge& edge : automaton.edges) {
        if (edge.guard.valid()) read(edge.guard);
      }
      for (const ir::Automaton::Part& part : automaton.formula) {
        if (const auto* holds = std::get_if<ir::ExprId>(&part.atom)) read(*holds);
      }
    }
    for (const ir::StatementId id : program.init) add_statement(id, false);
  }

 private:
  void add_action(const ir::Action& action) {
    action_ = &action;
    gotos_of_action_.clear();
    assigned_here_.clear();
    reset_here_.clear();
    if (action.guard.valid()) read(action.guard);
    for (const ir::StatementId id : action.body) add_statement(id, true);
    for (const ir::Mover& mover : action.movers) {
      Move move{mover.from, mover.to, {}};
      const ir::BindingId who = action.parameters[mover.parameter].binding;
      for (const auto& [variable, process] : reset_here_) {
        if (process == who) move.reset.insert(variable);
      }
      moves[program_.locations[mover.from].family.value].push_back(std::move(move));
    }
    std::set<std::pair<ir::VariableId, uint32_t>> accounted;
    for (const auto& [process, to] : gotos_of_action_) {
      Goto jump{process, to, {}};
      for (const auto& cell : assigned_here_) {
        if (cell.second != process || program_.variables[cell.first].owner != program_.locations[to].family) continue;
        jump.assigned.insert(cell.first);
        accounted.insert(cell);
      }
      gotos[program_.locations[to].family.value].push_back(std::move(jump));
    }
    for (const auto& cell : assigned_here_) {
      if (!accounted.contains(cell)) spoil(cell.first);
    }
  }

  void add_statement(ir::StatementId id, bool top) {
    const Statement& s = program_.statements[id];
    for (const ir::ExprId e : s.exprs) read(e);
    for (const ir::PlaceId place : s.places) read_indices(place);
    if (!top || !is_simple_write(s)) {
      for (const ir::PlaceId place : s.places) spoil(program_.variable_of(place));
    }
    if (s.kind == Kind::Goto) add_goto(s, top);
    for (const ir::Block& block : s.blocks) {
      for (const ir::StatementId inner : block) add_statement(inner, false);
    }
  }

  void add_goto(const Statement& s, bool top) {
    const ir::Expr& process = program_.exprs[s.exprs[0]];
    const ir::FamilyId family = program_.locations[s.location].family;
    if (top && process.op == Op::Const && action_ != nullptr) {
      const int64_t position = process.value - program_.families[family].first;
      gotos_of_action_.emplace_back(static_cast<uint32_t>(position), s.location);
      return;
    }
    for (uint32_t v = 0; v < program_.variables.size(); ++v) {
      if (program_.variables[ir::VariableId(v)].owner == family) spoiled[v] = true;
    }
  }

  // "id[P:2] := 1" and "reset id[p]" by a mover; records the write.
  bool is_simple_write(const Statement& s) {
    if (action_ == nullptr || s.places.size() != 1) return false;
    const std::optional<Cell> cell = local_cell(program_, s.places[0]);
    if (!cell || !program_.variables[cell->variable].owner.valid()) return false;
    const ir::FamilyId owner = program_.variables[cell->variable].owner;
    if (s.kind == Kind::Reset) {
      if (!is_mover(*cell->process, owner)) return false;
      is_reset[cell->variable.value] = true;
      reset_here_.emplace_back(cell->variable, cell->process->binding);
      return true;
    }
    const bool literal = s.kind == Kind::Assign && cell->process->op == Op::Const;
    if (!literal || program_.exprs[s.exprs[0]].op != Op::Const) return false;
    const auto process = static_cast<uint32_t>(cell->process->value - program_.families[owner].first);
    const int64_t value = program_.exprs[s.exprs[0]].value;
    if (assigned[cell->variable.value].try_emplace(process, value).first->second != value) return false;
    return assigned_here_.insert({cell->variable, process}).second;
  }

  bool is_mover(const ir::Expr& process, ir::FamilyId family) const { return location_of(process, family).valid(); }
  // The location of a mover during the action.
  ir::LocationId location_of(const ir::Expr& process, ir::FamilyId family) const {
    if (action_ == nullptr || process.op != Op::Binding) return {};
    for (const ir::Mover& mover : action_->movers) {
      const bool is_it = action_->parameters[mover.parameter].binding == process.binding;
      if (is_it && program_.locations[mover.from].family == family) return mover.from;
    }
    return {};
  }

  void read(ir::ExprId id) {
    const ir::Expr& e = program_.exprs[id];
    for (const ir::ExprId operand : e.operands) {
      if (operand.valid()) read(operand);
    }
    if (!e.place.valid()) return;
    read_indices(e.place);
    const std::optional<Cell> cell = local_cell(program_, e.place);
    const ir::VariableId variable = program_.variable_of(e.place);
    const ir::LocationId at = cell ? location_of(*cell->process, program_.variables[variable].owner) : ir::LocationId();
    if (e.op != Op::Read || !at.valid()) return spoil(variable);
    read_at[variable.value].insert(at);
  }
  void read_indices(ir::PlaceId id) {
    for (; id.valid(); id = program_.places[id].parent) {
      if (program_.places[id].index.valid()) read(program_.places[id].index);
    }
  }

  void spoil(ir::VariableId id) { spoiled[id.value] = true; }

  const ir::Program& program_;
  const ir::Action* action_ = nullptr;
  std::vector<std::pair<uint32_t, ir::LocationId>> gotos_of_action_;
  std::set<std::pair<ir::VariableId, uint32_t>> assigned_here_;
  std::vector<std::pair<ir::VariableId, ir::BindingId>> reset_here_;
};

// At which locations a local has its value, and at which it is zero.
class Presence {
 public:
  Presence(const ir::Program& program, const LocalUses& uses, ir::VariableId variable)
      : program_(program), uses_(uses), id_(variable), variable_(program.variables[variable]) {}

  std::optional<ConstantLocal> run() {
    if (!is_candidate()) return {};
    const ir::Family& family = program_.families[variable_.owner];
    result_.variable = id_;
    const bool at_first = find_values(family);
    const bool zero_at_first = std::all_of(initial_.begin(), initial_.end(), [](int64_t value) { return value == 0; });
    if (!at_first && !zero_at_first) return {};
    for (const ir::LocationId start : family.initial) known_[start] |= at_first ? kHas : kZero;
    for (const LocalUses::Goto& jump : uses_.gotos[variable_.owner.value]) {
      if (!jump.assigned.contains(id_) && result_.values.at(jump.process) != 0 && !at_first) return {};
      known_[jump.to] |= kHas;
    }
    propagate();
    return judged(family);
  }

 private:
  static constexpr int kHas = 1;
  static constexpr int kZero = 2;

  bool is_candidate() const {
    if (uses_.spoiled[id_.value] || !variable_.owner.valid() || variable_.constant || variable_.transient) return false;
    const bool written = !uses_.assigned[id_.value].empty();
    if (!written && uses_.read_at[id_.value].empty()) return false;
    if (!program_.families[variable_.owner].is_process()) return false;
    const ir::Type& cell = program_.types[program_.types[variable_.type].element];
    const bool element = cell.kind == ir::TypeKind::Element && !cell.allows_none;
    const bool number =
        cell.kind == ir::TypeKind::Bool || (cell.kind == ir::TypeKind::Int && cell.lo <= 0 && cell.hi >= 0);
    return element || number;
  }

  // Whether each process has its value from the start.
  bool find_values(const ir::Family& family) {
    bool at_first = !uses_.is_reset[id_.value];
    const std::map<uint32_t, int64_t>& assigned = uses_.assigned[id_.value];
    for (uint32_t process = 0; process < family.count; ++process) {
      const std::vector<int64_t>& initial = variable_.initial;
      initial_.push_back(initial.empty() ? 0 : initial.size() == 1 ? initial[0] : initial.at(process));
      const auto found = assigned.find(process);
      result_.values.push_back(found == assigned.end() ? initial_.back() : found->second);
      at_first &= result_.values.back() == initial_.back();
    }
    return at_first;
  }

  void propagate() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const LocalUses::Move& move : uses_.moves[variable_.owner.value]) {
        const int before = known_[move.to];
        const int leaving = known_[move.from];
        known_[move.to] |= leaving != 0 && move.reset.contains(id_) ? kZero : leaving;
        changed |= known_[move.to] != before;
      }
    }
  }

  std::optional<ConstantLocal> judged(const ir::Family& family) {
    for (const ir::LocationId location : family.locations) {
      if (known_[location] == (kHas | kZero)) return {};
      result_.present.push_back(known_[location] == kHas);
    }
    for (const ir::LocationId location : uses_.read_at[id_.value]) {
      if (known_[location] == kZero) return {};
    }
    return std::move(result_);
  }

  const ir::Program& program_;
  const LocalUses& uses_;
  ir::VariableId id_;
  const ir::Variable& variable_;
  std::vector<int64_t> initial_;
  std::map<ir::LocationId, int> known_;
  ConstantLocal result_;
};

class Lifter {
 public:
  Lifter(const ir::Program& program, const std::vector<ConstantLocal>& constants)
      : program_(program), pieces_(program_) {
    for (const ConstantLocal& constant : constants) constants_[constant.variable] = &constant;
  }

  ir::Program run() {
    const uint32_t exprs = program_.exprs.size();
    for (uint32_t e = 0; e < exprs; ++e) {
      if (program_.exprs[ir::ExprId(e)].op == Op::Read) rewrite(ir::ExprId(e));
    }
    for (ir::Action& action : program_.actions) {
      std::erase_if(action.body, [&](ir::StatementId id) {
        const Statement& s = program_.statements[id];
        return s.places.size() == 1 && constant_at(s.places[0]) != nullptr;
      });
    }
    for (const auto& [id, constant] : constants_) {
      ir::Variable& variable = program_.variables[id];
      variable.type = pieces_.array(ir::Domain::of(variable.owner), pieces_.integer(0, 0));
      variable.initial = {};
    }
    return std::move(program_);
  }

 private:
  const ConstantLocal* constant_at(ir::PlaceId id) const {
    const std::optional<Cell> cell = local_cell(program_, id);
    if (!cell) return nullptr;
    const auto found = constants_.find(cell->variable);
    return found == constants_.end() ? nullptr : found->second;
  }

  void rewrite(ir::ExprId id) {
    const ConstantLocal* constant = constant_at(program_.exprs[id].place);
    if (constant == nullptr) return;
    const ir::ExprId process = program_.places[program_.exprs[id].place].index;
    const ir::ExprId value = value_of(*constant, process, program_.exprs[id]);
    program_.exprs[id] = ir::Expr(program_.exprs[value]);
  }

  // One value for all, or index(p) + offset, or else a case distinction.
  ir::ExprId value_of(const ConstantLocal& constant, ir::ExprId process, const ir::Expr& read) {
    const ir::Family& family = program_.families[program_.variables[constant.variable].owner];
    const std::vector<int64_t>& values = constant.values;
    const int64_t offset = values[0] - family.first;
    const bool same = std::all_of(values.begin(), values.end(), [&](int64_t value) { return value == values[0]; });
    if (same) return pieces_.constant(read.type, values[0], read.span);
    bool counts_up = program_.types[read.type].kind == ir::TypeKind::Int;
    for (size_t i = 0; i < values.size(); ++i) counts_up &= values[i] == values[0] + static_cast<int64_t>(i);
    const ir::TypeId type = read.type;
    const SourceSpan span = read.span;
    if (counts_up) {
      const ir::TypeId number = pieces_.integer(-1, static_cast<int64_t>(program_.sorts[family.sort].size) - 1);
      const ir::ExprId index = pieces_.operation(Op::IndexOf, number, span, pieces_.copy(process));
      return pieces_.operation(Op::Add, pieces_.integer(INT64_MIN, INT64_MAX), span, index,
                               pieces_.constant(pieces_.integer(offset, offset), offset, span));
    }
    ir::ExprId result = pieces_.constant(type, values.back(), span);
    for (size_t i = values.size() - 1; i-- > 0;) {
      const ir::ExprId one =
          pieces_.constant(pieces_.element(family.sort), family.first + static_cast<int64_t>(i), span);
      const ir::ExprId test = pieces_.operation(Op::Eq, pieces_.boolean(), span, pieces_.copy(process), one);
      result = pieces_.operation(Op::If, type, span, test, pieces_.constant(type, values[i], span), result);
    }
    return result;
  }

  ir::Program program_;
  ProgramPieces pieces_;
  std::map<ir::VariableId, const ConstantLocal*> constants_;
};

}  // namespace

std::vector<ConstantLocal> constant_locals(const ir::Program& program) {
  const LocalUses uses(program);
  std::vector<ConstantLocal> constants;
  for (uint32_t v = 0; v < program.variables.size(); ++v) {
    if (std::optional<ConstantLocal> constant = Presence(program, uses, ir::VariableId(v)).run()) {
      constants.push_back(std::move(*constant));
    }
  }
  return constants;
}

ir::Program lift_constants(const ir::Program& program, const std::vector<ConstantLocal>& constants) {
  return constants.empty() ? program : Lifter(program, constants).run();
}

}  // namespace px::symmetry
