// Terminal colours, or none.
#pragma once

#include <fmt/format.h>
#include <string>
#include <string_view>

#include "engine/model/verdict.h"

namespace px::cli {

// Paints names bold, places dim, and verdicts green, yellow or red.
class Painter {
 public:
  explicit Painter(bool color) : color_(color) {}
  std::string bold(std::string_view text) const { return paint("1", text); }
  std::string dim(std::string_view text) const { return paint("2", text); }
  std::string red(std::string_view text) const { return paint("1;31", text); }
  std::string verdict(Verdict verdict, std::string_view text) const {
    switch (verdict) {
      case Verdict::Holds: return paint("1;32", text);
      case Verdict::Violated: return red(text);
      case Verdict::NoErrorFound:
      case Verdict::Incomplete:
      case Verdict::Interrupted: break;
    }
    return paint("1;33", text);
  }

 private:
  std::string paint(std::string_view code, std::string_view text) const {
    return color_ ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
  }
  bool color_;
};

}  // namespace px::cli
