#include "frontends/promela_lite/types.h"

#include <algorithm>

namespace px::promela_lite {

TypeTable::TypeTable() : fields_(2) {}

TypeId TypeTable::begin_channel() {
  fields_.emplace_back();
  return TypeId(static_cast<uint32_t>(fields_.size() - 1));
}

TypeId TypeTable::canonical(TypeId type) const {
  for (uint32_t t = 0; t < type.value; ++t) {
    if (same(TypeId(t), type)) return TypeId(t);
  }
  return type;
}

TypeId TypeTable::channel_of(std::vector<TypeId> fields) {
  const TypeId type = begin_channel();
  set_fields(type, std::move(fields));
  return canonical(type);
}

bool TypeTable::same(TypeId a, TypeId b) const {
  Pairs assumed;
  return same(a, b, assumed);
}

// Types differ iff some path through them reaches a difference. A pair that recurs contributes nothing new.
bool TypeTable::same(TypeId a, TypeId b, Pairs& assumed) const {
  if (a == b) return true;
  if (!is_channel(a) || !is_channel(b) || fields(a).size() != fields(b).size()) return false;
  if (!assumed.emplace(a, b).second) return true;
  for (size_t i = 0; i < fields(a).size(); ++i) {
    if (!same(fields(a)[i], fields(b)[i], assumed)) return false;
  }
  return true;
}

std::string TypeTable::text(TypeId type) const {
  std::vector<std::pair<TypeId, bool>> open;
  return text(type, open);
}

// `open`: the enclosing types, and whether they were referred to from within.
std::string TypeTable::text(TypeId type, std::vector<std::pair<TypeId, bool>>& open) const {
  if (type == int_type()) return "int";
  if (type == pid_type()) return "pid";
  const auto name = [](size_t depth) { return depth == 0 ? std::string("X") : 'X' + std::to_string(depth + 1); };
  const auto around = std::find_if(open.begin(), open.end(), [&](const auto& o) { return o.first == type; });
  if (around != open.end()) {
    around->second = true;
    return name(static_cast<size_t>(around - open.begin()));
  }
  open.emplace_back(type, false);
  std::string list;
  for (const TypeId field : fields(type)) list += (list.empty() ? "" : ",") + text(field, open);
  const bool recursive = open.back().second;
  open.pop_back();
  return (recursive ? "rec " + name(open.size()) + " . " : "") + "chan{" + list + '}';
}

}  // namespace px::promela_lite
