#include "engine/profile/unread.h"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/ir/state_cursor.h"

namespace px::profile {
namespace {

using ir::ExprId;
using ir::Op;
using ir::PlaceId;
using ir::Statement;
using ir::TypeKind;

constexpr uint32_t kWhole = UINT32_MAX;
constexpr uint32_t kLength = UINT32_MAX - 1;

class Relevance {
 public:
  explicit Relevance(const ir::Program& program) : program_(program), bindings_(program.bindings.size(), false) {}

  void add_steps() {
    for (const ir::Action& action : program_.actions) {
      if (action.guard.valid()) look_at(action.guard);
    }
    if (program_.deadlock.allowed.valid()) look_at(program_.deadlock.allowed);
    for (const ir::Automaton& automaton : program_.automata) {
      for (const ir::Automaton::Edge& edge : automaton.edges) {
        if (edge.guard.valid()) look_at(edge.guard);
      }
    }
    close();
  }
  void add_invariants() {
    for (const ir::Invariant& invariant : program_.invariants) look_at(invariant.condition);
    close();
  }

  // Whether some part of it matters, its length aside.
  bool matters(ir::VariableId variable, uint32_t field) const {
    if (parts_.contains({variable.value, kWhole})) return true;
    if (field != kWhole) return parts_.contains({variable.value, field});
    const auto first = parts_.lower_bound({variable.value, 0});
    return first != parts_.end() && first->first == variable.value && first->second != kLength;
  }
  bool length_matters(ir::VariableId variable) const { return parts_.contains({variable.value, kLength}); }

 private:
  using Part = std::pair<uint32_t, uint32_t>;

  void close() {
    for (bool again = true; again;) {
      changed_ = false;
      for (const ir::Action& action : program_.actions) block(action.body);
      again = changed_;
    }
  }

  Part part_of(PlaceId id) const {
    uint32_t field = kWhole;
    for (const ir::Place* place = &program_.places[id]; place->kind != ir::Place::Kind::Variable;
         place = &program_.places[place->parent]) {
      if (place->kind == ir::Place::Kind::FieldOf) field = place->field;
    }
    return {program_.variable_of(id).value, field};
  }

  void mark(Part part) { changed_ = parts_.insert(part).second || changed_; }

  void look_at_indices(PlaceId id) {
    for (const ir::Place* place = &program_.places[id]; place->kind != ir::Place::Kind::Variable;
         place = &program_.places[place->parent]) {
      if (place->index.valid()) look_at(place->index);
    }
  }

  void look_at(ExprId id) {
    if (!id.valid()) return;
    const ir::Expr& e = program_.exprs[id];
    if (e.op == Op::Binding && !bindings_[e.binding.value]) {
      bindings_[e.binding.value] = true;
      changed_ = true;
    }
    if (e.op == Op::Read || e.op == Op::QueueLength) {
      Part part = part_of(e.place);
      if (e.op == Op::QueueLength) part.second = kLength;
      mark(part);
      look_at_indices(e.place);
    }
    for (const ExprId operand : e.operands) look_at(operand);
  }

  void block(const ir::Block& statements) {
    for (const ir::StatementId id : statements) statement(program_.statements[id]);
  }

  void statement(const Statement& s) {
    for (const PlaceId place : s.places) look_at_indices(place);
    switch (s.kind) {
      case Statement::Kind::Assign:
        for (size_t i = 0; i < s.places.size(); ++i) {
          if (part_matters(s.places[i])) look_at(s.exprs[i]);
        }
        break;
      case Statement::Kind::Copy:
        if (part_matters(s.places[0])) mark(part_of(s.places[1]));
        break;
      case Statement::Kind::Push:
      case Statement::Kind::PushSorted: push(s); break;
      case Statement::Kind::Let:
        if (bindings_[s.binding.value]) look_at(s.exprs[0]);
        break;
      case Statement::Kind::Print:
        if (!program_.labels_are_printed) break;
        for (const ExprId expr : s.exprs) look_at(expr);
        break;
      case Statement::Kind::Reset:
      case Statement::Kind::If:
      case Statement::Kind::For:
      case Statement::Kind::While:
      case Statement::Kind::Choose:
      case Statement::Kind::Either:
      case Statement::Kind::Require:
      case Statement::Kind::Assert:
      case Statement::Kind::Fail:
      case Statement::Kind::Grow:
      case Statement::Kind::Pop:
      case Statement::Kind::RemoveAt:
      case Statement::Kind::Goto:
      case Statement::Kind::Solve:
        for (const ExprId expr : s.exprs) look_at(expr);
        break;
    }
    for (const ir::Block& inner : s.blocks) block(inner);
  }

  bool part_matters(PlaceId place) const {
    const Part part = part_of(place);
    return matters(ir::VariableId(part.first), part.second);
  }

  // Where messages are sorted, each field decides where one goes.
  void push(const Statement& s) {
    const Part queue = part_of(s.places[0]);
    for (uint32_t f = 0; f < s.exprs.size(); ++f) {
      const uint32_t field = queue.second == kWhole && s.exprs.size() > 1 ? f : queue.second;
      if (s.kind == Statement::Kind::PushSorted || matters(ir::VariableId(queue.first), field)) look_at(s.exprs[f]);
    }
  }

  const ir::Program& program_;
  std::set<Part> parts_;
  std::vector<bool> bindings_;
  bool changed_ = false;
};

// The outermost record of a type; null: there is none.
const ir::Type* record_in(const ir::Program& program, ir::TypeId id) {
  const ir::Type* type = &program.types[id];
  while (type->kind == TypeKind::Array || type->kind == TypeKind::Queue) type = &program.types[type->element];
  return type->kind == TypeKind::Record ? type : nullptr;
}

class Mask {
 public:
  Mask(const ir::Layout& layout, std::optional<uint32_t> field) : words_(layout.words(), 0), field_(field) {}

  void add(const ir::StateCursor& at, bool inside) {
    const ir::Type& type = at.type();
    switch (type.kind) {
      case TypeKind::Array:
        for (uint32_t i = 0; i < at.cells(); ++i) add(at.cell(i), inside);
        return;
      case TypeKind::Record:
        for (uint32_t f = 0; f < type.fields.size(); ++f) {
          if (inside || *field_ == f) add(at.field(f), true);
        }
        return;
      case TypeKind::Queue:
        if (inside) set(at);
        for (uint32_t i = 0; i < type.capacity; ++i) add(at.item(i), inside);
        return;
      case TypeKind::Bool:
      case TypeKind::Int:
      case TypeKind::Element:
      case TypeKind::Set:
      case TypeKind::Sequence:
        if (inside) set(at);
        return;
    }
  }
  std::vector<uint64_t> take() { return std::move(words_); }

 private:
  void set(const ir::StateCursor& at) { ir::write_bits(words_.data(), at.bit(), at.shape().code.width, UINT64_MAX); }

  std::vector<uint64_t> words_;
  std::optional<uint32_t> field_;
};

}  // namespace

std::vector<UnreadPart> find_unread(const ir::Program& program) {
  Relevance steps(program);
  steps.add_steps();
  Relevance all = steps;
  all.add_invariants();
  std::vector<UnreadPart> found;
  for (uint32_t v = 0; v < program.variables.size(); ++v) {
    const ir::VariableId id(v);
    const ir::Variable& variable = program.variables[id];
    if (variable.hidden || variable.constant) continue;
    if (!steps.matters(id, kWhole) && !steps.length_matters(id)) {
      found.push_back({id, std::nullopt, all.matters(id, kWhole) || all.length_matters(id)});
      continue;
    }
    const ir::Type* record = record_in(program, variable.type);
    if (record == nullptr) continue;
    for (uint32_t f = 0; f < record->fields.size(); ++f) {
      if (!steps.matters(id, f)) found.push_back({id, f, all.matters(id, f)});
    }
  }
  return found;
}

std::vector<uint64_t> bits_of_part(const ir::Program& program, const ir::Layout& layout, const UnreadPart& part) {
  Mask mask(layout, part.field);
  mask.add(ir::StateCursor(program, layout, part.variable), !part.field);
  return mask.take();
}

}  // namespace px::profile
