// Layered drawing after [STT81]: the layer of a node is its distance from the initial nodes; within its layer it is
// placed at the mean of its neighbours in the previous layer (then in the next one). State spaces are generated
// breadth-first, so the layers are already known; back edges stay as they are. A few rounds suffice, and each costs a
// sort of the nodes and a pass over the edges: a few thousand nodes take milliseconds.
#include "frontends/cli/graph_layout.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <mutex>
#include <numeric>
#include <sstream>
#include <thread>
#include <unistd.h>

#include "frontends/batch/process.h"

namespace px::cli {
namespace {

constexpr double kWide = 60;
constexpr double kHigh = 80;
constexpr int kRounds = 8;
// A size that Graphviz lays out in a second or two.
constexpr size_t kMaxNodes = 400;
constexpr size_t kMaxEdges = 1200;
constexpr std::chrono::seconds kPatience{10};

using Neighbours = std::vector<std::vector<uint32_t>>;

std::vector<uint32_t> depths_of(const LayoutGraph& graph, const Neighbours& next) {
  constexpr uint32_t kUnknown = UINT32_MAX;
  std::vector<uint32_t> depth(graph.nodes, kUnknown);
  std::vector<uint32_t> queue;
  const auto reach = [&](uint32_t node, uint32_t at) {
    if (depth[node] != kUnknown) return;
    depth[node] = at;
    queue.push_back(node);
  };
  for (const uint32_t root : graph.roots) reach(root, 0);
  for (size_t i = 0; i < queue.size(); ++i) {
    for (const uint32_t to : next[queue[i]]) reach(to, depth[queue[i]] + 1);
  }
  for (uint32_t& one : depth) one = one == kUnknown ? 0 : one;
  return depth;
}

// Orders the nodes of one layer by the mean position of their neighbours in the layer `beside`.
void sort_layer(std::vector<uint32_t>& layer, const Neighbours& one, const Neighbours& other,
                const std::vector<uint32_t>& depth, uint32_t beside, std::vector<double>& place) {
  std::vector<std::pair<double, uint32_t>> wanted;
  for (const uint32_t node : layer) {
    double sum = 0;
    size_t count = 0;
    for (const Neighbours* all : {&one, &other}) {
      for (const uint32_t neighbour : (*all)[node]) {
        if (depth[neighbour] != beside) continue;
        sum += place[neighbour];
        ++count;
      }
    }
    wanted.emplace_back(count == 0 ? place[node] : sum / static_cast<double>(count), node);
  }
  std::ranges::stable_sort(wanted, {}, &std::pair<double, uint32_t>::first);
  const double middle = static_cast<double>(layer.size() - 1) / 2;
  for (size_t i = 0; i < layer.size(); ++i) {
    layer[i] = wanted[i].second;
    place[layer[i]] = static_cast<double>(i) - middle;
  }
}

// Graphviz reads its input from a file, so that nothing has to be written to it while it writes.
std::string dot_file(const LayoutGraph& graph) {
  std::string text = "digraph g { node [shape=box, fixedsize=true, width=0.45, height=0.3, label=\"\"];\n";
  for (size_t i = 0; i < graph.nodes; ++i) text += fmt::format("{};\n", i);
  for (const auto& [from, to] : graph.edges) text += fmt::format("{} -> {};\n", from, to);
  return text + "}\n";
}

// "node NAME X Y ..." in inches, y going up.
bool read_plain(const std::string& plain, GraphLayout& layout) {
  std::istringstream lines(plain);
  size_t found = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    size_t node = 0;
    GraphLayout::Point point;
    if (!(words >> word) || word != "node" || !(words >> node >> point.x >> point.y)) continue;
    if (node >= layout.points.size()) return false;
    layout.points[node] = {point.x * 72, -point.y * 72};
    ++found;
  }
  return found == layout.points.size();
}

// The path of the program as the shell would find it; empty: not installed.
std::string find_dot() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string program = folder + "/dot";
    if (!folder.empty() && access(program.c_str(), X_OK) == 0) return program;
  }
  return {};
}

// Returns false if Graphviz is missing or takes too long.
bool lay_out_by_graphviz(const LayoutGraph& graph, GraphLayout& layout) {
  const std::string dot = find_dot();
  if (dot.empty()) return false;
  std::error_code error;
  std::string path = (std::filesystem::temp_directory_path(error) / "pexplore-graph-XXXXXX").string();
  const int file = error ? -1 : mkstemp(path.data());
  if (file < 0) return false;
  close(file);
  std::ofstream(path) << dot_file(graph);
  std::mutex mutex;
  std::condition_variable ended;
  bool done = false;
  std::atomic<bool> stop =
      false;  // written by the timer, read by the thread that waits for the process; guards no data
  std::thread timer([&] {
    std::unique_lock lock(mutex);
    if (!ended.wait_for(lock, kPatience, [&] { return done; })) stop.store(true, std::memory_order_relaxed);
  });
  const Result<batch::ProcessEnd> end = batch::run_process({dot, "-Tplain", path}, stop);
  {
    const std::lock_guard lock(mutex);
    done = true;
  }
  ended.notify_all();
  timer.join();
  std::filesystem::remove(path, error);
  return end && end->exit_code == 0 && read_plain(end->output, layout);
}

}  // namespace

GraphLayout lay_out_by_layers(const LayoutGraph& graph) {
  Neighbours next(graph.nodes), before(graph.nodes);
  for (const auto& [from, to] : graph.edges) {
    next[from].push_back(to);
    before[to].push_back(from);
  }
  const std::vector<uint32_t> depth = depths_of(graph, next);
  std::vector<std::vector<uint32_t>> layers;
  for (uint32_t node = 0; node < graph.nodes; ++node) {
    if (layers.size() <= depth[node]) layers.resize(depth[node] + 1);
    layers[depth[node]].push_back(node);
  }
  std::vector<double> place(graph.nodes, 0);
  for (const std::vector<uint32_t>& layer : layers) {
    for (size_t i = 0; i < layer.size(); ++i) {
      place[layer[i]] = static_cast<double>(i) - static_cast<double>(layer.size() - 1) / 2;
    }
  }
  for (int round = 0; round < kRounds; ++round) {
    for (uint32_t d = 1; d < layers.size(); ++d) sort_layer(layers[d], before, next, depth, d - 1, place);
    for (uint32_t d = static_cast<uint32_t>(layers.size()); d-- > 1;) {
      sort_layer(layers[d - 1], next, before, depth, d, place);
    }
  }
  GraphLayout layout{std::vector<GraphLayout::Point>(graph.nodes), "layers"};
  for (uint32_t node = 0; node < graph.nodes; ++node) {
    layout.points[node] = {place[node] * kWide, static_cast<double>(depth[node]) * kHigh};
  }
  return layout;
}

GraphLayout lay_out(const LayoutGraph& graph) {
  if (graph.nodes <= kMaxNodes && graph.edges.size() <= kMaxEdges) {
    GraphLayout layout{std::vector<GraphLayout::Point>(graph.nodes), "Graphviz"};
    if (lay_out_by_graphviz(graph, layout)) return layout;
  }
  return lay_out_by_layers(graph);
}

}  // namespace px::cli
