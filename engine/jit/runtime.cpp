// The loop around generated code.
//
// Generated code writes successors at a cursor in the batch's buffer, which always has spare space; the context's limit
// tells generated code when to ask for more. States that it gives up go to the reference.
//
// Atomic sequences. Generated code follows them itself as far as its calls may nest (lower_sequence.cpp). An outcome at
// which it stops is set aside, and so is every later outcome of the same expansion, so that successors appear in the
// order of the sequences. The outcomes set aside by one expansion form a segment of a stack; the last segment is
// processed first. An outcome without a holder is emitted; one with a holder is expanded by its holder's actions, whose
// outcomes go straight to the batch or, from the first one that has to wait, form a segment on top. The last outcome of
// a segment is expanded with its segment already removed, so a long sequence without branches needs no stack.
//
// A sequence that runs in a cycle is found by Brent's method: it remembers one state of the sequence and replaces it at
// doubling depths; a cycle returns to it. An outcome whose depth does not exceed that of the remembered state does not
// follow it, and is remembered instead. States in a cycle are given up: the reference reports where the cycle closes.
#include "engine/jit/runtime.h"

#include <algorithm>

#include "engine/base/check.h"
#include "engine/ir/op_groups.h"
#include "engine/jit/distinct_rows.h"
#include "engine/model/sequence_table.h"

namespace px::jit {

namespace {

class CompiledGenerator final : public SuccessorGenerator {
 public:
  CompiledGenerator(const CodeInUse& in_use, const TransitionSystem& reference)
      : in_use_(in_use),
        code_(&in_use.get()),
        reference_(reference),
        words_(code_->words),
        held_(words_),
        remembered_(words_) {
    context_.generator = this;
    context_.sequences = reference.sequence_table();
    take_all();
    context_.externals = reference.program().externals.get();
    if (code_->coverage != nullptr) context_.covered = code_->coverage->address(ir::ActionId(0));
  }

  void mark_in(ActionCoverage& coverage) override {
    if (code_->coverage == nullptr) return;
    own_coverage_ = &coverage;
    context_.covered = coverage.address(ir::ActionId(0));
    if (reference_generator_) reference_generator_->mark_in(coverage);
  }

  size_t expand(const uint64_t* states, size_t count, uint32_t enough, SuccessorBatch& out) override {
    code_ = &in_use_.get();
    open(out);
    size_t i = 0;
    while (i < count && (i == 0 || produced_ < enough) && !out.cut_short) {
      if (ended()) {
        out.cut_short = true;
        break;
      }
      expand_one(states + i * words_, static_cast<uint32_t>(i));
      ++i;
    }
    close();
    return i;
  }

  void expand_by(const uint64_t* state, uint32_t source, const Part& part, SuccessorBatch& out) override {
    code_ = &in_use_.get();
    if (!code_->by_process) return reference_generator().expand_by(state, source, part, out);
    open(out);
    context_.part_processes = part.processes->words();
    context_.part_free_actions = part.free_actions->words();
    if (cursor_ > context_.limit) cursor_ = grow(cursor_);
    if (!out.cut_short) {
      uint64_t* next = code_->expand(&context_, state, cursor_);
      if (next != nullptr) cursor_ = next;
      if (next == nullptr || (context_.pending != 0 && !work_off())) {
        give_up(source, [&](SuccessorGenerator& reference) { reference.expand_by(state, source, part, out); });
      } else {
        name_source(source);
      }
    }
    take_all();
    close();
  }

  void check(const uint64_t* states, size_t count, SuccessorBatch& out) override {
    if (!code_->has_invariants) return;
    context_.ended = out.allowance != nullptr ? out.allowance->ended_flag() : &kNever;
    for (size_t i = 0; i < count && !out.cut_short; ++i) {
      const uint64_t* state = states + i * words_;
      if (code_->invariants(&context_, state) == 1) continue;
      const size_t first = out.events.size();
      reference_generator().check(state, 1, out);
      for (size_t e = first; e < out.events.size(); ++e) out.events[e].state = static_cast<uint32_t>(i);
    }
  }

  // For px_jit_grow: the buffer's end is near.
  uint64_t* grow(uint64_t* cursor) {
    const size_t used = static_cast<size_t>(cursor - out_->states.data());
    if (used_up(used * sizeof(uint64_t))) {
      // Generated code cannot be stopped in the middle. The rest of its output overwrites what it has made of this
      // state.
      out_->cut_short = true;
      return out_->states.data() + size_t{produced_} * words_;
    }
    make_room(std::max(kRoom, 2 * (used / words_)));
    return out_->states.data() + used;
  }

  // For px_jit_begin_distinct and px_jit_end_distinct. The buffer may move in between.
  void begin_distinct(const uint64_t* cursor) { distinct_begin_ = static_cast<size_t>(cursor - out_->states.data()); }
  uint64_t* end_distinct(const uint64_t* cursor) {
    const auto end = static_cast<size_t>(cursor - out_->states.data());
    if (end < distinct_begin_) return out_->states.data() + end;  // cut short
    uint64_t* rows = out_->states.data() + distinct_begin_;
    const size_t kept = distinct_rows_.keep_first(rows, (end - distinct_begin_) / words_, words_);
    for (size_t w = 0; w < words_; ++w) {
      const uint64_t stays = ~code_->transient_bits[w];
      if (stays == UINT64_MAX) continue;
      for (size_t row = 0; row < kept; ++row) rows[row * words_ + w] &= stays;
    }
    return rows + kept * words_;
  }

  // For px_jit_set_aside.
  void set_aside(const uint64_t* slot, uint64_t holder) {
    if (context_.pending++ == 0) segments_.push_back({waiting_.size(), waiting_.size()});
    waiting_.push_back(holder);
    waiting_.push_back(depth_ + 1);
    waiting_.insert(waiting_.end(), slot, slot + words_);
  }

 private:
  static constexpr uint8_t kNever = 0;
  static constexpr size_t kRoom = 1024;  // successors; a batch grows beyond this when needed

  // The outcomes set aside by one expansion: items of waiting_ from `next` on, up to the start of the next segment.
  struct Segment {
    size_t begin;
    size_t next;
  };
  size_t item_words() const { return words_ + 2; }

  // ---- The batch's buffer

  void open(SuccessorBatch& out) {
    out_ = &out;
    context_.ended = out.allowance != nullptr ? out.allowance->ended_flag() : &kNever;
    produced_ = out.count();
    make_room(produced_ + kRoom);
    cursor_ = out.states.data() + size_t{produced_} * words_;
  }

  // Makes space for this many states before the limit. Moves the buffer; the caller moves the cursor.
  void make_room(size_t states) {
    const size_t beyond_limit = code_->unchecked + 1;
    if (out_->sources.size() < states + beyond_limit) {
      out_->states.resize((states + beyond_limit) * words_);
      out_->sources.resize(states + beyond_limit);
    }
    context_.limit = out_->states.data() + (out_->sources.size() - beyond_limit) * words_;
  }

  void close() {
    out_->states.resize(size_t{produced_} * words_);
    out_->sources.resize(produced_);
  }

  void emit(const uint64_t* state) {
    std::copy(state, state + words_, cursor_);
    cursor_ += words_;
    if (cursor_ > context_.limit) cursor_ = grow(cursor_);
  }

  bool ended() const { return out_->allowance != nullptr && out_->allowance->ended(); }
  // Whether the allowance refuses twice as many bytes.
  bool used_up(uint64_t bytes) const { return out_->allowance != nullptr && !out_->allowance->grants(2 * bytes); }

  bool produced_any() const { return cursor_ != out_->states.data() + size_t{produced_} * words_; }

  // ---- One state

  void expand_one(const uint64_t* state, uint32_t index) {
    if (cursor_ > context_.limit) [[unlikely]] {
      cursor_ = grow(cursor_);
      if (out_->cut_short) return;  // no space to write to
    }
    uint64_t* next = code_->expand(&context_, state, cursor_);
    if (next == nullptr) [[unlikely]]
      return give_up(state, index);
    cursor_ = next;
    if (context_.pending != 0 && !work_off()) [[unlikely]]
      return give_up(state, index);
    if (!produced_any() && !out_->cut_short && !after_nothing(state, index)) [[unlikely]]
      return;
    name_source(index);
  }

  // Attributes everything written since the last state to this one.
  void name_source(uint32_t index) {
    uint64_t* end = out_->states.data() + size_t{produced_} * words_;
    for (; end != cursor_; end += words_) out_->sources[produced_++] = index;
  }

  void take_all() {
    all_processes_.resize(code_->processes / 64 + 1, UINT64_MAX);
    all_actions_.resize(code_->actions / 64 + 1, UINT64_MAX);
    context_.part_processes = all_processes_.data();
    context_.part_free_actions = all_actions_.data();
  }

  // The second pass, then the deadlock rule. Returns false if the state was given up.
  bool after_nothing(const uint64_t* state, uint32_t index) {
    if (code_->uses_timeout && !second_pass(state)) {
      give_up(state, index);
      return false;
    }
    if (produced_any() || !code_->checks_deadlock) return true;
    const int32_t may_end = code_->may_end(&context_, state);
    if (may_end == 1) return true;
    if (may_end != 0) {
      give_up(state, index);
      return false;
    }
    Event event;
    event.kind = Event::Kind::Deadlock;
    event.state = index;
    out_->events.push_back(event);
    return true;
  }

  bool second_pass(const uint64_t* state) {
    context_.timeout = 1;
    uint64_t* next = code_->expand(&context_, state, cursor_);
    context_.timeout = 0;
    if (next == nullptr) return false;
    cursor_ = next;
    return context_.pending == 0 || work_off();
  }

  // Drops the results for the state and lets the reference expand it.
  void give_up(const uint64_t* state, uint32_t index) {
    give_up(index, [&](SuccessorGenerator& reference) { reference.expand(state, 1, UINT32_MAX, *out_); });
  }
  template <class Work>
  void give_up(uint32_t index, const Work& work) {
    waiting_.clear();
    segments_.clear();
    context_.pending = context_.nested = context_.choices = 0;
    context_.timeout = context_.only_first = context_.taken = 0;
    depth_ = 0;
    const size_t first_event = out_->events.size();
    const uint32_t first = produced_;
    close();
    work(reference_generator());
    for (uint32_t i = first; i < out_->count(); ++i) out_->sources[i] = index;
    for (size_t e = first_event; e < out_->events.size(); ++e) out_->events[e].state = index;
    SuccessorBatch& out = *out_;
    open(out);
  }

  SuccessorGenerator& reference_generator() {
    if (!reference_generator_) {
      reference_generator_ = reference_.make_generator();
      if (own_coverage_ != nullptr) reference_generator_->mark_in(*own_coverage_);
    }
    return *reference_generator_;
  }

  // ---- Atomic sequences

  // Expands all waiting outcomes. Returns false to give up.
  bool work_off() {
    context_.pending = 0;
    remembered_depth_ = 0;
    while (!segments_.empty()) {
      if (used_up(waiting_.size() * sizeof(uint64_t)) || ended()) {
        waiting_.clear();
        segments_.clear();
        out_->cut_short = true;
        break;
      }
      Segment& top = segments_.back();
      const uint64_t* item = waiting_.data() + top.next;
      const uint64_t holder = item[0];
      depth_ = item[1];
      std::copy(item + 2, item + item_words(), held_.data());
      top.next += item_words();
      if (top.next == waiting_.size()) {
        waiting_.resize(top.begin);
        segments_.pop_back();
      }
      if (holder == 0) {
        emit(held_.data());
      } else if (!expand_held(holder)) {
        return false;
      }
    }
    depth_ = 0;
    return true;
  }

  bool expand_held(uint64_t holder) {
    if (comes_back(holder)) return false;
    const ElementFunction function = code_->process[holder_family(holder)];
    const ptrdiff_t before = cursor_ - out_->states.data();
    if (function != nullptr) {
      if (cursor_ > context_.limit) cursor_ = grow(cursor_);
      context_.only_first = holder_deterministic(holder);
      uint64_t* next = function(&context_, held_.data(), cursor_, static_cast<int32_t>(holder_element(holder)));
      context_.only_first = context_.taken = 0;
      if (next == nullptr) return false;
      cursor_ = next;
    }
    const bool moved = context_.pending != 0 || cursor_ - out_->states.data() != before;
    context_.pending = 0;
    if (moved) return true;
    if (holder_deterministic(holder)) return false;
    emit(held_.data());
    return true;
  }

  bool comes_back(uint64_t holder) {
    if (remembered_depth_ != 0 && depth_ > remembered_depth_) {
      if (holder == remembered_holder_ && held_ == remembered_) return true;
      if (depth_ < 2 * remembered_depth_) return false;
    }
    remembered_depth_ = depth_;
    remembered_holder_ = holder;
    remembered_ = held_;
    return false;
  }

  const CodeInUse& in_use_;
  const GeneratedCode* code_;
  const TransitionSystem& reference_;
  std::unique_ptr<SuccessorGenerator> reference_generator_;
  ActionCoverage* own_coverage_ = nullptr;  // null: use that of the system
  const size_t words_;
  RunContext context_;
  SuccessorBatch* out_ = nullptr;
  uint32_t produced_ = 0;       // successors in the batch that have their source
  uint64_t* cursor_ = nullptr;  // after the last state in the batch's buffer
  size_t distinct_begin_ = 0;   // where the outcomes of the current distinct action begin in the batch's buffer
  std::vector<uint64_t> all_processes_, all_actions_;
  DistinctRows distinct_rows_;
  RawVector<uint64_t> waiting_;  // items: holder, depth, state
  std::vector<Segment> segments_;
  std::vector<uint64_t> held_;  // the state being expanded by its holder
  uint64_t depth_ = 0;          // the number of actions taken by the current sequence
  std::vector<uint64_t> remembered_;
  uint64_t remembered_holder_ = 0;
  uint64_t remembered_depth_ = 0;
};

}  // namespace

std::unique_ptr<SuccessorGenerator> make_generator(const CodeInUse& code, const TransitionSystem& reference) {
  return std::make_unique<CompiledGenerator>(code, reference);
}

extern "C" uint64_t* px_jit_grow(RunContext* context, uint64_t* cursor) {
  return static_cast<CompiledGenerator*>(context->generator)->grow(cursor);
}

extern "C" void px_jit_begin_distinct(RunContext* context, const uint64_t* cursor) {
  static_cast<CompiledGenerator*>(context->generator)->begin_distinct(cursor);
}

extern "C" uint64_t* px_jit_end_distinct(RunContext* context, uint64_t* cursor) {
  return static_cast<CompiledGenerator*>(context->generator)->end_distinct(cursor);
}

extern "C" bool px_jit_sequence(RunContext* context, uint32_t op, int64_t a, int64_t b, int64_t* result) {
  auto& table = *static_cast<SequenceTable*>(context->sequences);
  const auto first = static_cast<SequenceTable::Handle>(a);
  const auto second = static_cast<SequenceTable::Handle>(b);
  const auto give = [&](const auto& value) {
    if (value) *result = static_cast<int64_t>(*value);
    return value.has_value();
  };
  switch (static_cast<ir::Op>(op)) {
    case ir::Op::SeqLength: *result = static_cast<int64_t>(table.length(first)); return true;
    case ir::Op::SeqAt: return give(table.at(first, b));
    case ir::Op::SeqAppend: return give(table.append(first, b));
    case ir::Op::SeqPrepend: return give(table.prepend(a, second));
    case ir::Op::SeqConcat: return give(table.concat(first, second));
    case ir::Op::SeqTail: return first != SequenceTable::kEmpty && give(table.tail(first));
    case ir::Op::SeqFront: return first != SequenceTable::kEmpty && give(table.front(first));
    case ir::Op::Wrap:
    case ir::Op::If:
    case ir::Op::Check:
    case PX_LEAF_OPS:
    case PX_ARITHMETIC_OPS:
    case PX_TOTAL_NUMBER_OPS:
    case PX_LOGIC_OPS:
    case PX_COMPARISON_OPS:
    case PX_QUANTIFIER_OPS:
    case PX_NAMING_OPS:
    case PX_SET_OPS:
    case PX_CONTROL_OPS:
    case PX_CONVERSION_OPS:
    case PX_CALL_OPS: return false;
  }
  PX_UNREACHABLE("operation");
}

extern "C" bool px_jit_call(RunContext* context, uint32_t function, const int64_t* arguments, uint64_t count,
                            int64_t* result) {
  return static_cast<const ir::Externals*>(context->externals)->call(function, {arguments, count}, *result);
}

extern "C" void px_jit_set_aside(RunContext* context, const uint64_t* slot, uint64_t holder) {
  static_cast<CompiledGenerator*>(context->generator)->set_aside(slot, holder);
}

}  // namespace px::jit
