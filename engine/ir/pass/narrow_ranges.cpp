#include "engine/ir/pass/narrow_ranges.h"

#include <algorithm>
#include <vector>

#include "engine/ir/extend.h"
#include "engine/ir/pass/range_analysis.h"

namespace px::ir {
namespace {

constexpr int kPlainRounds = 16;
constexpr int kThresholdRounds = 48;  // with thresholds, after the plain rounds
constexpr int kShrinkingRounds = 3;

class Narrower {
 public:
  explicit Narrower(Program& program) : p_(program), leaves_(program) {}

  void run() {
    start();
    collect_thresholds();
    Ranges ranges = shrink(grow());
    apply(ranges);
  }

 private:
  // ---- Start values

  void start() {
    declared_.assign(leaves_.count(), Interval::none());
    start_.assign(leaves_.count(), Interval::none());
    for (uint32_t v = 0; v < p_.variables.size(); ++v) {
      const Variable& variable = p_.variables[VariableId(v)];
      uint32_t leaf = leaves_.first(VariableId(v));
      declare(variable.type, leaf);
      size_t next = 0;
      if (!variable.initial.empty()) initial(variable, variable.type, leaves_.first(VariableId(v)), next);
    }
  }

  // The declared range and the default value of each leaf of a type.
  void declare(TypeId id, uint32_t& leaf) {
    const Type& type = p_.types[id];
    switch (type.kind) {
      case TypeKind::Int: {
        const uint32_t one = leaves_.class_of(leaf++);
        declared_[one] = declared_[one].join({type.lo, type.hi});
        start_[one] = start_[one].join(Interval::of(type.lo <= 0 && type.hi >= 0 ? 0 : type.lo));
        return;
      }
      case TypeKind::Array:
      case TypeKind::Queue: return declare(type.element, leaf);
      case TypeKind::Record:
        for (const Field& field : type.fields) declare(field.type, leaf);
        return;
      default: return;
    }
  }

  // The initial values, in their order.
  void initial(const Variable& v, TypeId id, uint32_t leaf, size_t& next) {
    const Type& type = p_.types[id];
    const auto value = [&] { return v.initial[v.initial.size() == 1 ? 0 : next++]; };
    switch (type.kind) {
      case TypeKind::Array:
        for (uint32_t i = 0; i < p_.domain_size(type.domain); ++i) initial(v, type.element, leaf, next);
        return;
      case TypeKind::Queue:
        static_cast<void>(value());
        for (uint32_t i = 0; i < type.capacity; ++i) initial(v, type.element, leaf, next);
        return;
      case TypeKind::Record:
        for (const Field& field : type.fields) {
          initial(v, field.type, leaf, next);
          leaf += leaves_.in(field.type);
        }
        return;
      case TypeKind::Int: {
        Interval& range = start_[leaves_.class_of(leaf)];
        range = range.join(Interval::of(value()));
        return;
      }
      default: static_cast<void>(value());
    }
  }

  // Widening stops at these values: around every constant of the program.
  void collect_thresholds() {
    for (const Expr& e : p_.exprs) {
      if (e.op != Op::Const || p_.types[e.type].kind != TypeKind::Int) continue;
      for (const int64_t step : {-1, 0, 1}) {
        int64_t threshold = 0;
        if (!__builtin_add_overflow(e.value, step, &threshold)) thresholds_.push_back(threshold);
      }
    }
    std::sort(thresholds_.begin(), thresholds_.end());
    thresholds_.erase(std::unique(thresholds_.begin(), thresholds_.end()), thresholds_.end());
  }

  // ---- Ascend to a post-fixpoint (intervals that no statement leaves), then descend

  Ranges walk(const Ranges& now) {
    Ranges next = start_;
    RangeWalk(p_, leaves_, now).run(next);
    return next;
  }

  Ranges grow() {
    Ranges now = start_;
    for (int round = 0;; ++round) {
      Ranges next = walk(now);
      bool grown = false;
      for (uint32_t l = 0; l < leaves_.count(); ++l) {
        next[l] = next[l].join(now[l]);
        if (next[l] == now[l]) continue;
        grown = true;
        if (round >= kPlainRounds) next[l] = widened(l, now[l], next[l], round >= kPlainRounds + kThresholdRounds);
      }
      if (!grown) return now;
      now = std::move(next);
    }
  }

  Interval widened(uint32_t leaf, Interval before, Interval after, bool at_once) const {
    const Interval limit = declared_[leaf];
    if (after.hi > before.hi) {
      const auto next = std::lower_bound(thresholds_.begin(), thresholds_.end(), after.hi);
      after.hi = at_once || next == thresholds_.end() ? limit.hi : std::min(*next, limit.hi);
    }
    if (after.lo < before.lo) {
      const auto next = std::upper_bound(thresholds_.begin(), thresholds_.end(), after.lo);
      after.lo = at_once || next == thresholds_.begin() ? limit.lo : std::max(*std::prev(next), limit.lo);
    }
    return after;
  }

  // Takes each step only if the result is still closed under all statements.
  Ranges shrink(Ranges good) {
    for (int round = 0; round < kShrinkingRounds; ++round) {
      Ranges smaller = walk(good);
      const Ranges after = walk(smaller);
      for (uint32_t l = 0; l < leaves_.count(); ++l) {
        if (!smaller[l].contains(after[l])) return good;
      }
      if (smaller == good) return good;
      good = std::move(smaller);
    }
    return good;
  }

  // ---- New types

  void apply(const Ranges& ranges) {
    for (uint32_t v = 0; v < p_.variables.size(); ++v) {
      uint32_t leaf = leaves_.first(VariableId(v));
      const TypeId type = narrowed(p_.variables[VariableId(v)].type, ranges, leaf);
      p_.variables[VariableId(v)].type = type;
    }
    std::vector<bool> done(p_.places.size(), false);
    for (uint32_t i = 0; i < p_.places.size(); ++i) retype(PlaceId(i), done);
    for (Expr& e : p_.exprs) {
      if (e.op == Op::Read) e.type = p_.places[e.place].type;
    }
  }

  TypeId narrowed(TypeId id, const Ranges& ranges, uint32_t& leaf) {
    Type type = p_.types[id];
    switch (type.kind) {
      case TypeKind::Int: {
        const Interval range = ranges[leaves_.class_of(leaf++)];
        type.lo = range.lo;
        type.hi = range.hi;
        break;
      }
      case TypeKind::Array:
      case TypeKind::Queue: type.element = narrowed(type.element, ranges, leaf); break;
      case TypeKind::Record:
        for (Field& field : type.fields) field.type = narrowed(field.type, ranges, leaf);
        break;
      default: return id;
    }
    return type_id(p_, std::move(type));
  }

  void retype(PlaceId id, std::vector<bool>& done) {
    if (done[id.value]) return;
    done[id.value] = true;
    Place& place = p_.places[id];
    if (place.kind == Place::Kind::Variable) {
      place.type = p_.variables[place.variable].type;
      return;
    }
    retype(place.parent, done);
    const Type& parent = p_.types[p_.places[place.parent].type];
    place.type = place.kind == Place::Kind::FieldOf ? parent.fields[place.field].type : parent.element;
  }

  Program& p_;
  Leaves leaves_;
  Ranges declared_;  // per class, as start_ and all Ranges
  Ranges start_;
  std::vector<int64_t> thresholds_;
};

}  // namespace

Program narrow_ranges(Program program) {
  Narrower(program).run();
  return program;
}

}  // namespace px::ir
