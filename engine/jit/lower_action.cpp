// One action: nested loops over its parameters, conditions tested as early as their names are known, and the body.
//
// The guard is split at its conjunctions. A part is tested in the outermost loop in which all its parameters have
// values. A part `parameter = expression` replaces the loop over that parameter by the one value that can satisfy it.
// Parts that may fail keep their place in the order: such a part is never tested before the parts that precede it,
// which may exclude its error, and no later part spares it arguments for which its error must be reported.
#include <algorithm>

#include "engine/base/check.h"
#include "engine/jit/function_lowering.h"
#include "engine/jit/generated_code.h"

namespace px::jit {

using ir::Action;
using ir::ActionId;
using ir::Expr;
using ir::ExprId;
using ir::Op;

namespace {

constexpr uint64_t kParameterBudget = 400;  // nodes of an unrolled loop over a parameter
constexpr uint32_t kNever = UINT32_MAX;

void conjuncts(const ir::Program& program, ExprId id, std::vector<ExprId>& parts) {
  const Expr& e = program.exprs[id];
  if (e.op != Op::And) return parts.push_back(id);
  conjuncts(program, e.operands[0], parts);
  conjuncts(program, e.operands[1], parts);
}

}  // namespace

// The parts tested at each nesting depth, and the parameters with a single candidate.
struct FunctionLowering::GuardPlan {
  std::vector<ExprId> parts;
  std::vector<uint32_t> depth;    // of each part: tested once this many parameters, in `order`, have values
  std::vector<uint32_t> order;    // of parameters: the first mover, whose value is given, is first
  std::vector<ExprId> candidate;  // by parameter; invalid: all values of its domain

  uint32_t rank(uint32_t parameter) const {
    return static_cast<uint32_t>(std::find(order.begin(), order.end(), parameter) - order.begin()) + 1;
  }
  uint32_t depth_of(const Analysis& analysis, const Action& action, ExprId expr) const {
    uint32_t deepest = 0;
    for (uint32_t p = 0; p < action.parameters.size(); ++p) {
      if (analysis.mentions(expr, action.parameters[p].binding)) deepest = std::max(deepest, rank(p));
    }
    return deepest;
  }

  GuardPlan(const ir::Program& program, const Analysis& analysis, const Action& action) {
    const uint32_t given = action.movers.empty() ? kNever : action.movers.front().parameter;
    if (given != kNever) order.push_back(given);
    for (uint32_t p = 0; p < action.parameters.size(); ++p) {
      if (p != given) order.push_back(p);
    }
    candidate.resize(action.parameters.size());
    if (action.guard.valid()) conjuncts(program, action.guard, parts);
    uint32_t deepest = 0;          // of the parts so far
    uint32_t deepest_failing = 0;  // of those that may fail
    for (ExprId part : parts) {
      find_candidate(program, analysis, action, part, deepest_failing);
      const bool may_fail = analysis.may_fail(part);
      depth.push_back(std::max(depth_of(analysis, action, part), may_fail ? deepest : deepest_failing));
      deepest = std::max(deepest, depth.back());
      if (may_fail) deepest_failing = depth.back();
    }
  }

  // If an earlier part that may fail is tested inside the loop, the loop covers all values.
  void find_candidate(const ir::Program& program, const Analysis& analysis, const Action& action, ExprId part,
                      uint32_t deepest_failing) {
    const Expr& e = program.exprs[part];
    if (e.op != Op::Eq) return;
    for (const int side : {0, 1}) {
      const Expr& name = program.exprs[e.operands[side]];
      const ExprId value = e.operands[1 - side];
      if (name.op != Op::Binding || analysis.may_fail(value)) continue;
      for (uint32_t p = 0; p < action.parameters.size(); ++p) {
        const bool first = !action.movers.empty() && p == action.movers.front().parameter;
        if (action.parameters[p].binding != name.binding || first || candidate[p].valid()) continue;
        if (deepest_failing < rank(p) && depth_of(analysis, action, value) < rank(p)) candidate[p] = value;
      }
    }
  }
};

void FunctionLowering::lower_action(ActionId id, const Number* first_mover) {
  const Action& action = program_.actions[id];
  GuardPlan plan(program_, analysis_, action);
  state_ = source_;
  writable_ = false;
  uint32_t done = 0;
  if (first_mover) {
    bindings_[action.parameters[action.movers.front().parameter].binding.value] = *first_mover;
    done = 1;
  }
  checks_room_ = !analysis_.counted(id);
  keeps_control_ = !action.movers.empty() && program_.control_after(action) != ir::Control::Release;
  BasicBlock* after = block("after_action");
  end_outcome_ = after;
  lower_tests(action, plan, 0, [&] {
    if (done == 0) return lower_parameters(action, plan, 0, [&] { lower_body(id); });
    lower_tests(action, plan, 1, [&] { lower_parameters(action, plan, 1, [&] { lower_body(id); }); });
  });
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
  state_ = source_;
  writable_ = false;
}

// Loops over the parameters from number `rank` of the plan's order on.
void FunctionLowering::lower_parameters(const Action& action, GuardPlan& plan, uint32_t rank,
                                        const std::function<void()>& then) {
  if (rank == action.parameters.size()) return then();
  const uint32_t p = plan.order[rank];
  const ir::Parameter& parameter = action.parameters[p];
  const auto inner = [&](const Number& value) {
    bindings_[parameter.binding.value] = value;
    lower_tests(action, plan, rank + 1, [&] { lower_parameters(action, plan, rank + 1, then); });
  };
  const int64_t first = program_.domain_first(parameter.domain);
  const Interval range{first, first + static_cast<int64_t>(program_.domain_size(parameter.domain)) - 1};
  if (plan.candidate[p].valid()) {
    const Number only = number(plan.candidate[p]);
    const Interval both{std::max(only.range.lo, range.lo), std::min(only.range.hi, range.hi)};
    when(within(only, range), [&] { inner(known(only.value, both)); });
    return;
  }
  const uint64_t weight = analysis_.weight(action.guard) + analysis_.weight(action.body) + 8 * action.movers.size();
  for_each(parameter.domain, weight, kParameterBudget, inner);
}

// Emits the tests possible once the first `depth` parameters of the plan's order have values; `then` if they hold.
void FunctionLowering::lower_tests(const Action& action, GuardPlan& plan, uint32_t depth,
                                   const std::function<void()>& then) {
  std::function<void(size_t)> test_part = [&](size_t i) {
    while (i < plan.parts.size() && plan.depth[i] != depth) ++i;
    if (i == plan.parts.size()) return then();
    when(truth(plan.parts[i]), [&] { test_part(i + 1); });
  };
  const auto value_of = [&](const ir::Mover& mover) {
    return bindings_[action.parameters[mover.parameter].binding.value];
  };
  const auto family_of = [&](const ir::Mover& mover) { return program_.locations[mover.from].family; };
  // The first mover's location is known: it selected the action.
  std::function<void(size_t)> test_mover = [&](size_t i) {
    while (i < action.movers.size() && plan.rank(action.movers[i].parameter) != depth) ++i;
    if (i >= action.movers.size()) return test_part(0);
    const ir::Mover& mover = action.movers[i];
    Value* allowed = b_.getTrue();
    for (const ir::Mover& other : action.movers) {
      if (&other == &mover || plan.rank(other.parameter) > depth) continue;
      const bool same_rank = plan.rank(other.parameter) == depth;
      if (same_rank && &other > &mover) continue;
      if (program_.families[family_of(other)].sort != program_.families[family_of(mover)].sort) continue;
      allowed = b_.CreateAnd(allowed, b_.CreateICmpNE(value_of(other).value, value_of(mover).value));
    }
    Value* stands = i == 0 ? b_.getTrue() : stands_at(value_of(mover), mover.from);
    when(b_.CreateAnd(allowed, stands), [&] { test_mover(i + 1); });
  };
  test_mover(0);
}

// ---- Outcomes

void FunctionLowering::lower_body(ActionId id) {
  const Action& action = program_.actions[id];
  BasicBlock* after = block("after_body");
  end_outcome_ = after;
  const auto outcome = [&] {
    state_ = source_;
    writable_ = false;
    run(action.body);
    mark_taken(id);
    lower_outcome(action);
  };
  if (action.distinct) {
    lower_distinct_outcomes(action, outcome);
  } else if (analysis_.branches(action.body)) {
    repeat_for_choices(outcome);
  } else {
    outcome();
  }
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
  state_ = source_;
  writable_ = false;
  if (only_first_possible_) {
    BasicBlock* more = block("more");
    BasicBlock* enough = block("enough");
    Value* taken = b_.CreateLoad(i64(), context_field(offsetof(RunContext, taken)));
    b_.CreateCondBr(b_.CreateICmpEQ(taken, word(0)), more, enough);
    b_.SetInsertPoint(enough);
    b_.CreateRet(b_.CreateLoad(b_.getPtrTy(), cursor_));
    b_.SetInsertPoint(more);
  }
}

// Makes all outcomes, then drops duplicates and clears transient variables.
void FunctionLowering::lower_distinct_outcomes(const Action& action, const std::function<void()>& outcome) {
  // Outcomes that wait for sequences are not contiguous, and movers that arrive undo a Goto: in these cases the
  // interpreter finds the duplicates.
  if (analysis_.any_holds_control() || analysis_.goes(action.body)) return give_up();
  b_.CreateCall(m_.begin_distinct, {context_, b_.CreateLoad(b_.getPtrTy(), cursor_)});
  if (analysis_.branches(action.body)) {
    repeat_for_choices(outcome);
  } else {
    BasicBlock* after = block("after_outcome");
    end_outcome_ = after;
    outcome();
    b_.CreateBr(after);
    b_.SetInsertPoint(after);
  }
  b_.CreateStore(b_.CreateCall(m_.end_distinct, {context_, b_.CreateLoad(b_.getPtrTy(), cursor_)}), cursor_);
}

// As ActionCoverage::mark().
void FunctionLowering::mark_taken(ActionId id) {
  if (m_.coverage == nullptr) return;
  Value* bytes = b_.CreateLoad(b_.getPtrTy(), context_field(offsetof(RunContext, covered)));
  Value* address = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), bytes, id.value);
  llvm::LoadInst* taken = b_.CreateAlignedLoad(b_.getInt8Ty(), address, llvm::Align(1));
  taken->setAtomic(llvm::AtomicOrdering::Monotonic);
  when(b_.CreateICmpEQ(taken, b_.getInt8(0)), [&] {
    b_.CreateAlignedStore(b_.getInt8(1), address, llvm::Align(1))->setAtomic(llvm::AtomicOrdering::Monotonic);
  });
}

void FunctionLowering::lower_outcome(const Action& action) {
  const bool moved_meanwhile = analysis_.goes(action.body);
  make_writable();
  for (const ir::Mover& mover : action.movers) {
    if (mover.from == mover.to && !moved_meanwhile) continue;
    go_to(bindings_[action.parameters[mover.parameter].binding.value], mover.to);
  }
  const auto commit = [&] {
    if (!keeps_control_) return emit();
    const ir::Mover& last = action.movers.back();
    pass_control(program_.locations[last.to].family, program_.control_after(action),
                 bindings_[action.parameters[last.parameter].binding.value]);
  };
  if (!only_first_possible_) return commit();
  commit_if_first(commit);
}

// Runs `outcome` once for each combination of choices.
void FunctionLowering::repeat_for_choices(const std::function<void()>& outcome) {
  choices_made_ = variable(i64(), "choices_made");
  choices_known_ = variable(i64(), "choices_known");
  BasicBlock* again = block("again");
  BasicBlock* next = block("next_outcome");
  BasicBlock* last = block("last_choice");
  BasicBlock* other = block("other_branch");
  BasicBlock* back = block("back");
  BasicBlock* done = block("no_more_outcomes");
  end_outcome_ = next;
  Value* outer_choices = b_.CreateLoad(i64(), context_field(offsetof(RunContext, choices)));
  b_.CreateStore(outer_choices, choices_known_);
  b_.CreateBr(again);
  b_.SetInsertPoint(again);
  b_.CreateStore(outer_choices, choices_made_);
  outcome();
  b_.CreateBr(next);

  // The last choice with a branch left takes that branch; the choices after it are forgotten.
  b_.SetInsertPoint(next);
  Value* known_choices = b_.CreateLoad(i64(), choices_known_);
  b_.CreateCondBr(b_.CreateICmpEQ(known_choices, outer_choices), done, last);
  b_.SetInsertPoint(last);
  Value* index = b_.CreateSub(known_choices, word(1));
  Value* place = context_item(offsetof(RunContext, choice_taken), index);
  Value* branch = b_.CreateAdd(b_.CreateLoad(b_.getInt32Ty(), place), b_.getInt32(1));
  Value* branches = b_.CreateLoad(b_.getInt32Ty(), context_item(offsetof(RunContext, choice_count), index));
  b_.CreateCondBr(b_.CreateICmpULT(branch, branches), other, back);
  b_.SetInsertPoint(other);
  b_.CreateStore(branch, place);
  b_.CreateBr(again);
  b_.SetInsertPoint(back);
  b_.CreateStore(index, choices_known_);
  b_.CreateBr(next);
  b_.SetInsertPoint(done);
  choices_known_ = nullptr;
}

// ---- CanMove

// Returns true if the action is enabled for some arguments.
void FunctionLowering::lower_enabled(ActionId id, const Number& process) {
  const Action& action = program_.actions[id];
  GuardPlan plan(program_, analysis_, action);
  bindings_[action.parameters[action.movers.front().parameter].binding.value] = process;
  const auto yes = [&] { return_and_go_on(true); };
  lower_tests(action, plan, 0, [&] { lower_tests(action, plan, 1, [&] { lower_parameters(action, plan, 1, yes); }); });
}

}  // namespace px::jit
