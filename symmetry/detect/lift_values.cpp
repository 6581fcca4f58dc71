#include "symmetry/detect/lift_values.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "symmetry/detect/program_pieces.h"

namespace px::symmetry {
namespace {

using ir::ExprId;
using ir::Op;
using ir::Statement;
using ir::TypeId;
using ir::TypeKind;
using Kind = ir::Statement::Kind;

constexpr size_t kNoClass = SIZE_MAX;

class Lifter {
 public:
  Lifter(const ir::Program& program, const std::vector<ValueClass>& classes)
      : old_(program),
        program_(program),
        pieces_(program_),
        parts_(program),
        failures_(program),
        classes_(classes),
        class_of_(parts_.count() + program.bindings.size(), kNoClass) {
    for (size_t c = 0; c < classes.size(); ++c) {
      for (const uint32_t node : classes[c].nodes) class_of_[node] = c;
    }
  }

  ir::Program run() {
    for (size_t c = 0; c < classes_.size(); ++c) add_sort(c);
    rewrite_text();
    for (uint32_t p = 0; p < parts_.count(); ++p) types_.push_back(parts_.part(p).type);
    for (uint32_t v = 0; v < old_.variables.size(); ++v) {
      const uint32_t part = parts_.of(ir::VariableId(v));
      set_type(part);
      ir::Variable& variable = program_.variables[ir::VariableId(v)];
      if (types_[part] == variable.type) continue;
      variable.type = types_[part];
      if (!variable.initial.empty()) variable.initial = initial_values(part, variable.initial);
    }
    for (uint32_t p = 0; p < old_.places.size(); ++p) {
      program_.places[ir::PlaceId(p)].type = types_[parts_.of(old_, ir::PlaceId(p))];
    }
    for (uint32_t e = 0; e < program_.exprs.size(); ++e) set_type_of_name(program_.exprs[ExprId(e)]);
    for (uint32_t b = 0; b < old_.bindings.size(); ++b) {
      const size_t c = class_of_[parts_.of(ir::BindingId(b))];
      if (c != kNoClass) program_.bindings[ir::BindingId(b)].type = element_type(c);
    }
    return std::move(program_);
  }

 private:
  // ---- Sorts and types

  // Named after an array indexed by its elements, if there is one.
  void add_sort(size_t c) {
    const ValueClass& values = classes_[c];
    const ir::Variable* variable = nullptr;
    bool array = false;
    for (const uint32_t node : values.nodes) {
      if (node >= parts_.count() || array) continue;
      variable = &old_.variables[parts_.part(node).variable];
      array = old_.types[parts_.part(node).type].kind == TypeKind::Array;
    }
    ir::Sort sort;
    const std::string name = variable == nullptr ? "number" : variable->name;
    sort.name = (array ? "index of " : "value of ") + name;
    sort.size = values.size();
    if (variable != nullptr) sort.span = variable->span;
    for (uint32_t element = 0; element < values.size(); ++element) {
      const std::string number = std::to_string(values.value_of(element));
      sort.element_names.push_back(array ? name + '[' + number + ']' : name + '=' + number);
    }
    const ir::SortId id = program_.sorts.add(sort);
    sorts_.push_back(id);
    program_.sorts[id].whole = family(c, values.lo > 0 ? values.lo : 0, values.size());
  }

  // A family of `count` elements, starting with that of a value.
  ir::FamilyId family(size_t c, int64_t first, uint32_t count) {
    const auto known = families_.find({c, first, count});
    if (known != families_.end()) return known->second;
    ir::Family family;
    family.name = program_.sorts[sorts_[c]].name;
    if (program_.sorts[sorts_[c]].whole.valid()) {
      family.name += ' ' + std::to_string(first) + ".." + std::to_string(first + count - 1);
    }
    family.sort = sorts_[c];
    family.first = static_cast<uint32_t>(classes_[c].element_of(first));
    family.count = count;
    family.span = program_.sorts[sorts_[c]].span;
    return families_[{c, first, count}] = program_.families.add(std::move(family));
  }

  ir::Domain domain(size_t c, const ir::Domain& range) {
    return ir::Domain::of(family(c, range.lo, old_.domain_size(range)));
  }
  TypeId element_type(size_t c) { return pieces_.element(sorts_[c]); }

  void set_type(uint32_t part) {
    ir::Type type = old_.types[parts_.part(part).type];
    const std::vector<uint32_t>& inner = parts_.part(part).inner;
    for (const uint32_t i : inner) set_type(i);
    const size_t c = class_of_[part];
    if (type.kind == TypeKind::Int && c != kNoClass) {
      types_[part] = element_type(c);
      return;
    }
    if (type.kind == TypeKind::Array || type.kind == TypeKind::Queue) type.element = types_[inner[0]];
    if (type.kind == TypeKind::Array && c != kNoClass) type.domain = domain(c, type.domain);
    for (size_t i = 0; type.kind == TypeKind::Record && i < inner.size(); ++i) type.fields[i].type = types_[inner[i]];
    if (type != old_.types[parts_.part(part).type]) types_[part] = pieces_.type(std::move(type));
  }

  void set_type_of_name(ir::Expr& e) {
    size_t c = kNoClass;
    if (e.op == Op::Binding && e.binding.value < old_.bindings.size()) c = class_of_[parts_.of(e.binding)];
    if (e.op == Op::Read) c = class_of_[parts_.of(old_, e.place)];
    if (c != kNoClass) e.type = element_type(c);
  }

  std::vector<int64_t> initial_values(uint32_t part, const std::vector<int64_t>& values) const {
    std::vector<int64_t> result;
    size_t next = 0;
    append_values(part, values, next, result);
    return result;
  }
  void append_values(uint32_t part, const std::vector<int64_t>& values, size_t& next,
                     std::vector<int64_t>& result) const {
    const ir::Type& type = old_.types[parts_.part(part).type];
    const std::vector<uint32_t>& inner = parts_.part(part).inner;
    if (type.kind == TypeKind::Array) {
      for (uint32_t i = 0; i < old_.domain_size(type.domain); ++i) append_values(inner[0], values, next, result);
      return;
    }
    if (type.kind == TypeKind::Record) {
      for (const uint32_t field : inner) append_values(field, values, next, result);
      return;
    }
    const int64_t value = values.size() == 1 ? values[0] : values.at(next++);
    const size_t c = class_of_[part];
    result.push_back(type.kind == TypeKind::Int && c != kNoClass ? classes_[c].element_of(value) : value);
  }

  // ---- Text

  void rewrite_text() {
    for (ir::Action& action : program_.actions) {
      for (ir::Parameter& parameter : action.parameters) rewrite_domain(parameter.binding, parameter.domain);
      if (action.guard.valid()) number(action.guard);
      rewrite_block(action.body);
    }
    for (const ir::Invariant& invariant : program_.invariants) number(invariant.condition);
    if (program_.deadlock.allowed.valid()) number(program_.deadlock.allowed);
    for (const ir::Automaton& automaton : program_.automata) {
      for (const ir::Automaton::Edge& edge : automaton.edges) {
        if (edge.guard.valid()) number(edge.guard);
      }
      for (const ir::Automaton::Part& part : automaton.formula) {
        if (const auto* holds = std::get_if<ir::ExprId>(&part.atom)) number(*holds);
      }
    }
    rewrite_block(program_.init);
  }

  void rewrite_domain(ir::BindingId binding, ir::Domain& range) {
    const size_t c = class_of_[parts_.of(binding)];
    if (c != kNoClass) range = domain(c, range);
  }

  void rewrite_block(const ir::Block& block) {
    for (const ir::StatementId id : block) rewrite_statement(id);
  }

  void rewrite_statement(ir::StatementId id) {
    const Statement s = program_.statements[id];
    for (const ir::PlaceId place : s.places) rewrite_place(place);
    for (size_t i = 0; i < s.exprs.size(); ++i) {
      size_t c = kNoClass;
      if (s.kind == Kind::Assign) c = class_of_[parts_.of(old_, s.places[i])];
      if (s.kind == Kind::Let) c = class_of_[parts_.of(s.binding)];
      if (s.kind == Kind::Push || s.kind == Kind::PushSorted) {
        const VariableParts::Part& queue = parts_.part(parts_.of(old_, s.places[0]));
        c = class_of_[parts_.part(queue.inner[0]).inner[i]];
      }
      rewrite(s.exprs[i], c);
    }
    if (s.kind == Kind::For || s.kind == Kind::Choose) {
      ir::Domain range = s.domain;
      rewrite_domain(s.binding, range);
      program_.statements[id].domain = range;
    }
    for (const ir::Block& block : s.blocks) rewrite_block(block);
  }

  void rewrite_place(ir::PlaceId id) {
    if (!seen_.insert(id).second) return;
    const ir::Place place = old_.places[id];
    if (place.parent.valid()) rewrite_place(place.parent);
    if (!place.index.valid()) return;
    rewrite(place.index, place.kind == ir::Place::Kind::Index ? class_of_[parts_.of(old_, place.parent)] : kNoClass);
  }

  void rewrite(ExprId id, size_t c) {
    if (c == kNoClass) return number(id);
    element(id, c);
  }

  size_t class_of(ExprId id) const {
    const uint32_t node = node_of(old_, parts_, failures_, id);
    return node == kNoNode ? kNoClass : class_of_[node];
  }

  // The expression becomes an element of the class; `seen from outside` its value is unchanged.
  void element(ExprId id, size_t c) {
    const ir::Expr e = program_.exprs[id];
    if (e.op == Op::Const && classes_[c].has(e.value)) {
      program_.exprs[id].value = classes_[c].element_of(e.value);
      program_.exprs[id].type = element_type(c);
      return;
    }
    if (class_of(id) == c) return pass_on(id, c);
    number(id);
    const ValueClass& values = classes_[c];
    const ExprId was = program_.exprs.add(ir::Expr(program_.exprs[id]));
    const ExprId position = values.lo >= 0
                                ? shifted(Op::Sub, was, values.lo, e.span)
                                : shifted(Op::Mod, shifted(Op::Add, was, values.size(), e.span), values.size(), e.span);
    const ExprId result = pieces_.operation(Op::ElementAt, element_type(c), e.span, position);
    program_.exprs[id] = ir::Expr(program_.exprs[result]);
  }

  // An expression that only passes on a value of the class passes on its element.
  void pass_on(ExprId id, size_t c) {
    const ir::Expr e = program_.exprs[id];
    if (e.op == Op::Read) return rewrite_place(e.place);
    if (e.op == Op::Wrap) {
      element(e.operands[0], c);
      program_.exprs[id] = ir::Expr(program_.exprs[e.operands[0]]);
      return;
    }
    if (e.op == Op::Let) {
      rewrite(e.operands[0], class_of_[parts_.of(e.binding)]);
    } else if (e.op == Op::If || e.op == Op::Check) {
      number(e.operands[0]);
    } else {
      return;  // a name
    }
    element(e.operands[1], c);
    if (e.op == Op::If) element(e.operands[2], c);
    program_.exprs[id].type = element_type(c);
  }

  ExprId shifted(Op op, ExprId value, int64_t by, SourceSpan span) {
    if (by == 0) return value;
    return pieces_.operation(op, pieces_.integer(INT64_MIN, INT64_MAX), span, value,
                             pieces_.constant(pieces_.integer(by, by), by, span));
  }

  // The expression keeps its value; its operands may become elements.
  void number(ExprId id) {
    const ir::Expr e = program_.exprs[id];
    if (e.op == Op::Read || e.op == Op::Binding) {
      if (e.op == Op::Read) rewrite_place(e.place);
      if (const size_t c = class_of(id); c != kNoClass) make_number(id, c);
      return;
    }
    if (e.place.valid()) rewrite_place(e.place);
    if (ir::op_is_quantifier(e.op)) {
      ir::Domain range = e.domain;
      rewrite_domain(e.binding, range);
      program_.exprs[id].domain = range;
    }
    if (e.op == Op::Let) {
      rewrite(e.operands[0], class_of_[parts_.of(e.binding)]);
      return number(e.operands[1]);
    }
    if ((e.op == Op::Eq || e.op == Op::Ne) && compare(e)) return;
    for (const ExprId operand : e.operands) {
      if (operand.valid()) number(operand);
    }
  }

  void make_number(ExprId id, size_t c) {
    const ValueClass& values = classes_[c];
    const SourceSpan span = program_.exprs[id].span;
    ir::Expr name = program_.exprs[id];
    name.type = element_type(c);
    const ExprId index = pieces_.operation(Op::IndexOf, pieces_.integer(-1, values.size() - 1), span,
                                           program_.exprs.add(std::move(name)));
    const ExprId result =
        values.lo >= 0
            ? shifted(Op::Add, index, values.lo, span)
            : shifted(Op::Sub, shifted(Op::Mod, shifted(Op::Add, index, -values.lo, span), values.size(), span),
                      -values.lo, span);
    program_.exprs[id] = ir::Expr(program_.exprs[result]);
  }

  // Compares elements, if both sides are certain to be elements.
  bool compare(const ir::Expr& e) {
    for (const int side : {0, 1}) {
      const size_t c = class_of(e.operands[side]);
      if (c == kNoClass || !is_within(e.operands[1 - side], c)) continue;
      element(e.operands[side], c);
      element(e.operands[1 - side], c);
      return true;
    }
    return false;
  }
  bool is_within(ExprId id, size_t c) const {
    if (class_of(id) == c) return true;
    const ir::FailureAnalysis::Bounds values = failures_.values(id);
    return values.known && classes_[c].has(values.lo) && classes_[c].has(values.hi);
  }

  const ir::Program& old_;
  ir::Program program_;
  ProgramPieces pieces_;
  VariableParts parts_;
  ir::FailureAnalysis failures_;  // of the old program
  const std::vector<ValueClass>& classes_;
  std::vector<size_t> class_of_;  // per node
  std::vector<ir::SortId> sorts_;
  std::vector<TypeId> types_;  // per part
  struct FamilyKey {
    size_t c;
    int64_t first;
    uint32_t count;
    auto operator<=>(const FamilyKey&) const = default;
  };
  std::map<FamilyKey, ir::FamilyId> families_;
  std::set<ir::PlaceId> seen_;
};

}  // namespace

std::vector<ValueClass> liftable_values(const ir::Program& program) {
  return value_classes(program, VariableParts(program), ir::FailureAnalysis(program));
}

ir::Program lift_values(const ir::Program& program, const std::vector<ValueClass>& classes) {
  return classes.empty() ? program : Lifter(program, classes).run();
}

}  // namespace px::symmetry
