// The states in which a run can begin, for who chooses by hand: what constants and initial values there are.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "engine/interp/interpreter.h"
#include "frontends/cli/views.h"

namespace px::cli {

class InitialChoice {
 public:
  // `text` shows sequences; all outlive this.
  InitialChoice(const interp::Interpreter& interpreter, const SequenceText& text);

  uint32_t count() const { return states_.count(); }
  std::vector<uint64_t> state(uint32_t number) const;
  // The first of those that a condition of a breakpoint holds for (empty: all), each with what distinguishes it from
  // the others that are shown; and what to say to begin there.
  void write(const std::string& condition, std::ostream& out) const;

 private:
  std::vector<Cell> cells(uint32_t number) const;

  const interp::Interpreter& interpreter_;
  const SequenceText& text_;
  SuccessorBatch states_;
};

}  // namespace px::cli
