#include "engine/explore/ignoring.h"

#include <algorithm>

namespace px::explore {

IgnoringCheck::IgnoringCheck(const TransitionSystem& system, const Reducer& reducer)
    : system_(system),
      generator_(system.make_generator()),
      reducer_(reducer.make_worker()),
      reduces_(reducer.kind() == Reducer::Kind::Representative),
      batch_(system.words()) {}

uint64_t IgnoringCheck::hash(const uint64_t* state) const {
  uint64_t hash = system_.words();
  for (uint32_t w = 0; w < system_.words(); ++w) {
    hash = (hash ^ state[w]) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
  }
  return hash;
}

bool IgnoringCheck::is_less(uint32_t node, uint32_t other) const {
  return std::lexicographical_compare(row(node), row(node) + system_.words(), row(other), row(other) + system_.words());
}

std::vector<IgnoringCheck::Completion> IgnoringCheck::check(std::vector<Suspect> suspects, const Allowance& allowance,
                                                            bool& cut_short) {
  batch_.allowance = &allowance;
  std::sort(suspects.begin(), suspects.end(), [](const Suspect& a, const Suspect& b) { return a.state < b.state; });
  std::vector<uint32_t> to_complete;
  for (const Suspect& suspect : suspects) {
    walk(node_of(suspect.state.data()), to_complete);
    cut_short = cut_short_;
    if (cut_short_) return {};
  }
  std::vector<Completion> completions;
  for (const uint32_t node : to_complete) {
    Suspect found{{row(node), row(node) + system_.words()}, 0};
    const auto known = std::lower_bound(suspects.begin(), suspects.end(), found,
                                        [](const Suspect& a, const Suspect& b) { return a.state < b.state; });
    if (known != suspects.end() && known->state == found.state) found.depth = known->depth;
    completions.push_back({std::move(found), nodes_[node].steps});
  }
  std::sort(completions.begin(), completions.end(),
            [](const Completion& a, const Completion& b) { return a.suspect.state < b.suspect.state; });
  return completions;
}

uint32_t IgnoringCheck::node_of(const uint64_t* state) {
  if (2 * (nodes_.size() + 1) > slots_.size()) grow_slots();
  const size_t mask = slots_.size() - 1;
  size_t at = hash(state) & mask;
  for (; slots_[at] != 0; at = (at + 1) & mask) {
    if (std::equal(state, state + system_.words(), row(slots_[at] - 1))) return slots_[at] - 1;
  }
  slots_[at] = static_cast<uint32_t>(nodes_.size()) + 1;
  rows_.insert(rows_.end(), state, state + system_.words());
  nodes_.emplace_back();
  on_stack_.push_back(false);
  return slots_[at] - 1;
}

void IgnoringCheck::grow_slots() {
  slots_.assign(std::max<size_t>(1024, 2 * slots_.size()), 0);
  const size_t mask = slots_.size() - 1;
  for (uint32_t node = 0; node < nodes_.size(); ++node) {
    size_t at = hash(row(node)) & mask;
    while (slots_[at] != 0) at = (at + 1) & mask;
    slots_[at] = node + 1;
  }
}

// The reduced steps of a state. Returns false if nothing was left out there, or if the work was cut short.
bool IgnoringCheck::expand(uint32_t number) {
  batch_.clear();
  generator_->expand(row(number), 1, UINT32_MAX, batch_);
  cut_short_ = cut_short_ || batch_.cut_short;
  if (cut_short_ || batch_.reduced.empty()) return false;
  if (batch_.allowance != nullptr &&
      (batch_.allowance->ended() || !batch_.allowance->grants(2 * nodes_.size() * (system_.words() * 8 + 128)))) {
    cut_short_ = true;
    return false;
  }
  nodes_[number].steps = batch_.count();
  nodes_[number].suspect = !batch_.suspects.empty();
  if (reduces_) reducer_->reduce(batch_.states.data(), batch_.count());
  for (uint32_t i = 0; i < batch_.count(); ++i) {
    const uint32_t next = node_of(batch_.state(i));
    nodes_[number].next.push_back(next);
  }
  return true;
}

// Tarjan's algorithm without recursion, from `root` until a good state is reached or the search is exhausted.
void IgnoringCheck::walk(uint32_t root, std::vector<uint32_t>& to_complete) {
  if (nodes_[root].closed || nodes_[root].good) return;
  std::vector<std::pair<uint32_t, size_t>> path;
  uint32_t met = 0;
  const auto found_good = [&] {
    // Every state on the stack can reach a state of the path, and hence the good one.
    for (const uint32_t node : stack_) {
      nodes_[node].good = nodes_[node].closed = true;
      nodes_[node].next = {};
      on_stack_[node] = false;
    }
    stack_.clear();
  };
  std::unordered_map<uint32_t, uint32_t> index;
  const auto enter = [&](uint32_t node) {
    index[node] = nodes_[node].low = met++;
    stack_.push_back(node);
    on_stack_[node] = true;
    path.emplace_back(node, 0);
    return expand(node);
  };
  if (!enter(root)) return found_good();
  while (!path.empty()) {
    const uint32_t node = path.back().first;
    if (path.back().second < nodes_[node].next.size()) {
      const uint32_t next = nodes_[node].next[path.back().second++];
      if (nodes_[next].good) return found_good();
      if (on_stack_[next]) {
        nodes_[node].low = std::min(nodes_[node].low, index[next]);
      } else if (!nodes_[next].closed && !enter(next)) {
        return found_good();
      }
      continue;
    }
    path.pop_back();
    if (!path.empty()) nodes_[path.back().first].low = std::min(nodes_[path.back().first].low, nodes_[node].low);
    if (nodes_[node].low == index[node]) close_component(node, to_complete);
  }
}

// A whole component is on the stack, and no good state can be reached from it. If no step leaves it, one of its states
// must be completed; if one does, it leads to such a component eventually.
void IgnoringCheck::close_component(uint32_t root, std::vector<uint32_t>& to_complete) {
  std::vector<uint32_t> component;
  uint32_t node = 0;
  do {
    node = stack_.back();
    stack_.pop_back();
    on_stack_[node] = false;
    nodes_[node].closed = true;
    component.push_back(node);
  } while (node != root);
  std::vector<uint32_t> sorted = component;
  std::sort(sorted.begin(), sorted.end());
  uint32_t least = UINT32_MAX;
  bool leaves = false;
  for (const uint32_t member : component) {
    for (const uint32_t next : nodes_[member].next) {
      leaves = leaves || !std::binary_search(sorted.begin(), sorted.end(), next);
    }
    if (nodes_[member].suspect && (least == UINT32_MAX || is_less(member, least))) least = member;
    nodes_[member].next = {};
  }
  for (const uint32_t member : component) nodes_[member].good = true;  // after the last component is completed
  if (leaves) return;
  to_complete.push_back(least);
}

}  // namespace px::explore
