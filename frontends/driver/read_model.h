// Reads a model from a file or from a text, using the front end of its language.
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
  std::string_view example;  // of a file name: "model.pml"
};

// The text of a file; FileUnreadable if it cannot be read, or is not text.
Result<std::string> read_file(const std::string& path, FileUse use);

// The same for a file of the model; if the sources are those of a saved run, reads it from there.
Result<std::string> read_model_text(const std::string& path, FileUse use, const SourceMap& sources);

// The requested language or, for LanguageId::Auto, the one determined by the name or the text; a UsageError if neither
// determines it.
Result<const Language*> language_of(LanguageId id, const std::string& name, std::string_view text);

// Reads a model. `name` denotes it in messages, and for LanguageId::Auto its extension determines the language;
// included files are searched for in the same folder. Adds all texts to `sources` for messages, including those about a
// failure.
Result<std::unique_ptr<ModelSource>> read_model(const std::string& name, std::string text, LanguageId id,
                                                const ModelOptions& options, SourceMap& sources);
// The same, from a file.
Result<std::unique_ptr<ModelSource>> read_model_file(const std::string& path, LanguageId id,
                                                     const ModelOptions& options, SourceMap& sources);

}  // namespace px::driver
