#include "engine/base/content_hash.h"

#include <cstdint>

namespace px {

std::string content_hash(std::string_view content) {
  if (constexpr std::string_view kMark = "\xEF\xBB\xBF"; content.starts_with(kMark))
    content.remove_prefix(kMark.size());
  uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : content) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  std::string digits(16, '0');
  for (size_t i = digits.size(); i-- > 0; hash >>= 4) digits[i] = "0123456789abcdef"[hash & 15];
  return digits;
}

}  // namespace px
