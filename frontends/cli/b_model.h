// A B machine on its way to a Program.
#pragma once

#include <memory>
#include <set>

#include "engine/base/result.h"
#include "engine/explore/explorer.h"
#include "frontends/b/lower.h"
#include "frontends/cli/options.h"

namespace px::cli {

inline constexpr std::string_view kGoalReached = "the goal is reached";

class BModel {
 public:
  static Result<std::unique_ptr<BModel>> read(const Options& options, FileId file, SourceMap& sources);

  const std::shared_ptr<const ir::Program>& program() const { return program_; }
  const b::Machine& machine() const { return machine_; }
  // What of the machine is not checked, or only in part; empty if everything is.
  std::string left_out() const;
  // Errors are told in the words of B: a goal that is reached is no invariant that is violated.
  void reword(const std::vector<FoundViolation>& found, SearchResult& result) const;
  bool has_set_ups() const { return lowered_.has_set_ups; }
  // The user set a limit that the search does not have, or what has no end was cut: what is found is not the whole.
  bool is_limited() const { return !lowered_.limits_set.empty() || !lowered_.bounded.empty(); }

  // Values that left the representation which the invariant suggested are stored all the same: if the search met some,
  // lowers again with room for them. False if there were none.
  Result<bool> grow(const SearchOutcome& outcome);
  // Why there is no state to start in: properties that no constants satisfy, as few as can be found quickly; or the
  // initialisation.
  Failure no_start() const;

 private:
  Result<bool> lower();
  bool has_set_ups(const std::set<size_t>& properties) const;

  b::Machine machine_;
  b::LowerOptions options_;
  b::Lowered lowered_;
  std::shared_ptr<const ir::Program> program_;
};

}  // namespace px::cli
