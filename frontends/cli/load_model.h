// From a file name to a Program, by the front end that the file's name or --lang asks for.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "engine/base/result.h"
#include "engine/base/source.h"
#include "engine/ir/channel_facts.h"
#include "engine/ir/program.h"
#include "frontends/cli/b_model.h"
#include "frontends/cli/options.h"
#include "frontends/cli/promela_model.h"

namespace px::cli {

struct LoadedModel {
  std::shared_ptr<const ir::Program> program;
  Language language = Language::Px;
  std::vector<Diagnostic> warnings;
  std::unique_ptr<BModel> b;                                // of a B machine
  std::unique_ptr<PromelaModel> promela;                    // of a Promela model: may have to be lowered again
  std::optional<ir::ChannelFacts> channels = std::nullopt;  // of a Promela-Lite model
};

struct FileUse {
  std::string_view what;     // "model"
  std::string_view example;  // of a name: "model.pml"
};

// The text of a file; FileUnreadable if it cannot be had, or is no text.
Result<std::string> read_file(const std::string& path, FileUse use);

// Reads the file and whatever it includes; their texts go to `sources`, for messages.
Result<LoadedModel> load_model(const Options& options, SourceMap& sources);

}  // namespace px::cli
