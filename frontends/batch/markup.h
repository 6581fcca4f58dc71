// Characters that XML and HTML give a meaning.
#pragma once

#include <string_view>

namespace px::batch {

// What has to stand for the character, within text and double quotes; empty if it may stand for itself.
inline std::string_view markup_entity(char c) {
  switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    default: return {};
  }
}

}  // namespace px::batch
