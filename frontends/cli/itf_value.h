// Values in the notation of B, as driver::ValueText writes them, in the Informal Trace Format: sets are sets, pairs
// are tuples, sequences are lists, records are objects; relations and functions are sets of tuples, as they are in B,
// so that a variable has one form in all states.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace px::cli {

// A text that is no value becomes a string.
nlohmann::ordered_json itf_value(std::string_view text);

}  // namespace px::cli
