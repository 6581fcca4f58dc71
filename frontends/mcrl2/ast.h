// A specification as written: names are not resolved, and nothing has a sort yet.
//
// Nodes live in the arenas of the Parsed specification and are referred to by pointers, which stay valid as long as it
// exists. They are never shared.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "engine/base/source.h"

namespace px::mcrl2 {

struct Name {
  std::string text;
  SourceSpan span;
};

struct SortSyntax;

struct StructField {
  std::string projection;  // may be empty
  SourceSpan span;
  SortSyntax* sort = nullptr;
};

struct StructConstructor {
  Name name;
  std::vector<StructField> fields;
  Name recogniser;  // text may be empty
};

struct SortSyntax {
  enum class Kind : uint8_t { Name, Container, Arrow, Struct };
  Kind kind = Kind::Name;
  std::string text;                    // Name: a sort name, including Bool and the like; Container: List, Set, ...
  std::vector<SortSyntax*> arguments;  // Container: one; Arrow: the domain, then the result
  std::vector<StructConstructor> constructors;
  SourceSpan span;
};

struct VariableSyntax {
  Name name;
  SortSyntax* sort = nullptr;
};

struct DataSyntax {
  enum class Kind : uint8_t {
    Number,   // text
    Name,     // text; operators are names, too
    Apply,    // parts[0] to the others
    List,     // parts
    Set,      // parts
    Bag,      // parts: element, count, element, count, ...
    Collect,  // { variables[0] | parts[0] }: a set or a bag
    Lambda,   // variables, parts[0]
    Forall,   // variables, parts[0]
    Exists,   // variables, parts[0]
    Update,   // parts[0][parts[1] -> parts[2]]
    Where,    // parts[0], where names[i] denotes parts[i + 1]
  };
  Kind kind = Kind::Name;
  std::string text;
  std::vector<DataSyntax*> parts;
  std::vector<VariableSyntax> variables;
  std::vector<Name> names;
  SourceSpan span;
};

struct Assignment {
  Name name;
  DataSyntax* value = nullptr;
};

using NameList = std::vector<Name>;  // a|b|c

struct CommSyntax {
  NameList from;
  Name to;  // text "tau": hidden
};

struct ProcessSyntax {
  enum class Kind : uint8_t {
    Call,  // an action or a process: name, arguments or assignments
    Delta,
    Tau,
    Multi,     // parts: calls and tau
    Sequence,  // parts
    Choice,    // parts
    Sum,       // variables, parts[0]
    If,        // condition, parts[0], perhaps parts[1]
    Parallel,  // parts
    Block,     // names, parts[0]
    Hide,
    Rename,  // names -> targets
    Allow,   // multi_actions
    Comm,    // comms
  };
  Kind kind = Kind::Delta;
  Name name;
  std::vector<DataSyntax*> arguments;
  std::vector<Assignment> assignments;
  bool by_name = false;  // P(x = e, ...) or P()
  DataSyntax* condition = nullptr;
  std::vector<VariableSyntax> variables;
  std::vector<ProcessSyntax*> parts;
  std::vector<Name> names;
  std::vector<Name> targets;
  std::vector<NameList> multi_actions;
  std::vector<CommSyntax> comms;
  SourceSpan span;
};

struct SortDeclaration {
  Name name;
  SortSyntax* definition = nullptr;  // null: a sort defined only by its cons constructors, if any
};

struct FunctionDeclaration {
  Name name;
  SortSyntax* sort = nullptr;
  bool constructor = false;
};

struct EquationSyntax {
  uint32_t variables = 0;           // index into Parsed::variable_sections
  DataSyntax* condition = nullptr;  // may be null
  DataSyntax* left = nullptr;
  DataSyntax* right = nullptr;
  SourceSpan span;
};

struct ActionDeclaration {
  Name name;
  std::vector<SortSyntax*> sorts;
};

struct ProcessDeclaration {
  Name name;
  std::vector<VariableSyntax> parameters;
  ProcessSyntax* body = nullptr;
};

struct Parsed {
  std::vector<SortDeclaration> sorts;
  std::vector<FunctionDeclaration> functions;
  std::vector<std::vector<VariableSyntax>> variable_sections;
  std::vector<EquationSyntax> equations;
  std::vector<VariableSyntax> globals;
  std::vector<ActionDeclaration> actions;
  std::vector<ProcessDeclaration> processes;
  ProcessSyntax* init = nullptr;
  SourceSpan end;

  std::deque<SortSyntax> sort_nodes;
  std::deque<DataSyntax> data_nodes;
  std::deque<ProcessSyntax> process_nodes;
};

}  // namespace px::mcrl2
