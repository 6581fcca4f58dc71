// Numbers without bounds that have to be chosen: parameters, constants, ANY, `::`. Like ProB, pexplore tries them from
// MININT to MAXINT, or from the existing bound; since those are not all numbers, the verdict for such a machine is
// never "holds". In quantifiers and sets, where the result would be wrong, they are rejected.
#include <algorithm>

#include "frontends/b/set_lowering.h"

namespace px::b {

// The bounds within which numbers are tried.
Info SetLowering::guess(TypeId id, Info info) const {
  const Type t = o_.type(id);
  if (t.kind == TypeKind::Integer) {
    if (info.lo > info.hi || info.bounded()) return info;
    if (info.lo == std::numeric_limits<int64_t>::min()) info.lo = std::min(world_.min_int, info.hi);
    if (info.hi == std::numeric_limits<int64_t>::max()) info.hi = std::max(world_.max_int, info.lo);
    return info;
  }
  std::vector<TypeId> types;
  if (t.kind == TypeKind::Power) types = {t.left};
  if (t.kind == TypeKind::Product) types = {t.left, t.right};
  for (const FieldType& field : t.fields) types.push_back(field.type);
  if (types.empty()) return info;
  info.parts.resize(types.size());
  if (t.kind == TypeKind::Power && info.sequence && o_.type(t.left).kind == TypeKind::Product) {
    // The maximum length of a sequence is handled elsewhere.
    info.parts[0].parts.resize(2);
    info.parts[0].parts[1] = guess(o_.type(t.left).right, info.parts[0].parts[1]);
    return info;
  }
  for (size_t i = 0; i < types.size(); ++i) info.parts[i] = guess(types[i], info.parts[i]);
  return info;
}

void SetLowering::note_guess(const std::string& name) {
  note("numbers without bounds are tried from MININT to MAXINT (" + std::to_string(world_.min_int) + ".." +
       std::to_string(world_.max_int) + ") for '" + name + "'");
}

void SetLowering::note(const std::string& text) {
  std::vector<std::string>& all = lowered_.bounded;
  if (std::find(all.begin(), all.end(), text) == all.end()) all.push_back(text);
}

// The elements of a set that lie within the bounds; unset if even those cannot be enumerated.
V SetLowering::guessed_part(const V& set, const std::string& name) {
  const TypeId element = o_.type(set->type).left;
  const Info known = element_info(set);
  const Info tried = guess(element, known);
  if (tried == known) return nullptr;
  const V all = guessed_universe(element, tried);
  if (!all || !all->walks) return nullptr;
  note_guess(name);
  return filtered(all, set->type, [set](const V& x) { return set->contains(x); });
}

// All values of the type within the bounds.
V SetLowering::guessed_universe(TypeId id, const Info& info) {
  const Type t = o_.type(id);
  if (!o_.strings_named(id, info)) return nullptr;
  if (t.kind != TypeKind::Power) return o_.universe(o_.types.power(id), info, true);
  const Info inner = info.parts.empty() ? Info{} : info.parts[0];
  const Type element = o_.type(t.left);
  if (element.kind == TypeKind::Product && o_.is_scalar(element.left) && o_.is_scalar(element.right)) {
    const auto side = [&](TypeId type, size_t i) {
      return o_.universe(o_.types.power(type), i < inner.parts.size() ? inner.parts[i] : Info{}, true);
    };
    return relation_space(Op::Relations, side(element.left, 0), side(element.right, 1), o_.types.power(id));
  }
  return power_set(o_.universe(id, inner, true), o_.types.power(id), false, {});
}

}  // namespace px::b
