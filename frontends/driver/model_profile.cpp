#include "frontends/driver/model_profile.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/por/gain.h"
#include "engine/por/reduced_system.h"
#include "frontends/driver/lost_symmetry.h"
#include "frontends/driver/partial_order.h"
#include "frontends/driver/profile_parts.h"
#include "frontends/driver/refinement.h"

namespace px::driver {
namespace {

using Clock = std::chrono::steady_clock;

// Too little to be worth a line.
constexpr double kLeastShare = 0.01;
constexpr double kLeastShareOfBits = 0.04;
constexpr size_t kMostSteps = 5;  // that are named as candidates for atomic sequences

// What runs a model whose first states leave nothing that is foreseen, and these states.
struct Searched {
  std::unique_ptr<ModelSource> source;
  std::shared_ptr<ModelExecution> execution;
  std::optional<profile::FirstStates> seen;
  std::vector<std::vector<uint32_t>> marks;  // by which it was translated again
};

class Profiling {
 public:
  Profiling(const ProfileModels& models, const ProfileLimits& limits, SourceMap& sources)
      : models_(models), limits_(limits), sources_(sources) {
    execution_options_.mode = ExecutionMode::Interp;
    plain_.strategy = "none";
  }

  Result<ModelProfile> run() {
    const Clock::time_point begin = Clock::now();
    if (const Result<void> searched = search(); !searched) return searched.failure();
    profile_.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    profile_.states = seen().rows.count();
    profile_.steps = seen().steps;
    profile_.depth = seen().depth();
    profile_.end = seen().end;
    profile_.state_bits = interpreter().layout().bits();
    add_locations();
    const ProfileWords words(interpreter(), searched_.source->language().id, seen());
    profile_.statements = words.statements();
    const std::vector<profile::UnreadPart> unread = profile::find_unread(interpreter().program());
    add_variables(words, unread);
    add_unread(words, unread);
    add_partial_order(words);
    if (const Result<void> added = add_symmetry(); !added) return added.failure();
    if (const Result<void> added = add_optimised(); !added) return added.failure();
    sort_advice();
    return std::move(profile_);
  }

 private:
  const profile::FirstStates& seen() const { return *searched_.seen; }
  const interp::Interpreter& interpreter() const { return *searched_.execution->interpreter; }
  bool complete() const { return seen().end == profile::FirstStates::End::Complete; }
  profile::FirstStatesLimit limit() const { return {.states = limits_.states, .until = Clock::now() + limits_.time}; }
  Refinement refinement(ModelSource& source, const ReductionOptions& reduction) const {
    return {execution_options_, reduction, source, sources_};
  }

  Result<void> search() {
    Result<std::unique_ptr<ModelSource>> source = models_.as_written();
    if (!source) return source.failure();
    searched_.source = std::move(*source);
    auto execution = make_execution(execution_options_, plain_, *searched_.source, sources_);
    const profile::FirstStatesLimit whole = limit();
    for (;;) {
      if (!execution) return execution.failure();
      searched_.execution = std::move(*execution);
      searched_.seen = first_states(interpreter(), whole, searched_.execution->may_grow);
      if (seen().end != profile::FirstStates::End::Growth || Clock::now() >= whole.until) break;
      std::vector<uint32_t> marks = seen().marks;
      std::sort(marks.begin(), marks.end());
      marks.erase(std::unique(marks.begin(), marks.end()), marks.end());
      searched_.marks.push_back(marks);
      execution = refined_execution(refinement(*searched_.source, plain_), marks);
    }
    if (seen().rows.count() != 0) return {};
    if (std::optional<Failure> failure = searched_.source->no_start()) return std::move(*failure);
    return {};
  }

  void add_locations() {
    const ir::Program& program = interpreter().program();
    for (uint32_t f = 0; f < program.families.size(); ++f) {
      const ir::Family& family = program.families[ir::FamilyId(f)];
      const ir::LaneLayout& lane = interpreter().layout().lane(ir::FamilyId(f));
      if (family.is_process()) profile_.location_bits += uint64_t{family.count} * lane.control.width;
    }
  }

  void add_variables(const ProfileWords& words, const std::vector<profile::UnreadPart>& unread) {
    for (const profile::PartProfile& part : profile_parts(interpreter().program(), interpreter().layout(), seen())) {
      profile_.variables.push_back(words.variable(part));
      if (part.grows) {
        profile_.advice.push_back(words.growth(part));
      } else if (is_too_wide(part) && !is_unread(part, unread)) {
        profile_.advice.push_back(words.smaller_type(part));
      }
    }
    std::stable_sort(profile_.variables.begin(), profile_.variables.end(),
                     [](const VariableProfile& a, const VariableProfile& b) { return a.bits > b.bits; });
  }

  bool is_too_wide(const profile::PartProfile& part) const {
    const ir::Type& type = interpreter().program().types[part.type];
    const bool named = type.kind == ir::TypeKind::Int && type.names.valid();
    if (named || !part.is_number(interpreter().program()) || !part.seen()) return false;
    const uint64_t saved_bits = part.bits() - std::min(part.bits(), part.bits_of_seen());
    const auto all = static_cast<double>(profile_.state_bits);
    return saved_bits != 0 && static_cast<double>(saved_bits) >= kLeastShareOfBits * all;
  }

  // Who leaves it out needs no smaller type for it.
  static bool is_unread(const profile::PartProfile& part, const std::vector<profile::UnreadPart>& unread) {
    return std::any_of(unread.begin(), unread.end(), [&](const profile::UnreadPart& other) {
      if (other.variable != part.variable || other.invariants_read) return false;
      return !other.field || part.path.ends_with(fmt::format(": field {}", *other.field + 1));
    });
  }

  void add_unread(const ProfileWords& words, const std::vector<profile::UnreadPart>& unread) {
    for (const profile::UnreadPart& part : unread) {
      Advice advice = words.unread(part);
      if (advice.bits_saved != 0 && (!part.invariants_read || *advice.states_saved >= kLeastShare)) {
        profile_.advice.push_back(std::move(advice));
      }
    }
  }

  // Both what can be atomic and what partial-order reduction saves rest on which steps are independent.
  void add_partial_order(const ProfileWords& words) {
    const IdentityReducer identity;
    PartialOrderOptions options;
    options.when = PartialOrder::On;
    const Result<PartialOrderChoice> choice = choose_partial_order(options, interpreter(), identity);
    if (!choice || !choice->independence) return;
    const por::Independence& independence = *choice->independence;
    const profile::LocalWaits waits = find_local_waits(independence, seen().rows);
    size_t named = 0;
    // There is no way to say it in mCRL2.
    const bool sayable = searched_.source->language().id != LanguageId::Mcrl2;
    for (const profile::LocalWait& wait : waits.locations) {
      if (!sayable) break;
      Advice advice = words.local_wait(wait);
      if (*advice.states_saved < kLeastShare || named++ == kMostSteps) break;
      profile_.advice.push_back(std::move(advice));
    }
    const double share = share_of_reduced_states(independence, interpreter(), interpreter().sequences());
    if (share < kLeastShare) return;
    Advice advice{.kind = Advice::Kind::PartialOrder,
                  .finding = fmt::format("partial-order reduction leaves out steps in {:.0f} % of the states of random "
                                         "runs",
                                         100 * share),
                  .remedy = "--por auto"};
    if (complete()) {
      const por::ReducedSystem reduced(interpreter(), independence, interpreter().sequences());
      const profile::FirstStates fewer = first_states_only(reduced, limit());
      if (fewer.end == profile::FirstStates::End::Complete) advice.states_saved = saved(fewer.rows.count());
    }
    if (!advice.states_saved || *advice.states_saved >= kLeastShare) profile_.advice.push_back(std::move(advice));
  }

  double saved(uint64_t states) const {
    return std::max(0.0, 1 - static_cast<double>(states) / std::max<double>(seen().rows.count(), 1));
  }

  Result<void> add_symmetry() {
    Result<std::unique_ptr<ModelSource>> source = models_.symmetric();
    if (!source) return source.failure();
    const ReductionOptions reduction;
    auto execution = make_execution(execution_options_, reduction, **source, sources_);
    for (const std::vector<uint32_t>& marks : searched_.marks) {
      if (!execution) break;
      execution = refined_execution(refinement(**source, reduction), marks);
    }
    if (!execution) return execution.failure();
    const Reducer& reducer = *(*execution)->reducer;
    if (reducer.group() == nullptr) {
      add_lost_symmetry(**execution);
      return {};
    }
    profile_.symmetry_order = (*execution)->group.order();
    if (reducer.kind() != Reducer::Kind::Representative) return {};
    const profile::FirstStates all = first_states_only(*(*execution)->interpreter, limit());
    profile::StateRows classes(all.rows.words());
    const std::unique_ptr<ReducerWorker> worker = reducer.make_worker();
    for (uint32_t s = 0; s < all.rows.count(); ++s) {
      std::vector<uint64_t> state(all.rows.row(s), all.rows.row(s) + all.rows.words());
      worker->reduce(state.data(), 1);
      classes.insert(state.data());
    }
    profile_.classes = classes.count();
    profile_.classified = all.rows.count();
    return {};
  }

  void add_lost_symmetry(const ModelExecution& execution) {
    const std::optional<LostSymmetry> lost = lost_symmetry(execution);
    if (!lost) return;
    profile_.advice.push_back({.kind = Advice::Kind::Symmetry,
                               .span = lost->span,
                               .finding = "symmetry is lost: " + lost->message,
                               .remedy = lost->remedy + "; 'pexplore symmetry' says what else costs symmetry"});
  }

  Result<void> add_optimised() {
    if (!models_.optimised || !complete()) return {};
    Result<std::unique_ptr<ModelSource>> source = models_.optimised();
    if (!source) return source.failure();
    auto execution = make_execution(execution_options_, plain_, **source, sources_);
    if (!execution) return execution.failure();
    const profile::FirstStates fewer = first_states_only(*(*execution)->interpreter, limit());
    const double share = saved(fewer.rows.count());
    if (fewer.end != profile::FirstStates::End::Complete || share < kLeastShare) return {};
    profile_.advice.push_back({.kind = Advice::Kind::Optimise,
                               .finding = "more steps can be merged and more variables left out than SPIN does",
                               .remedy = "--optimise full",
                               .states_saved = share});
    return {};
  }

  // What grows without end first; then what saves states, whether or not it is known how many; then what saves bits.
  void sort_advice() {
    const auto rank = [&](const Advice& advice) {
      if (advice.kind == Advice::Kind::Grows) return complete() ? 1 : 3;
      if (advice.loses_checks) return 1;
      if (advice.states_saved && *advice.states_saved >= kLeastShare) return 2;
      return advice.kind == Advice::Kind::SmallerType || advice.kind == Advice::Kind::Unread ? 0 : 1;
    };
    std::stable_sort(profile_.advice.begin(), profile_.advice.end(), [&](const Advice& a, const Advice& b) {
      if (rank(a) != rank(b)) return rank(a) > rank(b);
      if (a.kind == Advice::Kind::Grows) return false;
      const double first = a.states_saved.value_or(0);
      const double second = b.states_saved.value_or(0);
      return first != second ? first > second : a.bits_saved > b.bits_saved;
    });
  }

  const ProfileModels& models_;
  const ProfileLimits& limits_;
  SourceMap& sources_;
  ExecutionOptions execution_options_;
  ReductionOptions plain_;
  Searched searched_;
  ModelProfile profile_;
};

}  // namespace

std::string_view advice_name(Advice::Kind kind) {
  switch (kind) {
    case Advice::Kind::Grows: return "grows";
    case Advice::Kind::Unread: return "unread";
    case Advice::Kind::Atomic: return "atomic";
    case Advice::Kind::Symmetry: return "symmetry";
    case Advice::Kind::PartialOrder: return "partial-order";
    case Advice::Kind::Optimise: return "optimise";
    case Advice::Kind::SmallerType: return "smaller-type";
  }
  return "";
}

Result<ModelProfile> profile_model(const ProfileModels& models, const ProfileLimits& limits, SourceMap& sources) {
  return Profiling(models, limits, sources).run();
}

}  // namespace px::driver
