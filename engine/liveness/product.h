// The product of a system and an automaton that observes it, on which properties of infinite runs are checked.
//
// Semantics (as in SPIN): the automaton (the claim) moves first, evaluated before the system's step, starting in the
// initial state; then the system takes a step. If the claim cannot move, the run is not a violation and is abandoned. A
// system without enabled actions stutters forever while the claim continues. Steps are those of the search: within an
// atomic sequence the claim does not move.
//
//   state  = state of the system, with the location of the claim in a variable that the system never touches
//   step   = one edge of the claim whose guard holds, then one step of the system, or none where there is none
//
// The two halves are two programs over the same variables, so that both can be executed by any engine (natively, as a
// rule), and states of both have the same layout:
//
//   with_claim(program, i)    the system: one more variable, no other automata, no check for deadlocks
//   claim_moves(with_claim)   one action per edge: `when claim = from and guard do claim := to`
//
// Edges may also test the system's step and the steps enabled beside it (ir::Automaton::StepTest): the claim's move
// then has a condition and is combined only with steps that satisfy it.
//
// A system step is generated once for all claim moves of a state. Since the automaton remains part of the system's
// program, the symmetries detected in the program preserve the automaton, too.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/liveness/cycle_search.h"
#include "engine/liveness/lasso.h"
#include "engine/model/explainer.h"
#include "engine/model/transition_system.h"

namespace px::liveness {

// The program with only this automaton, and a variable for its location. Invariants and deadlocks are not checked.
// (Assertions and errors of the model still end runs.)
ir::Program with_claim(const ir::Program& program, size_t automaton);
// As above, without an automaton: for cycles of the system itself.
ir::Program without_claim(const ir::Program& program);
// If the automaton only waits for something that must never happen, as that of `always p` does: the program with an
// invariant in its place, and nothing else to check. So no product is needed.
std::optional<ir::Program> as_invariant(const ir::Program& program, size_t automaton);
// The accepting locations in which the automaton can stay whatever happens.
std::vector<bool> accepting_all(const ir::Program& program, const ir::Automaton& automaton);
// Whether the automaton is terminal: it never leaves an accepting location, whatever happens. Then it accepts some run
// iff such a location is reachable (each run goes on forever, if only by stuttering), and the product needs no search
// for cycles.
bool is_terminal(const ir::Program& program, size_t automaton);
// For a program made by with_claim for a terminal automaton: adds an invariant that fails in these locations.
ir::Program watching_acceptance(const ir::Program& program);
// For a program made by with_claim, possibly rewritten for symmetry since.
ir::Program claim_moves(const ir::Program& program);
// The variable that with_claim added.
ir::VariableId claim_variable(const ir::Program& program);

// The position of the claim's location in a state.
class ClaimField {
 public:
  ClaimField(const ir::Program& program, const ir::Layout& layout);
  // Of another variable that holds a number.
  ClaimField(const ir::Layout& layout, ir::VariableId variable);

  uint32_t get(const uint64_t* state) const {
    return static_cast<uint32_t>(code_.decode(ir::read_bits(state, offset_, code_.width)));
  }
  void set(uint64_t* state, uint32_t location) const {
    ir::write_bits(state, offset_, code_.width, code_.encode(location));
  }

 private:
  ir::ScalarCode code_;
  uint64_t offset_ = 0;
};

// What edges of the claim require of the steps combined with them. Conditions (all requirements of one edge) are
// numbered from 1, in the order of edges; 0 requires nothing. Steps carry marks: bits of the states they lead to, which
// are not part of states, and are read and cleared before states are stored.
class StepConditions {
 public:
  StepConditions(const ir::Program& program, const ir::Layout& layout);

  // The steps of a state.
  struct Around {
    uint32_t possible = 0;  // the marks of all of them
    bool stops = false;
    bool stays = false;
  };

  bool any() const { return !conditions_.empty(); }
  bool holds(uint32_t condition, uint32_t taken, const Around& around) const;
  // Returns and clears the marks in a row.
  uint32_t take_marks(uint64_t* row) const;
  // Returns and clears the condition of a claim move.
  uint32_t take_condition(uint64_t* row) const;

 private:
  struct Condition {
    uint32_t taken = 0, not_taken = 0, possible = 0, not_possible = 0;  // sets of marks
    std::optional<bool> stops{}, stays{};
  };
  Condition read(const std::vector<ir::Automaton::StepTest>& tests, std::vector<std::string>& marks) const;

  std::vector<Condition> conditions_;  // from number 1 on
  std::vector<uint64_t> marks_;        // offsets of their bits
  std::vector<ClaimField> field_;      // where the claim's moves store the condition; empty if no edge has one
};

class ProductSystem final : public TransitionSystem {
 public:
  // For programs as above; both must outlive this object and have the same layout.
  ProductSystem(const TransitionSystem& system, const TransitionSystem& moves);

  const ir::Program& program() const override { return system_.program(); }
  const ir::Layout& layout() const override { return system_.layout(); }
  void initial_states(SuccessorBatch& out) const override { system_.initial_states(out); }
  void merged_initial_states(SuccessorBatch& out, const Merge& merge) const override {
    system_.merged_initial_states(out, merge);
  }
  std::unique_ptr<SuccessorGenerator> make_generator() const override;
  const ClaimField& claim() const { return claim_; }
  const StepConditions& conditions() const { return conditions_; }

 private:
  friend class ProductGenerator;
  const TransitionSystem& system_;
  const TransitionSystem& moves_;
  ClaimField claim_;
  StepConditions conditions_;
};

// Steps of a product, or of a system alone, as made by the interpreter. All references outlive this object.
class ProductExplainer final : public StepExplainer {
 public:
  ProductExplainer(const Explainer& system, const TransitionSystem& moves) : system_(system), moves_(&moves) {
    claim_.emplace(system.program(), system.layout());
    conditions_.emplace(system.program(), system.layout());
  }
  // Without a claim: a system that has come to a halt has no further steps.
  explicit ProductExplainer(const Explainer& system) : system_(system) {}

  std::vector<ExplainedStep> steps(const uint64_t* state) const override;

 private:
  struct Move {  // of the claim
    uint32_t target = 0;
    uint32_t condition = 0;
  };
  std::vector<Move> claim_moves_from(const uint64_t* state) const;

  const Explainer& system_;
  const TransitionSystem* moves_ = nullptr;
  std::optional<ClaimField> claim_;
  std::optional<StepConditions> conditions_;
};

// The definition of acceptance.
enum class Acceptance : uint8_t {
  Claim,           // accepting locations of the claim
  Labels,          // accepting locations of processes; no claim
  ClaimAndLabels,  // both, as SPIN takes them for never claims
};

// One mark: acceptance. And, under weak fairness, one for each process: it could not move, or moved. If there are too
// many processes for that, or edges rename processes (symmetry), there are no marks for processes, which are then
// checked one by one (CycleMarks::elements).
class ProductMarks final : public CycleMarks {
 public:
  ProductMarks(const ir::Program& program, const ir::Layout& layout, Acceptance acceptance, bool symmetry = false);

  uint32_t wanted() const override { return kAccepting | fair_; }
  bool marks_edges() const override { return fair_ != 0; }
  void mark(const uint64_t* states, size_t count, SuccessorBatch& successors, uint32_t* marks,
            std::vector<uint32_t>& edges) const override;
  uint32_t elements() const override { return one_by_one_ ? static_cast<uint32_t>(points_.size()) : 0; }
  uint32_t satisfied(const uint64_t* state, SuccessorBatch& successors, uint64_t* here,
                     uint64_t* by_step) const override;
  uint32_t renamed(uint32_t element, const uint16_t* image) const override;

 private:
  static constexpr uint32_t kAccepting = 1;
  struct Watched {  // the location of a process
    uint64_t offset = 0;
    ir::ScalarCode code;
    std::vector<bool> accepting;  // by location number
  };

  bool is_accepting(const uint64_t* state) const;
  void read_movers(const ir::Program& program, const ir::Layout& layout);

  std::vector<bool> claim_accepts_;  // by location; empty: the claim is irrelevant
  std::vector<ClaimField> claim_;    // one or none
  std::vector<Watched> watched_;

  // Weak fairness: the bits of a successor that record who moved (fairness.h).
  struct MoverSet {
    uint64_t offset = 0;
    uint32_t width = 0;
    uint32_t element = 0;  // number of the first process; one less than its mark
  };
  void read_family(const ir::Program& program, const ir::Layout& layout, const ir::Family& family);
  uint32_t read(const std::vector<MoverSet>& sets, const uint64_t* row) const;
  void take_off(uint64_t* row) const;
  uint32_t fair_ = 0;
  bool one_by_one_ = false;
  std::vector<MoverSet> moved_, began_;
  std::vector<uint32_t> points_;      // of processes: their numbers among the elements of all sorts
  std::vector<uint32_t> process_at_;  // the inverse
};

}  // namespace px::liveness
