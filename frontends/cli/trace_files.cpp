#include "frontends/cli/trace_files.h"

#include <fmt/format.h>

#include "engine/base/check.h"
#include "frontends/cli/text_file.h"
#include "frontends/cli/trace_forms.h"

namespace px::cli {

Result<void> write_trace_files(const Options& options, const driver::ModelExecution& execution,
                               const Violation& violation, const Trace& trace, const TraceView& view,
                               const SourceMap& sources) {
  const ir::Program& program = execution.written.program();
  const std::string title = fmt::format("{}: {}", violation_name(violation.kind), violation.message);
  Result<void> written;
  if (!options.trace_itf.empty()) {
    written =
        write_file_or_output("--trace-itf", options.trace_itf, itf_trace(*execution.written.interpreter, trace, title));
  }
  if (written && !options.trace_svg.empty()) {
    written = write_file_or_output("--trace-svg", options.trace_svg, svg_trace(sources, view, title));
  }
  if (written && !options.trace_mermaid.empty()) {
    written = write_file_or_output("--trace-mermaid", options.trace_mermaid, mermaid_trace(view));
  }
  if (written && !options.trace_html.empty()) {
    const TracePage page{.title = title,
                         .message = violation.message,
                         .model = options.model,
                         .tool = "pexplore " PEXPLORE_VERSION,
                         .error = violation.span,
                         .parts = driver::show_property_parts(*execution.written.interpreter, view.formula, trace)};
    written = write_file_or_output("--trace-html", options.trace_html, html_trace(sources, view, page));
  }
  if (written && !options.spin_trail.empty()) {
    PX_CHECK(!execution.process_ids.empty());  // find_foreign_option() has rejected languages without processes
    written = write_file_or_output("--spin-trail", options.spin_trail,
                                   spin_trail(program, execution.process_ids, trace, violation.span));
  }
  return written;
}

}  // namespace px::cli
