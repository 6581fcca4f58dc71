// Constraints that span several rows of the option table: which options exclude each other, which require another, and
// which apply to models of one language only. No request of the user is silently ignored.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "engine/base/result.h"
#include "frontends/cli/options.h"

namespace px::cli {

// The first problem of a command line whose words have all been recognised; `given`: the names of its options.
std::optional<Failure> find_contradiction(const Options& options, std::span<const std::string_view> given);

// An option that has no meaning for models of this language.
std::optional<Failure> find_foreign_option(const Options& options, const driver::Language& language);

}  // namespace px::cli
