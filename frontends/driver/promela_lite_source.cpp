// Promela-Lite models: all processes exist from the beginning, so the translation needs no guesses.
#include "frontends/driver/model_source.h"
#include "frontends/promela_lite/model.h"

namespace px::driver {
namespace {

class PromelaLiteSource final : public ModelSource {
 public:
  explicit PromelaLiteSource(promela_lite::Model model)
      : ModelSource(LanguageId::PromelaLite), channels_(std::move(model.channels)) {
    set_program(std::make_shared<const ir::Program>(std::move(model.program)));
  }

  std::optional<ir::ChannelFacts> channels() const override { return channels_; }

 private:
  ir::ChannelFacts channels_;
};

}  // namespace

Result<std::unique_ptr<ModelSource>> read_promela_lite(FileId file, const ModelOptions& options, SourceMap& sources) {
  if (!options.definitions.empty()) {
    return Failure(DiagnosticKind::UsageError, "Promela-Lite has no macros and no parameters to define",
                   "leave out -D, or write the model in Promela (.pml)");
  }
  std::vector<promela_lite::AddedFormula> formulas;
  for (const AddedFormula& formula : options.formulas) formulas.push_back({formula.name, formula.option, formula.text});
  Result<promela_lite::Model> model = promela_lite::read_model(sources, file, formulas);
  if (!model) return model.failure();
  return std::unique_ptr<ModelSource>(std::make_unique<PromelaLiteSource>(std::move(*model)));
}

}  // namespace px::driver
