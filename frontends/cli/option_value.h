// Option values as people write them: 10M states, 4G of memory, 1h30m, NAME=VALUE.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "frontends/batch/numbers.h"
#include "frontends/driver/model_options.h"

namespace px::cli {

template <class T>
struct Parsed {
  T value{};
  std::string problem;  // empty if the text was understood; otherwise continues "'TEXT' "

  bool ok() const { return problem.empty(); }
};

// A whole number; k, M, G, T stand for powers of 1000: "250", "10M", "1.5G".
Parsed<uint64_t> parse_count(std::string_view text);
// A number of bytes; K, M, G, T (also KB, KiB, ...) stand for powers of 1024.
Parsed<uint64_t> parse_bytes(std::string_view text);
// A duration: "90" (seconds), "250ms", "30s", "5m", "1h30m", "2d".
Parsed<std::chrono::milliseconds> parse_duration(std::string_view text);

using driver::Definition;
Parsed<Definition> parse_definition(std::string_view text);

// The inverse, for messages.
using batch::format_bytes;
using batch::format_count;
using batch::format_duration;

}  // namespace px::cli
