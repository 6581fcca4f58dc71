// Random Programs that use all features of the IR, for comparing execution modes.
//
// A program is generated from a stream of choices, and any stream yields a well-formed program: missing choices are 0,
// and 0 is always the simplest continuation. So a failing program is shrunk by shrinking its choices: parts are cut out
// and numbers are reduced, as long as the failure remains (the idea is from Hypothesis, MacIver and Donaldson,
// "Test-Case Reduction via Test-Case Generation").
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/ir/program.h"

namespace px::test {

using Choices = std::vector<uint32_t>;

// The choices drawn for a seed; deterministic on every platform.
Choices random_choices(uint64_t seed, size_t count = 600);
ir::Program random_program(const Choices& choices);
// A shorter, simpler stream for which `fails` still holds; tries at most `attempts` programs.
Choices shrink(Choices choices, const std::function<bool(const Choices&)>& fails, int attempts = 2000);

}  // namespace px::test
