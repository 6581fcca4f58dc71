#include "frontends/promela_lite/model.h"

#include <set>

#include "engine/ir/pass/simplify.h"
#include "frontends/promela_lite/lower.h"
#include "frontends/promela_lite/parser.h"
#include "frontends/promela_lite/typecheck.h"

namespace px::promela_lite {
namespace {

// [DM08] Definition 11: which processes send to and receive from which static channel, named directly or by a
// parameter.
ir::ChannelFacts channel_facts(const Specification& spec) {
  ir::ChannelFacts facts;
  for (const Channel& channel : spec.channels) {
    facts.channels.push_back(
        {channel.name.text, std::to_string(channel.capacity) + " of " + spec.types.text(channel.type)});
  }
  std::set<ir::ChannelFacts::Use> uses;
  for (const Proctype& proctype : spec.proctypes) {
    for (const Statement& statement : proctype.statements) {
      const Update& first = statement.updates.front();
      if (first.kind != Update::Kind::Send && first.kind != Update::Kind::Receive) continue;
      ir::ChannelFacts::Use use;
      use.process_type = proctype.name.text;
      use.variable = first.target.text;
      use.local = first.target.symbol.kind == Symbol::Kind::Parameter;
      use.send = first.kind == Update::Kind::Send;
      uses.insert(use);
    }
  }
  facts.uses.assign(uses.begin(), uses.end());
  return facts;
}

}  // namespace

Result<Model> read_model(SourceMap& sources, FileId file, const std::vector<AddedFormula>& formulas) {
  Result<Specification> spec = parse(sources, file, formulas);
  if (!spec) return spec.failure();
  Diagnostics diagnostics;
  check_types(*spec, diagnostics);
  if (diagnostics.has_errors()) return Failure(diagnostics.take());
  Result<ir::Program> program = lower(*spec, std::string(sources.name(file)));
  if (!program) return program.failure();
  return Model{ir::simplify(std::move(*program)), channel_facts(*spec)};
}

}  // namespace px::promela_lite
