#include "engine/por/gain.h"

#include <random>

#include "engine/por/stubborn_sets.h"

namespace px::por {
namespace {

constexpr int kWalks = 4;
constexpr int kSteps = 60;
constexpr int kConvincing = 24;  // reduced states after which sampling stops

}  // namespace

double share_of_reduced_states(const Independence& independence, const TransitionSystem& full,
                               SequenceTable& sequences) {
  SuccessorBatch batch(full.words());
  full.initial_states(batch);
  if (batch.count() == 0) return 0;
  const std::vector<uint64_t> initial(batch.state(0), batch.state(0) + full.words());
  const auto generator = full.make_generator();
  StubbornSets sets(independence, full.layout(), sequences);
  std::minstd_rand random(1);
  int looked_at = 0;
  int reduced = 0;
  for (int walk = 0; walk < kWalks && reduced < kConvincing; ++walk) {
    std::vector<uint64_t> state = initial;
    for (int step = 0; step < kSteps && reduced < kConvincing; ++step) {
      batch.clear();
      generator->expand(state.data(), 1, UINT32_MAX, batch);
      if (batch.count() == 0) break;
      if (batch.count() > 1) {
        ++looked_at;
        if (sets.choose(state.data()) && sets.leaves_something_out()) ++reduced;
      }
      const uint64_t* next = batch.state(static_cast<uint32_t>(random() % batch.count()));
      state.assign(next, next + full.words());
    }
  }
  return looked_at == 0 ? 0 : static_cast<double>(reduced) / looked_at;
}

}  // namespace px::por
