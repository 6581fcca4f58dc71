// The description of a strategy: its row in strategies.def. Strategies outside pexplore are described in the same way,
// by their own Strategy object (docs/embedding.md).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "engine/model/reducer.h"

namespace px::symmetry {

struct CanonContext;  // symmetry/canon/context.h: what strategies share
using SharedContext = std::shared_ptr<const CanonContext>;
using MakeReducer = std::unique_ptr<Reducer>(SharedContext context);

// Used instead of a function: the strategy supports only blocks. For any other group it gets the largest product of
// symmetric groups within it, which loses symmetry, not soundness.
MakeReducer blocks_only;

#define PX_STRATEGY(id, name, alias, guarantee, coverage, cost, product, any, help) MakeReducer product, any;
#include "symmetry/canon/strategies.def"
#undef PX_STRATEGY

struct Strategy {
  enum class Coverage : uint8_t {
    Partial,  // some classes of states keep several representatives
    Full,     // all states of a class have the same representative or key
  };
  enum class Cost : uint8_t {
    Plain,
    Enumerates,  // enumerates all permutations for every state: groups beyond kEnumerateLimit are refused
  };

  std::string_view name;
  std::string_view alias{};  // an alternative name; empty: none
  Guarantee guarantee = Guarantee::Exact;
  Coverage coverage = Coverage::Partial;
  Cost cost = Cost::Plain;
  MakeReducer* for_product = nullptr;   // if the group is a product of symmetric groups on blocks
  MakeReducer* for_any = &blocks_only;  // for any other group
  std::string_view help{};
};

enum class StrategyId : uint8_t {
#define PX_STRATEGY(id, name, alias, guarantee, coverage, cost, product, any, help) id,
#include "symmetry/canon/strategies.def"
#undef PX_STRATEGY
};

// In the order of StrategyId.
inline constexpr auto kStrategies = std::to_array<Strategy>({
#define PX_STRATEGY(id, name, alias, guarantee, coverage, cost, product, any, help) \
  {name, alias, Guarantee::guarantee, Strategy::Coverage::coverage, Strategy::Cost::cost, &(product), &(any), help},
#include "symmetry/canon/strategies.def"
#undef PX_STRATEGY
});

constexpr const Strategy& strategy_of(StrategyId id) {
  return kStrategies[static_cast<size_t>(id)];
}

// By name or alias; null if there is none.
const Strategy* find_strategy(std::string_view name);

inline constexpr uint64_t kEnumerateLimit = 1'000'000;  // permutations

}  // namespace px::symmetry
