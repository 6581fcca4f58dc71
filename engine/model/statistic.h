// A figure for the report, and how the figures of several workers are combined.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace px {

struct Statistic {
  enum class Combine : uint8_t { Sum, Max };
  std::string name;
  uint64_t value = 0;
  Combine combine = Combine::Sum;
};

// Adds the figures of one more worker; figures of the same name are combined.
void combine_statistics(const std::vector<Statistic>& more, std::vector<Statistic>& all);

}  // namespace px
