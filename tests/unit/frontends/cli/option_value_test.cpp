#include "frontends/cli/option_value.h"

#include <gtest/gtest.h>

namespace px::cli {
namespace {

using std::chrono::milliseconds;

TEST(OptionValue, CountsWithUnits) {
  EXPECT_EQ(parse_count("0").value, 0U);
  EXPECT_EQ(parse_count("250").value, 250U);
  EXPECT_EQ(parse_count("10M").value, 10'000'000U);
  EXPECT_EQ(parse_count("1.5g").value, 1'500'000'000U);
  EXPECT_EQ(parse_count("18446744073709551615").value, UINT64_MAX);
}

TEST(OptionValue, CountsThatAreNone) {
  EXPECT_EQ(parse_count("-5").problem, "is negative");
  EXPECT_EQ(parse_count("18446744073709551616").problem, "is too large");
  EXPECT_EQ(parse_count("99999999T").problem, "is too large");
  EXPECT_EQ(parse_count("1.5").problem, "is not a whole number");
  for (const char* text : {"", "x", "10x", "1e6", "0x10", "--quiet", "1 000", ".5", "5."}) {
    EXPECT_EQ(parse_count(text).problem, "is not a number such as 250 or 10M") << text;
  }
}

TEST(OptionValue, Bytes) {
  EXPECT_EQ(parse_bytes("500M").value, uint64_t{500} << 20);
  EXPECT_EQ(parse_bytes("4G").value, uint64_t{4} << 30);
  EXPECT_EQ(parse_bytes("4GB").value, uint64_t{4} << 30);
  EXPECT_EQ(parse_bytes("4gib").value, uint64_t{4} << 30);
  EXPECT_EQ(parse_bytes("0.5T").value, uint64_t{1} << 39);
  EXPECT_EQ(parse_bytes("17").value, 17U);
  EXPECT_EQ(parse_bytes("17B").value, 17U);
  EXPECT_FALSE(parse_bytes("17ib").ok());
  EXPECT_FALSE(parse_bytes("4Gx").ok());
  EXPECT_EQ(parse_bytes("16777216T").problem, "is too large");
}

TEST(OptionValue, Durations) {
  EXPECT_EQ(parse_duration("90").value, milliseconds(90'000));
  EXPECT_EQ(parse_duration("1.5").value, milliseconds(1'500));
  EXPECT_EQ(parse_duration("250ms").value, milliseconds(250));
  EXPECT_EQ(parse_duration("30s").value, milliseconds(30'000));
  EXPECT_EQ(parse_duration("5min").value, milliseconds(300'000));
  EXPECT_EQ(parse_duration("1h30m").value, milliseconds(5'400'000));
  EXPECT_EQ(parse_duration("2D").value, milliseconds(172'800'000));
  EXPECT_EQ(parse_duration("-1s").problem, "is negative");
  EXPECT_EQ(parse_duration("99999999999999999d").problem, "is too large");
  for (const char* text : {"", "s", "5x", "1h30", "5 m", "1h-3m"}) {
    EXPECT_EQ(parse_duration(text).problem, "is not a time such as 30s, 5m or 1h30m") << text;
  }
}

TEST(OptionValue, Definitions) {
  EXPECT_EQ(parse_definition("N=5").value, (Definition{"N", "5", false}));
  EXPECT_EQ(parse_definition("N").value, (Definition{"N", "1", false}));
  EXPECT_EQ(parse_definition("N=").value, (Definition{"N", "", false}));
  EXPECT_EQ(parse_definition("a_1=b=c").value, (Definition{"a_1", "b=c", false}));
  for (const char* text : {"", "=3", "3=4", "a b", "a-b=1"}) EXPECT_FALSE(parse_definition(text).ok()) << text;
}

TEST(OptionValue, ShownForPeople) {
  EXPECT_EQ(format_bytes(1023), "1023 B");
  EXPECT_EQ(format_bytes(1536), "1.5 KiB");
  EXPECT_EQ(format_bytes((uint64_t{1} << 30) - 1), "1.0 GiB");
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(9'999), "9999");
  EXPECT_EQ(format_count(12'345), "12.35 k");
  EXPECT_EQ(format_count(999'960), "1.00 M");
  EXPECT_EQ(format_count(123'456'789), "123.5 M");
  EXPECT_EQ(format_duration(0.123), "0.12 s");
  EXPECT_EQ(format_duration(12.34), "12.3 s");
  EXPECT_EQ(format_duration(59.97), "1 min 00 s");
  EXPECT_EQ(format_duration(3'725), "1 h 02 min");
}

}  // namespace
}  // namespace px::cli
