#include "symmetry/detect/counting_loop.h"

#include <algorithm>

#include "symmetry/detect/program_pieces.h"
#include "symmetry/detect/text_copy.h"

namespace px::symmetry {
namespace {

using ir::Expr;
using ir::ExprId;
using ir::Op;
using ir::PlaceId;
using ir::Statement;

constexpr int64_t kMaxRounds = 4096;

class CountingLoop {
 public:
  explicit CountingLoop(ir::Program& program) : program_(program), same_(program, {}) {}

  bool append(ir::Block& before, ExprId goes_on, bool negated, const ir::Block& round) {
    if (!read_guard(goes_on, negated) || !is_scalar_variable(counter_) || !find_start(before)) return false;
    const size_t step = find_step(round);
    if (step == round.size() || names_counters_of_others(round)) return false;
    const int64_t rounds = last_ - first_ + 1;
    if (rounds < 0 || rounds > kMaxRounds) return false;
    const ir::Type type = program_.types[program_.places[counter_].type];
    const int64_t end = std::max(first_, last_ + 1);
    if (type.kind != ir::TypeKind::Int || end > std::min(type.hi, largest_)) return false;
    if (rounds > 0) before.push_back(loop(round, step));
    before.push_back(leave_at(end, round[step]));
    return true;
  }

 private:
  const Expr& at(ExprId id) const { return program_.exprs[id]; }

  // Sets counter_ and last_.
  bool read_guard(ExprId id, bool negated) {
    for (; at(id).op == Op::Not; id = at(id).operands[0]) negated = !negated;
    Op op = at(id).op;
    ExprId left = at(id).operands[0];
    ExprId right = at(id).operands[1];
    if (op != Op::Lt && op != Op::Le && op != Op::Gt && op != Op::Ge && op != Op::Eq && op != Op::Ne) return false;
    if (at(left).op == Op::Const) {
      std::swap(left, right);
      op = ir::op_mirrored(op);
    }
    if (negated) op = ir::op_negated(op);
    if (at(left).op != Op::Read || at(right).op != Op::Const) return false;
    counter_ = at(left).place;
    last_ = op == Op::Le ? at(right).value : at(right).value - 1;
    return op == Op::Lt || op == Op::Le || op == Op::Ne;
  }

  ir::VariableId root(PlaceId id) const {
    while (program_.places[id].parent.valid()) id = program_.places[id].parent;
    return program_.places[id].variable;
  }

  // A variable, or a local of the process that runs.
  bool is_scalar_variable(PlaceId id) const {
    const ir::Place& place = program_.places[id];
    if (place.kind == ir::Place::Kind::Variable) return true;
    return place.kind == ir::Place::Kind::Index && at(place.index).op == Op::Binding &&
           program_.places[place.parent].kind == ir::Place::Kind::Variable &&
           program_.variables[root(id)].owner.valid();
  }

  bool writes_counter(ir::StatementId id) const {
    const Statement& s = program_.statements[id];
    const bool writes =
        s.kind != Statement::Kind::Print &&
        std::any_of(s.places.begin(), s.places.end(), [&](PlaceId place) { return root(place) == root(counter_); });
    return writes || std::any_of(s.blocks.begin(), s.blocks.end(), [&](const ir::Block& block) {
             return std::any_of(block.begin(), block.end(),
                                [&](ir::StatementId inner) { return writes_counter(inner); });
           });
  }

  const Statement* single_assignment(ir::StatementId id) const {
    const Statement& s = program_.statements[id];
    if (s.kind != Statement::Kind::Assign || s.places.size() != 1) return nullptr;
    return same_.places(s.places[0], counter_) ? &s : nullptr;
  }

  // Sets first_.
  bool find_start(const ir::Block& before) {
    const auto last =
        std::find_if(before.rbegin(), before.rend(), [&](ir::StatementId s) { return writes_counter(s); });
    if (last == before.rend()) return false;
    const Statement* start = single_assignment(*last);
    if (start == nullptr || at(start->exprs[0]).op != Op::Const) return false;
    first_ = at(start->exprs[0]).value;
    return true;
  }

  // The only statement of a round that writes the counter, if it adds one and is the last to mention the counter;
  // otherwise the end. Sets largest_.
  size_t find_step(const ir::Block& round) {
    size_t step = round.size();
    for (size_t i = 0; i < round.size(); ++i) {
      if (step != round.size() && mentions_counter(round[i])) return round.size();
      if (!writes_counter(round[i])) continue;
      const Statement* s = single_assignment(round[i]);
      if (s == nullptr || !adds_one(s->exprs[0])) return round.size();
      step = i;
    }
    return step;
  }

  bool adds_one(ExprId id) {
    largest_ = INT64_MAX;
    for (; at(id).op == Op::Wrap; id = at(id).operands[0]) {
      largest_ = std::min(largest_, program_.scalar_hi(at(id).type));
    }
    if (at(id).op != Op::Add) return false;
    const auto is_counter = [&](int k) {
      const Expr& e = at(at(id).operands[k]);
      return e.op == Op::Read && same_.places(e.place, counter_);
    };
    const auto is_one = [&](int k) {
      return at(at(id).operands[k]).op == Op::Const && at(at(id).operands[k]).value == 1;
    };
    return (is_counter(0) && is_one(1)) || (is_one(0) && is_counter(1));
  }

  // Locals of one name are one variable: this finds uses of another process's counter (which may be this one's), or of
  // all.
  bool names_counters_of_others(const ir::Block& block) const {
    const auto of_place = [&](PlaceId id) { return !place_is_clean(id); };
    return std::any_of(block.begin(), block.end(), [&](ir::StatementId id) {
      const Statement& s = program_.statements[id];
      return std::any_of(s.places.begin(), s.places.end(), of_place) ||
             std::any_of(s.exprs.begin(), s.exprs.end(), [&](ExprId e) { return !expr_is_clean(e); }) ||
             std::any_of(s.blocks.begin(), s.blocks.end(),
                         [&](const ir::Block& inner) { return names_counters_of_others(inner); });
    });
  }
  bool place_is_clean(PlaceId id) const {
    if (same_.places(id, counter_)) return true;
    for (; id.valid(); id = program_.places[id].parent) {
      if (program_.places[id].variable.valid() && program_.places[id].variable == root(counter_)) return false;
      if (program_.places[id].index.valid() && !expr_is_clean(program_.places[id].index)) return false;
    }
    return true;
  }
  bool expr_is_clean(ExprId id) const {
    if (!id.valid()) return true;
    const Expr& e = at(id);
    if (e.place.valid() && !place_is_clean(e.place)) return false;
    return std::all_of(std::begin(e.operands), std::end(e.operands), [&](ExprId o) { return expr_is_clean(o); });
  }

  bool place_mentions(PlaceId id) const {
    for (; id.valid(); id = program_.places[id].parent) {
      if (program_.places[id].variable.valid() && program_.places[id].variable == root(counter_)) return true;
      if (program_.places[id].index.valid() && expr_mentions(program_.places[id].index)) return true;
    }
    return false;
  }
  bool expr_mentions(ExprId id) const {
    if (!id.valid()) return false;
    const Expr& e = at(id);
    if (e.place.valid() && place_mentions(e.place)) return true;
    return std::any_of(std::begin(e.operands), std::end(e.operands), [&](ExprId o) { return expr_mentions(o); });
  }
  bool mentions_counter(ir::StatementId id) const {
    const Statement& s = program_.statements[id];
    if (std::any_of(s.places.begin(), s.places.end(), [&](PlaceId p) { return place_mentions(p); })) return true;
    if (std::any_of(s.exprs.begin(), s.exprs.end(), [&](ExprId e) { return expr_mentions(e); })) return true;
    return std::any_of(s.blocks.begin(), s.blocks.end(), [&](const ir::Block& block) {
      return std::any_of(block.begin(), block.end(), [&](ir::StatementId inner) { return mentions_counter(inner); });
    });
  }

  ir::StatementId loop(const ir::Block& round, size_t step) {
    const ir::BindingId name = program_.bindings.add(
        {program_.variables[root(counter_)].name, ProgramPieces(program_).integer(first_, last_)});
    TextCopier copier(program_);
    copier.replace_reads(counter_, name);
    ir::Block body = round;
    body.erase(body.begin() + static_cast<std::ptrdiff_t>(step));
    Statement loop;
    loop.kind = Statement::Kind::For;
    loop.binding = name;
    loop.domain = ir::Domain::range(first_, last_);
    loop.blocks.push_back(copier.block(body));
    loop.span = program_.statements[round[step]].span;
    return program_.statements.add(std::move(loop));
  }

  ir::StatementId leave_at(int64_t end, ir::StatementId step) {
    Statement leave = program_.statements[TextCopier(program_).statement(step)];
    leave.exprs[0] = ProgramPieces(program_).constant(program_.places[counter_].type, end, leave.span);
    return program_.statements.add(std::move(leave));
  }

  ir::Program& program_;
  SameText same_;
  PlaceId counter_;
  int64_t first_ = 0;
  int64_t last_ = 0;
  int64_t largest_ = 0;  // the largest value from which counting on does not wrap
};

}  // namespace

bool append_counting_loop(ir::Program& program, ir::Block& before, ExprId goes_on, bool negated,
                          const ir::Block& round) {
  return CountingLoop(program).append(before, goes_on, negated, round);
}

}  // namespace px::symmetry
