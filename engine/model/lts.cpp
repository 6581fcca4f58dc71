#include "engine/model/lts.h"

#include <algorithm>

#include "engine/base/parallel.h"

namespace px {

uint32_t Lts::label(const std::string& text, std::map<std::string, uint32_t>& known) {
  const auto [at, is_new] = known.emplace(text, static_cast<uint32_t>(labels.size()));
  if (is_new) labels.push_back(text);
  return at->second;
}

void Lts::remove_duplicates() {
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
}

namespace {

constexpr uint32_t kNone = UINT32_MAX;
constexpr uint64_t kGrain = 4096;  // states whose signatures a thread computes at a time

// The edges grouped by state.
struct Successors {
  std::vector<uint32_t> begin;
  std::vector<Lts::Edge> edges;

  explicit Successors(const Lts& lts) : begin(lts.states + 1, 0), edges(lts.edges) {
    std::sort(edges.begin(), edges.end());
    for (const Lts::Edge& e : edges) ++begin[e.from + 1];
    for (uint32_t s = 0; s < lts.states; ++s) begin[s + 1] += begin[s];
  }
};

using Signature = std::vector<uint64_t>;  // label and block of each step, ascending

class Refinement {
 public:
  Refinement(const Lts& lts, Bisimulation kind, uint32_t threads)
      : lts_(lts), kind_(kind), threads_(std::max(1u, threads)), successors_(lts), block_(lts.states, 0) {
    for (uint32_t i = 0; i < lts.labels.size(); ++i) {
      if (lts.labels[i] == Lts::kTau) tau_ = i;
    }
    if (kind_ == Bisimulation::Branching) order_tau();
  }

  Lts run() {
    uint32_t count = lts_.states == 0 ? 0 : 1;
    for (;;) {
      const uint32_t next = refine();
      if (next == count) break;
      count = next;
    }
    return quotient(count);
  }

 private:
  bool is_inert(const Lts::Edge& e) const {
    return kind_ == Bisimulation::Branching && e.label == tau_ && block_[e.from] == block_[e.to];
  }

  // One round of refinement; returns the number of blocks after it.
  uint32_t refine() {
    std::vector<Signature> signatures(lts_.states);
    if (kind_ == Bisimulation::Strong) {
      parallel_for(lts_.states, kGrain, threads_, [&](uint64_t s) { sign(static_cast<uint32_t>(s), signatures[s]); });
    } else {
      // The states of a tau cycle share the signature of their component.
      for (const std::vector<uint32_t>& component : components_) sign_component(component, signatures);
    }
    std::map<std::pair<uint32_t, Signature>, uint32_t> numbers;
    std::vector<uint32_t> next(lts_.states);
    for (uint32_t s = 0; s < lts_.states; ++s) {
      const auto number = static_cast<uint32_t>(numbers.size());
      next[s] = numbers.try_emplace({block_[s], std::move(signatures[s])}, number).first->second;
    }
    block_ = std::move(next);
    return static_cast<uint32_t>(numbers.size());
  }

  static uint64_t step(uint32_t label, uint32_t block) { return uint64_t{label} << 32 | block; }
  static void normalise(Signature& signature) {
    std::sort(signature.begin(), signature.end());
    signature.erase(std::unique(signature.begin(), signature.end()), signature.end());
  }

  void sign(uint32_t s, Signature& signature) const {
    for (uint32_t i = successors_.begin[s]; i < successors_.begin[s + 1]; ++i) {
      const Lts::Edge& e = successors_.edges[i];
      signature.push_back(step(e.label, block_[e.to]));
    }
    normalise(signature);
  }

  void sign_component(const std::vector<uint32_t>& component, std::vector<Signature>& signatures) const {
    Signature all;
    for (const uint32_t s : component) {
      for (uint32_t i = successors_.begin[s]; i < successors_.begin[s + 1]; ++i) {
        const Lts::Edge& e = successors_.edges[i];
        if (!is_inert(e)) {
          all.push_back(step(e.label, block_[e.to]));
        } else if (component_[e.to] != component_[s]) {
          all.insert(all.end(), signatures[e.to].begin(), signatures[e.to].end());
        }
      }
    }
    normalise(all);
    for (const uint32_t s : component) signatures[s] = all;
  }

  // The strongly connected components of the tau steps (Tarjan), in reverse topological order.
  void order_tau() {
    std::vector<uint32_t> index(lts_.states, kNone);
    std::vector<uint32_t> low(lts_.states, 0);
    std::vector<uint32_t> waiting;
    std::vector<std::pair<uint32_t, uint32_t>> path;  // state, next edge
    component_.assign(lts_.states, kNone);
    uint32_t next = 0;
    for (uint32_t root = 0; root < lts_.states; ++root) {
      if (index[root] != kNone) continue;
      path.emplace_back(root, successors_.begin[root]);
      index[root] = low[root] = next++;
      waiting.push_back(root);
      while (!path.empty()) {
        auto& [s, edge] = path.back();
        if (edge < successors_.begin[s + 1]) {
          const Lts::Edge& e = successors_.edges[edge++];
          if (e.label != tau_) continue;
          if (index[e.to] == kNone) {
            index[e.to] = low[e.to] = next++;
            waiting.push_back(e.to);
            path.emplace_back(e.to, successors_.begin[e.to]);
          } else if (component_[e.to] == kNone) {
            low[s] = std::min(low[s], index[e.to]);
          }
          continue;
        }
        const uint32_t done = s;
        path.pop_back();
        if (!path.empty()) low[path.back().first] = std::min(low[path.back().first], low[done]);
        if (low[done] != index[done]) continue;
        components_.emplace_back();
        uint32_t member = kNone;
        while (member != done) {
          member = waiting.back();
          waiting.pop_back();
          component_[member] = static_cast<uint32_t>(components_.size()) - 1;
          components_.back().push_back(member);
        }
      }
    }
  }

  Lts quotient(uint32_t count) const {
    Lts result;
    result.states = count;
    result.initial = lts_.states == 0 ? 0 : block_[lts_.initial];
    result.labels = lts_.labels;
    for (const Lts::Edge& e : lts_.edges) {
      if (!is_inert(e)) result.edges.push_back({block_[e.from], e.label, block_[e.to]});
    }
    result.remove_duplicates();
    return result;
  }

  const Lts& lts_;
  const Bisimulation kind_;
  const uint32_t threads_;
  const Successors successors_;
  std::vector<uint32_t> block_;
  uint32_t tau_ = kNone;
  std::vector<std::vector<uint32_t>> components_;
  std::vector<uint32_t> component_;
};

}  // namespace

Lts quotient(const Lts& lts, Bisimulation kind, uint32_t threads) {
  return Refinement(lts, kind, threads).run();
}

std::string aut_text(const Lts& lts) {
  std::string out = "des (" + std::to_string(lts.initial) + ',' + std::to_string(lts.edges.size()) + ',' +
                    std::to_string(lts.states) + ")\n";
  for (const Lts::Edge& e : lts.edges) {
    out += '(' + std::to_string(e.from) + ",\"";
    for (const char c : lts.labels[e.label]) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    out += "\"," + std::to_string(e.to) + ")\n";
  }
  return out;
}

}  // namespace px
