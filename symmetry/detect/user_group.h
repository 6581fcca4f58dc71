// Symmetries that users claim: permutations in cycle notation by the names of elements, one per line, such as
//   (client:1 client:2)(reply[0] reply[1])     // after two slashes: a comment
// They are checked like those that detection finds; one that the program does not have is rejected with its position.
#pragma once

#include "engine/base/result.h"
#include "engine/base/source.h"
#include "symmetry/detect/detect.h"

namespace px::symmetry {

// Fails with SyntaxError, UnknownName or NotASymmetry.
Result<DetectedSymmetry> read_user_symmetry(const ir::Program& program, const ir::Layout& layout,
                                            const SourceMap& sources, FileId file);

}  // namespace px::symmetry
