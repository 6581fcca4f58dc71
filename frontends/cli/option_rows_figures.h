// Rows of the option table (option_table.cpp): further reports about a run.
#pragma once

#include <array>

#include "frontends/cli/option_member.h"
#include "frontends/cli/option_table.h"

namespace px::cli::figure_rows {

using enum OptionGroup;
using enum ValueKind;

inline constexpr auto kFiguresModes = std::to_array<cli::Choice>({
    {"own", "states, time, memory, strategy"},
    {"spin", "also SPIN's statistics, for scripts that look for 'states, stored'"},
});

inline constexpr auto kFigureOptions = std::to_array<OptionRow>({
    {.group = Output,
     .name = "coverage",
     .help = "list the statements that were never reached",
     .commands = only(Command::Check) | only(Command::Simulate) | kSwarm,
     .apply = set<&Options::coverage>,
     .show = show<&Options::coverage>},
    {.group = Output,
     .name = "profile",
     .help = "show where time was spent: computing successors, reducing, hashing, storing",
     .commands = only(Command::Check) | only(Command::Resume),
     .apply = set<&Options::profile>,
     .show = show<&Options::profile>},
    {.group = Output,
     .name = "statistics",
     .kind = Choice,
     .placeholder = "FORM",
     .help = "form of the statistics",
     .default_value = "own",
     .choices = kFiguresModes,
     .commands = only(Command::Check) | only(Command::Resume),
     .apply = set<&Options::figures>,
     .show = show<&Options::figures>},
});

}  // namespace px::cli::figure_rows
