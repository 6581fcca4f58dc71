// Warnings about legal but probably unintended constructs.
#include "frontends/promela/warnings.h"

#include <gtest/gtest.h>

#include "tests/unit/frontends/promela/support.h"

namespace px::promela {
namespace {

using Messages = std::vector<std::string>;

Messages warnings(const std::string& text) {
  Loaded loaded = load_text(text);
  EXPECT_FALSE(loaded.diagnostics.has_errors());
  add_warnings(loaded.model, loaded.diagnostics);
  return loaded.messages();
}

TEST(Warnings, VariablesThatNothingReads) {
  EXPECT_EQ(warnings("byte g; init { g = 1 }"), Messages{"NeverUsed 1:6"});
  EXPECT_EQ(warnings("byte g; init { printf(\"%d\", g) }"), Messages{"NeverUsed 1:6"});
  EXPECT_EQ(warnings("chan c = [1] of { byte }; init { skip }"), Messages{"NeverUsed 1:6"});
  EXPECT_EQ(warnings("proctype P(byte a; byte b) { a > 0 } init { run P(1, 2) }"), Messages{"NeverUsed 1:25"});
  EXPECT_EQ(warnings("init { byte x; x = 1 }"), Messages{"NeverUsed 1:13"});
  EXPECT_EQ(warnings("typedef T { byte f }; T t; init { t.f = 1 }"), Messages{"NeverUsed 1:25"});
  EXPECT_EQ(warnings("hidden byte scratch; init { scratch = 1 }"), Messages{});
  EXPECT_EQ(warnings("chan c = [1] of { byte }; byte x; init { c!1; c?x }"), Messages{});
  EXPECT_EQ(warnings("typedef T { chan c = [1] of { byte } }; T t; init { t.c!1 }"), Messages{});
}

TEST(Warnings, ProctypesThatNobodyRuns) {
  EXPECT_EQ(warnings("proctype P() { skip } init { skip }"), Messages{"NeverUsed 1:10"});
  EXPECT_EQ(warnings("active [0] proctype P() { skip } init { skip }").size(), 1u);
  EXPECT_EQ(warnings("proctype P() { skip } init { if :: run P() :: skip fi }"), Messages{});
  EXPECT_EQ(warnings("active proctype P() { skip }"), Messages{});
}

TEST(Warnings, StatementsWithoutEffect) {
  EXPECT_EQ(warnings("byte g; init { g = g }"), Messages{"NoEffect 1:16"});
  EXPECT_EQ(warnings("byte a[3]; init { a[1] = a[1]; a[0] = a[1] }"), Messages{"NoEffect 1:19"});
  EXPECT_EQ(warnings("init { atomic { skip; atomic { skip } } }"), Messages{"NoEffect 1:23"});
  EXPECT_EQ(warnings("init { d_step { skip; atomic { skip } } }"), Messages{"NoEffect 1:23"});
  EXPECT_EQ(warnings("init { d_step { skip; d_step { skip } } }"), Messages{"NoEffect 1:23"});
  EXPECT_EQ(warnings("init { atomic { skip; d_step { skip } } }"), Messages{});
  EXPECT_EQ(warnings("init { d_step { skip; if :: timeout :: else fi } }"), Messages{"NoEffect 1:29"});
  EXPECT_EQ(warnings("init { atomic { skip; timeout } }"), Messages{});
  EXPECT_EQ(warnings("proctype P() priority 3 { skip } init { run P(); run P() priority 3 }"),
            Messages{"NoEffect 1:41"});
}

TEST(Warnings, ConditionsAndSkipsThatDoNothing) {
  EXPECT_EQ(warnings("init { if :: false -> skip :: else fi }"), Messages{"NoEffect 1:14"});
  EXPECT_EQ(warnings("init { (0) }").size(), 1u);
  EXPECT_EQ(warnings("byte g; init { if :: g == 0; skip; skip; assert(g == 0) fi }"), Messages{"NoEffect 1:36"});
  EXPECT_EQ(warnings("byte g; init { if :: printf(\"x\"); skip; assert(g == 0) fi }"), Messages{"NoEffect 1:35"});
  EXPECT_EQ(warnings("init { if :: true -> skip fi; skip; skip }"), Messages{});
  EXPECT_EQ(warnings("inline f() { } init { skip }"), Messages{"NoEffect 1:8"});
}

}  // namespace
}  // namespace px::promela
