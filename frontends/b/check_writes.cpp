#include "frontends/b/check_writes.h"

#include <map>
#include <optional>
#include <vector>

namespace px::b {
namespace {

using Writes = std::map<SymbolId, SourceSpan>;  // the assigned symbol, and its first assignment

class WriteCheck {
 public:
  WriteCheck(const Machine& machine, const SourceMap& sources, Diagnostics& diagnostics)
      : machine_(machine), sources_(sources), diagnostics_(diagnostics), of_operation_(machine.operations.size()) {}

  void run() {
    if (machine_.initialisation.valid()) writes(machine_.initialisation);
    for (uint32_t i = 0; i < machine_.operations.size(); ++i) operation_writes(OperationId(i), {});
  }

 private:
  SymbolId base(ExprId target) const {
    const Expr* expr = &machine_.exprs[target];
    while (expr->kind == ExprKind::Operation || expr->kind == ExprKind::Field) {
      expr = &machine_.exprs[expr->operands[0]];
    }
    return expr->symbol;
  }

  void add_at_once(Writes& into, SymbolId symbol, SourceSpan span) {
    const auto [known, added] = into.emplace(symbol, span);
    if (added) return;
    diagnostics_.add(DiagnosticKind::AssignedTwice, span,
                     "'" + machine_.symbols[symbol].name + "' is changed twice at the same time, here and at " +
                         sources_.place(known->second),
                     "of a function, write f := f <+ {x |-> a, y |-> b}");
  }

  const Writes& operation_writes(OperationId id, SourceSpan call) {
    std::optional<Writes>& known = of_operation_[id.value];
    if (known) return *known;
    static const Writes kNothing;
    if (open_.count(id) != 0) {
      diagnostics_.add(DiagnosticKind::CallNotAllowed, call,
                       "the operation '" + machine_.operations[id].name + "' calls itself");
      return kNothing;
    }
    open_[id] = true;
    Writes found = machine_.operations[id].body.valid() ? writes(machine_.operations[id].body) : Writes();
    for (const SymbolId result : machine_.operations[id].results) found.erase(result);
    open_.erase(id);
    known = std::move(found);
    return *known;
  }

  Writes call(const Subst& subst) {
    Writes all;
    for (const ExprId target : subst.targets) add_at_once(all, base(target), machine_.exprs[target].span);
    for (const auto& [symbol, where] : operation_writes(subst.operation, subst.span)) {
      add_at_once(all, symbol, subst.span);
      const Symbol& changed = machine_.symbols[symbol];
      if (subst.seen && changed.kind == SymbolKind::Variable && !changed.changeable) {
        diagnostics_.add(DiagnosticKind::CallNotAllowed, subst.span,
                         "'" + machine_.operations[subst.operation].name + "' changes '" + changed.name + "' (at " +
                             sources_.place(where) + "), but its machine is only seen (SEES) here",
                         "include the machine instead");
      }
    }
    return all;
  }

  Writes writes(SubstId id) {
    const Subst& subst = machine_.substs[id];
    if (subst.kind == SubstKind::Call) return call(subst);
    Writes all;
    for (const ExprId target : subst.targets) add_at_once(all, base(target), machine_.exprs[target].span);
    for (const Branch& branch : subst.branches) {
      for (const auto& [symbol, span] : writes(branch.body)) {
        if (subst.kind == SubstKind::Parallel) {
          add_at_once(all, symbol, span);
        } else {
          all.emplace(symbol, span);
        }
      }
    }
    if (subst.otherwise.valid()) all.merge(writes(subst.otherwise));
    for (const SymbolId symbol : subst.bound) all.erase(symbol);
    return all;
  }

  const Machine& machine_;
  const SourceMap& sources_;
  Diagnostics& diagnostics_;
  std::vector<std::optional<Writes>> of_operation_;
  std::map<OperationId, bool> open_;
};

}  // namespace

void check_writes(const Machine& machine, const SourceMap& sources, Diagnostics& diagnostics) {
  WriteCheck(machine, sources, diagnostics).run();
}

}  // namespace px::b
