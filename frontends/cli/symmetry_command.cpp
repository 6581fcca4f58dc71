#include "frontends/cli/symmetry_command.h"

#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <unistd.h>

#include "frontends/cli/guarded_command.h"
#include "frontends/cli/messages.h"
#include "frontends/cli/report.h"
#include "frontends/cli/session_options.h"
#include "frontends/cli/terminal.h"
#include "frontends/cli/text_file.h"
#include "frontends/driver/execution.h"
#include "symmetry/detect/channel_diagram.h"
#include "symmetry/detect/detect.h"
#include "symmetry/detect/initial_state.h"
#include "symmetry/detect/user_group.h"
#include "symmetry/group/analysed_group.h"
#include "symmetry/group/permutation_group.h"
#include "symmetry/group/structure.h"
#include "symmetry/perm/element_space.h"

namespace px::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Findings {
  symmetry::DetectedSymmetry symmetry;
  std::string structure;
  double seconds = 0;
  std::optional<symmetry::ChannelDiagram> diagram;
  std::optional<symmetry::ChannelDiagramSymmetry> diagram_symmetry;
};

class SymmetryShow {
 public:
  SymmetryShow(const ir::Program& program, const SourceMap& sources, const Findings& findings)
      : program_(program), space_(program), sources_(sources), findings_(findings) {
    moved_.assign(space_.size(), false);
    for (const symmetry::Permutation& generator : findings.symmetry.generators) {
      for (uint32_t p = 0; p < space_.size(); ++p) moved_[p] = moved_[p] || generator.image(p) != p;
    }
  }

  void write_text(std::ostream& out) const {
    for (uint32_t s = 0; s < program_.sorts.size(); ++s) {
      const ir::SortId sort(s);
      if (space_.count(sort) == 1) continue;  // there is nothing to exchange it with
      out << program_.sorts[sort].name << ": " << space_.count(sort) << " elements\n";
      write_names(out, "  moved", sort, true);
      write_names(out, "  fixed", sort, false);
    }
    out << "generators:" << (findings_.symmetry.generators.empty() ? " none" : "") << '\n';
    for (const std::string& generator : generators()) out << "  " << generator << '\n';
    out << "group: order " << findings_.symmetry.group.order() << ", " << findings_.structure << '\n';
    if (findings_.diagram_symmetry) {
      const symmetry::ChannelDiagramSymmetry& d = *findings_.diagram_symmetry;
      out << "static channel diagram: |Aut(SCD)| = " << d.automorphisms.order().decimal()
          << ", |H| = " << d.valid_generated.order().decimal() << ", |G| = " << d.largest_valid.order().decimal()
          << '\n';
    }
    if (!findings_.symmetry.notes.empty()) out << "what breaks symmetry:\n";
    for (const Diagnostic& note : findings_.symmetry.notes) out << render(note, sources_);
  }

  std::string to_json(const Options& options) const {
    Json json{{"model", options.model}, {"pexplore_version", PEXPLORE_VERSION}};
    json["group_order"] = findings_.symmetry.group.order();
    json["structure"] = findings_.structure;
    const auto order_or_null = [&](const symmetry::PermutationGroup symmetry::ChannelDiagramSymmetry::*group) {
      return findings_.diagram_symmetry ? Json((*findings_.diagram_symmetry.*group).order().decimal()) : Json(nullptr);
    };
    json["scd_order"] = order_or_null(&symmetry::ChannelDiagramSymmetry::automorphisms);
    json["scd_valid_order"] = order_or_null(&symmetry::ChannelDiagramSymmetry::valid_generated);
    json["largest_valid_order"] = order_or_null(&symmetry::ChannelDiagramSymmetry::largest_valid);
    json["generators"] = generators();
    json["sorts"] = Json::array();
    for (uint32_t s = 0; s < program_.sorts.size(); ++s) {
      json["sorts"].push_back({{"name", program_.sorts[ir::SortId(s)].name},
                               {"moved", names(ir::SortId(s), true)},
                               {"fixed", names(ir::SortId(s), false)}});
    }
    json["lost"] = Json::array();
    for (const Diagnostic& note : findings_.symmetry.notes) {
      Json lost{{"message", note.message}};
      if (note.span.known()) lost["line"] = note.span.line;
      json["lost"].push_back(std::move(lost));
    }
    json["seconds"] = findings_.seconds;
    // Text from models may not be UTF-8; JSON must be.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
  }

 private:
  std::vector<std::string> generators() const {
    std::vector<std::string> cycles;
    for (const symmetry::Permutation& generator : findings_.symmetry.generators) {
      cycles.push_back(generator.cycles([&](uint32_t p) { return space_.name(program_, p); }));
    }
    return cycles;
  }

  std::vector<std::string> names(ir::SortId sort, bool moved) const {
    std::vector<std::string> found;
    for (uint32_t e = 0; e < space_.count(sort); ++e) {
      const uint32_t p = space_.point(sort, e);
      if (moved_[p] == moved) found.push_back(space_.name(program_, p));
    }
    return found;
  }

  void write_names(std::ostream& out, const char* title, ir::SortId sort, bool moved) const {
    const std::vector<std::string> found = names(sort, moved);
    if (found.empty()) return;
    out << title << ':';
    for (const std::string& name : found) out << ' ' << name;
    out << '\n';
  }

  const ir::Program& program_;
  symmetry::ElementSpace space_;
  const SourceMap& sources_;
  const Findings& findings_;
  std::vector<bool> moved_;
};

// The initial state, or its successor if there is only one: in that state all processes have been started, and their
// parameters have their values.
Result<std::vector<uint64_t>> state_after_start(const std::shared_ptr<const ir::Program>& program) {
  Result<std::unique_ptr<interp::Interpreter>> interpreter = interp::Interpreter::make(program);
  if (!interpreter) return interpreter.failure();
  const uint32_t words = (*interpreter)->words();
  SuccessorBatch initial(words);
  (*interpreter)->initial_states(initial);
  if (initial.count() == 0) return std::vector<uint64_t>(words, 0);
  SuccessorBatch next(words);
  (*interpreter)->make_generator()->expand(initial.state(0), 1, UINT32_MAX, next);
  const uint64_t* state = next.count() == 1 ? next.state(0) : initial.state(0);
  return std::vector<uint64_t>(state, state + words);
}

// In Promela-Lite the processes are already running in the initial state.
Result<std::vector<uint64_t>> started_state(const driver::ModelSource& model, const ir::Layout& layout) {
  if (model.starts_by_a_step()) return state_after_start(model.program());
  return symmetry::initial_values(*model.program(), layout);
}

// The group of `program`, in which variables may be lifted; the diagram is that of the model as written.
Result<Findings> find(const Options& options, const driver::ModelSource& model, const ir::Program& program,
                      const ir::Layout& layout, const symmetry::DetectionHints& hints, SourceMap& sources) {
  Findings findings;
  const auto begin = std::chrono::steady_clock::now();
  Result<symmetry::DetectedSymmetry> symmetry =
      driver::find_symmetry(reduction_options(options), program, layout, hints, sources);
  if (!symmetry) return symmetry.failure();
  findings.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  findings.symmetry = std::move(*symmetry);
  const symmetry::SymmetryGroup& group = findings.symmetry.group;
  findings.structure = group.is_product()
                           ? group.describe(program)
                           : structure_name(analyse_group(group.generators[0].size(), group.generators).chain);
  const std::optional<ir::ChannelFacts> channels = model.channels();
  if (!channels) return findings;
  const Result<ir::Layout> written = ir::Layout::make(*model.program());
  if (!written) return written.failure();
  const Result<std::vector<uint64_t>> started = started_state(model, *written);
  if (!started) return started.failure();
  findings.diagram = symmetry::make_channel_diagram(*model.program(), *written, *started, *channels);
  findings.diagram_symmetry = find_channel_diagram_symmetry(*model.program(), *written, *findings.diagram);
  return findings;
}

int show_symmetry(const Options& options, CommandGuard& guard) {
  SourceMap sources;
  const bool color = colors_on(STDERR_FILENO, options.color);
  const auto fail = [&](const Failure& failure) { return print_failure(failure, sources, color, std::cerr); };
  Result<std::unique_ptr<driver::ModelSource>> model = load_model(options, sources);
  if (!model) return fail(model.failure());
  print_diagnostics((*model)->warnings(), sources, color, std::cerr);
  guard.enter(driver::Phase::Preparing);
  const auto begin = std::chrono::steady_clock::now();
  std::optional<symmetry::LiftedProgram> lifted =
      driver::lift_for_strategy(reduction_options(options), *(*model)->program());
  const std::shared_ptr<const ir::Program> program =
      lifted ? std::make_shared<const ir::Program>(std::move(lifted->program)) : (*model)->program();
  const symmetry::DetectionHints hints = lifted ? std::move(lifted->hints) : symmetry::DetectionHints();
  const std::chrono::duration<double> lifting = std::chrono::steady_clock::now() - begin;
  Result<ir::Layout> layout = ir::Layout::make(*program);
  if (!layout) return fail(layout.failure());
  Result<Findings> findings = find(options, **model, *program, *layout, hints, sources);
  if (!findings) return fail(findings.failure());
  findings->seconds += lifting.count();
  const SymmetryShow show(*program, sources, *findings);
  guard.claim();
  if (options.report != "-" && options.graph_dot != "-") show.write_text(std::cout);
  if (!options.report.empty()) {
    if (const Result<void> written = write_file_or_output("--report", options.report, show.to_json(options));
        !written) {
      return fail(written.failure());
    }
  }
  if (!options.graph_dot.empty()) {
    if (!findings->diagram) {
      return fail(
          Failure(DiagnosticKind::Unsupported, "channel diagrams are drawn for Promela and Promela-Lite models only"));
    }
    const std::string dot = to_dot(*findings->diagram, findings->diagram_symmetry->largest_valid);
    if (const Result<void> written = write_file_or_output("--graph-dot", options.graph_dot, dot); !written)
      return fail(written.failure());
  }
  return 0;
}

}  // namespace

int run_symmetry(const Options& options) {
  return run_guarded(options, [&](CommandGuard& guard) { return show_symmetry(options, guard); });
}

}  // namespace px::cli
