#include "engine/base/check.h"
#include "engine/jit/function_lowering.h"
#include "engine/jit/generated_code.h"

namespace px::jit {

using ir::Block;
using ir::Statement;
using ir::StatementId;
using Kind = ir::Statement::Kind;

namespace {

constexpr uint64_t kLoopBudget = 128;       // nodes of an unrolled loop
constexpr uint64_t kMaxUnrolledCells = 64;  // in different lanes, copied or cleared one by one

}  // namespace

void StatementLowering::run(const Block& statements) {
  for (StatementId s : statements) run(s);
}

void StatementLowering::run(StatementId id) {
  const Statement& s = program_.statements[id];
  // Code that forks joins again with the outcome at the same place on both sides.
  const bool forks = s.kind == Kind::If || s.kind == Kind::For || s.kind == Kind::While || s.kind == Kind::Either;
  if (forks && analysis_.writes(id)) make_writable();
  switch (s.kind) {
    case Kind::Assign: return run_assign(s);
    case Kind::Copy: return run_copy(s);
    case Kind::Reset: return run_reset(s);
    case Kind::If: return run_if(s);
    case Kind::For:
      return for_each(s.domain, analysis_.weight(s.blocks[0]), kLoopBudget, [&](const Number& element) {
        bindings_[s.binding.value] = element;
        run(s.blocks[0]);
      });
    case Kind::While: return run_while(s);
    case Kind::Let: bindings_[s.binding.value] = number(s.exprs[0]); return run(s.blocks[0]);
    case Kind::Choose: return run_choose(s);
    case Kind::Either: return run_either(s);
    case Kind::Require: {
      BasicBlock* go_on = block("required");
      b_.CreateCondBr(truth(s.exprs[0]), go_on, end_outcome_);
      b_.SetInsertPoint(go_on);
      return;
    }
    case Kind::Assert: return require_or_give_up(truth(s.exprs[0]));
    case Kind::Fail:
    case Kind::Grow: return give_up();
    case Kind::Push:
    case Kind::PushSorted: return run_push(s);
    case Kind::Pop:
    case Kind::RemoveAt: return run_remove(s);
    case Kind::Goto: {
      const Number process = number(s.exprs[0]);
      make_writable();
      return go_to(process, s.location);
    }
    case Kind::Solve: PX_UNREACHABLE("init is interpreted");
    case Kind::Print: return;
  }
}

void StatementLowering::run_assign(const Statement& s) {
  std::vector<Number> values;
  std::vector<Address> places;
  for (ir::ExprId expr : s.exprs) values.push_back(number(expr));
  for (ir::PlaceId place : s.places) places.push_back(address(place));
  for (size_t i = 0; i < places.size(); ++i) {
    const Interval range{program_.scalar_lo(places[i].type), program_.scalar_hi(places[i].type)};
    require_or_give_up(within(values[i], range));
  }
  make_writable();
  for (size_t i = 0; i < places.size(); ++i) write_scalar(places[i], places[i].type, values[i]);
}

// The cells below a variable's own dimensions, which may lie in different lanes; with `split_arrays`, continues down to
// parts that are not arrays, in the same order.
void StatementLowering::for_each_cell(const Address& a, bool split_arrays, std::vector<Cell>& cells) const {
  const ir::Type& type = program_.types[a.type];
  const bool own = a.variable != nullptr && a.dimension < a.variable->strides.size();
  if (type.kind != ir::TypeKind::Array || (!own && !split_arrays)) {
    cells.emplace_back(a, layout_.shape(a.type).bits);
    return;
  }
  const uint64_t stride = own ? a.variable->strides[a.dimension] : layout_.shape(a.type).stride;
  for (uint64_t i = 0; i < program_.domain_size(type.domain); ++i) {
    Address cell = a.at(i * stride);
    cell.type = type.element;
    ++cell.dimension;
    for_each_cell(cell, split_arrays, cells);
  }
}

void StatementLowering::run_copy(const Statement& s) {
  const Address to = address(s.places[0]);
  const Address from = address(s.places[1]);
  make_writable();
  copy_cells(to, from);
}

void StatementLowering::run_reset(const Statement& s) {
  const Address place = address(s.places[0]);
  make_writable();
  clear_cells(place);
}

// The number of separate places in the state that hold the parts of this address.
uint64_t StatementLowering::scattered(const Address& a) const {
  uint64_t places = 1;
  ir::TypeId type = a.type;
  for (size_t d = a.dimension; a.variable != nullptr && d < a.variable->strides.size(); ++d) {
    places *= program_.domain_size(program_.types[type].domain);
    type = program_.types[type].element;
  }
  return places;
}

// The cell of an array at an index known to be in its range.
Address StatementLowering::cell_of(const Address& a, const Number& index) {
  const ir::Type& type = program_.types[a.type];
  const bool own = a.variable != nullptr && a.dimension < a.variable->strides.size();
  Address cell = a;
  add_index(cell, index, type.domain, own ? a.variable->strides[a.dimension] : layout_.shape(a.type).stride);
  cell.type = type.element;
  ++cell.dimension;
  return cell;
}

void StatementLowering::copy_cells(const Address& to, const Address& from) {
  if (std::max(scattered(to), scattered(from)) > kMaxUnrolledCells) {
    return for_each(program_.types[to.type].domain, 1, 0,
                    [&](const Number& index) { copy_cells(cell_of(to, index), cell_of(from, index)); });
  }
  std::vector<Cell> targets;
  std::vector<Cell> sources;
  for_each_cell(to, true, targets);
  for_each_cell(from, true, sources);
  PX_CHECK(targets.size() == sources.size());
  // Copies cells that are adjacent on both sides together.
  for (size_t i = 0; i < targets.size();) {
    uint64_t bits = targets[i].second;
    size_t next = i + 1;
    while (next < targets.size() && targets[next].first.bit == targets[i].first.bit + bits &&
           sources[next].first.bit == sources[i].first.bit + bits) {
      bits += targets[next++].second;
    }
    copy_bits(targets[i].first, sources[i].first, bits);
    i = next;
  }
}

void StatementLowering::clear_cells(const Address& place) {
  if (scattered(place) > kMaxUnrolledCells) {
    return for_each(program_.types[place.type].domain, 1, 0,
                    [&](const Number& index) { clear_cells(cell_of(place, index)); });
  }
  std::vector<Cell> cells;
  for_each_cell(place, false, cells);
  for (size_t i = 0; i < cells.size();) {
    uint64_t bits = cells[i].second;
    size_t next = i + 1;
    while (next < cells.size() && cells[next].first.bit == cells[i].first.bit + bits) bits += cells[next++].second;
    clear_bits(cells[i].first, bits);
    i = next;
  }
}

void StatementLowering::run_if(const Statement& s) {
  Value* condition = truth(s.exprs[0]);
  if (const auto* fixed = llvm::dyn_cast<llvm::ConstantInt>(condition)) return run(s.blocks[fixed->isZero() ? 1 : 0]);
  BasicBlock* then = block("then");
  BasicBlock* otherwise = block("else");
  BasicBlock* after = block("after");
  b_.CreateCondBr(condition, then, otherwise);
  b_.SetInsertPoint(then);
  run(s.blocks[0]);
  b_.CreateBr(after);
  b_.SetInsertPoint(otherwise);
  run(s.blocks[1]);
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
}

void StatementLowering::run_while(const Statement& s) {
  Value* rounds = variable(i64(), "rounds");
  BasicBlock* test = block("while");
  BasicBlock* body = block("body");
  BasicBlock* after = block("after");
  b_.CreateStore(word(0), rounds);
  b_.CreateBr(test);
  b_.SetInsertPoint(test);
  b_.CreateCondBr(truth(s.exprs[0]), body, after);
  b_.SetInsertPoint(body);
  give_up_if_ended();
  Value* round = b_.CreateLoad(i64(), rounds);
  require_or_give_up(b_.CreateICmpULT(round, word(s.limit)));
  b_.CreateStore(b_.CreateAdd(round, word(1)), rounds);
  run(s.blocks[0]);
  b_.CreateBr(test);
  b_.SetInsertPoint(after);
}

// ---- Choice

void StatementLowering::end_outcome() {
  b_.CreateBr(end_outcome_);
  b_.SetInsertPoint(block("unreached"));
}

// The branch that the current outcome takes: the one recorded in the context, or the first if this choice is new.
llvm::Value* StatementLowering::choice(Value* branches) {
  Value* made = b_.CreateLoad(i64(), choices_made_);
  Value* taken = context_item(offsetof(RunContext, choice_taken), made);
  BasicBlock* after = block("chosen");
  BasicBlock* fresh = block("fresh");
  BasicBlock* fits = block("fits");
  b_.CreateCondBr(b_.CreateICmpEQ(made, b_.CreateLoad(i64(), choices_known_)), fresh, after);
  b_.SetInsertPoint(fresh);
  expect_rarely(b_.CreateCondBr(b_.CreateICmpUGE(made, word(kMaxChoices)), give_up_block(), fits));
  b_.SetInsertPoint(fits);
  b_.CreateStore(b_.getInt32(0), taken);
  b_.CreateStore(b_.CreateTrunc(branches, b_.getInt32Ty()), context_item(offsetof(RunContext, choice_count), made));
  b_.CreateStore(b_.CreateAdd(made, word(1)), choices_known_);
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
  b_.CreateStore(b_.CreateAdd(made, word(1)), choices_made_);
  return b_.CreateZExt(b_.CreateLoad(b_.getInt32Ty(), taken), i64());
}

void StatementLowering::run_choose(const Statement& s) {
  const int64_t first = program_.domain_first(s.domain);
  const int64_t size = program_.domain_size(s.domain);
  if (size == 0) return end_outcome();
  if (!s.exprs.empty()) {
    Value* most = word(static_cast<uint64_t>(size));
    Value* wanted = number(s.exprs[0]).value;
    Value* count = b_.CreateSelect(b_.CreateICmpSLT(wanted, most), wanted, most);
    BasicBlock* none = block("nothing_to_choose");
    BasicBlock* some = block("choose");
    b_.CreateCondBr(b_.CreateICmpSLE(count, word(0)), none, some);
    b_.SetInsertPoint(none);
    b_.CreateBr(end_outcome_);
    b_.SetInsertPoint(some);
    Value* element = b_.CreateNSWAdd(choice(count), word(static_cast<uint64_t>(first)));
    bindings_[s.binding.value] = {element, {first, first + size - 1}};
  } else if (size == 1) {
    bindings_[s.binding.value] = constant(first);
  } else {
    Value* element = b_.CreateNSWAdd(choice(word(static_cast<uint64_t>(size))), word(static_cast<uint64_t>(first)));
    bindings_[s.binding.value] = {element, {first, first + size - 1}};
  }
  run(s.blocks[0]);
}

void StatementLowering::run_either(const Statement& s) {
  if (s.blocks.empty()) return end_outcome();
  if (s.blocks.size() == 1) return run(s.blocks[0]);
  BasicBlock* after = block("after");
  llvm::SwitchInst* branches =
      b_.CreateSwitch(choice(word(s.blocks.size())), after, static_cast<unsigned>(s.blocks.size()));
  for (size_t i = 0; i < s.blocks.size(); ++i) {
    BasicBlock* branch = block("either");
    branches->addCase(b_.getInt64(i), branch);
    b_.SetInsertPoint(branch);
    run(s.blocks[i]);
    b_.CreateBr(after);
  }
  b_.SetInsertPoint(after);
}

}  // namespace px::jit
