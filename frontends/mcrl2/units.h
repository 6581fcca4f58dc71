// Units: the multi-actions of a composition that hang together by communication.
//
// Without an allow, everything that components can do at once they may do at once, so the multi-actions of a
// composition are all sets of units that share no component: exponentially many. The units are few: the actions of
// single components, and those that communicate, as sets grown from one action along the rules. What several units do
// together is put together while the search runs (lower_joint.cpp).
//
// That is the same only if units do not influence each other. They would if actions that are left of several units
// could communicate: then not all sets of units are multi-actions, and units cannot be taken apart. Typically such
// actions are blocked. An allow looks at multi-actions as a whole, so below or above one there are no units either.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "frontends/mcrl2/operators.h"

namespace px::mcrl2 {

// What becomes of units under a communication.
class UnitJoiner {
 public:
  // `members`: how many components there are of a family.
  UnitJoiner(const Process& communication, const Filter& outside, std::function<size_t(uint32_t)> members)
      : operation_(communication), outside_(outside), members_(std::move(members)) {}

  // False if there are too many, or if they influence each other.
  bool join(const std::vector<Combination>& units, std::vector<Combination>& made);

 private:
  // Units joined by communications that have been chosen.
  struct Growing {
    std::vector<uint32_t> units;
    Combination all;         // its actions in the order in which they came
    std::vector<bool> used;  // per action: communicates
  };

  bool add_unit(Growing& g, uint32_t unit) const;
  void extend(const Growing& g);
  void choose(const CommRule& rule, size_t next, const Growing& g, size_t old_actions, std::vector<size_t>& chosen);
  void add(Growing g);
  std::string key(const Growing& g) const;
  bool influence_each_other(const std::vector<Combination>& made) const;

  const Process& operation_;
  const Filter& outside_;
  std::function<size_t(uint32_t)> members_;
  const std::vector<Combination>* units_ = nullptr;
  std::map<std::string, std::vector<uint32_t>> by_name_;  // units with an action of this name
  std::vector<Growing> growing_;
  std::map<std::string, bool> known_;
  bool too_many_ = false;
};

// The components of b behind those of a.
Combination join(const Combination& a, const Combination& b);

}  // namespace px::mcrl2
