#include "frontends/cli/b_model.h"

#include "engine/ir/pass/simplify.h"

namespace px::cli {

Result<std::unique_ptr<BModel>> BModel::read(const Options& options, FileId file, SourceMap& sources) {
  Result<b::Machine> machine = b::load_machine(file, {}, sources);
  if (!machine) return machine.failure();
  b::LowerOptions lower;
  for (const Definition& card : options.cardinalities) {
    char* end = nullptr;
    const unsigned long size = std::strtoul(card.value.c_str(), &end, 10);
    if (card.value.empty() || *end != '\0' || size < 1 || size > 4096) {
      return Failure(DiagnosticKind::UsageError,
                     "--card " + card.name + "=" + card.value + ": not a size from 1 to 4096",
                     "e.g. --card " + card.name + "=3");
    }
    lower.world.cardinalities[card.name] = static_cast<uint32_t>(size);
  }
  Result<b::Lowered> lowered = b::lower_machine(*machine, lower);
  if (!lowered) return lowered.failure();
  auto model = std::make_unique<BModel>();
  model->machine_ = std::move(*machine);
  model->lowered_ = std::move(*lowered);
  model->program_ = std::make_shared<const ir::Program>(ir::simplify(model->lowered_.program));
  return model;
}

std::string BModel::left_out() const {
  std::string parts;
  for (const std::string& name : lowered_.not_checked) parts += (parts.empty() ? "not checked: " : ", ") + name;
  for (const std::string& name : lowered_.limits_set) parts += (parts.empty() ? "" : "; ") + name + " is not followed";
  return parts;
}

}  // namespace px::cli
