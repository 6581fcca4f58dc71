// Escapes text of models, files and the system for XML and HTML documents.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace px::batch {

// The text escaped for use within elements and within single or double quotes. Names of files and output of models may
// contain any byte: what XML 1.0 does not allow even in escaped form (most control characters, bytes that are not
// UTF-8) becomes U+FFFD.
std::string markup(std::string_view text);

// The first letters of the text; never splits a multibyte character.
std::string_view first_letters(std::string_view text, size_t letters);

// The number of letters in the text; every byte that belongs to no character counts as one.
size_t count_letters(std::string_view text);

}  // namespace px::batch
