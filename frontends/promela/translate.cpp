#include "frontends/promela/translate.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include "frontends/promela/hold_local_steps.h"
#include "frontends/promela/lexer.h"
#include "frontends/promela/parser.h"
#include "frontends/promela/resolve.h"
#include "frontends/promela/warnings.h"
#include "frontends/promela/written_text.h"

namespace px::promela {
namespace {

// Sorts diagnostics in textual order; removes duplicates, which arise because an inline is called several times; adds
// the name of the macro to those located at the use of one.
std::vector<Diagnostic> in_order(std::vector<Diagnostic> items, const PreprocessedText& text,
                                 const SourceMap& sources) {
  const auto place = [](const Diagnostic& item) {
    const uint32_t file = item.span.known() ? item.span.file.value : UINT32_MAX;
    return std::tuple(file, item.span.line, item.span.column);
  };
  std::stable_sort(items.begin(), items.end(),
                   [&](const Diagnostic& a, const Diagnostic& b) { return place(a) < place(b); });
  const auto same = [](const Diagnostic& a, const Diagnostic& b) { return a.span == b.span && a.message == b.message; };
  items.erase(std::unique(items.begin(), items.end(), same), items.end());
  for (Diagnostic& item : items) {
    if (!item.span.known() || item.kind == DiagnosticKind::PreprocessorError) continue;
    const std::string_view line = sources.line(item.span.file, item.span.line);
    if (item.span.column == 0 || item.span.column > line.size()) continue;
    const auto macro = text.macros.find(std::string(line.substr(item.span.column - 1, item.span.length)));
    if (macro == text.macros.end() || item.span == macro->second) continue;
    item.hint +=
        (item.hint.empty() ? "" : "; ") + ("'" + macro->first + "' is a macro, see ") + sources.place(macro->second);
  }
  return items;
}

std::vector<std::string> names_of_included(FileId main, const PreprocessedText& text, const SourceMap& sources) {
  std::vector<std::string> names;
  for (const TextPiece& piece : text.pieces) {
    const FileId file = piece.place.file;
    if (!file.valid() || file == main) continue;
    if (file.value >= names.size()) names.resize(file.value + size_t{1});
    if (names[file.value].empty()) names[file.value] = std::filesystem::path(sources.name(file)).filename().string();
  }
  return names;
}

// The `ltl` block around a formula is a separate text, so that columns are those of the formula.
struct Framed {
  PreprocessOptions options;
  std::set<FileId> frames{};            // the texts around formulas
  std::map<FileId, SourceSpan> ends{};  // the texts after formulas, mapped to the end of the formula's text
};

SourceSpan end_of(FileId file, std::string_view text) {
  const size_t last = text.find_last_not_of(" \t\r\n");
  const size_t end = last == std::string_view::npos ? 0 : last + 1;
  const size_t line_end = text.substr(0, end).rfind('\n');
  const size_t begin = line_end == std::string_view::npos ? 0 : line_end + 1;
  const auto line = static_cast<uint32_t>(std::count(text.begin(), text.begin() + static_cast<long>(begin), '\n'));
  return {file, line + 1, static_cast<uint32_t>(end - begin + 1), 1};
}

Framed with_formulas(const TranslateOptions& options, SourceMap& sources) {
  Framed framed{options.preprocess};
  for (const AddedFormula& formula : options.formulas) {
    const FileId before = sources.add_made_up(formula.option, "ltl " + formula.name + " {\n");
    const FileId text = sources.add_made_up(formula.option, formula.text + "\n");
    const FileId after = sources.add_made_up(formula.option, "}\n");
    for (const FileId file : {before, text, after}) framed.options.appended.push_back(file);
    framed.frames.insert({before, after});
    framed.ends[after] = end_of(text, formula.text);
  }
  return framed;
}

// An error in the text after a formula is reported at the end of the formula.
std::vector<Diagnostic> placed(std::vector<Diagnostic> items, const Framed& framed) {
  for (Diagnostic& item : items) {
    const auto end = framed.ends.find(item.span.file);
    if (item.span.known() && end != framed.ends.end()) item.span = end->second;
  }
  return items;
}

// A formula of the model that cannot be parsed is left out, and the rest of the model is checked: SPIN also parses
// formulas separately. If an option requested it, it is an error.
template <class Formulas>
void leave_unreadable(const Formulas& formulas, const TranslateOptions& options, Diagnostics& diagnostics) {
  for (const auto& formula : formulas) {
    const bool added = std::any_of(options.formulas.begin(), options.formulas.end(),
                                   [&](const AddedFormula& other) { return other.name == formula.name; });
    if (added || formula.root.valid()) continue;
    diagnostics.soften(formula.first_message, formula.last_message, DiagnosticKind::NotChecked,
                       (formula.name.empty() ? "an ltl formula" : "ltl '" + formula.name + "'") + " is not checked: ");
  }
}

}  // namespace

Result<std::unique_ptr<Translation>> translate(FileId file, const TranslateOptions& options, SourceMap& sources) {
  Diagnostics diagnostics;
  auto translation = std::make_unique<Translation>();
  const Framed framed = with_formulas(options, sources);
  const auto messages = [&] { return in_order(placed(diagnostics.take(), framed), translation->text, sources); };
  translation->text = preprocess(file, framed.options, sources, diagnostics);
  translation->tokens = lex(translation->text, diagnostics);
  translation->tokens.frames = framed.frames;
  if (diagnostics.has_errors()) return Failure(messages());
  translation->module = parse(translation->tokens, diagnostics);
  leave_unreadable(translation->module.formulas, options, diagnostics);
  if (diagnostics.has_errors()) return Failure(messages());
  translation->model = resolve(translation->module, diagnostics);
  leave_unreadable(translation->model.formulas, options, diagnostics);
  if (diagnostics.has_errors()) return Failure(messages());
  translation->model.included = names_of_included(file, translation->text, sources);
  find_written_texts(translation->model, sources);
  translation->graph = build_control_graph(translation->model, diagnostics);
  if (diagnostics.has_errors()) return Failure(messages());
  translation->plan = optimise(translation->model, translation->graph,
                               switches_for(options.optimise, options.turned_off, translation->model));
  translation->automata = build_automata(translation->model, translation->graph, translation->plan, diagnostics);
  if (diagnostics.has_errors()) return Failure(messages());
  if (options.optimise == Optimise::Full) {
    for (Automaton& automaton : translation->automata) {
      hold_local_steps(translation->model, translation->graph, automaton);
    }
  }
  translation->meaning = options.meaning;
  add_warnings(translation->model, diagnostics);
  translation->warnings = messages();
  return translation;
}

Result<Lowered> lower_translation(const Translation& translation, const ProcessSlots& slots, LowerOptions options) {
  Diagnostics diagnostics;
  const LowerInput input{translation.model,        translation.graph,
                         translation.automata,     translation.plan.hidden,
                         translation.plan.scratch, slots,
                         translation.meaning,      options};
  Lowered lowered = lower(input, diagnostics);
  if (diagnostics.has_errors()) return Failure(diagnostics.take());
  lowered.warnings = diagnostics.take();
  return lowered;
}

}  // namespace px::promela
