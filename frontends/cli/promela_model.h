// A Promela model on its way to a Program: the front end lowers for a foreseen set of processes, and this finds out by
// looking at the first states which processes there are.
#pragma once

#include <memory>
#include <vector>

#include "engine/base/result.h"
#include "engine/ir/program.h"
#include "frontends/cli/options.h"
#include "frontends/promela/translate.h"

namespace px::cli {

class PromelaModel {
 public:
  static Result<std::unique_ptr<PromelaModel>> read(const Options& options, FileId file, SourceMap& sources);

  const promela::Translation& translation() const { return *translation_; }
  std::vector<Diagnostic> warnings() const;
  const std::shared_ptr<const ir::Program>& program() const { return program_; }
  // A stage of the front end as text; empty for the stages behind it.
  std::string dump(DumpStage stage, const SourceMap& sources) const;
  // What of the model is not checked, e.g. "not checked: the never claim"; empty if everything is.
  std::string left_out() const;
  // What the locations of the program are in these automata.
  const promela::ControlStates& control_states() const { return states_; }
  // SPIN's ids of the elements of the program's sort of processes.
  const std::vector<uint32_t>& pids() const { return pids_; }
  // Whether the model may start processes that are not foreseen yet.
  bool may_grow() const { return !growth_.empty(); }
  // Foresees the processes that statements with these marks asked for (promela::Growth), and lowers again.
  Result<bool> grow(const std::vector<uint32_t>& marks);
  // Whether processes that have ended stay where they are, for the sake of symmetry; there are fewer states then.
  bool keeps_ended() const { return keeps_ended_; }
  // For models that turn out to have no symmetry: processes that have ended go, as in SPIN. Lowers again.
  Result<bool> forgo_symmetry();

 private:
  explicit PromelaModel(std::unique_ptr<promela::Translation> translation);
  std::string dump_automata() const;
  Result<bool> lower(promela::LowerOptions options = {});
  void foresee(const std::vector<uint32_t>& marks);
  Result<bool> settle();
  Result<bool> finish(bool symmetric);
  std::shared_ptr<const ir::Program> simplified() const;
  bool sees_removal() const;
  bool has_growth(const ir::Program& program) const;
  Result<std::vector<uint32_t>> first_needs() const;

  std::unique_ptr<promela::Translation> translation_;
  bool symmetric_ = false;  // whether a strategy of symmetry reduction is asked for
  bool keeps_ended_ = false;
  bool lists_unreached_ = false;  // then every single step counts
  promela::ProcessSlots slots_;
  std::shared_ptr<const ir::Program> program_;
  std::vector<promela::Growth> growth_;
  promela::ControlStates states_;
  std::vector<uint32_t> pids_;
  bool checks_trace_ = false;
  bool sees_ended_ = false;
  std::vector<Diagnostic> lowering_warnings_;
};

}  // namespace px::cli
