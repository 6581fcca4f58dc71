#include "frontends/driver/lost_symmetry.h"

#include <algorithm>
#include <vector>

namespace px::driver {
namespace {

// How messages about symmetry speak of what could be exchanged: element by element, or by the name of the sort.
std::vector<std::string> names_of_candidates(const ir::Program& program) {
  std::vector<std::string> names;
  const auto add_sort = [&](ir::SortId sort) {
    const std::string name = "elements of '" + program.sorts[sort].name + "'";
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  bool processes = false;
  for (const ir::Family& family : program.families) {
    if (!family.is_process()) continue;
    processes = true;
    if (family.count < 2) continue;
    add_sort(family.sort);
    for (uint32_t e = 0; e < family.count; ++e)
      names.push_back(program.element_name(family.sort, family.first + e) + ' ');
  }
  if (processes) return names;
  for (uint32_t s = 0; s < program.sorts.size(); ++s) {
    const ir::SortId sort(s);
    if (program.sorts[sort].size < 2 || !program.sorts[sort].element_names.empty()) continue;
    add_sort(sort);
    for (uint32_t e = 0; e < program.sorts[sort].size; ++e) names.push_back(program.element_name(sort, e) + ' ');
  }
  return names;
}

std::string remedy_for(const std::string& message) {
  if (message.find("the initial value of") != std::string::npos) return "let them start alike";
  if (message.find("names one of them") != std::string::npos) return "write it so that no single one is named";
  return "compare them with = and != only there";
}

}  // namespace

std::optional<LostSymmetry> lost_symmetry(const ModelExecution& execution) {
  if (execution.reducer->group() != nullptr) return std::nullopt;
  const std::vector<std::string> names = names_of_candidates(execution.interpreter->program());
  for (const Diagnostic& note : execution.notes) {
    if (note.kind != DiagnosticKind::SymmetryLost) continue;
    const auto begins = [&](const std::string& name) { return note.message.starts_with(name); };
    if (std::none_of(names.begin(), names.end(), begins)) continue;
    return LostSymmetry{note.span, note.message, note.hint.empty() ? remedy_for(note.message) : note.hint};
  }
  return std::nullopt;
}

}  // namespace px::driver
