#include "symmetry/canon/main_array.h"

#include <algorithm>

namespace px::symmetry {
namespace {

bool indexed_by_block(const StateSlot& slot, const Block& block) {
  if (slot.content != StateSlot::Content::Plain || slot.dimensions.size() != 1) return false;
  const SlotDimension& d = slot.dimensions[0];
  return d.sort == block.sort && d.first <= block.elements.front() && block.elements.back() < d.first + d.count;
}

}  // namespace

Result<MainArray> find_main_array(const CanonContext& context, const std::string& name) {
  MainArray main(context.group.blocks.size());
  bool found = name.empty();
  const std::vector<StateSlot>& slots = context.permuter->slots();
  for (size_t b = 0; b < main.size(); ++b) {
    for (uint32_t i = 0; i < slots.size(); ++i) {
      if (!indexed_by_block(slots[i], context.group.blocks[b])) continue;
      const bool control = !slots[i].variable.valid();
      if (name.empty() ? !control : control || context.program->variables[slots[i].variable].name != name) continue;
      main[b].push_back(i);
      found = true;
    }
  }
  if (found) return main;
  return Failure(DiagnosticKind::UnknownName,
                 "no array '" + name + "' with plain cells for the interchangeable elements of a sort",
                 "leave the main array out to sort by control locations");
}

void MainOrder::read_keys(uint32_t block_number, const uint64_t* state) {
  const Block& block = context_.group.blocks[block_number];
  entries_.resize(block.elements.size());
  for (size_t i = 0; i < block.elements.size(); ++i) {
    entries_[i].point = static_cast<Point>(context_.permuter->space().point(block.sort, block.elements[i]));
    entries_[i].key.clear();
    for (const uint32_t index : context_.main_array[block_number]) {
      const StateSlot& slot = context_.permuter->slots()[index];
      const SlotDimension& d = slot.dimensions[0];
      const uint64_t bit = slot.bit + (block.elements[i] - d.first) * d.stride;
      entries_[i].key.push_back(ir::read_bits(state, bit, slot.width));
    }
  }
}

void MainOrder::sort(const uint64_t* state, std::vector<GroupSegment>& segments) {
  segments.clear();
  for (uint32_t b = 0; b < context_.group.blocks.size(); ++b) {
    read_keys(b, state);
    std::vector<Point> names;
    for (const Entry& entry : entries_) names.push_back(entry.point);
    std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& x, const Entry& y) { return x.key < y.key; });
    for (size_t i = 0; i < entries_.size(); ++i) {
      if (i == 0 || entries_[i].key != entries_[i - 1].key) segments.emplace_back();
      segments.back().points.push_back(entries_[i].point);
      segments.back().names.push_back(names[i]);
    }
  }
}

}  // namespace px::symmetry
