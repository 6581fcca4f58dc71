#include "frontends/b/shape.h"

#include <algorithm>

#include "engine/base/check.h"
#include "engine/ir/limits.h"
#include "frontends/b/lowering_error.h"

namespace px::b {

using IrExpr = ir::ExprId;
using IrOp = ir::Op;
using ir::PlaceId;

namespace {

constexpr uint64_t kLargestMatrix = uint64_t{1} << 16;  // cells of one variable
constexpr int kMaxWidenings = 5;                        // after these, a number has all 64 bits
constexpr int64_t kUsualSequence = 8;
constexpr int64_t kWidest = 1 << 20;

}  // namespace

Growths grown_by(const Growths& growths, std::span<const GrowthMark> met) {
  Growths grown = growths;
  for (const GrowthMark& mark : met) {
    const auto earlier = growths.find(mark.name);
    const Growth before = earlier == growths.end() ? Growth() : earlier->second;
    Growth& growth = grown[mark.name];
    switch (mark.cause) {
      case GrowthCause::Numbers: growth.numbers = before.numbers + 1; break;
      case GrowthCause::Lengths: growth.lengths = before.lengths + 1; break;
      case GrowthCause::NotTotal: growth.not_total = true; break;
      case GrowthCause::NotFunction: growth.not_function = true; break;
      case GrowthCause::NotSequence: growth.not_sequence = true; break;
    }
  }
  return grown;
}

uint32_t Shapes::mark(const GrowthMark& growth) {
  const auto found = std::find(marks_.begin(), marks_.end(), growth);
  if (found != marks_.end()) return static_cast<uint32_t>(found - marks_.begin()) + 1;
  marks_.push_back(growth);
  return static_cast<uint32_t>(marks_.size());
}

bool Shape::has_tuple() const {
  return kind == Kind::Tuple || std::any_of(parts.begin(), parts.end(), [](const Shape& p) { return p.has_tuple(); });
}

std::string Shapes::index_text(TypeId type, const ir::Domain*& domain) {
  const Type t = o_.type(type);
  if (t.kind == TypeKind::Product) {
    const std::string left = index_text(t.left, domain);
    const std::string right = index_text(t.right, domain);
    return left + '-' + (o_.type(t.right).kind == TypeKind::Product ? '(' + right + ')' : right);
  }
  if (t.kind == TypeKind::Record) {
    std::string text;
    for (const FieldType& field : t.fields) {
      text += (text.empty() ? 'R' : 'F') + field.name + ';' + index_text(field.type, domain);
    }
    return text + ')';
  }
  const ir::NamesId names = b_.program().types[o_.index_type(type, *domain++)].names;
  return names.valid() ? 'n' + std::to_string(names.value) + ';' : "e";
}

std::string Shapes::index_text(TypeId type, const std::vector<ir::Domain>& domains) {
  const ir::Domain* domain = domains.data();
  return index_text(type, domain);
}

std::string Shapes::notation(const Shape& shape) {
  std::string inner;
  for (const Shape& part : shape.parts) inner += notation(part);
  switch (shape.kind) {
    case Shape::Kind::Atom: return "a";
    case Shape::Kind::Mask: return 'm' + index_text(o_.type(shape.type).left, shape.dimensions) + '.';
    case Shape::Kind::Bits:
      return 'r' + index_text(o_.type(shape.type).left, shape.dimensions) + (shape.cells ? 'c' : 'm');
    case Shape::Kind::Function: {
      const char kind = !shape.partial ? 't' : shape.flagged ? 'q' : 'p';
      const std::string index = index_text(argument_type(shape), shape.dimensions);
      const bool pair = o_.type(argument_type(shape)).kind == TypeKind::Product;
      return 'f' + (pair ? '(' + index + ')' : index) + kind + inner;
    }
    case Shape::Kind::Sequence: return 's' + inner;
    case Shape::Kind::Tuple: return shape.pair ? '(' + inner + ')' : '{' + inner + '}';
  }
  PX_UNREACHABLE("shape");
}

// ---- Finding shapes

// The bounds after a run has refuted them. Numbers that are elements or arguments remain bounded, however widely.
Info Shapes::grown(TypeId id, Info info, const Growth& growth, bool index) const {
  const Type t = o_.type(id);
  if (t.kind == TypeKind::Integer) return grown_number(info, growth, index);
  if (t.kind == TypeKind::Product || t.kind == TypeKind::Record) {
    std::vector<TypeId> types = {t.left, t.right};
    if (t.kind == TypeKind::Record) {
      types.clear();
      for (const FieldType& field : t.fields) types.push_back(field.type);
    }
    for (size_t i = 0; i < info.parts.size() && i < types.size(); ++i) {
      info.parts[i] = grown(types[i], info.parts[i], growth, index);
    }
    return info;
  }
  if (t.kind != TypeKind::Power) return info;
  if (info.sequence) info.longest = (info.longest == 0 ? kUsualSequence : info.longest) << growth.lengths;
  if (growth.not_total) info.total = false;
  if (growth.not_sequence && info.sequence) {
    info.sequence = info.total = false;
    if (!info.parts.empty() && !info.parts[0].parts.empty() && !info.parts[0].parts[0].bounded()) {
      info.parts[0].parts[0].hi = info.longest;
    }
  }
  if (growth.not_function) info.functional = info.sequence = false;
  if (info.parts.empty()) return info;
  Info& element = info.parts[0];
  if ((info.functional || info.sequence) && element.parts.size() == 2) {
    const Type pair = o_.type(t.left);
    if (!info.sequence) element.parts[0] = grown(pair.left, element.parts[0], growth, true);
    element.parts[1] = grown(pair.right, element.parts[1], growth, index);
  } else {
    element = grown(t.left, element, growth, true);
  }
  return info;
}

Info Shapes::grown_number(Info info, const Growth& growth, bool index) {
  if (growth.numbers >= kMaxWidenings && !index) {
    info.lo = std::numeric_limits<int64_t>::min();
    info.hi = std::numeric_limits<int64_t>::max();
  } else if (growth.numbers > 0 && info.bounded() && info.lo <= info.hi) {
    const int64_t more = (std::min<int64_t>(info.hi - info.lo, kWidest) + 1) << std::min(growth.numbers, 20);
    info.lo = std::max(info.lo, std::numeric_limits<int64_t>::min() / 2) - more;
    info.hi = std::min(info.hi, std::numeric_limits<int64_t>::max() / 2) + more;
  }
  return info;
}

Shape Shapes::atom(TypeId type, const Info& info) {
  Shape s;
  s.type = type;
  s.info = info;
  const Type t = o_.type(type);
  if (t.kind == TypeKind::Boolean) {
    s.stored = b_.bool_type();
  } else if (t.kind == TypeKind::Integer) {
    const bool wide = !info.bounded() || info.lo > info.hi;
    s.stored = wide ? b_.integer_type() : b_.int_type(info.lo, info.hi);
    if (wide) s.info = {};
  } else {
    s.stored = b_.element_type(t.kind == TypeKind::String ? o_.string_sort() : o_.sort_of(t.set));
  }
  return s;
}

Shape Shapes::shape_of(TypeId type, const Info& info, SourceSpan span, const std::string& name) {
  const auto growth = growths_.find(name);
  return known_shape(type, growth == growths_.end() ? info : grown(type, info, growth->second, false), span, name);
}

Shape Shapes::growing_shape_of(TypeId type, const Info& info, SourceSpan span, const std::string& name) {
  return shape_of(type, guessed(type, info), span, name);
}

// Guesses bounds for numbers that are elements of sets and arguments of functions.
Info Shapes::guessed(TypeId id, Info info) const {
  const Type t = o_.type(id);
  if (t.kind == TypeKind::Integer && bound_numbers_) return guessed_element(id, std::move(info));
  if (t.kind == TypeKind::Product || t.kind == TypeKind::Record) {
    std::vector<TypeId> types = {t.left, t.right};
    if (t.kind == TypeKind::Record) {
      types.clear();
      for (const FieldType& field : t.fields) types.push_back(field.type);
    }
    info.parts.resize(types.size());
    for (size_t i = 0; i < types.size(); ++i) info.parts[i] = guessed(types[i], info.parts[i]);
    return info;
  }
  if (t.kind != TypeKind::Power) return info;
  info.parts.resize(1);
  const Type element = o_.type(t.left);
  const bool pairs = element.kind == TypeKind::Product;
  info.sequence = info.sequence && pairs && o_.type(element.left).kind == TypeKind::Integer;
  if (!pairs || (!info.functional && !info.sequence)) {
    info.parts[0] = guessed_element(t.left, info.parts[0]);
    return info;
  }
  std::vector<Info>& sides = info.parts[0].parts;
  sides.resize(2);
  if (!info.sequence) sides[0] = guessed_element(element.left, sides[0]);
  sides[1] = guessed(element.right, sides[1]);
  return info;
}

Info Shapes::guessed_element(TypeId id, Info info) const {
  const Type t = o_.type(id);
  if (t.kind == TypeKind::Integer && !info.bounded() && info.lo <= info.hi) {
    if (info.lo == std::numeric_limits<int64_t>::min()) info.lo = std::min(o_.world.min_int, info.hi);
    if (info.hi == std::numeric_limits<int64_t>::max()) info.hi = std::max(o_.world.max_int, info.lo);
  }
  // Bounds that are too wide to be useful, such as those of the cardinality of a relation.
  if (t.kind == TypeKind::Integer && info.lo > -kWidest && info.hi > kWidest) {
    info.hi = std::max(o_.world.max_int, info.lo);
  }
  std::vector<TypeId> types;
  if (t.kind == TypeKind::Product) types = {t.left, t.right};
  if (t.kind == TypeKind::Power) types = {t.left};
  for (const FieldType& field : t.fields) types.push_back(field.type);
  if (!types.empty()) info.parts.resize(types.size());
  for (size_t i = 0; i < types.size(); ++i) info.parts[i] = guessed_element(types[i], info.parts[i]);
  return info;
}

Shape Shapes::known_shape(TypeId type, const Info& info, SourceSpan span, const std::string& name) {
  const Type t = o_.type(type);
  if (o_.is_scalar(type)) return atom(type, info);
  if (t.kind == TypeKind::Power) return set_shape(type, info, span, name);
  Shape s;
  s.kind = Shape::Kind::Tuple;
  s.pair = t.kind == TypeKind::Product;
  s.type = type;
  s.info = info;
  const auto add = [&](TypeId part, size_t i) {
    s.parts.push_back(known_shape(part, i < info.parts.size() ? info.parts[i] : Info{}, span, name));
  };
  if (t.kind == TypeKind::Product) {
    add(t.left, 0);
    add(t.right, 1);
  } else {
    for (size_t i = 0; i < t.fields.size(); ++i) add(t.fields[i].type, i);
  }
  store(s);
  return s;
}

// The form of a place that is sometimes empty: all zero bits denote no element of a sort, so that they are invariant
// under every permutation.
Shape Shapes::sparse(Shape s) {
  if (s.kind == Shape::Kind::Atom) {
    const ir::Type& type = b_.program().types[s.stored];
    if (type.kind == ir::TypeKind::Element) s.stored = b_.element_type(type.sort, true);
    return s;
  }
  for (Shape& part : s.parts) part = sparse(std::move(part));
  store(s);
  return s;
}

// Determines the stored type of a shape from those of its parts.
void Shapes::store(Shape& s) {
  const Type t = o_.type(s.type);
  switch (s.kind) {
    case Shape::Kind::Atom: return;
    case Shape::Kind::Tuple: {
      std::vector<ir::Field> fields;
      for (size_t i = 0; i < s.parts.size(); ++i) {
        fields.push_back({s.pair ? (i == 0 ? "first" : "second") : t.fields[i].name, s.parts[i].stored});
      }
      s.stored = b_.record_type(std::move(fields));
      return;
    }
    case Shape::Kind::Sequence:
      s.stored = b_.record_type(
          {{"size", b_.int_type(0, s.capacity)}, {"items", b_.array_type(s.dimensions[0], s.parts[0].stored)}});
      return;
    case Shape::Kind::Function: {
      const ir::Type& value = b_.program().types[s.parts[0].stored];
      s.stored = s.parts[0].stored;
      if (s.partial) {
        s.flagged = value.kind != ir::TypeKind::Element;
        s.stored = s.flagged ? b_.record_type({{"has", b_.bool_type()}, {"value", s.stored}})
                             : b_.element_type(value.sort, true);
      }
      break;
    }
    case Shape::Kind::Mask:
    case Shape::Kind::Bits: s.stored = s.cells ? b_.bool_type() : b_.set_type(s.dimensions.back()); break;
  }
  const bool last_is_mask = s.kind != Shape::Kind::Function && !s.cells;
  for (size_t i = s.dimensions.size() - (last_is_mask ? 1 : 0); i-- > 0;) {
    s.stored = b_.array_type(s.dimensions[i], s.stored);
  }
}

Shape Shapes::set_shape(TypeId type, const Info& info, SourceSpan span, const std::string& name) {
  const TypeId element = o_.type(type).left;
  const Info inner = info.parts.empty() ? Info{} : info.parts[0];
  if (o_.type(element).kind == TypeKind::Product && (info.functional || info.sequence)) {
    return function_shape(type, info, span, name);
  }
  Shape s;
  s.type = type;
  s.info = info;
  if (!o_.domains_of(element, inner, s.dimensions)) {
    unsupported(span, "'" + name + "' of type " + text_of(o_.types, type) + " has no finite representation yet",
                "give its elements bounds in the invariant or in PROPERTIES: x <: 1..9, f : 1..9 +-> S");
  }
  uint64_t size = 1;
  for (const ir::Domain& d : s.dimensions) size *= std::max<uint64_t>(b_.program().domain_size(d), 1);
  if (size > kLargestMatrix) {
    give_up(DiagnosticKind::LimitExceeded, span, "'" + name + "' is a set among " + std::to_string(size) + " elements",
            "smaller sets can be chosen with --card and by bounds of numbers");
  }
  const uint32_t last = b_.program().domain_size(s.dimensions.back());
  s.cells = last > ir::kMaxSetSize;
  s.kind = o_.is_atom(element) && !s.cells ? Shape::Kind::Mask : Shape::Kind::Bits;
  store(s);
  return s;
}

Shape Shapes::function_shape(TypeId type, const Info& info, SourceSpan span, const std::string& name) {
  const Type element = o_.type(o_.type(type).left);
  const Info inner = info.parts.empty() ? Info{} : info.parts[0];
  const auto part = [&](size_t i) { return i < inner.parts.size() ? inner.parts[i] : Info{}; };
  Shape s;
  s.type = type;
  s.info = info;
  s.kind = Shape::Kind::Function;
  s.parts.push_back(known_shape(element.right, part(1), span, name));
  if (info.sequence) {
    s.kind = Shape::Kind::Sequence;
    s.capacity = info.longest == 0 ? kUsualSequence : info.longest;
    s.dimensions = {ir::Domain::range(1, s.capacity)};
    s.parts[0] = sparse(std::move(s.parts[0]));
    store(s);
    return s;
  }
  if (!o_.domains_of(element.left, part(0), s.dimensions)) {
    unsupported(span,
                "the function '" + name + "' of type " + text_of(o_.types, type) + " has no finite representation yet",
                "give its arguments bounds in the invariant or in PROPERTIES: f : 1..9 +-> S");
  }
  uint64_t cells = 1;
  for (const ir::Domain& d : s.dimensions) cells *= std::max<uint64_t>(b_.program().domain_size(d), 1);
  if (cells > kLargestMatrix) {
    give_up(DiagnosticKind::LimitExceeded, span,
            "'" + name + "' is a function on " + std::to_string(cells) + " arguments",
            "smaller sets can be chosen with --card and by bounds of numbers");
  }
  s.partial = !info.total;
  if (s.partial) s.parts[0] = sparse(std::move(s.parts[0]));
  store(s);
  return s;
}

// ---- Reading

V Shapes::read_atom(const Shape& s, const MakePlace& place) {
  const Make make = [this, place] { return b_.read(place()); };
  switch (o_.type(s.type).kind) {
    case TypeKind::Boolean: return o_.boolean(s.type, make);
    case TypeKind::Integer: return o_.integer(s.type, make, s.info.lo, s.info.hi);
    default: return o_.element(s.type, make, false);
  }
}

V Shapes::read(const Shape& s, const MakePlace& place) {
  switch (s.kind) {
    case Shape::Kind::Atom: return read_atom(s, place);
    case Shape::Kind::Mask: return o_.mask_set(s.type, s.dimensions[0], [this, place] { return b_.read(place()); });
    case Shape::Kind::Bits: return read_bits(s, place);
    case Shape::Kind::Function: return read_function(s, place);
    case Shape::Kind::Sequence: return read_sequence(s, place);
    case Shape::Kind::Tuple: break;
  }
  std::vector<V> parts;
  for (uint32_t i = 0; i < s.parts.size(); ++i) {
    parts.push_back(read(s.parts[i], [this, place, i] { return b_.field(place(), i); }));
  }
  if (o_.type(s.type).kind == TypeKind::Product) return o_.pair(s.type, parts[0], parts[1]);
  return o_.record(s.type, std::move(parts));
}

PlaceId Shapes::cell(const Shape&, const MakePlace& place, const std::vector<V>& atoms, size_t count) {
  PlaceId at = place();
  for (size_t i = 0; i < count; ++i) at = b_.index(at, o_.as_index(atoms[i]));
  return at;
}

V Shapes::read_bits(const Shape& s, const MakePlace& place) {
  auto v = std::make_shared<Value>();
  v->kind = Value::Kind::Set;
  v->type = s.type;
  v->info = s.info;
  const TypeId element = o_.type(s.type).left;
  const size_t indices = s.dimensions.size() - (s.cells ? 0 : 1);
  const auto has = [this, s, place, indices](const std::vector<V>& atoms) -> IrExpr {
    const PlaceId at = cell(s, place, atoms, indices);
    if (s.cells) return b_.read(at);
    return b_.binary(IrOp::Member, o_.as_index(atoms.back()), b_.read(at));
  };
  v->contains = [this, s, has, indices](const V& x) -> IrExpr {
    std::vector<V> atoms;
    PX_CHECK(o_.atoms_of(x, atoms));
    return o_.with_names(x, [&](const V& named) {
      std::vector<V> simple;
      o_.atoms_of(named, simple);
      IrExpr inside = o_.truth(true);
      for (size_t i = 0; i < simple.size(); ++i) {
        if (i < indices || is_set(simple[i])) inside = o_.both(inside, o_.within(simple[i], s.dimensions[i]));
      }
      return o_.both(inside, has(simple));
    });
  };
  v->walks = [this, s, has, element]() -> Walks {
    Walk walk;
    std::vector<V> atoms;
    const std::vector<TypeId> types = o_.atom_types(element);
    for (size_t i = 0; i < s.dimensions.size(); ++i) {
      const ir::BindingId x = o_.index_name("x'", types[i], s.dimensions[i]);
      walk.steps.push_back(ValueOps::loop(x, s.dimensions[i]));
      atoms.push_back(o_.from_index(types[i], x, s.dimensions[i]));
    }
    walk.steps.push_back(ValueOps::filter(has(atoms)));
    size_t next = 0;
    walk.element = o_.from_atoms(element, atoms, next);
    return {walk};
  };
  const bool binary = o_.type(element).kind == TypeKind::Product && s.dimensions.size() == 2 && !s.cells;
  if (binary && o_.is_scalar(o_.type(element).left)) {
    const TypeId row_type = o_.types.power(o_.type(element).right);
    v->row = [this, s, place, row_type](const V& x) {
      const Make mask = [this, s, place, x]() -> IrExpr {
        return o_.with_names(x, [&](const V& named) {
          const IrExpr row = b_.read(cell(s, place, {named}, 1));
          const IrExpr inside = o_.within(named, s.dimensions[0]);
          if (o_.is_constant(inside, 1)) return row;
          return b_.conditional(inside, row, b_.constant(b_.set_type(s.dimensions[1]), 0));
        });
      };
      return o_.mask_set(row_type, s.dimensions[1], mask);
    };
  }
  return v;
}

V Shapes::read_function(const Shape& s, const MakePlace& place) {
  auto v = std::make_shared<Value>();
  v->kind = Value::Kind::Set;
  v->type = s.type;
  v->info = s.info;
  v->info.functional = true;
  const TypeId pair_type = o_.type(s.type).left;
  const TypeId argument = o_.type(pair_type).left;
  v->defined = [this, s, place](const V& x) -> IrExpr {
    return o_.with_names(x, [&](const V& named) {
      std::vector<V> atoms;
      PX_CHECK(o_.atoms_of(named, atoms));
      IrExpr inside = o_.truth(true);
      for (size_t i = 0; i < atoms.size(); ++i) inside = o_.both(inside, o_.within(atoms[i], s.dimensions[i]));
      if (!s.partial || o_.is_constant(inside, 0)) return inside;
      const PlaceId at = cell(s, place, atoms, atoms.size());
      if (s.flagged) return o_.both(inside, b_.read(b_.field(at, 0)));
      const ir::TypeId stored = b_.program().places[at].type;
      return o_.both(inside, b_.binary(IrOp::Ne, b_.read(at), b_.constant(stored, -1)));
    });
  };
  v->apply = [this, s, place](const V& x) {
    const MakePlace at = [this, s, place, x] {
      std::vector<V> atoms;
      PX_CHECK(o_.atoms_of(x, atoms));
      const PlaceId there = cell(s, place, atoms, atoms.size());
      return s.flagged ? b_.field(there, 1) : there;
    };
    return read(s.parts[0], at);
  };
  const auto value = v->apply;
  const auto defined = v->defined;
  v->contains = [this, defined, value](const V& x) -> IrExpr {
    return o_.with_names(x->parts[0], [&](const V& argument_value) {
      return o_.both(defined(argument_value), o_.equal(value(argument_value), x->parts[1]));
    });
  };
  v->walks = [this, s, defined, value, pair_type, argument]() -> Walks {
    Walk walk;
    std::vector<V> atoms;
    const std::vector<TypeId> types = o_.atom_types(argument);
    for (size_t i = 0; i < s.dimensions.size(); ++i) {
      const ir::BindingId x = o_.index_name("x'", types[i], s.dimensions[i]);
      walk.steps.push_back(ValueOps::loop(x, s.dimensions[i]));
      atoms.push_back(o_.from_index(types[i], x, s.dimensions[i]));
    }
    size_t next = 0;
    const V x = o_.from_atoms(argument, atoms, next);
    const IrExpr condition = defined(x);
    if (!o_.is_constant(condition, 1)) walk.steps.push_back(ValueOps::filter(condition));
    walk.element = o_.pair(pair_type, x, value(x));
    return {walk};
  };
  return v;
}

V Shapes::read_sequence(const Shape& s, const MakePlace& place) {
  auto v = std::make_shared<Value>();
  v->kind = Value::Kind::Set;
  v->type = s.type;
  v->info = s.info;
  v->info.functional = v->info.sequence = true;
  v->info.longest = s.capacity;
  if (v->info.parts.empty() || v->info.parts[0].parts.size() < 2) {
    Info pair;
    pair.parts = {Info{}, s.parts[0].info};
    v->info.parts = {pair};
  }
  v->info.parts[0].parts[0].lo = 1;
  v->info.parts[0].parts[0].hi = s.capacity;
  v->length = o_.integer(
      o_.types.integer(), [this, place] { return b_.read(b_.field(place(), 0)); }, 0, s.capacity);
  const V length = v->length;
  v->defined = [this, length](const V& i) -> IrExpr {
    return o_.with_names(i, [&](const V& n) {
      const IrExpr low = n->info.lo >= 1 ? o_.truth(true) : b_.binary(IrOp::Ge, n->scalar(), b_.integer(1));
      return o_.both(low, b_.binary(IrOp::Le, n->scalar(), length->scalar()));
    });
  };
  v->apply = [this, s, place](const V& i) {
    return read(s.parts[0], [this, place, i] { return b_.index(b_.field(place(), 1), i->scalar()); });
  };
  complete_sequence(o_, *v);
  return v;
}

void complete_sequence(ValueOps& o, Value& v) {
  const auto defined = v.defined;
  const auto value = v.apply;
  const TypeId pair_type = o.type(v.type).left;
  v.contains = [&o, defined, value](const V& x) -> IrExpr {
    return o.with_names(x->parts[0], [&](const V& i) { return o.both(defined(i), o.equal(value(i), x->parts[1])); });
  };
  const int64_t longest = v.info.longest;
  v.walks = [&o, longest, defined, value, pair_type]() -> Walks {
    if (longest == 0) return {};
    const ir::Domain positions = ir::Domain::range(1, longest);
    const ir::BindingId i = o.b.binding_over("i'", positions);
    const V n = o.from_index(o.types.integer(), i, positions);
    return {{{ValueOps::loop(i, positions), ValueOps::filter(defined(n))}, o.pair(pair_type, n, value(n))}};
  };
}

}  // namespace px::b
