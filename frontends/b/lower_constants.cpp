// Constants. A constant that PROPERTIES define by an equation of known values is replaced by its definition. All others
// are variables of the Program that `init` chooses, one after the other, such that the PROPERTIES of the constants
// chosen so far hold (ir: Solve). So set-ups become initial states without ever being listed.
#include <algorithm>

#include "frontends/b/lowerer.h"
#include "frontends/b/lowering_error.h"

namespace px::b {

using ir::Block;

bool Lowerer::known(ExprId id, const std::set<SymbolId>& unknown) const {
  return !mentions_any(id, unknown);
}

Block Lowerer::properties_and_constants() {
  std::vector<ExprId> waiting = conjuncts_of(m_, m_.properties);
  if (options_.only_properties) {
    size_t number = 0;
    std::erase_if(waiting, [&](ExprId) { return !options_.only_properties->contains(number++); });
  }
  std::set<SymbolId> unknown(m_.constants.begin(), m_.constants.end());
  if (options_.only_properties) {
    std::erase_if(unknown, [&](SymbolId id) {
      return std::none_of(waiting.begin(), waiting.end(), [&](ExprId part) { return mentions(part, id); });
    });
  }
  Block block;
  take_definitions(waiting, unknown);
  require_known(waiting, unknown, block);
  // Those with the fewest values first.
  while (!unknown.empty()) {
    SymbolId best;
    uint64_t fewest = UINT64_MAX;
    for (SymbolId id : m_.constants) {
      if (!unknown.contains(id)) continue;
      const uint64_t scalars = has_definition(id, waiting) ? UINT64_MAX - 1 : rough_size(id);
      if (scalars < fewest) {
        fewest = scalars;
        best = id;
      }
    }
    if (!best.valid()) best = *unknown.begin();
    choose_constant(best, waiting, unknown, block);
    require_known(waiting, unknown, block);
  }
  return block;
}

// c = e, where e is known: replace c by e.
void Lowerer::take_definitions(std::vector<ExprId>& waiting, std::set<SymbolId>& unknown) {
  bool found = true;
  while (found) {
    found = false;
    for (size_t i = 0; i < waiting.size() && !found; ++i) {
      const Expr& e = m_.exprs[waiting[i]];
      if (e.kind != ExprKind::Operation || e.op != Op::Equal) continue;
      for (int side = 0; side < 2 && !found; ++side) {
        const Expr& name = m_.exprs[e.operands[side]];
        if (name.kind != ExprKind::Symbol || !unknown.contains(name.symbol)) continue;
        if (!known(e.operands[1 - side], unknown)) continue;
        bound_[name.symbol] = value(e.operands[1 - side]);
        unknown.erase(name.symbol);
        waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(i));
        found = true;
      }
    }
  }
}

// c = e, where e refers to other constants: c becomes known when they are.
bool Lowerer::has_definition(SymbolId constant, const std::vector<ExprId>& waiting) const {
  return std::any_of(waiting.begin(), waiting.end(), [&](ExprId id) {
    const Expr& e = m_.exprs[id];
    if (e.kind != ExprKind::Operation || e.op != Op::Equal) return false;
    for (int side = 0; side < 2; ++side) {
      const Expr& name = m_.exprs[e.operands[side]];
      const bool defined = name.kind == ExprKind::Symbol && name.symbol == constant;
      if (defined && !mentions(e.operands[1 - side], constant)) return true;
    }
    return false;
  });
}

void Lowerer::require_known(std::vector<ExprId>& waiting, const std::set<SymbolId>& unknown, Block& block) {
  std::vector<ExprId> later;
  for (ExprId id : waiting) {
    if (!known(id, unknown)) {
      later.push_back(id);
      continue;
    }
    const ir::ExprId holds = predicate(id);
    if (!o_.is_constant(holds, 1)) block.push_back(b_.require(holds, m_.exprs[id].span));
  }
  waiting = std::move(later);
}

uint64_t Lowerer::rough_size(SymbolId id) {
  try {
    const Symbol& symbol = m_.symbols[id];
    const Shape shape = shapes_.shape_of(symbol.type, typing(id, m_.properties), symbol.span, symbol.name);
    if (shape.stored == b_.integer_type())
      return UINT64_MAX;  // its bounds may become known with those of other constants
    return b_.program().scalar_count(shape.stored);
  } catch (const LoweringError&) {
    return UINT64_MAX;
  }
}

void Lowerer::choose_constant(SymbolId id, std::vector<ExprId>& waiting, std::set<SymbolId>& unknown, Block& block) {
  const Symbol& symbol = m_.symbols[id];
  const Info known_of_it = typing(id, m_.properties);
  Info tried = guess(symbol.type, known_of_it);
  if (tried != known_of_it) note_guess(symbol.name);
  // If bounds contradict each other, no number will do; trying a single one shows it as well as trying all.
  if (tried.lo > tried.hi) tried.hi = tried.lo;
  declare(id, shapes_.shape_of(symbol.type, tried, symbol.span, symbol.name), true);
  const Storage& s = storages_.at(id);
  unknown.erase(id);
  note_bounded(s.shape, "'" + symbol.name + "'");
  // Conditions on the constants that it defines are conditions on itself, and prune the search for its values early.
  take_definitions(waiting, unknown);
  std::vector<ir::ExprId> conditions;
  const ir::ExprId proper = shapes_.is_proper(s.shape, s.place);
  if (!o_.is_constant(proper, 1)) conditions.push_back(proper);
  std::vector<ExprId> later;
  for (ExprId p : waiting) {
    if (!known(p, unknown)) {
      later.push_back(p);
      continue;
    }
    const ir::ExprId holds = predicate(p);
    if (!o_.is_constant(holds, 1)) conditions.push_back(holds);
  }
  waiting = std::move(later);
  require_different(waiting, id, unknown, conditions);
  block.push_back(b_.solve({s.place()}, std::move(conditions), symbol.span));
}

// Chooses a value of the shape: for infinite sets, only a part is tried.
void SetLowering::note_bounded(const Shape& shape, const std::string& what) {
  if (!o_.strings_named(shape.type, shape.info)) {
    note("only strings that the machine names are tried for " + what);
  }
  note_short_sequences(shape, what);
}

void SetLowering::note_short_sequences(const Shape& shape, const std::string& what) {
  if (shape.kind == Shape::Kind::Sequence && shape.info.longest == 0) {
    note("no sequences of more than " + std::to_string(shape.capacity) + " items are tried for " + what +
         ": nothing bounds its length");
  }
  for (const Shape& part : shape.parts) note_short_sequences(part, what);
}

// card({a, b, c}) = 3: the known items differ, whatever the others are.
void Lowerer::require_different(const std::vector<ExprId>& waiting, SymbolId chosen, const std::set<SymbolId>& unknown,
                                std::vector<ir::ExprId>& conditions) {
  for (const ExprId id : waiting) {
    const Expr& e = m_.exprs[id];
    if (e.kind != ExprKind::Operation || e.op != Op::Equal) continue;
    for (int side = 0; side < 2; ++side) {
      const Expr& card = m_.exprs[e.operands[side]];
      const Expr& count = m_.exprs[e.operands[1 - side]];
      if (card.kind != ExprKind::Operation || card.op != Op::Card || count.kind != ExprKind::Integer) continue;
      const Expr& listed = m_.exprs[card.operands[0]];
      if (listed.kind != ExprKind::Operation || listed.op != Op::SetOf) continue;
      if (count.value != static_cast<int64_t>(listed.operands.size())) continue;
      for (const ExprId x : listed.operands) {
        if (!known(x, unknown) || !mentions(x, chosen)) continue;
        for (const ExprId y : listed.operands) {
          if (x == y || !known(y, unknown)) continue;
          conditions.push_back(o_.negated(o_.equal(value(x), value(y))));
        }
      }
    }
  }
}

}  // namespace px::b
