#include "frontends/b/lexer.h"

#include <gtest/gtest.h>

namespace px::b {
namespace {

struct Lexed {
  SourceMap sources;
  Diagnostics diagnostics;
  std::vector<Token> tokens;

  explicit Lexed(std::string text) { tokens = lex(sources.add("m.mch", std::move(text)), sources, diagnostics); }

  std::string all() const {
    std::string text;
    for (const Token& token : tokens) {
      if (token.kind == TokenKind::End) break;
      text += (text.empty() ? "" : " ");
      text += token.kind == TokenKind::Operator  ? std::string(info(token.op).name)
              : token.kind == TokenKind::Integer ? std::to_string(token.value)
              : token.kind == TokenKind::String  ? '"' + token.text + '"'
              : token.kind == TokenKind::Name    ? token.text
                                                 : token_name(token.kind);
    }
    return text;
  }
  std::string error() const {
    if (diagnostics.items().empty()) return "none";
    const Diagnostic& item = diagnostics.items().front();
    return std::string(diagnostic_name(item.kind)) + ' ' + std::to_string(item.span.line) + ':' +
           std::to_string(item.span.column);
  }
};

TEST(Lexer, TakesTheLongestSpelling) {
  EXPECT_EQ(Lexed("a<--b<-c<=d<=>e<<|f<|g<:h<<:i<+j<->k<<->>l").all(),
            "a '<--' b Append c LessEqual d Equivalent e DomainSubtraction f DomainRestriction g Subset h "
            "StrictSubset i Override j Relations k TotalSurjectiveRelations l");
  EXPECT_EQ(Lexed("x:=1||y::S;z/:T/<:U/<<:V/\\W/|\\n\\|/m\\k\\/j").all(),
            "x ':=' 1 ParallelProduct y '::' S Compose z NotMember T NotSubset U NotStrictSubset V Intersection W "
            "Take n Drop m SetDifference k Union j");
  EXPECT_EQ(Lexed("+->> +-> -->> --> >+>> >+> >->> >-> -> |-> || >= |> |>> | > >").all(),
            "PartialSurjections PartialFunctions TotalSurjections TotalFunctions PartialBijections PartialInjections "
            "TotalBijections TotalInjections Prepend Maplet ParallelProduct GreaterEqual RangeRestriction "
            "RangeSubtraction '|' Greater Greater");
  EXPECT_EQ(Lexed("x$0 r'a 1..5 f~ D==E").all(), "x '$0' r ''' a 1 Interval 5 f Inverse D '==' E");
}

TEST(Lexer, UnicodeSpellsTheSame) {
  EXPECT_EQ(Lexed("x ∈ ℕ ∧ y ∉ ∅ ∨ ¬(a ⊆ b) ⇒ f ∈ S → T ⇔ ∀z·(⊤) ∪ ∩ × ↦ ≠ ≤ ≥ ⤖ ◁ ≔ ‥ ℕ1 λ ∃ ℤ −").all(),
            "x Member Naturals And y NotMember EmptySet Or Not '(' a Subset b ')' Implies f Member S TotalFunctions "
            "T Equivalent Forall z '.' '(' Truth ')' Union Intersection Multiply Maplet NotEqual LessEqual "
            "GreaterEqual TotalBijections DomainRestriction ':=' Interval PositiveNaturals Lambda Exists Integers "
            "Subtract");
  EXPECT_EQ(Lexed("größe αβγ").all(), "größe αβγ");
}

TEST(Lexer, DropsCommentsAndPragmas) {
  EXPECT_EQ(Lexed("a /* b\n c */ d // e\nf /*@ label x */ g\xC2\xA0h").all(), "a d f g h");
  EXPECT_EQ(Lexed("a\n\t/* x */ b").tokens[1].span.line, 2U);
  EXPECT_EQ(Lexed("a\n\t/* x */ b").tokens[1].span.column, 10U);
  EXPECT_EQ(Lexed("\xEF\xBB\xBFMACHINE").tokens[0].span.column, 1U);
}

TEST(Lexer, Literals) {
  EXPECT_EQ(Lexed("0x1F 9223372036854775807 \"a\\\"b\" '''two\nlines''' `odd name`").all(),
            "31 9223372036854775807 \"a\"b\" \"two\nlines\" odd name");
}

TEST(Lexer, ReportsWhatItCannotRead) {
  EXPECT_EQ(Lexed("a\n  /* b").error(), "LexicalError 2:3");
  EXPECT_EQ(Lexed("x @ y").error(), "LexicalError 1:3");
  EXPECT_EQ(Lexed("\"abc").error(), "LexicalError 1:1");
  EXPECT_EQ(Lexed("'''abc").error(), "LexicalError 1:1");
  EXPECT_EQ(Lexed("```a ${x}```").error(), "LexicalError 1:1");
  EXPECT_EQ(Lexed("`a").error(), "LexicalError 1:1");
  EXPECT_EQ(Lexed("0xg").error(), "LexicalError 1:1");
  EXPECT_EQ(Lexed("9223372036854775808").error(), "ValueOutOfRange 1:1");
}

}  // namespace
}  // namespace px::b
