#include "symmetry/detect/program_image.h"

#include <algorithm>
#include <map>

#include "engine/base/check.h"
#include "symmetry/detect/footprint.h"

namespace px {
namespace {

using ir::Expr;
using ir::ExprId;
using ir::Op;
using ir::Statement;

bool is_associative(Op op) {
  switch (op) {
    case Op::Add:
    case Op::Mul:
    case Op::BitAnd:
    case Op::BitOr:
    case Op::BitXor:
    case Op::And:
    case Op::Or:
    case Op::Union:
    case Op::Intersect: return true;
    default: return false;
  }
}

std::string join(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += part + ' ';
  return text;
}

}  // namespace

std::vector<ProgramImage::Item> ProgramImage::items(const Permutation& renaming) {
  renaming_ = &renaming;
  items_.clear();
  bound_.clear();
  std::map<ir::LocationId, uint32_t> rank;  // of a deterministic location's actions: their order matters
  for (uint32_t a = 0; a < program_.actions.size(); ++a) {
    const ir::Action& source = program_.actions[ir::ActionId(a)];
    begin_item("action '" + (source.label.empty() ? source.name : source.label) + '\'', source.span);
    const bool ordered = !source.movers.empty() && deterministic_[source.movers[0].from.value];
    keep_branch_order_ = ordered;
    const std::string place = ordered ? "#" + std::to_string(rank[source.movers[0].from]++) : "";
    end_item("action" + place + ' ' + action(ir::ActionId(a)));
    keep_branch_order_ = false;
  }
  for (const ir::Invariant& invariant : program_.invariants) {
    begin_item("invariant '" + invariant.name + '\'', invariant.span);
    end_item("invariant " + expr(invariant.condition));
  }
  if (program_.deadlock.check && program_.deadlock.allowed.valid()) {
    begin_item("the deadlock rule", program_.deadlock.span);
    end_item("deadlock " + expr(program_.deadlock.allowed));
  }
  for (const ir::Automaton& automaton : program_.automata) {
    for (const ir::Automaton::Edge& edge : automaton.edges) {
      begin_item("property '" + automaton.name + '\'', edge.span.known() ? edge.span : automaton.span);
      end_item("edge " + automaton.name + ' ' + std::to_string(edge.from) + ' ' + std::to_string(edge.to) + ' ' +
               (edge.guard.valid() ? expr(edge.guard) : ""));
    }
  }
  begin_item("the initialisation", program_.init.empty() ? SourceSpan{} : program_.statements[program_.init[0]].span);
  end_item("init " + block(program_.init));
  std::sort(items_.begin(), items_.end());
  return std::move(items_);
}

void ProgramImage::begin_item(std::string what, SourceSpan span) {
  Item item;
  item.what = std::move(what);
  item.span = span;
  items_.push_back(std::move(item));
}
void ProgramImage::end_item(std::string text) {
  items_.back().text = std::move(text);
}

std::string ProgramImage::action(ir::ActionId id) {
  const ir::Action& a = program_.actions[id];
  std::string text = "(";
  for (const ir::Parameter& parameter : a.parameters) text += bind(parameter.binding) + domain(parameter.domain) + ' ';
  text += ")";
  for (const ir::Mover& mover : a.movers) {
    text += " move " + std::to_string(mover.parameter) + ':' + std::to_string(mover.from.value) + "->" +
            std::to_string(mover.to.value) + '/' + std::to_string(static_cast<int>(mover.control));
  }
  if (a.guard.valid()) text += " when " + expr(a.guard);
  text += " do " + block(a.body);
  for (size_t i = 0; i < a.parameters.size(); ++i) unbind();
  return text;
}

// ---- Statements

// Neighbours that commute are put in the order of their texts: of the statements that no earlier one has to precede,
// the smallest comes first.
std::string ProgramImage::block(const ir::Block& block) {
  struct Line {
    std::string text;
    Footprint footprint;
  };
  std::vector<Line> lines;
  for (const ir::StatementId id : block) {
    if (program_.statements[id].kind == Statement::Kind::Print) continue;
    Line line{statement(id), Footprint(program_, failures_)};
    line.footprint.add(id);
    lines.push_back(std::move(line));
  }
  std::string text = "{";
  while (!lines.empty()) {
    size_t next = 0;
    for (size_t i = 1; i < lines.size(); ++i) {
      const bool free =
          std::all_of(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(i),
                      [&](const Line& earlier) { return commute(earlier.footprint, lines[i].footprint); });
      if (free && lines[i].text < lines[next].text) next = i;
    }
    text += lines[next].text + "; ";
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(next));
  }
  return text + '}';
}

std::string ProgramImage::statement(ir::StatementId id) {
  const Statement& s = program_.statements[id];
  std::string text = "s" + std::to_string(static_cast<int>(s.kind));
  for (const ir::PlaceId p : s.places) text += ' ' + place(p);
  if (s.kind == Statement::Kind::Reset) text += reset_default(program_.places[s.places[0]].type);
  for (const ExprId e : s.exprs) text += ' ' + expr(e);
  if (s.location.valid()) text += " @" + std::to_string(s.location.value);
  if (s.kind == Statement::Kind::While) text += " <" + std::to_string(s.limit);
  const bool violation = s.kind == Statement::Kind::Assert || s.kind == Statement::Kind::Fail;
  if (violation) text += " !" + std::to_string(s.violation);
  const bool over_domain = s.kind == Statement::Kind::For || s.kind == Statement::Kind::Choose;
  if (over_domain) text += domain(s.domain);
  if (s.binding.valid()) text += bind(s.binding);
  std::vector<std::string> blocks;
  for (const ir::Block& b : s.blocks) blocks.push_back(block(b));
  if (s.kind == Statement::Kind::Either && !keep_branch_order_) std::sort(blocks.begin(), blocks.end());
  text += join(blocks);
  if (s.binding.valid()) unbind();
  return text;
}

// Reset writes zero bits, which are element 0 where a type has no "none": a literal in disguise. (Not in queues: they
// become empty.)
std::string ProgramImage::reset_default(ir::TypeId id) {
  const ir::Type& type = program_.types[id];
  switch (type.kind) {
    case ir::TypeKind::Element: return type.allows_none ? "" : " =" + literal(id, 0, {});
    case ir::TypeKind::Array: return program_.domain_size(type.domain) == 0 ? "" : reset_default(type.element);
    case ir::TypeKind::Record: {
      std::string text;
      for (const ir::Field& field : type.fields) text += reset_default(field.type);
      return text;
    }
    default: return "";
  }
}

// ---- Expressions

std::string ProgramImage::expr(ExprId id) {
  const Expr& e = program_.exprs[id];
  if (e.op == Op::Const) return literal(e.type, e.value, e.span);
  if (e.op == Op::Binding) {
    const auto found = std::find(bound_.rbegin(), bound_.rend(), e.binding);
    PX_CHECK(found != bound_.rend());
    return "$" + std::to_string(bound_.rend() - found);
  }
  if (e.op == Op::Read) return place(e.place);
  if (is_associative(e.op) || e.op == Op::Eq || e.op == Op::Ne) return commutative(id);
  std::string text = "(" + std::to_string(static_cast<int>(e.op));
  if (e.op == Op::Wrap || e.op == Op::ElementAt) text += " t" + std::to_string(e.type.value);
  if (e.op == Op::QueueLength) text += ' ' + place(e.place);
  if (e.location.valid()) text += " @" + std::to_string(e.location.value);
  if (e.family.valid()) text += " f" + std::to_string(e.family.value);
  const bool quantifier = ir::op_is_quantifier(e.op);
  if (quantifier) text += ' ' + domain(e.domain) + bind(e.binding);
  // The first operand does not use the name, so it may as well be within its scope.
  const bool named = ir::op_binds_value(e.op);
  if (named) text += bind(e.binding);
  for (const ExprId operand : e.operands) {
    if (operand.valid()) text += ' ' + expr(operand);
  }
  if (quantifier || named) unbind();
  return text + ')';
}

// Operands that cannot fail may be evaluated in any order.
std::string ProgramImage::commutative(ExprId id) {
  const Op op = program_.exprs[id].op;
  std::vector<ExprId> operands;
  if (is_associative(op)) {
    flatten(op, id, operands);
  } else {
    operands = {program_.exprs[id].operands[0], program_.exprs[id].operands[1]};
  }
  std::vector<std::string> parts;
  for (const ExprId operand : operands) parts.push_back(expr(operand));
  if (!failures_.can_fail(id)) std::sort(parts.begin(), parts.end());
  return "(" + std::to_string(static_cast<int>(op)) + ' ' + join(parts) + ')';
}

void ProgramImage::flatten(Op op, ExprId id, std::vector<ExprId>& parts) const {
  const Expr& e = program_.exprs[id];
  if (e.op != op) {
    parts.push_back(id);
    return;
  }
  flatten(op, e.operands[0], parts);
  flatten(op, e.operands[1], parts);
}

std::string ProgramImage::place(ir::PlaceId id) {
  const ir::Place& p = program_.places[id];
  switch (p.kind) {
    case ir::Place::Kind::Variable: return "v" + std::to_string(p.variable.value);
    case ir::Place::Kind::Index: return place(p.parent) + '[' + expr(p.index) + ']';
    case ir::Place::Kind::FieldOf: return place(p.parent) + '.' + std::to_string(p.field);
    case ir::Place::Kind::Item: return place(p.parent) + '@' + expr(p.index);
  }
  PX_UNREACHABLE("place kind");
}

std::string ProgramImage::literal(ir::TypeId id, int64_t value, SourceSpan span) {
  const ir::Type& type = program_.types[id];
  const bool set = type.kind == ir::TypeKind::Set && type.domain.is_family();
  int64_t mapped = value;
  std::string kind;
  if (type.kind == ir::TypeKind::Element && value >= 0) {
    kind = "e" + std::to_string(type.sort.value);
    const uint32_t first = space_.first(type.sort);
    mapped = int64_t{renaming_->image(first + static_cast<uint32_t>(value))} - first;
  } else if (set) {
    const ir::Family& family = program_.families[type.domain.family];
    const uint32_t first = space_.point(family.sort, family.first);
    uint64_t mask = 0;
    for (uint32_t i = 0; i < family.count; ++i) {
      if ((static_cast<uint64_t>(value) >> i & 1) != 0) mask |= uint64_t{1} << (renaming_->image(first + i) - first);
    }
    kind = "m" + std::to_string(type.domain.family.value);
    mapped = static_cast<int64_t>(mask);
  }
  if (mapped != value && !items_.back().moves_literal) {
    items_.back().moves_literal = true;
    items_.back().literal = span;
  }
  return kind + std::to_string(mapped);
}

std::string ProgramImage::domain(const ir::Domain& domain) {
  if (domain.is_subsets()) return "subsets " + this->domain(domain.base());
  if (domain.is_family()) return "f" + std::to_string(domain.family.value);
  return std::to_string(domain.lo) + ".." + std::to_string(domain.hi);
}

std::string ProgramImage::bind(ir::BindingId id) {
  bound_.push_back(id);
  return "$";
}

}  // namespace px
