// Units: the multi-actions of a composition that are connected by communication.
//
// Without an allow, any set of simultaneously possible actions may happen together, so the multi-actions of a
// composition are all sets of units that share no component: exponentially many. There are few units: the actions of
// single components, and communicating ones, as sets grown from one action along the rules. The search combines several
// units at run time (lower_joint.cpp).
//
// This is equivalent only if units do not influence each other. They would if leftover actions of several units could
// communicate: then not all sets of units are multi-actions, and units cannot be separated. Typically such actions are
// blocked. An allow applies to whole multi-actions, so there are no units below or above one either.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "frontends/mcrl2/operators.h"

namespace px::mcrl2 {

// The effect of a communication on units.
class UnitJoiner {
 public:
  // `members`: the number of components of a family.
  UnitJoiner(const Process& communication, const Filter& outside, std::function<size_t(uint32_t)> members)
      : operation_(communication), outside_(outside), members_(std::move(members)) {}

  // False if there are too many, or if they influence each other.
  bool join(const std::vector<Combination>& units, std::vector<Combination>& made);

 private:
  // Units joined by the communications chosen so far.
  struct Growing {
    std::vector<uint32_t> units;
    Combination all;         // its actions in order of appearance
    std::vector<bool> used;  // per action: whether it communicates
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

// Appends the components of b to those of a.
Combination join(const Combination& a, const Combination& b);

}  // namespace px::mcrl2
