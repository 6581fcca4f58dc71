#include "frontends/promela_lite/parser.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "frontends/promela_lite/lexer.h"

namespace px::promela_lite {
namespace {

struct SyntaxAbort {};  // the error has already been reported; never leaves the parser

SourceSpan joined(SourceSpan from, SourceSpan to) {
  if (from.line == to.line) from.length = to.column + to.length - from.column;
  return from;
}

class Parser {
 public:
  Parser(std::string_view text, std::vector<Token> tokens, Diagnostics& diagnostics)
      : text_(text), tokens_(std::move(tokens)), diagnostics_(diagnostics) {}

  Specification run() {
    while (!at("proctype") && !at("init")) parse_declaration();
    if (at("init")) fail("a specification has at least one proctype before init");
    while (at("proctype")) parse_proctype();
    parse_init();
    while (at("ltl")) parse_ltl();
    if (here().kind != Token::Kind::End) fail("nothing but formulas may follow init: ltl name { [] (x < 3) }");
    return std::move(spec_);
  }

  // Parses a single formula, and adds it to a specification.
  Specification run_formula(Specification spec, const std::string& name) {
    spec_ = std::move(spec);
    parse_formula_of({name, here().span, {}});
    if (here().kind != Token::Kind::End) fail("the formula ends before this; " + shown() + " is not part of it");
    return std::move(spec_);
  }

 private:
  // ---- Tokens

  const Token& here() const { return tokens_[position_]; }
  const Token& previous() const { return tokens_[position_ - 1]; }
  bool at(std::string_view text) const {
    return here().text == text && (here().kind == Token::Kind::Word || here().kind == Token::Kind::Symbol);
  }
  bool take(std::string_view text) {
    if (!at(text)) return false;
    ++position_;
    return true;
  }
  void expect(std::string_view text, const std::string& where, const std::string& hint = "") {
    if (take(text)) return;
    fail("expected '" + std::string(text) + "' " + where + ", found " + shown(), hint);
  }
  std::string shown() const {
    return here().kind == Token::Kind::End ? "the end of the file" : '\'' + here().text + '\'';
  }

  [[noreturn]] void fail(const std::string& message, const std::string& hint = "") {
    fail_at(DiagnosticKind::SyntaxError, here().span, message, hint);
  }
  [[noreturn]] void fail_at(DiagnosticKind kind, SourceSpan span, const std::string& message, const std::string& hint) {
    diagnostics_.add(kind, span, message, hint);
    throw SyntaxAbort{};
  }

  Name parse_name(const std::string& what) {
    if (here().kind != Token::Kind::Word) fail("expected " + what + ", found " + shown());
    if (is_reserved(here().text)) fail("expected " + what + ", found the reserved word " + shown());
    Name name{here().text, here().span, {}};
    ++position_;
    return name;
  }

  int64_t parse_number(const std::string& what) {
    const bool negative = take("-");
    if (here().kind != Token::Kind::Number) fail("expected " + what + ", found " + shown());
    const int64_t number = here().number;
    ++position_;
    return negative ? -number : number;
  }

  struct Nested {  // counts the depth during its lifetime
    explicit Nested(Parser& p) : parser(p) {
      if (++parser.nesting_ > kMaxNesting) parser.too_deep(parser.here().span);
    }
    ~Nested() { --parser.nesting_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;
    Parser& parser;
  };
  [[noreturn]] void too_deep(SourceSpan span) {
    fail_at(DiagnosticKind::LimitExceeded, span, "nested more than " + std::to_string(kMaxNesting) + " deep",
            "split it into several statements");
  }

  // ---- Types

  TypeSyntaxId parse_type() {
    const Nested nested(*this);
    TypeSyntax type;
    type.span = here().span;
    if (take("int")) return spec_.type_syntax.add(std::move(type));
    type.kind = TypeSyntax::Kind::Pid;
    if (take("pid")) return spec_.type_syntax.add(std::move(type));
    if (!at("rec") && !at("chan")) {
      type.kind = TypeSyntax::Kind::Variable;
      type.name = parse_name("a type (int, pid, chan{...}, rec X . chan{...})").text;
      return spec_.type_syntax.add(std::move(type));
    }
    type.kind = TypeSyntax::Kind::Channel;
    if (take("rec")) {
      type.name = parse_name("a type variable after 'rec'").text;
      expect(".", "after the type variable");
      if (!at("chan")) fail("expected 'chan' after 'rec " + type.name + " .', found " + shown());
    }
    expect("chan", "");
    type.fields = parse_fields("after 'chan'");
    type.span = joined(type.span, previous().span);
    return spec_.type_syntax.add(std::move(type));
  }

  std::vector<TypeSyntaxId> parse_fields(const std::string& where) {
    expect("{", where, "a channel type lists the types of its messages: chan{pid,int}");
    std::vector<TypeSyntaxId> fields{parse_type()};
    while (take(",")) fields.push_back(parse_type());
    expect("}", "after the types of a message");
    return fields;
  }

  // ---- Declarations

  void parse_declaration() {
    if (here().kind == Token::Kind::End) fail("expected a channel, a global variable or a proctype, found " + shown());
    TypeSyntaxId type;
    const bool plain = at("chan") && tokens_[position_ + 1].text != "{";
    if (plain) {
      take("chan");
    } else {
      type = parse_type();
    }
    const Name name = parse_name(plain ? "'{' or the name of a channel after 'chan'"
                                       : "the name of the declared variable or channel");
    expect("=", "after the name", "channels: chan c = [1] of {int}; variables: int x = 0");
    if (at("[")) {
      parse_channel(type, name);
    } else {
      if (plain) fail("expected '[' and a capacity, found " + shown(), "chan c = [1] of {int}");
      spec_.globals.push_back({name, type, {}, parse_literal()});
    }
    expect(";", "after the declaration");
  }

  void parse_channel(TypeSyntaxId type, const Name& name) {
    if (!spec_.globals.empty()) fail("channels are declared before all global variables");
    Channel channel;
    channel.name = name;
    channel.declared = type;
    expect("[", "");
    channel.capacity_span = here().span;
    channel.capacity = parse_number("the capacity of the channel");
    expect("]", "after the capacity");
    expect("of", "after the capacity");
    channel.fields = parse_fields("after 'of'");
    spec_.channels.push_back(std::move(channel));
  }

  void parse_proctype() {
    expect("proctype", "");
    Proctype proctype;
    proctype.name = parse_name("the name of a proctype");
    expect("(", "after the name of a proctype");
    while (!at(")")) {
      if (!proctype.parameters.empty()) expect(";", "between parameters");
      const TypeSyntaxId type = parse_type();
      proctype.parameters.push_back({parse_name("the name of a parameter"), type, {}});
    }
    expect(")", "after the parameters");
    expect("{", "before the body of a proctype");
    expect("do", "at the beginning of the body",
           "the body of a proctype is one loop of atomic statements: do :: ... od");
    while (take("::")) proctype.statements.push_back(parse_statement());
    if (proctype.statements.empty()) fail("expected '::' and a statement, found " + shown());
    expect("od", "or '::' after a statement");
    expect("}", "after the loop");
    spec_.proctypes.push_back(std::move(proctype));
  }

  void parse_init() {
    expect("init", "or another proctype");
    expect("{", "after 'init'");
    expect("atomic", "in init", "init { atomic { run ...; run ... } }");
    expect("{", "after 'atomic'");
    do {
      if (at("}") && !spec_.runs.empty()) break;
      Run run;
      run.span = here().span;
      expect("run", "in init: processes are started there and nowhere else");
      run.proctype = parse_name("the name of a proctype");
      expect("(", "after the name of the proctype");
      while (!at(")")) {
        if (!run.arguments.empty()) expect(",", "between arguments");
        run.arguments.push_back(parse_literal());
      }
      expect(")", "after the arguments");
      run.span = joined(run.span, previous().span);
      spec_.runs.push_back(std::move(run));
    } while (take(";"));
    expect("}", "or ';' after a run statement");
    expect("}", "at the end of init");
  }

  // ---- Formulas, from loosest to tightest: -> <-> (right-associative), ||, &&, U W V (no chains), ! [] <> X

  using Node = ltl::Connective;

  void parse_ltl() {
    expect("ltl", "");
    const Name name = parse_name("the name of the formula");
    expect("{", "before the formula");
    parse_formula_of(name);
    expect("}", "after the formula");
  }

  void parse_formula_of(const Name& name) {
    nodes_.clear();
    in_formula_ = true;
    const uint32_t root = parse_implication();
    in_formula_ = false;
    spec_.formulas.push_back({name, std::move(nodes_), root});
  }

  uint32_t node(Node connective, uint32_t left, uint32_t right = 0) {
    nodes_.push_back({connective, {left, right}, {}});
    return static_cast<uint32_t>(nodes_.size() - 1);
  }

  uint32_t parse_implication() {
    const Nested nested(*this);
    const uint32_t left = parse_disjunction();
    if (take("->")) return node(Node::Implies, left, parse_implication());
    if (at("<") && tokens_[position_ + 1].text == "->") {
      position_ += 2;
      return node(Node::Iff, left, parse_implication());
    }
    return left;
  }

  uint32_t parse_disjunction() {
    uint32_t left = parse_formula_conjunction();
    while (take("||")) left = node(Node::Or, left, parse_formula_conjunction());
    return left;
  }

  uint32_t parse_formula_conjunction() {
    uint32_t left = parse_until();
    while (take("&&")) left = node(Node::And, left, parse_until());
    return left;
  }

  std::optional<Node> until_here() const {
    if (at("U")) return Node::Until;
    if (at("W")) return Node::WeakUntil;
    return at("V") ? std::optional(Node::Release) : std::nullopt;
  }

  uint32_t parse_until() {
    const uint32_t left = parse_unary();
    const std::optional<Node> kind = until_here();
    if (!kind) return left;
    ++position_;
    const uint32_t result = node(*kind, left, parse_unary());
    if (until_here()) fail("U, W and V cannot be chained", "put one of the two in parentheses: a U (b U c)");
    return result;
  }

  uint32_t parse_unary() {
    const Nested nested(*this);
    const std::string& second = tokens_[std::min(position_ + 1, tokens_.size() - 1)].text;
    if (take("!")) return node(Node::Not, parse_unary());
    if (take("X")) return node(Node::Next, parse_unary());
    if ((at("[") && second == "]") || (at("<") && second == ">")) {
      const Node kind = at("[") ? Node::Always : Node::Eventually;
      position_ += 2;
      return node(kind, parse_unary());
    }
    if (at("(") && !is_operand_in_parentheses()) {
      take("(");
      const uint32_t inner = parse_implication();
      expect(")", "after a formula");
      return inner;
    }
    const size_t begin = here().begin;
    const ExprId condition = parse_comparison();
    nodes_.push_back({{}, {0, 0}, condition, one_line(text_.substr(begin, here().begin - begin))});
    return static_cast<uint32_t>(nodes_.size() - 1);
  }

  // (x + 1) * 2 == y: the expression continues after the closing parenthesis.
  bool is_operand_in_parentheses() const {
    int depth = 0;
    for (size_t i = position_; i < tokens_.size(); ++i) {
      if (tokens_[i].text == "(") ++depth;
      if (tokens_[i].text != ")" || --depth != 0) continue;
      const std::string& next = tokens_[i + 1].text;
      const bool less = next == "<" && tokens_[i + 2].text != "->";
      return less || next == "==" || next == "!=" || next == "<=" || next == ">=" || next == ">" || next == "+" ||
             next == "-" || next == "*";
    }
    return false;
  }

  // worker[2]:x
  void parse_remote(Expr& expr) {
    expr.kind = Expr::Kind::Remote;
    expr.proctype = expr.name;
    expr.number = parse_number("the number of a process");
    expect("]", "after the number of a process");
    expect(":", "before the name of a parameter of the process", "client[2]:pc is the pc of process 2, a client");
    expr.name = parse_name("the name of a parameter of the process");
  }

  // A name, a number or null: the operands of declarations and run statements.
  ExprId parse_literal() {
    if (at("null") || at("-") || here().kind == Token::Kind::Number) return parse_leaf();
    Expr expr;
    expr.kind = Expr::Kind::Name;
    expr.span = here().span;
    expr.name = parse_name("a number, 'null' or the name of a channel");
    return spec_.exprs.add(std::move(expr));
  }

  // ---- Statements

  Statement parse_statement() {
    Statement statement;
    const Token& first = here();
    expect("atomic", "at the beginning of a statement", ":: atomic { guard -> update; ... }");
    expect("{", "after 'atomic'");
    const uint32_t begin = here().begin;
    statement.guard = parse_guard();
    expect("->", "after the guard", at("=") ? "equality is tested by ==" : "");
    statement.updates.push_back(parse_update());
    while (take(";") && !at("}")) statement.updates.push_back(parse_update());
    statement.text = one_line(text_.substr(begin, here().begin - begin));
    expect("}", "or ';' after an update");
    statement.span = joined(first.span, previous().span);
    return statement;
  }

  static std::string one_line(std::string_view text) {
    std::string line;
    for (const char c : text) {
      const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
      if (!blank) line += c;
      if (blank && !line.empty() && line.back() != ' ') line += ' ';
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    return line;
  }

  Update parse_update() {
    Update update;
    update.span = here().span;
    if (take("skip")) return update;
    update.target = parse_name("an update (skip, x = e, c!e or c?x)");
    if (take("=")) {
      update.kind = Update::Kind::Assign;
      update.values.push_back(parse_expr());
    } else if (take("!")) {
      update.kind = Update::Kind::Send;
      do update.values.push_back(parse_expr());
      while (take(","));
    } else if (take("?")) {
      update.kind = Update::Kind::Receive;
      do update.targets.push_back(parse_name("the name of a variable"));
      while (take(","));
    } else {
      fail("expected '=', '!' or '?' after '" + update.target.text + "', found " + shown());
    }
    update.span = joined(update.span, previous().span);
    return update;
  }

  // ---- Expressions and guards, from loosest to tightest

  using Rule = ExprId (Parser::*)();
  using Operators = std::initializer_list<std::pair<std::string_view, Expr::Kind>>;

  ExprId parse_guard() { return parse_chain(&Parser::parse_conjunction, {{"||", Expr::Kind::Or}}); }
  ExprId parse_conjunction() { return parse_chain(&Parser::parse_comparison, {{"&&", Expr::Kind::And}}); }
  ExprId parse_expr() { return parse_chain(&Parser::parse_product, {{"+", Expr::Kind::Add}, {"-", Expr::Kind::Sub}}); }
  ExprId parse_product() { return parse_chain(&Parser::parse_leaf, {{"*", Expr::Kind::Mul}}); }

  ExprId parse_chain(Rule part, Operators operators) {
    ExprId left = (this->*part)();
    for (;;) {
      const auto found = std::find_if(operators.begin(), operators.end(), [&](const auto& o) { return at(o.first); });
      if (found == operators.end()) return left;
      ++position_;
      left = binary(found->second, left, (this->*part)());
    }
  }

  ExprId parse_comparison() {
    const ExprId left = parse_expr();
    for (const auto& [text, kind] : {std::pair("==", Expr::Kind::Equal), std::pair("!=", Expr::Kind::Unequal),
                                     std::pair("<=", Expr::Kind::LessEqual), std::pair("<", Expr::Kind::Less),
                                     std::pair(">=", Expr::Kind::GreaterEqual), std::pair(">", Expr::Kind::Greater)}) {
      if (take(text)) return binary(kind, left, parse_expr());
    }
    return left;
  }

  ExprId binary(Expr::Kind kind, ExprId left, ExprId right) {
    Expr expr;
    expr.kind = kind;
    expr.operands[0] = left;
    expr.operands[1] = right;
    expr.depth = 1 + std::max(spec_.exprs[left].depth, spec_.exprs[right].depth);
    expr.span = joined(spec_.exprs[left].span, spec_.exprs[right].span);
    if (expr.depth > kMaxNesting) too_deep(expr.span);
    return spec_.exprs.add(std::move(expr));
  }

  ExprId parse_leaf() {
    const Nested nested(*this);
    Expr expr;
    expr.span = here().span;
    if (take("(")) {
      const ExprId inner = parse_guard();
      expect(")", "after an expression");
      spec_.exprs[inner].span = joined(expr.span, previous().span);
      return inner;
    }
    if (take("!")) {
      expr.kind = Expr::Kind::Not;
      expr.operands[0] = parse_leaf();
      expr.depth = 1 + spec_.exprs[expr.operands[0]].depth;
    } else if (at("-") || here().kind == Token::Kind::Number) {
      expr.number = parse_number("a number after '-'");
    } else if (take("null")) {
      expr.kind = Expr::Kind::Null;
    } else if (take("_pid")) {
      expr.kind = Expr::Kind::Pid;
    } else if (at("len") || at("nfull") || at("nempty")) {
      expr.kind = at("len") ? Expr::Kind::Len : at("nfull") ? Expr::Kind::NotFull : Expr::Kind::NotEmpty;
      const std::string word = here().text;
      ++position_;
      expect("(", "after '" + word + '\'');
      expr.name = parse_name("the name of a channel");
      expect(")", "after the name of a channel");
    } else {
      expr.kind = Expr::Kind::Name;
      expr.name = parse_name("an expression");
      if (in_formula_ && take("[")) parse_remote(expr);
    }
    expr.span = joined(expr.span, previous().span);
    return spec_.exprs.add(std::move(expr));
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  Diagnostics& diagnostics_;
  Specification spec_;
  size_t position_ = 0;
  uint32_t nesting_ = 0;
  bool in_formula_ = false;
  std::vector<FormulaNode> nodes_;  // of the formula
};

}  // namespace

Result<Specification> parse(SourceMap& sources, FileId file, const std::vector<AddedFormula>& formulas) {
  Diagnostics diagnostics;
  std::vector<Token> tokens = tokenize(sources.text(file), file, diagnostics);
  if (!diagnostics.has_errors()) {
    try {
      Specification spec = Parser(sources.text(file), std::move(tokens), diagnostics).run();
      for (const AddedFormula& formula : formulas) {
        const FileId text = sources.add(formula.option, formula.text);
        std::vector<Token> own = tokenize(formula.text, text, diagnostics);
        spec = Parser(formula.text, std::move(own), diagnostics).run_formula(std::move(spec), formula.name);
      }
      if (!diagnostics.has_errors()) return spec;
    } catch (const SyntaxAbort&) {
    }
  }
  return Failure(diagnostics.take());
}

}  // namespace px::promela_lite
