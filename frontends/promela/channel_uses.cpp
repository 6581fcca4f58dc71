#include "frontends/promela/channel_uses.h"

#include <algorithm>
#include <set>

namespace px::promela {
namespace {

std::string signature_of(const Model& model, const ChannelInit& channel) {
  std::string text = std::to_string(channel.capacity) + " of {";
  for (const Type type : channel.fields) text += ' ' + text_of(model, type);
  return text + " }";
}

void add_channels(const Model& model, ir::ChannelFacts& facts) {
  for (const VariableId id : model.globals) {
    const Variable& variable = model.variables[id];
    if (!variable.channel) continue;
    const std::string signature = signature_of(model, *variable.channel);
    if (!variable.is_array) facts.channels.push_back({variable.name, signature});
    for (int32_t i = 0; variable.is_array && i < variable.length; ++i) {
      facts.channels.push_back({variable.name + '[' + std::to_string(i) + ']', signature});
    }
  }
}

// Variables that a statement assigns.
std::set<VariableId> stored_variables(const Model& model) {
  std::set<VariableId> stored;
  const auto add = [&](ExprId target) {
    if (target.valid() && model.exprs[target].kind == ExprKind::Variable) {
      stored.insert(model.exprs[target].place.variable);
    }
  };
  for (const Stmt& stmt : model.stmts) {
    if (stmt.kind == StmtKind::Assign) add(stmt.target);
    for (const Pattern& pattern : stmt.patterns) {
      if (pattern.kind == Pattern::Kind::Store) add(pattern.expr);
    }
  }
  return stored;
}

class UseFinder {
 public:
  explicit UseFinder(const Model& model) : model_(model), stored_(stored_variables(model)) {}

  std::set<ir::ChannelFacts::Use> run() {
    for (const Proctype& proctype : model_.proctypes) {
      if (proctype.is_process()) visit(proctype.body, proctype);
    }
    return std::move(uses_);
  }

 private:
  void visit(const Sequence& sequence, const Proctype& proctype) {
    for (const StmtId id : sequence) {
      const Stmt& stmt = model_.stmts[id];
      if (stmt.kind == StmtKind::Send || stmt.kind == StmtKind::Receive) add(stmt, proctype);
      for (const Sequence& inner : stmt.sequences) visit(inner, proctype);
    }
  }

  void add(const Stmt& stmt, const Proctype& proctype) {
    const Expr& channel = model_.exprs[stmt.target];
    if (channel.kind != ExprKind::Variable || !channel.place.accesses.empty()) return;
    const Variable& variable = model_.variables[channel.place.variable];
    if (stored_.contains(channel.place.variable)) return;
    ir::ChannelFacts::Use use;
    use.process_type = proctype.kind == ProctypeKind::Init ? "init" : proctype.name;
    use.variable = variable.name;
    use.local = variable.owner.valid();
    use.send = stmt.kind == StmtKind::Send;
    if (variable.is_array && channel.place.index.valid()) {
      const Expr& index = model_.exprs[channel.place.index];
      if (index.kind == ExprKind::Constant) use.index = index.value;
    }
    uses_.insert(use);
  }

  const Model& model_;
  std::set<VariableId> stored_;
  std::set<ir::ChannelFacts::Use> uses_;
};

}  // namespace

ir::ChannelFacts channel_facts(const Model& model) {
  ir::ChannelFacts facts;
  add_channels(model, facts);
  const std::set<ir::ChannelFacts::Use> uses = UseFinder(model).run();
  facts.uses.assign(uses.begin(), uses.end());
  return facts;
}

}  // namespace px::promela
