// A machine as written: its clauses in order, with unresolved names and unexpanded definitions.
#pragma once

#include <string>
#include <vector>

#include "frontends/b/ast.h"
#include "frontends/b/machine.h"

namespace px::b {

// The right-hand side of a definition is a formula or a substitution; it is parsed again at each use.
struct Definition {
  Name name;
  std::vector<Name> parameters;
  std::string text;      // the right-hand side as written; for a string, the text between the quotes
  SourceSpan text_span;  // where the text begins
  ExprId formula;        // one of these two is valid unless the text has a syntax error
  SubstId subst;
};

// SETS S; T = {a, b}
struct SetDeclaration {
  Name name;
  bool enumerated = false;
  std::vector<Name> elements;
};

// The use of another machine: p.M(arguments)
struct MachineUse {
  enum class Kind : uint8_t { Sees, Uses, Includes, Extends, Imports } kind = Kind::Sees;
  std::string prefix;  // empty if it is not renamed
  Name name;
  SourceSpan span;
  std::vector<ExprId> arguments;
};

struct DeclaredName {
  Name name;
  bool concrete = false;
};

// VALUES c = e
struct Valuation {
  Name name;
  ExprId value;
};

struct ParsedOperation {
  Name name;
  std::vector<Name> results;
  std::vector<Name> parameters;
  SubstId body;
};

struct ParsedMachine {
  MachineKind kind = MachineKind::Machine;
  Name name;
  std::vector<Name> parameters;
  Name refines;  // empty if it is not a refinement
  std::vector<MachineUse> uses;
  std::vector<Name> promotes;
  std::vector<SetDeclaration> sets;
  std::vector<DeclaredName> constants;
  std::vector<DeclaredName> variables;
  std::vector<ExprId> constraints;  // one for each clause of the kind, as for the next three
  std::vector<ExprId> properties;
  std::vector<ExprId> invariants;
  std::vector<ExprId> assertions;  // one for each assertion
  std::vector<Valuation> values;
  SubstId initialisation;
  std::vector<ParsedOperation> operations;
  std::vector<ParsedOperation> local_operations;
  std::vector<Definition> definitions;  // without those of definition files
  std::vector<Name> definition_files;
  std::vector<TemporalFormula> temporal;
  Nodes nodes;
};

}  // namespace px::b
