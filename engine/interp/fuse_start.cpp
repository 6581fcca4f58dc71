#include "engine/interp/fuse_start.h"

#include <algorithm>

#include "engine/interp/evaluator.h"
#include "engine/interp/interpreter.h"
#include "engine/ir/builder.h"
#include "engine/ir/state_cursor.h"

namespace px::interp {
namespace {

using ir::LocationId;
using ir::PlaceId;

// A longer start is not fused: each step takes time, and keeps a state until the end.
constexpr uint64_t kMinSteps = 2000;
constexpr uint64_t kMaxWords = 50'000;
constexpr uint64_t kMaxOutcomes = 256;  // each is written out in full

// Writes the differences of two states as statements.
class Difference {
 public:
  Difference(ir::Builder& builder, const ir::Layout& layout, const PackedState& before, const PackedState& after)
      : builder_(builder), layout_(layout), before_(before), after_(after) {}

  // nullopt if a queue or sequence differs.
  std::optional<ir::Block> variables() {
    for (uint32_t v = 0; v < builder_.program().variables.size(); ++v) {
      const ir::VariableId id(v);
      visit({builder_.program(), layout_, id}, [this, id] { return builder_.place(id); });
    }
    if (impossible_) return std::nullopt;
    return std::move(block_);
  }

 private:
  using MakePlace = std::function<PlaceId()>;

  bool differs(uint64_t bit, uint64_t bits) const {
    for (uint64_t done = 0; done < bits; done += 64) {
      const auto width = static_cast<uint32_t>(std::min<uint64_t>(64, bits - done));
      if (ir::read_bits(before_.data(), bit + done, width) != ir::read_bits(after_.data(), bit + done, width)) {
        return true;
      }
    }
    return false;
  }

  void visit(const ir::StateCursor& at, const MakePlace& place) {
    const ir::Type type = at.type();
    switch (type.kind) {
      case ir::TypeKind::Array: {
        const int64_t first = builder_.program().domain_first(type.domain);
        for (uint32_t i = 0; i < at.cells(); ++i) {
          visit(at.cell(i), [&, i] {
            return builder_.index(place(), builder_.constant(builder_.domain_type(type.domain), first + i));
          });
        }
        return;
      }
      case ir::TypeKind::Record:
        for (uint32_t f = 0; f < type.fields.size(); ++f) {
          visit(at.field(f), [&, f] { return builder_.field(place(), f); });
        }
        return;
      case ir::TypeKind::Queue:
      case ir::TypeKind::Sequence: impossible_ |= differs(at.bit(), at.shape().bits); return;
      case ir::TypeKind::Bool:
      case ir::TypeKind::Int:
      case ir::TypeKind::Element:
      case ir::TypeKind::Set:
        if (!differs(at.bit(), at.shape().bits)) return;
        block_.push_back(builder_.assign(place(), builder_.constant(at.type_id(), at.read(after_.data()))));
    }
  }

  ir::Builder& builder_;
  const ir::Layout& layout_;
  const PackedState& before_;
  const PackedState& after_;
  ir::Block block_;
  bool impossible_ = false;
};

LocationId location_in(const ir::Program& program, const ir::Layout& layout, const PackedState& state,
                       ir::FamilyId family, uint32_t index) {
  const ir::LaneLayout& lane = layout.lane(family);
  return program.families[family].locations[ir::read_bits(state.data(), lane.control_bit(index), lane.control.width)];
}

bool comes_back(const ir::Program& program, LocationId start) {
  const bool by_action = std::any_of(program.actions.begin(), program.actions.end(), [&](const ir::Action& action) {
    return std::any_of(action.movers.begin(), action.movers.end(),
                       [&](const ir::Mover& mover) { return mover.to == start; });
  });
  const bool by_goto = std::any_of(program.statements.begin(), program.statements.end(), [&](const ir::Statement& s) {
    return s.kind == ir::Statement::Kind::Goto && s.location == start;
  });
  return by_action || by_goto;
}

// The locations of the other processes change by separate statements.
void add_other_processes(ir::Builder& builder, const ir::Layout& layout, const PackedState& before,
                         const PackedState& after, ir::FamilyId own_family, int64_t own, ir::Block& block) {
  const ir::Program& program = builder.program();
  for (uint32_t f = 0; f < program.families.size(); ++f) {
    const ir::Family family = program.families[ir::FamilyId(f)];
    if (!family.is_process()) continue;
    for (uint32_t i = 0; i < family.count; ++i) {
      if (ir::FamilyId(f) == own_family && family.first + i == own) continue;
      const LocationId to = location_in(program, layout, after, ir::FamilyId(f), i);
      if (location_in(program, layout, before, ir::FamilyId(f), i) == to) continue;
      const ir::TypeId element = builder.element_type(family.sort);
      block.push_back(builder.go_to(builder.constant(element, family.first + i), to));
    }
  }
}

// All statements that the sequence executes; nullopt if processes other than the first take part in it, or if it
// prints, which a list of changes cannot express.
std::optional<std::vector<ir::Origin>> origins_of(const ir::Program& program, const TraceStep& step, int64_t self) {
  std::vector<ir::Origin> all;
  for (const MicroStep& micro : step.micro_steps) {
    const ir::Action& action = program.actions[micro.action];
    const bool alone = action.movers.size() == 1 && micro.arguments[action.movers.front().parameter] == self;
    if (!alone || !micro.output.empty()) return std::nullopt;
    all.insert(all.end(), action.origins.begin(), action.origins.end());
  }
  return all;
}

// The first steps of a model, each of which becomes one action.
class StartWriter {
 public:
  StartWriter(const ir::Program& program, const ir::Layout& layout, PackedState before, const TraceStep& step)
      : program_(program), layout_(layout), before_(std::move(before)), builder_(program) {
    const MicroStep& first = step.micro_steps.front();
    opening_ = program.actions[first.action];
    if (opening_.movers.size() != 1) return;
    from_ = opening_.movers.front().from;
    family_ = program.locations[from_].family;
    self_ = first.arguments[opening_.movers.front().parameter];
    possible_ = program.families[family_].count == 1 && !comes_back(program, from_);
  }

  bool possible() const { return possible_; }

  // Returns false if this step cannot be fused.
  bool add(const TraceStep& step) {
    const MicroStep& first = step.micro_steps.front();
    const ir::Action& opening = program_.actions[first.action];
    const bool same_process = opening.movers.size() == 1 && opening.movers.front().from == from_ &&
                              first.arguments[opening.movers.front().parameter] == self_;
    if (!same_process) return false;
    std::optional<ir::Block> body = Difference(builder_, layout_, before_, step.state()).variables();
    if (!body) return false;
    add_other_processes(builder_, layout_, before_, step.state(), family_, self_, *body);
    std::optional<std::vector<ir::Origin>> origins = origins_of(program_, step, self_);
    if (!origins) return false;
    ir::Action whole;
    whole.name = opening.name;
    whole.span = opening.span;
    whole.label = "start";
    whole.origins = std::move(*origins);
    const ir::BindingId process = builder_.binding_over("p", ir::Domain::of(family_));
    whole.parameters = {{process, ir::Domain::of(family_)}};
    const uint32_t index = static_cast<uint32_t>(self_) - program_.families[family_].first;
    const LocationId to = location_in(program_, layout_, step.state(), family_, index);
    whole.movers = {{0, from_, to, ir::Control::Release}};
    whole.body = std::move(*body);
    actions_.push_back(std::move(whole));
    return true;
  }

  ir::Program take() {
    builder_.drop_actions([&](const ir::Action& action) {
      return std::any_of(action.movers.begin(), action.movers.end(),
                         [&](const ir::Mover& other) { return other.from == from_; });
    });
    for (ir::Action& action : actions_) builder_.action(std::move(action));
    return builder_.take();
  }

 private:
  const ir::Program& program_;
  const ir::Layout& layout_;
  PackedState before_;
  ir::Builder builder_;
  ir::Action opening_;
  LocationId from_;
  ir::FamilyId family_;
  int64_t self_ = 0;
  bool possible_ = false;
  std::vector<ir::Action> actions_;
};

}  // namespace

std::optional<ir::Program> with_start_fused(const std::shared_ptr<const ir::Program>& program) {
  auto interpreter = Interpreter::make(program);
  if (!interpreter || !program->init.empty()) return std::nullopt;
  const ir::Layout& layout = (*interpreter)->layout();
  SuccessorBatch initial(layout.words());
  (*interpreter)->initial_states(initial);
  if (initial.count() != 1) return std::nullopt;
  const PackedState before(initial.state(0), initial.state(0) + layout.words());
  const Effort effort{.most_successors = kMaxOutcomes + 1,
                      .most_steps = std::max(kMinSteps, kMaxWords / layout.words())};
  const std::optional<Explanation> explanation = (*interpreter)->explain_within(effort, before.data());
  if (!explanation || !explanation->events.empty()) return std::nullopt;
  const std::vector<TraceStep>& steps = explanation->steps;
  if (steps.empty() || steps.size() > kMaxOutcomes) return std::nullopt;
  const auto is_sequence = [](const TraceStep& step) { return step.micro_steps.size() > 1; };
  if (std::none_of(steps.begin(), steps.end(), is_sequence)) return std::nullopt;
  StartWriter writer(*program, layout, before, steps.front());
  if (!writer.possible()) return std::nullopt;
  const bool all = std::all_of(steps.begin(), steps.end(), [&](const TraceStep& step) { return writer.add(step); });
  return all ? std::optional(writer.take()) : std::nullopt;
}

}  // namespace px::interp
