// Rows of the option table (option_table.cpp): checkpoints.
#pragma once

#include <array>

#include "frontends/cli/option_member.h"
#include "frontends/cli/option_table.h"

namespace px::cli::checkpoint_rows {

using enum OptionGroup;
using enum ValueKind;

inline constexpr auto kCheckpointOptions = std::to_array<OptionRow>({
    {.group = Checkpoints,
     .name = "checkpoint",
     .kind = Directory,
     .placeholder = "DIR",
     .help = "write checkpoints to this folder: now and then, on SIGUSR1, and when a limit or Ctrl-C ends the search",
     .apply = set<&Options::checkpoint>,
     .show = show<&Options::checkpoint>},
    {.group = Checkpoints,
     .name = "checkpoint-every",
     .kind = Duration,
     .placeholder = "T",
     .help = "how often, such as 10m",
     .default_note = "30m",
     .least = 1,
     .commands = only(Command::Check) | only(Command::Resume),
     .apply = set<&Options::checkpoint_every>,
     .show = show<&Options::checkpoint_every>},
});

}  // namespace px::cli::checkpoint_rows
