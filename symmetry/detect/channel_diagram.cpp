#include "symmetry/detect/channel_diagram.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "engine/ir/state_cursor.h"
#include "symmetry/detect/detect.h"
#include "symmetry/detect/element_uses.h"
#include "symmetry/detect/initial_state.h"
#include "symmetry/detect/program_graph.h"
#include "symmetry/group/analysed_group.h"

namespace px::symmetry {
namespace {

class DiagramMaker {
 public:
  DiagramMaker(const ir::Program& program, const ir::Layout& layout, const std::vector<uint64_t>& started,
               const ir::ChannelFacts& facts)
      : program_(program), layout_(layout), started_(started), facts_(facts), space_(program) {}

  ChannelDiagram run() {
    for (uint32_t f = 0; f < program_.families.size(); ++f) {
      const ir::Family& family = program_.families[ir::FamilyId(f)];
      if (!family.is_process()) continue;
      for (uint32_t i = 0; i < family.count; ++i) add_process(ir::FamilyId(f), i);
    }
    for (const ir::ChannelFacts::Channel& channel : facts_.channels) add_channel(channel);
    std::set<std::pair<uint32_t, uint32_t>> edges;
    for (const Process& process : processes_) {
      for (const ir::ChannelFacts::Use& use : facts_.uses) {
        if (use.process_type != process.type) continue;
        for (const uint32_t channel : channels_of(process, use)) {
          edges.insert(use.send ? std::pair(process.vertex, channel) : std::pair(channel, process.vertex));
        }
      }
    }
    diagram_.edges.assign(edges.begin(), edges.end());
    return std::move(diagram_);
  }

 private:
  struct Process {
    uint32_t vertex = 0;
    std::string type;
    ir::FamilyId family;
    uint32_t index = 0;  // in the family
  };

  uint32_t add_vertex(std::string name, std::string kind, int64_t point) {
    diagram_.vertices.push_back({std::move(name), std::move(kind), static_cast<int32_t>(point)});
    return static_cast<uint32_t>(diagram_.vertices.size() - 1);
  }

  // Processes are named "type:number".
  void add_process(ir::FamilyId id, uint32_t index) {
    const ir::Family& family = program_.families[id];
    const std::string name = program_.element_name(family.sort, family.first + index);
    const std::string type = name.substr(0, name.find(':'));
    processes_.push_back({add_vertex(name, type, space_.point(family.sort, family.first + index)), type, id, index});
  }

  void add_channel(const ir::ChannelFacts::Channel& channel) {
    int64_t point = -1;
    for (uint32_t p = 0; p < space_.size(); ++p) {
      if (space_.name(program_, p) == channel.name) point = p;
    }
    const uint32_t vertex = add_vertex(channel.name, channel.signature, point);
    by_name_[channel.name] = vertex;
    if (point >= 0) by_point_[static_cast<uint32_t>(point)] = vertex;
  }

  std::vector<uint32_t> channels_of(const Process& process, const ir::ChannelFacts::Use& use) const {
    std::vector<uint32_t> found;
    if (use.local) {
      if (const int64_t point = value_of(process, use.variable); point >= 0) {
        const auto channel = by_point_.find(static_cast<uint32_t>(point));
        if (channel != by_point_.end()) found.push_back(channel->second);
      }
      return found;
    }
    for (const auto& [name, vertex] : by_name_) {
      const std::string cell = use.variable + '[' + (use.index < 0 ? "" : std::to_string(use.index) + ']');
      if (name == use.variable || name.starts_with(cell)) found.push_back(vertex);
    }
    return found;
  }

  // The element that a local of the process names; -1: none, or there is no such local.
  int64_t value_of(const Process& process, const std::string& variable) const {
    for (uint32_t v = 0; v < program_.variables.size(); ++v) {
      const ir::Variable& local = program_.variables[ir::VariableId(v)];
      if (local.owner != process.family || local.name != variable) continue;
      const ir::Type& type = program_.types[program_.types[local.type].element];
      if (type.kind != ir::TypeKind::Element) return -1;
      const ir::StateCursor locals(program_, layout_, ir::VariableId(v));
      const int64_t value = locals.cell(process.index).read(started_.data());
      return value < 0 ? -1 : int64_t{space_.point(type.sort, static_cast<uint32_t>(value))};
    }
    return -1;
  }

  const ir::Program& program_;
  const ir::Layout& layout_;
  const std::vector<uint64_t>& started_;
  const ir::ChannelFacts& facts_;
  ElementSpace space_;
  ChannelDiagram diagram_;
  std::vector<Process> processes_;
  std::map<std::string, uint32_t> by_name_;
  std::map<uint32_t, uint32_t> by_point_;
};

// Edges have a direction, encoded by two vertices on each edge.
void draw_edges(const ChannelDiagram& diagram, const std::vector<uint32_t>& vertex_of, ColouredGraph& graph) {
  for (const auto& [from, to] : diagram.edges) {
    const uint32_t tail = graph.add_vertex("diagram from");
    const uint32_t head = graph.add_vertex("diagram to");
    graph.add_edge(vertex_of[from], tail);
    graph.add_edge(tail, head);
    graph.add_edge(head, vertex_of[to]);
  }
}

PermutationGroup diagram_group(const ChannelDiagram& diagram) {
  ColouredGraph graph;
  std::vector<uint32_t> vertex_of;
  for (const ChannelDiagram::Vertex& vertex : diagram.vertices) vertex_of.push_back(graph.add_vertex(vertex.kind));
  const uint32_t n = graph.vertices();
  draw_edges(diagram, vertex_of, graph);
  return analyse_group(n, graph.automorphisms(n)).chain;
}

// The permutation of elements induced by one of vertices; fails if it moves a channel that is not an element.
bool to_points(const ChannelDiagram& diagram, const Permutation& p, std::vector<uint16_t>& images) {
  for (uint32_t v = 0; v < p.size(); ++v) {
    const int32_t from = diagram.vertices[v].point;
    const int32_t to = diagram.vertices[p.image(v)].point;
    if (p.image(v) != v && (from < 0 || to < 0)) return false;
    if (from >= 0) images[static_cast<size_t>(from)] = static_cast<uint16_t>(to);
  }
  return true;
}

std::vector<Permutation> to_vertices(const ChannelDiagram& diagram, const std::vector<Permutation>& generators,
                                     uint32_t points) {
  std::vector<uint16_t> vertex_of(points, 0);
  for (size_t v = 0; v < diagram.vertices.size(); ++v) {
    if (diagram.vertices[v].point >= 0) {
      vertex_of[static_cast<size_t>(diagram.vertices[v].point)] = static_cast<uint16_t>(v);
    }
  }
  std::vector<Permutation> on_vertices;
  for (const Permutation& generator : generators) {
    std::vector<uint16_t> images;
    for (size_t v = 0; v < diagram.vertices.size(); ++v) {
      const int32_t point = diagram.vertices[v].point;
      images.push_back(point < 0 ? static_cast<uint16_t>(v) : vertex_of[generator.image(static_cast<uint32_t>(point))]);
    }
    Permutation p(std::move(images));
    if (!p.is_identity()) on_vertices.push_back(std::move(p));
  }
  return on_vertices;
}

std::vector<Permutation> largest_valid(const ir::Program& program, const ir::Layout& layout,
                                       const ChannelDiagram& diagram, const StatePermuter& permuter) {
  const std::vector<uint64_t> initial = initial_values(program, layout);
  const ProgramImage image(program, permuter.space());
  std::vector<bool> fixed = find_element_uses(program, permuter.space()).fixed;
  ColouredGraph graph = make_program_graph(program, permuter, initial, image, fixed);
  std::vector<uint32_t> vertex_of;
  for (size_t v = 0; v < diagram.vertices.size(); ++v) {
    const int32_t point = diagram.vertices[v].point;
    const std::string kind = "diagram " + diagram.vertices[v].kind;
    const uint32_t vertex = graph.add_vertex(point < 0 ? kind + " alone " + std::to_string(v) : kind);
    if (point >= 0) graph.add_edge(vertex, static_cast<uint32_t>(point));
    vertex_of.push_back(vertex);
  }
  draw_edges(diagram, vertex_of, graph);
  std::vector<Permutation> generators = graph.automorphisms(permuter.space().size());
  std::erase_if(generators, [&](const Permutation& p) { return !is_symmetry(program, layout, p); });
  return to_vertices(diagram, generators, permuter.space().size());
}

}  // namespace

ChannelDiagram make_channel_diagram(const ir::Program& program, const ir::Layout& layout,
                                    const std::vector<uint64_t>& started, const ir::ChannelFacts& facts) {
  return DiagramMaker(program, layout, started, facts).run();
}

ChannelDiagramSymmetry find_channel_diagram_symmetry(const ir::Program& program, const ir::Layout& layout,
                                                     const ChannelDiagram& diagram) {
  const uint32_t n = static_cast<uint32_t>(diagram.vertices.size());
  PermutationGroup automorphisms = diagram_group(diagram);
  const Result<StatePermuter> permuter = StatePermuter::make(program, layout);
  if (!permuter.ok()) return {std::move(automorphisms), PermutationGroup(n, {}), PermutationGroup(n, {})};
  std::vector<Permutation> valid;
  for (const Permutation& generator : automorphisms.generators()) {
    std::vector<uint16_t> images(permuter->space().size());
    for (size_t p = 0; p < images.size(); ++p) images[p] = static_cast<uint16_t>(p);
    if (!to_points(diagram, generator, images)) continue;
    if (is_symmetry(program, layout, Permutation(std::move(images)))) valid.push_back(generator);
  }
  return {std::move(automorphisms), analyse_group(n, valid).chain,
          analyse_group(n, largest_valid(program, layout, diagram, *permuter)).chain};
}

std::string to_dot(const ChannelDiagram& diagram, const PermutationGroup& group) {
  static constexpr std::array kColours{"lightblue",   "palegreen",  "khaki", "lightpink", "plum",
                                       "lightsalmon", "aquamarine", "wheat", "lightcyan", "thistle"};
  std::vector<std::string> colour(diagram.vertices.size(), "white");
  const auto orbits = group.orbits();
  for (size_t o = 0; o < orbits.size(); ++o) {
    for (const uint16_t vertex : orbits[o]) colour[vertex] = kColours[o % kColours.size()];
  }
  std::string text = "digraph channels {\n  node [style=filled];\n";
  for (size_t v = 0; v < diagram.vertices.size(); ++v) {
    const bool channel = diagram.vertices[v].kind.find(" of ") != std::string::npos;
    text += "  v" + std::to_string(v) + " [label=\"" + diagram.vertices[v].name +
            "\", shape=" + (channel ? "box" : "ellipse") + ", fillcolor=\"" + colour[v] + "\"];\n";
  }
  for (const auto& [from, to] : diagram.edges)
    text += "  v" + std::to_string(from) + " -> v" + std::to_string(to) + ";\n";
  return text + "}\n";
}

}  // namespace px::symmetry
