#include "engine/liveness/product.h"

#include <algorithm>

#include "engine/base/check.h"
#include "engine/ir/builder.h"
#include "engine/liveness/fairness.h"

namespace px::liveness {
namespace {

constexpr const char* kClaimName = "claim_location";
constexpr const char* kConditionName = "claim_condition";

// The distinct conditions of edges: condition number n is at index n - 1.
std::vector<std::vector<ir::Automaton::StepTest>> conditions_of(const ir::Automaton& claim) {
  std::vector<std::vector<ir::Automaton::StepTest>> conditions;
  for (const ir::Automaton::Edge& edge : claim.edges) {
    if (edge.tests.empty() || std::find(conditions.begin(), conditions.end(), edge.tests) != conditions.end()) continue;
    conditions.push_back(edge.tests);
  }
  return conditions;
}

const ir::Variable* find_variable(const ir::Program& program, const std::string& name, ir::VariableId& id) {
  for (uint32_t v = 0; v < program.variables.size(); ++v) {
    id = ir::VariableId(v);
    if (program.variables[id].name == name) return &program.variables[id];
  }
  return nullptr;
}

bool is_true(const ir::Program& program, ir::ExprId guard) {
  if (!guard.valid()) return true;
  const ir::Expr& expr = program.exprs[guard];
  return expr.op == ir::Op::Const && expr.value != 0;
}

// The guards under which the automaton goes from its first state, in which it may stay, to one in which it accepts
// everything; nullopt if it does anything else.
std::vector<ir::ExprId> guards_of_failure(const ir::Program& program, const ir::Automaton& automaton) {
  const std::vector<bool> accepts_all = accepting_all(program, automaton);
  std::vector<ir::ExprId> guards;
  bool stays = false;
  for (const ir::Automaton::Edge& edge : automaton.edges) {
    if (accepts_all[edge.from]) continue;
    if (!edge.tests.empty()) return {};
    const bool first = edge.from == automaton.initial;
    if (first && edge.to == edge.from && is_true(program, edge.guard)) {
      stays = true;
    } else if (first && accepts_all[edge.to] && edge.guard.valid()) {
      guards.push_back(edge.guard);
    } else {
      return {};
    }
  }
  return stays ? guards : std::vector<ir::ExprId>();
}

}  // namespace

std::vector<bool> accepting_all(const ir::Program& program, const ir::Automaton& automaton) {
  std::vector<bool> all(automaton.states.size(), false);
  for (const ir::Automaton::Edge& edge : automaton.edges) {
    const bool stays = edge.from == edge.to && edge.tests.empty() && is_true(program, edge.guard);
    if (stays && automaton.accepting[edge.from]) all[edge.from] = true;
  }
  return all;
}

std::optional<ir::Program> as_invariant(const ir::Program& program, size_t automaton) {
  const ir::Automaton claim = program.automata[automaton];
  const std::vector<ir::ExprId> guards = guards_of_failure(program, claim);
  if (guards.empty()) return std::nullopt;
  ir::Program safe = without_claim(program);
  // The rest of the formula is displayed along a run that violates it.
  ir::Automaton shown;
  shown.name = claim.name;
  shown.formula = claim.formula;
  shown.paths_end = claim.paths_end;
  safe.automata = {std::move(shown)};
  ir::Builder builder(std::move(safe));
  std::vector<ir::ExprId> failures;
  failures.reserve(guards.size());
  for (const ir::ExprId guard : guards) failures.push_back(builder.clone(guard));
  builder.invariant(claim.name, builder.unary(ir::Op::Not, builder.any_of(failures)), claim.span);
  return builder.take();
}

ir::Program without_claim(const ir::Program& program) {
  ir::Program result = program;
  result.automata.clear();
  result.invariants.clear();
  result.deadlock.check = false;
  return result;
}

ir::Program with_claim(const ir::Program& program, size_t automaton) {
  ir::Program result = without_claim(program);
  result.automata = {program.automata[automaton]};
  const ir::Automaton& claim = result.automata.front();
  const auto last = static_cast<int64_t>(claim.states.size()) - 1;
  const int64_t initial = claim.initial;
  ir::Builder builder(std::move(result));
  const ir::VariableId id = builder.variable(kClaimName, builder.int_type(0, last), {initial}, claim.span);
  builder.variable_info(id).hidden = true;
  const std::vector<std::vector<ir::Automaton::StepTest>> conditions = conditions_of(claim);
  if (!conditions.empty()) {
    const ir::TypeId numbers = builder.int_type(0, static_cast<int64_t>(conditions.size()));
    builder.variable_info(builder.variable(kConditionName, numbers, {}, claim.span)).hidden = true;
  }
  result = builder.take();
  for (const std::vector<ir::Automaton::StepTest>& condition : conditions) {
    for (const ir::Automaton::StepTest& test : condition) {
      ir::VariableId mark;
      if (!test.mark.empty() && find_variable(result, test.mark, mark) != nullptr) {
        result.variables[mark].transient = false;
      }
    }
  }
  return result;
}

bool is_terminal(const ir::Program& program, size_t automaton) {
  const ir::Automaton& claim = program.automata[automaton];
  return accepting_all(program, claim) == claim.accepting;
}

ir::Program watching_acceptance(const ir::Program& program) {
  const ir::VariableId location = claim_variable(program);
  const ir::Automaton claim = program.automata.front();
  ir::Builder builder(program);
  std::vector<ir::ExprId> none;
  for (size_t s = 0; s < claim.states.size(); ++s) {
    if (!claim.accepting[s]) continue;
    none.push_back(builder.binary(ir::Op::Ne, builder.read(builder.place(location)),
                                  builder.integer(static_cast<int64_t>(s)), claim.span));
  }
  builder.invariant(claim.name, builder.all_of(none), claim.span);
  return builder.take();
}

ir::VariableId claim_variable(const ir::Program& program) {
  ir::VariableId id;
  PX_CHECK(find_variable(program, kClaimName, id) != nullptr);
  return id;
}

ir::Program claim_moves(const ir::Program& program) {
  ir::Program result = program;
  const ir::Automaton claim = result.automata.front();
  result.actions = {};
  result.automata.clear();
  result.init.clear();
  const ir::VariableId location = claim_variable(result);
  const std::vector<std::vector<ir::Automaton::StepTest>> conditions = conditions_of(claim);
  ir::VariableId asked;
  PX_CHECK(conditions.empty() || find_variable(result, kConditionName, asked) != nullptr);
  ir::Builder builder(std::move(result));
  for (size_t e = 0; e < claim.edges.size(); ++e) {
    const ir::Automaton::Edge& edge = claim.edges[e];
    ir::Action action;
    action.name = "claim_" + std::to_string(e);
    action.span = edge.span;
    const ir::ExprId here =
        builder.binary(ir::Op::Eq, builder.read(builder.place(location)), builder.integer(edge.from));
    action.guard = edge.guard.valid() ? builder.binary(ir::Op::And, here, builder.clone(edge.guard)) : here;
    action.body = {builder.assign(builder.place(location), builder.integer(edge.to))};
    if (!edge.tests.empty()) {
      const auto number = std::find(conditions.begin(), conditions.end(), edge.tests) - conditions.begin() + 1;
      action.body.push_back(builder.assign(builder.place(asked), builder.integer(number)));
    }
    builder.action(std::move(action));
  }
  return builder.take();
}

ClaimField::ClaimField(const ir::Program& program, const ir::Layout& layout)
    : ClaimField(layout, claim_variable(program)) {}

ClaimField::ClaimField(const ir::Layout& layout, ir::VariableId variable) {
  const ir::VariableLayout& place = layout.variable(variable);
  offset_ = place.offset;
  code_ = layout.shape(place.core).code;
}

// ---- Conditions on steps

StepConditions::StepConditions(const ir::Program& program, const ir::Layout& layout) {
  if (program.automata.empty()) return;
  std::vector<std::string> marks;
  for (const auto& tests : conditions_of(program.automata.front())) conditions_.push_back(read(tests, marks));
  PX_CHECK(marks.size() <= 32);
  ir::VariableId id;
  for (const std::string& mark : marks) {
    PX_CHECK(find_variable(program, mark, id) != nullptr);
    marks_.push_back(layout.variable(id).offset);
  }
  if (!conditions_.empty() && find_variable(program, kConditionName, id) != nullptr) field_.emplace_back(layout, id);
}

StepConditions::Condition StepConditions::read(const std::vector<ir::Automaton::StepTest>& tests,
                                               std::vector<std::string>& marks) const {
  using Kind = ir::Automaton::StepTest::Kind;
  Condition condition;
  for (const ir::Automaton::StepTest& test : tests) {
    if (test.kind == Kind::Stops) condition.stops = !test.negated;
    if (test.kind == Kind::Stays) condition.stays = !test.negated;
    if (test.mark.empty()) continue;
    const auto known = std::find(marks.begin(), marks.end(), test.mark);
    const uint32_t bit = uint32_t{1} << (known - marks.begin());
    if (known == marks.end()) marks.push_back(test.mark);
    const bool taken = test.kind == Kind::Taken;
    (taken          ? test.negated ? condition.not_taken : condition.taken
     : test.negated ? condition.not_possible
                    : condition.possible) |= bit;
  }
  return condition;
}

bool StepConditions::holds(uint32_t condition, uint32_t taken, const Around& around) const {
  if (condition == 0) return true;
  const Condition& c = conditions_[condition - 1];
  return (c.taken & ~taken) == 0 && (c.not_taken & taken) == 0 && (c.possible & ~around.possible) == 0 &&
         (c.not_possible & around.possible) == 0 && c.stops.value_or(around.stops) == around.stops &&
         c.stays.value_or(around.stays) == around.stays;
}

uint32_t StepConditions::take_marks(uint64_t* row) const {
  uint32_t marks = 0;
  for (size_t i = 0; i < marks_.size(); ++i) {
    marks |= static_cast<uint32_t>(ir::read_bits(row, marks_[i], 1)) << i;
    ir::write_bits(row, marks_[i], 1, 0);
  }
  return marks;
}

uint32_t StepConditions::take_condition(uint64_t* row) const {
  if (field_.empty()) return 0;
  const uint32_t condition = field_.front().get(row);
  field_.front().set(row, 0);
  return condition;
}

// ---- Steps of both halves

namespace {

ir::ExprId same_expression(const ir::Program& program, const ir::Expr& wanted) {
  for (uint32_t e = 0; wanted.span.known() && e < program.exprs.size(); ++e) {
    const ir::Expr& expr = program.exprs[ir::ExprId(e)];
    if (expr.op == wanted.op && expr.span == wanted.span) return ir::ExprId(e);
  }
  return {};
}

ir::PlaceId same_place(const ir::Program& program, const ir::Place& wanted) {
  for (uint32_t p = 0; wanted.span.known() && p < program.places.size(); ++p) {
    const ir::Place& place = program.places[ir::PlaceId(p)];
    if (place.kind == wanted.kind && place.type == wanted.type && place.span == wanted.span) return ir::PlaceId(p);
  }
  return {};
}

// Restates an error met in a guard of the claim in terms of the product's program: the claim's moves are a program of
// their own, whose ids of expressions and places are meaningless elsewhere. Both programs contain the guards, at the
// same positions in the text.
Event told_by(const ir::Program& program, const ir::Program& moves, Event event) {
  if (event.expr.valid()) event.expr = same_expression(program, moves.exprs[event.expr]);
  if (event.place.valid()) event.place = same_place(program, moves.places[event.place]);
  if (event.kind == Event::Kind::RuntimeError) event.statement = {};
  return event;
}

}  // namespace

class ProductGenerator final : public SuccessorGenerator {
 public:
  explicit ProductGenerator(const ProductSystem& product)
      : claim_(product.claim_),
        conditions_(product.conditions_),
        program_(product.program()),
        moves_program_(product.moves_.program()),
        system_(product.system_.make_generator()),
        moves_(product.moves_.make_generator()),
        claimed_(product.words()),
        moved_(product.words()) {}

  size_t expand(const uint64_t* states, size_t count, uint32_t enough, SuccessorBatch& out) override {
    size_t done = 0;
    while (done < count && (done == 0 || out.count() < enough) && !out.cut_short) {
      const size_t part = std::min(count - done, kMaxAtOnce);
      expand_part(states + done * out.words, part, static_cast<uint32_t>(done), out);
      done += part;
    }
    return done;
  }

  void check(const uint64_t* states, size_t count, SuccessorBatch& out) override { system_->check(states, count, out); }

 private:
  static constexpr size_t kMaxAtOnce = 64;

  // All successors of the states, which both halves expand at once.
  static void expand_all(SuccessorGenerator& generator, const uint64_t* states, size_t count,
                         const Allowance* allowance, SuccessorBatch& out) {
    out.clear();
    out.cut_short = false;
    out.allowance = allowance;
    const size_t done = generator.expand(states, count, UINT32_MAX, out);
    PX_CHECK(done == count || out.cut_short);
  }

  void expand_part(const uint64_t* states, size_t count, uint32_t first, SuccessorBatch& out) {
    expand_all(*moves_, states, count, out.allowance, claimed_);
    find_targets(states, count, out.words);
    for (const Event& met : claimed_.events) {
      Event event = told_by(program_, moves_program_, met);
      event.state += first;
      out.events.push_back(event);
    }
    const uint64_t* live = live_.size() == count ? states : live_rows_.data();
    expand_all(*system_, live, live_.size(), out.allowance, moved_);
    fails_.assign(live_.size(), 0);
    for (Event event : moved_.events) {
      fails_[event.state] = 1;
      event.state = live_[event.state] + first;
      out.events.push_back(event);
    }
    out.cut_short = claimed_.cut_short || moved_.cut_short;
    if (!out.cut_short) combine(live, first, out);
  }

  // Finds the locations that the claim can reach from each state, and the states from which it can move at all.
  void find_targets(const uint64_t* states, size_t count, uint32_t words) {
    targets_.clear();
    ends_.clear();
    live_.clear();
    live_rows_.clear();
    uint32_t next = 0;
    for (uint32_t s = 0; s < count; ++s) {
      const size_t begin = targets_.size();
      for (; next < claimed_.count() && claimed_.sources[next] == s; ++next) {
        uint64_t* row = claimed_.state(next);
        const Target target{claim_.get(row), conditions_.take_condition(row)};
        if (std::find(targets_.begin() + static_cast<ptrdiff_t>(begin), targets_.end(), target) == targets_.end()) {
          targets_.push_back(target);
        }
      }
      if (targets_.size() == begin) continue;
      live_.push_back(s);
      live_rows_.insert(live_rows_.end(), states + size_t{s} * words, states + size_t{s + 1} * words);
      ends_.push_back(targets_.size());
    }
  }

  // Combines each step of the system with each move of the claim whose condition it satisfies.
  void combine(const uint64_t* live, uint32_t first, SuccessorBatch& out) {
    uint32_t next = 0;
    size_t begin = 0;
    for (uint32_t s = 0; s < live_.size(); ++s) {
      const uint64_t* state = live + size_t{s} * out.words;
      uint32_t end = next;
      while (end < moved_.count() && moved_.sources[end] == s) ++end;
      const bool stops = next == end && fails_[s] == 0;
      if (conditions_.any()) look_around(state, next, end, stops);
      const Targets targets{begin, ends_[s]};
      if (stops) add(state, 0, targets, live_[s] + first, out);
      for (; next < end; ++next) {
        add(moved_.state(next), conditions_.any() ? taken_[next] : 0, targets, live_[s] + first, out);
      }
      begin = ends_[s];
    }
  }

  // Collects the marks of all steps of a state, and takes them off the steps.
  void look_around(const uint64_t* state, uint32_t begin, uint32_t end, bool stops) {
    around_ = {0, stops, true};
    taken_.resize(moved_.count());
    for (uint32_t i = begin; i < end; ++i) {
      uint64_t* row = moved_.state(i);
      taken_[i] = conditions_.take_marks(row);
      around_.possible |= taken_[i];
      around_.stays = around_.stays && std::equal(row, row + moved_.words, state);
    }
  }

  struct Target {  // of a claim move: its target, and its condition on the step
    uint32_t location = 0;
    uint32_t condition = 0;
    bool operator==(const Target&) const = default;
  };
  struct Targets {
    size_t begin = 0;
    size_t end = 0;
  };

  void add(const uint64_t* row, uint32_t taken, Targets targets, uint32_t source, SuccessorBatch& out) const {
    for (size_t t = targets.begin; t < targets.end; ++t) {
      if (!conditions_.holds(targets_[t].condition, taken, around_)) continue;
      out.states.insert(out.states.end(), row, row + out.words);
      out.sources.push_back(source);
      claim_.set(out.state(out.count() - 1), targets_[t].location);
    }
  }

  const ClaimField& claim_;
  const StepConditions& conditions_;
  const ir::Program& program_;
  const ir::Program& moves_program_;
  std::unique_ptr<SuccessorGenerator> system_;
  std::unique_ptr<SuccessorGenerator> moves_;
  // Scratch, reused.
  SuccessorBatch claimed_;           // the claim's moves
  SuccessorBatch moved_;             // the system's, from the states in live_
  std::vector<Target> targets_;      // of the claim's moves, grouped by state
  std::vector<size_t> ends_;         // per live state: where its targets end
  std::vector<uint32_t> live_;       // numbers of the states in which the claim can move
  std::vector<uint64_t> live_rows_;  // these states
  std::vector<uint8_t> fails_;       // per live state: an error of the model was met
  std::vector<uint32_t> taken_;      // with conditions, per step: its marks
  StepConditions::Around around_;    // with conditions: of the state whose steps are being combined
};

ProductSystem::ProductSystem(const TransitionSystem& system, const TransitionSystem& moves)
    : system_(system),
      moves_(moves),
      claim_(system.program(), system.layout()),
      conditions_(system.program(), system.layout()) {
  PX_CHECK(system.layout().bits() == moves.layout().bits());
}

std::unique_ptr<SuccessorGenerator> ProductSystem::make_generator() const {
  return std::make_unique<ProductGenerator>(*this);
}

// ---- Explained steps

std::vector<ProductExplainer::Move> ProductExplainer::claim_moves_from(const uint64_t* state) const {
  SuccessorBatch batch(moves_->words());
  moves_->make_generator()->expand(state, 1, UINT32_MAX, batch);
  std::vector<Move> moves;
  for (uint32_t i = 0; i < batch.count(); ++i) {
    moves.push_back({claim_->get(batch.state(i)), conditions_->take_condition(batch.state(i))});
  }
  return moves;
}

std::vector<ExplainedStep> ProductExplainer::steps(const uint64_t* state) const {
  Explanation explanation = system_.explain(state);
  std::vector<ExplainedStep> steps;
  for (TraceStep& step : explanation.steps) steps.push_back({step.state(), std::move(step.micro_steps)});
  if (!claim_) return steps;
  StepConditions::Around around{0, steps.empty() && explanation.events.empty(), true};
  if (around.stops) steps.push_back({{state, state + system_.layout().words()}, {}});
  std::vector<uint32_t> taken;
  for (ExplainedStep& step : steps) {
    taken.push_back(conditions_->take_marks(step.state.data()));
    around.possible |= taken.back();
    around.stays = around.stays && std::equal(step.state.begin(), step.state.end(), state);
  }
  std::vector<ExplainedStep> product;
  for (const Move& move : claim_moves_from(state)) {
    for (size_t i = 0; i < steps.size(); ++i) {
      if (!conditions_->holds(move.condition, taken[i], around)) continue;
      ExplainedStep step = steps[i];
      claim_->set(step.state.data(), move.target);
      product.push_back(std::move(step));
    }
  }
  return product;
}

// ---- Marks

ProductMarks::ProductMarks(const ir::Program& program, const ir::Layout& layout, Acceptance acceptance, bool symmetry) {
  if (acceptance != Acceptance::Labels) {
    claim_accepts_ = program.automata.front().accepting;
    claim_.emplace_back(program, layout);
  }
  for (uint32_t f = 0; acceptance != Acceptance::Claim && f < program.families.size(); ++f) {
    const ir::Family& family = program.families[ir::FamilyId(f)];
    std::vector<bool> accepting;
    for (const ir::LocationId location : family.locations) accepting.push_back(program.locations[location].accepting);
    if (std::find(accepting.begin(), accepting.end(), true) == accepting.end()) continue;
    const ir::LaneLayout& lane = layout.lane(ir::FamilyId(f));
    for (uint32_t i = 0; i < family.count; ++i) {
      watched_.push_back({lane.offset + i * lane.stride + lane.control_offset, lane.control, accepting});
    }
  }
  for (const ir::Family& family : program.families) {
    if (family.is_process()) read_family(program, layout, family);
  }
  one_by_one_ = !points_.empty() && (symmetry || points_.size() >= kMaxMarks);
  for (uint32_t i = 0; !one_by_one_ && i < points_.size(); ++i) fair_ |= uint32_t{2} << i;
}

void ProductMarks::read_family(const ir::Program& program, const ir::Layout& layout, const ir::Family& family) {
  const auto element = static_cast<uint32_t>(points_.size());
  const auto set_of = [&](const std::string& name) -> MoverSet {
    ir::VariableId id;
    if (find_variable(program, name, id) == nullptr) return {};
    const ir::VariableLayout& place = layout.variable(id);
    return {place.offset, static_cast<uint32_t>(layout.shape(place.core).bits), element};
  };
  const MoverSet moved = set_of(moved_name(family));
  const MoverSet began = set_of(began_name(family));
  if (moved.width == 0 || began.width == 0) return;
  moved_.push_back(moved);
  began_.push_back(began);
  uint32_t point = family.first;
  for (uint32_t s = 0; s < family.sort.value; ++s) point += program.sorts[ir::SortId(s)].size;
  for (uint32_t i = 0; i < family.count; ++i) {
    process_at_.resize(std::max<size_t>(process_at_.size(), point + i + 1));
    process_at_[point + i] = static_cast<uint32_t>(points_.size());
    points_.push_back(point + i);
  }
}

bool ProductMarks::is_accepting(const uint64_t* state) const {
  if (!claim_.empty() && claim_accepts_[claim_.front().get(state)]) return true;
  return std::any_of(watched_.begin(), watched_.end(), [&](const Watched& w) {
    return w.accepting[static_cast<size_t>(w.code.decode(ir::read_bits(state, w.offset, w.code.width)))];
  });
}

// The marks of the processes in the sets.
uint32_t ProductMarks::read(const std::vector<MoverSet>& sets, const uint64_t* row) const {
  uint32_t marks = 0;
  for (const MoverSet& set : sets) {
    marks |= static_cast<uint32_t>(ir::read_bits(row, set.offset, set.width) << (set.element + 1));
  }
  return marks;
}

void ProductMarks::take_off(uint64_t* row) const {
  for (const MoverSet& set : moved_) ir::write_bits(row, set.offset, set.width, 0);
  for (const MoverSet& set : began_) ir::write_bits(row, set.offset, set.width, 0);
}

void ProductMarks::mark(const uint64_t* states, size_t count, SuccessorBatch& successors, uint32_t* marks,
                        std::vector<uint32_t>& edges) const {
  for (size_t i = 0; i < count; ++i) {
    marks[i] = (is_accepting(states + i * successors.words) ? kAccepting : 0) | fair_;
  }
  for (uint32_t i = 0; !moved_.empty() && i < successors.count(); ++i) {
    uint64_t* row = successors.state(i);
    if (fair_ != 0) {
      marks[successors.sources[i]] &= ~read(began_, row);
      edges.push_back(read(moved_, row));
    }
    take_off(row);
  }
}

uint32_t ProductMarks::satisfied(const uint64_t* state, SuccessorBatch& successors, uint64_t* here,
                                 uint64_t* by_step) const {
  const auto words = (points_.size() + 63) / 64;
  for (uint32_t k = 0; k < points_.size(); ++k) here[k / 64] |= uint64_t{1} << (k % 64);
  for (uint32_t i = 0; i < successors.count(); ++i) {
    uint64_t* row = successors.state(i);
    for (const MoverSet& set : began_) {
      ir::write_bits(here, set.element, set.width,
                     ir::read_bits(here, set.element, set.width) & ~ir::read_bits(row, set.offset, set.width));
    }
    for (const MoverSet& set : moved_) {
      ir::write_bits(by_step + i * words, set.element, set.width, ir::read_bits(row, set.offset, set.width));
    }
    take_off(row);
  }
  return is_accepting(state) ? kAccepting : 0;
}

uint32_t ProductMarks::renamed(uint32_t element, const uint16_t* image) const {
  return process_at_[image[points_[element]]];
}

}  // namespace px::liveness
