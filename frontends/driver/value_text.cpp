#include "frontends/driver/value_text.h"

#include <utility>

#include "engine/base/check.h"

namespace px::driver {
namespace {

void append(std::string& list, const std::string& item) {
  if (item.empty()) return;
  list += list.empty() ? item : ", " + item;
}

char take(std::string_view& notation) {
  PX_CHECK(!notation.empty());
  const char letter = notation.front();
  notation.remove_prefix(1);
  return letter;
}

// Takes the name out of a letter, a name and a semicolon; the semicolon stays in front of the rest.
std::string take_name(std::string_view& notation) {
  const size_t end = notation.find(';');
  PX_CHECK(end != std::string_view::npos);
  std::string name(notation.substr(1, end - 1));
  notation.remove_prefix(end);
  return name;
}

}  // namespace

std::string ValueText::of(ir::VariableId id) const {
  const ir::Variable& variable = program_.variables[id];
  std::string_view notation = variable.notation;
  return value(notation, {program_, layout_, id});
}

// e and nK; are dimensions; everything else is text.
std::vector<ValueText::Dimension> ValueText::dimensions(std::string_view& notation) const {
  std::vector<Dimension> all;
  std::string before;
  for (;;) {
    PX_CHECK(!notation.empty());
    switch (notation.front()) {
      case '-': before += " |-> "; break;
      case '(': before += '('; break;
      case ')': all.back().after += ')'; break;
      case 'R': before += "rec(" + take_name(notation) + ':'; break;
      case 'F': before += ", " + take_name(notation) + ':'; break;
      case 'e': all.push_back({std::exchange(before, ""), {}, ""}); break;
      case 'n':
        all.push_back(
            {std::exchange(before, ""), ir::NamesId(static_cast<uint32_t>(std::stoul(take_name(notation)))), ""});
        break;
      default: return all;
    }
    take(notation);
  }
}

std::string ValueText::value(std::string_view& notation, const At& at) const {
  switch (take(notation)) {
    case 'm': return mask(notation, at);
    case 'r': return tuples(notation, at);
    case 'f': return function(notation, at);
    case 's': return sequence(notation, at);
    case '(': return components(notation, at, true);
    case '{': return components(notation, at, false);
    default: return scalar(at);
  }
}

template <class Visit>
void ValueText::for_each_cell(const At& at, const Dimension* first, const Dimension* last, const std::string& before,
                              const Visit& visit) const {
  if (first == last) return visit(at, before);
  const ir::Domain& domain = at.type().domain;
  for (uint32_t i = 0; i < program_.domain_size(domain); ++i) {
    for_each_cell(at.cell(i), first + 1, last, before + element(domain, *first, i), visit);
  }
}

std::string ValueText::mask(std::string_view& notation, const At& at) const {
  const std::vector<Dimension> only = dimensions(notation);
  take(notation);  // the final dot
  return '{' + members(at, only.front(), "") + '}';
}

std::string ValueText::tuples(std::string_view& notation, const At& at) const {
  const std::vector<Dimension> all = dimensions(notation);
  const bool cells = take(notation) == 'c';
  const Dimension* end = all.data() + all.size();
  std::string list;
  for_each_cell(at, all.data(), cells ? end : end - 1, "", [&](const At& row, const std::string& before) {
    append(list, !cells ? members(row, all.back(), before) : read(row) != 0 ? before : "");
  });
  return '{' + list + '}';
}

std::string ValueText::function(std::string_view& notation, const At& at) const {
  const std::vector<Dimension> all = dimensions(notation);
  const char kind = take(notation);
  std::string list;
  const std::string_view inner = notation;
  bool any = false;
  for_each_cell(at, all.data(), all.data() + all.size(), "", [&](const At& place, const std::string& argument) {
    std::string_view rest = inner;
    const bool flagged = kind == 'q';
    const std::string text = value(rest, flagged ? place.field(1) : place);
    notation = rest;
    any = true;
    const bool present = kind == 't' || (flagged ? read(place.field(0)) != 0 : read(place) != -1);
    if (present) append(list, argument + " |-> " + text);
  });
  if (!any) notation = {};
  return '{' + list + '}';
}

std::string ValueText::sequence(std::string_view& notation, const At& at) const {
  const int64_t length = read(at.field(0));
  const At items = at.field(1);
  std::string list;
  const std::string_view inner = notation;
  for (uint32_t i = 0; i < items.cells(); ++i) {
    std::string_view rest = inner;
    const std::string text = value(rest, items.cell(i));
    notation = rest;
    if (i < length) append(list, text);
  }
  return '[' + list + ']';
}

std::string ValueText::components(std::string_view& notation, const At& at, bool pair) const {
  const std::vector<ir::Field>& fields = at.type().fields;
  std::string list;
  for (size_t i = 0; i < fields.size(); ++i) {
    const std::string text = value(notation, at.field(i));
    if (pair) {
      list += list.empty() ? text : " |-> " + text;
    } else {
      append(list, fields[i].name + ':' + text);
    }
  }
  take(notation);
  return (pair ? "(" : "rec(") + list + ')';
}

std::string ValueText::scalar(const At& at) const {
  if (at.type().kind == ir::TypeKind::Bool) return read(at) != 0 ? "TRUE" : "FALSE";
  return program_.value_text(at.type_id(), read(at));
}

// The elements of a mask, each after the element that it is related to.
std::string ValueText::members(const At& at, const Dimension& dimension, const std::string& before) const {
  const ir::Domain& domain = at.type().domain;
  const auto mask = static_cast<uint64_t>(read(at));
  std::string list;
  for (uint32_t i = 0; i < program_.domain_size(domain); ++i) {
    if ((mask >> i & 1) == 0) continue;
    append(list, before + element(domain, dimension, i));
  }
  return list;
}

std::string ValueText::element(const ir::Domain& domain, const Dimension& dimension, uint32_t index) const {
  return dimension.before + element(domain, dimension.names, index) + dimension.after;
}

std::string ValueText::element(const ir::Domain& domain, ir::NamesId names, uint32_t index) const {
  const int64_t value = program_.domain_first(domain) + index;
  if (names.valid()) {
    const ir::ValueNames& named = program_.value_names[names];
    return named.names[static_cast<size_t>(value - named.first)];
  }
  if (!domain.is_family()) return std::to_string(value);
  return program_.element_name(program_.families[domain.family].sort, value);
}

}  // namespace px::driver
