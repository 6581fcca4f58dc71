// Statements. A block without choice runs straight through; from the first statement with a choice on, the rest of the
// work is a continuation that runs once per outcome.
#include <algorithm>

#include "engine/base/check.h"
#include "engine/interp/evaluator.h"
#include "engine/ir/op_groups.h"

namespace px::interp {

using ir::read_bits;
using ir::Statement;
using ir::StatementId;
using ir::write_bits;
using Kind = ir::Statement::Kind;

namespace {

// The length of a record at a branching point.
class RecordMark {
 public:
  explicit RecordMark(const ActionRecord* record) {
    if (record == nullptr) return;
    printed_ = record->output.size();
    events_ = record->queue_events.size();
  }

  void cut(ActionRecord* record) const {
    if (record == nullptr) return;
    record->output.resize(printed_);
    record->queue_events.resize(events_);
  }

  // The part recorded since.
  ActionRecord after(const ActionRecord& record) const {
    return {{record.output.begin() + static_cast<std::ptrdiff_t>(printed_), record.output.end()},
            {record.queue_events.begin() + static_cast<std::ptrdiff_t>(events_), record.queue_events.end()}};
  }

 private:
  size_t printed_ = 0;
  size_t events_ = 0;
};

void append(const ActionRecord& more, ActionRecord& record) {
  record.output.insert(record.output.end(), more.output.begin(), more.output.end());
  record.queue_events.insert(record.queue_events.end(), more.queue_events.begin(), more.queue_events.end());
}

}  // namespace

void Evaluator::run(const ir::Block& block, const std::function<void()>& done) {
  try {
    run_from(block, 0, done);
  } catch (const RuntimeErrorMet&) {
    // The event has been reported; other outcomes of the same action were handled at their branching points.
  }
}

bool Evaluator::deterministic(StatementId id) const {
  const Statement& s = program_.statements[id];
  if (s.kind == Kind::Choose || s.kind == Kind::Either || s.kind == Kind::Solve) return false;
  for (const ir::Block& block : s.blocks) {
    if (!std::all_of(block.begin(), block.end(), [&](StatementId inner) { return deterministic(inner); })) return false;
  }
  return true;
}

// Returns false when the outcome has ended; with `done` empty the block must be deterministic.
bool Evaluator::run_from(const ir::Block& block, size_t next, const std::function<void()>& done) {
  ask();
  for (; next < block.size(); ++next) {
    if (!deterministic(block[next])) {
      return run_branching(block[next], [&, next] { run_from(block, next + 1, done); });
    }
    if (!run_simple(block[next])) return false;
  }
  if (done) done();
  return true;
}

bool Evaluator::run_simple(StatementId id) {
  const Statement& s = program_.statements[id];
  switch (s.kind) {
    case Kind::Assign: run_assign(s, id); return true;
    case Kind::Copy: run_copy(s); return true;
    case Kind::Reset: run_reset(s); return true;
    case Kind::If: return run_from(s.blocks[eval(s.exprs[0]) ? 0 : 1], 0, {});
    case Kind::For: {
      const int64_t first = program_.domain_first(s.domain);
      for (int64_t v = first; v < first + program_.domain_size(s.domain); ++v) {
        bindings[s.binding.value] = v;
        if (!run_from(s.blocks[0], 0, {})) return false;
      }
      return true;
    }
    case Kind::While:
      for (uint64_t round = 0; eval(s.exprs[0]); ++round) {
        if (round == s.limit) fail(Event::Error::LoopLimit, static_cast<int64_t>(s.limit), {}, {}, id);
        if (!run_from(s.blocks[0], 0, {})) return false;
      }
      return true;
    case Kind::Let: bindings[s.binding.value] = eval(s.exprs[0]); return run_from(s.blocks[0], 0, {});
    case Kind::Require: return eval(s.exprs[0]) != 0;
    case Kind::Assert:
    case Kind::Fail: {
      if (s.kind == Kind::Assert && eval(s.exprs[0])) return true;
      Event event;
      event.statement = id;
      events->push_back(event);
      if (on_event) on_event();
      return s.kind == Kind::Assert;
    }
    case Kind::Grow: {
      Event event;
      event.kind = Event::Kind::Growth;
      event.index = s.mark;
      event.statement = id;
      events->push_back(event);
      if (on_event) on_event();
      return false;
    }
    case Kind::Push:
    case Kind::PushSorted: run_push(s, id); return true;
    case Kind::Pop:
    case Kind::RemoveAt: run_remove(s, id); return true;
    case Kind::Goto: {
      const ir::FamilyId family = program_.locations[s.location].family;
      const int64_t process = eval(s.exprs[0]);
      if (!location_of(family, process).valid()) fail(Event::Error::NoSuchElement, process, s.exprs[0], {}, id);
      set_location(family, process, s.location);
      return true;
    }
    case Kind::Print:
      if (record != nullptr) record->output.push_back(format(s));
      return true;
    case Kind::Choose:
    case Kind::Either:
    case Kind::Solve: PX_UNREACHABLE("statement");
  }
  PX_UNREACHABLE("statement");
}

// Runs each branch on its own copy of the state and bindings.
bool Evaluator::run_branching(StatementId id, const std::function<void()>& done) {
  const Statement& s = program_.statements[id];
  const PackedState before = *state;
  const std::vector<int64_t> bindings_before = bindings;
  const RecordMark recorded(record);
  const auto branch = [&](const ir::Block& block) {
    *state = before;
    recorded.cut(record);
    try {
      run_from(block, 0, done);
    } catch (const RuntimeErrorMet&) {
      // Ends this branch only.
    }
  };
  switch (s.kind) {
    case Kind::Choose: {
      const int64_t first = program_.domain_first(s.domain);
      int64_t size = program_.domain_size(s.domain);
      if (!s.exprs.empty()) size = std::min(size, eval(s.exprs[0]));
      for (int64_t v = first; v < first + size; ++v) {
        bindings = bindings_before;
        bindings[s.binding.value] = v;
        branch(s.blocks[0]);
      }
      return true;
    }
    case Kind::Either:
      for (const ir::Block& block : s.blocks) {
        bindings = bindings_before;
        branch(block);
      }
      return true;
    case Kind::If: run_from(s.blocks[eval(s.exprs[0]) ? 0 : 1], 0, done); return true;
    case Kind::Solve: run_solve(s, done); return true;
    case Kind::For:
    case Kind::While: run_loop(s, id, done); return true;
    case Kind::Let:
      bindings[s.binding.value] = eval(s.exprs[0]);
      run_from(s.blocks[0], 0, done);
      return true;
    case Kind::Assign:
    case Kind::Copy:
    case Kind::Reset:
    case Kind::Require:
    case Kind::Assert:
    case Kind::Fail:
    case Kind::Grow:
    case Kind::Goto:
    case Kind::Print:
    case PX_QUEUE_STATEMENTS: PX_UNREACHABLE("branching statement");
  }
  PX_UNREACHABLE("statement");
}

// Visits the outcomes of the rounds depth first. They wait on a separate stack: running each round within the
// continuation of the one before would exhaust the call stack after some thousand rounds.
void Evaluator::run_loop(const Statement& s, StatementId id, const std::function<void()>& done) {
  struct Outcome {
    PackedState state;
    std::vector<int64_t> bindings;
    ActionRecord recorded;  // during the rounds
    uint64_t rounds;
  };
  const RecordMark before(record);
  std::vector<Outcome> waiting{{*state, bindings, {}, 0}};
  while (!waiting.empty()) {
    const Outcome last = std::move(waiting.back());
    waiting.pop_back();
    *state = last.state;
    bindings = last.bindings;
    before.cut(record);
    if (record != nullptr) append(last.recorded, *record);
    const auto below = static_cast<std::ptrdiff_t>(waiting.size());
    try {
      if (begin_round(s, id, last.rounds)) {
        run_from(s.blocks[0], 0, [&] {
          Outcome next{*state, bindings, {}, last.rounds + 1};
          if (record != nullptr) next.recorded = before.after(*record);
          waiting.push_back(std::move(next));
        });
      } else {
        done();
      }
    } catch (const RuntimeErrorMet&) {
      // Ends this outcome only.
    }
    std::reverse(waiting.begin() + below, waiting.end());
  }
}

// Returns false if the loop has ended.
bool Evaluator::begin_round(const Statement& s, StatementId id, uint64_t round) {
  if (s.kind == Kind::For) {
    bindings[s.binding.value] = program_.domain_first(s.domain) + static_cast<int64_t>(round);
    return round < program_.domain_size(s.domain);
  }
  if (!eval(s.exprs[0])) return false;
  if (round == s.limit) fail(Event::Error::LoopLimit, static_cast<int64_t>(s.limit), {}, {}, id);
  return true;
}

void Evaluator::run_assign(const Statement& s, StatementId id) {
  std::vector<int64_t> values;
  std::vector<Address> places;
  for (ir::ExprId expr : s.exprs) values.push_back(eval(expr));
  for (ir::PlaceId place : s.places) places.push_back(resolve(place));
  for (size_t i = 0; i < places.size(); ++i) {
    const ir::TypeId type = places[i].type_id();
    if (values[i] < program_.scalar_lo(type) || values[i] > program_.scalar_hi(type)) {
      fail(Event::Error::ValueOutOfRange, values[i], s.exprs[i], s.places[i], id);
    }
  }
  for (size_t i = 0; i < places.size(); ++i) {
    places[i].write(state->data(), values[i]);
  }
}

void Evaluator::clear_bits(uint64_t bit, uint64_t count) {
  for (uint64_t done = 0; done < count; done += 64) {
    write_bits(state->data(), bit + done, static_cast<uint32_t>(std::min<uint64_t>(64, count - done)), 0);
  }
}

void Evaluator::move_item(const Address& queue, uint64_t from, uint64_t to) {
  const Address source = queue.item(from);
  const uint64_t target = queue.item(to).bit();
  const uint64_t bits = source.shape().bits;
  for (uint64_t done = 0; done < bits; done += 64) {
    const auto width = static_cast<uint32_t>(std::min<uint64_t>(64, bits - done));
    write_bits(state->data(), target + done, width, read_bits(state->data(), source.bit() + done, width));
  }
}

namespace {

// Calls visit(part) for every part that `splits` does not divide further.
template <class Splits, class Visit>
void for_each_part(const ir::StateCursor& at, const Splits& splits, const Visit& visit) {
  if (!splits(at)) return visit(at);
  for (uint32_t i = 0; i < at.cells(); ++i) for_each_part(at.cell(i), splits, visit);
}

}  // namespace

void Evaluator::run_reset(const Statement& s) {
  for_each_part(
      resolve(s.places[0]), [](const Address& at) { return at.spread(); },
      [&](const Address& at) { clear_bits(at.bit(), at.shape().bits); });
}

void Evaluator::run_copy(const Statement& s) {
  // The same cells in the same order on both sides; sources first, because the two places may overlap. All arrays are
  // split: what is contiguous on one side may be spread on the other.
  struct Cell {
    uint64_t bit;
    uint64_t bits;
  };
  const auto cells = [](const Address& address) {
    std::vector<Cell> found;
    for_each_part(
        address, [](const Address& at) { return at.type().kind == ir::TypeKind::Array; },
        [&](const Address& at) {
          found.push_back({at.bit(), at.shape().bits});
        });
    return found;
  };
  const PackedState before = *state;
  const std::vector<Cell> sources = cells(resolve(s.places[1]));
  const std::vector<Cell> targets = cells(resolve(s.places[0]));
  PX_CHECK(sources.size() == targets.size());
  for (size_t i = 0; i < sources.size(); ++i) {
    for (uint64_t done = 0; done < sources[i].bits; done += 64) {
      const auto width = static_cast<uint32_t>(std::min<uint64_t>(64, sources[i].bits - done));
      write_bits(state->data(), targets[i].bit + done, width, read_bits(before.data(), sources[i].bit + done, width));
    }
  }
}

void Evaluator::run_push(const Statement& s, StatementId id) {
  const Address queue = resolve(s.places[0]);
  std::vector<int64_t> fields;
  for (ir::ExprId expr : s.exprs) fields.push_back(eval(expr));
  const ir::Type& record = program_.types[queue.type().element];
  const auto length = static_cast<uint64_t>(queue.read(state->data()));
  if (length == queue.type().capacity) fail(Event::Error::QueueFull, static_cast<int64_t>(length), {}, s.places[0], id);
  for (size_t f = 0; f < fields.size(); ++f) {
    const ir::TypeId field = record.fields[f].type;
    if (fields[f] < program_.scalar_lo(field) || fields[f] > program_.scalar_hi(field)) {
      fail(Event::Error::ValueOutOfRange, fields[f], s.exprs[f], s.places[0], id);
    }
  }
  const auto greater = [&](uint64_t position) {
    for (size_t f = 0; f < fields.size(); ++f) {
      const int64_t there = queue.item(position).field(f).read(state->data());
      if (there != fields[f]) return there > fields[f];
    }
    return false;
  };
  uint64_t position = length;
  if (s.kind == Kind::PushSorted) {
    position = 0;
    while (position < length && !greater(position)) ++position;
  }
  record_message(s.places[0], position, true, fields);
  for (uint64_t i = length; i > position; --i) move_item(queue, i - 1, i);
  for (size_t f = 0; f < fields.size(); ++f) queue.item(position).field(f).write(state->data(), fields[f]);
  queue.write(state->data(), static_cast<int64_t>(length) + 1);
}

// Call before the queue changes: indices of the place may depend on it.
void Evaluator::record_message(ir::PlaceId id, uint64_t position, bool sent, const std::vector<int64_t>& fields) {
  if (record == nullptr) return;
  QueueEvent event{sent, id, {}, position, fields};
  for (ir::PlaceId at = id; at.valid(); at = program_.places[at].parent) {
    if (program_.places[at].kind == ir::Place::Kind::Index) event.indices.push_back(eval(program_.places[at].index));
  }
  std::reverse(event.indices.begin(), event.indices.end());
  record->queue_events.push_back(std::move(event));
}

void Evaluator::run_remove(const Statement& s, StatementId id) {
  const Address queue = resolve(s.places[0]);
  const int64_t position = s.kind == Kind::Pop ? 0 : eval(s.exprs[0]);
  const auto length = static_cast<uint64_t>(queue.read(state->data()));
  if (s.kind == Kind::Pop && length == 0) fail(Event::Error::QueueEmpty, 0, {}, s.places[0], id);
  if (position < 0 || position >= static_cast<int64_t>(length)) {
    fail(Event::Error::NoSuchElement, position, s.exprs[0], s.places[0], id);
  }
  std::vector<int64_t> fields;
  const Address removed = queue.item(static_cast<uint64_t>(position));
  for (size_t f = 0; record != nullptr && f < removed.type().fields.size(); ++f) {
    fields.push_back(removed.field(f).read(state->data()));
  }
  record_message(s.places[0], static_cast<uint64_t>(position), false, fields);
  for (uint64_t i = static_cast<uint64_t>(position) + 1; i < length; ++i) move_item(queue, i, i - 1);
  const Address last = queue.item(length - 1);
  clear_bits(last.bit(), last.shape().bits);
  queue.write(state->data(), static_cast<int64_t>(length) - 1);
}

// printf conversions of Promela: %d %u %x %o %c %e (the name of an element), %%, and %w (a value of Externals);
// anything else is printed unchanged.
std::string Evaluator::format(const Statement& s) {
  std::string text;
  size_t argument = 0;
  for (size_t i = 0; i < s.text.size(); ++i) {
    if (s.text[i] != '%' || i + 1 == s.text.size()) {
      text += s.text[i];
      continue;
    }
    const char conversion = s.text[++i];
    if (conversion == '%') {
      text += '%';
      continue;
    }
    if (argument == s.exprs.size()) {
      text += {'%', conversion};
      continue;
    }
    const ir::ExprId expr = s.exprs[argument++];
    const int64_t v = eval(expr);
    char buffer[32];
    switch (conversion) {
      case 'c': text += static_cast<char>(v); break;
      case 'x': std::snprintf(buffer, sizeof buffer, "%llx", static_cast<long long>(v)), text += buffer; break;
      case 'o': std::snprintf(buffer, sizeof buffer, "%llo", static_cast<long long>(v)), text += buffer; break;
      case 'w': text += program_.externals->value_text(v); break;
      case 'e': text += program_.value_text(program_.exprs[expr].type, v); break;
      default: text += std::to_string(v);
    }
  }
  return text;
}

}  // namespace px::interp
