#include "frontends/b/types.h"

#include <algorithm>

#include "engine/base/check.h"

namespace px::b {

TypeId TypeTable::record(std::vector<FieldType> fields) {
  std::sort(fields.begin(), fields.end());
  return intern({TypeKind::Record, {}, {}, {}, {}, std::move(fields)});
}

TypeId TypeTable::intern(Type type) {
  const auto found = known_.find(type);
  if (found != known_.end()) return found->second;
  const TypeId id(size());
  types_.push_back(type);
  known_.emplace(std::move(type), id);
  return id;
}

std::string text_of(const TypeTable& types, TypeId id) {
  const Type& type = types[id];
  switch (type.kind) {
    case TypeKind::Predicate: return "predicate";
    case TypeKind::Integer: return "INTEGER";
    case TypeKind::Boolean: return "BOOL";
    case TypeKind::String: return "STRING";
    case TypeKind::Given: return type.set_name;
    case TypeKind::Power: return "POW(" + text_of(types, type.left) + ")";
    case TypeKind::Product: {
      // The product associates to the left.
      const bool nested = types[type.right].kind == TypeKind::Product;
      const std::string right = text_of(types, type.right);
      return text_of(types, type.left) + "*" + (nested ? "(" + right + ")" : right);
    }
    case TypeKind::Record: {
      std::string text;
      for (const FieldType& field : type.fields) {
        text += (text.empty() ? "" : ",") + field.name + ":" + text_of(types, field.type);
      }
      return "struct(" + text + ")";
    }
  }
  PX_UNREACHABLE("kind of type");
}

}  // namespace px::b
