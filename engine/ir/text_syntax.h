// Tokens and syntax trees of the text form: built by the parser, translated to a Program by the resolver. Private to
// the text reader. Expressions and types lie in stores and refer to each other by id, so that deep trees need no deep
// destruction.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/source.h"
#include "engine/ir/limits.h"
#include "engine/ir/program.h"
#include "engine/ltl/connective.h"

namespace px::ir::text {

enum class TokenKind : uint8_t { End, Word, QuotedWord, Number, String, Element, Symbol };

inline constexpr uint64_t kNoneElement = UINT64_MAX;  // Token::number of User#none

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;     // word, string contents, symbol; Element: the sort's name
  uint64_t number = 0;  // Number, Element
  bool first_on_line = false;
  uint32_t begin = 0;  // offsets in the text
  uint32_t end = 0;
  SourceSpan span;
};

struct SyntaxExprTag {};
struct SyntaxTypeTag {};
using SyntaxExprId = Id<SyntaxExprTag>;
using SyntaxTypeId = Id<SyntaxTypeTag>;

struct Name {
  std::string text;
  SourceSpan span;
};

// A single name sets `family`, though the name may still turn out not to be a family; a range has lo and hi.
struct SyntaxDomain {
  bool subsets = false;  // of the family or range
  bool is_range = false;
  Name family;
  SyntaxExprId lo;
  SyntaxExprId hi;
  SourceSpan span;
};

// A location, perhaps with its family: L4 or user.L4.
struct SyntaxLocation {
  std::optional<Name> family;
  Name name;
};

// Operators of formulas; all but the first three are binary.
using Temporal = ltl::Connective;  // without the past operators

struct SyntaxExpr {
  enum class Kind : uint8_t {
    Number,
    Bool,
    None,
    Element,  // name#value
    Name,
    Field,       // args[0].name
    Index,       // args[0][args[1]]
    Operation,   // op over args
    NamedValue,  // op = Let or Fix: name stands for args[0] in args[1]
    Check,       // name.text is the message; args
    Implies,
    Quantifier,  // op, name over domain: args = {condition} or {filter or invalid, value}
    SetDisplay,  // {args}
    SetLiteral,  // set[domain]{args}: one constant
    SetOf,       // set[domain](args[0])
    SeqDisplay,  // seq[type]{args}
    Wrap,        // wrap(args[0], type)
    ElementAt,   // element(args[0], name)
    Length,      // len(args[0])
    At,          // args[0] at location
    OfProcess,   // op = LocationIndex or CanMove: args[0], name (family, may be empty)
    Temporal,    // temporal over args; in formulas only
  };
  Kind kind = Kind::Number;
  Op op = Op::Const;
  Name name;
  int64_t value = 0;
  std::vector<SyntaxExprId> args;
  SyntaxDomain domain;
  SyntaxTypeId type;
  SyntaxLocation location;
  Temporal temporal = Temporal::Always;
  bool has_temporal = false;  // contains a temporal operator
  uint32_t depth = 1;
  SourceSpan span;
};

struct SyntaxField {
  Name name;
  SyntaxTypeId type;
};

struct SyntaxType {
  enum class Kind : uint8_t { Bool, Int, Range, Named, Set, Sequence, Array, Record, Queue };
  Kind kind = Kind::Bool;
  SyntaxExprId lo;  // Range; Queue: capacity
  SyntaxExprId hi;
  Name name;  // Named: a sort
  bool none = false;
  SyntaxDomain domain;  // Set, Array
  SyntaxTypeId element;
  std::vector<SyntaxField> fields;
  SourceSpan span;
};

// An explicit position in another file.
struct Position {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t length = 0;
};

struct SyntaxStatement;
using SyntaxBlock = std::vector<SyntaxStatement>;

struct SyntaxStatement {
  Statement::Kind kind = Statement::Kind::Assign;
  std::vector<SyntaxExprId> places;
  std::vector<SyntaxExprId> exprs;
  Op update = Op::Const;  // Assign: Add for +=, Sub for -=
  std::vector<SyntaxBlock> blocks;
  Name binding;
  SyntaxDomain domain;
  SyntaxTypeId type;  // Let, may be absent
  SyntaxLocation location;
  std::optional<std::string> text;
  std::optional<ViolationKind> violation;
  std::optional<Position> position;
  SourceSpan span;
};

struct SyntaxInitial {
  bool list = false;
  std::vector<SyntaxExprId> values;
};

struct SyntaxLocationDeclaration {
  Name name;
  bool atomic = false;
  bool deterministic = false;
  bool valid_end = false;
  bool progress = false;
  bool accepting = false;
  std::optional<Position> position;
};

struct SyntaxMover {
  std::optional<Name> parameter;
  SyntaxLocation from;
  SyntaxLocation to;
  Control control = Control::Release;
  SourceSpan span;
};

struct SyntaxParameter {
  Name name;
  SyntaxDomain domain;
};

struct SyntaxEdge {
  Name from;
  Name to;
  SyntaxExprId guard;
  std::vector<Automaton::StepTest> tests;
  std::optional<Position> position;
  SourceSpan span;
};

struct SyntaxAutomatonState {
  Name name;
  bool initial = false;
  bool accepting = false;
};

struct Declaration {
  enum class Kind : uint8_t {
    Program,
    Define,
    Sort,
    Family,
    Process,
    Variable,
    Action,
    Invariant,
    Deadlock,
    Automaton,
    Property,
    Init
  };
  Kind kind = Kind::Program;
  Name name;
  Name owner;                  // Family: its sort; Variable: the family of a local (empty: global)
  SyntaxExprId lo, hi;         // Define: lo; Sort: lo = size; Family: first and last element
  std::vector<Name> elements;  // Sort
  bool has_elements = false;
  std::vector<SyntaxLocationDeclaration> locations;  // Process
  bool start_is_list = false;
  std::vector<Name> start;
  bool constant = false;  // Variable
  bool hidden = false;
  bool transient = false;
  bool distinct = false;
  SyntaxTypeId type;
  std::optional<SyntaxInitial> initial;
  std::vector<SyntaxParameter> parameters;  // Action
  std::vector<SyntaxMover> movers;
  SyntaxExprId condition;      // Action: guard; Invariant; Property; Deadlock: `unless`
  std::string condition_text;  // as written
  SyntaxBlock body;            // Action, Init
  std::string label;
  bool off = false;  // Deadlock
  bool strict = false;
  std::vector<SyntaxAutomatonState> states;
  std::vector<SyntaxEdge> edges;
  std::optional<Position> position;
  SourceSpan span;
};

struct SyntaxTree {
  Store<SyntaxExprId, SyntaxExpr> exprs;
  Store<SyntaxTypeId, SyntaxType> types;
  std::vector<Declaration> declarations;
};

// How tightly operators bind, loosest first; Form and Call, which are not operators, bind not at all.
inline constexpr int level_of(OpSyntax syntax) {
  return syntax < OpSyntax::Or ? 0 : static_cast<int>(syntax) - static_cast<int>(OpSyntax::Or) + 1;
}
inline constexpr int kOrLevel = level_of(OpSyntax::Or);
inline constexpr int kUntilLevel = level_of(OpSyntax::Until);
inline constexpr int kNotLevel = level_of(OpSyntax::Not);
inline constexpr int kCompareLevel = level_of(OpSyntax::Compare);
inline constexpr int kPrefixLevel = level_of(OpSyntax::Prefix);
inline constexpr int kPostfixLevel = kPrefixLevel + 1;

// The maximum depth of trees (as in the verifier), and of nested parentheses and blocks in the text. The latter is
// lower since the parser needs more stack; long chains of operators are deep but not nested.
inline constexpr uint32_t kMaxDepth = kMaxNesting;
inline constexpr uint32_t kMaxTextNesting = 400;

// Words that cannot be names unless written in backquotes.
bool is_reserved(std::string_view word);
bool starts_declaration(std::string_view word);
std::vector<std::string> declaration_words();

}  // namespace px::ir::text
