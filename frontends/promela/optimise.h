// SPIN's three optimisations, as decisions about the elements of a control graph and the variables of a model:
//
//  1. A global that is read only in prints is removed from the state (spin -o2 turns this off).
//  2. A local that is dead after a step is reset to 0 by it, so that states do not differ in it (-o1 or -o2).
//  3. Steps that cannot block, choose or be observed are merged with their successors (-o3).
//
// They determine the number of states; Optimise::Spin follows SPIN 6.5.2 exactly, oddities included.
#pragma once

#include <vector>

#include "frontends/promela/control_graph.h"

namespace px::promela {

enum class Optimise : uint8_t {
  Spin,  // spin's default
  None,  // spin -o1 -o2 -o3
  Full,  // goes further, as long as assertions, deadlocks and end states are preserved (docs/promela-semantics.md)
};

// What can be excluded from Optimise::Spin.
enum class SpinOptimisation : uint8_t {
  DataFlow,   // spin -o1: locals are reset
  WriteOnly,  // -o2: globals are hidden, and locals reset
  Merging     // -o3
};

struct OptimiseSwitches {
  bool hide_globals = true;
  bool reset_locals = true;
  bool merge_steps = true;
  bool beyond_spin = false;  // reset wherever a local dies, merge only truly local steps, hold local steps
};

// The switches of a level; a remote variable reference disables resets and merging, `provided` disables merging.
OptimiseSwitches switches_for(Optimise level, const std::vector<SpinOptimisation>& off, const Model& model);

struct ElementPlan {
  std::vector<VariableId> resets;  // locals set to 0 right after the step
  uint32_t merge = 0;              // the state up to which the step continues at once; 0 if it does not
  uint32_t merge_start = 0;        // the same, for a step that may block and can only begin a chain
};

struct OptimisationPlan {
  std::vector<bool> hidden;           // by variable: not part of the state
  std::vector<bool> scratch;          // by variable: hidden, read, but never beyond the d_step that wrote it
  std::vector<ElementPlan> elements;  // by element
};

OptimisationPlan optimise(const Model& model, const ControlGraph& graph, OptimiseSwitches switches);

std::string dump(const Model& model, const ControlGraph& graph, const OptimisationPlan& plan);

}  // namespace px::promela
