// Lowers a resolved Promela model with its control-flow automata to a Program.
//
//   process ids      one sort; consecutive ids of the same proctypes form a family, whose locations are "absent"
//                    and the states of the automata; for symmetry, also ids that are not consecutive (ProcessNumbers)
//   locals           arrays over the family; globals remain globals; arrays indexed only by process ids become arrays
//                    over the sort, and variables that hold only process ids become elements of it (value_kinds.h)
//   channels         queues; channels that are used as values are elements of a second sort (lower_channels.cpp)
//   transitions      one action per transition of an automaton and family, parameterised by the process; a rendezvous
//                    is one action of two processes
//   atomic, d_step   actions after which the process keeps control
//
// SPIN determines ids and the number of processes at run time. Here they are assumed in advance (process_slots.h): a
// step that exceeds the assumption reaches a Grow statement (Lowered::growth), and the caller lowers again with larger
// slots.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/ir/program.h"
#include "frontends/promela/automaton.h"
#include "frontends/promela/model.h"
#include "frontends/promela/process_slots.h"

namespace px::promela {

struct LowerOptions {
  // Terminated processes stay, instead of being removed one after the other: see docs/promela-termination.md.
  bool keep_ended = false;
  // All processes that can have the same proctypes form one family, whatever their ids (process_slots.h).
  bool side_by_side = false;
};

// User options that affect the semantics of a model, like those of spin and pan.
struct Meaning {
  bool lossy_channels = false;         // spin -m: a send to a full channel is a step, and the message is lost
  bool empty_channels_at_end = false;  // pan -q: a state with a message in a channel is not a valid end state
};

struct LowerInput {
  const Model& model;
  const ControlGraph& graph;
  const std::vector<Automaton>& automata;  // by ProctypeId
  std::vector<bool> dropped;               // by VariableId: globals that are not part of the state (never read)
  std::vector<bool> scratch;               // by VariableId: globals whose value does not outlive a d_step: 0 outside
  ProcessSlots slots;
  Meaning meaning;
  LowerOptions options;
};

// The need of a run that reaches the Grow statement with mark i + 1, where this is entry i of Lowered::growth: a
// process beyond the slots.
struct Growth {
  uint32_t pid = 0;
  ProctypeId proctype;
};

// A state of an automaton.
struct ControlState {
  ProctypeId proctype;
  uint32_t state = 0;  // 0: none
};
// By the names of a family and a location, which no pass over the Program changes.
using ControlStates = std::map<std::pair<std::string, std::string>, ControlState>;

struct Lowered {
  ir::Program program;
  std::vector<Growth> growth;
  ControlStates states;
  std::vector<uint32_t> pids;  // SPIN's process id of each element of the sort of processes
  bool checks_trace = false;   // the trace assertion is part of the Program
  bool sees_ended = false;     // a label or channel can distinguish a terminated process from a removed one
  std::vector<Diagnostic> warnings;
};

// Errors (unsupported features) go to `diagnostics`; the result must not be used then.
Lowered lower(const LowerInput& input, Diagnostics& diagnostics);

}  // namespace px::promela
