// Every exit code of pexplore. docs/output.md explains them to users.
#pragma once

namespace px {

// Verdicts (exit_code() in engine/model/verdict.h).
inline constexpr int kExitHolds = 0;
inline constexpr int kExitNoErrorFound = 3;
inline constexpr int kExitViolated = 10;  // plus the value of ir::ViolationKind: 10 to 14
inline constexpr int kExitIncomplete = 20;
inline constexpr int kExitInterrupted = 21;

// Everything else.
inline constexpr int kExitUsage = 2;        // invalid command line, or a file cannot be read or written
inline constexpr int kExitModelError = 65;  // error in the model
inline constexpr int kExitInternal = 70;    // a defect in pexplore

}  // namespace px
