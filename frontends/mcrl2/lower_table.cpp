// Mappings over small sorts, tabulated.
#include <algorithm>

#include "frontends/mcrl2/expression_lowering.h"

namespace px::mcrl2 {
namespace {

constexpr uint64_t kMaxEntries = 512;

}  // namespace

// A mapping from small sorts that has a plain value everywhere.
bool ExpressionLowering::is_tabled(const Expr& e, int depth) {
  if (e.parts[0]->kind != Expr::Kind::Symbol) return false;
  uint64_t entries = 1;
  for (size_t i = 1; i < e.parts.size(); ++i) {
    const Typed type = type_of(e.parts[i]->sort);
    if (type.form != Form::Truth && type.form != Form::Element) return false;
    if (!is_native(*e.parts[i], depth)) return false;
    entries *= m_.domain(e.parts[i]->sort).size();
    if (entries > kMaxEntries) return false;
  }
  const Typed result = type_of(e.sort);
  std::vector<Word> chosen;
  const std::function<bool(size_t)> plain = [&](size_t argument) {
    if (argument == e.parts.size()) {
      try {
        const Word value = entry_value(e, chosen);
        const auto held = functions_->to_program(value, result);
        return held && (result.form != Form::Number || (*held >= -kMaxNumber && *held <= kMaxNumber));
      } catch (const EvaluationError&) {
        return false;
      }
    }
    for (const Word w : m_.domain(e.parts[argument]->sort)) {
      chosen.push_back(w);
      const bool good = plain(argument + 1);
      chosen.pop_back();
      if (!good) return false;
    }
    return true;
  };
  return plain(1);
}

// Over constants of sorts, a constant array: exchanging constants permutes its cells, so symmetry detection sees which
// exchanges the equations allow. Over truth values alone, a case distinction.
ir::ExprId ExpressionLowering::tabled(const Expr& e) {
  std::vector<Word> chosen;
  const bool has_elements = std::any_of(e.parts.begin() + 1, e.parts.end(), [&](const Expr* argument) {
    return type_of(argument->sort).form == Form::Element;
  });
  if (!has_elements) return table_entry(e, chosen, 1);
  const SymbolId symbol = e.parts[0]->symbol;
  auto known = tables_.find(symbol);
  if (known == tables_.end()) known = tables_.emplace(symbol, table(e)).first;
  ir::PlaceId cell = b_.place(known->second, e.span);
  for (size_t i = 1; i < e.parts.size(); ++i) {
    ir::ExprId index = native(*e.parts[i]);
    if (type_of(e.parts[i]->sort).form == Form::Truth) {
      index = b_.conditional(index, b_.integer(1), b_.integer(0), e.span);
    }
    cell = b_.index(cell, index, e.span);
  }
  return b_.read(cell, e.span);
}

// The array of a mapping: its values for all arguments, with the last one varying fastest.
ir::VariableId ExpressionLowering::table(const Expr& e) {
  const Typed result = type_of(e.sort);
  std::vector<int64_t> values;
  std::vector<Word> chosen;
  fill_table(e, chosen, values);
  ir::TypeId type;
  switch (result.form) {
    case Form::Element: type = b_.element_type(element_sort(result.sort)); break;
    case Form::Truth: type = b_.bool_type(); break;
    default:
      type =
          b_.int_type(*std::min_element(values.begin(), values.end()), *std::max_element(values.begin(), values.end()));
  }
  std::string name = spec_.symbols[e.parts[0]->symbol].name + "(";
  for (size_t i = 1; i < e.parts.size(); ++i) name += (i == 1 ? "" : ", ") + spec_.sorts.text(e.parts[i]->sort);
  for (size_t i = e.parts.size(); i-- > 1;) {
    const Typed argument = type_of(e.parts[i]->sort);
    const ir::Domain domain =
        argument.form == Form::Truth ? ir::Domain::range(0, 1) : ir::Domain::of(b_.whole(element_sort(argument.sort)));
    type = b_.array_type(domain, type);
  }
  const ir::VariableId made = b_.variable(name + ")", type);
  ir::Variable& info = b_.variable_info(made);
  info.constant = true;
  info.hidden = true;
  info.initial = std::move(values);
  info.span = spec_.symbols[e.parts[0]->symbol].span;
  return made;
}

Word ExpressionLowering::entry_value(const Expr& e, const std::vector<Word>& chosen) {
  std::vector<VariableId> parameters;
  Expr call = e;
  for (size_t i = 1; i < e.parts.size(); ++i) {
    parameters.push_back(spec_.variables.add({"", e.parts[i]->sort}));
    call.parts[i] = spec_.use(parameters.back());
  }
  return m_.value(m_.compile(*spec_.add(call), parameters), chosen);
}

void ExpressionLowering::fill_table(const Expr& e, std::vector<Word>& chosen, std::vector<int64_t>& values) {
  if (chosen.size() + 1 == e.parts.size()) {
    values.push_back(functions_->to_program(entry_value(e, chosen), type_of(e.sort)).value_or(0));
    return;
  }
  for (const Word w : m_.domain(e.parts[chosen.size() + 1]->sort)) {
    chosen.push_back(w);
    fill_table(e, chosen, values);
    chosen.pop_back();
  }
}

// if x = a then ... else if x = b then ...
ir::ExprId ExpressionLowering::table_entry(const Expr& e, std::vector<Word>& chosen, size_t argument) {
  if (argument == e.parts.size()) return constant(entry_value(e, chosen), type_of(e.sort), e.span);
  const Expr& own = *e.parts[argument];
  const Domain& domain = m_.domain(own.sort);
  const Typed type = type_of(own.sort);
  ir::ExprId result;
  for (size_t i = domain.size(); i-- > 0;) {
    chosen.push_back(domain[i]);
    const ir::ExprId value = table_entry(e, chosen, argument + 1);
    chosen.pop_back();
    if (!result.valid()) {
      result = value;
      continue;
    }
    const ir::ExprId is = b_.binary(ir::Op::Eq, native(own), constant(domain[i], type, e.span), e.span);
    result = b_.conditional(is, value, result, e.span);
  }
  return result;
}

}  // namespace px::mcrl2
