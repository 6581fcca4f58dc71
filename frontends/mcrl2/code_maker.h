// Compiles expressions to code. Shared only by machine.cpp and plan_maker.cpp.
#pragma once

#include <unordered_map>

#include "frontends/mcrl2/machine.h"

namespace px::mcrl2 {

// The frame of one function, lambda or expression that is being compiled.
class CodeMaker {
 public:
  explicit CodeMaker(Machine& machine) : m_(machine) {}

  uint32_t slot(VariableId variable) {
    slots_[variable] = count_;
    return count_++;
  }
  bool knows(VariableId variable) const { return slots_.contains(variable); }
  uint32_t slot_of(VariableId variable) const { return slots_.at(variable); }
  uint32_t slots() const { return count_; }

  const Code* make(const Expr& e);
  Pattern pattern(const Expr& e);

 private:
  const Code* constant(Word w, const Expr& e);
  const Code* application(const Expr& e);
  const Code* quantifier(const Expr& e);
  const Code* closure(const Expr& e);
  const Code* where(const Expr& e);
  bool is_closed(const Expr& e) const;

  Machine& m_;
  std::unordered_map<VariableId, uint32_t> slots_;
  uint32_t count_ = 0;
};

// The free variables of an expression, without duplicates, in order of occurrence.
void free_variables(const Expr& e, std::vector<VariableId>& found);

}  // namespace px::mcrl2
