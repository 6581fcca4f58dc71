#include "frontends/batch/markup.h"

#include <gtest/gtest.h>

namespace px::batch {
namespace {

TEST(Markup, LettersOfAnyAlphabetStay) {
  EXPECT_EQ(markup("Zähler ∈ ℕ 🔒"), "Zähler ∈ ℕ 🔒");
  EXPECT_EQ(markup("<a b=\"c\" & 'd'>"), "&lt;a b=&quot;c&quot; &amp; &#39;d&#39;&gt;");
  EXPECT_EQ(markup("a\tb\r\nc"), "a&#9;b&#13;&#10;c");
}

TEST(Markup, WhatXmlDoesNotAllowIsReplaced) {
  const std::string_view no_characters[] = {
      "\x01",
      "\x1b",
      std::string_view("\0", 1),  // control characters
      "\x80",
      "\xff",
      "\xc0",
      "\xf5",          // never a first byte
      "\xef\xbf\xbe",  // U+FFFE
      "\xed\xa0\x80",  // a surrogate
      "\xe0\x80\xaf",
      "\xf0\x80\x80\x80",  // overlong
      "\xf4\x90\x80\x80",  // beyond Unicode
      "\xe2\x88",          // truncated
  };
  for (const std::string_view text : no_characters) {
    std::string expected;
    for (size_t i = 0; i < text.size(); ++i) expected += "\uFFFD";
    EXPECT_EQ(markup(text), expected);
    EXPECT_EQ(markup(std::string(text) + "x"), expected + "x");
  }
}

TEST(Markup, LettersAreNotCut) {
  EXPECT_EQ(first_letters("∈∉x", 2), "∈∉");
  EXPECT_EQ(first_letters("ab", 5), "ab");
  EXPECT_EQ(first_letters("", 1), "");
  EXPECT_EQ(count_letters("∈∉x"), 3u);
  EXPECT_EQ(count_letters("\xff\xfe"), 2u);
}

}  // namespace
}  // namespace px::batch
