// Texts generated from the option table: --help, the manual page, shell completions. Each function returns the whole
// text.
#pragma once

#include <string>
#include <string_view>

#include "frontends/cli/option_table.h"

namespace px::cli {

// The description of a command and its options, grouped and wrapped to `width` columns; with `color`, terminal escapes
// highlight names. The text of Check describes pexplore as a whole: it lists the other commands.
std::string help_text(const OptionTable& table, Command command = Command::Check, size_t width = 80,
                      bool color = false);

// A manual page in roff (man macros), section 1.
std::string manual_page(const OptionTable& table, std::string_view version);

std::string completion_script(const OptionTable& table, Shell shell);

// Breaks text at blanks into lines of at most `width` characters (longer words stay whole).
std::vector<std::string> wrap(std::string_view text, size_t width);

}  // namespace px::cli
