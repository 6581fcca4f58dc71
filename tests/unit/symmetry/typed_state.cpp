#include "tests/unit/symmetry/typed_state.h"

#include <functional>

namespace px::test {
namespace {

// Visits every existing scalar: visit(path, type, bit). `length_of(path, bit, width)` returns the length of a queue.
class Walker {
 public:
  using Visit = std::function<void(const std::vector<Step>&, const ir::Type&, uint64_t bit, const ir::ScalarCode&)>;
  using Length = std::function<uint32_t(const std::vector<Step>&, uint64_t bit, uint32_t width, uint32_t capacity)>;

  Walker(const ir::Program& program, const ir::Layout& layout, Visit visit, Length length)
      : program_(program), layout_(layout), visit_(std::move(visit)), length_(std::move(length)) {}

  void run() {
    for (uint32_t v = 0; v < program_.variables.size(); ++v) {
      const ir::VariableLayout& place = layout_.variable(ir::VariableId(v));
      path_ = {Step{-1, v}};
      own(program_.variables[ir::VariableId(v)].type, place.offset, place, 0);
    }
    static const ir::Type plain{};
    for (uint32_t f = 0; f < program_.families.size(); ++f) {
      const ir::Family& family = program_.families[ir::FamilyId(f)];
      const ir::LaneLayout& lane = layout_.lane(ir::FamilyId(f));
      for (uint32_t i = 0; family.is_process() && i < family.count; ++i) {
        path_ = {Step{-1, -1 - int64_t{f}}, Step{family.sort.value, family.first + i}};
        visit_(path_, plain, lane.offset + i * lane.stride + lane.control_offset, lane.control);
      }
    }
  }

 private:
  Step step(const ir::Domain& domain, uint32_t i) const {
    if (!domain.is_family()) return {-1, domain.lo + i};
    const ir::Family& family = program_.families[domain.family];
    return {family.sort.value, family.first + i};
  }

  void own(ir::TypeId id, uint64_t bit, const ir::VariableLayout& place, size_t depth) {
    const ir::Type& type = program_.types[id];
    if (depth == place.strides.size()) return value(id, bit);
    for (uint32_t i = 0; i < program_.domain_size(type.domain); ++i) {
      path_.push_back(step(type.domain, i));
      own(type.element, bit + i * place.strides[depth], place, depth + 1);
      path_.pop_back();
    }
  }

  void value(ir::TypeId id, uint64_t bit) {
    const ir::Type& type = program_.types[id];
    const ir::TypeShape& shape = layout_.shape(id);
    switch (type.kind) {
      case ir::TypeKind::Array:
        for (uint32_t i = 0; i < program_.domain_size(type.domain); ++i) {
          path_.push_back(step(type.domain, i));
          value(type.element, bit + i * shape.stride);
          path_.pop_back();
        }
        return;
      case ir::TypeKind::Record:
        for (size_t f = 0; f < type.fields.size(); ++f) {
          path_.push_back({-1, static_cast<int64_t>(f)});
          value(type.fields[f].type, bit + shape.field_offsets[f]);
          path_.pop_back();
        }
        return;
      case ir::TypeKind::Queue: {
        static const ir::Type plain{};
        path_.push_back({-1, -1});
        visit_(path_, plain, bit, shape.code);
        path_.pop_back();
        const uint32_t length = length_(path_, bit, shape.code.width, type.capacity);
        for (uint32_t i = 0; i < length; ++i) {
          path_.push_back({-1, i});
          value(type.element, bit + shape.items + i * shape.stride);
          path_.pop_back();
        }
        return;
      }
      default: visit_(path_, type, bit, shape.code);
    }
  }

  const ir::Program& program_;
  const ir::Layout& layout_;
  Visit visit_;
  Length length_;
  std::vector<Step> path_;
};

}  // namespace

TypedState TypedStates::decode(const std::vector<uint64_t>& state) const {
  TypedState typed;
  const auto visit = [&](const std::vector<Step>& path, const ir::Type& type, uint64_t bit,
                         const ir::ScalarCode& code) {
    Leaf leaf;
    leaf.value = code.decode(ir::read_bits(state.data(), bit, code.width));
    if (type.kind == ir::TypeKind::Element) {
      leaf.of = Leaf::Of::Element;
      leaf.sort = type.sort.value;
    } else if (type.kind == ir::TypeKind::Set && type.domain.is_family()) {
      leaf.of = Leaf::Of::Set;
      leaf.sort = program_.families[type.domain.family].sort.value;
      leaf.first = program_.families[type.domain.family].first;
    }
    typed[path] = leaf;
  };
  const auto length = [&](const std::vector<Step>&, uint64_t bit, uint32_t width, uint32_t) {
    return static_cast<uint32_t>(ir::read_bits(state.data(), bit, width));
  };
  Walker(program_, layout_, visit, length).run();
  return typed;
}

std::vector<uint64_t> TypedStates::encode(const TypedState& typed) const {
  std::vector<uint64_t> state(layout_.words(), 0);
  const auto visit = [&](const std::vector<Step>& path, const ir::Type&, uint64_t bit, const ir::ScalarCode& code) {
    ir::write_bits(state.data(), bit, code.width, code.encode(typed.at(path).value));
  };
  const auto length = [&](const std::vector<Step>& path, uint64_t, uint32_t, uint32_t) {
    std::vector<Step> length_path = path;
    length_path.push_back({-1, -1});
    return static_cast<uint32_t>(typed.at(length_path).value);
  };
  Walker(program_, layout_, visit, length).run();
  return state;
}

std::vector<uint64_t> TypedStates::random(std::mt19937_64& random, int spread) const {
  std::vector<uint64_t> state(layout_.words(), 0);
  const auto draw = [&](int64_t lo, int64_t hi) {
    const uint64_t count = static_cast<uint64_t>(hi) - static_cast<uint64_t>(lo) + 1;
    const uint64_t choices = count == 0 ? random() : count;
    return static_cast<int64_t>(static_cast<uint64_t>(lo) + random() % choices);
  };
  const auto visit = [&](const std::vector<Step>& path, const ir::Type& type, uint64_t bit,
                         const ir::ScalarCode& code) {
    int64_t value = 0;
    if (!path.empty() && path.back() == Step{-1, -1}) return;  // a length: set when the walk reaches the queue
    if (path[0].number < 0) {
      value = code.width == 0 ? 0 : draw(0, std::min<int64_t>(spread, (1 << code.width) - 1));
    } else if (type.kind == ir::TypeKind::Int) {
      value = draw(type.lo, std::min<int64_t>(type.hi, type.lo + spread));
    } else if (type.kind == ir::TypeKind::Element) {
      value = draw(type.allows_none ? -1 : 0, int64_t{program_.sorts[type.sort].size} - 1);
      if (type.allows_none && random() % 4 >= static_cast<uint64_t>(spread)) value = -1;
    } else {
      value = draw(0, (int64_t{1} << code.width) - 1);
      if (random() % 4 >= static_cast<uint64_t>(spread)) value = 0;
    }
    ir::write_bits(state.data(), bit, code.width, code.encode(value));
  };
  const auto length = [&](const std::vector<Step>&, uint64_t bit, uint32_t width, uint32_t capacity) {
    const uint32_t items = static_cast<uint32_t>(random() % (capacity + 1));
    ir::write_bits(state.data(), bit, width, items);
    return items;
  };
  Walker(program_, layout_, visit, length).run();
  return state;
}

TypedState TypedStates::permute(const TypedState& state, const symmetry::ElementSpace& space,
                                const symmetry::Permutation& p) {
  const auto map = [&](int64_t sort, int64_t element) {
    const uint32_t first = space.first(ir::SortId(static_cast<uint32_t>(sort)));
    return int64_t{p.image(first + static_cast<uint32_t>(element))} - first;
  };
  TypedState result;
  for (const auto& [path, leaf] : state) {
    std::vector<Step> moved = path;
    for (Step& step : moved) {
      if (step.sort >= 0) step.number = map(step.sort, step.number);
    }
    Leaf image = leaf;
    if (leaf.of == Leaf::Of::Element && leaf.value >= 0) image.value = map(leaf.sort, leaf.value);
    if (leaf.of == Leaf::Of::Set) {
      image.value = 0;
      for (int64_t bit = 0; bit < 64; ++bit) {
        if ((leaf.value >> bit & 1) != 0) image.value |= int64_t{1} << (map(leaf.sort, leaf.first + bit) - leaf.first);
      }
    }
    result[moved] = image;
  }
  return result;
}

}  // namespace px::test
