// Text of models, files and the system as text of XML and HTML documents.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace px::batch {

// The text as it may stand within elements and within single or double quotes. Names of files and what models print may
// hold any byte: what XML 1.0 allows nowhere, not even escaped (most control characters, bytes that are no UTF-8),
// becomes U+FFFD.
std::string markup(std::string_view text);

// The first letters of the text, no character of more than one byte cut in two.
std::string_view first_letters(std::string_view text, size_t letters);

// How many letters the text has; every byte that belongs to no character counts as one.
size_t count_letters(std::string_view text);

}  // namespace px::batch
