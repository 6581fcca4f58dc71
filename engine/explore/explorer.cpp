#include "engine/explore/explorer.h"

#include "engine/explore/session.h"

namespace px::explore {

Result<SearchOutcome> explore(const TransitionSystem& system, const Reducer& reducer, const SearchOptions& options) {
  return SearchSession(system, reducer, options).run();
}

}  // namespace px::explore
