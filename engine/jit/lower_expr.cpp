// Values: every expression becomes a 64-bit number with what is known of its range; conditions become single bits.
// Checks are emitted only where the ranges do not exclude the error.
#include "engine/base/check.h"
#include "engine/ir/op_groups.h"
#include "engine/jit/function_lowering.h"
#include "engine/jit/generated_code.h"

namespace px::jit {

using ir::Expr;
using ir::ExprId;
using ir::Op;

Number CodeEmitter::known(Value* value, Interval range) {
  if (range.lo == range.hi) return constant(range.lo);
  if (const auto* fixed = llvm::dyn_cast<llvm::ConstantInt>(value)) return constant(fixed->getSExtValue());
  return {value, range};
}

Number ValueLowering::from_truth(Value* truth) {
  return known(b_.CreateZExt(truth, i64()), {0, 1});
}

// ---- Numbers

Number ValueLowering::number(ExprId id) {
  const Expr& e = program_.exprs[id];
  switch (e.op) {
    case Op::Const: return constant(e.value);
    case Op::Binding: return bindings_[e.binding.value];
    case Op::Read: return read_scalar(state_, address(e.place), program_.places[e.place].type);
    case Op::QueueLength: {
      const Address queue = address(e.place);
      Value* length = read_bits(state_, queue, layout_.shape(queue.type).code.width);
      return known(length, {0, program_.types[queue.type].capacity});
    }
    case Op::If: return conditional(e);
    case Op::Wrap: return wrapped(number(e.operands[0]), {program_.scalar_lo(e.type), program_.scalar_hi(e.type)});
    case Op::LocationIndex: return location_number(e);
    case Op::IndexOf: return number(e.operands[0]);
    case Op::ElementAt: {
      const Number index = number(e.operands[0]);
      const Interval range{program_.scalar_lo(e.type), program_.scalar_hi(e.type)};
      require_or_give_up(within(index, range));
      return known(index.value, range);
    }
    case Op::SetOf: return set_of(e);
    case Op::Let: {
      const Number outer = bindings_[e.binding.value];
      bindings_[e.binding.value] = number(e.operands[0]);
      const Number result = number(e.operands[1]);
      bindings_[e.binding.value] = outer;
      return result;
    }
    case Op::Fix: return fixpoint(e);
    case Op::Collect: return collected(e);
    case Op::The: return the_one(e);
    case Op::Check: require_or_give_up(truth(e.operands[0])); return number(e.operands[1]);
    case Op::Count:
    case Op::Sum:
    case Op::Product:
    case Op::Min:
    case Op::Max: return aggregated(e);
    case Op::Call: return called(e);
    case Op::SeqLength:
    case Op::SeqAt:
    case Op::SeqAppend:
    case Op::SeqPrepend:
    case Op::SeqTail:
    case Op::SeqFront:
    case Op::SeqConcat: return of_sequence(e);
    case PX_ARITHMETIC_OPS: return arithmetic(e);
    case PX_TOTAL_NUMBER_OPS:
    case Op::Union:
    case Op::Intersect:
    case Op::Difference:
    case Op::Card: return total(e);
    case PX_LOGIC_OPS:
    case PX_COMPARISON_OPS:
    case PX_TRUTH_QUANTIFIER_OPS:
    case Op::Timeout:
    case Op::Member:
    case Op::Subset:
    case Op::At:
    case Op::CanMove: return from_truth(truth(id));
    case Op::With: break;  // a list of arguments is not a value
  }
  PX_UNREACHABLE("expression");
}

// Passes the arguments in an array in the function's frame.
Number ValueLowering::called(const Expr& e) {
  const std::vector<ExprId> arguments = program_.call_arguments(e);
  std::vector<Value*> values;
  for (const ExprId argument : arguments) {
    const bool truth_value = program_.types[program_.exprs[argument].type].kind == ir::TypeKind::Bool;
    values.push_back(truth_value ? b_.CreateZExt(truth(argument), i64()) : number(argument).value);
  }
  Value* array = variable(llvm::ArrayType::get(i64(), std::max<size_t>(1, values.size())), "arguments");
  for (size_t i = 0; i < values.size(); ++i) b_.CreateStore(values[i], b_.CreateConstInBoundsGEP1_64(i64(), array, i));
  Value* result = variable(i64(), "result");
  Value* function = b_.getInt32(static_cast<uint32_t>(e.value));
  require_or_give_up(b_.CreateCall(m_.call, {context_, function, array, word(values.size()), result}));
  return {b_.CreateLoad(i64(), result), {program_.scalar_lo(e.type), program_.scalar_hi(e.type)}};
}

// The runtime handles interned sequences; errors of the model give up there.
Number ValueLowering::of_sequence(const Expr& e) {
  const Number a = number(e.operands[0]);
  const Number b = e.operands[1].valid() ? number(e.operands[1]) : constant(0);
  Value* result = variable(i64(), "sequence");
  Value* op = b_.getInt32(static_cast<uint32_t>(e.op));
  require_or_give_up(b_.CreateCall(m_.sequence, {context_, op, a.value, b.value, result}));
  return {b_.CreateLoad(i64(), result), sequence_result(e)};
}

Interval ValueLowering::sequence_result(const Expr& e) const {
  if (e.op == Op::SeqLength) return {0, std::numeric_limits<int64_t>::max()};
  return {program_.scalar_lo(e.type), program_.scalar_hi(e.type)};
}

Number ValueLowering::arithmetic(const Expr& e) {
  const Number a = number(e.operands[0]);
  const Number b = e.operands[1].valid() ? number(e.operands[1]) : constant(0);
  const Interval range = ir::interval_operation(e.op, a.range, b.range).range;
  switch (e.op) {
    case Op::Neg: return checked(Op::Sub, constant(0), a, range);
    case Op::Add:
    case Op::Sub:
    case Op::Mul: return checked(e.op, a, b, range);
    case Op::Div:
    case Op::Mod: return divided(e.op, a, b, range);
    case Op::Shl: require_or_give_up(within(b, {0, 63})); return known(b_.CreateShl(a.value, b.value), range);
    case Op::Shr: require_or_give_up(within(b, {0, 63})); return known(b_.CreateAShr(a.value, b.value), range);
    case PX_TOTAL_NUMBER_OPS:
    case Op::If:
    case Op::Wrap:
    case Op::Check:
    case PX_LEAF_OPS:
    case PX_LOGIC_OPS:
    case PX_COMPARISON_OPS:
    case PX_QUANTIFIER_OPS:
    case PX_NAMING_OPS:
    case PX_SET_OPS:
    case PX_CONTROL_OPS:
    case PX_CONVERSION_OPS:
    case PX_SEQUENCE_OPS:
    case PX_CALL_OPS: break;
  }
  PX_UNREACHABLE("arithmetic");
}

// Of numbers, or of sets as masks: never an error.
Number ValueLowering::total(const Expr& e) {
  const Number a = number(e.operands[0]);
  const Number b = e.operands[1].valid() ? number(e.operands[1]) : constant(0);
  const Interval range = ir::interval_operation(e.op, a.range, b.range).range;
  switch (e.op) {
    case Op::BitNot: return known(b_.CreateNot(a.value), range);
    case Op::BitAnd:
    case Op::Intersect: return known(b_.CreateAnd(a.value, b.value), range);
    case Op::BitOr:
    case Op::Union: return known(b_.CreateOr(a.value, b.value), range);
    case Op::BitXor: return known(b_.CreateXor(a.value, b.value), range);
    case Op::Difference: return known(b_.CreateAnd(a.value, b_.CreateNot(b.value)), range);
    case Op::Lesser: return known(b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, a.value, b.value), range);
    case Op::Greater: return known(b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, a.value, b.value), range);
    case Op::Card: return known(b_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, a.value), range);
    case Op::SetOf:
    case Op::Member:
    case Op::Subset:
    case PX_ARITHMETIC_OPS:
    case Op::If:
    case Op::Wrap:
    case Op::Check:
    case PX_LEAF_OPS:
    case PX_LOGIC_OPS:
    case PX_COMPARISON_OPS:
    case PX_QUANTIFIER_OPS:
    case PX_NAMING_OPS:
    case PX_CONTROL_OPS:
    case PX_CONVERSION_OPS:
    case PX_SEQUENCE_OPS:
    case PX_CALL_OPS: break;
  }
  PX_UNREACHABLE("total operation");
}

Number ValueLowering::checked(Op op, const Number& a, const Number& b, Interval range) {
  const bool safe = !ir::interval_operation(op, a.range, b.range).may_fail;
  if (op == Op::Add && safe) return known(b_.CreateNSWAdd(a.value, b.value), range);
  if (op == Op::Sub && safe) return known(b_.CreateNSWSub(a.value, b.value), range);
  if (op == Op::Mul && safe) return known(b_.CreateNSWMul(a.value, b.value), range);
  const auto intrinsic = op == Op::Add   ? llvm::Intrinsic::sadd_with_overflow
                         : op == Op::Sub ? llvm::Intrinsic::ssub_with_overflow
                                         : llvm::Intrinsic::smul_with_overflow;
  Value* pair = b_.CreateBinaryIntrinsic(intrinsic, a.value, b.value);
  require_or_give_up(b_.CreateNot(b_.CreateExtractValue(pair, 1)));
  return known(b_.CreateExtractValue(pair, 0), range);
}

Number ValueLowering::divided(Op op, const Number& a, const Number& b, Interval range) {
  if (b.range.contains(0)) require_or_give_up(b_.CreateICmpNE(b.value, word(0)));
  if (b.range == Interval::of(0)) return constant(0);  // unreachable
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  if (a.range.lo == kMin && b.range.contains(-1)) {
    Value* minus_one = b_.CreateICmpEQ(b.value, word(~uint64_t{0}));
    Value* least = b_.CreateICmpEQ(a.value, word(static_cast<uint64_t>(kMin)));
    require_or_give_up(b_.CreateNot(b_.CreateAnd(minus_one, least)));
  }
  if (a.range.lo >= 0 && b.range.lo >= 0) {
    const bool narrow = a.range.hi <= INT32_MAX && b.range.hi <= INT32_MAX;  // 32-bit division is much faster
    llvm::Type* type = narrow ? b_.getInt32Ty() : i64();
    Value* x = b_.CreateTrunc(a.value, type);
    Value* y = b_.CreateTrunc(b.value, type);
    Value* result = op == Op::Div ? b_.CreateUDiv(x, y) : b_.CreateURem(x, y);
    return known(b_.CreateZExt(result, i64()), range);
  }
  return known(op == Op::Div ? b_.CreateSDiv(a.value, b.value) : b_.CreateSRem(a.value, b.value), range);
}

Number ValueLowering::wrapped(const Number& a, Interval type) {
  if (a.range.within(type)) return a;
  const uint64_t lo = static_cast<uint64_t>(type.lo);
  const uint64_t size_minus_1 = static_cast<uint64_t>(type.hi) - lo;
  Value* offset = b_.CreateAnd(b_.CreateSub(a.value, word(lo)), word(size_minus_1));
  return known(b_.CreateAdd(offset, word(lo)), type);
}

Number ValueLowering::set_of(const Expr& e) {
  const ir::Domain& domain = program_.types[e.type].domain;
  const int64_t first = program_.domain_first(domain);
  const int64_t size = program_.domain_size(domain);
  const Number element = number(e.operands[0]);
  require_or_give_up(within(element, {first, first + size - 1}));
  if (size == 0) return constant(0);  // unreachable
  Value* index = b_.CreateSub(element.value, word(static_cast<uint64_t>(first)));
  return known(b_.CreateShl(word(1), index), ir::interval_of_singleton(size));
}

Number ValueLowering::conditional(const Expr& e) {
  Value* condition = truth(e.operands[0]);
  if (const auto* fixed = llvm::dyn_cast<llvm::ConstantInt>(condition)) {
    return number(e.operands[fixed->isZero() ? 2 : 1]);
  }
  if (analysis_.speculative(e.operands[1]) && analysis_.speculative(e.operands[2])) {
    const Number yes = number(e.operands[1]);
    const Number no = number(e.operands[2]);
    return known(b_.CreateSelect(condition, yes.value, no.value), yes.range.join(no.range));
  }
  Value* result = variable(i64(), "chosen");
  BasicBlock* then = block("then");
  BasicBlock* otherwise = block("else");
  BasicBlock* after = block("after");
  b_.CreateCondBr(condition, then, otherwise);
  Interval range;
  for (const bool first : {true, false}) {
    b_.SetInsertPoint(first ? then : otherwise);
    const Number side = number(e.operands[first ? 1 : 2]);
    range = first ? side.range : range.join(side.range);
    b_.CreateStore(side.value, result);
    b_.CreateBr(after);
  }
  b_.SetInsertPoint(after);
  return known(b_.CreateLoad(i64(), result), range);
}

// ---- Conditions

llvm::Value* ValueLowering::truth(ExprId id) {
  const Expr& e = program_.exprs[id];
  switch (e.op) {
    case Op::Timeout:
      return b_.CreateICmpNE(b_.CreateLoad(i64(), context_field(offsetof(RunContext, timeout))), word(0));
    case Op::Not: return b_.CreateNot(truth(e.operands[0]));
    case Op::And:
    case Op::Or: return junction(e);
    case Op::Eq:
    case Op::Ne:
    case Op::Lt:
    case Op::Le:
    case Op::Gt:
    case Op::Ge: return compared(e);
    case Op::Forall:
    case Op::Exists: return quantified(e);
    case Op::Member: return member(e);
    case Op::Subset: {
      const Number a = number(e.operands[0]);
      const Number b = number(e.operands[1]);
      return b_.CreateICmpEQ(b_.CreateAnd(a.value, b_.CreateNot(b.value)), word(0));
    }
    case Op::At: return stands_at(number(e.operands[0]), e.location);
    case Op::CanMove: return can_move(e);
    case Op::Const:
    case Op::Binding:
    case Op::Read:
    case Op::Wrap:
    case Op::If:
    case Op::Check:
    case Op::QueueLength:
    case Op::SetOf:
    case Op::Union:
    case Op::Intersect:
    case Op::Difference:
    case Op::Card:
    case Op::LocationIndex:
    case PX_ARITHMETIC_OPS:
    case PX_TOTAL_NUMBER_OPS:
    case PX_VALUE_QUANTIFIER_OPS:
    case PX_NAMING_OPS:
    case PX_CONVERSION_OPS:
    case PX_SEQUENCE_OPS:
    case PX_CALL_OPS: return b_.CreateICmpNE(number(id).value, word(0));
  }
  PX_UNREACHABLE("operation");
}

// Whether the number is in the range; decided at compile time if its known range allows.
llvm::Value* CodeEmitter::within(const Number& a, Interval range) {
  if (a.range.within(range)) return b_.getTrue();
  if (range.lo > range.hi || a.range.hi < range.lo || a.range.lo > range.hi) return b_.getFalse();
  const uint64_t lo = static_cast<uint64_t>(range.lo);
  return b_.CreateICmpULE(b_.CreateSub(a.value, word(lo)), word(static_cast<uint64_t>(range.hi) - lo));
}

llvm::Value* ValueLowering::compared(const Expr& e) {
  const Number a = number(e.operands[0]);
  const Number b = number(e.operands[1]);
  const bool apart = a.range.hi < b.range.lo || b.range.hi < a.range.lo;
  const bool below = a.range.hi < b.range.lo;
  if (e.op == Op::Eq) return apart ? b_.getFalse() : b_.CreateICmpEQ(a.value, b.value);
  if (e.op == Op::Ne) return apart ? b_.getTrue() : b_.CreateICmpNE(a.value, b.value);
  if (e.op == Op::Lt) return below ? b_.getTrue() : b_.CreateICmpSLT(a.value, b.value);
  if (e.op == Op::Le) return a.range.hi <= b.range.lo ? b_.getTrue() : b_.CreateICmpSLE(a.value, b.value);
  if (e.op == Op::Gt) return b.range.hi < a.range.lo ? b_.getTrue() : b_.CreateICmpSGT(a.value, b.value);
  PX_DCHECK(e.op == Op::Ge);
  return b.range.hi <= a.range.lo ? b_.getTrue() : b_.CreateICmpSGE(a.value, b.value);
}

llvm::Value* ValueLowering::member(const Expr& e) {
  const ir::Domain& domain = program_.types[program_.exprs[e.operands[1]].type].domain;
  const int64_t first = program_.domain_first(domain);
  const Number element = number(e.operands[0]);
  const Number set = number(e.operands[1]);
  Value* inside = within(element, {first, first + static_cast<int64_t>(program_.domain_size(domain)) - 1});
  Value* index = b_.CreateSub(element.value, word(static_cast<uint64_t>(first)));
  // Outside, the shift by a masked distance yields some bit that is ignored.
  Value* bit = b_.CreateTrunc(b_.CreateLShr(set.value, b_.CreateAnd(index, word(63))), b_.getInt1Ty());
  return b_.CreateAnd(inside, bit);
}

// The second operand is evaluated only if it matters, unless evaluating it needlessly is cheaper than a branch.
llvm::Value* ValueLowering::junction(const Expr& e) {
  const bool conjunction = e.op == Op::And;
  Value* first = truth(e.operands[0]);
  if (const auto* fixed = llvm::dyn_cast<llvm::ConstantInt>(first)) {
    return fixed->isZero() == conjunction ? first : truth(e.operands[1]);
  }
  if (analysis_.speculative(e.operands[1])) {
    Value* second = truth(e.operands[1]);
    return conjunction ? b_.CreateAnd(first, second) : b_.CreateOr(first, second);
  }
  BasicBlock* from = b_.GetInsertBlock();
  BasicBlock* more = block("more");
  BasicBlock* after = block("after");
  b_.CreateCondBr(first, conjunction ? more : after, conjunction ? after : more);
  b_.SetInsertPoint(more);
  Value* second = truth(e.operands[1]);
  BasicBlock* end = b_.GetInsertBlock();
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
  llvm::PHINode* result = b_.CreatePHI(b_.getInt1Ty(), 2);
  result->addIncoming(b_.getInt1(!conjunction), from);
  result->addIncoming(second, end);
  return result;
}

}  // namespace px::jit
