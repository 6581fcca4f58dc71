// How the rows of the option table store values in Options and report them: set<&Options::x>, show<&Options::x>.
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "frontends/cli/option_table.h"

namespace px::cli {

template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};

template <class T>
struct IsOptionalEnum : std::false_type {};
template <class T>
struct IsOptionalEnum<std::optional<T>> : std::is_enum<T> {};

// The usual way to apply a value: store it in a member of Options, or append it to one.
template <class T>
void store_value(T& member, const OptionValue& value) {
  if constexpr (std::is_same_v<T, bool>) {
    member = true;
  } else if constexpr (std::is_enum_v<T>) {
    member = static_cast<T>(value.choice);
  } else if constexpr (std::is_same_v<T, std::string>) {
    member = value.text;
  } else if constexpr (std::is_same_v<T, Definition>) {
    member = value.definition;
  } else if constexpr (std::is_same_v<T, Sweep>) {
    member = value.sweep;
  } else if constexpr (IsOptionalEnum<T>::value) {
    member = static_cast<typename T::value_type>(value.choice);
  } else if constexpr (std::is_same_v<T, std::optional<std::chrono::milliseconds>>) {
    member = value.duration;
  } else if constexpr (IsVector<T>::value) {
    store_value(member.emplace_back(), value);
  } else {
    member = value.number;
  }
}

template <auto Member>
void set(Options& options, const OptionValue& value) {
  store_value(options.*Member, value);
}

template <auto Member>
void clear(Options& options, const OptionValue&) {
  options.*Member = false;
}

template <class T>
ShownValue shown_value(const T& member, const OptionRow& row) {
  if constexpr (std::is_enum_v<T>) {
    return std::string(row.choices[static_cast<size_t>(member)].name);
  } else if constexpr (IsOptionalEnum<T>::value) {
    if (!member) return {};
    return std::string(row.choices[static_cast<size_t>(*member)].name);
  } else if constexpr (std::is_same_v<T, Definition>) {
    return member.undefine ? "-U " + member.name : member.name + '=' + member.value;
  } else if constexpr (std::is_same_v<T, std::optional<std::chrono::milliseconds>>) {
    if (!member) return {};
    return static_cast<double>(member->count()) / 1000;
  } else if constexpr (std::is_same_v<T, std::optional<uint64_t>>) {
    if (!member) return {};
    return *member;
  } else if constexpr (IsVector<T>::value) {
    std::vector<std::string> items;
    items.reserve(member.size());
    for (const auto& item : member) items.push_back(std::get<std::string>(shown_value(item, row)));
    return items;
  } else {
    return member;
  }
}

template <auto Member>
ShownValue show(const Options& options, const OptionRow& row) {
  return shown_value(options.*Member, row);
}

template <auto Member>
ShownValue show_not(const Options& options, const OptionRow&) {
  return !(options.*Member);
}

}  // namespace px::cli
