// Properties of infinite runs, each checked separately: formulas and claims of the model, acceptance of its labels.
//
// A formula "always p" with a predicate p needs no product: the safety search checks it as an invariant of the model.
// All others are checked by searching a product for cycles (engine/liveness), one after the other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/liveness/product.h"
#include "frontends/driver/find_traces.h"
#include "frontends/driver/refinement.h"

namespace px::driver {

struct PropertyOptions {
  std::vector<std::string> chosen{};  // names of formulas and claims; empty: all
  bool acceptance = false;            // cycles through accept labels of processes, without a claim
  bool weak_fairness = false;         // only runs in which every continuously enabled process eventually moves
};

struct PropertyReport {
  std::string name;    // "ltl f"
  std::string method;  // how it was checked
  SourceSpan span;
  SearchResult result;  // of the product; violations as in `error`
  std::optional<ErrorReport> error{};
};

// The selected automata of the source; a UsageError for a name that the model does not have.
Result<std::vector<Property>> wanted_properties(const ModelSource& source, const PropertyOptions& options);

// The message for a run that violates the property; `run`: null if there is none to show.
std::string message_of(const Property& property, const Trace* run);
// The states of a run that count as accepting for the property.
liveness::Acceptance acceptance_of(const Property& property);

// Checks the properties that are not checked as invariants. Fails if a search is impossible with these options.
Result<std::vector<PropertyReport>> check_properties(const Refinement& refinement, const PropertyOptions& options,
                                                     const explore::SearchOptions& search, TraceMode trace);

}  // namespace px::driver
