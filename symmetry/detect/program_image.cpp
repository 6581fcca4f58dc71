#include "symmetry/detect/program_image.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "engine/base/check.h"
#include "symmetry/detect/footprint.h"

namespace px::symmetry {
namespace {

using ir::Expr;
using ir::ExprId;
using ir::Op;
using ir::Statement;

constexpr Op kAssociative[] = {Op::Add, Op::Mul, Op::BitAnd, Op::BitOr,    Op::BitXor,
                               Op::And, Op::Or,  Op::Union,  Op::Intersect};

bool is_associative(Op op) {
  return std::find(std::begin(kAssociative), std::end(kAssociative), op) != std::end(kAssociative);
}

}  // namespace

ProgramImage::ProgramImage(const ir::Program& program, const ElementSpace& space)
    : program_(program),
      space_(space),
      failures_(program),
      deterministic_(deterministic_locations(program)),
      forms_(space.size()) {
  std::map<ir::LocationId, uint32_t> rank;  // of a deterministic location's actions, whose order matters
  for (uint32_t a = 0; a < program_.actions.size(); ++a) {
    const ir::Action& source = program_.actions[ir::ActionId(a)];
    const bool ordered = !source.movers.empty() && deterministic_[source.movers[0].from.value];
    keep_branch_order_ = ordered;
    const std::string place = ordered ? '#' + std::to_string(rank[source.movers[0].from]++) : "";
    add_item(action(ir::ActionId(a), place), "action '" + (source.label.empty() ? source.name : source.label) + '\'',
             source.span);
    keep_branch_order_ = false;
  }
  for (const ir::Invariant& invariant : program_.invariants) {
    add_item(ImageNode::ordered("invariant " + std::to_string(static_cast<int>(invariant.kind)),
                                {expr(invariant.condition)}),
             "invariant '" + invariant.name + '\'', invariant.span);
  }
  if (program_.deadlock.check && program_.deadlock.allowed.valid()) {
    add_item(ImageNode::ordered("deadlock", {expr(program_.deadlock.allowed)}), "the deadlock rule",
             program_.deadlock.span);
  }
  for (const ir::Automaton& automaton : program_.automata) add_automaton(automaton);
  add_item(ImageNode::ordered("init", {block(program_.init)}), "the initialisation",
           program_.init.empty() ? SourceSpan{} : program_.statements[program_.init[0]].span);
  for (const Item& item : items_) forms_.add(item.node);
}

// An automaton may be exchanged for another of the same name that has the same states and edges.
void ProgramImage::add_automaton(const ir::Automaton& automaton) {
  std::string head = "automaton " + automaton.name + ' ' + std::to_string(automaton.initial) + ' ';
  for (const bool accepting : automaton.accepting) head += accepting ? 'a' : '.';
  std::vector<ImageNode> edges;
  for (const ir::Automaton::Edge& edge : automaton.edges) {
    std::string label = "edge " + std::to_string(edge.from) + ' ' + std::to_string(edge.to);
    for (const ir::Automaton::StepTest& test : edge.tests) {
      label += (test.negated ? " not " : " ") + std::to_string(static_cast<int>(test.kind)) + test.mark;
    }
    std::vector<ImageNode> guard;
    if (edge.guard.valid()) guard.push_back(expr(edge.guard));
    edges.push_back(ImageNode::ordered(std::move(label), std::move(guard)));
  }
  add_item(ImageNode::unordered(std::move(head), std::move(edges)), "property '" + automaton.name + '\'',
           automaton.span);
}

void ProgramImage::add_item(ImageNode node, std::string what, SourceSpan span) {
  if (node.names_elements()) items_.push_back(Item{std::move(node), span, std::move(what)});
}

ProgramImage::Difference ProgramImage::first_difference(const Permutation& renaming) {
  const std::optional<uint32_t> lost = forms_.first_lost(renaming);
  if (!lost) return {};
  const Item& item = items_[*lost];
  const ImageNode* literal = item.node.moved_literal(renaming);
  return {&item, literal->span.known() ? literal->span : item.span};
}

ImageNode ProgramImage::action(ir::ActionId id, const std::string& rank) {
  const ir::Action& a = program_.actions[id];
  std::string head = (a.distinct ? "distinct action" : "action") + rank + " (";
  for (const ir::Parameter& parameter : a.parameters) {
    bind(parameter.binding);
    head += domain(parameter.domain) + ' ';
  }
  head += ")";
  for (const ir::Mover& mover : a.movers) {
    head += " move " + std::to_string(mover.parameter) + ':' + std::to_string(mover.from.value) + "->" +
            std::to_string(mover.to.value) + '/' + std::to_string(static_cast<int>(mover.control));
  }
  std::vector<ImageNode> parts;
  parts.push_back(a.guard.valid() ? expr(a.guard) : ImageNode::leaf("always"));
  parts.push_back(block(a.body));
  for (size_t i = 0; i < a.parameters.size(); ++i) unbind();
  return ImageNode::ordered(std::move(head), std::move(parts));
}

// ---- Statements

ImageNode ProgramImage::block(const ir::Block& block) {
  std::vector<ImageNode> lines;
  std::vector<Footprint> footprints;
  std::vector<std::pair<uint32_t, uint32_t>> before;
  for (const ir::StatementId id : block) {
    if (program_.statements[id].kind == Statement::Kind::Print) continue;
    Footprint footprint(program_, failures_);
    footprint.add(id);
    for (uint32_t earlier = 0; earlier < footprints.size(); ++earlier) {
      if (!commute(footprints[earlier], footprint)) before.emplace_back(earlier, static_cast<uint32_t>(lines.size()));
    }
    lines.push_back(statement(id));
    footprints.push_back(std::move(footprint));
  }
  return ImageNode::block(std::move(lines), std::move(before));
}

ImageNode ProgramImage::statement(ir::StatementId id) {
  const Statement& s = program_.statements[id];
  std::string head = "s" + std::to_string(static_cast<int>(s.kind));
  std::vector<ImageNode> parts;
  for (const ir::PlaceId p : s.places) parts.push_back(place(p));
  if (s.kind == Statement::Kind::Reset) reset_defaults(program_.places[s.places[0]].type, parts);
  for (const ExprId e : s.exprs) parts.push_back(expr(e));
  if (s.location.valid()) head += " @" + std::to_string(s.location.value);
  if (s.kind == Statement::Kind::While) head += " <" + std::to_string(s.limit);
  const bool violation = s.kind == Statement::Kind::Assert || s.kind == Statement::Kind::Fail;
  if (violation) head += " !" + std::to_string(s.violation);
  // Omits the mark of a Grow: the next translation finds what an image of a state needs.
  const bool over_domain = s.kind == Statement::Kind::For || s.kind == Statement::Kind::Choose;
  if (over_domain) head += ' ' + domain(s.domain);
  if (s.binding.valid()) bind(s.binding);
  std::vector<ImageNode> blocks;
  for (const ir::Block& b : s.blocks) blocks.push_back(block(b));
  if (s.binding.valid()) unbind();
  if (s.kind == Statement::Kind::Either && !keep_branch_order_) return ImageNode::unordered(head, std::move(blocks));
  std::move(blocks.begin(), blocks.end(), std::back_inserter(parts));
  return ImageNode::ordered(std::move(head), std::move(parts));
}

// Reset writes zero bits, which mean element 0 if a type has no "none": a literal in disguise. (Not in queues: they
// become empty.)
void ProgramImage::reset_defaults(ir::TypeId id, std::vector<ImageNode>& literals) {
  const ir::Type& type = program_.types[id];
  switch (type.kind) {
    case ir::TypeKind::Element:
      if (!type.allows_none) literals.push_back(literal(id, 0, {}));
      return;
    case ir::TypeKind::Array:
      if (program_.domain_size(type.domain) != 0) reset_defaults(type.element, literals);
      return;
    case ir::TypeKind::Record:
      for (const ir::Field& field : type.fields) reset_defaults(field.type, literals);
      return;
    default: return;
  }
}

// ---- Expressions

ImageNode ProgramImage::expr(ExprId id) {
  const Expr& e = program_.exprs[id];
  if (e.op == Op::Const) return literal(e.type, e.value, e.span);
  if (e.op == Op::Binding) {
    const auto found = std::find(bound_.rbegin(), bound_.rend(), e.binding);
    PX_CHECK(found != bound_.rend());
    return ImageNode::leaf('$' + std::to_string(found - bound_.rbegin()));
  }
  if (e.op == Op::Read) return place(e.place);
  if (const std::optional<ir::ValueTable> values = failures_.table(id)) return table(*values, e);
  if (e.op == Op::If) {
    if (std::optional<ImageNode> cases = case_distinction(id)) return std::move(*cases);
  }
  if (is_associative(e.op) || e.op == Op::Eq || e.op == Op::Ne) return commutative(id);
  std::string head = std::to_string(static_cast<int>(e.op));
  std::vector<ImageNode> parts;
  if (e.op == Op::Wrap || e.op == Op::ElementAt) head += " t" + std::to_string(e.type.value);
  if (e.op == Op::QueueLength) parts.push_back(place(e.place));
  if (e.location.valid()) head += " @" + std::to_string(e.location.value);
  if (e.family.valid()) head += " f" + std::to_string(e.family.value);
  const bool quantifier = ir::op_is_quantifier(e.op);
  if (quantifier) head += ' ' + domain(e.domain);
  // The first operand of Let and Fix does not use the name, so it may as well be in its scope.
  const bool binds = quantifier || ir::op_binds_value(e.op);
  if (binds) bind(e.binding);
  for (const ExprId operand : e.operands) {
    if (operand.valid()) parts.push_back(expr(operand));
  }
  if (binds) unbind();
  return ImageNode::ordered(std::move(head), std::move(parts));
}

// The test of a name for an element against a literal one: "x = a". The literal, or null.
const Expr* ProgramImage::tested_literal(const Expr& test, ir::BindingId& name) const {
  if (test.op != Op::Eq) return nullptr;
  for (const size_t side : {0, 1}) {
    const Expr& x = program_.exprs[test.operands[side]];
    const Expr& literal = program_.exprs[test.operands[1 - side]];
    const ir::Type& type = program_.types[x.type];
    if (x.op != Op::Binding || literal.op != Op::Const || literal.value < 0) continue;
    if (type.kind != ir::TypeKind::Element || type.allows_none) continue;
    const ir::Type& of_literal = program_.types[literal.type];
    if (of_literal.kind != ir::TypeKind::Element || of_literal.sort != type.sort) continue;
    name = x.binding;
    return &literal;
  }
  return nullptr;
}

ProgramImage::Cases ProgramImage::read_cases(ExprId id) const {
  Cases cases;
  for (cases.rest = id; program_.exprs[cases.rest].op == Op::If;) {
    const Expr& choice = program_.exprs[cases.rest];
    ir::BindingId name;
    const Expr* literal = tested_literal(program_.exprs[choice.operands[0]], name);
    if (literal == nullptr || (!cases.named.empty() && name != cases.name)) break;
    if (cases.has(literal->value)) break;
    cases.name = name;
    cases.named.push_back({literal->value, literal->span, choice.operands[1]});
    cases.rest = choice.operands[2];
  }
  return cases;
}

// "if x = a then A else if x = b then B else C" decides by the value of x, so its cases may be reordered. If c is the
// only other element of the sort, C is the case of c: so "if x = a then b else a" is invariant under the exchange of a
// and b.
std::optional<ImageNode> ProgramImage::case_distinction(ExprId id) {
  Cases cases = read_cases(id);
  if (cases.named.empty()) return {};
  const ir::TypeId type = program_.bindings[cases.name].type;
  const uint32_t size = program_.sorts[program_.types[type].sort].size;
  const bool one_left = cases.named.size() + 1 == size;
  for (uint32_t element = 0; one_left && element < size; ++element) {
    if (cases.has(element)) continue;
    cases.named.push_back({element, {}, cases.rest});
    break;
  }
  std::vector<ImageNode> parts;
  for (const Case& c : cases.named) {
    parts.push_back(ImageNode::ordered("case", {literal(type, c.value, c.span), expr(c.result)}));
  }
  const auto depth = std::find(bound_.rbegin(), bound_.rend(), cases.name) - bound_.rbegin();
  ImageNode decided = ImageNode::unordered("cases of $" + std::to_string(depth), std::move(parts));
  if (one_left) return decided;
  return ImageNode::ordered("or else", {std::move(decided), expr(cases.rest)});
}

// Arithmetic on the number of an element: its rows may be reordered.
ImageNode ProgramImage::table(const ir::ValueTable& table, const Expr& computed) {
  const ir::TypeId of_name = program_.exprs[table.name].type;
  std::vector<ImageNode> rows;
  for (const ir::ValueTable::Row& row : table.rows) {
    ImageNode value = row.value ? literal(computed.type, *row.value, computed.span) : ImageNode::leaf("error");
    rows.push_back(ImageNode::ordered("row", {literal(of_name, row.element, computed.span), std::move(value)}));
  }
  return ImageNode::ordered("table", {expr(table.name), ImageNode::unordered("rows", std::move(rows))});
}

// Operands that cannot fail may be evaluated in any order.
ImageNode ProgramImage::commutative(ExprId id) {
  const Op op = program_.exprs[id].op;
  std::vector<ExprId> operands;
  if (is_associative(op)) {
    flatten(op, id, operands);
  } else {
    operands = {program_.exprs[id].operands[0], program_.exprs[id].operands[1]};
  }
  std::vector<ImageNode> parts;
  for (const ExprId operand : operands) parts.push_back(expr(operand));
  std::string head = std::to_string(static_cast<int>(op));
  return failures_.can_fail(id) ? ImageNode::ordered(std::move(head), std::move(parts))
                                : ImageNode::unordered(std::move(head), std::move(parts));
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

ImageNode ProgramImage::place(ir::PlaceId id) {
  const ir::Place& p = program_.places[id];
  switch (p.kind) {
    case ir::Place::Kind::Variable: return ImageNode::leaf('v' + std::to_string(p.variable.value));
    case ir::Place::Kind::Index: return ImageNode::ordered("[]", {place(p.parent), expr(p.index)});
    case ir::Place::Kind::FieldOf: return ImageNode::ordered('.' + std::to_string(p.field), {place(p.parent)});
    case ir::Place::Kind::Item: return ImageNode::ordered("@", {place(p.parent), expr(p.index)});
  }
  PX_UNREACHABLE("place kind");
}

ImageNode ProgramImage::literal(ir::TypeId id, int64_t value, SourceSpan span) {
  const ir::Type& type = program_.types[id];
  if (type.kind == ir::TypeKind::Element && value >= 0) {
    const uint32_t point = space_.point(type.sort, static_cast<uint32_t>(value));
    return ImageNode::element('e' + std::to_string(type.sort.value), static_cast<Point>(point), span);
  }
  if (type.kind != ir::TypeKind::Set || !type.domain.is_family()) return ImageNode::leaf(std::to_string(value));
  const ir::Family& family = program_.families[type.domain.family];
  const uint32_t first = space_.point(family.sort, family.first);
  std::vector<ImageNode> members;
  for (uint32_t i = 0; i < family.count; ++i) {
    if ((static_cast<uint64_t>(value) >> i & 1) == 0) continue;
    members.push_back(ImageNode::element("m", static_cast<Point>(first + i), span));
  }
  return ImageNode::unordered("set" + std::to_string(type.domain.family.value), std::move(members));
}

std::string ProgramImage::domain(const ir::Domain& domain) const {
  if (domain.is_subsets()) return "subsets " + this->domain(domain.base());
  if (domain.is_family()) return 'f' + std::to_string(domain.family.value);
  return std::to_string(domain.lo) + ".." + std::to_string(domain.hi);
}

}  // namespace px::symmetry
