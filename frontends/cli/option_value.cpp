#include "frontends/cli/option_value.h"

#include <array>
#include <cctype>
#include <fmt/format.h>
#include <optional>

namespace px::cli {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// A decimal number at the start of a text: whole.fraction, the fraction in millionths (further digits are dropped).
struct Decimal {
  uint64_t whole = 0;
  uint64_t millionths = 0;
  size_t length = 0;  // characters taken; 0 when there is no number
  bool overflow = false;

  // The number times `unit`; nothing on overflow.
  std::optional<uint64_t> times(uint64_t unit) const {
    uint64_t product = 0;
    uint64_t part = 0;
    if (overflow || __builtin_mul_overflow(whole, unit, &product)) return std::nullopt;
    if (__builtin_mul_overflow(millionths, unit, &part)) return std::nullopt;
    if (__builtin_add_overflow(product, part / 1'000'000, &product)) return std::nullopt;
    return product;
  }
};

Decimal read_decimal(std::string_view text) {
  Decimal number;
  size_t i = 0;
  for (; i < text.size() && is_digit(text[i]); ++i) {
    number.overflow |= __builtin_mul_overflow(number.whole, 10, &number.whole);
    number.overflow |= __builtin_add_overflow(number.whole, static_cast<uint64_t>(text[i] - '0'), &number.whole);
  }
  const bool has_whole = i != 0;
  if (has_whole && i + 1 < text.size() && text[i] == '.' && is_digit(text[i + 1])) {
    uint64_t place = 100'000;
    for (++i; i < text.size() && is_digit(text[i]); ++i) {
      number.millionths += static_cast<uint64_t>(text[i] - '0') * place;
      place /= 10;
    }
  }
  number.length = i;
  return number;
}

struct Unit {
  std::string_view name;
  uint64_t factor;
};

constexpr uint64_t kKibi = 1024;
constexpr std::array kCountUnits = {Unit{"", 1}, Unit{"k", 1'000}, Unit{"m", 1'000'000}, Unit{"g", 1'000'000'000},
                                    Unit{"t", 1'000'000'000'000}};
constexpr std::array kByteUnits = {Unit{"", 1}, Unit{"k", kKibi}, Unit{"m", kKibi* kKibi},
                                   Unit{"g", kKibi* kKibi* kKibi}, Unit{"t", kKibi* kKibi* kKibi* kKibi}};
constexpr std::array kTimeUnits = {Unit{"", 1'000},     Unit{"ms", 1},        Unit{"s", 1'000},     Unit{"m", 60'000},
                                   Unit{"min", 60'000}, Unit{"h", 3'600'000}, Unit{"d", 86'400'000}};

template <size_t N>
const Unit* find_unit(const std::array<Unit, N>& units, std::string_view name) {
  for (const Unit& unit : units) {
    if (unit.name == name) return &unit;
  }
  return nullptr;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// The error message for a text that does not start with a number.
std::string no_number(std::string_view text, std::string_view expected) {
  if (!text.empty() && text[0] == '-' && read_decimal(text.substr(1)).length != 0) return "is negative";
  return fmt::format("is not {}", expected);
}

template <size_t N>
Parsed<uint64_t> parse_scaled(std::string_view text, const std::array<Unit, N>& units, std::string_view suffixes,
                              std::string_view expected) {
  const Decimal number = read_decimal(text);
  if (number.length == 0) return {0, no_number(text, expected)};
  std::string unit_name = lower(text.substr(number.length));
  if (suffixes == "bytes") {  // 4G, 4GB and 4GiB mean the same
    if (unit_name.ends_with("ib") && unit_name.size() == 3) unit_name.resize(1);
    if (unit_name.ends_with('b')) unit_name.pop_back();
  }
  const Unit* unit = find_unit(units, unit_name);
  if (unit == nullptr) return {0, fmt::format("is not {}", expected)};
  if (unit->factor == 1 && number.millionths != 0) return {0, "is not a whole number"};
  const std::optional<uint64_t> value = number.times(unit->factor);
  if (!value) return {0, "is too large"};
  return {*value, {}};
}

bool is_name(std::string_view text) {
  if (text.empty() || is_digit(text[0])) return false;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') return false;
  }
  return true;
}

}  // namespace

Parsed<uint64_t> parse_count(std::string_view text) {
  return parse_scaled(text, kCountUnits, "", "a number such as 250 or 10M");
}

Parsed<uint64_t> parse_bytes(std::string_view text) {
  return parse_scaled(text, kByteUnits, "bytes", "a size such as 500M or 4G");
}

Parsed<std::chrono::milliseconds> parse_duration(std::string_view text) {
  constexpr std::string_view kExpected = "a time such as 30s, 5m or 1h30m";
  if (read_decimal(text).length == 0) return {{}, no_number(text, kExpected)};
  uint64_t total = 0;
  const std::string lowered = lower(text);
  std::string_view rest = lowered;
  while (!rest.empty()) {
    const Decimal number = read_decimal(rest);
    if (number.length == 0) return {{}, fmt::format("is not {}", kExpected)};
    rest.remove_prefix(number.length);
    size_t unit_length = 0;
    while (unit_length < rest.size() && !is_digit(rest[unit_length])) ++unit_length;
    const bool only_part = number.length + unit_length == text.size();
    const Unit* unit = find_unit(kTimeUnits, rest.substr(0, unit_length));
    if (unit == nullptr || (unit_length == 0 && !only_part)) return {{}, fmt::format("is not {}", kExpected)};
    rest.remove_prefix(unit_length);
    const std::optional<uint64_t> part = number.times(unit->factor);
    if (!part || __builtin_add_overflow(total, *part, &total) || total > INT64_MAX / 1'000'000) {
      return {{}, "is too large"};
    }
  }
  return {std::chrono::milliseconds(total), {}};
}

Parsed<Definition> parse_definition(std::string_view text) {
  const size_t equals = text.find('=');
  Definition definition;
  definition.name = std::string(text.substr(0, equals));
  definition.value = equals == std::string_view::npos ? "1" : std::string(text.substr(equals + 1));
  if (!is_name(definition.name)) return {{}, "does not begin with a name; write NAME or NAME=VALUE"};
  return {std::move(definition), {}};
}

}  // namespace px::cli
