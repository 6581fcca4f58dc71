#include "symmetry/group/analysed_group.h"

namespace px::symmetry {
namespace {

BigNumber order_of(const Hierarchy& hierarchy) {
  BigNumber order;
  for (const Hierarchy::Set& set : hierarchy.sets) {
    order *= BigNumber::factorial(static_cast<uint32_t>(set.parts.size()));
  }
  return order;
}

}  // namespace

AnalysedGroup analyse_group(uint32_t points, const std::vector<Permutation>& generators,
                            const std::vector<uint16_t>& preferred_base) {
  PermutationGroup likely(points, generators, preferred_base, PermutationGroup::Chain::Likely);
  std::optional<Hierarchy> hierarchy = find_hierarchy(likely);
  if (hierarchy && likely.order() == order_of(*hierarchy)) return {std::move(likely), std::move(hierarchy)};
  PermutationGroup proved(points, generators, preferred_base);
  if (!hierarchy) hierarchy = find_hierarchy(proved);
  return {std::move(proved), std::move(hierarchy)};
}

}  // namespace px::symmetry
