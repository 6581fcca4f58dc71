#include "frontends/batch/numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

namespace px::batch {

std::string format_bytes(uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  constexpr std::array<std::string_view, 4> kNames = {"KiB", "MiB", "GiB", "TiB"};
  double value = static_cast<double>(bytes) / 1024;
  size_t i = 0;
  for (; i + 1 < kNames.size() && value >= 1023.95; ++i) value /= 1024;
  return fmt::format("{:.1f} {}", value, kNames[i]);
}

std::string format_count(double count) {
  if (count < 9999.5) return fmt::format("{:.0f}", count);
  constexpr std::array<std::string_view, 4> kNames = {"k", "M", "G", "T"};
  double value = count / 1000;
  size_t i = 0;
  for (; i + 1 < kNames.size() && value >= 999.95; ++i) value /= 1000;
  return fmt::format("{:.{}f} {}", value, value < 99.995 ? 2 : 1, kNames[i]);
}

std::string format_duration(double seconds) {
  if (seconds < 9.995) return fmt::format("{:.2f} s", seconds);
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  const long long whole = std::llround(seconds);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::string grouped(uint64_t count) {
  std::string digits = std::to_string(count);
  for (size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, " ");
  return digits;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace px::batch
