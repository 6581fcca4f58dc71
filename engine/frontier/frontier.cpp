#include "engine/frontier/frontier.h"

#include "engine/base/check.h"
#include "engine/frontier/levels.h"
#include "engine/frontier/work_stealing.h"

namespace px::frontier {

std::unique_ptr<Frontier> make_frontier(const FrontierConfig& config) {
  PX_CHECK(config.workers > 0 && config.entry_words > 0 && config.budget != nullptr);
  if (config.order == SearchOrder::Levels) return std::make_unique<LevelFrontier<>>(config);
  return std::make_unique<WorkStealingFrontier<>>(config);
}

}  // namespace px::frontier
