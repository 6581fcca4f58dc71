// Renamings of small trees whose symmetries are obvious.
#include "symmetry/detect/image_forms.h"

#include <gtest/gtest.h>

namespace px::symmetry {
namespace {

ImageNode named(Point point) {
  return ImageNode::element("s", point, {});
}

TEST(ImageFormsTest, OrderedTreesAreKeptWholeOnly) {
  ImageForms forms(3);
  forms.add(ImageNode::ordered("f", {named(0), named(1)}));
  EXPECT_FALSE(forms.are_kept_by(Permutation::transposition(3, 0, 1)));
  EXPECT_EQ(forms.first_lost(Permutation::transposition(3, 0, 1)), 0u);
  EXPECT_FALSE(forms.are_kept_by(Permutation::transposition(3, 1, 2)));
  EXPECT_TRUE(forms.are_kept_by(Permutation(3)));
}

TEST(ImageFormsTest, UnorderedChildrenMayChangePlaces) {
  ImageForms forms(4);
  forms.add(ImageNode::unordered(
      "and", {ImageNode::ordered("f", {named(0), named(1)}), ImageNode::ordered("f", {named(2), named(3)})}));
  EXPECT_FALSE(forms.are_kept_by(Permutation::transposition(4, 0, 2)));
  EXPECT_TRUE(forms.are_kept_by(Permutation({2, 3, 0, 1})));
  EXPECT_FALSE(forms.are_kept_by(Permutation({1, 0, 3, 2})));
}

TEST(ImageFormsTest, TreesAreCountedAsOftenAsTheyOccur) {
  ImageForms forms(2);
  forms.add(ImageNode::ordered("f", {named(0)}));
  forms.add(ImageNode::ordered("f", {named(0)}));
  forms.add(ImageNode::ordered("f", {named(1)}));
  const Permutation swap = Permutation::transposition(2, 0, 1);
  EXPECT_FALSE(forms.are_kept_by(swap));
  EXPECT_EQ(forms.first_lost(swap), std::nullopt);  // each tree has its like, if not as often
  forms.add(ImageNode::ordered("f", {named(1)}));
  EXPECT_TRUE(forms.are_kept_by(swap));
}

TEST(ImageFormsTest, LinesOfABlockKeepTheOrderThatMatters) {
  const auto line = [](Point p) { return ImageNode::ordered("set", {named(p)}); };
  ImageForms forms(3);
  forms.add(ImageNode::block({line(0), line(1), line(2)}, {{0, 2}}));  // only 0 has to precede 2
  EXPECT_FALSE(forms.are_kept_by(Permutation::transposition(3, 0, 2)));
  ImageForms free(3);
  free.add(ImageNode::block({line(0), line(1), line(2)}, {}));
  EXPECT_TRUE(free.are_kept_by(Permutation::transposition(3, 0, 2)));
}

}  // namespace
}  // namespace px::symmetry
