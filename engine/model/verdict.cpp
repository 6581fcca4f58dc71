#include "engine/model/verdict.h"

#include "engine/base/check.h"

namespace px {

int exit_code(Verdict verdict, const std::vector<Violation>& violations) {
  switch (verdict) {
    case Verdict::Holds: return kExitHolds;
    case Verdict::NoErrorFound: return kExitNoErrorFound;
    case Verdict::Violated:
      PX_CHECK(!violations.empty());
      return kExitViolated + static_cast<int>(violations.front().kind);
    case Verdict::Incomplete: return kExitIncomplete;
    case Verdict::Interrupted: return kExitInterrupted;
  }
  PX_UNREACHABLE("verdict");
}

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::Holds: return "holds";
    case Verdict::NoErrorFound: return "no-error-found";
    case Verdict::Violated: return "violated";
    case Verdict::Incomplete: return "incomplete";
    case Verdict::Interrupted: return "interrupted";
  }
  PX_UNREACHABLE("verdict");
}

std::string_view violation_name(ViolationKind kind) {
  switch (kind) {
    case ViolationKind::Assumption: return "assumption";
    case ViolationKind::Deadlock: return "deadlock";
    case ViolationKind::Safety: return "safety";
    case ViolationKind::Liveness: return "liveness";
    case ViolationKind::Assertion: return "assertion";
  }
  PX_UNREACHABLE("violation kind");
}

std::string_view stop_reason_name(StopReason reason) {
  switch (reason) {
    case StopReason::None: return "none";
    case StopReason::FirstError: return "first-error";
    case StopReason::StateLimit: return "state-limit";
    case StopReason::DepthLimit: return "depth-limit";
    case StopReason::TimeLimit: return "time-limit";
    case StopReason::MemoryLimit: return "memory-limit";
    case StopReason::Signal: return "signal";
    case StopReason::NeedsRefinement: return "needs-refinement";
  }
  PX_UNREACHABLE("stop reason");
}

}  // namespace px
