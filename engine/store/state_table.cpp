#include "engine/store/state_table.h"

#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "engine/store/bitstate_table.h"
#include "engine/store/exact_table.h"
#include "engine/store/fingerprint_table.h"
#include "engine/store/tree_table.h"
#include "engine/store/word_table.h"

namespace px::store {
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

// With a constant number of words the loop over them is unrolled.
template <size_t kWords>
void hash_rows(const uint64_t* states, size_t stride, uint32_t count, uint64_t seed, uint64_t* hashes) {
  for (uint32_t i = 0; i < count; ++i) hashes[i] = hash_words(states + i * stride, kWords, seed);
}

}  // namespace

void StateTable::hash_batch(const uint64_t* states, uint32_t stride, uint32_t count, uint64_t* hashes) const {
  switch (state_words()) {
    case 1: return hash_rows<1>(states, stride, count, config_.seed, hashes);
    case 2: return hash_rows<2>(states, stride, count, config_.seed, hashes);
    case 3: return hash_rows<3>(states, stride, count, config_.seed, hashes);
    case 4: return hash_rows<4>(states, stride, count, config_.seed, hashes);
    case 5: return hash_rows<5>(states, stride, count, config_.seed, hashes);
    case 6: return hash_rows<6>(states, stride, count, config_.seed, hashes);
    default: break;
  }
  const uint32_t words = state_words();
  for (uint32_t i = 0; i < count; ++i) hashes[i] = hash_words(states + size_t{i} * stride, words, config_.seed);
}

Result<std::unique_ptr<StateTable>> make_state_table(const TableConfig& config) {
  PX_CHECK(config.state_bits > 0 && config.workers > 0 && config.budget != nullptr);
  switch (config.kind) {
    case TableKind::Exact:
      return config.state_bits <= 64 && !config.satellites ? make<WordTable<>>(config) : make<ExactTable<>>(config);
    case TableKind::Tree: return make<TreeTable<>>(config);
    case TableKind::Hash: return make<FingerprintTable<>>(config);
    case TableKind::Bitstate: return make<BitstateTable<>>(config);
  }
  PX_UNREACHABLE("kind of table");
}

}  // namespace px::store
