#include "tests/support/compare.h"

#include <algorithm>
#include <cstdio>
#include <unordered_set>
#include <vector>

namespace px::test {
namespace {

std::string hex(const uint64_t* state, uint32_t words) {
  std::string text;
  char buffer[24];
  for (uint32_t w = 0; w < words; ++w) {
    std::snprintf(buffer, sizeof buffer, "%s%016llx", w ? " " : "", static_cast<unsigned long long>(state[w]));
    text += buffer;
  }
  return text;
}

std::string difference_of_events(const SuccessorBatch& expected, const SuccessorBatch& actual) {
  const auto list = [](const SuccessorBatch& batch) {
    std::string text;
    for (const Event& event : batch.events) text += "\n    " + text_of(event);
    return text;
  };
  const std::string a = list(expected);
  const std::string b = list(actual);
  return a == b ? std::string() : "events differ; expected:" + a + "\n  actual:" + b;
}

std::string difference(const SuccessorBatch& expected, const SuccessorBatch& actual) {
  const auto list = [](const SuccessorBatch& batch) {
    std::string text;
    for (uint32_t i = 0; i < batch.count(); ++i) {
      text += "\n    " + std::to_string(batch.sources[i]) + ": " + hex(batch.state(i), batch.words);
    }
    return text;
  };
  if (expected.states != actual.states || expected.sources != actual.sources) {
    return "successors differ; expected:" + list(expected) + "\n  actual:" + list(actual);
  }
  return difference_of_events(expected, actual);
}

}  // namespace

std::string text_of(const Event& event) {
  const auto number = [](uint32_t id) { return id == UINT32_MAX ? std::string("-") : std::to_string(id); };
  return "kind " + std::to_string(static_cast<int>(event.kind)) + " error " +
         std::to_string(static_cast<int>(event.error)) + " state " + number(event.state) + " index " +
         number(event.index) + " statement " + number(event.statement.value) + " expr " + number(event.expr.value) +
         " place " + number(event.place.value) + " location " + number(event.location.value) + " value " +
         std::to_string(event.value);
}

Comparison compare(const TransitionSystem& expected, const TransitionSystem& actual, uint64_t max_states) {
  Comparison result;
  const uint32_t words = expected.words();
  std::unordered_set<std::string> seen;
  std::vector<uint64_t> queue;
  const auto add_new = [&](const SuccessorBatch& batch) {
    for (uint32_t i = 0; i < batch.count(); ++i) {
      const auto* bytes = reinterpret_cast<const char*>(batch.state(i));
      if (seen.size() < max_states && seen.emplace(bytes, size_t{words} * 8).second) {
        queue.insert(queue.end(), batch.state(i), batch.state(i) + words);
      }
    }
  };
  SuccessorBatch a(words);
  SuccessorBatch b(words);
  expected.initial_states(a);
  actual.initial_states(b);
  result.difference = difference(a, b);
  add_new(a);
  const auto slow = expected.make_generator();
  const auto fast = actual.make_generator();
  // Batches of several states also exercise sources, early stops and the buffers' growth.
  constexpr size_t kBatch = 7;
  constexpr uint32_t kEnough = 40;
  for (size_t next = 0; next * words < queue.size() && result.difference.empty();) {
    const std::vector<uint64_t> states(queue.begin() + static_cast<ptrdiff_t>(next * words), queue.end());
    const size_t count = std::min<size_t>(kBatch, states.size() / words);
    a.clear();
    b.clear();
    const size_t done = slow->expand(states.data(), count, kEnough, a);
    const size_t also_done = fast->expand(states.data(), count, kEnough, b);
    result.difference = difference(a, b);
    if (done != also_done) result.difference += " expanded " + std::to_string(also_done) + " states";
    if (!result.difference.empty()) {
      for (size_t i = 0; i < count; ++i) result.difference += "\n  from " + hex(states.data() + i * words, words);
      break;
    }
    result.states += done;
    result.successors += a.count();
    result.events += a.events.size();
    a.clear();
    b.clear();
    slow->check(states.data(), count, a);
    fast->check(states.data(), count, b);
    result.difference = difference_of_events(a, b);
    a.clear();
    slow->expand(states.data(), done, UINT32_MAX, a);
    add_new(a);
    next += done;
  }
  result.complete = result.states == seen.size() && seen.size() < max_states;
  return result;
}

}  // namespace px::test
