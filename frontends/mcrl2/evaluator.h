// One evaluation at a time: functions and equations, comparison of values, collections, enumeration. Not thread-safe.
// See terms.h for its basis.
#pragma once

#include <functional>

#include "frontends/mcrl2/plan.h"
#include "frontends/mcrl2/term_order.h"

namespace px::mcrl2 {

enum class Truth : uint8_t { False, True, Unknown };

class Evaluator : public TermOrder {
 public:
  explicit Evaluator(const Machine& machine) : TermOrder(machine) {}

  Word eval(const Code& code, Word* frame);
  // Calls `found` for each solution, with the frame filled; if it returns false, the search ends. Returns whether the
  // search was completed.
  bool solve(const Plan& plan, Word* frame, const std::function<bool()>& found);

  Truth equal(Word a, Word b);
  Word apply(Word function, const Word* arguments, size_t count);
  Word apply_symbol(uint32_t symbol, const Word* arguments, size_t count);
  Word finite_set(std::vector<Word> items);

 private:
  // Functions and equations (evaluator.cpp).
  Word eval_builtin(const Code& code, Word* frame);
  Word eval_lazy(const Code& code, Word* frame);
  Word apply_observer(const Symbol& symbol, uint32_t number, const Word* arguments, size_t count);
  bool apply_rules(const std::vector<Rule>& rules, const Word* arguments, size_t count, Word& result);
  bool match(const Pattern& pattern, Word w, Word* frame);
  Word apply_record(Word function, const Word* arguments, size_t count);
  Word captured(const Code& code, Word* frame);
  Word conjunction(Word a, Word b);
  Word disjunction(Word a, Word b);
  Word negation(Word a);

  // Comparison (evaluator_compare.cpp).
  Truth equal_records(Word a, Word b);
  Truth equal_functions(Word a, Word b);
  Truth equal_parts(Word a, Word b, size_t first);
  Truth less(Word a, Word b, bool or_equal);
  Truth less_parts(Word a, Word b, bool or_equal);
  Word truth(Truth t, Builtin op, const Word* arguments, size_t count);

  // Lists, sets, bags (evaluator_collections.cpp).
  Word list_operation(Builtin op, const Word* arguments, size_t count);
  Word set_operation(Builtin op, const Word* arguments, SortId sort);
  Word bag_operation(Builtin op, const Word* arguments, SortId sort);
  Word member(Word element, Word of);
  Word size(Word of);
  bool list_items(Word list, std::vector<Word>& items) const;
  Word list_of(const std::vector<Word>& items, Word rest);
  Word general_set(Word predicate, std::vector<Word> exceptions, SortId sort);
  Word finite_bag(std::vector<std::pair<Word, Word>> items);
  Word general_bag(Word function, std::vector<std::pair<Word, Word>> items, SortId sort);
  struct SetView {
    Word predicate = kFalse;
    std::vector<Word> items;
  };
  struct BagView {
    Word function = kNothing;  // kNothing: 0 everywhere
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
};

}  // namespace px::mcrl2
