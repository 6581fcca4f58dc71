// Writing values into their shapes, cell by cell.
#include "engine/base/check.h"
#include "frontends/b/lowering_error.h"
#include "frontends/b/shape.h"

namespace px::b {

using IrExpr = ir::ExprId;
using IrOp = ir::Op;
using ir::Block;
using ir::PlaceId;

namespace {

const char* why(GrowthCause cause) {
  switch (cause) {
    case GrowthCause::Numbers: return "a number is out of its bounds";
    case GrowthCause::Lengths: return "the sequence is too long";
    case GrowthCause::NotTotal: return "it is not total";
    case GrowthCause::NotFunction: return "it is not a function";
    case GrowthCause::NotSequence: return "it is not a sequence";
  }
  PX_UNREACHABLE("cause of a growth");
}

}  // namespace

ir::StatementId Shapes::grow(const GrowthMark& growth, SourceSpan span) {
  const std::string text = "a value of '" + growth.name + "' does not fit its representation: " + why(growth.cause);
  return b_.grow(mark(growth), text, span);
}

void Shapes::demand(Block& block, IrExpr condition, const GrowthMark& growth, SourceSpan span) {
  if (o_.is_constant(condition, 1)) return;
  block.push_back(b_.if_else(o_.negated(condition), {grow(growth, span)}, {}, span));
}

Block Shapes::for_cells(const Shape& s, const MakePlace& place, size_t count,
                        const std::function<Block(const MakePlace&, const std::vector<V>&)>& body) {
  const bool function = s.kind == Shape::Kind::Function;
  const std::vector<TypeId> types = o_.atom_types(function ? argument_type(s) : o_.type(s.type).left);
  std::vector<ir::BindingId> bindings;
  std::vector<V> atoms;
  for (size_t i = 0; i < count; ++i) {
    bindings.push_back(b_.binding_over("x'", s.dimensions[i]));
    atoms.push_back(o_.from_index(types[i], bindings[i], s.dimensions[i]));
  }
  const MakePlace at = [this, place, bindings] {
    PlaceId p = place();
    for (const ir::BindingId x : bindings) p = b_.index(p, b_.use(x));
    return p;
  };
  Block block = body(at, atoms);
  for (size_t i = count; i-- > 0;) block = {b_.for_each(bindings[i], s.dimensions[i], std::move(block))};
  return block;
}

IrExpr Shapes::all_cells(const Shape& s, const MakePlace& place,
                         const std::function<IrExpr(const MakePlace&, const V&)>& holds) {
  const bool last_is_mask = s.kind == Shape::Kind::Bits && !s.cells;
  const size_t count = s.dimensions.size() - (last_is_mask ? 1 : 0);
  std::vector<ir::BindingId> bindings;
  for (size_t i = 0; i < count; ++i) bindings.push_back(b_.binding_over("x'", s.dimensions[i]));
  const MakePlace at = [this, place, bindings] {
    PlaceId p = place();
    for (const ir::BindingId x : bindings) p = b_.index(p, b_.use(x));
    return p;
  };
  const V first =
      s.kind == Shape::Kind::Sequence ? o_.from_index(o_.types.integer(), bindings[0], s.dimensions[0]) : nullptr;
  IrExpr all = holds(at, first);
  for (size_t i = count; i-- > 0;) {
    if (!o_.is_constant(all, 1)) all = b_.quantifier(IrOp::Forall, bindings[i], s.dimensions[i], all);
  }
  return all;
}

IrExpr Shapes::is_blank(const Shape& s, const MakePlace& place) {
  switch (s.kind) {
    case Shape::Kind::Atom:
    case Shape::Kind::Mask: {
      const PlaceId at = place();
      const ir::Type& type = b_.program().types[s.stored];
      const int64_t lo = b_.program().scalar_lo(s.stored);
      const bool zero = type.kind != ir::TypeKind::Element && lo <= 0 && b_.program().scalar_hi(s.stored) >= 0;
      const IrExpr blank = type.kind == ir::TypeKind::Bool  ? b_.boolean(false)
                           : type.kind == ir::TypeKind::Int ? b_.integer(zero ? 0 : lo)
                                                            : b_.constant(s.stored, zero ? 0 : lo);
      return b_.binary(IrOp::Eq, b_.read(at), blank);
    }
    case Shape::Kind::Tuple: {
      IrExpr all = o_.truth(true);
      for (uint32_t i = 0; i < s.parts.size(); ++i) {
        all = o_.both(all, is_blank(s.parts[i], [this, place, i] { return b_.field(place(), i); }));
      }
      return all;
    }
    case Shape::Kind::Sequence: return b_.binary(IrOp::Eq, b_.read(b_.field(place(), 0)), b_.integer(0));
    case Shape::Kind::Bits:
      return all_cells(s, place, [&](const MakePlace& at, const V&) {
        const PlaceId p = at();
        const IrExpr none = s.cells ? b_.boolean(false) : b_.constant(b_.program().places[p].type, 0);
        return b_.binary(IrOp::Eq, b_.read(p), none);
      });
    case Shape::Kind::Function:
      return all_cells(s, place, [&](const MakePlace& at, const V&) {
        if (!s.partial) return is_blank(s.parts[0], at);
        if (s.flagged) return o_.negated(b_.read(b_.field(at(), 0)));
        const PlaceId p = at();
        return b_.binary(IrOp::Eq, b_.read(p), b_.constant(b_.program().places[p].type, -1));
      });
  }
  PX_UNREACHABLE("shape");
}

IrExpr Shapes::is_proper(const Shape& s, const MakePlace& place) {
  switch (s.kind) {
    case Shape::Kind::Mask:
    case Shape::Kind::Bits: return o_.truth(true);
    case Shape::Kind::Atom: {
      if (!b_.program().types[s.stored].allows_none) return o_.truth(true);
      return b_.binary(IrOp::Ne, b_.read(place()), b_.constant(s.stored, -1));
    }
    case Shape::Kind::Tuple: {
      IrExpr all = o_.truth(true);
      for (uint32_t i = 0; i < s.parts.size(); ++i) {
        all = o_.both(all, is_proper(s.parts[i], [this, place, i] { return b_.field(place(), i); }));
      }
      return all;
    }
    case Shape::Kind::Sequence:
      return all_cells(
          s, [this, place] { return b_.field(place(), 1); },
          [&](const MakePlace& at, const V& i) {
            const auto present = [&] { return b_.binary(IrOp::Le, i->scalar(), b_.read(b_.field(place(), 0))); };
            return o_.both(o_.either(o_.negated(present()), is_proper(s.parts[0], at)),
                           o_.either(present(), o_.both(is_proper_blank(s.parts[0], at), is_blank(s.parts[0], at))));
          });
    case Shape::Kind::Function:
      return all_cells(s, place, [&](const MakePlace& at, const V&) {
        if (!s.partial) return is_proper(s.parts[0], at);
        if (!s.flagged) return o_.truth(true);
        const MakePlace value = [this, at] { return b_.field(at(), 1); };
        const auto present = [&] { return b_.read(b_.field(at(), 0)); };
        return o_.both(o_.either(o_.negated(present()), is_proper(s.parts[0], value)),
                       o_.either(present(), o_.both(is_proper_blank(s.parts[0], value), is_blank(s.parts[0], value))));
      });
  }
  PX_UNREACHABLE("shape");
}

// Blank values have dead cells of their own: those of an empty sequence.
IrExpr Shapes::is_proper_blank(const Shape& s, const MakePlace& place) {
  if (s.kind == Shape::Kind::Atom || s.kind == Shape::Kind::Tuple) return o_.truth(true);
  return is_proper(s, place);
}

Block Shapes::for_all_cells(const Shape& s, const MakePlace& place,
                            const std::function<Block(const MakePlace&)>& body) {
  const size_t count = s.dimensions.size() - (s.kind == Shape::Kind::Bits && !s.cells ? 1 : 0);
  return for_cells(s, place, count, [&](const MakePlace& at, const std::vector<V>&) { return body(at); });
}

Block Shapes::write(const Shape& s, const MakePlace& place, const V& value, const std::string& name, SourceSpan span) {
  switch (s.kind) {
    case Shape::Kind::Atom: return {b_.assign(place(), value->scalar(), span)};
    case Shape::Kind::Mask:
    case Shape::Kind::Bits: return write_bits(s, place, value, name, span);
    case Shape::Kind::Function: return write_function(s, place, value, name, span);
    case Shape::Kind::Sequence: return write_sequence(s, place, value, name, span);
    case Shape::Kind::Tuple: break;
  }
  Block block;
  for (uint32_t i = 0; i < s.parts.size(); ++i) {
    append(block, write(
                      s.parts[i], [this, place, i] { return b_.field(place(), i); }, value->parts[i], name, span));
  }
  return block;
}

Block Shapes::write_bits(const Shape& s, const MakePlace& place, const V& value, const std::string& name,
                         SourceSpan span) {
  Block block;
  const bool same = s.kind == Shape::Kind::Mask && value->mask && value->mask_domain == s.dimensions[0];
  if (!same) {
    // Nothing may be dropped: only numbers can be out of bounds.
    const IrExpr fits = o_.forall(o_.walks_of(value, span), [&](const V& x) {
      std::vector<V> atoms;
      if (!o_.atoms_of(x, atoms)) unsupported(span, "a set of sets cannot be stored yet");
      IrExpr inside = o_.truth(true);
      for (size_t i = 0; i < atoms.size(); ++i) inside = o_.both(inside, o_.within(atoms[i], s.dimensions[i]));
      return inside;
    });
    demand(block, fits, {name, GrowthCause::Numbers}, span);
  }
  if (s.kind == Shape::Kind::Mask) {
    block.push_back(b_.assign(place(), o_.as_mask(value, s.dimensions[0]), span));
    return block;
  }
  const size_t indices = s.dimensions.size() - (s.cells ? 0 : 1);
  const TypeId element = o_.type(s.type).left;
  const std::vector<TypeId> types = o_.atom_types(element);
  append(block, for_cells(s, place, indices, [&](const MakePlace& at, const std::vector<V>& outer) -> Block {
           std::vector<V> atoms = outer;
           size_t next = 0;
           if (s.cells) return {b_.assign(at(), value->contains(o_.from_atoms(element, atoms, next)), span)};
           const ir::Domain& last = s.dimensions.back();
           const ir::BindingId x = b_.binding_over("y'", last);
           atoms.push_back(o_.from_index(types.back(), x, last));
           const IrExpr in = value->contains(o_.from_atoms(element, atoms, next));
           const IrExpr row =
               o_.is_constant(in, 0) ? b_.constant(b_.set_type(last), 0) : b_.quantifier(IrOp::Collect, x, last, in);
           return {b_.assign(at(), row, span)};
         }));
  return block;
}

Block Shapes::mark_present(const Shape& s, const MakePlace& at, bool present) {
  if (!s.partial) return {};
  if (s.flagged) {
    Block block;
    if (!present) block.push_back(b_.reset(b_.field(at(), 1)));
    block.push_back(b_.assign(b_.field(at(), 0), b_.boolean(present)));
    return block;
  }
  if (present) return {};
  const PlaceId cell_place = at();
  return {b_.assign(cell_place, b_.constant(b_.program().places[cell_place].type, -1))};
}

// Whether each of the domains lies within the corresponding one.
bool Shapes::within_all(const std::vector<ir::Domain>& domains, const std::vector<ir::Domain>& larger) {
  for (size_t i = 0; i < domains.size(); ++i) {
    const bool numbers = domains[i].kind == ir::Domain::Kind::Range;
    if (numbers ? domains[i].lo < larger[i].lo || domains[i].hi > larger[i].hi : domains[i] != larger[i]) return false;
  }
  return true;
}

Block Shapes::write_function(const Shape& s, const MakePlace& place, const V& value, const std::string& name,
                             SourceSpan span) {
  Block block;
  const TypeId argument = argument_type(s);
  // All its arguments have a cell, and no argument has two values.
  std::vector<ir::Domain> arguments;
  const bool cut = !o_.domains_of(argument, side_info(value, 0), arguments) || !within_all(arguments, s.dimensions);
  if (cut && !value->walks) {
    give_up(DiagnosticKind::Unsupported, span,
            "what is assigned to '" + name + "' is infinite and cannot be stored in a state",
            "bound its arguments: %x.(x : 0..9 | ...)");
  }
  if (cut) {
    const IrExpr fits = o_.forall(value->walks(), [&](const V& x) {
      std::vector<V> atoms;
      if (!o_.atoms_of(x->parts[0], atoms)) unsupported(span, "a function on sets cannot be stored yet");
      IrExpr inside = o_.truth(true);
      for (size_t i = 0; i < atoms.size(); ++i) inside = o_.both(inside, o_.within(atoms[i], s.dimensions[i]));
      return inside;
    });
    demand(block, fits, {name, GrowthCause::Numbers}, span);
  }
  demand(block, o_.is_function(value, span), {name, GrowthCause::NotFunction}, span);
  const V function = o_.function_view(value, span);
  append(block,
         for_cells(s, place, s.dimensions.size(), [&](const MakePlace& at, const std::vector<V>& atoms) -> Block {
           size_t next = 0;
           const V x = o_.from_atoms(argument, atoms, next);
           const MakePlace inner = s.flagged ? MakePlace([this, at] { return b_.field(at(), 1); }) : at;
           Block present = write(s.parts[0], inner, function->apply(x), name, span);
           append(present, mark_present(s, at, true));
           const IrExpr has = function->defined(x);
           if (o_.is_constant(has, 1)) return present;
           if (o_.is_constant(has, 0) && s.partial) return mark_present(s, at, false);
           Block absent = mark_present(s, at, false);
           if (!s.partial) {
             absent = {grow({name, GrowthCause::NotTotal}, span)};
           }
           return {b_.if_else(has, std::move(present), std::move(absent), span)};
         }));
  return block;
}

// Converts a set of pairs to a sequence, with statements that fail if it is none.
V Shapes::to_sequence(Block& block, const Shape& s, const V& pairs, const std::string& name, SourceSpan span) {
  const TypeId integers = o_.types.integer();
  const V size = o_.size_of(pairs, span);
  const IrExpr positions = o_.forall(o_.walks_of(pairs, span), [&](const V& x) {
    const V& at = x->parts[0];
    return o_.both(b_.binary(IrOp::Ge, at->scalar(), b_.integer(1)), b_.binary(IrOp::Le, at->scalar(), size->scalar()));
  });
  demand(block, o_.both(positions, o_.is_function(pairs, span)), {name, GrowthCause::NotSequence}, span);
  auto v = std::make_shared<Value>(*o_.function_view(pairs, span));
  v->length = o_.integer(integers, size->scalar, 0, std::max<int64_t>(size->info.hi, 0));
  v->info.sequence = true;
  v->info.longest = s.capacity;
  return v;
}

Block Shapes::write_sequence(const Shape& s, const MakePlace& place, const V& given, const std::string& name,
                             SourceSpan span) {
  Block block;
  const V value = given->length ? given : to_sequence(block, s, given, name, span);
  if (value->length->info.hi > s.capacity) {
    demand(block, b_.binary(IrOp::Le, value->length->scalar(), b_.integer(s.capacity)), {name, GrowthCause::Lengths},
           span);
  }
  if (value->length->info.hi == 0) {
    block.push_back(b_.reset(place(), span));
    return block;
  }
  const ir::BindingId i = b_.binding_over("i'", s.dimensions[0]);
  const V n = o_.from_index(o_.types.integer(), i, s.dimensions[0]);
  const MakePlace item = [this, place, i] { return b_.index(b_.field(place(), 1), b_.use(i)); };
  Block present = write(s.parts[0], item, value->apply(n), name, span);
  // Write the new length first: the value may read its own length, and later code uses this one.
  const ir::BindingId length = b_.binding("n'", b_.integer_type());
  const IrExpr inside = b_.binary(IrOp::Le, b_.use(i), b_.use(length));
  Block loop = {b_.for_each(i, s.dimensions[0], {b_.if_else(inside, std::move(present), {b_.reset(item())})})};
  loop.push_back(b_.assign(b_.field(place(), 0), b_.use(length), span));
  block.push_back(b_.let(length, value->length->scalar(), std::move(loop), span));
  return block;
}

Block Shapes::write_cell(const Shape& s, const MakePlace& place, const V& argument,
                         const std::function<Block(const Shape&, const MakePlace&)>& write_value,
                         const std::string& name, SourceSpan span) {
  Block block;
  if (s.kind == Shape::Kind::Sequence) {
    // Within the sequence, or directly after it.
    const auto length = [this, place] { return b_.read(b_.field(place(), 0)); };
    const auto next = [this, length] { return b_.binary(IrOp::Add, length(), b_.integer(1)); };
    const IrExpr positive = b_.binary(IrOp::Ge, argument->scalar(), b_.integer(1));
    demand(block, o_.both(positive, b_.binary(IrOp::Le, argument->scalar(), next())), {name, GrowthCause::NotSequence},
           span);
    demand(block, b_.binary(IrOp::Le, argument->scalar(), b_.integer(s.capacity)), {name, GrowthCause::Lengths}, span);
    append(block, write_value(s.parts[0],
                              [this, place, argument] { return b_.index(b_.field(place(), 1), argument->scalar()); }));
    const IrExpr behind = b_.binary(IrOp::Gt, argument->scalar(), length());
    block.push_back(b_.if_else(behind, {b_.assign(b_.field(place(), 0), next(), span)}, {}, span));
    return block;
  }
  if (s.kind != Shape::Kind::Function) {
    unsupported(span, "'" + name + "' is not known to be a function",
                "say so in the invariant: " + name + " : S +-> T");
  }
  std::vector<V> atoms;
  if (!o_.atoms_of(argument, atoms)) unsupported(span, "a function on sets cannot be changed yet");
  IrExpr inside = o_.truth(true);
  for (size_t i = 0; i < atoms.size(); ++i) inside = o_.both(inside, o_.within(atoms[i], s.dimensions[i]));
  demand(block, inside, {name, GrowthCause::Numbers}, span);
  const MakePlace at = [this, s, place, atoms] { return cell(s, place, atoms, atoms.size()); };
  append(block, write_value(s.parts[0], s.flagged ? MakePlace([this, at] { return b_.field(at(), 1); }) : at));
  append(block, mark_present(s, at, true));
  return block;
}

}  // namespace px::b
