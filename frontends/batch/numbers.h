// Figures for people, and medians.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace px::batch {

// "1.5 GiB", "12.3 M", "1 h 02 min".
std::string format_bytes(uint64_t bytes);
std::string format_count(double count);
std::string format_duration(double seconds);
// 1234567 as "1 234 567", for comparing counts by eye.
std::string grouped(uint64_t count);
// The middle one, or the mean of the two in the middle; 0 of none.
double median(std::vector<double> values);

}  // namespace px::batch
