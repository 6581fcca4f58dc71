// mCRL2 specifications: translated once, without guesses.
#include "frontends/driver/model_source.h"
#include "frontends/mcrl2/model.h"

namespace px::driver {
namespace {

class Mcrl2Source final : public ModelSource {
 public:
  explicit Mcrl2Source(mcrl2::Model model) : ModelSource(LanguageId::Mcrl2), warnings_(std::move(model.warnings)) {
    set_program(std::make_shared<const ir::Program>(std::move(model.program)));
  }

  std::vector<Diagnostic> warnings() const override { return warnings_; }

 private:
  std::vector<Diagnostic> warnings_;
};

}  // namespace

Result<std::unique_ptr<ModelSource>> read_mcrl2(FileId file, const ModelOptions& options, SourceMap& sources) {
  if (!options.definitions.empty()) {
    return Failure(DiagnosticKind::UsageError, "mCRL2 has no macros and no parameters to define",
                   "leave out -D, and change the mapping in the specification, e.g. eqn N = 4;");
  }
  Result<mcrl2::Model> model = mcrl2::read_model(sources, file, {options.forbidden_actions});
  if (!model) return model.failure();
  return std::unique_ptr<ModelSource>(std::make_unique<Mcrl2Source>(std::move(*model)));
}

}  // namespace px::driver
