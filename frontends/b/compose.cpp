#include "frontends/b/compose.h"

#include <algorithm>

#include "frontends/b/composer.h"

namespace px::b {
namespace {

// The data of included machines is part of the including machine; a machine that is only seen or used keeps its own.
bool is_inclusion(MachineUse::Kind kind) {
  return kind != MachineUse::Kind::Sees && kind != MachineUse::Kind::Uses;
}

}  // namespace

void Composer::add_static(Statics& statics, const Name& name, SymbolId symbol) {
  const auto [known, added] = statics.emplace(name.text, symbol);
  if (added || known->second == symbol) return;
  diagnostics_.add(DiagnosticKind::DuplicateName, name.span,
                   "'" + name.text + "' is declared a second time; it is declared at " +
                       sources_.place(machine_.symbols[known->second].span));
}

void Composer::merge(Statics& into, const Statics& from, const Name& place) {
  for (const auto& [text, symbol] : from) {
    const auto [known, added] = into.emplace(text, symbol);
    if (added || known->second == symbol) continue;
    diagnostics_.add(DiagnosticKind::DuplicateName, place.span,
                     "'" + text + "' is declared at " + sources_.place(machine_.symbols[known->second].span) +
                         " and, in another machine, at " + sources_.place(machine_.symbols[symbol].span));
  }
}

SymbolId Composer::declare_set(const SetDeclaration& set, bool parameter, Statics& statics) {
  const SymbolId symbol = resolver_.declare(SymbolKind::Set, set.name, set.name.text);
  GivenSet given;
  given.name = set.name.text;
  given.span = set.name.span;
  given.symbol = symbol;
  given.enumerated = set.enumerated;
  given.parameter = parameter;
  const GivenSetId id = machine_.sets.add(std::move(given));
  machine_.sets[id].type = machine_.types.given(id, set.name.text);
  machine_.symbols[symbol].set = id;
  machine_.symbols[symbol].type = machine_.types.power(machine_.sets[id].type);
  add_static(statics, set.name, symbol);
  for (const Name& name : set.elements) {
    const SymbolId element = resolver_.declare(SymbolKind::Element, name, name.text);
    machine_.symbols[element].set = id;
    machine_.symbols[element].element = static_cast<uint32_t>(machine_.sets[id].elements.size());
    machine_.symbols[element].type = machine_.sets[id].type;
    machine_.sets[id].elements.push_back(element);
    add_static(statics, name, element);
  }
  return symbol;
}

// If a refinement declares a set again, it is the set of its abstraction.
void Composer::declare_sets(const LoadedMachine& machine, Statics& statics) {
  for (const SetDeclaration& set : machine.parsed.sets) {
    const auto known = statics.find(set.name.text);
    if (machine.refines != nullptr && known != statics.end()) continue;
    declare_set(set, false, statics);
  }
}

// The parameters of the main machine have no actual values: sets are deferred, numbers and booleans are constants.
void Composer::declare_parameters(const LoadedMachine& machine, Statics& statics) {
  for (const Name& name : machine.parsed.parameters) {
    if (statics.count(name.text) != 0 && machine.refines != nullptr) continue;
    if (is_set_parameter(name.text)) {
      declare_set({name, false, {}}, true, statics);
    } else {
      const SymbolId symbol = resolver_.declare(SymbolKind::Constant, name, name.text);
      machine_.symbols[symbol].concrete = true;
      machine_.constants.push_back(symbol);
      add_static(statics, name, symbol);
    }
  }
}

// The declarations of the machine, and the names of others that it can use. Sets and constants of a machine are visible
// through an inclusion of that machine, not through a machine that merely sees it.
const Composer::Statics& Composer::statics_of(const LoadedMachine& machine) {
  const auto known = statics_.find(&machine);
  if (known != statics_.end()) return known->second;
  Statics statics;
  if (machine.refines != nullptr) merge(statics, statics_of(*machine.refines), machine.parsed.refines);
  for (size_t i = 0; i < machine.uses.size(); ++i) {
    if (machine.uses[i] == nullptr) continue;
    const Statics& used = statics_of(*machine.uses[i]);
    const MachineUse& use = machine.parsed.uses[i];
    if (is_inclusion(use.kind)) {
      merge(statics, used, use.name);
      continue;
    }
    Statics own;
    for (const auto& [text, symbol] : used) {
      bool seen_only = false;
      for (size_t j = 0; j < machine.uses[i]->uses.size(); ++j) {
        const LoadedMachine* inner = machine.uses[i]->uses[j];
        if (inner == nullptr || is_inclusion(machine.uses[i]->parsed.uses[j].kind)) continue;
        seen_only = seen_only || statics_of(*inner).count(text) != 0;
      }
      if (!seen_only) own.emplace(text, symbol);
    }
    merge(statics, own, use.name);
  }
  declare_sets(machine, statics);
  const bool on_its_own = &machine == library_.main || library_.main->refines == &machine;
  if (on_its_own) declare_parameters(machine, statics);
  for (const DeclaredName& constant : machine.parsed.constants) {
    if (machine.refines != nullptr && statics.count(constant.name.text) != 0) continue;
    const SymbolId symbol = resolver_.declare(SymbolKind::Constant, constant.name, constant.name.text);
    machine_.symbols[symbol].concrete = constant.concrete;
    machine_.constants.push_back(symbol);
    add_static(statics, constant.name, symbol);
  }
  return statics_.emplace(&machine, std::move(statics)).first->second;
}

void Composer::add_item(Scope& scope, const std::string& name, Scope::Item item, const Name& place) {
  const auto [known, added] = scope.items.emplace(name, item);
  if (added || (item.symbol.valid() && known->second.symbol == item.symbol)) return;
  const SymbolId first = known->second.symbol;
  diagnostics_.add(DiagnosticKind::DuplicateName, place.span,
                   "'" + name + "' has two meanings here" +
                       (first.valid() ? "; one is declared at " + sources_.place(machine_.symbols[first].span) : ""),
                   "include machines under different names: p.M");
}

// The operations of a machine that is seen or used, but included by no machine, are called only by the environment.
void Composer::offer_operations() {
  for (const auto& [name, instance] : instances_) {
    if (instance->machine == library_.main || instance->included) continue;
    for (const auto& [text, operation] : instance->operations) machine_.operations[operation].exported = true;
  }
}

void Composer::run() {
  const LoadedMachine& main = *library_.main;
  machine_.kind = main.parsed.kind;
  machine_.name = main.parsed.name.text;
  machine_.span = main.parsed.name.span;
  Instance& instance = build(main, "", nullptr, nullptr);
  offer_operations();
  add_settings(instance);
  add_temporal(instance);
  if (initialisations_.size() == 1) machine_.initialisation = initialisations_.front();
  if (initialisations_.size() > 1) {
    Subst sequence;
    sequence.kind = SubstKind::Sequence;
    sequence.span = main.parsed.name.span;
    for (const SubstId id : initialisations_) sequence.branches.push_back({{}, {}, id, machine_.substs[id].span});
    machine_.initialisation = machine_.substs.add(std::move(sequence));
  }
}

void compose(const Library& library, const SourceMap& sources, Machine& machine, Diagnostics& diagnostics) {
  Composer(library, sources, machine, diagnostics).run();
}

}  // namespace px::b
