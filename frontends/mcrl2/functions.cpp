#include "frontends/mcrl2/functions.h"

#include <algorithm>

namespace px::mcrl2 {

Functions::Functions(std::unique_ptr<Spec> spec) : spec_(std::move(spec)), machine_(*spec_) {}

uint32_t Functions::add(Function function) {
  functions_.push_back(std::move(function));
  return static_cast<uint32_t>(functions_.size() - 1);
}

uint32_t Functions::evaluation(const Expr& e, const std::vector<VariableId>& parameters,
                               const std::vector<Typed>& forms, Typed result) {
  Function function;
  function.code = machine_.compile(e, parameters);
  function.forms = forms;
  function.result = result;
  function.name = machine_.text(e);
  return add(std::move(function));
}

uint32_t Functions::solution(std::unique_ptr<Plan> plan, const std::vector<Typed>& forms, std::string name) {
  Function function;
  function.kind = Function::Kind::Solve;
  function.plan = std::move(plan);
  function.forms = forms;
  function.name = std::move(name);
  return add(std::move(function));
}

uint32_t Functions::count() {
  if (count_) return *count_;
  Function function;
  function.kind = Function::Kind::Count;
  function.name = "number of solutions";
  count_ = add(std::move(function));
  return *count_;
}

uint32_t Functions::pick(uint32_t column, Typed result) {
  Function function;
  function.kind = Function::Kind::Pick;
  function.column = column;
  function.result = result;
  function.name = "value " + std::to_string(column) + " of solution";
  return add(std::move(function));
}

std::optional<int64_t> Functions::to_program(Word w, Typed as) const {
  switch (as.form) {
    case Form::Truth:
      if (w == kTrue || w == kFalse) return w == kTrue;
      return {};
    case Form::Element: {
      if (!is_bare_symbol(w)) return {};
      const Symbol& symbol = spec_->symbols[SymbolId(bare_symbol(w))];
      if (symbol.kind != Symbol::Kind::Constructor) return {};
      return symbol.index;
    }
    case Form::Number:
      if (is_small(w)) return small_value(w);
      return {};
    case Form::Term: return static_cast<int64_t>(w);
  }
  return {};
}

Word Functions::to_word(int64_t value, Typed as) const {
  switch (as.form) {
    case Form::Truth: return truth_word(value != 0);
    case Form::Element: return symbol_word(spec_->named(as.sort).constructors[static_cast<size_t>(value)].value);
    case Form::Number: return small_word(value);
    case Form::Term: return static_cast<Word>(value);
  }
  return kNothing;
}

bool Functions::call(uint32_t function, std::span<const int64_t> arguments, int64_t& result) const {
  try {
    return run(functions_[function], arguments, result);
  } catch (const EvaluationError& error) {
    const std::lock_guard lock(errors_lock_);
    const auto known = std::find(errors_.begin(), errors_.end(), error.text);
    result = known - errors_.begin();
    if (known == errors_.end()) errors_.push_back(error.text);
    return false;
  }
}

bool Functions::run(const Function& function, std::span<const int64_t> arguments, int64_t& result) const {
  switch (function.kind) {
    case Function::Kind::Count:
      result = static_cast<int64_t>(machine_.parts(static_cast<Word>(arguments[0])).size());
      return true;
    case Function::Kind::Pick: {
      const auto solution =
          static_cast<Word>(machine_.parts(static_cast<Word>(arguments[0]))[static_cast<size_t>(arguments[1])]);
      const auto value = static_cast<Word>(machine_.parts(solution)[function.column]);
      const auto held = to_program(value, function.result);
      if (!held) throw EvaluationError{"this value of a sum is not a plain value: " + machine_.text(value)};
      result = *held;
      return true;
    }
    default: break;
  }
  constexpr size_t kInline = 16;
  Word few[kInline];
  std::vector<Word> many;
  Word* words = few;
  if (arguments.size() > kInline) {
    many.resize(arguments.size());
    words = many.data();
  }
  for (size_t i = 0; i < arguments.size(); ++i) words[i] = to_word(arguments[i], function.forms[i]);
  if (function.kind == Function::Kind::Solve) {
    result = static_cast<int64_t>(machine_.solutions(*function.plan, {words, arguments.size()}));
    return true;
  }
  const Word value = machine_.value(function.code, {words, arguments.size()});
  const auto held = to_program(value, function.result);
  if (held) {
    result = *held;
    return true;
  }
  const std::string text = machine_.text(value);
  if (function.result.form == Form::Truth) {
    throw EvaluationError{"'" + function.name + "' is neither true nor false: no equation applies to " + text};
  }
  throw EvaluationError{"'" + function.name + "' has no plain value: " +
                        (is_record(value) ? "no equation applies to " + text : "it is " + text)};
}

std::string Functions::error_text(int64_t error) const {
  const std::lock_guard lock(errors_lock_);
  return errors_[static_cast<size_t>(error)];
}

std::string Functions::value_text(int64_t value) const {
  return machine_.text(static_cast<Word>(value));
}

std::string Functions::function_name(uint32_t function) const {
  return functions_[function].name;
}

}  // namespace px::mcrl2
