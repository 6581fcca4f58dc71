// The whole model: mtypes, structures, proctypes, formulas. See expression_resolver.h.
#pragma once

#include <string>

#include "frontends/promela/statement_resolver.h"

namespace px::promela {

class Resolver : public StatementResolver {
 public:
  Resolver(const ast::Module& module, Diagnostics& diagnostics) : StatementResolver(module, diagnostics) {}
  Model run();

 private:
  // Globals (resolve.cpp).
  void register_proctypes();
  void register_global(const std::string& name, Symbol symbol);
  void resolve_unit(const ast::Unit& unit);
  void resolve_formula(const ast::Formula& source);
  void resolve_mtypes(const ast::MtypeSet& set);
  void resolve_structure(const ast::Typedef& source);
  void resolve_proctype(const ast::Proctype& source, ProctypeId id);
  void resolve_parameters(const ast::Proctype& source, ProctypeId id);
  void check_provided(ExprId id);
  void check_runs();
  void check_whole_model();
  void check_formula(ExprId root, bool temporal_allowed);
};

}  // namespace px::promela
