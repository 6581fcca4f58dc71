// The typed flat machine as a B machine. Types appear in comments; names of renamed machines keep their dots.
#include "engine/base/check.h"
#include "frontends/b/machine.h"
#include "frontends/b/text.h"

namespace px::b {
namespace {

class Dump {
 public:
  explicit Dump(const Machine& machine) : machine_(machine), writer_(machine, &machine) {}

  std::string run() {
    switch (machine_.kind) {
      case MachineKind::Machine: text_ = "MACHINE "; break;
      case MachineKind::Refinement: text_ = "REFINEMENT "; break;
      case MachineKind::Implementation: text_ = "IMPLEMENTATION "; break;
    }
    text_ += machine_.name + '\n';
    write_sets();
    write_names("CONSTANTS", machine_.constants);
    write_conjuncts("PROPERTIES", machine_.properties, " &");
    write_names("VARIABLES", machine_.variables);
    write_conjuncts("INVARIANT", machine_.invariants, " &");
    write_conjuncts("// not checked: INVARIANT", machine_.linking, " &");
    write_conjuncts("ASSERTIONS", machine_.assertions, ";");
    write_definitions();
    if (machine_.initialisation.valid()) {
      text_ += "INITIALISATION\n" + writer_.substitution(machine_.initialisation, 2) + '\n';
    }
    write_operations();
    return std::move(text_) + "END\n";
  }

 private:
  std::string typed(SymbolId id) const {
    const Symbol& symbol = machine_.symbols[id];
    return symbol.name + " /* " + text_of(machine_.types, symbol.type) + " */";
  }

  std::string names(const std::vector<SymbolId>& ids) const {
    std::string text;
    for (const SymbolId id : ids) text += (text.empty() ? "" : ", ") + typed(id);
    return text;
  }

  void write_sets() {
    std::string text;
    for (const GivenSet& set : machine_.sets) {
      text += (text.empty() ? "  " : ";\n  ") + set.name;
      if (!set.enumerated) continue;
      std::string elements;
      for (const SymbolId id : set.elements) elements += (elements.empty() ? "" : ", ") + machine_.symbols[id].name;
      text += " = {" + elements + "}";
    }
    if (!text.empty()) text_ += "SETS\n" + text + '\n';
  }

  void write_names(const char* clause, const std::vector<SymbolId>& ids) {
    if (ids.empty()) return;
    text_ += std::string(clause) + '\n';
    for (size_t i = 0; i < ids.size(); ++i) text_ += "  " + typed(ids[i]) + (i + 1 < ids.size() ? ",\n" : "\n");
  }

  void write_conjuncts(const char* clause, const std::vector<Conjunct>& conjuncts, const char* separator) {
    if (conjuncts.empty()) return;
    text_ += std::string(clause) + '\n';
    for (size_t i = 0; i < conjuncts.size(); ++i) {
      const Expr& expr = machine_.exprs[conjuncts[i].predicate];
      const bool loose = expr.kind == ExprKind::Operation && info(expr.op).op_class == OpClass::Binary &&
                         info(expr.op).priority <= info(Op::And).priority;
      const std::string text = writer_.formula(conjuncts[i].predicate);
      text_ += "  " + (loose ? "(" + text + ")" : text) + (i + 1 < conjuncts.size() ? separator : "") + '\n';
    }
  }

  void write_definitions() {
    std::string text;
    const auto add = [&](const std::string& line) { text += (text.empty() ? "  " : ";\n  ") + line; };
    if (machine_.goal.valid()) add("GOAL == " + writer_.formula(machine_.goal));
    for (const Setting& setting : machine_.settings) {
      add(setting.name +
          " == " + (setting.value.valid() ? writer_.formula(setting.value) : quoted_string(setting.text)));
    }
    for (const TemporalFormula& formula : machine_.temporal) add(formula.name + " == " + quoted_string(formula.text));
    if (!text.empty()) text_ += "DEFINITIONS\n" + text + '\n';
  }

  void write_operations() {
    std::string text;
    for (const Operation& operation : machine_.operations) {
      text += text.empty() ? "" : ";\n";
      text += "  ";
      if (!operation.results.empty()) text += names(operation.results) + " <-- ";
      text += operation.name;
      if (!operation.parameters.empty()) text += "(" + names(operation.parameters) + ")";
      text += operation.exported ? " =\n" : " = // called only\n";
      text += writer_.substitution(operation.body, 4);
    }
    if (!text.empty()) text_ += "OPERATIONS\n" + text + '\n';
  }

  const Machine& machine_;
  Writer writer_;
  std::string text_;
};

const char* kind_of(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::Set: return "set";
    case SymbolKind::Element: return "element";
    case SymbolKind::Constant: return "constant";
    case SymbolKind::Variable: return "variable";
    case SymbolKind::Abstract: return "abstract";
    case SymbolKind::Bound: return "bound";
    case SymbolKind::Parameter: return "argument";
    case SymbolKind::Result: return "result";
  }
  PX_UNREACHABLE("kind of symbol");
}

}  // namespace

std::string dump(const Machine& machine) {
  return Dump(machine).run();
}

std::string dump_types(const Machine& machine) {
  std::string text;
  for (const Symbol& symbol : machine.symbols) {
    std::string kind = kind_of(symbol.kind);
    kind.resize(10, ' ');
    text += kind + symbol.name + " : " + text_of(machine.types, symbol.type) + '\n';
  }
  return text;
}

}  // namespace px::b
