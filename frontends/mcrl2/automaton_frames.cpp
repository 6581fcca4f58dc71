// The part of a stack that is a value: a list of frames, which contain the values of their variables, of any sort.
#include "frontends/mcrl2/automaton.h"
#include "frontends/mcrl2/code_maker.h"

namespace px::mcrl2 {

const Expr* AutomatonMaker::number(size_t n) {
  Expr e;
  e.kind = Expr::Kind::Number;
  e.sort = spec_.sorts.basic(SortKind::Nat);
  e.text = std::to_string(n);
  return spec_.add(std::move(e));
}

const Expr* AutomatonMaker::no_frames() {
  Expr e;
  e.kind = Expr::Kind::List;
  e.sort = spec_.variables[frames_].sort;
  return spec_.add(std::move(e));
}

const Expr* AutomatonMaker::is_empty(const Expr* frames) {
  return spec_.apply(Builtin::Eq, spec_.sorts.basic(SortKind::Bool), {frames, no_frames()});
}

const Expr* AutomatonMaker::pushed(const Rest& rest, const Expr* frames) {
  const auto [known, is_new] =
      frame_numbers_.emplace(key(*rest.process, rest.index, 0), static_cast<uint32_t>(frame_kinds_.size()));
  if (is_new) {
    Rest kind{rest.process, rest.index, {}};
    for (const VariableId v : free(*rest.process, rest.index)) kind.values[v] = spec_.use(v);
    frame_kinds_.push_back(std::move(kind));
  }
  const Rest& kind = frame_kinds_[known->second];
  const std::vector<VariableId>& variables = free(*kind.process, kind.index);
  const std::vector<VariableId>& own = free(*rest.process, rest.index);
  const SortId list = spec_.variables[frames_].sort;
  for (size_t i = variables.size(); i-- > 0;) {
    const auto value = rest.values.find(own[i]);
    frames =
        spec_.apply(Builtin::Prepend, list, {value == rest.values.end() ? spec_.use(own[i]) : value->second, frames});
  }
  return spec_.apply(Builtin::Prepend, list, {number(known->second), frames});
}

uint32_t AutomatonMaker::return_location() {
  AutomatonLocation location;
  location.variables = {frames_};
  return_ = add_location("return", std::move(location), {});
  return return_;
}

// The possible steps when a frame of this kind is resumed.
void AutomatonMaker::pop(uint32_t kind) {
  const Rest frame = frame_kinds_[kind];
  const SortId list = spec_.variables[frames_].sort;
  const SortId truth = spec_.sorts.basic(SortKind::Bool);
  const auto head = [&](const Expr* frames, SortId sort) { return spec_.apply(Builtin::Head, sort, {frames}); };
  const Expr* frames = spec_.use(frames_);
  Path path;
  const Expr* which = number(kind);
  path.conditions.push_back(spec_.apply(Builtin::Eq, truth, {head(frames, which->sort), which}));
  frames = spec_.apply(Builtin::Tail, list, {frames});
  Substitution values;
  for (const VariableId v : free(*frame.process, frame.index)) {
    values[v] = head(frames, spec_.variables[v].sort);
    frames = spec_.apply(Builtin::Tail, list, {frames});
  }
  below_ = frames;
  from_ = return_;
  Stack below;
  const bool sequence = frame.process->kind == Process::Kind::Sequence;
  if (sequence && frame.index + 1 < frame.process->parts.size()) {
    below.push_back({frame.process, frame.index + 1, values});
  }
  Steps steps;
  expand(sequence ? *frame.process->parts[frame.index] : *frame.process, values, below, path, steps);
  add_summands(steps);
}

}  // namespace px::mcrl2
