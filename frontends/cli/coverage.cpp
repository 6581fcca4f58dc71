#include "frontends/cli/coverage.h"

#include "frontends/promela/coverage.h"

namespace px::cli {
namespace {

std::vector<UnreachedPart> unreached_in_promela(const PromelaModel& model, const ir::Program& program,
                                                const std::vector<bool>& taken) {
  const promela::Translation& translation = model.translation();
  const std::vector<promela::TakenStep> steps = promela::taken_steps(program, taken, model.control_states());
  std::vector<UnreachedPart> parts;
  for (promela::ProctypeCoverage& coverage :
       promela::find_unreached(translation.model, translation.graph, translation.automata, steps)) {
    const promela::Proctype& proctype = translation.model.proctypes[coverage.proctype];
    const bool is_init = proctype.kind == promela::ProctypeKind::Init;
    UnreachedPart part{
        is_init ? "init" : "proctype " + proctype.name, {}, coverage.unreached_states, coverage.states, "states"};
    for (promela::UnreachedStatement& statement : coverage.unreached) {
      part.lines.push_back({statement.span, statement.state, std::move(statement.text)});
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

UnreachedPart unreached_actions(const ir::Program& program, const std::vector<bool>& taken) {
  UnreachedPart part{.name = "the model", .lines = {}, .total = program.actions.size()};
  for (uint32_t a = 0; a < program.actions.size(); ++a) {
    if (taken[a]) continue;
    const ir::Action& action = program.actions[ir::ActionId(a)];
    part.lines.push_back({action.span, 0, action.label.empty() ? action.name : action.name + ": " + action.label});
    ++part.unreached;
  }
  return part;
}

}  // namespace

std::vector<UnreachedPart> find_unreached(const LoadedModel& model, const ModelExecution& execution) {
  const ir::Program& program = execution.written.program();
  std::vector<bool> taken;
  for (uint32_t a = 0; a < program.actions.size(); ++a) taken.push_back(execution.coverage->taken(ir::ActionId(a)));
  if (model.promela) return unreached_in_promela(*model.promela, program, taken);
  return {unreached_actions(program, taken)};
}

void write_unreached(const std::vector<UnreachedPart>& parts, const SourceMap& sources, std::ostream& out) {
  for (const UnreachedPart& part : parts) {
    out << "unreached in " << part.name << '\n';
    for (const UnreachedLine& line : part.lines) {
      out << '\t';
      if (line.span.known()) out << sources.name(line.span.file) << ':' << line.span.line << ", ";
      if (line.state != 0) out << "state " << line.state << ", ";
      out << '"' << line.text << "\"\n";
    }
    out << "\t(" << part.unreached << " of " << part.total << ' ' << part.counted << ")\n";
  }
}

}  // namespace px::cli
