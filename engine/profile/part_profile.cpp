#include "engine/profile/part_profile.h"

#include <algorithm>
#include <bit>

namespace px::profile {
namespace {

using ir::StateCursor;
using ir::TypeKind;

// Fewer levels than these show no trend.
constexpr uint32_t kLeastMoves = 4;

class Profiler {
 public:
  Profiler(const ir::Program& program, const ir::Layout& layout) : program_(program), layout_(layout) {
    for (uint32_t v = 0; v < program.variables.size(); ++v) {
      const ir::Variable& variable = program.variables[ir::VariableId(v)];
      if (variable.hidden || variable.constant) continue;
      variables_.push_back({ir::VariableId(v), parts_.size()});
      name_parts(variable.type, "", 1, ir::VariableId(v));
    }
  }

  void look_at(const uint64_t* state, uint32_t level) {
    state_ = state;
    level_ = level;
    for (const Start& start : variables_) {
      size_t part = start.first_part;
      visit(StateCursor(program_, layout_, start.variable), part);
    }
  }

  std::vector<PartProfile> take(uint32_t levels) {
    for (PartProfile& part : parts_) {
      const bool still = part.last_moved + std::max(levels / 4, 1U) >= levels;
      part.grows = part.is_number(program_) && still && part.moved >= kLeastMoves;
    }
    return std::move(parts_);
  }

 private:
  struct Start {
    ir::VariableId variable;
    size_t first_part;
  };

  void add(ir::VariableId variable, ir::TypeId type, const std::string& path, uint64_t cells, bool is_length) {
    parts_.push_back({.variable = variable,
                      .path = path,
                      .type = type,
                      .is_length = is_length,
                      .cells = cells,
                      .width = layout_.shape(type).code.width});
  }

  void name_parts(ir::TypeId id, const std::string& path, uint64_t cells, ir::VariableId variable) {
    const ir::Type& type = program_.types[id];
    switch (type.kind) {
      case TypeKind::Array: name_parts(type.element, path, cells * program_.domain_size(type.domain), variable); return;
      case TypeKind::Record:
        for (const ir::Field& field : type.fields) name_parts(field.type, path + '.' + field.name, cells, variable);
        return;
      case TypeKind::Queue: name_queue(type, id, path, cells, variable); return;
      case TypeKind::Bool:
      case TypeKind::Int:
      case TypeKind::Element:
      case TypeKind::Set:
      case TypeKind::Sequence: add(variable, id, path, cells, false); return;
    }
  }

  // Fields of messages have no names in all languages.
  void name_queue(const ir::Type& queue, ir::TypeId id, const std::string& path, uint64_t cells,
                  ir::VariableId variable) {
    add(variable, id, path + ": length", cells, true);
    const ir::Type& item = program_.types[queue.element];
    if (item.kind != TypeKind::Record)
      return name_parts(queue.element, path + ": item", cells * queue.capacity, variable);
    for (size_t f = 0; f < item.fields.size(); ++f) {
      name_parts(item.fields[f].type, path + ": field " + std::to_string(f + 1), cells * queue.capacity, variable);
    }
  }

  // `part` is the number of the first part of this value, and afterwards that of what comes behind it.
  void visit(const StateCursor& at, size_t& part) {
    const ir::Type& type = at.type();
    const size_t first = part;
    switch (type.kind) {
      case TypeKind::Array: {
        const uint32_t cells = at.cells();
        if (cells == 0) return skip(type.element, part);
        for (uint32_t i = 0; i < cells; ++i) {
          part = first;
          visit(at.cell(i), part);
        }
        return;
      }
      case TypeKind::Record:
        for (size_t f = 0; f < type.fields.size(); ++f) visit(at.field(f), part);
        return;
      case TypeKind::Queue: {
        const auto length = static_cast<uint64_t>(at.read(state_));
        note(parts_[part++], at.read(state_));
        const size_t items = part;
        for (uint64_t i = 0; i < length; ++i) {
          part = items;
          visit(at.item(i), part);
        }
        if (length == 0) skip(type.element, part);
        return;
      }
      case TypeKind::Bool:
      case TypeKind::Int:
      case TypeKind::Element:
      case TypeKind::Set:
      case TypeKind::Sequence: note(parts_[part++], at.read(state_)); return;
    }
  }

  void skip(ir::TypeId id, size_t& part) const {
    const ir::Type& type = program_.types[id];
    if (type.kind == TypeKind::Array) return skip(type.element, part);
    if (type.kind == TypeKind::Queue) {
      ++part;
      return skip(type.element, part);
    }
    if (type.kind != TypeKind::Record) {
      ++part;
      return;
    }
    for (const ir::Field& field : type.fields) skip(field.type, part);
  }

  void note(PartProfile& part, int64_t value) {
    if (!part.seen()) {
      part.lo = part.hi = value;
    } else if (value < part.lo || value > part.hi) {
      part.lo = std::min(part.lo, value);
      part.hi = std::max(part.hi, value);
      if (level_ > part.last_moved) {
        ++part.moved;
        part.last_moved = level_;
      }
    }
    if (part.values.size() < PartProfile::kMostValues) part.values.insert(value);
  }

  const ir::Program& program_;
  const ir::Layout& layout_;
  std::vector<Start> variables_;
  std::vector<PartProfile> parts_;
  const uint64_t* state_ = nullptr;
  uint32_t level_ = 0;
};

}  // namespace

uint64_t PartProfile::bits_of_seen() const {
  const auto steps = static_cast<uint64_t>(hi) - static_cast<uint64_t>(lo);
  return cells * static_cast<uint64_t>(std::bit_width(steps));
}

int64_t PartProfile::least(const ir::Program& program) const {
  return is_length ? 0 : program.scalar_lo(type);
}

int64_t PartProfile::most(const ir::Program& program) const {
  return is_length ? program.types[type].capacity : program.scalar_hi(type);
}

std::vector<PartProfile> profile_parts(const ir::Program& program, const ir::Layout& layout,
                                       const FirstStates& states) {
  Profiler profiler(program, layout);
  for (uint32_t level = 0; level < states.levels.size(); ++level) {
    const uint32_t end = level + 1 < states.levels.size() ? states.levels[level + 1] : states.rows.count();
    for (uint32_t s = states.levels[level]; s < end; ++s) profiler.look_at(states.rows.row(s), level);
  }
  return profiler.take(states.depth());
}

}  // namespace px::profile
