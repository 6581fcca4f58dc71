// How a B value is kept in a state: atoms as scalars, sets of atoms as masks, functions as arrays (with "none" or a
// flag where they have no value), other relations as arrays of masks, sequences as a length and an array.
//
// A shape is found from the type and from what is known of the value (Info): `f : S +-> T` makes an array of f, without
// it a bit matrix. What does not fit its shape is never stored: writing it is an error of the model that says so.
#pragma once

#include <functional>

#include "frontends/b/value_ops.h"

namespace px::b {

struct Shape {
  enum class Kind : uint8_t { Atom, Mask, Bits, Function, Tuple, Sequence };
  Kind kind = Kind::Atom;
  TypeId type;
  Info info;
  ir::TypeId stored;
  std::vector<ir::Domain>
      dimensions;            // Mask: one; Bits: the last one is a mask, or bool cells if it is too large; Function
  bool cells = false;        // Bits: innermost are cells of bool
  std::vector<Shape> parts;  // Function, Sequence: the value; Tuple: the components
  bool partial = false;      // Function
  bool flagged = false;      // a partial function whose values have no "none": {has, value}
  int64_t capacity = 0;      // Sequence
};

using MakePlace = std::function<ir::PlaceId()>;

class Shapes {
 public:
  explicit Shapes(ValueOps& ops) : o_(ops), b_(ops.b) {}

  // Fails with a message at `span` for what has no finite representation.
  Shape shape_of(TypeId type, const Info& info, SourceSpan span, const std::string& name);
  V read(const Shape& shape, const MakePlace& place);
  // Statements that make the value be at the place. The value must not depend on what is written, unless it does so
  // cell by cell. `name` is for messages.
  ir::Block write(const Shape& shape, const MakePlace& place, const V& value, const std::string& name, SourceSpan span);
  // f(x) := value, where `shape` is a function or a sequence.
  ir::Block write_cell(const Shape& shape, const MakePlace& place, const V& argument,
                       const std::function<ir::Block(const Shape&, const MakePlace&)>& write, const std::string& name,
                       SourceSpan span);
  ir::PlaceId cell(const Shape& shape, const MakePlace& place, const std::vector<V>& atoms, size_t count);
  ir::Block mark_present(const Shape& shape, const MakePlace& place, bool present);

  ir::Block for_all_cells(const Shape& shape, const MakePlace& place,
                          const std::function<ir::Block(const MakePlace&)>& body);

 private:
  Shape atom(TypeId type, const Info& info);
  Shape set_shape(TypeId type, const Info& info, SourceSpan span, const std::string& name);
  Shape function_shape(TypeId type, const Info& info, SourceSpan span, const std::string& name);
  V read_atom(const Shape& shape, const MakePlace& place);
  V read_bits(const Shape& shape, const MakePlace& place);
  V read_function(const Shape& shape, const MakePlace& place);
  V read_sequence(const Shape& shape, const MakePlace& place);
  ir::Block write_bits(const Shape& shape, const MakePlace& place, const V& value, const std::string& name,
                       SourceSpan span);
  ir::Block write_function(const Shape& shape, const MakePlace& place, const V& value, const std::string& name,
                           SourceSpan span);
  ir::Block write_sequence(const Shape& shape, const MakePlace& place, const V& value, const std::string& name,
                           SourceSpan span);
  // Nothing, or a statement that fails where the condition does not hold.
  void demand(ir::Block& block, ir::ExprId condition, const std::string& text, SourceSpan span);
  // Loops over the first `count` dimensions; the body gets the cell's place and the atoms of its indices.
  ir::Block for_cells(const Shape& shape, const MakePlace& place, size_t count,
                      const std::function<ir::Block(const MakePlace&, const std::vector<V>&)>& body);
  std::vector<TypeId> atom_types(TypeId type) const;
  TypeId argument_type(const Shape& shape) const { return o_.type(o_.type(shape.type).left).left; }

  ValueOps& o_;
  ir::Builder& b_;
};

// Gives a sequence, of which length, defined, apply and info.longest are known, the rest that sets have.
void complete_sequence(ValueOps& ops, Value& sequence);

inline constexpr std::string_view kGrowthText = "does not fit its representation: ";

}  // namespace px::b
