// The meaning of names at a place in a machine.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "frontends/b/library.h"
#include "frontends/b/machine.h"

namespace px::b {

struct Environment;

// A formula to substitute for a name: the argument of a definition or of a machine, to be resolved where it was
// written.
struct Argument {
  ExprId formula;
  const Environment* environment;
};

// Names that are visible in the whole machine.
struct Scope {
  struct Item {
    SymbolId symbol;
    const Argument* argument = nullptr;  // for a parameter of an included machine, instead of a symbol
    bool writable = false;
  };
  struct Call {
    OperationId operation;
    enum class Access : uint8_t { Callable, Own, Seen } access = Access::Callable;
  };
  std::map<std::string, Item, std::less<>> items;
  std::map<std::string, Call, std::less<>> calls;
};

// A name bound by a binder, a substitution, an operation or a definition, in a chain from the innermost outwards.
struct Local {
  std::string name;
  SymbolId symbol;
  const Argument* argument = nullptr;
  bool writable = false;
  const Local* outer = nullptr;
};

// The context for resolving a formula. Environments and locals live as long as the resolver.
struct Environment {
  const LoadedMachine* machine = nullptr;
  const Scope* scope = nullptr;
  const Local* locals = nullptr;
  ExpansionId expansion;
};

}  // namespace px::b
