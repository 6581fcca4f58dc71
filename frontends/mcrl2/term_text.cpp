#include "frontends/mcrl2/term_text.h"

#include <algorithm>

namespace px::mcrl2 {
namespace {

// A term may be as deep as a run is long, and equal parts are printed each time. Parts that are left out are
// distinguished by the numbers of their records.
constexpr uint32_t kDeepestText = 300;
constexpr uint32_t kMaxTextRecords = 20'000;

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& p : parts) out += (out.empty() ? "" : ", ") + p;
  return out;
}

}  // namespace

BigInt TermText::integer_of(Word w) const {
  if (is_small(w)) return BigInt(small_value(w));
  std::vector<uint32_t> digits;
  for (size_t i = 0; i < parts(w); ++i) digits.push_back(static_cast<uint32_t>(part(w, i)));
  return BigInt::from_digits(number(w) != 0, std::move(digits));
}

std::string TermText::application_text(const std::string& name, Word w, size_t first) {
  std::vector<std::string> inner;
  for (size_t i = first; i < parts(w); ++i) inner.push_back(text(part(w, i)));
  return inner.empty() ? name : name + '(' + joined(inner) + ')';
}

std::string TermText::operation_text(Builtin op, const std::vector<std::string>& inner) {
  std::string name(builtin_text(op));
  switch (op) {
    case Builtin::ToPos:
    case Builtin::ToNat:
    case Builtin::ToInt:
    case Builtin::ToReal: name = (op == Builtin::ToReal ? "Int" : op == Builtin::ToInt ? "Real" : "Int") + name; break;
    default: break;
  }
  const bool named =
      std::isalpha(static_cast<unsigned char>(name[0])) != 0 && name != "in" && name != "div" && name != "mod";
  if (named) return inner.empty() ? name : name + '(' + joined(inner) + ')';
  const auto enclosed = [](const std::string& s) {
    return s.find(' ') == std::string::npos || s.front() == '[' || s.front() == '{' || s.front() == '(' ? s
                                                                                                        : '(' + s + ')';
  };
  if (inner.size() == 1) return name + enclosed(inner[0]);
  if (inner.size() == 2) return enclosed(inner[0]) + ' ' + name + ' ' + enclosed(inner[1]);
  return name + '(' + joined(inner) + ')';
}

std::string TermText::list_text(Word w) {
  std::vector<std::string> inner;
  for (; has_tag(w, Tag::Cons) && text_records_ < kMaxTextRecords; w = part(w, 1)) {
    ++text_records_;
    inner.push_back(text(part(w, 0)));
  }
  if (has_tag(w, Tag::Cons)) return '[' + joined(inner) + ", ...#" + std::to_string(w) + ']';
  if (w == kEmptyList) return '[' + joined(inner) + ']';
  std::string out;
  for (const std::string& item : inner) out += item + " |> ";
  return out + text(w);
}

std::string TermText::text(Word w) {
  if (w == kNothing) return "-";
  if (is_small(w)) return std::to_string(small_value(w));
  if (is_bare_symbol(w)) return m_.spec().symbols[SymbolId(bare_symbol(w))].name;
  switch (w) {
    case kFalse: return "false";
    case kTrue: return "true";
    case kEmptyList: return "[]";
    case kEmptySet: return "{}";
    case kEmptyBag: return "{:}";
    default: break;
  }
  if (text_depth_ == 0) text_records_ = 0;
  if (text_depth_ >= kDeepestText || text_records_ >= kMaxTextRecords) return "...#" + std::to_string(w);
  ++text_records_;
  ++text_depth_;
  std::string out = record_text(w);
  --text_depth_;
  return out;
}

std::string TermText::record_text(Word w) {
  std::vector<std::string> inner;
  switch (tag(w)) {
    case Tag::Symbol: return application_text(m_.spec().symbols[SymbolId(number(w))].name, w, 0);
    case Tag::Builtin:
      for (size_t i = 0; i < parts(w); ++i) inner.push_back(text(part(w, i)));
      return operation_text(static_cast<Builtin>(number(w)), inner);
    case Tag::Apply: return application_text(text(part(w, 0)), w, 1);
    case Tag::BigInt: return integer_of(w).text();
    case Tag::Rational: return integer_of(part(w, 0)).text() + " / " + integer_of(part(w, 1)).text();
    case Tag::Cons: return list_text(w);
    case Tag::Set:
      for (size_t i = 0; i < parts(w); ++i) inner.push_back(text(part(w, i)));
      return '{' + joined(inner) + '}';
    case Tag::SetBut: {
      for (size_t i = 1; i < parts(w); ++i) inner.push_back(text(part(w, i)));
      if (part(w, 0) == kTrue) return "!{" + joined(inner) + '}';
      const std::string predicate = "{ x | (" + text(part(w, 0)) + ")(x) }";
      return inner.empty() ? predicate : predicate + " but {" + joined(inner) + '}';
    }
    case Tag::BagBut: return "{ x | (" + text(part(w, 0)) + ")(x) }";
    case Tag::Bag:
      for (size_t i = 0; i + 1 < parts(w); i += 2) inner.push_back(text(part(w, i)) + ": " + text(part(w, i + 1)));
      return '{' + joined(inner) + '}';
    case Tag::Lambda: {
      const LambdaCode& lambda = m_.lambda(number(w));
      std::map<VariableId, std::string> values;
      for (size_t i = 0; i < lambda.captured; ++i) values[lambda.captured_variables[i]] = text(part(w, i));
      return text(*lambda.source, values);
    }
    case Tag::Update: {
      std::string out = text(part(w, 0));
      if (out.find(' ') != std::string::npos) out = '(' + out + ')';
      for (size_t i = 1; i + 1 < parts(w); i += 2) out += '[' + text(part(w, i)) + " -> " + text(part(w, i + 1)) + ']';
      return out;
    }
    case Tag::Table: {
      for (size_t i = 0; i < parts(w); ++i) inner.push_back(text(part(w, i)));
      return '(' + joined(inner) + ')';
    }
    case Tag::Not: return "!(" + text(part(w, 0)) + ')';
    default: return '(' + text(part(w, 0)) + ") and (" + text(part(w, 1)) + ')';
  }
}

std::string TermText::text(const Expr& e, const std::map<VariableId, std::string>& values) {
  std::vector<std::string> inner;
  for (const Expr* part : e.parts) inner.push_back(text(*part, values));
  const auto declared = [&] {
    std::vector<std::string> out;
    for (const VariableId v : e.variables) {
      out.push_back(m_.spec().variables[v].name + ": " + m_.spec().sorts.text(m_.spec().variables[v].sort));
    }
    return joined(out);
  };
  switch (e.kind) {
    case Expr::Kind::Variable: {
      const auto known = values.find(e.variable);
      return known != values.end() ? known->second : m_.spec().variables[e.variable].name;
    }
    case Expr::Kind::Number: return e.text;
    case Expr::Kind::Symbol: return m_.spec().symbols[e.symbol].name;
    case Expr::Kind::Apply: return inner[0] + '(' + joined({inner.begin() + 1, inner.end()}) + ')';
    case Expr::Kind::Builtin: return operation_text(e.builtin, inner);
    case Expr::Kind::List: return '[' + joined(inner) + ']';
    case Expr::Kind::Set: return '{' + joined(inner) + '}';
    case Expr::Kind::Bag: {
      std::vector<std::string> counted;
      for (size_t i = 0; i + 1 < inner.size(); i += 2) counted.push_back(inner[i] + ": " + inner[i + 1]);
      return counted.empty() ? "{:}" : '{' + joined(counted) + '}';
    }
    case Expr::Kind::SetOf:
    case Expr::Kind::BagOf: return "{ " + declared() + " | " + inner[0] + " }";
    case Expr::Kind::Lambda: return "lambda " + declared() + ". " + inner[0];
    case Expr::Kind::Forall: return "forall " + declared() + ". " + inner[0];
    case Expr::Kind::Exists: return "exists " + declared() + ". " + inner[0];
    case Expr::Kind::Update: return inner[0] + '[' + inner[1] + " -> " + inner[2] + ']';
    case Expr::Kind::Where: {
      std::string out = inner[0] + " whr ";
      for (size_t i = 0; i < e.variables.size(); ++i) {
        out += (i == 0 ? "" : ", ") + m_.spec().variables[e.variables[i]].name + " = " + inner[i + 1];
      }
      return out + " end";
    }
  }
  return "?";
}

}  // namespace px::mcrl2
