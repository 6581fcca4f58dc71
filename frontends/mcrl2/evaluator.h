// One evaluation at a time: the arena, the frames, and the limits. Not to be shared between threads.
#pragma once

#include <functional>

#include "frontends/mcrl2/machine.h"
#include "frontends/mcrl2/plan.h"

namespace px::mcrl2 {

enum class Truth : uint8_t { False, True, Unknown };

class Evaluator {
 public:
  explicit Evaluator(const Machine& machine) : m_(machine) {}

  // Clears the arena and starts counting steps anew.
  void start();
  Word eval(const Code& code, Word* frame);
  Word intern(Word w);
  // Calls `found` for each solution, with the frame filled; false from it ends the search. Returns whether it went on.
  bool solve(const Plan& plan, Word* frame, const std::function<bool()>& found);

  Truth equal(Word a, Word b);
  Word apply(Word function, const Word* arguments, size_t count);
  int compare(Word a, Word b);  // a total order, the same in every run
  std::string text(Word w);
  std::string text(const Expr& e, const std::map<VariableId, std::string>& values);
  Word* frame(size_t slots);
  void drop(size_t slots) { top_ -= slots; }

  // Records.
  const int64_t* record(Word w) const {
    if ((w & 2) == 0) return reinterpret_cast<const int64_t*>(w);
    return m_.table_->items(static_cast<SequenceTable::Handle>(w >> 2)).data();
  }
  size_t length(Word w) const { return static_cast<size_t>(record(w)[-1]); }
  Word head(Word w) const { return static_cast<Word>(record(w)[0]); }
  Tag tag(Word w) const { return static_cast<Tag>(head(w) & 0xFF); }
  uint32_t number(Word w) const { return static_cast<uint32_t>(head(w) >> 8); }
  Word part(Word w, size_t i) const { return static_cast<Word>(record(w)[i + 1]); }
  size_t parts(Word w) const { return length(w) - 1; }
  bool has_tag(Word w, Tag t) const { return is_record(w) && tag(w) == t; }

 private:
  friend class Machine;
  static constexpr uint64_t kMaxSteps = 30'000'000;
  static constexpr size_t kMaxArenaWords = size_t{1} << 27;
  static constexpr size_t kFrameWords = size_t{1} << 18;
  static constexpr size_t kMaxStack = size_t{3} << 20;

  // Checks how much of the stack is used.
  class Deeper {
   public:
    explicit Deeper(Evaluator& e) {
      const char here = 0;
      const auto used = e.stack_base_ > &here ? e.stack_base_ - &here : &here - e.stack_base_;
      if (static_cast<size_t>(used) > kMaxStack) e.give_up("needs too deep a recursion");
    }
  };

  Word make(Word head, const Word* parts, size_t count);
  Word make(Word head, std::initializer_list<Word> parts) { return make(head, parts.begin(), parts.size()); }
  Word make(Word head, const std::vector<Word>& parts) { return make(head, parts.data(), parts.size()); }

  // Functions and equations (evaluator.cpp).
  Word eval_builtin(const Code& code, Word* frame);
  Word eval_lazy(const Code& code, Word* frame);
  Word apply_symbol(uint32_t symbol, const Word* arguments, size_t count);
  Word apply_observer(const Symbol& symbol, uint32_t number, const Word* arguments, size_t count);
  bool apply_rules(const std::vector<Rule>& rules, const Word* arguments, size_t count, Word& result);
  bool match(const Pattern& pattern, Word w, Word* frame);
  Word apply_record(Word function, const Word* arguments, size_t count);
  Word captured(const Code& code, Word* frame);
  bool is_undecided(Word w) const;
  bool is_constructor(Word w) const;
  uint32_t symbol_of(Word w) const { return is_bare_symbol(w) ? bare_symbol(w) : number(w); }
  Word conjunction(Word a, Word b);
  Word disjunction(Word a, Word b);
  Word negation(Word a);

  // Numbers (evaluator_numbers.cpp).
  struct Number {
    BigInt top;
    BigInt below = BigInt(1);
  };
  bool is_number(Word w) const {
    return is_small(w) || (is_record(w) && (tag(w) == Tag::BigInt || tag(w) == Tag::Rational));
  }
  Number number_of(Word w) const;
  BigInt integer_of(Word w) const;
  Word number_word(Number n);
  Word integer_word(const BigInt& n);
  Word number_operation(Builtin op, const Word* arguments, size_t count);
  Word exact_operation(Builtin op, const Word* arguments, size_t count);
  Word converted(Builtin op, Word w);
  Word power(Word base, Word exponent);
  static int compare_numbers(const Number& a, const Number& b);
  int64_t small_number(Word w, const char* what);

  // Comparison (evaluator_compare.cpp).
  Truth equal_records(Word a, Word b);
  Truth equal_functions(Word a, Word b);
  Truth equal_parts(Word a, Word b, size_t first);
  Truth less(Word a, Word b, bool or_equal);
  Truth less_parts(Word a, Word b, bool or_equal);
  bool same(Word a, Word b);
  int compare_records(Word a, Word b);
  Word truth(Truth t, Builtin op, const Word* arguments, size_t count);

  // Lists, sets, bags (evaluator_collections.cpp).
  Word list_operation(Builtin op, const Word* arguments, size_t count);
  Word set_operation(Builtin op, const Word* arguments, SortId sort);
  Word bag_operation(Builtin op, const Word* arguments, SortId sort);
  Word member(Word element, Word of);
  Word size(Word of);
  bool list_items(Word list, std::vector<Word>& items) const;
  Word list_of(const std::vector<Word>& items, Word rest);
  Word finite_set(std::vector<Word> items);
  Word general_set(Word predicate, std::vector<Word> exceptions, SortId sort);
  Word finite_bag(std::vector<std::pair<Word, Word>> items);
  Word general_bag(Word function, std::vector<std::pair<Word, Word>> items, SortId sort);
  struct SetView {
    Word predicate = kFalse;
    std::vector<Word> items;
  };
  struct BagView {
    Word function = kNothing;  // nothing: 0 everywhere
    std::vector<std::pair<Word, Word>> items;
  };
  bool view_set(Word w, SetView& view) const;
  bool view_bag(Word w, BagView& view) const;
  Word predicate_of(Builtin op, Word a, Word b);
  Word set_of(const Code& code, Word* frame);
  Word update(Word function, Word argument, Word value);
  Word count_in(Word element, Word bag);

  // Enumeration (evaluator_plan.cpp).
  bool solve_range(const Plan& plan, Word* frame, const std::function<bool()>& found);
  bool solve_members(const Plan& plan, Word* frame, const std::function<bool()>& found);
  bool solve_lists(const Plan& plan, Word* frame, const std::function<bool()>& found);
  bool solve_unbounded(const Plan& plan, Word* frame, const std::function<bool()>& found);
  Word quantified(const Code& code, Word* frame);

  Word stuck(Builtin op, const Word* arguments, size_t count) {
    return make(head_of(Tag::Builtin, static_cast<uint64_t>(op)), arguments, count);
  }
  void step();
  [[noreturn]] void give_up(const std::string& why);
  std::string record_text(Word w);
  std::string list_text(Word w);
  std::string application_text(const std::string& name, Word w, size_t first);
  std::string operation_text(Builtin op, const std::vector<std::string>& parts);

  const Machine& m_;
  Arena arena_;
  std::vector<Word> stack_;
  size_t top_ = 0;
  uint64_t steps_ = 0;
  uint32_t text_depth_ = 0;    // of text() within text()
  uint32_t text_records_ = 0;  // written since the outermost text() began
  const char* stack_base_ = nullptr;
  const Rule* rule_ = nullptr;    // used last, for messages
  uint32_t symbol_ = UINT32_MAX;  // whose it is
};

}  // namespace px::mcrl2
