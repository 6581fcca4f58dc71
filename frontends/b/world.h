// The finite world in which a machine is checked: the sizes of its deferred sets, and the values of MININT and MAXINT.
// In order of precedence: the command line, DEFINITIONS (scope_S, SET_PREF_MAXINT), PROPERTIES (card(S) = 3, S = {a,
// b}), and ProB's defaults.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "frontends/b/machine.h"

namespace px::b {

struct WorldOptions {
  std::map<std::string, uint32_t> cardinalities;   // --card SET=N
  std::map<std::string, std::string> preferences;  // -p NAME VALUE
};

struct World {
  int64_t min_int = -1;
  int64_t max_int = 3;
  std::vector<uint32_t> sizes;          // per given set
  std::vector<std::string> limits_set;  // settings such as MAX_OPERATIONS, which make the exploration incomplete
  std::vector<Diagnostic> warnings;
};

Result<World> find_world(const Machine& machine, const WorldOptions& options);

}  // namespace px::b
