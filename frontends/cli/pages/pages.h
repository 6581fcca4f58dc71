// The pages of --trace-html and `graph --format html` from this folder, embedded in the program.
#pragma once

#include <string_view>

namespace px::cli::pages {

// Templates; @TITLE@, @STYLE@, @DATA@ and @SCRIPT@ mark the places of their parts.
extern const std::string_view kRun;
extern const std::string_view kGraph;
extern const std::string_view kStyle;
// Scripts, to be concatenated in this order: the first is shared by all pages, the others belong to one page.
extern const std::string_view kRowsScript;
extern const std::string_view kRunScript;
extern const std::string_view kLanesScript;
extern const std::string_view kControlsScript;
extern const std::string_view kGraphScript;

}  // namespace px::cli::pages
