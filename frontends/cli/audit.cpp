#include "frontends/cli/audit.h"

#include <fmt/format.h>

#include "frontends/cli/views.h"

namespace px::cli {
namespace {

void print_failure(const explore::AuditFailure& failure, const driver::ModelExecution& execution,
                   std::ostream& errors) {
  const driver::WrittenModel& written = execution.written;
  errors << "pexplore: internal error: audit of strategy '" << execution.reducer->name() << "': " << failure.what
         << "\n";
  if (failure.state.empty()) {
    errors << "This is a defect in pexplore: please report it.\n";
    return;
  }
  for (const Cell& cell : show_state(written.program(), written.layout(), written.state(failure.state).data(),
                                     sequence_text(*written.interpreter))) {
    errors << fmt::format("    {} = {}\n", cell.first, cell.second);
  }
  errors << "This is a defect in pexplore: please report it.\n";
}

void describe(const explore::AuditOutcome& audit, Report& report) {
  if (audit.reductions != 0) {
    report.statistics.emplace_back("audited reductions", audit.reductions);
    report.audit = fmt::format("{} reductions stay in the orbit", audit.reductions);
  }
  if (audit.closed_states != 0) {
    report.statistics.emplace_back("audited stored states", audit.closed_states);
    report.audit += fmt::format("; {} stored states lead to stored states only", audit.closed_states);
  }
  if (audit.unreduced_states != 0) {
    report.statistics.emplace_back("audited unreduced states", audit.unreduced_states);
    report.audit += fmt::format("; their orbits are the {} unreduced states", audit.unreduced_states);
  }
  const auto add = [&](const std::string& text) { report.audit += (report.audit.empty() ? "" : "; ") + text; };
  if (audit.ordered_states != 0) {
    report.statistics.emplace_back("audited states of every order", audit.ordered_states);
    add(fmt::format("the same errors in the {} states of every order", audit.ordered_states));
  }
  for (const std::string& omitted : audit.omitted) add(omitted);
}

void describe(const explore::MergeCount& count, Report& report) {
  report.statistics.emplace_back("sampled markers", count.keys);
  report.statistics.emplace_back("sampled merges", count.merged);
  report.audit = fmt::format("{} markers examined; {} classes were merged with others", count.keys, count.merged);
  if (count.one_in != 1) {
    report.audit += fmt::format("; one marker in {}, so about {} in total", count.one_in, count.estimate());
  }
}

}  // namespace

bool print_audit_failure(const driver::CheckResult& checked, std::ostream& errors) {
  if (!checked.audit || !checked.audit->failure) return false;
  print_failure(*checked.audit->failure, *checked.execution, errors);
  return true;
}

void describe_audit(const Options& options, const driver::CheckResult& checked, Report& report) {
  if (checked.merges) describe(*checked.merges, report);
  if (checked.audit) describe(*checked.audit, report);
  if (report.audit.empty() && (options.audit || options.audit_sample)) {
    report.audit = "nothing to check: no symmetry is used";
  }
}

}  // namespace px::cli
