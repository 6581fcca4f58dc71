// Places for results and local variables. In B they are bounded only by the values assigned to them, so a body is
// lowered repeatedly with the bounds of the values assigned so far, starting with none, until a fixpoint is reached. If
// a bound still grows then (a set that a loop adds to), it keeps its current value; a run that exceeds it reports so,
// and everything is lowered again with more room (Growth). Numbers that are not elements of sets, and sets over finite
// types, need no bounds: one round is enough.
#include "frontends/b/lowering_error.h"
#include "frontends/b/substitution_lowering.h"

namespace px::b {

using ir::Block;

namespace {

constexpr int kMaxRounds = 4;

}  // namespace

// Records a value that is assigned to a result or local variable.
void SubstitutionLowering::note_assigned(Storage& to, const V& v) {
  if (!to.assigned) return;
  Info info = v->info;
  info.total = false;
  info.sequence = v->length != nullptr;
  *to.assigned = to.assigned->has_value() ? widened(**to.assigned, info) : info;
  // So that it can be read within this round.
  if (!to.shape.stored.valid()) {
    const Storage made = temporary(shapes_.growing_shape_of(v->type, **to.assigned, to.span, to.name), to.name);
    to.variable = made.variable;
    to.shape = made.shape;
    to.place = made.place;
  }
}

// f(x) := v
void SubstitutionLowering::note_assigned_at(Storage& to, const V& argument, const V& v) {
  if (!to.assigned) return;
  Info info;
  info.parts = {pairs_of(argument->info, v->info)};
  info.functional = true;
  info.sequence = to.assigned->has_value() && (*to.assigned)->sequence;
  info.longest = info.sequence ? (*to.assigned)->longest : 0;
  *to.assigned = to.assigned->has_value() ? widened(**to.assigned, info) : info;
}

Block SubstitutionLowering::with_places(const std::vector<SymbolId>& names, const std::function<Block()>& body) {
  std::vector<std::optional<Info>> known(names.size());
  const auto taken = taken_;
  for (int round = 1;; ++round) {
    taken_ = taken;
    for (size_t i = 0; i < names.size(); ++i) {
      const Symbol& symbol = m_.symbols[names[i]];
      storages_.erase(names[i]);
      storages_.emplace(names[i], local_place(symbol, known[i]));
    }
    Block block = body();
    bool stable = true;
    for (size_t i = 0; i < names.size(); ++i) {
      Storage& place = storages_.at(names[i]);
      if (!place.assigned) continue;
      const std::optional<Info>& assigned = *place.assigned;
      if (!assigned) continue;  // no assignment to it
      const Info wider = known[i] ? widened(*known[i], *assigned) : *assigned;
      stable = stable && known[i] && wider == *known[i];
      known[i] = wider;
    }
    if (stable || round == kMaxRounds) {
      for (SymbolId name : names) {
        if (storages_.at(name).shape.stored.valid()) continue;
        const Symbol& symbol = m_.symbols[name];
        unsupported(symbol.span, "nothing is assigned to '" + symbol.name + "'");
      }
      return block;
    }
  }
}

ExpressionLowering::Storage SubstitutionLowering::local_place(const Symbol& symbol, const std::optional<Info>& known) {
  try {
    return temporary(shapes_.shape_of(symbol.type, {}, symbol.span, symbol.name), symbol.name);
  } catch (const LoweringError&) {
    // Its type alone is not specific enough.
  }
  Storage place;
  if (known) place = temporary(shapes_.growing_shape_of(symbol.type, *known, symbol.span, symbol.name), symbol.name);
  place.name = symbol.name;
  place.span = symbol.span;
  place.assigned = std::make_shared<std::optional<Info>>();
  return place;
}

}  // namespace px::b
