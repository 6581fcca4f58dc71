// Rows of the option table (option_table.cpp): studies and suites.
#pragma once

#include <array>

#include "frontends/cli/option_member.h"
#include "frontends/cli/option_table.h"

namespace px::cli::many_rows {

using enum OptionGroup;
using enum ValueKind;

inline constexpr auto kManyOptions = std::to_array<OptionRow>({
    {.group = Many,
     .name = "sweep",
     .kind = ValueKind::Sweep,
     .placeholder = "NAME=VALUES",
     .help =
         "measure with each of these values of a parameter, such as N=3..9 or N=2,4,8; of several, all combinations",
     .commands = only(Command::Study),
     .apply = set<&Options::sweeps>},
    {.group = Many,
     .name = "repeat",
     .kind = Count,
     .placeholder = "N",
     .help = "measure everything this often and take medians",
     .default_value = "3",
     .least = 1,
     .most = 1000,
     .commands = only(Command::Study),
     .apply = set<&Options::repeat>},
    {.group = Many,
     .name = "suite",
     .kind = File,
     .placeholder = "FILE",
     .help = "check all models listed in this TOML file, and compare with what it expects",
     .apply = set<&Options::suite>},
    {.group = Many,
     .name = "jobs",
     .letter = 'j',
     .kind = Count,
     .placeholder = "N",
     .help = "of a suite, let at most N runs go on at once, as far as memory allows",
     .default_value = "1",
     .least = 1,
     .most = kMaxThreads,
     .apply = set<&Options::jobs>},
    {.group = Many,
     .name = "junit",
     .kind = File,
     .placeholder = "FILE",
     .help = "write the results of a suite as JUnit XML",
     .apply = set<&Options::junit>},
    {.group = Many,
     .name = "only",
     .kind = Text,
     .placeholder = "NAME",
     .help =
         "of a suite, do the runs that have this tag or these words in their names, or whose models have it in theirs; "
         "may be given several times",
     .apply = set<&Options::only>},
    {.group = Many,
     .name = "shard",
     .kind = Text,
     .placeholder = "I/N",
     .help = "of a suite, do every Nth run, from the Ith on: N machines do all of it",
     .apply = set<&Options::shard>},
    {.group = Many,
     .name = "keep",
     .kind = Directory,
     .placeholder = "DIR",
     .help = "of runs of a suite that are not as expected, keep the report and the runs to errors in this folder",
     .apply = set<&Options::keep>},
    {.group = Many,
     .name = "history",
     .kind = Directory,
     .placeholder = "DIR",
     .help =
         "of a suite that is run again and again, add the results to those in this folder, tell what has changed, and "
         "write a page",
     .apply = set<&Options::history>},
    {.group = Many,
     .name = "sarif",
     .kind = File,
     .placeholder = "FILE",
     .help = "write what of a suite is not as expected as SARIF, for hosts of code",
     .apply = set<&Options::sarif>},
    {.group = Many,
     .name = "restart",
     .help = "run a suite from its beginning; otherwise one that was interrupted goes on where it stopped",
     .apply = set<&Options::restart>},
    {.group = Many,
     .name = "out",
     .kind = Directory,
     .placeholder = "DIR",
     .help = "where the results of a study or a suite go",
     .default_note = "a folder named after the model or the suite",
     .commands = kSearching,
     .apply = set<&Options::out_directory>},
});

}  // namespace px::cli::many_rows
