#include "frontends/cli/result_files.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace px::cli {
namespace {

std::string shown(ProgressMode mode, const std::string& text, size_t width = 80) {
  std::ostringstream out;
  NoteLine(mode, out, width).show(text);
  return out.str();
}

TEST(NoteLine, TerminalLineIsCutToTheWidth) {
  EXPECT_EQ(shown(ProgressMode::Tty, "abcdefgh", 6), "\r\033[Kabcde");
  EXPECT_EQ(shown(ProgressMode::Tty, "\xC3\xA4\xC3\xB6\xC3\xBC", 3), "\r\033[K\xC3\xA4\xC3\xB6")
      << "letters, not bytes";
  EXPECT_EQ(shown(ProgressMode::Plain, "abcdefgh", 6), "abcdefgh\n");
}

TEST(NoteLine, BytesThatAreNoTextAreReplacedInJson) {
  const nlohmann::json line = nlohmann::json::parse(shown(ProgressMode::Json, "N=\xFF: run 1"));
  EXPECT_EQ(line.at("what"), "N=\xEF\xBF\xBD: run 1");
}

}  // namespace
}  // namespace px::cli
