// The walk down from a variable: parts are where hand-computed layouts place them, and every bit of the state occurs
// exactly once.
#include "engine/ir/state_cursor.h"

#include <gtest/gtest.h>
#include <map>
#include <vector>

#include "tests/unit/engine/ir/ir_samples.h"

namespace px::ir {
namespace {

class Walked {
 public:
  explicit Walked(std::string_view text) : program(samples::program(text)), layout(*Layout::make(program)) {}

  StateCursor at(uint32_t variable) const { return {program, layout, VariableId(variable)}; }

  // The bits of all scalars (and lengths of queues) below, in the order of the walk.
  void mark(const StateCursor& at) {
    const Type& type = at.type();
    if (type.kind == TypeKind::Array) {
      for (uint32_t i = 0; i < at.cells(); ++i) mark(at.cell(i));
    } else if (type.kind == TypeKind::Record) {
      for (size_t f = 0; f < type.fields.size(); ++f) mark(at.field(f));
    } else {
      for (uint32_t i = 0; i < at.shape().code.width; ++i) ++times[at.bit() + i];
      for (uint32_t i = 0; type.kind == TypeKind::Queue && i < type.capacity; ++i) mark(at.item(i));
    }
  }

  Program program;
  Layout layout;
  std::map<uint64_t, int> times;
};

TEST(StateCursor, EveryBitOfTheVariablesOnce) {
  Walked w(R"(
    sort U[3] process U { a, b }
    var g: 0..3
    var flag: [U] bool
    var deep: [0..2] [U] 0..15
    local U.k: 0..255
    var twice: [U] [U] bool
    var pair: [0..1] {x: 0..5, y: [0..2] bool}
    var q: queue[3] {a: 0..9, b: bool})");
  for (uint32_t v = 0; v < w.program.variables.size(); ++v) w.mark(w.at(v));
  const std::vector<uint64_t> all = bits_of(w.program, w.layout, [](const Variable&) { return true; });
  uint64_t bits = 0;
  for (uint64_t bit = 0; bit < w.layout.words() * 64; ++bit) {
    const bool used = (all[bit / 64] >> (bit % 64) & 1) != 0;
    const int times = w.times.contains(bit) ? w.times[bit] : 0;
    EXPECT_LE(times, used ? 1 : 0) << bit;
    bits += times;
  }
  // 2; 3 * 1; 9 * 4; 3 * 8; 9; 2 * (3 + 3); 2 for the length and 3 * 5 for the items.
  EXPECT_EQ(bits, 2U + 3 + 36 + 24 + 9 + 12 + 17);
}

TEST(StateCursor, CellsOfLanesAreSpreadAndWhatIsBelowIsNot) {
  const Walked w("sort U[3] process U { a, b }  var deep: [0..2] [U] [0..1] 0..15");
  const StateCursor deep = w.at(0);
  EXPECT_TRUE(deep.spread());
  EXPECT_TRUE(deep.cell(1).spread());
  EXPECT_EQ(deep.cell(0).cell(1).bit() - deep.cell(0).cell(0).bit(), w.layout.lane(FamilyId(0)).stride);
}

TEST(StateCursor, ReadsWhatItWrote) {
  const Walked w("var q: queue[3] {a: -4..9, b: bool}  var n: 5..5  var wide: int");
  std::vector<uint64_t> state(w.layout.words(), 0);
  EXPECT_EQ(w.at(0).read(state.data()), 0);
  w.at(0).write(state.data(), 2);
  w.at(0).item(1).field(0).write(state.data(), -4);
  w.at(0).item(1).field(1).write(state.data(), 1);
  w.at(2).write(state.data(), INT64_MIN);
  EXPECT_EQ(w.at(0).read(state.data()), 2);
  EXPECT_EQ(w.at(0).item(1).field(0).read(state.data()), -4);
  EXPECT_EQ(w.at(0).item(1).field(1).read(state.data()), 1);
  EXPECT_EQ(w.at(0).item(0).field(1).read(state.data()), 0);
  EXPECT_EQ(w.at(1).read(state.data()), 5);  // no bits at all
  EXPECT_EQ(w.at(2).read(state.data()), INT64_MIN);
}

}  // namespace
}  // namespace px::ir
