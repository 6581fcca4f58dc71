// Quantifiers and aggregates over a domain: unrolled without branches if the code is small and nothing in it can fail;
// otherwise a loop (forall and exists leave it as soon as they are decided).
#include "engine/jit/function_lowering.h"

namespace px::jit {
namespace {

constexpr uint64_t kStraightBudget = 256;  // nodes of an unrolled quantifier

}  // namespace

using ir::Expr;
using ir::Op;

llvm::Value* ValueLowering::quantified(const Expr& e) {
  const bool universal = e.op == Op::Forall;
  const uint64_t weight = analysis_.weight(e.operands[0]);
  const Number outer = bindings_[e.binding.value];
  const int64_t first = program_.domain_first(e.domain);
  const int64_t size = program_.domain_size(e.domain);
  const auto filter = [&] { return e.operands[0].valid() ? truth(e.operands[0]) : b_.getTrue(); };
  Value* result = b_.getInt1(universal);
  if (!analysis_.may_fail(e.operands[0]) && weight * static_cast<uint64_t>(size) <= kStraightBudget) {
    for (int64_t v = first; v < first + size; ++v) {
      bindings_[e.binding.value] = constant(v);
      Value* holds = filter();
      result = universal ? b_.CreateAnd(result, holds) : b_.CreateOr(result, holds);
    }
    bindings_[e.binding.value] = outer;
    return result;
  }
  Value* decided = variable(b_.getInt1Ty(), "decided");
  BasicBlock* after = block("after");
  b_.CreateStore(b_.getInt1(!universal), decided);
  for_each(e.domain, weight, 0, [&](const Number& element) {
    bindings_[e.binding.value] = element;
    BasicBlock* next = block("next");
    Value* holds = filter();
    b_.CreateCondBr(holds, universal ? next : after, universal ? after : next);
    b_.SetInsertPoint(next);
  });
  b_.CreateStore(b_.getInt1(universal), decided);
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
  bindings_[e.binding.value] = outer;
  return b_.CreateLoad(b_.getInt1Ty(), decided);
}

Number ValueLowering::aggregated(const Expr& e) {
  const Number outer = bindings_[e.binding.value];
  const bool extreme = e.op == Op::Min || e.op == Op::Max;
  const bool counts = e.op == Op::Count;
  Value* result = variable(i64(), "aggregate");
  Value* any = variable(b_.getInt1Ty(), "any");
  b_.CreateStore(word(e.op == Op::Product ? 1 : 0), result);
  b_.CreateStore(b_.getFalse(), any);
  Interval items{std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min()};
  const uint64_t weight = analysis_.weight(e.operands[0]) + analysis_.weight(e.operands[1]) + 2;
  for_each(e.domain, weight, kStraightBudget, [&](const Number& element) {
    bindings_[e.binding.value] = element;
    if (counts && e.operands[0].valid() && analysis_.speculative(e.operands[0])) {
      Value* one = b_.CreateZExt(truth(e.operands[0]), i64());
      b_.CreateStore(b_.CreateAdd(b_.CreateLoad(i64(), result), one), result);
      return;
    }
    Value* counted = e.operands[0].valid() ? truth(e.operands[0]) : b_.getTrue();
    when(counted, [&] {
      const Number item = counts ? constant(1) : number(e.operands[1]);
      items = items.join(item.range);
      aggregate_item(e, item, result, any);
    });
  });
  bindings_[e.binding.value] = outer;
  if (extreme) require_or_give_up(b_.CreateLoad(b_.getInt1Ty(), any));
  const Interval count{0, program_.domain_size(e.domain)};
  Interval range = counts ? count : items;
  if (e.op == Op::Sum) range = ir::interval_operation(Op::Mul, items.join(Interval::of(0)), count).range;
  if (e.op == Op::Product || range.lo > range.hi) range = Interval{};  // there are no items at all
  return known(b_.CreateLoad(i64(), result), range);
}

Number ValueLowering::collected(const Expr& e) {
  const Number outer = bindings_[e.binding.value];
  const int64_t first = program_.domain_first(e.domain);
  Value* result = variable(i64(), "collected");
  b_.CreateStore(word(0), result);
  const uint64_t weight = analysis_.weight(e.operands[0]) + 3;
  for_each(e.domain, weight, kStraightBudget, [&](const Number& element) {
    bindings_[e.binding.value] = element;
    Value* one = b_.CreateZExt(truth(e.operands[0]), i64());
    Value* bit = b_.CreateShl(one, b_.CreateSub(element.value, word(static_cast<uint64_t>(first))));
    b_.CreateStore(b_.CreateOr(b_.CreateLoad(i64(), result), bit), result);
  });
  bindings_[e.binding.value] = outer;
  return known(b_.CreateLoad(i64(), result), {program_.scalar_lo(e.type), program_.scalar_hi(e.type)});
}

Number ValueLowering::the_one(const Expr& e) {
  const Number outer = bindings_[e.binding.value];
  Value* found = variable(i64(), "found");
  Value* count = variable(i64(), "count");
  b_.CreateStore(word(0), found);
  b_.CreateStore(word(0), count);
  for_each(e.domain, analysis_.weight(e.operands[0]) + 3, kStraightBudget, [&](const Number& element) {
    bindings_[e.binding.value] = element;
    Value* holds = truth(e.operands[0]);
    b_.CreateStore(b_.CreateSelect(holds, element.value, b_.CreateLoad(i64(), found)), found);
    b_.CreateStore(b_.CreateAdd(b_.CreateLoad(i64(), count), b_.CreateZExt(holds, i64())), count);
  });
  bindings_[e.binding.value] = outer;
  require_or_give_up(b_.CreateICmpEQ(b_.CreateLoad(i64(), count), word(1)));
  const int64_t first = program_.domain_first(e.domain);
  return known(b_.CreateLoad(i64(), found), {first, first + program_.domain_size(e.domain) - 1});
}

// At most one round per element, and one that finds nothing new.
Number ValueLowering::fixpoint(const Expr& e) {
  const Number outer = bindings_[e.binding.value];
  const Interval range{program_.scalar_lo(e.type), program_.scalar_hi(e.type)};
  Value* set = variable(i64(), "fixpoint");
  b_.CreateStore(number(e.operands[0]).value, set);
  BasicBlock* loop = block("loop");
  BasicBlock* after = block("after");
  b_.CreateBr(loop);
  b_.SetInsertPoint(loop);
  Value* before = b_.CreateLoad(i64(), set);
  bindings_[e.binding.value] = {before, range};
  Value* joined = b_.CreateOr(before, number(e.operands[1]).value);
  b_.CreateStore(joined, set);
  b_.CreateCondBr(b_.CreateICmpEQ(joined, before), after, loop);
  b_.SetInsertPoint(after);
  bindings_[e.binding.value] = outer;
  return known(b_.CreateLoad(i64(), set), range);
}

void ValueLowering::aggregate_item(const Expr& e, const Number& item, Value* result, Value* any) {
  Value* old = b_.CreateLoad(i64(), result);
  if (e.op == Op::Count) {
    b_.CreateStore(b_.CreateAdd(old, item.value), result);
  } else if (e.op == Op::Sum) {
    // The range of this item says nothing about those already in the sum.
    const Interval any_item = analysis_.range(e.operands[1]).join(Interval::of(0));
    const bool safe = !ir::interval_operation(Op::Mul, any_item, {0, program_.domain_size(e.domain)}).may_fail;
    b_.CreateStore(safe ? b_.CreateAdd(old, item.value) : checked(Op::Add, {old, {}}, item, {}).value, result);
  } else if (e.op == Op::Product) {
    b_.CreateStore(checked(Op::Mul, {old, {}}, item, {}).value, result);
  } else {
    Value* better = e.op == Op::Min ? b_.CreateICmpSLT(item.value, old) : b_.CreateICmpSGT(item.value, old);
    Value* take = b_.CreateOr(better, b_.CreateNot(b_.CreateLoad(b_.getInt1Ty(), any)));
    b_.CreateStore(b_.CreateSelect(take, item.value, old), result);
    b_.CreateStore(b_.getTrue(), any);
  }
}

}  // namespace px::jit
