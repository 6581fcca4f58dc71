// `--store tree`: states are folded into pairs of 32-bit numbers, and equal parts are stored once. Exact.
//
// Idea: recursive indexing, Holzmann, "State Compression in SPIN" (1997); as a binary tree of pairs in one shared
// table, Blom, Lisser, van de Pol and Weber, "A Database Approach to Distributed State-Space Generation" (2007);
// concurrent, Laarman, van de Pol and Weber, "Parallel Recursive State Compression for Free" (SPIN 2011). The state is
// cut into leaves, 32 bits or the number of something longer; every inner node is a pair of numbers (of leaves or nodes
// below) and is itself replaced by the number of that pair:
//
//        root           pairs (left, right): one per state          PairSet: 4 to 8 bytes per slot
//       /    \                                                      (with satellites: RecordTable, number = reference)
//    node    node       pairs, shared by all states and positions   RecordTable of 8-byte records
//    /  |    |  |
//   w0 node  w3 w4      leaves: bytes of the state, which ones is chosen by a sample of the states (tree_shape.h)
//      |  |                                                          or, of long states, numbers of leaves that are
//      w1 w2                                                         stored as a whole: RecordTable
//
// A step of a model changes few leaves, so most nodes exist already and a new state costs little more than its root.
//
// What differs: a state's reference is its root pair, (left << 32 | right), not a position in the root table; so the
// root table can grow, move entries and store less than the pair (pair_set.h), and load needs no root at all. Rows of a
// batch are processed part by part, so that the cache misses of all rows overlap; a row with the same content in a part
// as the row before it (successors of one state share most parts) is not looked up again. Leaves of long states are
// wide, so there are few parts (tree_shape.h).
//
// Limits: 2^32 - 2 shared nodes, as many wide leaves; beyond, inserts report "full".
#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/hash.h"
#include "engine/store/pair_set.h"
#include "engine/store/record_table.h"
#include "engine/store/state_table.h"
#include "engine/store/tree_shape.h"

namespace px::store {

template <template <class> class Atomic = std::atomic>
class TreeTable final : public StateTable {
 public:
  explicit TreeTable(const TableConfig& config)
      : StateTable(config),
        shape_(TreeShape::choose(config.state_bits, config.sample)),
        nodes_(record_config(config, sizeof(uint64_t), kMaxNodes, 0)),
        workspace_(config.workers) {
    usable_ = nodes_.usable();
    if (shape_.has_wide_leaves()) {
      leaves_ = std::make_unique<RecordTable<Atomic>>(record_config(config, shape_.leaf_bytes, kMaxNodes, 0));
      usable_ = usable_ && leaves_->usable();
    }
    if (config.satellites) {
      numbered_roots_ = std::make_unique<RecordTable<Atomic>>(
          record_config(config, sizeof(uint64_t), Slot::kMaxRecords, config.satellite_words));
      usable_ = usable_ && numbered_roots_->usable();
    } else {
      roots_ = std::make_unique<PairSet<Atomic>>(
          typename PairSet<Atomic>::Config{config.workers, config.budget, config.initial_slots, config.slot_spread});
      usable_ = usable_ && roots_->usable();
    }
    for (Workspace& workspace : workspace_) {
      workspace.values.resize(operands() * kRun);
      workspace.rows.resize(shape_.leaf_words() * size_t{kRun});
    }
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
      put_leaves(values.data(), run, states + size_t{done} * stride, stride);
    }
  }

  std::optional<StateRef> find(const uint64_t* state) const override {
    std::vector<uint32_t> values(operands());
    std::vector<uint64_t> words(shape_.leaf_words());
    for (uint32_t leaf = 0; leaf < shape_.leaves(); ++leaf) {
      take_leaf(leaf, state, words.data());
      const auto number = leaves_ ? leaves_->find(words.data(), hash_of_leaf(words.data())) : words.front();
      if (!number) return std::nullopt;
      values[leaf] = static_cast<uint32_t>(*number);
    }
    const auto value = [&](uint32_t operand) { return values[operand]; };
    for (size_t n = 0; n + 1 < shape_.nodes.size(); ++n) {
      const uint64_t pair = pack({value(shape_.nodes[n].left), value(shape_.nodes[n].right)});
      const auto number = nodes_.find(&pair, hash_word(pair, config_.seed));
      if (!number) return std::nullopt;
      values[shape_.leaves() + n] = static_cast<uint32_t>(*number);
    }
    const Pair root{value(shape_.nodes.back().left), value(shape_.nodes.back().right)};
    const uint64_t pair = pack(root);
    if (numbered_roots_) return numbered_roots_->find(&pair, hash_word(pair, config_.seed));
    return roots_->contains(root) ? std::optional<StateRef>(pair) : std::nullopt;
  }

  uint64_t satellite(StateRef ref) const override { return numbered_roots_->satellite(ref); }
  SatelliteRange satellites() override { return numbered_roots_ ? numbered_roots_->satellites() : SatelliteRange{}; }

  std::unique_ptr<TableSnapshot> snapshot() const override {
    std::vector<std::unique_ptr<TableSnapshot>> parts;
    parts.push_back(numbered_roots_ ? numbered_roots_->snapshot(kRoots) : roots_->snapshot(kRoots));
    parts.push_back(nodes_.snapshot(kNodes));
    if (leaves_) parts.push_back(leaves_->snapshot(kLeaves));
    return join_snapshots(std::move(parts));
  }
  void begin_journal() override {
    if (roots_) roots_->begin_journal();
  }
  std::optional<std::vector<uint64_t>> end_journal() override {
    return roots_ ? roots_->end_journal() : std::vector<uint64_t>();
  }
  void exclude(std::span<const uint64_t> words) override {
    if (roots_) roots_->exclude(words);
  }
  RestoreOutcome restore(uint32_t worker, std::span<const uint64_t> block) override {
    if (block.empty()) return RestoreOutcome::Malformed;
    switch (block[0]) {
      case kRoots: return numbered_roots_ ? numbered_roots_->restore(worker, block) : roots_->restore(worker, block);
      case kNodes: return nodes_.restore(worker, block);
      case kLeaves: return leaves_ ? leaves_->restore(worker, block) : RestoreOutcome::Malformed;
      default: return RestoreOutcome::Malformed;
    }
  }

  TableStats stats() const override {
    TableStats stats = numbered_roots_ ? numbered_roots_->stats() : roots_->stats();
    for (const RecordTable<Atomic>* parts : std::initializer_list<const RecordTable<Atomic>*>{&nodes_, leaves_.get()}) {
      if (parts == nullptr) continue;
      const TableStats shared = parts->stats();
      stats.slot_bytes += shared.slot_bytes;
      stats.record_bytes += shared.record_bytes;
      stats.shared_nodes += shared.states;
    }
    return stats;
  }

 private:
  static constexpr uint32_t kRun = 64;
  enum Part : uint64_t { kRoots, kNodes, kLeaves };  // of snapshots
  static constexpr uint64_t kMaxNodes = UINT32_MAX - 1;

  // Scratch of one worker. values[(operand) * kRun + row]: leaves and node numbers of the rows being inserted.
  struct alignas(kSeparateBytes) Workspace {
    std::vector<uint32_t> values;
    std::vector<uint64_t> rows;  // what is being numbered: pairs, or the words of wide leaves
    uint64_t hashes[kRun];
    uint64_t numbers[kRun];
    uint32_t picked[kRun];  // for each of them, a row of the run that has it
    uint32_t source[kRun];  // row of the run -> which of them it has
    uint8_t is_new[kRun];
    Pair roots[kRun];
  };

  static RecordTableConfig record_config(const TableConfig& config, uint32_t bytes, uint64_t most_records,
                                         uint32_t satellite_words) {
    return {.record_bytes = bytes,
            .workers = config.workers,
            .budget = config.budget,
            .seed = config.seed,
            .satellite_words = satellite_words,
            .initial_slots = config.initial_slots,
            .most_records = most_records,
            .slot_spread = config.slot_spread};
  }

  static uint64_t pack(const Pair& pair) { return uint64_t{pair.left} << 32 | pair.right; }
  static Pair unpack(uint64_t pair) { return {static_cast<uint32_t>(pair >> 32), static_cast<uint32_t>(pair)}; }

  size_t operands() const { return shape_.leaves() + shape_.nodes.size(); }

  // The words of a leaf of one state.
  void take_leaf(uint32_t leaf, const uint64_t* state, uint64_t* words) const {
    std::fill_n(words, shape_.leaf_words(), 0);
    for (const TreeShape::Piece& piece : shape_.leaf_pieces[leaf]) {
      words[piece.leaf_word] |= (state[piece.word] >> piece.word_shift & piece.mask) << piece.leaf_shift;
    }
  }
  // Writes `run` states that lie `stride` words apart.
  void put_leaves(const uint32_t* values, uint32_t run, uint64_t* states, size_t stride) const {
    thread_local std::vector<uint64_t> words;
    words.resize(shape_.leaf_words());
    for (uint32_t i = 0; i < run; ++i) std::fill_n(states + i * stride, state_words(), 0);
    for (uint32_t leaf = 0; leaf < shape_.leaves(); ++leaf, values += kRun) {
      for (uint32_t i = 0; i < run; ++i) {
        if (!leaves_) {
          words.front() = values[i];
        } else if (i == 0 || values[i] != values[i - 1]) {
          leaves_->load(values[i], words.data());
        }
        put_leaf(leaf, words.data(), states + i * stride);
      }
    }
  }
  void put_leaf(uint32_t leaf, const uint64_t* words, uint64_t* state) const {
    for (const TreeShape::Piece& piece : shape_.leaf_pieces[leaf]) {
      state[piece.word] |= (words[piece.leaf_word] >> piece.leaf_shift & piece.mask) << piece.word_shift;
    }
  }
  uint64_t hash_of_leaf(const uint64_t* words) const { return hash_words(words, shape_.leaf_words(), config_.seed); }

  // Replaces the leaves and inner nodes of rows [first, first + run) by their numbers, leaving the root's operands;
  // returns for how many rows there was room.
  uint32_t fold(uint32_t worker, const StateBatch& batch, uint32_t first, uint32_t run) {
    const uint64_t* states = batch.states + size_t{first} * batch.stride;
    for (uint32_t leaf = 0; leaf < shape_.leaves(); ++leaf) {
      if (leaves_) {
        run = fold_wide_leaf(worker, leaf, states, batch.stride, run);
      } else {
        take_narrow_leaf(leaf, states, batch.stride, run, &workspace_[worker].values[size_t{leaf} * kRun]);
      }
    }
    for (uint32_t n = 0; n + 1 < shape_.nodes.size(); ++n) run = fold_node(worker, n, run);
    return run;
  }

  void take_narrow_leaf(uint32_t leaf, const uint64_t* states, size_t stride, uint32_t run, uint32_t* values) const {
    std::fill_n(values, run, 0);
    for (const TreeShape::Piece& piece : shape_.leaf_pieces[leaf]) {
      add_piece(piece, states + piece.word, stride, run, values);
    }
  }
  // The piece is copied, so that the loop need not reload it after each store.
  static void add_piece(const TreeShape::Piece piece, const uint64_t* word, size_t stride, uint32_t run,
                        uint32_t* values) {
    for (uint32_t i = 0; i < run; ++i) {
      values[i] |= static_cast<uint32_t>((word[i * stride] >> piece.word_shift & piece.mask) << piece.leaf_shift);
    }
  }

  // Which rows repeat the previous row is unpredictable, so here and in fold_node this is determined without branches.
  uint32_t fold_wide_leaf(uint32_t worker, uint32_t leaf, const uint64_t* states, size_t stride, uint32_t run) {
    if (run == 0) return 0;
    Workspace& mine = workspace_[worker];
    const std::vector<TreeShape::Piece>& pieces = shape_.leaf_pieces[leaf];
    uint32_t last = 0;
    mine.picked[0] = 0;
    mine.source[0] = 0;
    for (uint32_t i = 1; i < run; ++i) {
      const uint64_t* state = states + i * stride;
      uint64_t difference = 0;
      for (const TreeShape::Piece& piece : pieces) {
        difference |= (state[piece.word] ^ (state - stride)[piece.word]) & piece.mask << piece.word_shift;
      }
      last += difference != 0;
      mine.picked[last] = i;
      mine.source[i] = last;
    }
    const uint32_t words = shape_.leaf_words();
    for (uint32_t i = 0; i <= last; ++i) {
      uint64_t* row = &mine.rows[size_t{i} * words];
      take_leaf(leaf, states + mine.picked[i] * stride, row);
      mine.hashes[i] = hash_of_leaf(row);
    }
    return number(worker, *leaves_, words, last + 1, leaf, run);
  }

  uint32_t fold_node(uint32_t worker, uint32_t node, uint32_t run) {
    if (run == 0) return 0;
    Workspace& mine = workspace_[worker];
    const uint32_t* left = &mine.values[size_t{shape_.nodes[node].left} * kRun];
    const uint32_t* right = &mine.values[size_t{shape_.nodes[node].right} * kRun];
    uint64_t* pairs = mine.rows.data();
    uint32_t last = 0;
    pairs[0] = pack({left[0], right[0]});
    for (uint32_t i = 0; i < run; ++i) {
      const uint64_t pair = pack({left[i], right[i]});
      last += pair != pairs[last];
      pairs[last] = pair;
      mine.source[i] = last;
    }
    for (uint32_t i = 0; i <= last; ++i) mine.hashes[i] = hash_word(pairs[i], config_.seed);
    return number(worker, nodes_, 1, last + 1, shape_.leaves() + node, run);
  }

  // Looks up the rows that differ from the previous one, and sets the numbers of all rows of the run for an operand;
  // returns for how many there was room.
  uint32_t number(uint32_t worker, RecordTable<Atomic>& table, uint32_t words, uint32_t count, uint32_t operand,
                  uint32_t run) {
    Workspace& mine = workspace_[worker];
    const StateBatch rows{mine.rows.data(), words, count, mine.hashes, nullptr};
    const uint32_t stored = table.insert(worker, rows, mine.numbers, mine.is_new).done;
    uint32_t* target = &mine.values[size_t{operand} * kRun];
    uint32_t numbered = 0;
    for (; numbered < run && mine.source[numbered] < stored; ++numbered) {
      target[numbered] = static_cast<uint32_t>(mine.numbers[mine.source[numbered]]);
    }
    return numbered;
  }

  InsertOutcome insert_roots(uint32_t worker, const StateBatch& batch, uint32_t first, uint32_t run, StateRef* refs,
                             uint8_t* is_new) {
    Workspace& mine = workspace_[worker];
    const uint32_t* left = &mine.values[size_t{shape_.nodes.back().left} * kRun];
    const uint32_t* right = &mine.values[size_t{shape_.nodes.back().right} * kRun];
    for (uint32_t i = 0; i < run; ++i) {
      mine.roots[i] = {left[i], right[i]};
      mine.rows[i] = pack(mine.roots[i]);
    }
    if (roots_) {
      std::copy_n(mine.rows.begin(), run, refs);
      return roots_->insert(worker, mine.roots, run, is_new);
    }
    for (uint32_t i = 0; i < run; ++i) mine.hashes[i] = hash_word(mine.rows[i], config_.seed);
    const uint64_t* satellites = batch.satellites ? batch.satellites + first : nullptr;
    return numbered_roots_->insert(worker, {mine.rows.data(), 1, run, mine.hashes, satellites}, refs, is_new);
  }

  Pair root_pair(StateRef ref) const {
    if (!numbered_roots_) return unpack(ref);
    uint64_t pair = 0;
    numbered_roots_->load(ref, &pair);
    return unpack(pair);
  }

  // Sets the values of a node's operands in one row; operands that are nodes are read next.
  void set_operands(uint32_t* values, size_t node, uint32_t row, const Pair& pair) const {
    const auto set = [&](uint32_t operand, uint32_t value) {
      values[size_t{operand} * kRun + row] = value;
      if (operand >= shape_.leaves()) return nodes_.prefetch(value);
      if (leaves_) leaves_->prefetch(value);
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
  std::unique_ptr<RecordTable<Atomic>> leaves_;  // only of wide leaves
  // Exactly one is used: references are root pairs or, with satellites, numbers of root records.
  std::unique_ptr<PairSet<Atomic>> roots_;
  std::unique_ptr<RecordTable<Atomic>> numbered_roots_;
  std::vector<Workspace> workspace_;
  bool usable_ = false;
};

}  // namespace px::store
