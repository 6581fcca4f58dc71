// Models in pexplore's own notation: the text form of the Program.
#include "engine/ir/text.h"
#include "frontends/driver/model_source.h"

namespace px::driver {
namespace {

class PxSource final : public ModelSource {
 public:
  explicit PxSource(ir::Program program) : ModelSource(LanguageId::Px) {
    set_program(std::make_shared<const ir::Program>(std::move(program)));
  }
};

}  // namespace

Result<std::unique_ptr<ModelSource>> read_px(FileId file, const ModelOptions& options, SourceMap& sources) {
  ir::Definitions definitions;
  for (const Definition& definition : options.definitions) {
    if (definition.undefine) {
      definitions.erase(definition.name);
    } else {
      definitions[definition.name] = definition.value;
    }
  }
  std::vector<ir::AddedFormula> formulas;
  for (const AddedFormula& formula : options.formulas) formulas.push_back({formula.name, formula.option, formula.text});
  Result<ir::Program> program = ir::read_program(sources, file, definitions, formulas);
  if (!program) return program.failure();
  return std::unique_ptr<ModelSource>(std::make_unique<PxSource>(std::move(*program)));
}

}  // namespace px::driver
