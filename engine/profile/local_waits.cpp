#include "engine/profile/local_waits.h"

#include <algorithm>
#include <map>
#include <memory>

namespace px::profile {
namespace {

constexpr uint32_t kSample = 2000;

// Which ground actions are local in one context.
class LocalActions {
 public:
  LocalActions(const por::Independence& independence, std::shared_ptr<const ir::Dependencies> dependencies)
      : ground_(independence.ground()), dependencies_(std::move(dependencies)), known_(ground_.size(), kUnknown) {}

  bool is_local(uint32_t action) {
    if (known_[action] == kUnknown) known_[action] = find(action) ? kLocal : kShared;
    return known_[action] == kLocal;
  }

 private:
  enum Known : uint8_t { kUnknown, kLocal, kShared };

  bool find(uint32_t a) const {
    if ((*dependencies_)[a].never) return true;
    if (dependencies_->is_visible(a) || ground_[a].processes.size() != 1) return false;
    for (uint32_t b = 0; b < ground_.size(); ++b) {
      if (b == a || (*dependencies_)[b].never || !dependencies_->conflict(a, b)) continue;
      const std::vector<uint32_t>& others = ground_[b].processes;
      if (std::find(others.begin(), others.end(), ground_[a].processes.front()) == others.end()) return false;
    }
    return true;
  }

  const ir::GroundActions& ground_;
  std::shared_ptr<const ir::Dependencies> dependencies_;
  std::vector<Known> known_;
};

class Finder {
 public:
  Finder(const por::Independence& independence, const StateRows& states)
      : independence_(independence),
        program_(independence.program()),
        states_(states),
        seen_(program_.locations.size(), false),
        shared_(program_.locations.size(), false),
        counts_(program_.locations.size(), 0) {}

  LocalWaits run() {
    for (const ir::Family& family : program_.families) {
      for (const ir::LocationId start : family.initial) shared_[start.value] = true;
    }
    for (const ir::Action& action : program_.actions) {
      if (action.movers.size() < 2) continue;
      for (const ir::Mover& mover : action.movers) shared_[mover.from.value] = true;
    }
    const uint32_t every = std::max(states_.count() / kSample, 1U);
    for (uint32_t s = 0; s < states_.count(); s += every) look_at(states_.row(s));
    count();
    std::vector<LocalWait> candidates;
    for (uint32_t l = 0; l < program_.locations.size(); ++l) {
      const ir::Location& location = program_.locations[ir::LocationId(l)];
      const bool marked = location.atomic || location.deterministic || location.accepting || location.progress;
      if (seen_[l] && !shared_[l] && !marked) candidates.push_back({ir::LocationId(l), counts_[l]});
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const LocalWait& a, const LocalWait& b) { return a.states > b.states; });
    for (const LocalWait& candidate : candidates) {
      chosen_.push_back(candidate.location);
      if (has_cycle(candidate.location)) {
        chosen_.pop_back();
      } else {
        found_.locations.push_back(candidate);
      }
    }
    found_.states = states_at_chosen();
    return std::move(found_);
  }

 private:
  ir::LocationId standing(const uint64_t* state, uint32_t process) const {
    const ir::Family& family = program_.families[independence_.cells().family_of(process)];
    return family.locations[independence_.location(state, process)];
  }
  uint32_t processes() const { return independence_.cells().processes(); }

  void look_at(const uint64_t* state) {
    independence_.context_key(state, key_);
    auto known = contexts_.find(key_);
    if (known == contexts_.end()) {
      known = contexts_.try_emplace(key_, independence_, independence_.dependencies(key_)).first;
    }
    for (uint32_t p = 0; p < processes(); ++p) {
      const ir::LocationId at = standing(state, p);
      if (shared_[at.value]) continue;
      const std::vector<uint32_t>& leaving = independence_.leaving(p, program_.locations[at].index);
      const bool local = !leaving.empty() && std::all_of(leaving.begin(), leaving.end(), [&](uint32_t action) {
        return known->second.is_local(action);
      });
      (local ? seen_ : shared_)[at.value] = true;
    }
  }

  void count() {
    std::vector<uint32_t> last(program_.locations.size(), UINT32_MAX);
    for (uint32_t s = 0; s < states_.count(); ++s) {
      for (uint32_t p = 0; p < processes(); ++p) {
        const uint32_t at = standing(states_.row(s), p).value;
        counts_[at] += last[at] != s;
        last[at] = s;
      }
    }
  }

  bool is_chosen(ir::LocationId location) const {
    return std::find(chosen_.begin(), chosen_.end(), location) != chosen_.end();
  }

  // Whether one comes from `start` back to it through chosen locations only.
  bool has_cycle(ir::LocationId start) const {
    std::vector<ir::LocationId> open{start};
    std::vector<bool> reached(program_.locations.size(), false);
    while (!open.empty()) {
      const ir::LocationId from = open.back();
      open.pop_back();
      for (const ir::Action& action : program_.actions) {
        for (const ir::Mover& mover : action.movers) {
          if (mover.from != from || !is_chosen(mover.to)) continue;
          if (mover.to == start) return true;
          if (!reached[mover.to.value]) open.push_back(mover.to);
          reached[mover.to.value] = true;
        }
      }
    }
    return false;
  }

  uint64_t states_at_chosen() const {
    if (chosen_.empty()) return 0;
    uint64_t found = 0;
    for (uint32_t s = 0; s < states_.count(); ++s) {
      bool any = false;
      for (uint32_t p = 0; p < processes() && !any; ++p) any = is_chosen(standing(states_.row(s), p));
      found += any;
    }
    return found;
  }

  const por::Independence& independence_;
  const ir::Program& program_;
  const StateRows& states_;
  std::vector<bool> seen_;
  std::vector<bool> shared_;  // some step from there is not local
  std::vector<uint64_t> counts_;
  std::vector<ir::LocationId> chosen_;
  std::map<por::Independence::ContextKey, LocalActions> contexts_;
  por::Independence::ContextKey key_;
  LocalWaits found_;
};

}  // namespace

LocalWaits find_local_waits(const por::Independence& independence, const StateRows& states) {
  return Finder(independence, states).run();
}

}  // namespace px::profile
