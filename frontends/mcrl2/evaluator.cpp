// Functions and equations.
#include "frontends/mcrl2/evaluator.h"

#include <algorithm>

namespace px::mcrl2 {

// ---- Expressions

Word Evaluator::eval(const Code& code, Word* frame) {
  switch (code.op) {
    case Code::Op::Slot: return frame[code.slot];
    case Code::Op::Constant: return code.word;
    default: break;
  }
  const Deeper deeper(*this);
  switch (code.op) {
    case Code::Op::Builtin: return eval_builtin(code, frame);
    case Code::Op::Forall:
    case Code::Op::Exists: return quantified(code, frame);
    case Code::Op::SetOf:
    case Code::Op::BagOf: return set_of(code, frame);
    case Code::Op::Lambda: return captured(code, frame);
    case Code::Op::Let:
      for (size_t i = 1; i < code.parts.size(); ++i) {
        const Word value = eval(*code.parts[i], frame);
        frame[code.slot + i - 1] = value;
      }
      return eval(*code.parts[0], frame);
    default: break;
  }
  const size_t count = code.parts.size();
  Word* const arguments = this->frame(count);
  for (size_t i = 0; i < count; ++i) arguments[i] = eval(*code.parts[i], frame);
  Word result = kNothing;
  switch (code.op) {
    case Code::Op::Symbol: result = apply_symbol(code.number, arguments, count); break;
    case Code::Op::Apply: result = apply(arguments[0], arguments + 1, count - 1); break;
    case Code::Op::Update: result = update(arguments[0], arguments[1], arguments[2]); break;
    case Code::Op::List: result = list_of({arguments, arguments + count}, kEmptyList); break;
    case Code::Op::Set: result = finite_set({arguments, arguments + count}); break;
    default: {
      std::vector<std::pair<Word, Word>> items;
      for (size_t i = 0; i + 1 < count; i += 2) items.emplace_back(arguments[i], arguments[i + 1]);
      result = finite_bag(std::move(items));
    }
  }
  drop(count);
  return result;
}

Word Evaluator::captured(const Code& code, Word* frame) {
  Word values[64];
  std::vector<Word> many;
  Word* at = values;
  if (code.parts.size() > std::size(values)) {
    many.resize(code.parts.size());
    at = many.data();
  }
  for (size_t i = 0; i < code.parts.size(); ++i) at[i] = frame[code.parts[i]->slot];
  return make(head_of(Tag::Lambda, code.number), at, code.parts.size());
}

Word Evaluator::eval_builtin(const Code& code, Word* frame) {
  const auto op = static_cast<Builtin>(code.number);
  switch (op) {
    case Builtin::If:
    case Builtin::And:
    case Builtin::Or:
    case Builtin::Implies: return eval_lazy(code, frame);
    default: break;
  }
  const size_t count = code.parts.size();
  Word arguments[3] = {};
  for (size_t i = 0; i < count; ++i) arguments[i] = eval(*code.parts[i], frame);
  const std::vector<Rule>& rules = m_.builtin_rules_[code.number];
  if (!rules.empty()) {
    Word result = kNothing;
    if (apply_rules(rules, arguments, count, result)) return result;
  }
  switch (op) {
    case Builtin::Not: return negation(arguments[0]);
    case Builtin::Eq: return truth(equal(arguments[0], arguments[1]), op, arguments, count);
    case Builtin::Ne: {
      // x != y is !(x == y), also for the equations of the specification.
      const std::vector<Rule>& equal_rules = m_.builtin_rules_[static_cast<size_t>(Builtin::Eq)];
      Word result = kNothing;
      if (!equal_rules.empty() && apply_rules(equal_rules, arguments, count, result)) return negation(result);
      const Truth t = equal(arguments[0], arguments[1]);
      return t == Truth::Unknown ? stuck(op, arguments, count) : truth_word(t == Truth::False);
    }
    case Builtin::Lt: return truth(less(arguments[0], arguments[1], false), op, arguments, count);
    case Builtin::Le: return truth(less(arguments[0], arguments[1], true), op, arguments, count);
    case Builtin::Gt: return truth(less(arguments[1], arguments[0], false), op, arguments, count);
    case Builtin::Ge: return truth(less(arguments[1], arguments[0], true), op, arguments, count);
    case Builtin::In: return member(arguments[0], arguments[1]);
    case Builtin::Size: return size(arguments[0]);
    case Builtin::Count: return count_in(arguments[0], arguments[1]);
    case Builtin::Prepend:
    case Builtin::Append:
    case Builtin::Concat:
    case Builtin::At:
    case Builtin::Head:
    case Builtin::Tail:
    case Builtin::RHead:
    case Builtin::RTail: return list_operation(op, arguments, count);
    case Builtin::SetUnion:
    case Builtin::SetMinus:
    case Builtin::SetMeet:
    case Builtin::SetNot: return set_operation(op, arguments, code.sort);
    case Builtin::BagUnion:
    case Builtin::BagMinus:
    case Builtin::BagMeet:
    case Builtin::SetToBag:
    case Builtin::BagToSet: return bag_operation(op, arguments, code.sort);
    default: return number_operation(op, arguments, count);
  }
}

// Evaluates the right operand only if the left one leaves the result open.
Word Evaluator::eval_lazy(const Code& code, Word* frame) {
  const auto op = static_cast<Builtin>(code.number);
  const Word first = eval(*code.parts[0], frame);
  if (op == Builtin::If) {
    if (first == kTrue) return eval(*code.parts[1], frame);
    if (first == kFalse) return eval(*code.parts[2], frame);
    const Word arguments[3] = {first, eval(*code.parts[1], frame), eval(*code.parts[2], frame)};
    return same(arguments[1], arguments[2]) ? arguments[1] : stuck(op, arguments, 3);
  }
  if (op == Builtin::And) {
    return first == kFalse ? kFalse : conjunction(first, eval(*code.parts[1], frame));
  }
  if (op == Builtin::Or) return first == kTrue ? kTrue : disjunction(first, eval(*code.parts[1], frame));
  return first == kFalse ? kTrue : disjunction(negation(first), eval(*code.parts[1], frame));
}

Word Evaluator::conjunction(Word a, Word b) {
  if (a == kTrue) return b;
  if (b == kTrue) return a;
  if (a == kFalse || b == kFalse) return kFalse;
  const Word arguments[] = {a, b};
  return stuck(Builtin::And, arguments, 2);
}

Word Evaluator::disjunction(Word a, Word b) {
  if (a == kFalse) return b;
  if (b == kFalse) return a;
  if (a == kTrue || b == kTrue) return kTrue;
  const Word arguments[] = {a, b};
  return stuck(Builtin::Or, arguments, 2);
}

Word Evaluator::negation(Word a) {
  if (a == kTrue) return kFalse;
  if (a == kFalse) return kTrue;
  if (has_tag(a, Tag::Builtin) && number(a) == static_cast<uint32_t>(Builtin::Not)) return part(a, 0);
  return stuck(Builtin::Not, &a, 1);
}

Word Evaluator::truth(Truth t, Builtin op, const Word* arguments, size_t count) {
  return t == Truth::Unknown ? stuck(op, arguments, count) : truth_word(t == Truth::True);
}

// ---- Functions

Word Evaluator::apply_symbol(uint32_t number, const Word* arguments, size_t count) {
  const std::vector<Rule>& rules = m_.symbol_rules_[number];
  const Symbol& symbol = m_.spec().symbols[SymbolId(number)];
  if (!rules.empty()) {
    if (count == 0) {
      const Word known = m_.constants_[number].load(std::memory_order_relaxed);
      if (known != kNothing) return known;
    }
    const uint32_t outer = symbol_;
    symbol_ = number;
    Word result = kNothing;
    const bool rewritten = apply_rules(rules, arguments, count, result);
    if (rewritten) {
      symbol_ = outer;
      if (count != 0) return result;
      result = intern(result);
      m_.constants_[number].store(result, std::memory_order_relaxed);
      return result;
    }
    symbol_ = outer;
  }
  if (count == 0) return symbol_word(number);
  if (!symbol.targets.empty()) return apply_observer(symbol, number, arguments, count);
  return make(head_of(Tag::Symbol, number), arguments, count);
}

// A projection or a recogniser.
Word Evaluator::apply_observer(const Symbol& symbol, uint32_t number, const Word* arguments, size_t count) {
  const Word of = arguments[0];
  Word result = kNothing;
  if (is_constructor(of)) {
    const int target = symbol.targets[m_.spec().symbols[SymbolId(symbol_of(of))].index];
    if (symbol.kind == Symbol::Kind::Recogniser) {
      result = truth_word(target >= 0);
    } else if (target >= 0) {
      result = part(of, static_cast<size_t>(target));
    }
  }
  if (result == kNothing) return make(head_of(Tag::Symbol, number), arguments, count);
  return count == 1 ? result : apply(result, arguments + 1, count - 1);
}

bool Evaluator::apply_rules(const std::vector<Rule>& rules, const Word* arguments, size_t count, Word& result) {
  step();
  for (const Rule& rule : rules) {
    const size_t arity = rule.patterns.size();
    if (arity > count) continue;
    Word* const own = frame(rule.slots);
    bool matches = true;
    for (size_t i = 0; matches && i < arity; ++i) matches = match(rule.patterns[i], arguments[i], own);
    if (matches && (rule.condition == nullptr || eval(*rule.condition, own) == kTrue)) {
      rule_ = &rule;
      result = eval(*rule.right, own);
      if (arity < count) result = apply(result, arguments + arity, count - arity);
      drop(rule.slots);
      return true;
    }
    drop(rule.slots);
  }
  return false;
}

bool Evaluator::match(const Pattern& pattern, Word w, Word* frame) {
  switch (pattern.kind) {
    case Pattern::Kind::Variable: frame[pattern.slot] = w; return true;
    case Pattern::Kind::Repeated: return same(frame[pattern.slot], w);
    case Pattern::Kind::Constant: return pattern.word == w || (is_record(w) && same(pattern.word, w));
    case Pattern::Kind::Cons:
      return has_tag(w, Tag::Cons) && match(pattern.parts[0], part(w, 0), frame) &&
             match(pattern.parts[1], part(w, 1), frame);
    case Pattern::Kind::Symbol:
      if (!has_tag(w, Tag::Symbol) || number(w) != pattern.symbol || parts(w) != pattern.parts.size()) return false;
      for (size_t i = 0; i < pattern.parts.size(); ++i) {
        if (!match(pattern.parts[i], part(w, i), frame)) return false;
      }
      return true;
    case Pattern::Kind::Never: return false;
  }
  return false;
}

Word Evaluator::apply(Word function, const Word* arguments, size_t count) {
  if (function == kTrue || function == kFalse) return function;  // a predicate
  if (is_bare_symbol(function)) return apply_symbol(bare_symbol(function), arguments, count);
  if (is_record(function)) return apply_record(function, arguments, count);
  std::vector<Word> all = {function};
  all.insert(all.end(), arguments, arguments + count);
  return make(head_of(Tag::Apply), all);
}

Word Evaluator::apply_record(Word function, const Word* arguments, size_t count) {
  const Deeper deeper(*this);
  switch (tag(function)) {
    case Tag::Symbol: {
      std::vector<Word> all;
      for (size_t i = 0; i < parts(function); ++i) all.push_back(part(function, i));
      all.insert(all.end(), arguments, arguments + count);
      return apply_symbol(number(function), all.data(), all.size());
    }
    case Tag::Lambda: {
      step();
      const LambdaCode& lambda = m_.lambda(number(function));
      if (count < lambda.parameters) break;
      Word* const own = frame(lambda.slots);
      for (size_t i = 0; i < lambda.captured; ++i) own[i] = part(function, i);
      std::copy_n(arguments, lambda.parameters, own + lambda.captured);
      Word result = eval(*lambda.body, own);
      drop(lambda.slots);
      if (count > lambda.parameters) result = apply(result, arguments + lambda.parameters, count - lambda.parameters);
      return result;
    }
    case Tag::Update: {
      bool decided = true;
      for (size_t i = 1; i + 1 < parts(function); i += 2) {
        const Truth is = equal(part(function, i), arguments[0]);
        decided = is != Truth::Unknown;
        if (!decided) break;
        if (is == Truth::False) continue;
        const Word value = part(function, i + 1);
        return count == 1 ? value : apply(value, arguments + 1, count - 1);
      }
      if (decided) return apply(part(function, 0), arguments, count);
      break;
    }
    case Tag::Table: {
      const std::vector<SortId>& sorts = m_.spec().sorts[SortId(number(function))].arguments;
      size_t index = 0;
      bool known = true;
      for (size_t i = 0; known && i + 1 < sorts.size(); ++i) {
        const Domain& domain = m_.domain(sorts[i]);
        const auto at = std::find_if(domain.begin(), domain.end(), [&](Word w) { return same(w, arguments[i]); });
        known = at != domain.end();
        index = index * domain.size() + static_cast<size_t>(at - domain.begin());
      }
      if (known) return part(function, index);
      break;
    }
    case Tag::Not: return negation(apply(part(function, 0), arguments, count));
    case Tag::And:
      return conjunction(apply(part(function, 0), arguments, count), apply(part(function, 1), arguments, count));
    case Tag::Or:
      return disjunction(apply(part(function, 0), arguments, count), apply(part(function, 1), arguments, count));
    case Tag::Plus:
    case Tag::Minus:
    case Tag::Least: {
      const Word both[] = {apply(part(function, 0), arguments, count), apply(part(function, 1), arguments, count)};
      if (tag(function) == Tag::Plus) return number_operation(Builtin::Add, both, 2);
      if (tag(function) == Tag::Least) return number_operation(Builtin::Min, both, 2);
      const Word difference[] = {number_operation(Builtin::Sub, both, 2), small_word(0)};
      return number_operation(Builtin::Max, difference, 2);
    }
    case Tag::SetBut:
    case Tag::Set: return member(arguments[0], function);
    default: break;
  }
  std::vector<Word> all = {function};
  all.insert(all.end(), arguments, arguments + count);
  return make(head_of(Tag::Apply), all);
}

}  // namespace px::mcrl2
