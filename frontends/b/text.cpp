#include "frontends/b/text.h"

#include "frontends/b/machine.h"

namespace px::b {
namespace {

constexpr int kTightest = 250;

std::string spaces(int indent) {
  return std::string(static_cast<size_t>(indent), ' ');
}

}  // namespace

std::string quoted_string(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    switch (c) {
      case '\n': out += "\\n"; break;
      case '\t': out += "\\t"; break;
      case '\r': out += "\\r"; break;
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      default: out += c;
    }
  }
  return out + '"';
}

Writer::Writer(const Machine& machine, const std::map<SymbolId, std::string>& texts)
    : nodes_(machine), machine_(&machine), parentheses_(Parentheses::Fewest), texts_(&texts) {}

std::string Writer::name_of(SymbolId symbol) const {
  if (texts_ != nullptr) {
    if (const auto found = texts_->find(symbol); found != texts_->end()) return found->second;
  }
  return machine_->symbols[symbol].name;
}

int Writer::priority(const Expr& expr) const {
  if (expr.kind == ExprKind::Integer && expr.value < 0) return info(Op::Negate).priority;
  if (expr.kind != ExprKind::Operation) return kTightest;
  const OpInfo& op = info(expr.op);
  const bool has_priority =
      op.op_class == OpClass::Binary || op.op_class == OpClass::Prefix || op.op_class == OpClass::Postfix;
  return has_priority ? op.priority : kTightest;
}

std::string Writer::write(ExprId id, int least) const {
  const Expr& expr = nodes_.exprs[id];
  const int own = priority(expr);
  const std::string text = bare(expr);
  const bool all = parentheses_ == Parentheses::All && own != kTightest && expr.kind == ExprKind::Operation;
  return own < least || all ? "(" + text + ")" : text;
}

std::string Writer::list(const std::vector<ExprId>& exprs, int least) const {
  std::string text;
  for (const ExprId expr : exprs) text += (text.empty() ? "" : ", ") + write(expr, least);
  return text;
}

std::string Writer::bare(const Expr& expr) const {
  switch (expr.kind) {
    case ExprKind::Integer: return std::to_string(expr.value);
    case ExprKind::String: return quoted_string(expr.text);
    case ExprKind::Name: return expr.text;
    case ExprKind::OldName: return expr.text + "$0";
    case ExprKind::Call: return expr.text + "(" + list(expr.operands, kInBrackets) + ")";
    case ExprKind::Symbol: return name_of(expr.symbol);
    case ExprKind::OldSymbol: return name_of(expr.symbol) + "$0";
    case ExprKind::Operation: return operation(expr);
    case ExprKind::Binder: return binder(expr);
    case ExprKind::Record: return "rec(" + fields(expr) + ")";
    case ExprKind::RecordSet: return "struct(" + fields(expr) + ")";
    case ExprKind::Field: return write(expr.operands[0], kTightest) + "'" + expr.text;
    case ExprKind::Let: return let(expr);
  }
  return {};
}

std::string Writer::operation(const Expr& expr) const {
  const OpInfo& op = info(expr.op);
  const std::string text(op.text);
  switch (op.op_class) {
    case OpClass::Binary: return binary(expr);
    case OpClass::Prefix:
      return text + (expr.op == Op::Not ? "(" + write(expr.operands[0], kInBrackets) + ")"
                                        : write(expr.operands[0], op.priority + 1));
    case OpClass::Postfix: return write(expr.operands[0], op.priority) + text;
    case OpClass::Constant: return text;
    case OpClass::Function: return text + "(" + list(expr.operands, kInBrackets) + ")";
    default: break;
  }
  switch (expr.op) {
    case Op::Apply: return write(expr.operands[0], kTightest) + "(" + write(expr.operands[1], kInBrackets) + ")";
    case Op::Image: return write(expr.operands[0], kTightest) + "[" + write(expr.operands[1], kInBrackets) + "]";
    case Op::SetOf: return "{" + list(expr.operands, kInBrackets) + "}";
    case Op::SequenceOf: return "[" + list(expr.operands, kInBrackets) + "]";
    default: break;
  }
  return "IF " + write(expr.operands[0], kInBrackets) + " THEN " + write(expr.operands[1], kInBrackets) + " ELSE " +
         write(expr.operands[2], kInBrackets) + " END";
}

std::string Writer::binary(const Expr& expr) const {
  const OpInfo& op = info(expr.op);
  const bool right = op.associativity == Associativity::Right;
  const bool none = op.associativity == Associativity::None;
  return write(expr.operands[0], right || none ? op.priority + 1 : op.priority) + " " + std::string(op.text) + " " +
         write(expr.operands[1], right ? op.priority : op.priority + 1);
}

std::string Writer::bound_names(const std::vector<Name>& names, const std::vector<SymbolId>& bound) const {
  std::string text;
  for (const Name& name : names) text += (text.empty() ? "" : ",") + name.text;
  for (const SymbolId symbol : bound) text += (text.empty() ? "" : ",") + name_of(symbol);
  return text;
}

std::string Writer::binder(const Expr& expr) const {
  const std::string names = bound_names(expr.names, expr.bound);
  const std::string predicate = write(expr.operands[0], kInBrackets);
  if (expr.op == Op::Comprehension) return "{" + names + " | " + predicate + "}";
  const bool several = expr.names.size() + expr.bound.size() > 1;
  const std::string head =
      std::string(info(expr.op).text) + (several || info(expr.op).text.size() > 1 ? "(" + names + ")" : names);
  if (expr.operands.size() == 1) return head + ".(" + predicate + ")";
  return head + ".(" + predicate + " | " + write(expr.operands[1], kInBrackets) + ")";
}

std::string Writer::fields(const Expr& expr) const {
  std::string text;
  for (size_t i = 0; i < expr.fields.size(); ++i) {
    // A value that is a comparison would absorb the colon.
    text += (i == 0 ? "" : ", ") + expr.fields[i].text + " : " + write(expr.operands[i], kInBrackets);
  }
  return text;
}

std::string Writer::let(const Expr& expr) const {
  std::string equations;
  const size_t count = expr.operands.size() - 1;
  for (size_t i = 0; i < count; ++i) {
    const std::string name = expr.bound.empty() ? expr.names[i].text : name_of(expr.bound[i]);
    equations += (i == 0 ? "" : " & ") + name + " = " + write(expr.operands[i], info(Op::Equal).priority + 1);
  }
  return "LET " + bound_names(expr.names, expr.bound) + " BE " + equations + " IN " +
         write(expr.operands.back(), kInBrackets) + " END";
}

std::string Writer::substitution(SubstId id, int indent) const {
  const Subst& subst = nodes_.substs[id];
  switch (subst.kind) {
    case SubstKind::Parallel:
    case SubstKind::Sequence: return composed(subst, indent);
    case SubstKind::Pre:
    case SubstKind::Assert:
    case SubstKind::Select:
    case SubstKind::If:
    case SubstKind::Choice:
    case SubstKind::While: return guarded(subst, indent);
    case SubstKind::Any:
    case SubstKind::Let:
    case SubstKind::Var: return local_block(subst, indent);
    case SubstKind::Case: return case_block(subst, indent);
    default: return spaces(indent) + simple(subst);
  }
}

std::string Writer::simple(const Subst& subst) const {
  const std::string targets = list(subst.targets, kOutside);
  switch (subst.kind) {
    case SubstKind::Assign: return targets + " := " + list(subst.values, kOutside);
    case SubstKind::BecomesElement: return targets + " :: " + write(subst.values[0], kOutside);
    case SubstKind::BecomesSuchThat: return targets + " : (" + write(subst.values[0], kInBrackets) + ")";
    case SubstKind::Call:
    case SubstKind::NameCall: {
      const std::string callee =
          subst.kind == SubstKind::Call ? machine_->operations[subst.operation].name : subst.text;
      const std::string arguments = subst.values.empty() ? "" : "(" + list(subst.values, kInBrackets) + ")";
      return (targets.empty() ? "" : targets + " <-- ") + callee + arguments;
    }
    default: return "skip";
  }
}

// Each part in its own block if it is composite itself.
std::string Writer::composed(const Subst& subst, int indent) const {
  const std::string separator = subst.kind == SubstKind::Parallel ? " ||\n" : ";\n";
  std::string text;
  for (const Branch& branch : subst.branches) {
    const SubstKind kind = nodes_.substs[branch.body].kind;
    const bool nested = kind == SubstKind::Parallel || kind == SubstKind::Sequence;
    const std::string part =
        nested ? spaces(indent) + "BEGIN\n" + substitution(branch.body, indent + 2) + "\n" + spaces(indent) + "END"
               : substitution(branch.body, indent);
    text += (text.empty() ? "" : separator) + part;
  }
  return text;
}

std::string Writer::guarded(const Subst& subst, int indent) const {
  std::string_view first;
  std::string_view next;
  std::string_view then = "THEN";
  switch (subst.kind) {
    case SubstKind::Pre: first = "PRE"; break;
    case SubstKind::Assert: first = "ASSERT"; break;
    case SubstKind::Select: first = "SELECT", next = "WHEN"; break;
    case SubstKind::If: first = "IF", next = "ELSIF"; break;
    case SubstKind::While: first = "WHILE", then = "DO"; break;
    default: first = "CHOICE", next = "OR";
  }
  std::string text;
  for (const Branch& branch : subst.branches) {
    text += spaces(indent) + std::string(text.empty() ? first : next);
    if (branch.condition.valid()) {
      text += " " + write(branch.condition, kOutside) + " " + std::string(then);
    }
    text += "\n" + substitution(branch.body, indent + 2) + "\n";
  }
  if (subst.otherwise.valid()) {
    text += spaces(indent) + "ELSE\n" + substitution(subst.otherwise, indent + 2) + "\n";
  }
  if (subst.kind == SubstKind::While) {
    text += spaces(indent) + "INVARIANT " + write(subst.values[0], kOutside) + "\n" + spaces(indent) + "VARIANT " +
            write(subst.values[1], kOutside) + "\n";
  }
  return text + spaces(indent) + "END";
}

std::string Writer::case_block(const Subst& subst, int indent) const {
  std::string text = spaces(indent) + "CASE " + write(subst.values[0], kOutside) + " OF\n";
  bool first = true;
  for (const Branch& branch : subst.branches) {
    text += spaces(indent) + (first ? "EITHER " : "OR ") + list(branch.labels, kOutside) + " THEN\n" +
            substitution(branch.body, indent + 2) + "\n";
    first = false;
  }
  if (subst.otherwise.valid()) {
    text += spaces(indent) + "ELSE\n" + substitution(subst.otherwise, indent + 2) + "\n";
  }
  return text + spaces(indent) + "END END";
}

std::string Writer::local_block(const Subst& subst, int indent) const {
  const Branch& branch = subst.branches.front();
  const std::string names = bound_names(subst.names, subst.bound);
  const std::string body = "\n" + substitution(branch.body, indent + 2) + "\n" + spaces(indent) + "END";
  if (subst.kind == SubstKind::Any) {
    return spaces(indent) + "ANY " + names + " WHERE " + write(branch.condition, kOutside) + " THEN" + body;
  }
  if (subst.kind == SubstKind::Var) return spaces(indent) + "VAR " + names + " IN" + body;
  std::string equations;
  for (size_t i = 0; i < subst.values.size(); ++i) {
    const std::string name = subst.bound.empty() ? subst.names[i].text : name_of(subst.bound[i]);
    equations += (i == 0 ? "" : " & ") + name + " = " + write(subst.values[i], info(Op::Equal).priority + 1);
  }
  return spaces(indent) + "LET " + names + " BE " + equations + " IN" + body;
}

std::string text_of(const Machine& machine, ExprId expr) {
  return Writer(machine, &machine).formula(expr);
}

std::string text_of(const Machine& machine, ExprId expr, const std::map<SymbolId, std::string>& texts) {
  return Writer(machine, texts).formula(expr);
}

std::string text_of(const Machine& machine, SubstId subst) {
  return Writer(machine, &machine).substitution(subst, 0);
}

}  // namespace px::b
