#include "frontends/promela/model.h"

#include <array>

namespace px::promela {
namespace {

constexpr std::array<std::string_view, 10> kTypeNames = {"bit", "bool",     "byte",  "pid",  "short",
                                                         "int", "unsigned", "mtype", "chan", "typedef"};

int bits_of(Type type) {
  switch (type.kind) {
    case TypeKind::Bit:
    case TypeKind::Bool: return 1;
    case TypeKind::Short: return 16;
    case TypeKind::Int: return 32;
    case TypeKind::Unsigned: return type.width == 0 ? 8 : type.width;
    default: return 8;
  }
}

bool is_signed(Type type) {
  return type.kind == TypeKind::Short || type.kind == TypeKind::Int;
}

}  // namespace

int32_t wrapped(Type type, int64_t value) {
  if (type.kind == TypeKind::Int) return static_cast<int32_t>(value);
  if (type.kind == TypeKind::Short) return static_cast<int16_t>(value);
  return static_cast<int32_t>(value & ((int64_t{1} << bits_of(type)) - 1));
}

int32_t least_value(Type type) {
  return is_signed(type) ? static_cast<int32_t>(-(int64_t{1} << (bits_of(type) - 1))) : 0;
}

int64_t greatest_value(Type type) {
  return (int64_t{1} << (bits_of(type) - (is_signed(type) ? 1 : 0))) - 1;
}

std::pair<VariableId, uint32_t> FieldChannelCursor::take(uint32_t length) {
  size_t which = 0;
  while (variable_.field_channels[which].path != path_) ++which;
  const uint32_t first = used_[which];
  used_[which] += length;
  return {variable_.field_channels[which].channels, first};
}

Type type_of(const Model& model, const Place& place) {
  Type type = model.variables[place.variable].type;
  for (const Place::Access& access : place.accesses) {
    type = model.structures[type.structure].fields[access.field].type;
  }
  return type;
}

std::string text_of(const Model& model, Type type) {
  switch (type.kind) {
    case TypeKind::Structure: return model.structures[type.structure].name;
    case TypeKind::Unsigned: return "unsigned:" + std::to_string(type.width);
    case TypeKind::Mtype: {
      const std::string& set = model.mtype_sets[type.mtype_set].name;
      return set.empty() ? "mtype" : "mtype:" + set;
    }
    default: return std::string(kTypeNames[static_cast<size_t>(type.kind)]);
  }
}

}  // namespace px::promela
