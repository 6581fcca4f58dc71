// The representation of a B value in a state: atoms as scalars, sets of atoms as masks, functions as arrays (with
// "none" or a flag where they are undefined), other relations as arrays of masks, sequences as a length and an array.
//
// A shape is determined by the type and the known bounds of the value (Info): with `f : S +-> T`, f is an array,
// otherwise a bit matrix. A value that does not fit its shape is never stored: writing it is a model error with its own
// message.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>

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
  bool pair = false;         // Tuple: a pair, not a record

  bool has_tuple() const;  // in any part
};

using MakePlace = std::function<ir::PlaceId()>;

// How a run refuted the assumptions about a variable: values that did not fit its shape. Each makes the shape wider.
struct Growth {
  int numbers = 0;  // how often a number was out of bounds
  int lengths = 0;  // how often a sequence was too long
  bool not_total = false;
  bool not_function = false;
  bool not_sequence = false;
  bool operator==(const Growth&) const = default;
};
using Growths = std::map<std::string, Growth>;  // by the name of the variable

// In which respect a value did not fit its shape; the number of a mark (ir::Statement::Grow, ir::Variable::growth) is
// an index into a list of these, counted from 1.
enum class GrowthCause : uint8_t { Numbers, Lengths, NotTotal, NotFunction, NotSequence };
struct GrowthMark {
  std::string name;  // of the variable
  GrowthCause cause = GrowthCause::Numbers;
  bool operator==(const GrowthMark&) const = default;
};
// Growths widened by one step for each distinct mark of `met`, however often it occurred.
Growths grown_by(const Growths& growths, std::span<const GrowthMark> met);

class Shapes {
 public:
  Shapes(ValueOps& ops, const Growths& growths, bool bound_numbers)
      : o_(ops), b_(ops.b), growths_(growths), bound_numbers_(bound_numbers) {}

  // The format of a value of the shape, for ir::Variable::notation: a atom; m, and a dimension: set of atoms; r, its
  // dimensions, and m (c: one cell per tuple): relation; f, its dimensions, and t (total), p (partial with "none") or q
  // (partial with a flag): function, then its value; s sequence, then its item; (..) pair; {..} record. A dimension is
  // e, or nK; if value_names[K] lists the names of its values.
  std::string notation(const Shape& shape);
  // Fails with a message at `span` if there is no finite representation.
  Shape shape_of(TypeId type, const Info& info, SourceSpan span, const std::string& name);
  // The same for values that are only assigned, never enumerated: unbounded numbers in a set or in the arguments of a
  // function are initially MININT to MAXINT, and a value that does not fit makes the shape grow; likewise all numbers,
  // if `bound_numbers` is set.
  Shape growing_shape_of(TypeId type, const Info& info, SourceSpan span, const std::string& name);
  Shape sparse(Shape shape);
  V read(const Shape& shape, const MakePlace& place);
  // Whether every cell holds what writing a value would leave there: zero where there is no value, an element
  // elsewhere.
  ir::ExprId is_proper(const Shape& shape, const MakePlace& place);
  ir::ExprId is_blank(const Shape& shape, const MakePlace& place);
  ir::ExprId is_proper_blank(const Shape& shape, const MakePlace& place);
  // Statements that store the value at the place. The value must not depend on the place, except cell by cell. `name`
  // is for messages.
  ir::Block write(const Shape& shape, const MakePlace& place, const V& value, const std::string& name, SourceSpan span);
  // f(x) := value, where `shape` is a function or a sequence.
  ir::Block write_cell(const Shape& shape, const MakePlace& place, const V& argument,
                       const std::function<ir::Block(const Shape&, const MakePlace&)>& write, const std::string& name,
                       SourceSpan span);
  ir::PlaceId cell(const Shape& shape, const MakePlace& place, const std::vector<V>& atoms, size_t count);
  ir::Block mark_present(const Shape& shape, const MakePlace& place, bool present);

  ir::Block for_all_cells(const Shape& shape, const MakePlace& place,
                          const std::function<ir::Block(const MakePlace&)>& body);
  // Nothing, or a statement that requests a wider shape if the condition does not hold.
  void demand(ir::Block& block, ir::ExprId condition, const GrowthMark& growth, SourceSpan span);
  // The number by which the Program names this growth.
  uint32_t mark(const GrowthMark& growth);
  std::vector<GrowthMark> take_marks() { return std::move(marks_); }

 private:
  ir::StatementId grow(const GrowthMark& growth, SourceSpan span);
  // The format of an index of these dimensions, for notation(): the value of a dimension is `e`, or `nK;` if it has
  // names; `-` is the maplet, `(` and `)` are literal, `RX;` and `FX;` begin a record's first field X and a further
  // one.
  std::string index_text(TypeId type, const std::vector<ir::Domain>& domains);
  std::string index_text(TypeId type, const ir::Domain*& domain);
  Shape known_shape(TypeId type, const Info& info, SourceSpan span, const std::string& name);
  Info guessed(TypeId type, Info info) const;
  Info grown(TypeId type, Info info, const Growth& growth, bool index) const;
  static Info grown_number(Info info, const Growth& growth, bool index);
  Info guessed_element(TypeId type, Info info) const;
  void store(Shape& shape);
  ir::ExprId all_cells(const Shape& shape, const MakePlace& place,
                       const std::function<ir::ExprId(const MakePlace&, const V&)>& holds);
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
  static bool within_all(const std::vector<ir::Domain>& domains, const std::vector<ir::Domain>& larger);
  ir::Block write_sequence(const Shape& shape, const MakePlace& place, const V& value, const std::string& name,
                           SourceSpan span);
  V to_sequence(ir::Block& block, const Shape& shape, const V& pairs, const std::string& name, SourceSpan span);
  // Loops over the first `count` dimensions; the body gets the cell's place and the atoms of its indices.
  ir::Block for_cells(const Shape& shape, const MakePlace& place, size_t count,
                      const std::function<ir::Block(const MakePlace&, const std::vector<V>&)>& body);
  TypeId argument_type(const Shape& shape) const { return o_.type(o_.type(shape.type).left).left; }

  ValueOps& o_;
  ir::Builder& b_;
  const Growths& growths_;
  bool bound_numbers_;
  std::vector<GrowthMark> marks_;
};

// Completes a sequence with known length, defined, apply and info.longest by the other members that sets have.
void complete_sequence(ValueOps& ops, Value& sequence);

}  // namespace px::b
