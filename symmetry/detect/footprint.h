// The footprint of a statement: what it reads and writes, as paths into the state. It is detailed enough to show that
// two statements, or the iterations of a loop, do not touch the same cell.
#pragma once

#include <vector>

#include "engine/ir/pass/failure_analysis.h"
#include "engine/ir/program.h"

namespace px::symmetry {

// Places in the text at which an error may occur. If the front end wrote a check twice for one expression of the model,
// it counts once: either way it is the same error at the same place.
class ErrorSites {
 public:
  size_t count() const { return others_ + checks_.size(); }
  void add() { ++others_; }
  void add_expr(const ir::Program& program, const ir::FailureAnalysis& failures, ir::ExprId expr);

 private:
  struct Check {
    int64_t text;
    SourceSpan span;
    bool operator==(const Check&) const = default;
  };
  void add_check(const Check& check);

  std::vector<Check> checks_;
  size_t others_ = 0;
};

struct Access {
  // One step of a path: an index that is a literal or a bound name, a record field, or anything.
  struct Step {
    enum class Of : uint8_t { Literal, Name, Any };
    Of of = Of::Any;
    int64_t literal = 0;
    ir::BindingId name;
    bool operator==(const Step&) const = default;
  };
  bool write = false;
  ir::VariableId variable;  // or, if invalid,
  ir::FamilyId control;     // the locations of this family
  std::vector<Step> path;

  bool same_root(const Access& other) const { return variable == other.variable && control == other.control; }
};

class Footprint {
 public:
  Footprint(const ir::Program& program, const ir::FailureAnalysis& failures)
      : program_(&program), failures_(&failures) {}

  std::vector<Access> accesses;
  bool barrier = false;   // depends on everything: commutes with nothing
  bool splits = false;    // has several outcomes, or none
  bool can_fail = false;  // may end the outcome by an error, or continue after one
  // The kinds of errors that may end the outcome, one bit each; `wrong` if it may continue after one, or if the error
  // may take the place of a cell.
  unsigned error_kinds = 0;
  bool wrong = false;
  ErrorSites error_sites;
  bool fails = false;    // by a statement
  bool asserts = false;  // an error that may or may not precede another one

  void add(ir::StatementId statement);
  void add_block(const ir::Block& block);
  void add_expr(ir::ExprId expr);

 private:
  void add_place(ir::PlaceId place, bool write);
  void add_control(ir::FamilyId family, ir::ExprId process, bool write);

  const ir::Program* program_;
  const ir::FailureAnalysis* failures_;
};

// Whether the two may be executed in either order with the same effect.
bool commute(const Footprint& a, const Footprint& b);

}  // namespace px::symmetry
