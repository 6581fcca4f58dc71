// The array by which sorted-main and segmented sort: cells indexed by a family, with plain content. By default the
// control locations of processes ([BDLM09] 2: "the array of process program counters"); elements without any are all
// alike.
#pragma once

#include <vector>

#include "engine/base/result.h"
#include "symmetry/canon/context.h"
#include "symmetry/canon/group_walk.h"

namespace px::symmetry {

// Fails with UnknownName if no variable of that name is indexed by a family of some block.
Result<MainArray> find_main_array(const CanonContext& context, const std::string& name);

// The elements of each block by main key, as segments of equal keys: in the order of the elements, with the places to
// be assigned to them.
class MainOrder {
 public:
  explicit MainOrder(const CanonContext& context) : context_(context) {}

  void sort(const uint64_t* state, std::vector<GroupSegment>& segments);

 private:
  struct Entry {
    std::vector<uint64_t> key;
    Point point = 0;
  };
  void read_keys(uint32_t block, const uint64_t* state);

  const CanonContext& context_;
  std::vector<Entry> entries_;
};

}  // namespace px::symmetry
