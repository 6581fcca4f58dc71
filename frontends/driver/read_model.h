// From a file, or from a text, to a model by the front end of its language.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/base/source.h"
#include "frontends/driver/language.h"
#include "frontends/driver/model_source.h"

namespace px::driver {

struct FileUse {
  std::string_view what;     // "model"
  std::string_view example;  // of a name: "model.pml"
};

// The text of a file; FileUnreadable if it cannot be had, or is not text.
Result<std::string> read_file(const std::string& path, FileUse use);

// The same for a file of the model, where the sources are those of a saved run: from there.
Result<std::string> read_model_text(const std::string& path, FileUse use, const SourceMap& sources);

// The language asked for or, for LanguageId::Auto, the one that the name tells, or the text; a UsageError where neither
// does.
Result<const Language*> language_of(LanguageId id, const std::string& name, std::string_view text);

// Reads a model. `name` stands for it in messages and, for LanguageId::Auto, tells the language by its ending; files
// that it includes are searched for beside it. All texts go to `sources`, for messages: also those about a failure.
Result<std::unique_ptr<ModelSource>> read_model(const std::string& name, std::string text, LanguageId id,
                                                const ModelOptions& options, SourceMap& sources);
// The same, from a file.
Result<std::unique_ptr<ModelSource>> read_model_file(const std::string& path, LanguageId id,
                                                     const ModelOptions& options, SourceMap& sources);

}  // namespace px::driver
