#include "engine/store/state_table.h"

#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "engine/store/bitstate_table.h"
#include "engine/store/exact_table.h"
#include "engine/store/fingerprint_table.h"
#include "engine/store/tree_table.h"

namespace px {
namespace {

template <class Table>
Result<std::unique_ptr<StateTable>> make(const TableConfig& config) {
  auto table = std::make_unique<Table>(config);
  if (!table->usable()) {
    return Failure(DiagnosticKind::LimitExceeded, "the memory limit leaves no room for the smallest state table",
                   "raise --memory");
  }
  return std::unique_ptr<StateTable>(std::move(table));
}

}  // namespace

void StateTable::hash_batch(const uint64_t* states, uint32_t stride, uint32_t count, uint64_t* hashes) const {
  const uint32_t words = state_words();
  for (uint32_t i = 0; i < count; ++i) hashes[i] = hash_words(states + size_t{i} * stride, words, config_.seed);
}

Result<std::unique_ptr<StateTable>> make_state_table(const TableConfig& config) {
  PX_CHECK(config.state_bits > 0 && config.workers > 0 && config.budget != nullptr);
  switch (config.kind) {
    case TableKind::Exact: return make<ExactTable<>>(config);
    case TableKind::Tree: return make<TreeTable<>>(config);
    case TableKind::Hash: return make<FingerprintTable<>>(config);
    case TableKind::Bitstate: return make<BitstateTable<>>(config);
  }
  PX_UNREACHABLE("kind of table");
}

}  // namespace px
