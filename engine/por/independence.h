// What partial-order reduction knows statically about a program: the dependencies of its actions in the part of the
// state space to which a state belongs.
//
// Addresses. Models with channels keep them in variables: each process gets its channels when it starts and never
// changes them. As long as all values are possible, every process may touch every channel. So the analysis determines
// for each state which of the variables used as indices can no longer be written (every process that might write them
// has passed the actions that do); it then treats their values as constants. States with the same settled values share
// one *context*, a set of matrices made for it. Processes that can no longer be started are recognised in the same way.
//
// A context is a function of the state alone, so the order in which contexts are encountered does not matter; those not
// used for a long time are discarded, and rebuilt when needed.
//
// Thread-safe. Cost of making a context: about a millisecond for a few hundred actions; of a lookup: a few bits per
// process and address.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/base/bits.h"
#include "engine/ir/layout.h"
#include "engine/ir/pass/dependency.h"
#include "engine/ir/program.h"

namespace px::por {

// What a reduced search must preserve.
enum class Purpose : uint8_t {
  Safety,  // states and steps that are errors
  Cycles,  // infinite runs, as distinguished by the program's automata, or else by its accept labels
};

class Independence {
 public:
  // Both must outlive this object. nullopt if the program has too many actions and processes to analyse.
  static std::unique_ptr<Independence> make(const ir::Program& program, const ir::Layout& layout,
                                            Purpose purpose = Purpose::Safety);

  Purpose purpose() const { return purpose_; }

  const ir::Program& program() const { return program_; }
  const ir::CellSpace& cells() const { return cells_; }
  const ir::GroundActions& ground() const { return *ground_; }

  // The location of a process: an index among its family's locations.
  uint32_t location(const uint64_t* state, uint32_t process) const {
    const ControlBits& at = control_[process];
    return static_cast<uint32_t>(ir::read_bits(state, at.bit, at.width));
  }
  // The edges that leave the location of the process.
  const Bits& current_edges(uint32_t process, uint32_t location) const { return edges_at_[process][location]; }
  const Bits& always_current() const { return always_current_; }
  const std::vector<uint32_t>& leaving(uint32_t process, uint32_t location) const {
    return ground_->leaving(process, program_.families[cells_.family_of(process)].locations[location]);
  }

  // Whether a leaf that compares one cell with a constant holds. Works for scalars, queue lengths and process
  // locations.
  bool holds(const uint64_t* state, const ir::GuardLeaf& leaf) const;

  // A number that grows along all steps except those that take a process back to an earlier location: so each cycle of
  // states has a step along which it does not grow. Invariant under symmetry.
  uint64_t progress(const uint64_t* state) const;
  // Whether the action by itself makes no progress, as far as can be told without a state.
  bool leads_back(uint32_t action) const { return leads_back_.test(action); }

  // The key of a context: equal keys have equal matrices.
  using ContextKey = std::vector<int64_t>;
  void context_key(const uint64_t* state, ContextKey& key) const;
  std::shared_ptr<const ir::Dependencies> dependencies(const ContextKey& key) const;

 private:
  Independence(const ir::Program& program, const ir::Layout& layout, Purpose purpose);

  static constexpr size_t kMaxContexts = 64;
  static constexpr size_t kMaxStarters = 64;

  struct ControlBits {
    uint64_t bit = 0;
    uint32_t width = 0;
  };
  struct CellBits {
    uint64_t bit = 0;
    ir::ScalarCode code;
  };
  // A scalar that occurs in an index somewhere.
  struct Address {
    uint32_t cell = 0;
    uint64_t bit = 0;
    ir::ScalarCode code;
    int64_t zero = 0;                 // its value after a reset
    std::vector<uint32_t> resetters;  // processes whose last action resets it
  };
  struct KeyHash {
    size_t operator()(const ContextKey& key) const;
  };

  void find_control();
  void find_edges();
  void find_reach();
  void find_starters();
  void find_addresses();
  using VisitScalar = std::function<void(uint32_t cell, uint64_t bit, const ir::ScalarCode& code, bool is_length)>;
  void for_each_scalar(ir::VariableId variable, const VisitScalar& visit) const;
  void find_cells();
  void find_writers();
  void note_write(uint32_t action, const ir::CellWrite& write);
  void close_over_starts();
  bool ends_its_process(uint32_t action) const;
  void find_ranks();
  void find_steps_back();
  uint64_t live_starters(const uint64_t* state) const;
  std::shared_ptr<const ir::Dependencies> dependencies_of(const ContextKey& key) const;

  const ir::Program& program_;
  const ir::Layout& layout_;
  const Purpose purpose_;
  ir::CellSpace cells_;
  std::optional<ir::GroundActions> ground_;
  std::vector<ControlBits> control_;         // by process
  std::vector<CellBits> cell_bits_;          // by cell, of scalars and lengths
  std::vector<std::vector<Bits>> edges_at_;  // by process and location
  Bits always_current_;
  std::vector<std::vector<Bits>> reach_;  // by process and location, by the moves of processes themselves
  std::vector<uint32_t> starters_;        // actions with a Goto
  bool too_many_starters_ = false;
  uint64_t free_starters_ = 0;  // actions of no process
  std::vector<std::vector<uint64_t>>
      starters_ahead_;  // by process and location: those the process can come to, or whom it starts
  std::vector<Address> addresses_;
  std::unordered_map<uint32_t, uint32_t> address_of_cell_;
  std::vector<std::vector<Bits>> writes_ahead_;  // by process and location: addresses
  Bits always_written_;                          // addresses that free actions, and processes they start, may write
  std::vector<std::vector<uint64_t>> rank_;      // by process and location
  Bits leads_back_;                              // by action

  mutable std::mutex mutex_;
  mutable std::unordered_map<ContextKey, std::shared_ptr<const ir::Dependencies>, KeyHash> contexts_;  // under mutex_
};

}  // namespace px::por
