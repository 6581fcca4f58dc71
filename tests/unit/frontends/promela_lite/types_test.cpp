#include "frontends/promela_lite/types.h"

#include <gtest/gtest.h>

namespace px::promela_lite {
namespace {

// rec X . chan{X, int}
TypeId recursive(TypeTable& types) {
  const TypeId type = types.begin_channel();
  types.set_fields(type, {type, types.int_type()});
  return type;
}

TEST(TypesTest, EqualTypesGetTheSameId) {
  TypeTable types;
  const TypeId one = types.channel_of({types.int_type(), types.pid_type()});
  EXPECT_EQ(types.channel_of({types.int_type(), types.pid_type()}), one);
  EXPECT_NE(types.channel_of({types.pid_type(), types.int_type()}), one);
  EXPECT_NE(types.channel_of({types.int_type()}), one);
}

TEST(TypesTest, ARecursiveTypeEqualsItsUnfoldings) {
  TypeTable types;
  const TypeId folded = types.canonical(recursive(types));
  const TypeId once = types.channel_of({folded, types.int_type()});
  EXPECT_EQ(once, folded);
  EXPECT_EQ(types.canonical(recursive(types)), folded);
  EXPECT_FALSE(types.same(folded, types.channel_of({folded, types.pid_type()})));
}

TEST(TypesTest, CyclesOfDifferentLengthsAreTheSameType) {
  TypeTable types;
  const TypeId short_cycle = types.begin_channel();
  types.set_fields(short_cycle, {short_cycle});
  const TypeId outer = types.begin_channel();
  const TypeId inner = types.begin_channel();
  types.set_fields(outer, {inner});
  types.set_fields(inner, {outer});
  EXPECT_TRUE(types.same(short_cycle, outer));
  EXPECT_EQ(types.canonical(outer), short_cycle);
}

TEST(TypesTest, TypesAreWrittenAsTheyAreRead) {
  TypeTable types;
  EXPECT_EQ(types.text(types.int_type()), "int");
  EXPECT_EQ(types.text(types.channel_of({types.pid_type(), types.channel_of({types.int_type()})})),
            "chan{pid,chan{int}}");
  EXPECT_EQ(types.text(recursive(types)), "rec X . chan{X,int}");
}

}  // namespace
}  // namespace px::promela_lite
