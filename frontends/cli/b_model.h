// A B machine on its way to a Program.
#pragma once

#include <memory>

#include "engine/base/result.h"
#include "frontends/b/lower.h"
#include "frontends/cli/options.h"

namespace px::cli {

class BModel {
 public:
  static Result<std::unique_ptr<BModel>> read(const Options& options, FileId file, SourceMap& sources);

  const std::shared_ptr<const ir::Program>& program() const { return program_; }
  const b::Machine& machine() const { return machine_; }
  // What of the machine is not checked, or only in part; empty if everything is.
  std::string left_out() const;
  bool has_constants() const { return lowered_.has_constants; }
  // The user set a limit that the search does not have: what is found is not the whole.
  bool is_limited() const { return !lowered_.limits_set.empty(); }

 private:
  b::Machine machine_;
  b::Lowered lowered_;
  std::shared_ptr<const ir::Program> program_;
};

}  // namespace px::cli
