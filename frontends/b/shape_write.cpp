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

void append(Block& to, const Block& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

void Shapes::demand(Block& block, IrExpr condition, const std::string& text, SourceSpan span) {
  if (o_.is_constant(condition, 1)) return;
  const ir::StatementId failure = b_.fail(text, span, ir::ViolationKind::Safety);
  block.push_back(b_.if_else(o_.negated(condition), {failure}, {}, span));
}

Block Shapes::for_cells(const Shape& s, const MakePlace& place, size_t count,
                        const std::function<Block(const MakePlace&, const std::vector<V>&)>& body) {
  const bool function = s.kind == Shape::Kind::Function;
  const std::vector<TypeId> types = atom_types(function ? argument_type(s) : o_.type(s.type).left);
  std::vector<ir::BindingId> bindings;
  std::vector<V> atoms;
  for (size_t i = 0; i < count; ++i) {
    bindings.push_back(b_.binding_over("x", s.dimensions[i]));
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
    // Nothing may be left out: only numbers can lie outside.
    const IrExpr fits = o_.forall(o_.walks_of(value, span), [&](const V& x) {
      std::vector<V> atoms;
      if (!o_.atoms_of(x, atoms)) unsupported(span, "a set of sets cannot be stored yet");
      IrExpr inside = o_.truth(true);
      for (size_t i = 0; i < atoms.size(); ++i) inside = o_.both(inside, o_.within(atoms[i], s.dimensions[i]));
      return inside;
    });
    demand(block, fits, "a value of '" + name + "' " + std::string(kGrowthText) + "a number is out of its bounds",
           span);
  }
  if (s.kind == Shape::Kind::Mask) {
    block.push_back(b_.assign(place(), o_.as_mask(value, s.dimensions[0]), span));
    return block;
  }
  const size_t indices = s.dimensions.size() - (s.cells ? 0 : 1);
  const TypeId element = o_.type(s.type).left;
  const std::vector<TypeId> types = atom_types(element);
  append(block, for_cells(s, place, indices, [&](const MakePlace& at, const std::vector<V>& outer) -> Block {
           std::vector<V> atoms = outer;
           size_t next = 0;
           if (s.cells) return {b_.assign(at(), value->contains(o_.from_atoms(element, atoms, next)), span)};
           const ir::Domain& last = s.dimensions.back();
           const ir::BindingId x = b_.binding_over("y", last);
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

Block Shapes::write_function(const Shape& s, const MakePlace& place, const V& value, const std::string& name,
                             SourceSpan span) {
  Block block;
  const TypeId argument = argument_type(s);
  const TypeId pair_type = o_.type(s.type).left;
  // All its arguments have a cell, and no argument has two values.
  if (value->walks) {
    const IrExpr fits = o_.forall(value->walks(), [&](const V& x) {
      std::vector<V> atoms;
      if (!o_.atoms_of(x->parts[0], atoms)) unsupported(span, "a function on sets cannot be stored yet");
      IrExpr inside = o_.truth(true);
      for (size_t i = 0; i < atoms.size(); ++i) inside = o_.both(inside, o_.within(atoms[i], s.dimensions[i]));
      return inside;
    });
    demand(block, fits, "a value of '" + name + "' " + std::string(kGrowthText) + "an argument is out of its bounds",
           span);
  } else if (!value->defined) {
    o_.walks_of(value, span);
  }
  V function = value;
  if (!value->defined) {
    const IrExpr single = o_.forall(value->walks(), [&](const V& x) {
      return o_.forall(value->walks(), [&](const V& y) {
        return o_.either(o_.negated(o_.equal(x->parts[0], y->parts[0])), o_.equal(x->parts[1], y->parts[1]));
      });
    });
    demand(block, single, "a value of '" + name + "' " + std::string(kGrowthText) + "it is not a function", span);
  }
  append(block,
         for_cells(s, place, s.dimensions.size(), [&](const MakePlace& at, const std::vector<V>& atoms) -> Block {
           size_t next = 0;
           const V x = o_.from_atoms(argument, atoms, next);
           const MakePlace inner = s.flagged ? MakePlace([this, at] { return b_.field(at(), 1); }) : at;
           Block present;
           if (value->defined) {
             present = write(s.parts[0], inner, value->apply(x), name, span);
           } else {
             // The one value among those of the type.
             const TypeId to = o_.type(pair_type).right;
             const V all = o_.universe(o_.types.power(to), s.parts[0].info, true);
             if (!all->walks) unsupported(span, "this relation cannot be made a function yet");
             for (Walk walk : all->walks()) {
               Block assign = write(s.parts[0], inner, walk.element, name, span);
               IrExpr in = value->contains(o_.pair(pair_type, x, walk.element));
               Block nested = {b_.if_else(in, std::move(assign))};
               for (size_t i = walk.steps.size(); i-- > 0;) {
                 const Step& step = walk.steps[i];
                 if (step.kind == Step::Kind::Loop)
                   nested = {b_.for_each(step.binding, step.domain, std::move(nested))};
               }
               append(present, nested);
             }
           }
           append(present, mark_present(s, at, true));
           const IrExpr has = o_.in_domain(value, x, span);
           if (o_.is_constant(has, 1)) return present;
           if (o_.is_constant(has, 0) && s.partial) return mark_present(s, at, false);
           Block absent = mark_present(s, at, false);
           if (!s.partial) {
             absent = {b_.fail("a value of '" + name + "' " + std::string(kGrowthText) + "it is not total", span)};
           }
           return {b_.if_else(has, std::move(present), std::move(absent), span)};
         }));
  return block;
}

Block Shapes::write_sequence(const Shape& s, const MakePlace& place, const V& value, const std::string& name,
                             SourceSpan span) {
  Block block;
  if (!value->length) unsupported(span, "only sequences can be assigned to '" + name + "' yet");
  if (value->length->info.hi > s.capacity) {
    demand(block, b_.binary(IrOp::Le, value->length->scalar(), b_.integer(s.capacity)),
           "a value of '" + name + "' " + std::string(kGrowthText) + "the sequence is too long", span);
  }
  const ir::BindingId i = b_.binding_over("i", s.dimensions[0]);
  const V n = o_.from_index(o_.types.integer(), i, s.dimensions[0]);
  const MakePlace item = [this, place, i] { return b_.index(b_.field(place(), 1), b_.use(i)); };
  Block present = write(s.parts[0], item, value->apply(n), name, span);
  // The new length first: what follows reads it, for the value may be asked for its own.
  const ir::BindingId length = b_.binding("n", b_.integer_type());
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
    const V sequence = read(s, place);
    demand(block, sequence->defined(argument),
           "'" + name + "' " + std::string(kGrowthText) + "it would not be a sequence any more", span);
    append(block, write_value(s.parts[0],
                              [this, place, argument] { return b_.index(b_.field(place(), 1), argument->scalar()); }));
    return block;
  }
  if (s.kind != Shape::Kind::Function)
    unsupported(span, "'" + name + "' is not known to be a function",
                "say so in the invariant: " + name + " : S +-> T");
  std::vector<V> atoms;
  if (!o_.atoms_of(argument, atoms)) unsupported(span, "a function on sets cannot be changed yet");
  IrExpr inside = o_.truth(true);
  for (size_t i = 0; i < atoms.size(); ++i) inside = o_.both(inside, o_.within(atoms[i], s.dimensions[i]));
  demand(block, inside, "'" + name + "' " + std::string(kGrowthText) + "an argument is out of its bounds", span);
  const MakePlace at = [this, s, place, atoms] { return cell(s, place, atoms, atoms.size()); };
  append(block, write_value(s.parts[0], s.flagged ? MakePlace([this, at] { return b_.field(at(), 1); }) : at));
  append(block, mark_present(s, at, true));
  return block;
}

}  // namespace px::b
