// Rows of the option table (option_table.cpp): what is checked.
#pragma once

#include <array>

#include "frontends/cli/option_member.h"
#include "frontends/cli/option_table.h"

namespace px::cli::check_rows {

using enum OptionGroup;
using enum ValueKind;

inline constexpr auto kFairness = std::to_array<cli::Choice>({
    {"none", "all runs"},
    {"weak", "runs in which each process that could always move, from some point on, moves again and again"},
});

inline constexpr auto kCheckOptions = std::to_array<OptionRow>({
    {.group = Checks,
     .name = "all-errors",
     .letter = 'a',
     .help = "go on after an error and list every place where the model is wrong",
     .commands = kSearching,
     .apply = set<&Options::all_errors>,
     .show = show<&Options::all_errors>},
    {.group = Checks,
     .name = "max-errors",
     .kind = Count,
     .placeholder = "N",
     .help = "list at most this many errors, with --all-errors",
     .default_value = "20",
     .least = 1,
     .commands = kSearching,
     .apply = set<&Options::max_errors>,
     .show = show<&Options::max_errors>},
    {.group = Checks,
     .name = "safety",
     .help = "check safety alone: no LTL formulas, no claims, no cycles",
     .commands = kSearching,
     .apply = set<&Options::check_safety_only>,
     .show = show<&Options::check_safety_only>},
    {.group = Checks,
     .name = "claim",
     .kind = Text,
     .placeholder = "NAME",
     .help = "of the model's LTL formulas and claims check only this one; may be given several times",
     .commands = kSearching,
     .apply = set<&Options::claims>,
     .show = show<&Options::claims>},
    {.group = Checks,
     .name = "ltl",
     .kind = Text,
     .placeholder = "FORMULA",
     .help =
         "check this LTL formula, too, in the words of an 'ltl' block or 'property' of the model; may be given several "
         "times",
     .commands = kSearching,
     .apply = set<&Options::formulas>,
     .show = show<&Options::formulas>},
    {.group = Checks,
     .name = "ltl-file",
     .kind = File,
     .placeholder = "FILE",
     .help = "check the LTL formula in this file, too",
     .commands = kSearching,
     .apply = set<&Options::formula_file>,
     .show = show<&Options::formula_file>},
    {.group = Checks,
     .name = "acceptance",
     .help = "look for cycles through accept labels of processes",
     .commands = kSearching,
     .apply = set<&Options::acceptance>,
     .show = show<&Options::acceptance>},
    {.group = Checks,
     .name = "progress-cycles",
     .help = "look for cycles without progress labels",
     .commands = kSearching,
     .apply = set<&Options::progress_cycles>,
     .show = show<&Options::progress_cycles>},
    {.group = Checks,
     .name = "fairness",
     .kind = Choice,
     .placeholder = "KIND",
     .help = "which infinite runs are considered",
     .default_value = "none",
     .choices = kFairness,
     .commands = kSearching,
     .apply = set<&Options::fairness>,
     .show = show<&Options::fairness>},
    {.group = Checks,
     .name = "action",
     .kind = Text,
     .placeholder = "NAME",
     .help =
         "of an mCRL2 specification: an action of this name that can happen is reported, with the way to it; may be "
         "given several times",
     .commands = kExecuting,
     .apply = set<&Options::actions>,
     .show = show<&Options::actions>},
    {.group = Checks,
     .name = "goal",
     .help = "of a B machine: a state in which the definition GOAL holds is reported, with the way to it",
     .commands = kExecuting,
     .apply = set<&Options::goal>,
     .show = show<&Options::goal>},
    {.group = Checks,
     .name = "no-deadlock-check",
     .help = "a state without a next one is no error",
     .commands = kExecuting,
     .apply = clear<&Options::check_deadlock>,
     .show = show_not<&Options::check_deadlock>},
    {.group = Checks,
     .name = "no-invariant-check",
     .help = "invariants are not checked",
     .commands = kExecuting,
     .apply = clear<&Options::check_invariants>,
     .show = show_not<&Options::check_invariants>},
    {.group = Checks,
     .name = "allow-unchecked",
     .help =
         "the verdict may be 'holds' although the model has what is not checked: links of refinements, B's temporal "
         "formulas, with --safety LTL formulas and claims; otherwise it is 'incomplete'",
     .apply = set<&Options::allow_unchecked>,
     .show = show<&Options::allow_unchecked>},
});

}  // namespace px::cli::check_rows
