// A run as an interactive page (pages/run.html): the data that the scripts need, as JSON. A table keeps each value
// once, and states are stored as differences, so that ten thousand steps of a large model take a few hundred kilobytes.
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "frontends/cli/page.h"
#include "frontends/cli/pages/pages.h"
#include "frontends/cli/trace_forms.h"

namespace px::cli {
namespace {

using Json = nlohmann::ordered_json;

class PageData {
 public:
  PageData(const SourceMap& sources, const TraceView& trace) : sources_(sources), trace_(trace) {}

  Json write(const TracePage& page) {
    Json cells = Json::array();
    Json initial = Json::array();
    for (const auto& [name, value] : trace_.initial) {
      cell_.emplace(name, cells.size());
      cells.push_back(name);
      initial.push_back(value_number(value));
    }
    Json steps = Json::array();
    for (const StepView& step : trace_.steps) steps.push_back(write_step(step));
    Json stuck = Json::array();
    for (const StuckView& process : trace_.stuck) stuck.push_back(write_stuck(process));
    Json data = {{"title", page.title},
                 {"message", page.message},
                 {"model", page.model},
                 {"tool", page.tool},
                 {"absent", ir::kNotRunning}};
    data["error"] = write_span(page.error);
    data["processes"] = trace_.processes;
    data["cells"] = std::move(cells);
    data["initial"] = std::move(initial);
    data["steps"] = std::move(steps);
    data["loop"] = trace_.loop ? Json(*trace_.loop) : Json(nullptr);
    data["failing"] = trace_.failing ? write_step(*trace_.failing) : Json(nullptr);
    data["because"] = write_cells(trace_.because);
    data["stuck"] = std::move(stuck);
    data["messages"] = write_messages();
    Json parts = Json::array();
    for (const driver::PropertyPart& part : page.parts) parts.push_back({{"text", part.text}, {"values", part.values}});
    data["parts"] = std::move(parts);
    data["strings"] = std::move(strings_);
    data["files"] = std::move(files_);
    return data;
  }

 private:
  size_t value_number(const std::string& value) {
    const auto [found, is_new] = value_.emplace(value, strings_.size());
    if (is_new) strings_.push_back(value);
    return found->second;
  }

  // File, line, column, length; columns count characters, as scripts do.
  Json write_span(SourceSpan span) {
    if (!span.known()) return nullptr;
    const auto [found, is_new] = file_.emplace(span.file.value, files_.size());
    if (is_new) files_.push_back({{"name", sources_.name(span.file)}, {"text", sources_.text(span.file)}});
    const std::string_view line = sources_.line(span.file, span.line);
    const auto letters = [&](size_t from, size_t count) {
      return from >= line.size() ? count : utf16_length(line.substr(from, count));
    };
    const size_t before = span.column == 0 ? 0 : letters(0, span.column - 1);
    const size_t length = span.column == 0 ? 0 : letters(span.column - 1, span.length);
    return Json::array({found->second, span.line, span.column == 0 ? 0 : before + 1, std::max<size_t>(length, 1)});
  }

  // The length of the text in UTF-16 code units, as in a script's strings.
  static size_t utf16_length(std::string_view text) {
    size_t length = 0;
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      length += (byte & 0xC0) == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1;
    }
    return length;
  }

  Json write_step(const StepView& step) {
    Json parts = Json::array();
    for (const PartView& part : step.parts) {
      parts.push_back(Json::array({part.process, part.text, write_span(part.span)}));
    }
    Json changes = Json::array();
    for (const auto& [name, value] : step.changes) {
      changes.push_back(cell_.at(name));
      changes.push_back(value_number(value));
    }
    Json written = {{"n", step.step},
                    {"t", step.title},
                    {"p", std::move(parts)},
                    {"s", write_span(step.span)},
                    {"c", std::move(changes)}};
    if (!step.output.empty()) written["o"] = step.output;
    if (step.returns) written["r"] = true;
    if (!step.moves.empty()) written["m"] = step.moves;
    if (step.left_out != 0) written["x"] = step.left_out;
    return written;
  }

  static Json write_cells(const std::vector<Cell>& cells) {
    Json written = Json::array();
    for (const auto& [name, value] : cells) written.push_back(Json::array({name, value}));
    return written;
  }

  Json write_stuck(const StuckView& process) {
    Json ways = Json::array();
    for (const StuckView::Way& way : process.ways) {
      ways.push_back({{"text", way.text},
                      {"s", write_span(way.span)},
                      {"because", write_cells(way.because)},
                      {"partner", way.needs_partner},
                      {"never", way.never}});
    }
    return {{"process", process.process}, {"location", process.location}, {"ways", std::move(ways)}};
  }

  Json write_messages() const {
    const auto place = [](size_t step) { return step == MessageArrow::kNowhere ? Json(nullptr) : Json(step); };
    Json written = Json::array();
    for (const MessageArrow& message : show_messages(trace_)) {
      written.push_back({{"c", message.channel},
                         {"t", message.text},
                         {"s", place(message.sent)},
                         {"e", place(message.received)},
                         {"from", message.sender},
                         {"to", message.receiver}});
    }
    return written;
  }

  const SourceMap& sources_;
  const TraceView& trace_;
  std::unordered_map<std::string, size_t> cell_;
  std::unordered_map<std::string, size_t> value_;
  std::map<uint32_t, size_t> file_;
  Json strings_ = Json::array();
  Json files_ = Json::array();
};

}  // namespace

std::string html_trace(const SourceMap& sources, const TraceView& trace, const TracePage& page) {
  const Json data = PageData(sources, trace).write(page);
  return make_page(pages::kRun, page.title, data,
                   {pages::kRowsScript, pages::kRunScript, pages::kLanesScript, pages::kControlsScript});
}

}  // namespace px::cli
