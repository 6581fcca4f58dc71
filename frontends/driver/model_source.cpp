#include "frontends/driver/model_source.h"

#include "engine/base/check.h"

namespace px::driver {

ModelSource::ModelSource(LanguageId language) : language_(*find_language(language, "")) {}

Result<void> ModelSource::refine(std::span<const uint32_t>) {
  PX_UNREACHABLE("a model that cannot grow");
}

std::vector<Property> ModelSource::properties() const {
  std::vector<Property> all;
  const std::vector<ir::Automaton>& automata = program()->automata;
  for (size_t a = 0; a < automata.size(); ++a) {
    if (automata[a].conjunct_of) continue;
    all.push_back({"property " + automata[a].name, automata[a].name, Property::Kind::Formula, a, automata[a].span});
  }
  return all;
}

std::optional<Wording> ModelSource::wording(const Event&) const {
  return std::nullopt;
}

void ModelSource::add_statistics(const SearchResult&, Statistics&) const {}

std::vector<UnreachedPart> ModelSource::unreached(const ir::Program& program, const std::vector<bool>& taken) const {
  UnreachedPart part{.name = "the model", .total = static_cast<uint32_t>(program.actions.size())};
  for (uint32_t a = 0; a < program.actions.size(); ++a) {
    if (taken[a]) continue;
    const ir::Action& action = program.actions[ir::ActionId(a)];
    part.lines.push_back({action.span, 0, action.label.empty() ? action.name : action.name + ": " + action.label});
    ++part.unreached;
  }
  return {part};
}

std::string ModelSource::dump(DumpStage, const SourceMap&) const {
  return {};
}

}  // namespace px::driver
