// Offsets computed by hand, codes of all kinds of ranges, bits at all places.
#include "engine/ir/layout.h"

#include <gtest/gtest.h>
#include <random>
#include <stdexcept>

#include "engine/ir/builder.h"
#include "tests/unit/engine/ir/ir_samples.h"

namespace px::ir {
namespace {

struct LaidOut {
  explicit LaidOut(std::string_view text) : program(samples::program(text)), layout(*Layout::make(program)) {}

  const VariableLayout& operator[](std::string_view name) const {
    for (uint32_t v = 0; v < program.variables.size(); ++v) {
      if (program.variables[VariableId(v)].name == name) return layout.variable(VariableId(v));
    }
    throw std::out_of_range(std::string(name));
  }
  const ScalarCode& code(std::string_view name) const { return layout.shape((*this)[name].core).code; }

  Program program;
  Layout layout;
};

TEST(Layout, GlobalsArePackedToTheBitWholeBytesFirst) {
  const LaidOut l("var a: 0..7 var b: 0..255 var c: bool var d: 0..65535 var e: 0..0 var f: 0..100");
  EXPECT_EQ(l["d"].offset, 0U);   // 16 bits: whole bytes first, the widest before
  EXPECT_EQ(l["b"].offset, 16U);  // 8 bits
  EXPECT_EQ(l["e"].offset, 24U);  // no bits, which are whole bytes too
  EXPECT_EQ(l["f"].offset, 24U);  // 7 bits
  EXPECT_EQ(l["a"].offset, 31U);  // 3 bits
  EXPECT_EQ(l["c"].offset, 34U);  // 1 bit
  EXPECT_EQ(l.layout.bits(), 35U);
  EXPECT_EQ(l.layout.bytes(), 5U);
  EXPECT_EQ(l.layout.words(), 1U);
  EXPECT_EQ(l.code("e").width, 0);
}

TEST(Layout, WideScalarsStartAtBytes) {
  const LaidOut l("var a: bool var w: 0..8589934591 var x: int var arr: [0..1] 0..8589934591");
  EXPECT_EQ(l.code("w").width, 33);
  EXPECT_EQ(l["x"].offset, 0U);
  EXPECT_EQ(l["w"].offset % 8, 0U);
  EXPECT_EQ(l["arr"].offset % 8, 0U);
  EXPECT_EQ(l["arr"].strides, (std::vector<uint64_t>{40}));
}

TEST(Layout, LanesInterleaveWhatAFamilyIndexes) {
  const LaidOut l(R"(
    sort U[3] process U { a, b, c, d, e }
    var g: 0..3
    var flag: [U] bool
    var deep: [0..2] [U] 0..15
    local U.k: 0..255
    var twice: [U] [U] bool)");
  // Globals: g at 0..1. The lanes start at the next byte.
  EXPECT_EQ(l["g"].offset, 0U);
  const LaneLayout& lane = l.layout.lane(FamilyId(0));
  EXPECT_EQ(lane.offset, 8U);
  // k at 0, 8 bits; deep at 8, 3 x 4 bits; flag at 20; twice at 21, 3 bits; location at 24, 3 bits: 27 bits, 4 bytes.
  EXPECT_EQ(l["k"].offset, 8U + 0);
  EXPECT_EQ(l["deep"].offset, 8U + 8);
  EXPECT_EQ(l["deep"].strides, (std::vector<uint64_t>{4, 32}));
  EXPECT_EQ(l["deep"].lane_dimension, 1U);
  EXPECT_EQ(l["flag"].offset, 8U + 20);
  EXPECT_EQ(l["flag"].strides, (std::vector<uint64_t>{32}));
  EXPECT_EQ(l["twice"].offset, 8U + 21);
  EXPECT_EQ(l["twice"].strides, (std::vector<uint64_t>{32, 1}));
  EXPECT_EQ(lane.control_offset, 24U);
  EXPECT_EQ(lane.control.width, 3);
  EXPECT_EQ(lane.stride, 32U);
  EXPECT_EQ(l.layout.bits(), 8U + 3 * 32);
  EXPECT_EQ(l["k"].lane, FamilyId(0));
  EXPECT_FALSE(l["g"].lane.valid());
}

TEST(Layout, FamiliesWithoutLanesTakeNothing) {
  const LaidOut l("sort U[3] process U { only } var x: bool");
  EXPECT_EQ(l.layout.lane(FamilyId(0)).stride, 0U);
  EXPECT_EQ(l.layout.bits(), 1U);
}

TEST(Layout, RecordsAndQueues) {
  const LaidOut l(
      "var r: {a: 0..7, b: {c: bool, d: 0..3}} var q: queue[5] {x: 0..15, y: bool} var e: queue[0] {x: bool}");
  const TypeShape& record = l.layout.shape(l["r"].core);
  EXPECT_EQ(record.bits, 6U);
  EXPECT_EQ(record.field_offsets, (std::vector<uint64_t>{0, 3}));
  const TypeShape& queue = l.layout.shape(l["q"].core);
  EXPECT_EQ(queue.code.width, 3);  // lengths 0..5
  EXPECT_EQ(queue.items, 3U);
  EXPECT_EQ(queue.stride, 5U);
  EXPECT_EQ(queue.bits, 28U);
  EXPECT_EQ(l.layout.shape(l["e"].core).bits, 0U);
}

// Every value comes back, and the default value is all zero bits.
TEST(Layout, CodesOfScalars) {
  const LaidOut l(R"(
    sort U[5] sort One[1]
    var bit: bool var byte: 0..255 var up: 5..9 var around: -3..4 var negative: -9..-5 var lone: 7..7
    var elem: U var maybe: U none var one: One var one_or_none: One none var s: set[U] var full: set[0..63]
    var all: int var low: -9223372036854775808..-9223372036854775807 var wide: -5000000000..1 var short: -128..127
    var sequence: seq[bool])");
  struct Case {
    std::string_view name;
    int width;
    int64_t usual;
  };
  const Case cases[] = {{"bit", 1, 0},       {"byte", 8, 0},         {"up", 3, 5},    {"around", 4, 0},
                        {"negative", 3, -9}, {"lone", 0, 7},         {"elem", 3, 0},  {"maybe", 3, -1},
                        {"one", 0, 0},       {"one_or_none", 1, -1}, {"s", 5, 0},     {"full", 64, 0},
                        {"all", 64, 0},      {"low", 1, INT64_MIN},  {"wide", 34, 0}, {"short", 8, 0},
                        {"sequence", 32, 0}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const ScalarCode& code = l.code(c.name);
    EXPECT_EQ(code.width, c.width);
    EXPECT_EQ(code.decode(0), c.usual);
    EXPECT_EQ(code.encode(c.usual), 0U);
    const int64_t lo = l.program.scalar_lo(l[c.name].core);
    const int64_t hi = l.program.scalar_hi(l[c.name].core);
    for (const int64_t value : {lo, hi, lo / 2, hi / 2, c.usual, lo == hi ? lo : lo + 1, lo == hi ? hi : hi - 1}) {
      if (value < lo || value > hi) continue;
      const uint64_t raw = code.encode(value);
      EXPECT_EQ(code.decode(raw), value);
      if (code.width < 64) {
        EXPECT_EQ(raw >> code.width, 0U);
      }
    }
  }
}

TEST(Layout, BitsAtAllPlaces) {
  std::mt19937_64 random(3);
  for (uint32_t width = 0; width <= 64; ++width) {
    for (uint64_t bit = 0; bit + width <= 192; ++bit) {
      const uint64_t before[3] = {random(), random(), random()};
      uint64_t state[3] = {before[0], before[1], before[2]};
      const uint64_t raw = random();
      write_bits(state, bit, width, raw);
      const uint64_t mask = width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
      ASSERT_EQ(read_bits(state, bit, width), raw & mask) << width << " bits at " << bit;
      for (uint64_t other = 0; other < 192; ++other) {
        if (other >= bit && other < bit + width) continue;
        ASSERT_EQ(state[other / 64] >> (other % 64) & 1, before[other / 64] >> (other % 64) & 1);
      }
    }
  }
}

TEST(Layout, TooLargeStatesAreRefused) {
  Builder b("big");
  b.variable("a", b.array_type(Domain::range(0, 8192), b.integer_type()));
  const Result<Layout> layout = Layout::make(b.program());
  ASSERT_FALSE(layout.ok());
  EXPECT_EQ(layout.failure().diagnostics[0].kind, DiagnosticKind::LimitExceeded);
}

TEST(Layout, DumpNamesEveryVariable) {
  const LaidOut l("sort U[2] process U {a, b} var x: bool local U.k: 0..3");
  EXPECT_EQ(l.layout.dump(l.program),
            "layout of test: 24 bits, 3 bytes\n"
            "  x: bit 0, 1 bits a cell\n"
            "  k: bit 8, 2 bits a cell, every 8, lanes of U\n"
            "  lanes of U: from bit 8, 8 bits each, location in 1 bits at 2\n");
}

}  // namespace
}  // namespace px::ir
