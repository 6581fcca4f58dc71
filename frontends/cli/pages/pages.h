// The pages of --trace-html and `graph --format html`, as they stand in this folder: built into the program.
#pragma once

#include <string_view>

namespace px::cli::pages {

// With @TITLE@, @STYLE@, @DATA@ and @SCRIPT@ where these go.
extern const std::string_view kRun;
extern const std::string_view kGraph;
extern const std::string_view kStyle;
// Scripts, to be joined in this order: the first for all pages, then those of the page.
extern const std::string_view kRowsScript;
extern const std::string_view kRunScript;
extern const std::string_view kLanesScript;
extern const std::string_view kControlsScript;
extern const std::string_view kGraphScript;

}  // namespace px::cli::pages
