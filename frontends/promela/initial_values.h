// The values of variables in the initial state: initialisers evaluated in SPIN's order, first the globals, then process
// by process the parameters (zero) and locals of the initially active processes.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "frontends/promela/model.h"

namespace px::promela {

class InitialValues {
 public:
  // `channel_numbers` maps channel cells (variable, pid or 0, cell) to the number of the channel, starting from 1.
  using ChannelNumbers = std::map<std::pair<VariableId, uint32_t>, uint32_t>;
  InitialValues(const Model& model, const std::vector<ProctypeId>& processes, const ChannelNumbers& channels);

  // All scalars of the variable (structures and arrays flattened, in order of declaration).
  const std::vector<int64_t>& of_global(VariableId id) const { return globals_.at(id); }
  const std::vector<int64_t>& of_local(uint32_t pid, VariableId id) const { return locals_.at({pid, id}); }

 private:
  std::vector<int64_t> evaluate_variable(VariableId id);
  std::vector<int64_t> evaluate_cell(const Cell& cell, uint32_t first_channel, FieldChannelCursor& fields);
  uint32_t first_channel(VariableId id) const;
  int64_t evaluate(ExprId expr);
  int64_t evaluate_binary(const Expr& expr);
  int64_t read(const Place& place);
  size_t scalar_count(const Cell& cell) const;

  const Model& model_;
  ChannelNumbers channels_;
  uint32_t pid_ = 0;
  uint32_t processes_ = 0;
  std::map<VariableId, std::vector<int64_t>> globals_;
  std::map<std::pair<uint32_t, VariableId>, std::vector<int64_t>> locals_;
};

}  // namespace px::promela
