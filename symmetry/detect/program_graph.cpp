#include "symmetry/detect/program_graph.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

namespace px::symmetry {
namespace {

class GraphMaker {
 public:
  GraphMaker(const ir::Program& program, const StatePermuter& permuter, const std::vector<uint64_t>& initial,
             const std::vector<bool>& overwritten)
      : program_(program),
        permuter_(permuter),
        space_(permuter.space()),
        initial_(initial),
        overwritten_(overwritten) {}

  ColouredGraph run(const ProgramImage& image, const std::vector<bool>& fixed) {
    add_points(fixed);
    for (size_t s = 0; s < permuter_.slots().size(); ++s) {
      const StateSlot& slot = permuter_.slots()[s];
      if (links_elements(slot) && matters(slot)) add_cells(slot, 's' + std::to_string(s));
    }
    for (const ProgramImage::Item& item : image.items()) add_node(item.node, "", 0);
    return std::move(graph_);
  }

 private:
  // ---- Elements, coloured by single plain cells and scalars

  void add_points(const std::vector<bool>& fixed) {
    std::vector<std::string> colours(space_.size());
    for (uint32_t point = 0; point < space_.size(); ++point) {
      colours[point] = "p" + std::to_string(space_.sort_of(point).value);
      if (fixed[point]) colours[point] += " number " + std::to_string(point);
      const uint32_t element = space_.element_of(point);
      for (uint32_t f = 0; f < program_.families.size(); ++f) {
        const ir::Family& family = program_.families[ir::FamilyId(f)];
        if (family.sort != space_.sort_of(point)) continue;
        if (family.first <= element && element < family.first + family.count)
          colours[point] += " f" + std::to_string(f);
      }
    }
    for (size_t s = 0; s < permuter_.slots().size(); ++s) {
      const StateSlot& slot = permuter_.slots()[s];
      if (!links_elements(slot) && matters(slot)) colour_points(slot, " s" + std::to_string(s) + '=', colours);
    }
    for (const std::string& colour : colours) graph_.add_vertex(colour);
  }

  static bool links_elements(const StateSlot& slot) {
    return slot.dimensions.size() + (slot.content == StateSlot::Content::Plain ? 0 : 1) > 1;
  }

  bool matters(const StateSlot& slot) const {
    return overwritten_.empty() || !slot.variable.valid() || !overwritten_[slot.variable.value];
  }

  void colour_points(const StateSlot& slot, const std::string& name, std::vector<std::string>& colours) const {
    for_each_cell(slot, [&](uint64_t bit, uint64_t guard, const uint32_t* elements) {
      const uint64_t raw = ir::read_bits(initial_.data(), bit, slot.width);
      if (slot.content == StateSlot::Content::Plain) {
        const SlotDimension& d = slot.dimensions[0];
        if (raw != 0) colours[space_.point(d.sort, elements[0])] += name + std::to_string(raw);
        return;
      }
      for_each_value(slot, raw, guard, [&](uint32_t point) { colours[point] += name; });
    });
  }

  // The elements that a cell holds.
  template <class Visit>
  void for_each_value(const StateSlot& slot, uint64_t raw, uint64_t guard, Visit&& visit) const {
    if (slot.content == StateSlot::Content::Set) {
      for (; raw != 0; raw &= raw - 1) {
        visit(space_.point(slot.sort, slot.first + static_cast<uint32_t>(std::countr_zero(raw))));
      }
      return;
    }
    const uint64_t none = slot.allows_none ? 1 : 0;
    const bool dead =
        slot.guard_width != 0 && ir::read_bits(initial_.data(), guard, slot.guard_width) <= slot.guard_position;
    if (raw < none || dead) return;
    visit(static_cast<uint32_t>(space_.first(slot.sort) + raw - none));
  }

  // ---- Cells that link elements. The most frequent initial content of a slot's cells needs no vertices: cells that
  // are all zero bits and name no element are omitted.

  void add_cells(const StateSlot& slot, const std::string& name) {
    for_each_cell(slot, [&](uint64_t bit, uint64_t guard, const uint32_t* elements) {
      const uint64_t raw = ir::read_bits(initial_.data(), bit, slot.width);
      std::vector<uint32_t> values;
      if (slot.content != StateSlot::Content::Plain) {
        for_each_value(slot, raw, guard, [&](uint32_t point) { values.push_back(point); });
      }
      if (values.empty() && (raw == 0 || slot.content != StateSlot::Content::Plain)) return;
      const bool plain = slot.content == StateSlot::Content::Plain;
      const uint32_t cell = graph_.add_vertex(name + (plain ? '=' + std::to_string(raw) : ""));
      for (size_t k = 0; k < slot.dimensions.size(); ++k) {
        tie(cell, space_.point(slot.dimensions[k].sort, elements[k]), name + '[' + std::to_string(k));
      }
      for (const uint32_t value : values) tie(cell, value, name + " value");
    });
  }

  void tie(uint32_t cell, uint32_t point, const std::string& role) {
    const uint32_t between = graph_.add_vertex(role);
    graph_.add_edge(cell, between);
    graph_.add_edge(between, point);
  }

  // ---- Text

  // `place`: the position below the parent vertex, empty among parts that may be reordered.
  uint32_t add_node(const ImageNode& node, const std::string& place, uint32_t level) {
    std::string colour = 't' + std::to_string(level) + '/' + place + '/' + node.head;
    if (node.kind == ImageNode::Kind::Element) {
      const uint32_t vertex = graph_.add_vertex(colour + '!');
      graph_.add_edge(vertex, node.point);
      return vertex;
    }
    if (node.kind == ImageNode::Kind::Block) return add_block(node, colour, level);
    std::vector<std::pair<std::string, const ImageNode*>> parts;  // with vertices of their own, and their positions
    if (node.kind == ImageNode::Kind::Ordered) {
      add_ordered(node, "", colour, parts);
    } else {
      std::vector<std::string> leaves;
      for (const ImageNode& child : node.children) {
        if (child.names_elements()) {
          parts.emplace_back("", &child);
        } else {
          leaves.push_back(child.head);
        }
      }
      std::sort(leaves.begin(), leaves.end());
      for (const std::string& leaf : leaves) colour += ' ' + leaf;
      colour += '*';
    }
    const uint32_t vertex = graph_.add_vertex(colour);
    for (const auto& [where, part] : parts) graph_.add_edge(vertex, add_node(*part, where, level + 1));
    return vertex;
  }

  // Ordered nodes within ordered nodes need no vertices: the colour encodes the shape of all of them, and parts that
  // name elements or may be reordered are identified by their path from the top.
  static void add_ordered(const ImageNode& node, const std::string& way, std::string& colour,
                          std::vector<std::pair<std::string, const ImageNode*>>& parts) {
    colour += '(' + node.head;
    for (size_t k = 0; k < node.children.size(); ++k) {
      const ImageNode& child = node.children[k];
      const std::string where = way + '.' + std::to_string(k);
      if (!child.names_elements()) {
        colour += ' ' + std::to_string(k) + ':' + child.head;
      } else if (child.kind == ImageNode::Kind::Ordered) {
        add_ordered(child, where, colour += ' ' + std::to_string(k) + ':', parts);
      } else {
        parts.emplace_back(where, &child);
      }
    }
    colour += ')';
  }

  uint32_t add_block(const ImageNode& node, const std::string& colour, uint32_t level) {
    const uint32_t vertex = graph_.add_vertex(colour + ';');
    std::vector<uint32_t> lines;
    for (const ImageNode& child : node.children) {
      lines.push_back(child.names_elements()
                          ? add_node(child, "", level + 1)
                          : graph_.add_vertex('t' + std::to_string(level + 1) + "/leaf " + child.head));
      graph_.add_edge(vertex, lines.back());
    }
    const std::string order = 't' + std::to_string(level + 1);
    for (const auto& [first, second] : node.before) {
      const uint32_t tail = graph_.add_vertex(order + " before");
      const uint32_t head = graph_.add_vertex(order + " after");
      graph_.add_edge(lines[first], tail);
      graph_.add_edge(tail, head);
      graph_.add_edge(head, lines[second]);
    }
    return vertex;
  }

  const ir::Program& program_;
  const StatePermuter& permuter_;
  const ElementSpace& space_;
  const std::vector<uint64_t>& initial_;
  const std::vector<bool>& overwritten_;
  ColouredGraph graph_;
};

}  // namespace

ColouredGraph make_program_graph(const ir::Program& program, const StatePermuter& permuter,
                                 const std::vector<uint64_t>& initial, const ProgramImage& image,
                                 const std::vector<bool>& fixed, const std::vector<bool>& overwritten) {
  return GraphMaker(program, permuter, initial, overwritten).run(image, fixed);
}

}  // namespace px::symmetry
