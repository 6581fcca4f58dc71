// Past operators and finite paths, translated to formulas without either.
//
// Words are infinite here, and formulas refer only to the future. Past subformulas are represented by *memories*:
// propositions that record whether something was true one step before. `previous f` is a memory of f, and
//     once f  =  f or (memory of `once f`)          f since g  =  g or (f and memory of `f since g`)
// A memory is not a property of a state. It is defined by a constraint, `always (next memory iff f)`, and its initial
// value; an automaton for the formula and the constraints guesses memories, and never guesses wrong, since each guess
// is an obligation for the next state. So its guards can omit memories.
//
// A path that ends in a state is represented by the word that repeats its last letter; `ended` holds there and nowhere
// else. `next` is false where the path ends (there is no next state). Memories keep their values there, so all repeated
// letters have the values at the end of the path; Until and Release need no change.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/ltl/formula.h"

namespace px::ltl {

class PathFormulas {
 public:
  // `ended`: the proposition that holds once a path has ended; none if paths have no end. `memory` allocates the number
  // of a new proposition for a memory. `formulas` must outlive this object.
  PathFormulas(Formulas& formulas, std::optional<uint32_t> ended, std::function<uint32_t()> memory)
      : formulas_(formulas), ended_(ended), memory_(std::move(memory)) {}

  FormulaId next(FormulaId f);
  FormulaId previous(FormulaId f);  // false in the first state
  FormulaId once(FormulaId f) { return since(formulas_.truth(true), f); }
  FormulaId historically(FormulaId f) { return trigger(formulas_.truth(false), f); }
  FormulaId since(FormulaId f, FormulaId g);
  FormulaId trigger(FormulaId f, FormulaId g);  // not (not f since not g)

  // Any connective; `right` is ignored for unary ones.
  FormulaId apply(Connective connective, FormulaId left, FormulaId right);

  // Defines the memories; assert it in the first state of a word.
  FormulaId constraints();

 private:
  struct Memory {
    FormulaId now;  // the memory as a literal
    FormulaId of;
    bool at_first;
  };

  FormulaId new_memory(bool at_first);

  Formulas& formulas_;
  std::optional<uint32_t> ended_;
  std::function<uint32_t()> memory_;
  std::vector<Memory> memories_;
};

}  // namespace px::ltl
