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
  const std::shared_ptr<const ir::Program>& program() const { return program_; }
  // The automata of all proctypes, as `pan -d` lists them; what variables were found to hold.
  std::string dump_automata() const;
  std::string dump_types(const SourceMap& sources) const;
  // What of the model is not checked, e.g. "not checked: the never claim"; empty if everything is.
  std::string left_out() const;
  // Whether the statement is one that fails for want of a process that was not foreseen.
  bool is_growth(ir::StatementId statement) const;
  // Whether the model may start processes that are not foreseen yet.
  bool may_grow() const { return !growth_.empty(); }
  // Foresees the processes that these statements asked for, and lowers again.
  Result<bool> grow(const std::vector<ir::StatementId>& statements);

 private:
  explicit PromelaModel(std::unique_ptr<promela::Translation> translation);
  Result<bool> lower(bool keep_ended);
  void foresee(const std::vector<ir::StatementId>& statements);
  Result<bool> settle();
  Result<bool> finish(bool symmetric);
  std::shared_ptr<const ir::Program> simplified() const;
  bool has_growth(const ir::Program& program) const;
  Result<std::vector<ir::StatementId>> first_needs() const;

  std::unique_ptr<promela::Translation> translation_;
  bool symmetric_ = false;  // whether a strategy of symmetry reduction is asked for
  promela::ProcessSlots slots_;
  std::shared_ptr<const ir::Program> program_;
  std::vector<promela::Growth> growth_;
};

}  // namespace px::cli
