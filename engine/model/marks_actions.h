// What some generators can do besides making successors: say which actions they took, each for itself.
#pragma once

#include "engine/model/action_coverage.h"

namespace px {

// A second base of generators. Whoever wants it asks with a dynamic_cast.
class MarksActions {
 public:
  virtual ~MarksActions() = default;
  // From now on actions are marked here and not where the system says; a system that was made without a coverage marks
  // none. The coverage outlives the generator.
  virtual void mark_in(ActionCoverage& coverage) = 0;

 protected:
  MarksActions() = default;
  MarksActions(const MarksActions&) = default;
  MarksActions& operator=(const MarksActions&) = default;
};

// Of any generator: does nothing where it does not mark.
template <class Generator>
void mark_actions_of(Generator& generator, ActionCoverage& coverage) {
  if (auto* marks = dynamic_cast<MarksActions*>(&generator)) marks->mark_in(coverage);
}

}  // namespace px
