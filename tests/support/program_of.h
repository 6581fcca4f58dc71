// Builds Programs from text in tests.
#pragma once

#include <string>

#include "engine/ir/program.h"

namespace px::test {

// The program of a text in pexplore's own notation. Throws the first error's message, which fails the calling test.
ir::Program program_of(const std::string& text);

// The same for a file.
ir::Program program_of_file(const std::string& path);

}  // namespace px::test
