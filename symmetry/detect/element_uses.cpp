#include "symmetry/detect/element_uses.h"

#include <algorithm>
#include <map>
#include <optional>

#include "engine/base/check.h"
#include "engine/ir/op_groups.h"
#include "engine/ir/pass/failure_analysis.h"
#include "symmetry/detect/determinism.h"
#include "symmetry/detect/footprint.h"
#include "symmetry/detect/loop_independence.h"

namespace px::symmetry {
namespace {

using ir::Expr;
using ir::ExprId;
using ir::Op;
using ir::PlaceId;
using ir::Statement;

// The kind of a value, as far as permutations are concerned.
struct Kind {
  enum class Of : uint8_t { Plain, Element, Set, Sequence };
  Of of = Of::Plain;
  ir::SortId sort;
  uint32_t first = 0;  // Set: the element of bit 0
  bool plain() const { return of == Of::Plain; }
  bool operator==(const Kind&) const = default;
};

class UseFinder {
 public:
  UseFinder(const ir::Program& program, const ElementSpace& space)
      : program_(program),
        space_(space),
        failures_(program),
        deterministic_locations_(deterministic_locations(program)) {
    uses_.fixed.assign(space.size(), false);
  }

  ElementUses run() {
    for (const ir::Action& action : program_.actions) check_action(action);
    for (const ir::Invariant& invariant : program_.invariants) check(invariant.condition);
    if (program_.deadlock.allowed.valid()) check(program_.deadlock.allowed);
    for (const ir::Automaton& automaton : program_.automata) {
      for (const ir::Automaton::Edge& edge : automaton.edges) {
        if (edge.guard.valid()) check(edge.guard);
      }
      for (const ir::Automaton::Part& part : automaton.formula) {
        if (const auto* holds = std::get_if<ir::ExprId>(&part.atom)) check(*holds);
      }
    }
    deterministic_ = false;
    check_block(program_.init);
    return std::move(uses_);
  }

 private:
  // ---- Marking

  void fix_all(ir::SortId sort, SourceSpan span, const std::string& why) {
    for (uint32_t e = 0; e < space_.count(sort); ++e) fix(sort, e, span, why);
  }
  void fix_family(ir::FamilyId id, SourceSpan span, const std::string& why) {
    const ir::Family& family = program_.families[id];
    for (uint32_t e = 0; e < family.count; ++e) fix(family.sort, family.first + e, span, why);
  }
  void fix(ir::SortId sort, uint32_t element, SourceSpan span, const std::string& why) {
    const uint32_t point = space_.point(sort, element);
    if (uses_.fixed[point] && noted(span)) return;
    uses_.fixed[point] = true;
    if (noted(span)) return;
    uses_.notes.push_back(Diagnostic{DiagnosticKind::SymmetryLost,
                                     span,
                                     "elements of '" + program_.sorts[sort].name + "' become distinguishable: " + why,
                                     {}});
  }
  bool noted(SourceSpan span) const {
    return std::any_of(uses_.notes.begin(), uses_.notes.end(), [&](const Diagnostic& d) { return d.span == span; });
  }

  // The elements that an expression may yield. A literal fixes nothing by itself: the program image maps it.
  void fix_values(ExprId id, SourceSpan span, const std::string& why) {
    const Expr& e = program_.exprs[id];
    const Kind kind = kind_of(e.type);
    if (kind.plain() || e.op == Op::Const) return;
    if (e.op == Op::If) {
      fix_values(e.operands[1], span, why);
      fix_values(e.operands[2], span, why);
      return;
    }
    if (e.op == Op::Binding) {
      const auto domain = domains_.find(e.binding);
      if (domain != domains_.end() && domain->second.family.valid())
        return fix_family(domain->second.family, span, why);
    }
    fix_all(kind.sort, span, why);
  }

  // ---- Kinds

  Kind kind_of(ir::TypeId id) const {
    const ir::Type& type = program_.types[id];
    switch (type.kind) {
      case ir::TypeKind::Element: return {Kind::Of::Element, type.sort, 0};
      case ir::TypeKind::Set:
        if (!type.domain.is_family()) return {};
        return {Kind::Of::Set, program_.families[type.domain.family].sort, program_.families[type.domain.family].first};
      case ir::TypeKind::Sequence: {
        if (!type.element.valid()) return {};
        const Kind item = kind_of(type.element);
        return item.plain() ? Kind{} : Kind{Kind::Of::Sequence, item.sort, 0};
      }
      default: return {};
    }
  }
  Kind kind_of(ExprId id) const { return kind_of(program_.exprs[id].type); }

  SourceSpan span_of(ExprId id) const {
    const SourceSpan span = program_.exprs[id].span;
    return span.known() ? span : around_;
  }

  bool is_none(ExprId id) const {
    const Expr& e = program_.exprs[id];
    return e.op == Op::Const && e.value == -1;
  }

  // Checks a value against the expected kind: a mismatch makes numbers of elements or elements of numbers.
  void expect(ExprId id, const Kind& wanted, SourceSpan span) {
    const Kind is = kind_of(id);
    if (is == wanted || (wanted.of == Kind::Of::Element && is_none(id))) return;
    const std::string why = "an element is used as a number";
    fix_values(id, span, why);
    if (!wanted.plain()) fix_all(wanted.sort, span, "a number is used as an element");
  }
  void expect_plain(ExprId id, const std::string& why) {
    if (!kind_of(id).plain()) fix_values(id, span_of(id), why);
  }
  // The two must be of one kind: operands of a comparison for equality, alternatives.
  void expect_same(ExprId a, ExprId b) {
    if (is_none(a) || is_none(b)) return;
    const Kind x = kind_of(a);
    if (x == kind_of(b)) return;
    fix_values(a, span_of(a), "an element is compared or mixed with a number");
    fix_values(b, span_of(b), "an element is compared or mixed with a number");
  }

  // ---- Expressions

  void check(ExprId id) {
    const SourceSpan outer = around_;
    around_ = span_of(id);
    const std::optional<ir::ValueTable> table = failures_.table(id);
    check_nodes(table ? table->name : id);
    around_ = outer;
  }

  void check_nodes(ExprId id) {
    const Expr& e = program_.exprs[id];
    if (e.place.valid()) check_place(e.place);
    if (e.binding.valid() && ir::op_is_quantifier(e.op)) domains_[e.binding] = e.domain;
    for (const ExprId operand : e.operands) {
      if (operand.valid()) check(operand);
    }
    if (kind_of(e.type).of == Kind::Of::Sequence) {
      fix_all(kind_of(e.type).sort, span_of(id), "a sequence of elements is an interned value");
    }
    switch (e.op) {
      case Op::Const:
      case Op::Binding:
      case Op::Read:
      case Op::Timeout:
      case Op::QueueLength: return;
      case Op::Eq:
      case Op::Ne: return expect_same(e.operands[0], e.operands[1]);
      case Op::If:
        expect_plain(e.operands[0], "an element is used as a condition");
        expect(e.operands[1], kind_of(e.type), span_of(e.operands[1]));
        return expect(e.operands[2], kind_of(e.type), span_of(e.operands[2]));
      case Op::Forall:
      case Op::Exists:
      case Op::Count:
      case Op::Sum:
      case Op::Product:
      case Op::Min:
      case Op::Max:
      case Op::The:
      case Op::Collect: return check_quantifier(id);
      case Op::Let:
        expect(e.operands[0], kind_of(program_.bindings[e.binding].type), span_of(e.operands[0]));
        return expect(e.operands[1], kind_of(e.type), span_of(e.operands[1]));
      case Op::Fix: return expect_same(e.operands[0], e.operands[1]);
      case Op::Check:
        expect_plain(e.operands[0], "an element is used as a condition");
        return expect(e.operands[1], kind_of(e.type), span_of(e.operands[1]));
      case Op::SetOf:
      case Op::Member:
      case Op::Union:
      case Op::Intersect:
      case Op::Difference:
      case Op::Subset:
      case Op::Card: return check_set_operation(e);
      case Op::At: return check_process(e, program_.locations[e.location].family);
      case Op::LocationIndex:
      case Op::CanMove: return check_process(e, e.family);
      case Op::IndexOf: return fix_values(e.operands[0], span_of(id), "the number of an element is taken");
      case Op::ElementAt: return fix_all(kind_of(e.type).sort, span_of(id), "a number is made an element");
      case Op::Lt:
      case Op::Le:
      case Op::Gt:
      case Op::Ge:
        expect_plain(e.operands[0], "elements are compared by order");
        return expect_plain(e.operands[1], "elements are compared by order");
      case Op::Wrap:
      case PX_ARITHMETIC_OPS:
      case PX_TOTAL_NUMBER_OPS:
      case PX_LOGIC_OPS:
      case PX_SEQUENCE_OPS:
      case PX_CALL_OPS:
        for (const ExprId operand : e.operands) {
          if (operand.valid()) expect_plain(operand, "an element is used as a number");
        }
    }
  }

  void check_quantifier(ExprId id) {
    const Expr& e = program_.exprs[id];
    if (e.operands[0].valid()) expect_plain(e.operands[0], "an element is used as a condition");
    if (e.operands[1].valid()) expect_plain(e.operands[1], "elements are compared by order");
    if (!e.domain.family.valid() || any_order_) return;
    // "For all" and "exists" stop as soon as they are decided; others visit all elements, unless an error lets them
    // continue with an unintended cell.
    const bool stops = e.op == Op::Forall || e.op == Op::Exists;
    const auto depends = [&](ExprId part) {
      return part.valid() && (stops ? failures_.can_fail(part) : failures_.can_go_wrong(part));
    };
    // If errors are possible at several places, the element that is tried first decides which one is reported.
    ErrorSites sites;
    for (const ExprId part : {e.operands[0], e.operands[1]}) sites.add_expr(program_, failures_, part);
    if (depends(e.operands[0]) || depends(e.operands[1]) || sites.count() > 1) {
      fix_family(e.domain.family, span_of(id),
                 "an error in the body of this quantifier is met or not depending on the order of its elements");
    }
  }

  void check_set_operation(const Expr& e) {
    if (e.op == Op::Card) return;
    if (e.op == Op::SetOf) {
      const Kind set = kind_of(e.type);
      if (set.of == Kind::Of::Set)
        return expect(e.operands[0], Kind{Kind::Of::Element, set.sort, 0}, span_of(e.operands[0]));
      return expect_plain(e.operands[0], "an element is used as a number");
    }
    if (e.op == Op::Member) {
      const Kind set = kind_of(e.operands[1]);
      if (set.of == Kind::Of::Set)
        return expect(e.operands[0], Kind{Kind::Of::Element, set.sort, 0}, span_of(e.operands[0]));
      return expect_plain(e.operands[0], "an element is used as a number");
    }
    expect_same(e.operands[0], e.operands[1]);
    if (e.op != Op::Subset && !kind_of(e.type).plain()) expect(e.operands[0], kind_of(e.type), span_of(e.operands[0]));
  }

  void check_process(const Expr& e, ir::FamilyId family) {
    expect(e.operands[0], Kind{Kind::Of::Element, program_.families[family].sort, 0}, span_of(e.operands[0]));
  }

  void check_place(PlaceId id) {
    const ir::Place& place = program_.places[id];
    if (place.parent.valid()) check_place(place.parent);
    if (!place.index.valid()) return;
    check(place.index);
    Kind wanted;
    if (place.kind == ir::Place::Kind::Index) {
      const ir::Domain& domain = program_.types[program_.places[place.parent].type].domain;
      if (domain.is_family()) wanted = Kind{Kind::Of::Element, program_.families[domain.family].sort, 0};
    }
    expect(place.index, wanted, place.span.known() ? place.span : around_);
  }

  // ---- Statements and actions

  void check_block(const ir::Block& block) {
    for (const ir::StatementId id : block) check_statement(id);
  }

  void check_statement(ir::StatementId id) {
    const Statement& s = program_.statements[id];
    if (s.kind == Statement::Kind::Print) return;
    const SourceSpan outer = around_;
    const bool outer_order = any_order_;
    if (s.span.known()) around_ = s.span;
    any_order_ |= s.any_order;
    if (s.binding.valid() && s.kind != Statement::Kind::Let) domains_[s.binding] = s.domain;
    for (const PlaceId place : s.places) check_place(place);
    for (const ExprId expr : s.exprs) check(expr);
    check_statement_kinds(s);
    for (const ir::Block& block : s.blocks) check_block(block);
    around_ = outer;
    any_order_ = outer_order;
  }

  void check_statement_kinds(const Statement& s) {
    switch (s.kind) {
      case Statement::Kind::Assign:
        for (size_t i = 0; i < s.exprs.size(); ++i) {
          expect(s.exprs[i], kind_of(program_.places[s.places[i]].type), around_);
        }
        return;
      case Statement::Kind::Let: return expect(s.exprs[0], kind_of(program_.bindings[s.binding].type), around_);
      case Statement::Kind::Push:
      case Statement::Kind::PushSorted: return check_push(s);
      case Statement::Kind::For:
        if (s.domain.family.valid() && !rounds_are_independent(program_, failures_, s, deterministic_)) {
          fix_family(s.domain.family, around_,
                     "this loop goes through its elements in order, and the order may matter");
        }
        return;
      case Statement::Kind::Choose:
        if (deterministic_ && s.domain.family.valid()) {
          fix_family(s.domain.family, around_, "a deterministic sequence takes the first possible element");
        }
        return;
      case Statement::Kind::Goto:
        return expect(s.exprs[0],
                      Kind{Kind::Of::Element, program_.families[program_.locations[s.location].family].sort, 0},
                      around_);
      case Statement::Kind::If:
      case Statement::Kind::While:
      case Statement::Kind::Require:
      case Statement::Kind::Assert: return expect_plain(s.exprs[0], "an element is used as a condition");
      case Statement::Kind::Copy:
      case Statement::Kind::Reset:
      case Statement::Kind::Either:
      case Statement::Kind::Fail:
      case Statement::Kind::Grow:
      case Statement::Kind::Pop:
      case Statement::Kind::RemoveAt:
      case Statement::Kind::Solve:
      case Statement::Kind::Print: return;
    }
  }

  void check_push(const Statement& s) {
    const ir::Type& record = program_.types[program_.types[program_.places[s.places[0]].type].element];
    for (size_t i = 0; i < s.exprs.size() && i < record.fields.size(); ++i) {
      const Kind field = kind_of(record.fields[i].type);
      expect(s.exprs[i], field, around_);
      if (s.kind == Statement::Kind::PushSorted && !field.plain()) {
        fix_all(field.sort, around_, "sorted sending compares elements by order");
      }
    }
  }

  void check_action(const ir::Action& action) {
    around_ = action.span;
    deterministic_ = !action.movers.empty() && deterministic_locations_[action.movers[0].from.value];
    for (size_t i = 0; i < action.parameters.size(); ++i) {
      const ir::Parameter& parameter = action.parameters[i];
      domains_[parameter.binding] = parameter.domain;
      const bool first_mover = !action.movers.empty() && action.movers[0].parameter == i;
      if (deterministic_ && !first_mover && parameter.domain.family.valid()) {
        fix_family(parameter.domain.family, around_, "a deterministic sequence takes the first possible element");
      }
    }
    if (action.guard.valid()) {
      check(action.guard);
      expect_plain(action.guard, "an element is used as a condition");
    }
    check_block(action.body);
  }

  const ir::Program& program_;
  const ElementSpace& space_;
  ir::FailureAnalysis failures_;
  std::vector<bool> deterministic_locations_;
  ElementUses uses_;
  std::map<ir::BindingId, ir::Domain> domains_;
  bool any_order_ = false;  // within a loop whose front end guarantees that the order of elements does not matter
  SourceSpan around_;       // of the innermost enclosing node that has one
  bool deterministic_ = false;
};

}  // namespace

ElementUses find_element_uses(const ir::Program& program, const ElementSpace& space) {
  return UseFinder(program, space).run();
}

}  // namespace px::symmetry
