// Labelled transition systems as graphs, and their minimisation modulo bisimulation.
//
// Idea: signature refinement [BlomOrzan2005]. All states start in one block. The signature of a state is the set of
// pairs (label, block of the target) of its edges; blocks are split by signature repeatedly until nothing changes. The
// result is the coarsest strong bisimulation.
//
// For branching bisimulation, tau steps within a block are invisible, so a state also has the signatures of the states
// it reaches by them. Tau cycles are first collapsed to single states (their states are bisimilar), so that one pass
// against the direction of the remaining tau steps computes all signatures. Divergence is not preserved: a state that
// can do tau forever may be bisimilar to one that cannot.
//
// Cost: a round takes time linear in the number of transitions, up to sorting; there are at most as many rounds as
// blocks, and usually few.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace px {

struct Lts {
  struct Edge {
    uint32_t from = 0;
    uint32_t label = 0;
    uint32_t to = 0;
    auto operator<=>(const Edge&) const = default;
  };
  uint32_t states = 0;
  uint32_t initial = 0;
  std::vector<std::string> labels;
  std::vector<Edge> edges;

  static constexpr std::string_view kTau = "tau";

  // The number of a label, which is added if new; `known` holds the labels so far.
  uint32_t label(const std::string& text, std::map<std::string, uint32_t>& known);
  // Sorts the edges in ascending order and removes duplicates.
  void remove_duplicates();
};

enum class Bisimulation : uint8_t { Strong, Branching };

// The smallest bisimilar system. Blocks are numbered in the order of their first states, so the result depends only on
// the system.
Lts quotient(const Lts& lts, Bisimulation kind, uint32_t threads = 1);

// Writes the Aldebaran format (.aut): des (initial, transitions, states), then one line per transition.
std::string aut_text(const Lts& lts);

}  // namespace px
