// Definitions that address the tool rather than the machine: GOAL, SET_PREF_..., MAX_..., scope_..., ASSERT_CTL...
#include "frontends/b/composer.h"

namespace px::b {
namespace {

bool is_branching(std::string_view name) {
  return name.starts_with("ASSERT_CTL");
}

bool is_scope(std::string_view name) {
  return name.starts_with("scope_");
}

bool is_setting(std::string_view name) {
  return is_scope(name) || name.starts_with("SET_PREF_") || name.starts_with("MAX_") || name.starts_with("FORCE_");
}

}  // namespace

// Numbers, strings, TRUE and FALSE: the possible values of preferences.
bool Composer::is_plain_value(const LoadedMachine& machine, ExprId formula) const {
  const Expr& expr = machine.parsed.nodes.exprs[formula];
  if (expr.kind == ExprKind::Integer || expr.kind == ExprKind::String) return true;
  if (expr.kind != ExprKind::Operation) return false;
  if (expr.op == Op::Negate) return is_plain_value(machine, expr.operands[0]);
  return expr.op == Op::True || expr.op == Op::False;
}

void Composer::add_settings(const Instance& instance) {
  for (const Definition& definition : instance.machine->parsed.definitions) {
    const std::string& name = definition.name.text;
    if (!definition.parameters.empty()) continue;
    if (is_branching(name)) {
      machine_.temporal.push_back({name, definition.name.span, definition.text, {}, 0});
      machine_.warnings.push_back(
          {DiagnosticKind::NotChecked, definition.name.span, "the temporal formula '" + name + "' is not checked", ""});
    } else if (name == "GOAL" && definition.formula.valid()) {
      machine_.goal = resolver_.formula(definition.formula, *instance.environment);
    } else if (is_setting(name)) {
      Setting setting{name, definition.name.span, definition.text, {}};
      const bool readable =
          definition.formula.valid() && (is_scope(name) || is_plain_value(*instance.machine, definition.formula));
      if (readable) setting.value = resolver_.formula(definition.formula, *instance.environment);
      machine_.settings.push_back(std::move(setting));
    }
  }
}

}  // namespace px::b
