#include "engine/explore/so_far.h"

#include <algorithm>
#include <utility>

namespace px::explore {
namespace {

bool same_error(const Violation& a, const Violation& b) {
  return a.kind == b.kind && a.message == b.message && a.span == b.span;
}

void add_violation(const Violation& violation, std::vector<Violation>& all) {
  const auto known = std::find_if(all.begin(), all.end(), [&](const Violation& v) { return same_error(v, violation); });
  if (known == all.end()) {
    all.push_back(violation);
  } else {
    known->occurrences = std::max(known->occurrences, violation.occurrences);
  }
}

}  // namespace

SoFar::Attachment::Attachment(SoFar* so_far, Ask ask) : so_far_(so_far) {
  if (so_far_ == nullptr) return;
  const std::lock_guard lock(so_far_->mutex_);
  so_far_->ask_ = std::move(ask);
}

SoFar::Attachment::~Attachment() {
  if (so_far_ == nullptr) return;
  const std::lock_guard lock(so_far_->mutex_);
  so_far_->note_now();
  so_far_->ask_ = nullptr;
}

void SoFar::add(const Violation& violation) {
  const std::lock_guard lock(mutex_);
  add_violation(violation, violations_);
}

void SoFar::note_now() {
  if (!ask_) return;
  SearchOutcome now;
  ask_(now);
  if (reword_) reword_(now);
  for (const Violation& violation : now.result.violations) add_violation(violation, violations_);
  if (now.result.states < longest_.states) return;
  longest_ = std::move(now.result);
  longest_.violations.clear();
}

SearchResult SoFar::result(StopReason stop) {
  const std::lock_guard lock(mutex_);
  note_now();
  SearchResult result = longest_;
  result.violations = violations_;
  result.stop = stop;
  result.verdict = result.violations.empty() ? Verdict::Incomplete : Verdict::Violated;
  return result;
}

}  // namespace px::explore
