// Terms during evaluation: the arena for records, the frames of variables, and the limits of an evaluation. The
// evaluator is a chain of classes: Terms, TermText, TermNumbers, TermOrder, Evaluator. Each knows only those before it.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "frontends/mcrl2/builtin.h"
#include "frontends/mcrl2/machine.h"

namespace px::mcrl2 {

class Terms {
 public:
  // Clears the arena and restarts the count of steps.
  void start();
  // The interned record equal to the term.
  Word intern(Word w);
  Word* frame(size_t slots) {
    if (top_ + slots > stack_.size()) give_up("needs too deep a recursion");
    Word* const at = stack_.data() + top_;
    top_ += slots;
    return at;
  }
  void drop(size_t slots) { top_ -= slots; }

  // Records.
  const int64_t* record(Word w) const {
    if ((w & 2) == 0) return reinterpret_cast<const int64_t*>(w);
    return m_.table().items(static_cast<SequenceTable::Handle>(w >> 2)).data();
  }
  size_t length(Word w) const { return static_cast<size_t>(record(w)[-1]); }
  Word head(Word w) const { return static_cast<Word>(record(w)[0]); }
  Tag tag(Word w) const { return static_cast<Tag>(head(w) & 0xFF); }
  uint32_t number(Word w) const { return static_cast<uint32_t>(head(w) >> 8); }
  Word part(Word w, size_t i) const { return static_cast<Word>(record(w)[i + 1]); }
  size_t parts(Word w) const { return length(w) - 1; }
  bool has_tag(Word w, Tag t) const { return is_record(w) && tag(w) == t; }

  Word make(Word head, const Word* parts, size_t count) {
    int64_t* const at = arena_.allocate(count + 1);
    at[0] = static_cast<int64_t>(head);
    for (size_t i = 0; i < count; ++i) at[i + 1] = static_cast<int64_t>(parts[i]);
    return reinterpret_cast<Word>(at);
  }
  Word make(Word head, std::initializer_list<Word> parts) { return make(head, parts.begin(), parts.size()); }
  Word make(Word head, const std::vector<Word>& parts) { return make(head, parts.data(), parts.size()); }

 protected:
  explicit Terms(const Machine& machine) : m_(machine) {}

  // Checks the use of the stack.
  class Deeper {
   public:
    explicit Deeper(Terms& t) {
      const char here = 0;
      const auto used = t.stack_base_ > &here ? t.stack_base_ - &here : &here - t.stack_base_;
      if (static_cast<size_t>(used) > kMaxStack) t.give_up("needs too deep a recursion");
    }
  };

  // An operation that is not defined for its arguments.
  Word stuck(Builtin op, const Word* arguments, size_t count) {
    return make(head_of(Tag::Builtin, static_cast<uint64_t>(op)), arguments, count);
  }

  uint32_t symbol_of(Word w) const { return is_bare_symbol(w) ? bare_symbol(w) : number(w); }
  bool is_constructor(Word w) const {
    if (is_bare_symbol(w)) return m_.spec().symbols[SymbolId(bare_symbol(w))].kind == Symbol::Kind::Constructor;
    return has_tag(w, Tag::Symbol) && m_.spec().symbols[SymbolId(number(w))].kind == Symbol::Kind::Constructor;
  }
  bool is_undecided(Word w) const;
  bool is_number(Word w) const {
    return is_small(w) || (is_record(w) && (tag(w) == Tag::BigInt || tag(w) == Tag::Rational));
  }

  // Steps counted here and checked at the next step().
  void add_steps(uint64_t steps) { steps_ += steps; }
  void step() {
    if (++steps_ > kMaxSteps) {
      give_up("does not end within " + std::to_string(kMaxSteps / 1'000'000) + " million steps");
    }
    if (arena_.words() > kMaxArenaWords) give_up("needs too much memory");
  }
  [[noreturn]] void give_up(const std::string& why);

  const Machine& m_;
  const Rule* rule_ = nullptr;    // the last one used, for messages
  uint32_t symbol_ = UINT32_MAX;  // the symbol that it belongs to

 private:
  static constexpr uint64_t kMaxSteps = 30'000'000;
  static constexpr size_t kMaxArenaWords = size_t{1} << 27;
  static constexpr size_t kFrameWords = size_t{1} << 18;
  static constexpr size_t kMaxStack = size_t{3} << 20;

  Arena arena_;
  std::vector<Word> stack_;
  size_t top_ = 0;
  uint64_t steps_ = 0;
  const char* stack_base_ = nullptr;
};

}  // namespace px::mcrl2
