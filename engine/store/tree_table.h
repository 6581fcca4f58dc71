// `--store tree`: states are folded into pairs of 32-bit numbers, and equal parts are stored once. Exact.
//
// Idea: recursive indexing, Holzmann, "State Compression in SPIN" (1997); as a binary tree of pairs in one shared
// table, Blom, Lisser, van de Pol and Weber, "A Database Approach to Distributed State-Space Generation" (2007);
// concurrent, Laarman, van de Pol and Weber, "Parallel Recursive State Compression for Free" (SPIN 2011). The state is
// cut into 32-bit leaves; every inner node is a pair of numbers (of leaves or nodes below) and is itself replaced by
// the number of that pair:
//
//        root           pairs (left, right): one per state          PairSet: 4 to 8 bytes per slot
//       /    \                                                      (with satellites: RecordTable, number = reference)
//    node    node       pairs, shared by all states and positions   RecordTable of 8-byte records
//    /  |    |  |
//   w0 node  w3 w4      leaves: bytes of the state, which ones is chosen by a sample of the states (tree_shape.h)
//      |  |
//      w1 w2
//
// A step of a model changes few leaves, so most nodes are there already and a new state costs little more than its
// root.
//
// What differs: a state's reference is its root pair, (left << 32 | right), not a position in the root table; so the
// root table can grow, move entries and store less than the pair (pair_set.h), and load needs no root at all. Rows of a
// batch are done level by level, so that all rows' cache misses are under way together; a row whose pair equals the one
// of the row before it (successors of one state share most nodes) is not looked up again.
//
// Limits: 2^32 - 2 shared nodes; beyond, inserts report "full".
#pragma once

#include <algorithm>
#include <vector>

#include "engine/base/hash.h"
#include "engine/store/pair_set.h"
#include "engine/store/record_table.h"
#include "engine/store/state_table.h"
#include "engine/store/tree_shape.h"

namespace px {

template <template <class> class Atomic = std::atomic>
class TreeTable final : public StateTable {
 public:
  explicit TreeTable(const TableConfig& config)
      : StateTable(config),
        shape_(TreeShape::choose(config.state_bits, config.sample)),
        nodes_(node_config(config, kMostNodes, false)),
        workspace_(config.workers) {
    usable_ = nodes_.usable();
    if (config.satellites) {
      numbered_roots_ = std::make_unique<RecordTable<Atomic>>(node_config(config, Slot::kMostRecords, true));
      usable_ = usable_ && numbered_roots_->usable();
    } else {
      roots_ = std::make_unique<PairSet<Atomic>>(
          typename PairSet<Atomic>::Config{config.workers, config.budget, config.initial_slots, config.slot_spread});
      usable_ = usable_ && roots_->usable();
    }
    for (Workspace& workspace : workspace_) workspace.values.resize(operands() * kRun);
  }

  bool usable() const { return usable_; }

  InsertOutcome insert_batch(uint32_t worker, const StateBatch& batch, StateRef* refs, uint8_t* is_new) override {
    uint32_t done = 0;
    while (done < batch.count) {
      const uint32_t run = std::min(kRun, batch.count - done);
      const uint32_t folded = fold(worker, batch, done, run);
      const InsertOutcome outcome = insert_roots(worker, batch, done, folded, refs + done, is_new + done);
      done += outcome.done;
      if (outcome.done < run) return {done, true};
    }
    return {done, false};
  }

  void load_batch(const StateRef* refs, uint32_t count, uint64_t* states, uint32_t stride) const override {
    thread_local std::vector<uint32_t> values;
    values.resize(operands() * kRun);
    for (uint32_t done = 0; done < count; done += kRun) {
      const uint32_t run = std::min(kRun, count - done);
      for (uint32_t i = 0; i < run; ++i)
        set_operands(values.data(), shape_.nodes.size() - 1, i, root_pair(refs[done + i]));
      unfold(values.data(), run);
      for (uint32_t i = 0; i < run; ++i) {
        put_leaves(values.data(), i, states + size_t{done + i} * stride);
      }
    }
  }

  std::optional<StateRef> find(const uint64_t* state) const override {
    std::vector<uint32_t> values(operands() * kRun);
    take_leaves(state, 0, 1, values.data());
    const auto value = [&](uint32_t operand) { return values[size_t{operand} * kRun]; };
    for (size_t n = 0; n + 1 < shape_.nodes.size(); ++n) {
      const uint64_t pair = pack({value(shape_.nodes[n].left), value(shape_.nodes[n].right)});
      const auto number = nodes_.find(&pair, hash_word(pair, config_.seed));
      if (!number) return std::nullopt;
      values[(shape_.leaves() + n) * kRun] = static_cast<uint32_t>(*number);
    }
    const Pair root{value(shape_.nodes.back().left), value(shape_.nodes.back().right)};
    const uint64_t pair = pack(root);
    if (numbered_roots_) return numbered_roots_->find(&pair, hash_word(pair, config_.seed));
    return roots_->contains(root) ? std::optional<StateRef>(pair) : std::nullopt;
  }

  uint64_t satellite(StateRef ref) const override { return numbered_roots_->satellite(ref); }

  TableStats stats() const override {
    TableStats stats = numbered_roots_ ? numbered_roots_->stats() : roots_->stats();
    const TableStats nodes = nodes_.stats();
    stats.slot_bytes += nodes.slot_bytes;
    stats.record_bytes += nodes.record_bytes;
    stats.shared_nodes = nodes.states;
    return stats;
  }

 private:
  static constexpr uint32_t kRun = 64;
  static constexpr uint64_t kMostNodes = UINT32_MAX - 1;

  // Scratch of one worker. values[(operand) * kRun + row]: leaves and node numbers of the rows being inserted.
  struct alignas(kSeparateBytes) Workspace {
    std::vector<uint32_t> values;
    uint64_t pairs[kRun];
    uint64_t hashes[kRun];
    uint64_t numbers[kRun];
    uint32_t source[kRun];  // row -> index of its pair among the distinct ones
    uint8_t is_new[kRun];
    Pair roots[kRun];
  };

  static RecordTableConfig node_config(const TableConfig& config, uint64_t most_records, bool satellites) {
    return {.record_bytes = sizeof(uint64_t),
            .workers = config.workers,
            .budget = config.budget,
            .seed = config.seed,
            .satellites = satellites,
            .initial_slots = config.initial_slots,
            .most_records = most_records,
            .slot_spread = config.slot_spread};
  }

  static uint64_t pack(const Pair& pair) { return uint64_t{pair.left} << 32 | pair.right; }
  static Pair unpack(uint64_t pair) { return {static_cast<uint32_t>(pair >> 32), static_cast<uint32_t>(pair)}; }

  size_t operands() const { return shape_.leaves() + shape_.nodes.size(); }

  // The leaves of `run` states that lie `stride` words apart.
  void take_leaves(const uint64_t* states, size_t stride, uint32_t run, uint32_t* values) const {
    for (const std::vector<TreeShape::Piece>& pieces : shape_.leaf_pieces) {
      std::fill_n(values, run, 0);
      for (const TreeShape::Piece& piece : pieces) add_piece(piece, states + piece.word, stride, run, values);
      values += kRun;
    }
  }
  // The piece is a copy, so that the loop need not read it again after each store.
  static void add_piece(const TreeShape::Piece piece, const uint64_t* word, size_t stride, uint32_t run,
                        uint32_t* values) {
    for (uint32_t i = 0; i < run; ++i) {
      values[i] |= static_cast<uint32_t>((word[i * stride] >> piece.word_shift & piece.mask) << piece.leaf_shift);
    }
  }
  void put_leaves(const uint32_t* values, uint32_t row, uint64_t* state) const {
    std::fill_n(state, state_words(), 0);
    for (const std::vector<TreeShape::Piece>& pieces : shape_.leaf_pieces) {
      for (const TreeShape::Piece& piece : pieces) {
        state[piece.word] |= (uint64_t{values[row]} >> piece.leaf_shift & piece.mask) << piece.word_shift;
      }
      values += kRun;
    }
  }

  // Replaces the inner nodes of rows [first, first + run) by their numbers, leaving the root's operands; returns for
  // how many rows there was room.
  uint32_t fold(uint32_t worker, const StateBatch& batch, uint32_t first, uint32_t run) {
    uint32_t* values = workspace_[worker].values.data();
    take_leaves(batch.states + size_t{first} * batch.stride, batch.stride, run, values);
    uint32_t folded = run;
    for (size_t n = 0; n + 1 < shape_.nodes.size(); ++n) folded = std::min(folded, fold_node(worker, n, folded));
    return folded;
  }

  uint32_t fold_node(uint32_t worker, size_t node, uint32_t run) {
    if (run == 0) return 0;
    Workspace& mine = workspace_[worker];
    const uint32_t* left = &mine.values[size_t{shape_.nodes[node].left} * kRun];
    const uint32_t* right = &mine.values[size_t{shape_.nodes[node].right} * kRun];
    // Which rows repeat the pair before them cannot be foretold, so this is done without a branch.
    uint32_t last = 0;
    mine.pairs[0] = pack({left[0], right[0]});
    for (uint32_t i = 0; i < run; ++i) {
      const uint64_t pair = pack({left[i], right[i]});
      last += pair != mine.pairs[last];
      mine.pairs[last] = pair;
      mine.source[i] = last;
    }
    const uint32_t distinct = last + 1;
    for (uint32_t i = 0; i < distinct; ++i) mine.hashes[i] = hash_word(mine.pairs[i], config_.seed);
    const StateBatch pairs{mine.pairs, 1, distinct, mine.hashes, nullptr};
    const uint32_t stored = nodes_.insert(worker, pairs, mine.numbers, mine.is_new).done;
    uint32_t* target = &mine.values[(shape_.leaves() + node) * kRun];
    uint32_t folded = 0;
    for (; folded < run && mine.source[folded] < stored; ++folded) {
      target[folded] = static_cast<uint32_t>(mine.numbers[mine.source[folded]]);
    }
    return folded;
  }

  InsertOutcome insert_roots(uint32_t worker, const StateBatch& batch, uint32_t first, uint32_t run, StateRef* refs,
                             uint8_t* is_new) {
    Workspace& mine = workspace_[worker];
    const uint32_t* left = &mine.values[size_t{shape_.nodes.back().left} * kRun];
    const uint32_t* right = &mine.values[size_t{shape_.nodes.back().right} * kRun];
    for (uint32_t i = 0; i < run; ++i) {
      mine.roots[i] = {left[i], right[i]};
      mine.pairs[i] = pack(mine.roots[i]);
    }
    if (roots_) {
      std::copy(mine.pairs, mine.pairs + run, refs);
      return roots_->insert(worker, mine.roots, run, is_new);
    }
    for (uint32_t i = 0; i < run; ++i) mine.hashes[i] = hash_word(mine.pairs[i], config_.seed);
    const uint64_t* satellites = batch.satellites ? batch.satellites + first : nullptr;
    return numbered_roots_->insert(worker, {mine.pairs, 1, run, mine.hashes, satellites}, refs, is_new);
  }

  Pair root_pair(StateRef ref) const {
    if (!numbered_roots_) return unpack(ref);
    uint64_t pair = 0;
    numbered_roots_->load(ref, &pair);
    return unpack(pair);
  }

  // Gives the operands of a node their values in one row; what is a node itself will be read next.
  void set_operands(uint32_t* values, size_t node, uint32_t row, const Pair& pair) const {
    const auto set = [&](uint32_t operand, uint32_t value) {
      values[size_t{operand} * kRun + row] = value;
      if (operand >= shape_.leaves()) nodes_.prefetch(value);
    };
    set(shape_.nodes[node].left, pair.left);
    set(shape_.nodes[node].right, pair.right);
  }

  void unfold(uint32_t* values, uint32_t run) const {
    for (size_t n = shape_.nodes.size() - 1; n-- > 0;) {
      for (uint32_t i = 0; i < run; ++i) {
        uint64_t pair = 0;
        nodes_.load(values[(shape_.leaves() + n) * kRun + i], &pair);
        set_operands(values, n, i, unpack(pair));
      }
    }
  }

  const TreeShape shape_;
  RecordTable<Atomic> nodes_;
  // One of the two: references are root pairs, or, with satellites, numbers of root records.
  std::unique_ptr<PairSet<Atomic>> roots_;
  std::unique_ptr<RecordTable<Atomic>> numbered_roots_;
  std::vector<Workspace> workspace_;
  bool usable_ = false;
};

}  // namespace px
