// Questions about runs that never end, each a check of its own: formulas and claims of the model, acceptance of its
// labels.
//
// A formula that says "always p" of a predicate p needs no product: the search for safety checks it as an invariant of
// the model. All others are searched for as cycles of a product (engine/liveness), one after the other.
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
  bool weak_fairness = false;         // only runs in which no process waits forever that could always move
};

struct PropertyReport {
  std::string name;    // "ltl f"
  std::string method;  // how it was checked
  SourceSpan span;
  SearchResult result;  // of the product; violations as in `error`
  std::optional<ErrorReport> error{};
};

// Which automata of the source are wanted; a UsageError for a name that the model does not have.
Result<std::vector<Property>> wanted_properties(const ModelSource& source, const PropertyOptions& options);

// The message for a run that violates the property; `run`: null where there is none to show.
std::string message_of(const Property& property, const Trace* run);
// Which states of a run count for it.
Acceptance acceptance_of(const Property& property);

// Those that are not checked as invariants. Fails for what cannot be searched as asked for.
Result<std::vector<PropertyReport>> check_properties(const Refinement& refinement, const PropertyOptions& options,
                                                     const SearchOptions& search, TraceMode trace);

}  // namespace px::driver
