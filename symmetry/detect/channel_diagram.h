// Static channel diagrams ([DM08] Def. 11): a vertex per process and per global channel, an edge from a process to each
// channel that it may send to and from each that it may receive from, colours by kind of process and of channel.
//
// [DM08] takes its candidates for symmetries from the automorphisms of this diagram. Here it serves for comparison:
//   Aut(SCD)  its automorphisms
//   H         what those among the generators of Aut(SCD) generate that are symmetries of the program
//   G         the largest group of automorphisms of the diagram that are symmetries of the program
// G needs no search through cosets: it is the automorphism group of the program's graph with the diagram drawn into it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/ir/channel_facts.h"
#include "engine/ir/layout.h"
#include "engine/ir/program.h"
#include "symmetry/group/permutation_group.h"

namespace px {

struct ChannelDiagram {
  struct Vertex {
    std::string name;
    std::string kind;
    int32_t point = -1;  // of the element space; channels that are no values have none
  };
  std::vector<Vertex> vertices;                      // processes, then channels
  std::vector<std::pair<uint32_t, uint32_t>> edges;  // directed, by number of vertex
};

// `started`: a state in which the processes have their parameters.
ChannelDiagram make_channel_diagram(const ir::Program& program, const ir::Layout& layout,
                                    const std::vector<uint64_t>& started, const ir::ChannelFacts& facts);

struct ChannelDiagramSymmetry {
  PermutationGroup automorphisms;    // of the vertices
  PermutationGroup valid_generated;  // H, of the vertices
  PermutationGroup largest_valid;    // G, of the vertices
};

// The program must be one that states can be permuted of (StatePermuter).
ChannelDiagramSymmetry find_channel_diagram_symmetry(const ir::Program& program, const ir::Layout& layout,
                                                     const ChannelDiagram& diagram);

// For graphviz; vertices of one orbit of `group`, which acts on the vertices, have one colour.
std::string to_dot(const ChannelDiagram& diagram, const PermutationGroup& group);

}  // namespace px
