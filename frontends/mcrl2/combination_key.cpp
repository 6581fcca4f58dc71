#include "frontends/mcrl2/combination_key.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>

namespace px::mcrl2 {
namespace {

constexpr uint64_t kMaxExchanges = 5040;

using Order = std::vector<uint32_t>;  // the new number of each participant

std::string text_of(const CombinedArgument& argument, const Order& order) {
  return std::to_string(order[argument.participant]) + ':' +
         std::to_string(reinterpret_cast<uintptr_t>(argument.value)) + ',';
}

std::string sorted_text(std::vector<std::string> parts) {
  std::sort(parts.begin(), parts.end());
  std::string text;
  for (const std::string& part : parts) text += part + ';';
  return text;
}

std::string text_of(const Combination& c, const Order& order) {
  std::vector<std::string> actions;
  for (const CombinedAction& action : c.actions) {
    actions.push_back(action.name + '(');
    for (const CombinedArgument& argument : action.arguments) actions.back() += text_of(argument, order);
  }
  std::vector<std::string> conditions;
  for (const CombinedCondition& condition : c.conditions) {
    std::vector<std::string> lists;
    for (const auto& list : condition.lists) {
      lists.emplace_back();
      for (const CombinedArgument& argument : list) lists.back() += text_of(argument, order);
    }
    conditions.push_back((condition.equal ? '=' : '#') + sorted_text(std::move(lists)));
  }
  return sorted_text(std::move(actions)) + '|' + sorted_text(std::move(conditions));
}

// The least text under all exchanges of equivalent participants; empty if there are too many.
std::string key_of(const Combination& c) {
  const auto what = [&](uint32_t i) { return std::pair(c.participants[i].family, c.participants[i].summand); };
  std::vector<uint32_t> sorted(c.participants.size());
  std::iota(sorted.begin(), sorted.end(), 0U);
  std::stable_sort(sorted.begin(), sorted.end(), [&](uint32_t a, uint32_t b) { return what(a) < what(b); });
  std::string head;
  uint64_t exchanges = 1;
  std::vector<size_t> ends;  // of runs of equal participants
  for (size_t i = 0, run = 1; i < sorted.size(); ++i, ++run) {
    head += std::to_string(what(sorted[i]).first) + '.' + std::to_string(what(sorted[i]).second) + ' ';
    exchanges *= run;
    if (exchanges > kMaxExchanges) return {};
    if (i + 1 < sorted.size() && what(sorted[i + 1]) == what(sorted[i])) continue;
    ends.push_back(i + 1);
    run = 0;
  }
  std::string least;
  const auto visit = [&](const auto& self, size_t run) -> void {
    if (run == ends.size()) {
      Order order(sorted.size());
      for (uint32_t i = 0; i < sorted.size(); ++i) order[sorted[i]] = i;
      std::string text = text_of(c, order);
      if (least.empty() || text < least) least = std::move(text);
      return;
    }
    const auto begin = sorted.begin() + static_cast<std::ptrdiff_t>(run == 0 ? 0 : ends[run - 1]);
    const auto end = sorted.begin() + static_cast<std::ptrdiff_t>(ends[run]);
    std::sort(begin, end);
    do self(self, run + 1);
    while (std::next_permutation(begin, end));
  };
  visit(visit, 0);
  return head + '|' + least;
}

}  // namespace

void remove_duplicates(std::vector<Combination>& combinations) {
  std::unordered_set<std::string> seen;
  std::erase_if(combinations, [&](const Combination& c) {
    const std::string key = key_of(c);
    return !key.empty() && !seen.insert(key).second;
  });
}

bool is_exchangeable(const Combination& c, uint32_t a, uint32_t b) {
  const Participant& x = c.participants[a];
  const Participant& y = c.participants[b];
  if (x.family != y.family || x.summand != y.summand) return false;
  Order order(c.participants.size());
  std::iota(order.begin(), order.end(), 0U);
  const std::string before = text_of(c, order);
  std::swap(order[a], order[b]);
  return text_of(c, order) == before;
}

}  // namespace px::mcrl2
