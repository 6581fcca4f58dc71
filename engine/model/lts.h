// Labelled transition systems as graphs, and what is left of them modulo bisimulation.
//
// Idea: refinement by signatures [BlomOrzan2005]. All states begin in one block. The signature of a state is the set of
// its (label, block of the target); states of one block with different signatures part, over and over, until nothing
// changes. What is left is the coarsest strong bisimulation.
//
// For branching bisimulation, steps labelled tau within a block are invisible, so a state has also the signatures of
// the states it reaches by them. Cycles of tau are made one state first (their states are bisimilar), so that one pass
// against the direction of the remaining tau steps computes all signatures. Divergence is not preserved: a state that
// may do tau for ever is bisimilar to one that does not.
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

  // The number of a label, added if it is new; `known` remembers them.
  uint32_t label(const std::string& text, std::map<std::string, uint32_t>& known);
  // Equal edges become one; edges are ascending then.
  void remove_duplicates();
};

enum class Bisimulation : uint8_t { Strong, Branching };

// The smallest system that is bisimilar. Blocks are numbered in the order of their first states, so the result depends
// on nothing but the system.
Lts quotient(const Lts& lts, Bisimulation kind, uint32_t threads = 1);

// In the Aldebaran format (.aut): des (initial, transitions, states), then one line per transition.
std::string aut_text(const Lts& lts);

}  // namespace px
