#include "engine/ltl/past.h"

namespace px::ltl {

FormulaId PathFormulas::next(FormulaId f) {
  const FormulaId later = formulas_.next(f);
  return ended_ ? formulas_.conjunction(formulas_.literal(*ended_, true), later) : later;
}

// The formula that it remembers may mention the memory itself, so the caller sets it afterwards.
FormulaId PathFormulas::new_memory(bool at_first) {
  const FormulaId now = formulas_.literal(memory_(), false);
  memories_.push_back({now, now, at_first});
  return now;
}

FormulaId PathFormulas::previous(FormulaId f) {
  const FormulaId now = new_memory(false);
  memories_.back().of = f;
  return now;
}

FormulaId PathFormulas::since(FormulaId f, FormulaId g) {
  const FormulaId before = new_memory(false);
  return memories_.back().of = formulas_.disjunction(g, formulas_.conjunction(f, before));
}

FormulaId PathFormulas::trigger(FormulaId f, FormulaId g) {
  const FormulaId before = new_memory(true);
  return memories_.back().of = formulas_.conjunction(g, formulas_.disjunction(f, before));
}

FormulaId PathFormulas::apply(Connective connective, FormulaId left, FormulaId right) {
  if (connective == Connective::Next) return next(left);
  if (connective == Connective::Previous) return previous(left);
  if (connective == Connective::Historically) return historically(left);
  if (connective == Connective::Once) return once(left);
  if (connective == Connective::Since) return since(left, right);
  if (connective == Connective::Trigger) return trigger(left, right);
  return *formulas_.apply(connective, left, right);
}

FormulaId PathFormulas::constraints() {
  FormulaId all = formulas_.truth(true);
  for (const Memory& memory : memories_) {
    const FormulaId first = memory.at_first ? memory.now : formulas_.negation(memory.now);
    all = formulas_.conjunction(all, first);
    FormulaId kept = memory.of;
    if (ended_) {
      const FormulaId there = formulas_.literal(*ended_, false);
      kept = formulas_.disjunction(formulas_.conjunction(there, memory.now),
                                   formulas_.conjunction(formulas_.negation(there), memory.of));
    }
    all = formulas_.conjunction(all, formulas_.always(formulas_.equivalence(formulas_.next(memory.now), kept)));
  }
  return all;
}

}  // namespace px::ltl
