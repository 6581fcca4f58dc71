// What the rows of the option table cannot say one by one: which options exclude each other, which of them need
// another, and which are for models of one language only. No request of the user is silently ignored.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "engine/base/result.h"
#include "frontends/cli/options.h"

namespace px::cli {

// The first problem of a command line whose words are all understood; `given`: the names of the options it has.
std::optional<Failure> find_contradiction(const Options& options, std::span<const std::string_view> given);

// An option that says nothing about a model of this language.
std::optional<Failure> find_foreign_option(const Options& options, const driver::Language& language);

}  // namespace px::cli
