#include "frontends/lsp/model_facts.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "engine/ir/layout.h"
#include "symmetry/detect/detect.h"
#include "symmetry/detect/lift.h"
#include "symmetry/perm/element_space.h"

namespace px::lsp {
namespace {

constexpr size_t kMostNames = 8;

std::string domain_text(const ir::Program& program, const ir::Domain& domain) {
  const ir::Domain base = domain.base();
  const std::string text =
      base.family.valid() ? program.families[base.family].name : fmt::format("{}..{}", base.lo, base.hi);
  return domain.is_subsets() ? "subsets of " + text : text;
}

std::string int_text(const ir::Program& program, const ir::Type& type) {
  std::string text = fmt::format("{}..{}", type.lo, type.hi);
  if (!type.names.valid()) return text;
  const std::vector<std::string>& names = program.value_names[type.names].names;
  text.clear();
  for (size_t i = 0; i < std::min(names.size(), kMostNames); ++i) text += (i == 0 ? "" : ", ") + names[i];
  return "one of " + text + (names.size() > kMostNames ? ", ..." : "");
}

std::string list_text(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < std::min(names.size(), kMostNames); ++i) text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kMostNames) text += fmt::format(" and {} more", names.size() - kMostNames);
  return text;
}

NamePlace place_of(SourceSpan span, const SourceMap& sources) {
  return {std::string(sources.name(span.file)), span.line, span.column};
}

void add_statements(const ir::Program& program, ModelFacts& facts) {
  std::set<std::tuple<uint32_t, uint32_t, uint32_t, std::string>> known;
  for (const ir::Action& action : program.actions) {
    for (const ir::Origin& origin : action.origins) {
      if (!origin.span.known() || origin.number == ir::Origin::kNoNumber) continue;
      const std::string text = fmt::format("statement {} of {}: `{}`", origin.number, action.name, origin.text);
      if (!known.insert({origin.span.file.value, origin.span.line, origin.span.column, text}).second) continue;
      facts.statements.push_back({origin.span, text});
    }
  }
}

// For each sort, the elements that some symmetry moves.
std::vector<std::vector<uint32_t>> moved_elements(const ir::Program& program,
                                                  const symmetry::DetectedSymmetry& symmetry) {
  const symmetry::ElementSpace space(program);
  std::vector<std::vector<uint32_t>> moved(program.sorts.size());
  for (uint32_t p = 0; p < space.size(); ++p) {
    const bool moves = std::any_of(symmetry.generators.begin(), symmetry.generators.end(),
                                   [&](const symmetry::Permutation& generator) { return generator.image(p) != p; });
    if (moves) moved[space.sort_of(p).value].push_back(space.element_of(p));
  }
  return moved;
}

void add_family(const ir::Program& program, const ir::Family& family, const std::vector<uint32_t>& moved,
                const SourceMap& sources, ModelFacts& facts) {
  if (family.count < 2) return;
  std::vector<std::string> names;
  for (const uint32_t element : moved) {
    if (element >= family.first && element - family.first < family.count) {
      names.push_back(program.element_name(family.sort, element));
    }
  }
  const std::string text =
      names.empty() ? "no symmetry exchanges its elements" : "exchangeable with one another: " + list_text(names);
  if (family.span.known()) facts.at[place_of(family.span, sources)].push_back(text);
  for (const std::string& name : names) {
    std::vector<std::string> others = names;
    std::erase(others, name);
    std::vector<std::string>& of_element = facts.of_element[name];
    if (of_element.empty() && !others.empty()) of_element.push_back("exchangeable with " + list_text(others));
  }
}

}  // namespace

std::string text_of(const ir::Program& program, ir::TypeId id) {
  const ir::Type& type = program.types[id];
  switch (type.kind) {
    case ir::TypeKind::Bool: return "bool";
    case ir::TypeKind::Int: return int_text(program, type);
    case ir::TypeKind::Element:
      return "element of " + program.sorts[type.sort].name + (type.allows_none ? ", or none" : "");
    case ir::TypeKind::Set: return "set of " + domain_text(program, type.domain);
    case ir::TypeKind::Sequence: return "sequence of " + text_of(program, type.element);
    case ir::TypeKind::Array:
      return "array over " + domain_text(program, type.domain) + " of " + text_of(program, type.element);
    case ir::TypeKind::Queue:
      return fmt::format("queue of at most {} of {}", type.capacity, text_of(program, type.element));
    case ir::TypeKind::Record: break;
  }
  std::string fields;
  for (const ir::Field& field : type.fields) {
    fields += (fields.empty() ? "" : "; ") + field.name + ": " + text_of(program, field.type);
  }
  return "(" + fields + ")";
}

ModelFacts facts_of(const driver::ModelSource& model, const SourceMap& sources) {
  const ir::Program& program = *model.program();
  ModelFacts facts;
  for (const ir::Variable& variable : program.variables) {
    if (!variable.span.known()) continue;
    const ir::Type& type = program.types[variable.type];
    const bool local = variable.owner.valid() && type.kind == ir::TypeKind::Array;
    const std::string text = text_of(program, local ? type.element : variable.type);
    std::string fact = "values: " + text;
    if (local)
      fact += fmt::format(", for each of the {} processes {}", program.families[variable.owner].count,
                          program.families[variable.owner].name);
    std::vector<std::string>& at = facts.at[place_of(variable.span, sources)];
    if (std::find(at.begin(), at.end(), fact) == at.end()) at.push_back(fact);
  }
  for (const ir::Family& family : program.families) {
    if (!family.span.known()) continue;
    facts.at[place_of(family.span, sources)].push_back(fmt::format("{} {} of sort {}", family.count,
                                                                   family.is_process() ? "processes" : "elements",
                                                                   program.sorts[family.sort].name));
  }
  add_statements(program, facts);
  for (const driver::Property& property : model.properties()) {
    if (property.span.known()) facts.properties.emplace_back(property.span, property.short_name);
  }
  return facts;
}

void add_symmetry(const driver::ModelSource& model, const SourceMap& sources, ModelFacts& facts) {
  const std::optional<symmetry::LiftedProgram> lifted = symmetry::lift_symmetries(*model.program());
  const ir::Program& program = lifted ? lifted->program : *model.program();
  const symmetry::DetectionHints hints = lifted ? lifted->hints : symmetry::DetectionHints();
  const Result<ir::Layout> layout = ir::Layout::make(program);
  if (!layout) return;
  const symmetry::DetectedSymmetry symmetry = symmetry::detect_symmetry(program, *layout, hints);
  const std::vector<std::vector<uint32_t>> moved = moved_elements(program, symmetry);
  for (const ir::Family& family : program.families) {
    add_family(program, family, moved[family.sort.value], sources, facts);
  }
}

}  // namespace px::lsp
