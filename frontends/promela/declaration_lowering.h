// Families of processes with their locations, variables and channels: the declarations of the Program. Runs after the
// model is resolved, and before any expression is lowered.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontends/promela/model_lowering.h"

namespace px::promela {

class DeclarationLowering : public ModelLowering {
 protected:
  using ModelLowering::ModelLowering;

  // Processes (lower_processes.cpp).
  void make_processes();
  void make_family(uint32_t first, uint32_t count);
  void add_locations(ProcessFamily& family);

  // Variables (lower_variables.cpp).
  void make_variables();
  void make_global(VariableId id);
  std::string local_name(size_t family, VariableId id);
  void make_local(size_t family, VariableId id);
  void make_priorities();
  ir::TypeId cell_type(const Cell& cell, ValueKinds::Node node);
  ir::TypeId structure_type(StructureId structure);
  ir::TypeId array_type(ir::TypeId cell, ValueKinds::Node index, int32_t length);
  int32_t array_length(ValueKinds::Node index, int32_t length) const;
  std::optional<ir::Domain> process_domain(ValueKinds::Node index, int32_t length) const;
  using MakeScalar = std::function<int64_t(Type, ValueKinds::Node)>;
  void append_scalars(const Cell& cell, ValueKinds::Node node, ValueKinds::Node index, const MakeScalar& make,
                      std::vector<int64_t>& out);
  void append_initial(const Cell& cell, ValueKinds::Node node, ValueKinds::Node index,
                      const std::vector<int64_t>& values, std::vector<int64_t>& out);
  void append_default(const Cell& cell, ValueKinds::Node node, ValueKinds::Node index, std::vector<int64_t>& out);
  bool is_dropped(VariableId id) const;

  // Channels (lower_channels.cpp, lower_messages.cpp).
  void find_channels();
  void find_channel_uses(std::vector<bool>& assigned, std::vector<bool>& valued) const;
  void make_channels();
  bool share_family(const ChannelDeclaration& a, const ChannelDeclaration& b) const;
  std::vector<std::vector<size_t>> channel_groups() const;
  void make_group(const std::vector<size_t>& group);
  void make_queue(ChannelDeclaration& channel, size_t family, uint32_t first, uint32_t instances,
                  const std::vector<size_t>& group);
  void number_channels();
  std::vector<std::string> channel_names() const;
  InitialValues::ChannelNumbers channel_numbers() const;
  ir::TypeId message_type(const ChannelDeclaration& channel);
  ValueKinds::Node message_node(const ChannelDeclaration& channel, uint32_t field) const;

  // Transitions (lower_automata.cpp).
  ir::LocationId add_location(ProcessFamily& family, ProctypeId proctype, uint32_t state, const std::string& name,
                              const AutomatonState& info);

  std::optional<InitialValues> initial_values_;
  std::map<VariableId, size_t> channel_of_;  // variables that always name their own channels
  std::map<VariableId, ir::VariableId> globals_;
  std::set<std::pair<size_t, std::string>> local_names_;            // of a family
  std::map<std::pair<size_t, VariableId>, ir::VariableId> locals_;  // by family and local
  std::map<size_t, ir::VariableId> priorities_;                     // by family, if priorities matter
  std::optional<ir::VariableId> last_;
  bool sees_ended_ = false;  // whether labels or channels can distinguish a terminated process from a removed one
  std::map<StructureId, ir::TypeId> structures_;
};

}  // namespace px::promela
