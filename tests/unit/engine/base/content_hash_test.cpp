#include "engine/base/content_hash.h"

#include <gtest/gtest.h>

#include "engine/base/source.h"

namespace px {
namespace {

TEST(ContentHash, IsThatOfFnv1a) {
  EXPECT_EQ(content_hash(""), "cbf29ce484222325");
  EXPECT_EQ(content_hash("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(content_hash("foobar"), "85944171f73967e8");
}

TEST(ContentHash, LeavesOutAByteOrderMark) {
  EXPECT_EQ(content_hash("\xEF\xBB\xBF"
                         "a"),
            content_hash("a"));
  EXPECT_NE(content_hash("a\xEF\xBB\xBF"), content_hash("a"));
}

TEST(SourceMap, KnowsWhatWasRead) {
  SourceMap sources;
  const FileId model = sources.add("m.pml", "init { skip }");
  sources.add_made_up("<option -DN=3>", "3");
  sources.find_or_add("somewhere.pml");
  const FileId empty = sources.add("empty.h", "");
  sources.add("m.pml", "init { skip }");
  EXPECT_EQ(sources.files_read(), (std::vector<FileId>{model, empty}));
}

}  // namespace
}  // namespace px
