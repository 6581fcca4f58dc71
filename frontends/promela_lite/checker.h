// The type checker's class, shared only by the typecheck*.cpp files.
#pragma once

#include <map>
#include <set>
#include <string>

#include "frontends/promela_lite/typecheck.h"

namespace px::promela_lite {

class Checker {
 public:
  Checker(Specification& spec, Diagnostics& diagnostics) : spec_(spec), diagnostics_(diagnostics) {}

  void run();

 private:
  // The possible types of an expression.
  struct Typing {
    enum class Kind : uint8_t {
      Wrong,  // reported already
      Int,
      Pid,
      Literal,  // int and pid
      Channel,  // of type `channel`
      Null,     // every channel type
      Tuple,    // the name of a proctype
      Guard
    };
    Kind kind = Kind::Wrong;
    TypeId channel;
  };
  using Kind = Typing::Kind;

  // Declarations, statements (typecheck.cpp).
  void declare(Name& name, Symbol symbol, const char* rule);
  TypeId resolve(TypeSyntaxId syntax, const char* rule);
  TypeId resolve(TypeSyntaxId syntax, std::map<std::string, TypeId>& bound, const char* rule);
  void check_channel(uint32_t index);
  void check_global(uint32_t index);
  void check_proctype(uint32_t index);
  void check_statement(Statement& statement);
  void check_first_update(const Statement& statement, Update& update);
  void check_update(Update& update);
  void check_receive(Update& update, TypeId channel);
  void check_run(Run& run);
  bool is_checked(ExprId guard, Expr::Kind check, const std::string& channel) const;

  // Expressions (typecheck_expr.cpp).
  Typing infer(ExprId id);
  Typing infer_name(Expr& expr);
  Typing infer_remote(Expr& expr);
  Typing infer_arithmetic(Expr& expr);
  Typing infer_comparison(Expr& expr);
  Typing infer_equality(Expr& expr);
  void check_guard(ExprId id, const char* rule);
  // Whether the expression can have the type; if so, assigns that type.
  bool has_type(ExprId id, const Typing& typing, TypeId type);
  void expect(ExprId id, TypeId type, const std::string& what, const char* rule);
  TypeId channel_named(Name& name, const char* rule);  // invalid: error already reported
  TypeId variable_named(Name& name, const char* rule);
  Typing typing_of(TypeId type) const;
  TypeId type_of(const Symbol& symbol) const;
  std::string text_of(const Typing& typing) const;
  bool look_up(Name& name, const char* rule);

  void error(DiagnosticKind kind, SourceSpan span, const std::string& message, const char* rule, std::string hint = "");
  void mismatch(SourceSpan span, const std::string& message, const char* rule, std::string hint = "") {
    error(DiagnosticKind::TypeMismatch, span, message, rule, std::move(hint));
  }

  Specification& spec_;
  Diagnostics& diagnostics_;
  std::map<std::string, Symbol> environment_;  // channels, globals, proctypes so far
  std::map<std::string, Symbol> parameters_;   // of the proctype that is being checked
  std::set<std::string> formulas_;             // their names
  bool in_formula_ = false;
  uint32_t proctype_ = 0;
};

}  // namespace px::promela_lite
