#include "frontends/promela_lite/lower.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>

#include "engine/base/check.h"
#include "engine/ir/builder.h"
#include "engine/ir/formula_automaton.h"
#include "engine/ir/limits.h"
#include "engine/ir/verifier.h"

namespace px::promela_lite {
namespace {

using ir::Op;

class Lowerer {
 public:
  Lowerer(const Specification& spec, const std::string& name) : spec_(spec), builder_(name) {}

  Result<ir::Program> run() {
    if (spec_.runs.size() > ir::kMaxSortSize || spec_.channels.size() > ir::kMaxSortSize) {
      return Failure(DiagnosticKind::LimitExceeded, spec_.runs.back().span,
                     "more than " + std::to_string(ir::kMaxSortSize) + " processes or channels");
    }
    int_ = builder_.int_type(std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max());
    make_processes();
    make_channels();
    for (const Global& global : spec_.globals) {
      globals_.push_back(builder_.variable(global.name.text, scalar(global.type),
                                           {initial_value(spec_.exprs[global.initial])}, global.name.span));
    }
    for (uint32_t p = 0; p < spec_.proctypes.size(); ++p) make_locals(p);
    for (uint32_t p = 0; p < spec_.proctypes.size(); ++p) make_actions(p);
    for (const Formula& formula : spec_.formulas) {
      if (const Result<void> added = add_formula(formula); !added) return added.failure();
    }
    std::vector<Diagnostic> problems = ir::verify(builder_.program());
    if (!problems.empty()) return Failure(std::move(problems));
    return builder_.take();
  }

 private:
  struct Process {  // for one proctype
    std::vector<uint32_t> runs;
    ir::FamilyId family;
    ir::LocationId loop;
    std::vector<ir::VariableId> locals;
  };
  // Static channels of one type and capacity.
  struct ChannelFamily {
    ir::FamilyId elements;
    ir::VariableId queues;
    int64_t capacity = 0;
    uint32_t first = 0;
    uint32_t count = 0;
  };
  // All static channels of one type.
  struct ChannelSort {
    ir::SortId sort;
    std::vector<ChannelFamily> families;
  };

  // ---- Declarations

  // A name that does not occur in the model.
  std::string free_name(std::string name) const {
    const auto is_taken = [&](const auto& declared) { return declared.name.text == name; };
    while (std::any_of(spec_.globals.begin(), spec_.globals.end(), is_taken) ||
           std::any_of(spec_.proctypes.begin(), spec_.proctypes.end(), is_taken)) {
      name += '_';
    }
    return name;
  }

  void make_processes() {
    processes_.resize(spec_.proctypes.size());
    for (uint32_t r = 0; r < spec_.runs.size(); ++r) processes_[spec_.runs[r].proctype.symbol.index].runs.push_back(r);
    std::vector<std::string> names;
    element_of_run_.resize(spec_.runs.size());
    for (uint32_t p = 0; p < processes_.size(); ++p) {
      for (const uint32_t run : processes_[p].runs) {
        element_of_run_[run] = static_cast<uint32_t>(names.size());
        names.push_back(spec_.proctypes[p].name.text + ':' + std::to_string(run + 1));
      }
    }
    const uint32_t size = static_cast<uint32_t>(names.size());
    process_sort_ = builder_.sort(free_name("Process"), size, {}, std::move(names));
    pid_ = builder_.element_type(process_sort_, true);
    for (uint32_t p = 0; p < processes_.size(); ++p) {
      Process& process = processes_[p];
      if (process.runs.empty()) continue;
      const Name& name = spec_.proctypes[p].name;
      process.family = builder_.family(name.text, process_sort_, element_of_run_[process.runs.front()],
                                       static_cast<uint32_t>(process.runs.size()), name.span);
      process.loop = builder_.location(process.family, "do", name.span);
      builder_.location_info(process.loop).shown = "its loop";
    }
  }

  void make_channels() {
    element_of_channel_.resize(spec_.channels.size());
    std::map<TypeId, std::map<int64_t, std::vector<uint32_t>>> by_type;
    for (uint32_t c = 0; c < spec_.channels.size(); ++c) {
      by_type[spec_.channels[c].type][spec_.channels[c].capacity].push_back(c);
    }
    for (const auto& [type, by_capacity] : by_type) make_sort(type, by_capacity);
    for (const auto& [type, by_capacity] : by_type) make_queues(type);
  }

  void make_sort(TypeId type, const std::map<int64_t, std::vector<uint32_t>>& by_capacity) {
    ChannelSort& sort = sorts_[type];
    std::vector<std::string> names;
    for (const auto& [capacity, channels] : by_capacity) {
      sort.families.push_back(
          {{}, {}, capacity, static_cast<uint32_t>(names.size()), static_cast<uint32_t>(channels.size())});
      for (const uint32_t channel : channels) {
        element_of_channel_[channel] = static_cast<uint32_t>(names.size());
        names.push_back(spec_.channels[channel].name.text);
      }
    }
    const uint32_t size = static_cast<uint32_t>(names.size());
    sort.sort = builder_.sort(spec_.types.text(type), size, {}, std::move(names));
  }

  void make_queues(TypeId type) {
    std::vector<ir::Field> fields;
    for (const TypeId field : spec_.types.fields(type)) {
      fields.push_back({'f' + std::to_string(fields.size() + 1), scalar(field)});
    }
    const ir::TypeId message = builder_.record_type(std::move(fields));
    ChannelSort& sort = sorts_[type];
    for (ChannelFamily& family : sort.families) {
      ++queues_;
      const std::string name = free_name("channels" + (queues_ == 1 ? "" : std::to_string(queues_)));
      family.elements = builder_.family('[' + std::to_string(family.capacity) + "] of " + spec_.types.text(type),
                                        sort.sort, family.first, family.count);
      const auto capacity = static_cast<uint32_t>(std::min<int64_t>(family.capacity, UINT32_MAX));
      family.queues = builder_.variable(
          name, builder_.array_type(ir::Domain::of(family.elements), builder_.queue_type(capacity, message)));
      builder_.variable_info(family.queues).cells_by_element = true;
    }
  }

  // If a type has no static channel, null is its only value; its sort has one element that is never named.
  // named.
  ir::TypeId scalar(TypeId type) {
    if (type == spec_.types.int_type()) return int_;
    if (type == spec_.types.pid_type()) return pid_;
    ChannelSort& sort = sorts_[spec_.types.canonical(type)];
    if (!sort.sort.valid()) sort.sort = builder_.sort(spec_.types.text(type), 1);
    return builder_.element_type(sort.sort, true);
  }

  int64_t initial_value(const Expr& literal) const {
    if (literal.kind == Expr::Kind::Null) return -1;
    if (literal.kind == Expr::Kind::Name) return element_of_channel_[literal.name.symbol.index];
    if (literal.type == spec_.types.int_type()) return literal.number;
    return literal.number == 0 ? -1 : int64_t{element_of_run_[static_cast<size_t>(literal.number - 1)]};
  }

  void make_locals(uint32_t p) {
    Process& process = processes_[p];
    if (process.runs.empty()) return;
    for (size_t i = 0; i < spec_.proctypes[p].parameters.size(); ++i) {
      const Parameter& parameter = spec_.proctypes[p].parameters[i];
      std::vector<int64_t> initial;
      for (const uint32_t run : process.runs)
        initial.push_back(initial_value(spec_.exprs[spec_.runs[run].arguments[i]]));
      process.locals.push_back(builder_.local(process.family, parameter.name.text, scalar(parameter.type),
                                              std::move(initial), parameter.name.span));
    }
  }

  // ---- Formulas

  Result<void> add_formula(const Formula& formula) {
    ltl::Formulas formulas;
    ir::FormulaReading reading(ir::FormulaStyle::Promela);
    std::vector<ir::ReadFormula> made;
    std::vector<ExprId> conditions;
    // Operands precede their operators.
    for (const FormulaNode& node : formula.nodes) {
      if (node.condition.valid()) {
        const auto number = static_cast<uint32_t>(conditions.size());
        conditions.push_back(node.condition);
        made.push_back(
            {formulas.literal(number, false), reading.atom(number, node.text, spec_.exprs[node.condition].span)});
        continue;
      }
      // The language has no past operators.
      const ir::ReadFormula& left = made[node.operands[0]];
      const ir::ReadFormula& right = made[node.operands[1]];
      std::vector<uint32_t> operands = {left.part};
      if (!ltl::is_unary(node.connective)) operands.push_back(right.part);
      made.push_back({*formulas.apply(node.connective, left.formula, right.formula),
                      reading.joined(node.connective, std::move(operands), {})});
    }
    const ir::NamedFormula named{formula.name.text, "ltl '" + formula.name.text + "'", formula.name.span,
                                 made[formula.root]};
    return ir::add_formula(builder_, formulas, named, reading,
                           [&](uint32_t number) { return expr(conditions[number]); });
  }

  // client[2]:x
  ir::ExprId remote(const Expr& e) {
    const Process& process = processes_[e.proctype.symbol.index];
    const int64_t element = element_of_run_[static_cast<size_t>(e.number - 1)];
    const ir::ExprId self = builder_.constant(builder_.element_type(process_sort_), element, e.span);
    return builder_.read(builder_.index(builder_.place(process.locals[e.name.symbol.index], e.span), self, e.span),
                         e.span);
  }

  // ---- Statements

  void make_actions(uint32_t p) {
    process_ = &processes_[p];
    if (process_->runs.empty()) return;
    const Proctype& proctype = spec_.proctypes[p];
    for (size_t s = 0; s < proctype.statements.size(); ++s) {
      const Statement& statement = proctype.statements[s];
      const ir::Domain all = ir::Domain::of(process_->family);
      self_ = builder_.binding_over("p", all);
      ir::Action action;
      action.name = proctype.name.text + '_' + std::to_string(s + 1);
      action.parameters = {{self_, all}};
      action.movers = {{0, process_->loop, process_->loop, ir::Control::Release}};
      action.guard = expr(statement.guard);
      for (const Update& update : statement.updates) add_update(update, action.body);
      action.label = statement.text;
      action.origins = {{0, ir::Origin::kNoNumber, statement.text, statement.span}};
      action.span = statement.span;
      builder_.action(std::move(action));
    }
  }

  void add_update(const Update& update, ir::Block& block) {
    switch (update.kind) {
      case Update::Kind::Skip: return;
      case Update::Kind::Assign:
        block.push_back(builder_.assign(variable(update.target), expr(update.values.front()), update.span));
        return;
      case Update::Kind::Send:
        block.push_back(per_family(update, [&](ir::PlaceId queue) {
          std::vector<ir::ExprId> fields;
          for (const ExprId value : update.values) fields.push_back(expr(value));
          return ir::Block{builder_.push(queue, std::move(fields), update.span)};
        }));
        return;
      case Update::Kind::Receive:
        block.push_back(per_family(update, [&](ir::PlaceId queue) { return receive(update, queue); }));
    }
  }

  // All fields are read before any assignment: the channel's own variable may be a target of the receive.
  ir::Block receive(const Update& update, ir::PlaceId queue) {
    std::vector<ir::BindingId> fields;
    std::vector<ir::ExprId> values;
    std::vector<ir::PlaceId> targets;
    for (const Name& target : update.targets) {
      targets.push_back(variable(target));
      fields.push_back(
          builder_.binding("m" + std::to_string(fields.size() + 1), builder_.program().places[targets.back()].type));
      values.push_back(builder_.use(fields.back(), target.span));
    }
    ir::Block block{builder_.pop(builder_.clone_place(queue), update.span),
                    builder_.assign_all(std::move(targets), std::move(values), update.span)};
    for (size_t i = fields.size(); i-- > 0;) {
      const ir::PlaceId front = builder_.item(builder_.clone_place(queue), builder_.integer(0), update.span);
      const ir::ExprId value = builder_.read(builder_.field(front, static_cast<uint32_t>(i), update.span), update.span);
      block = {builder_.let(fields[i], value, std::move(block), update.span)};
    }
    return block;
  }

  // ---- The channel that a name denotes

  // Applies `make` to the queue of the channel that the update names: a case distinction over capacities. The guard
  // ensures that there is a channel.
  ir::StatementId per_family(const Update& update, const std::function<ir::Block(ir::PlaceId)>& make) {
    const std::vector<const ChannelFamily*> families = families_of(update.target);
    ir::Block block = families.empty() ? ir::Block{builder_.require(builder_.boolean(false), update.span)}
                                       : make(queue_of(update.target, *families.back()));
    for (size_t i = families.size(); i-- > 1;) {
      const ChannelFamily& family = *families[i - 1];
      block = {builder_.if_else(lies_in(update.target, family), make(queue_of(update.target, family)), std::move(block),
                                update.span)};
    }
    return block.size() == 1 ? block.front() : builder_.if_else(builder_.boolean(true), std::move(block));
  }

  std::vector<const ChannelFamily*> families_of(const Name& name) const {
    const ChannelSort& sort = sorts_.at(spec_.types.canonical(type_of(name)));
    std::vector<const ChannelFamily*> found;
    for (const ChannelFamily& family : sort.families) {
      if (name.symbol.kind != Symbol::Kind::Channel || holds(family, element_of_channel_[name.symbol.index])) {
        found.push_back(&family);
      }
    }
    return found;
  }

  static bool holds(const ChannelFamily& family, uint32_t element) {
    return element >= family.first && element < family.first + family.count;
  }

  TypeId type_of(const Name& name) const {
    if (name.symbol.kind == Symbol::Kind::Channel) return spec_.channels[name.symbol.index].type;
    const auto proctype = static_cast<uint32_t>(process_ - processes_.data());
    return spec_.proctypes[proctype].parameters[name.symbol.index].type;
  }

  ir::PlaceId queue_of(const Name& name, const ChannelFamily& family) {
    return builder_.index(builder_.place(family.queues, name.span), value_of(name), name.span);
  }

  // Whether the channel belongs to the family. For the name of a static channel this is known statically.
  ir::ExprId lies_in(const Name& name, const ChannelFamily& family) {
    if (name.symbol.kind == Symbol::Kind::Channel) return builder_.boolean(true);
    const ir::SortId sort = builder_.program().families[family.elements].sort;
    const uint32_t size = builder_.program().sorts[sort].size;
    if (family.count == size) {
      return builder_.binary(Op::Ne, value_of(name), builder_.constant(builder_.element_type(sort, true), -1));
    }
    if (size <= ir::kMaxSetSize) {
      const uint64_t ones = (uint64_t{1} << family.count) - 1;  // count < size <= 64
      const ir::TypeId set = builder_.set_type(ir::Domain::of(builder_.whole(sort)));
      return builder_.binary(Op::Member, value_of(name),
                             builder_.constant(set, static_cast<int64_t>(ones << family.first)));
    }
    const ir::Domain members = ir::Domain::of(family.elements);
    const ir::BindingId member = builder_.binding_over("c", members);
    return builder_.quantifier(Op::Exists, member, members,
                               builder_.binary(Op::Eq, builder_.use(member), value_of(name)));
  }

  // ---- Expressions

  ir::PlaceId variable(const Name& name) {
    if (name.symbol.kind == Symbol::Kind::Global) return builder_.place(globals_[name.symbol.index], name.span);
    PX_CHECK(name.symbol.kind == Symbol::Kind::Parameter);
    return builder_.index(builder_.place(process_->locals[name.symbol.index], name.span), builder_.use(self_),
                          name.span);
  }

  ir::ExprId value_of(const Name& name) {
    if (name.symbol.kind != Symbol::Kind::Channel) return builder_.read(variable(name), name.span);
    const Channel& channel = spec_.channels[name.symbol.index];
    return builder_.constant(builder_.element_type(sorts_.at(channel.type).sort),
                             element_of_channel_[name.symbol.index], name.span);
  }

  ir::ExprId expr(ExprId id) {
    const Expr& e = spec_.exprs[id];
    const auto operands = [&](Op op) { return builder_.binary(op, expr(e.operands[0]), expr(e.operands[1]), e.span); };
    switch (e.kind) {
      case Expr::Kind::Number: return number(e);
      // Two null literals are equal, whatever their types.
      case Expr::Kind::Null:
        return e.type.valid() ? builder_.constant(scalar(e.type), -1, e.span) : builder_.integer(0);
      case Expr::Kind::Pid: return builder_.use(self_, e.span);
      case Expr::Kind::Name: return value_of(e.name);
      case Expr::Kind::Remote: return remote(e);
      case Expr::Kind::Len: return length(e);
      case Expr::Kind::NotFull:
      case Expr::Kind::NotEmpty: return room_check(e);
      case Expr::Kind::Add: return builder_.wrap(operands(Op::Add), int_, e.span);
      case Expr::Kind::Sub: return builder_.wrap(operands(Op::Sub), int_, e.span);
      case Expr::Kind::Mul: return builder_.wrap(operands(Op::Mul), int_, e.span);
      case Expr::Kind::Equal: return operands(Op::Eq);
      case Expr::Kind::Unequal: return operands(Op::Ne);
      case Expr::Kind::Less: return operands(Op::Lt);
      case Expr::Kind::LessEqual: return operands(Op::Le);
      case Expr::Kind::Greater: return operands(Op::Gt);
      case Expr::Kind::GreaterEqual: return operands(Op::Ge);
      case Expr::Kind::And: return operands(Op::And);
      case Expr::Kind::Or: return operands(Op::Or);
      case Expr::Kind::Not: return builder_.unary(Op::Not, expr(e.operands[0]), e.span);
    }
    PX_CHECK(false);
  }

  ir::ExprId number(const Expr& e) {
    if (e.type == spec_.types.pid_type()) return builder_.constant(pid_, initial_value(e), e.span);
    return builder_.integer(e.number, e.span);
  }

  // 0 for null.
  ir::ExprId length(const Expr& e) {
    const std::vector<const ChannelFamily*> families = families_of(e.name);
    ir::ExprId length = builder_.integer(0, e.span);
    for (size_t i = families.size(); i-- > 0;) {
      const ir::ExprId one = builder_.queue_length(queue_of(e.name, *families[i]), e.span);
      if (e.name.symbol.kind == Symbol::Kind::Channel) return one;
      length = builder_.conditional(lies_in(e.name, *families[i]), one, length, e.span);
    }
    return length;
  }

  // nfull, nempty: false for null.
  ir::ExprId room_check(const Expr& e) {
    std::vector<ir::ExprId> cases;
    for (const ChannelFamily* family : families_of(e.name)) {
      const ir::ExprId length = builder_.queue_length(queue_of(e.name, *family), e.span);
      const ir::ExprId room = e.kind == Expr::Kind::NotFull
                                  ? builder_.binary(Op::Lt, length, builder_.integer(family->capacity), e.span)
                                  : builder_.binary(Op::Gt, length, builder_.integer(0), e.span);
      const bool known = e.name.symbol.kind == Symbol::Kind::Channel;
      cases.push_back(known ? room : builder_.binary(Op::And, lies_in(e.name, *family), room, e.span));
    }
    return builder_.any_of(cases);
  }

  const Specification& spec_;
  ir::Builder builder_;
  ir::TypeId int_, pid_;
  ir::SortId process_sort_;
  std::vector<Process> processes_;            // per proctype
  std::vector<uint32_t> element_of_run_;      // in the sort of processes
  std::vector<uint32_t> element_of_channel_;  // in the sort of its type
  std::map<TypeId, ChannelSort> sorts_;
  uint32_t queues_ = 0;
  std::vector<ir::VariableId> globals_;
  const Process* process_ = nullptr;  // whose statements are being lowered
  ir::BindingId self_;
};

}  // namespace

Result<ir::Program> lower(const Specification& spec, const std::string& name) {
  return Lowerer(spec, name).run();
}

}  // namespace px::promela_lite
