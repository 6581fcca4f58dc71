// Arguments and results of operations as displayed in runs. A value is printed in pieces: a Print for each atom and
// each bracket, within loops over the elements of a set or sequence; the code that displays a run joins them
// (state_view.cpp). So every value that can be enumerated can be shown, whatever its representation.
#include "frontends/b/lowerer.h"

namespace px::b {

using ir::Block;
using IrOp = ir::Op;

class Printer {
 public:
  Printer(ValueOps& ops, Block& block) : o_(ops), block_(block) {}

  void text(const std::string& text) {
    for (const char c : text) format_ += c == '%' ? "%%" : std::string(1, c);
  }

  void value(const V& v) {
    if (v->kind == Value::Kind::Set) return set(v);
    if (v->parts.empty()) return atom(v);
    const bool pair = v->kind == Value::Kind::Pair;
    text(pair ? "(" : "rec(");
    for (size_t i = 0; i < v->parts.size(); ++i) {
      if (i > 0) text(pair ? " |-> " : ", ");
      if (!pair) text(o_.type(v->type).fields[i].name + ':');
      value(v->parts[i]);
    }
    text(")");
  }

  // Turns the collected text into a statement.
  void end_piece() {
    if (!format_.empty()) block_.push_back(o_.b.print(std::move(format_), std::move(shown_)));
    format_.clear();
    shown_.clear();
  }

 private:
  void atom(const V& v) {
    const bool boolean = v->kind == Value::Kind::Bool;
    const ir::TypeId named = boolean ? o_.index_type(v->type, ir::Domain::range(0, 1)) : ir::TypeId();
    const auto name = [&](bool value) { return o_.b.constant(named, value ? 1 : 0); };
    format_ += "%e";
    shown_.push_back(boolean ? o_.b.conditional(v->scalar(), name(true), name(false)) : v->scalar());
  }

  // An element of a set: a pair has no parentheses.
  void element(const V& v) {
    if (v->kind != Value::Kind::Pair) return value(v);
    value(v->parts[0]);
    text(" |-> ");
    value(v->parts[1]);
  }

  void set(const V& v) {
    if (v->length) {
      text("[");
      end_piece();
      const ir::Domain places = ir::Domain::range(1, std::max<int64_t>(v->info.longest, 1));
      const ir::BindingId i = o_.b.binding_over("i'", places);
      const V position = o_.integer(
          o_.types.integer(), [this, i] { return o_.b.use(i); }, 1, places.hi, true);
      Block item = within([&](Printer& inner) { inner.value(v->apply(position)); });
      const ir::ExprId present = o_.b.binary(IrOp::Le, o_.b.use(i), v->length->scalar());
      block_.push_back(o_.b.for_each(i, places, {o_.b.if_else(present, std::move(item))}));
      return text("]");
    }
    text("{");
    end_piece();
    for (const Walk& walk : o_.once(v)->walks()) append(block_, nest(walk, 0));
    text("}");
  }

  Block nest(const Walk& walk, size_t step) {
    if (step == walk.steps.size()) {
      return within([&](Printer& inner) { inner.element(walk.element); });
    }
    const Step& s = walk.steps[step];
    Block rest = nest(walk, step + 1);
    switch (s.kind) {
      case Step::Kind::Loop: return {o_.b.for_each(s.binding, s.domain, std::move(rest))};
      case Step::Kind::Filter: return {o_.b.if_else(s.expr, std::move(rest))};
      case Step::Kind::Name: return {o_.b.let(s.binding, s.expr, std::move(rest))};
    }
    return {};
  }

  Block within(const std::function<void(Printer&)>& print) {
    Block block;
    Printer inner(o_, block);
    print(inner);
    inner.end_piece();
    return block;
  }

  ValueOps& o_;
  Block& block_;
  std::string format_;
  std::vector<ir::ExprId> shown_;
};

// Whether all parts of the value can be enumerated.
static bool can_print(const V& v) {
  if (v->kind == Value::Kind::Set) return v->length ? v->info.longest > 0 : static_cast<bool>(v->walks);
  return std::all_of(v->parts.begin(), v->parts.end(), can_print);
}

void Lowerer::print(const std::string& name, const V& v, Block& block) {
  if (!can_print(v)) return;
  Printer printer(o_, block);
  printer.text(name + " = ");
  printer.value(v);
  printer.end_piece();
}

}  // namespace px::b
