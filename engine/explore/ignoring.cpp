#include "engine/explore/ignoring.h"

#include <algorithm>

namespace px {

IgnoringCheck::IgnoringCheck(const TransitionSystem& system, const Reducer& reducer)
    : system_(system),
      generator_(system.make_generator()),
      reducer_(reducer.make_worker()),
      reduces_(reducer.kind() == Reducer::Kind::Representative),
      batch_(system.words()) {}

size_t IgnoringCheck::RowHash::operator()(const Row& row) const {
  uint64_t hash = row.size();
  for (const uint64_t word : row) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
  }
  return hash;
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
    Suspect found{*nodes_[node].state, 0};
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
  const auto [entry, is_new] = numbers_.try_emplace(Row(state, state + system_.words()), nodes_.size());
  if (is_new) {
    Node node;
    node.state = &entry->first;
    nodes_.push_back(std::move(node));
    on_stack_.push_back(false);
  }
  return entry->second;
}

// The reduced steps of a state. False: nothing was left out there, or the work was cut short.
bool IgnoringCheck::expand(uint32_t number) {
  batch_.clear();
  generator_->expand(nodes_[number].state->data(), 1, UINT32_MAX, batch_);
  cut_short_ = cut_short_ || batch_.cut_short;
  if (cut_short_ || batch_.reduced.empty()) return false;
  if (batch_.allowance != nullptr && !batch_.allowance->grants(2 * nodes_.size() * (system_.words() * 8 + 128))) {
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

// Tarjan's algorithm without recursion, from `root` until a good state is met or everything was seen.
void IgnoringCheck::walk(uint32_t root, std::vector<uint32_t>& to_complete) {
  if (nodes_[root].closed || nodes_[root].good) return;
  std::vector<std::pair<uint32_t, size_t>> path;
  uint32_t met = 0;
  const auto found_good = [&] {
    // Whatever waits on the stack can reach a state of the path, and so the good one.
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

// All of a component is on the stack, and no good state can be reached from it. If no step leaves it, one of its states
// has to be completed; if one does, what it leads to ends in such a component.
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
    if (nodes_[member].suspect && (least == UINT32_MAX || *nodes_[member].state < *nodes_[least].state)) least = member;
    nodes_[member].next = {};
  }
  for (const uint32_t member : component) nodes_[member].good = true;  // once the last component is completed
  if (leaves) return;
  to_complete.push_back(least);
}

}  // namespace px
