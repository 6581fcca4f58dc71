#include "frontends/cli/next_step.h"

#include <fmt/format.h>

namespace px::cli {
namespace {

// Names with blanks are left to the user to quote.
std::string why(const Options& options) {
  return options.command == Command::Check ? fmt::format("'pexplore why {}' says what makes it big", options.model)
                                           : "";
}

std::string either(const std::string& first, const std::string& second) {
  return second.empty() ? first : first + "; " + second;
}

std::string after_limit(StopReason stop, const Options& options) {
  const bool saves = !options.checkpoint.empty() || options.command == Command::Resume;
  const std::string later = saves ? "" : ", or --checkpoint DIR, to go on later";
  switch (stop) {
    case StopReason::StateLimit: return either("raise --max-states" + later, why(options));
    case StopReason::DepthLimit: return either("raise --max-depth", why(options));
    case StopReason::TimeLimit: return either("raise --time" + later, why(options));
    case StopReason::MemoryLimit: {
      const std::string room = options.store == store::TableKind::Exact
                                   ? "--store tree stores more states in the same memory"
                                   : "raise --memory";
      return either(room, why(options));
    }
    case StopReason::None:
    case StopReason::FirstError:
    case StopReason::Signal:
    case StopReason::NeedsRefinement: return "";
  }
  return "";
}

// Something that the model asks for was not done: `caveat` says what.
std::string after_leaving_out(const std::string& caveat, const Options& options) {
  if (caveat.starts_with("not checked:")) {
    if (options.check_safety_only)
      return "without --safety it is checked; --allow-unchecked takes the rest as the answer";
    return "the warnings above say why; --allow-unchecked takes the rest as the answer";
  }
  if (caveat.ends_with("is not followed")) return "take the limit out of the machine's DEFINITIONS: all is tried then";
  if (caveat.find(" are tried for ") != std::string::npos) {
    return "bound the choice in the machine by a finite set, such as x : 0..5";
  }
  return "";
}

std::string after_approximation(const Report& report) {
  const Options& options = report.options;
  if (options.store == store::TableKind::Bitstate || options.store == store::TableKind::Hash) {
    return "for a proof: --store tree, which loses no state";
  }
  if (report.result.guarantee == Guarantee::Approximate) return "for a proof: --strategy auto, which merges no classes";
  return "";
}

}  // namespace

std::string next_step(const Report& report) {
  const SearchResult& result = report.result;
  const Options& options = report.options;
  if (options.command != Command::Check && options.command != Command::Resume) return "";
  switch (result.verdict) {
    case Verdict::Incomplete:
      return result.stop == StopReason::None ? after_leaving_out(result.caveat, options)
                                             : after_limit(result.stop, options);
    case Verdict::NoErrorFound: return after_approximation(report);
    case Verdict::Interrupted:
    case Verdict::Holds:
    case Verdict::Violated: break;
  }
  return "";
}

}  // namespace px::cli
