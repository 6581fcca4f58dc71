#include "frontends/driver/partial_order.h"

#include "engine/por/gain.h"
#include "engine/por/independence_text.h"

namespace px::driver {
namespace {

constexpr const char* kTooLarge = "the model has more processes and actions than the analysis handles";

// If fewer states than this share have a reduced set, computing it in all states does not pay off.
constexpr double kMinShare = 0.1;

std::string impossible(const PartialOrderOptions& options, const Reducer& reducer) {
  if (!options.impossible_because.empty()) return options.impossible_because;
  const Reducer::Kind kind = reducer.kind();
  if (kind != Reducer::Kind::Key && kind != Reducer::Kind::Orbit) return {};
  return "the strategy '" + reducer.name() +
         "' explores whichever state of a class it meets first, so the states stored would depend on timing";
}

}  // namespace

Result<PartialOrderChoice> choose_partial_order(const PartialOrderOptions& options,
                                                const interp::Interpreter& interpreter, const Reducer& reducer,
                                                por::Purpose purpose) {
  PartialOrderChoice choice;
  if (options.when == PartialOrder::Off) return choice;
  const bool is_auto = options.when == PartialOrder::Auto;
  choice.reason = impossible(options, reducer);
  if (choice.reason.empty() && is_auto) choice.reason = options.unwanted_because;
  if (choice.reason.empty()) {
    choice.independence = por::Independence::make(interpreter.program(), interpreter.layout(), purpose);
    if (!choice.independence) choice.reason = kTooLarge;
  }
  if (choice.independence && is_auto) {
    const double share = share_of_reduced_states(*choice.independence, interpreter, interpreter.sequences());
    if (share < kMinShare) {
      choice.independence.reset();
      choice.reason = "in nearly all states, every enabled step may depend on another";
    }
  }
  if (choice.reason.empty() || is_auto) return choice;
  return Failure(DiagnosticKind::UsageError, "--por on: " + choice.reason, "leave it out, or use --por auto");
}

std::string dump_dependencies(const interp::Interpreter& interpreter) {
  const auto independence = por::Independence::make(interpreter.program(), interpreter.layout());
  if (!independence) return std::string(kTooLarge) + '\n';
  return px::por::dump_dependencies(*independence, interpreter);
}

}  // namespace px::driver
