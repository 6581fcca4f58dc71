// Automata of the Promela front end against the state tables of SPIN's verifier (`pan -d`): states, transitions,
// statement numbers, labels, escapes, and the merged statements and resets of a step (from the comments in pan.m).
// Skipped without spin or gcc. PEXPLORE_ALL_MODELS=1 compares all models of tests/models/promela, not only the probes.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <unistd.h>

#include "frontends/promela/automaton.h"
#include "frontends/promela/parser.h"
#include "frontends/promela/resolve.h"

namespace px::promela {
namespace {

namespace fs = std::filesystem;

constexpr size_t kEveryProbe = 8;

// The statements of a step: their states, each with the locals that it resets.
using Chain = std::vector<std::pair<uint32_t, std::set<std::string>>>;

struct Row {
  uint32_t from = 0;
  uint32_t to = 0;
  uint32_t id = 0;
  uint32_t escape = 0;
  std::string flags;
  Chain chain;  // empty if SPIN does not report it

  std::string key() const {
    return std::to_string(from) + " -> " + std::to_string(to) + " id " + std::to_string(id) + " org " +
           std::to_string(escape) + ' ' + flags;
  }
};
using Table = std::map<std::string, std::vector<Row>>;  // by proctype

std::string chain_text(const Chain& chain) {
  std::string text;
  for (const auto& [state, resets] : chain) {
    text += ' ' + std::to_string(state);
    for (const std::string& name : resets) text += '!' + name;
  }
  return text;
}

std::string read(const fs::path& path) {
  std::ifstream stream(path);
  return std::string(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
}

std::vector<std::string> arguments_of(const fs::path& model) {
  std::ifstream stream(model);
  std::vector<std::string> arguments;
  for (std::string line; std::getline(stream, line);) {
    const size_t start = line.find("// args:");
    if (start == std::string::npos) continue;
    std::istringstream words(line.substr(start + 8));
    for (std::string word; words >> word;) arguments.push_back(word);
  }
  return arguments;
}

bool run(const std::string& command) {
  return std::system((command + " > out.txt 2> err.txt").c_str()) == 0;
}

// The statements of each case of the generated verifier, from its comments.
std::map<uint32_t, Chain> spin_chains(const std::string& moves) {
  static const std::regex kCase(R"(case (\d+): *// STATE (\d+))");
  static const std::regex kDead(R"(/\* dead \d: (\S+) \*/)");
  static const std::regex kMerge(R"(/\* merge: .*\(\d+, (\d+), \d+\) \*/)");
  static const std::regex kScope(R"(^_\d[\d_]*_)");
  std::map<uint32_t, Chain> chains;
  Chain* current = nullptr;
  std::istringstream lines(moves);
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("case ") != std::string::npos && std::regex_search(line, match, kCase)) {
      current = &chains[static_cast<uint32_t>(std::stoul(match[1]))];
      current->push_back({static_cast<uint32_t>(std::stoul(match[2])), {}});
    } else if (current != nullptr && line.find("/* dead") != std::string::npos &&
               std::regex_search(line, match, kDead)) {
      current->back().second.insert(std::regex_replace(match[1].str(), kScope, ""));
    } else if (current != nullptr && line.find("/* merge") != std::string::npos &&
               std::regex_search(line, match, kMerge)) {
      current->push_back({static_cast<uint32_t>(std::stoul(match[1])), {}});
    }
  }
  return chains;
}

Table spin_table(const std::string& listing, const std::string& moves) {
  static const std::regex kRow(
      R"(\tstate +(\d+) -\(tr +(\d+)\)-> state +(\d+) +\[id +(\d+) tp +[\d,]+(?: org +(\d+))?\] \[(....).\].*)");
  static const std::regex kHead(R"((?:proctype|claim) (\S+)|(init|notrace|trace).*)");
  const std::map<uint32_t, Chain> chains = spin_chains(moves);
  Table table;
  std::vector<Row>* rows = nullptr;
  std::istringstream lines(listing);
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, match, kHead)) {
      std::string name = match[1].matched ? match[1].str() : match[2].str();
      if (name == "trace" || name == "notrace") name = name == "trace" ? "notrace" : "trace";  // pan confuses them
      if (name == "never_0") name = "never";
      rows = &table[name];
    } else if (rows != nullptr && std::regex_match(line, match, kRow)) {
      const auto number = [&](size_t i) { return static_cast<uint32_t>(std::stoul(match[i].str())); };
      Row row{number(1), number(3), number(4), match[5].matched ? number(5) : 0, match[6].str(), {}};
      const auto chain = chains.find(number(2));
      if (chain != chains.end() && row.flags[0] != 'D') row.chain = chain->second;
      rows->push_back(row);
    }
  }
  return table;
}

// SPIN also lists the guards of inner escapes, which are not states of the process.
std::vector<Row> reachable(const std::vector<Row>& rows) {
  std::set<uint32_t> seen;
  std::vector<uint32_t> work;
  if (!rows.empty()) work.push_back(rows.front().from);
  while (!work.empty()) {
    const uint32_t state = work.back();
    work.pop_back();
    if (!seen.insert(state).second) continue;
    for (const Row& row : rows) {
      if (row.from == state) work.push_back(row.to);
    }
  }
  std::vector<Row> kept;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(kept), [&](const Row& r) { return seen.contains(r.from); });
  return kept;
}

std::vector<Row> rows_of(const Model& model, const ControlGraph& graph, const Automaton& automaton) {
  std::vector<Row> rows;
  for (const uint32_t number : automaton.reachable) {
    const AutomatonState& state = automaton.states[number];
    for (const Transition& transition : state.transitions) {
      const bool compound = transition.d_step || transition.steps.size() > 1;
      Row row{number, transition.to, transition.id, transition.escape, "----", {}};
      if (transition.atomic || (compound && transition.leaves_atomic)) {
        row.flags[0] = 'A';
      } else if (transition.d_step) {
        row.flags[0] = 'D';
      }
      if (state.accept) row.flags[1] = 'a';
      if (state.end) row.flags[2] = 'e';
      if (state.progress) row.flags[3] = 'p';
      for (const Step& step : transition.steps) {
        std::set<std::string> resets;
        for (const VariableId variable : step.resets) resets.insert(model.variables[variable].name);
        row.chain.push_back({graph.elements[step.element].state, resets});
      }
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

std::string comparison(std::vector<Row> spin, std::vector<Row> ours) {
  std::map<std::string, std::string> expected;
  std::map<std::string, std::string> found;
  for (const Row& row : spin) expected[row.key()] = chain_text(row.chain);
  for (const Row& row : ours) found[row.key()] = chain_text(row.chain);
  std::string text;
  for (const auto& [key, chain] : expected) {
    if (!found.contains(key)) {
      text += "  only SPIN has " + key + '\n';
    } else if (!chain.empty() && chain != found[key]) {
      text += "  " + key + ": SPIN executes" + chain + ", but we" + found[key] + '\n';
    }
  }
  for (const auto& [key, chain] : found) {
    if (!expected.contains(key)) text += "  only we have " + key + '\n';
  }
  return text;
}

class Tables : public testing::Test {
 protected:
  void SetUp() override {
    home_ = fs::current_path();
    folder_ = fs::path(testing::TempDir()) / ("px_promela_tables_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    fs::current_path(folder_);
    if (!run("spin -V") || !run("gcc --version")) GTEST_SKIP() << "spin or gcc is not installed";
  }
  void TearDown() override {
    fs::current_path(home_);
    fs::remove_all(folder_);
  }

  void compare(const fs::path& model, Optimise level);

  fs::path home_;
  fs::path folder_;
};

void Tables::compare(const fs::path& path, Optimise level) {
  std::string options = level == Optimise::None ? "-o1 -o2 -o3 " : "";
  PreprocessOptions preprocessing;
  for (const std::string& argument : arguments_of(path)) {
    options += argument + ' ';
    if (argument.starts_with("-D")) preprocessing.definitions.push_back(argument.substr(2));
  }
  fs::remove("pan");
  for (const auto& entry : fs::directory_iterator(path.parent_path())) {  // the model and the files that it includes
    if (entry.is_regular_file()) fs::copy(entry, ".", fs::copy_options::overwrite_existing);
  }
  ASSERT_TRUE(run("spin " + options + "-a " + path.filename().string())) << path << read("out.txt");
  ASSERT_TRUE(run("gcc -w -O0 -DNOREDUCE -DSAFETY -o pan pan.c")) << path << read("err.txt");
  run("./pan -d");
  const Table expected = spin_table(read("out.txt"), read("pan.m"));

  SourceMap sources;
  Diagnostics diagnostics;
  const FileId file = read_source(path.string(), {}, sources, diagnostics);
  const ast::Module module =
      parse(lex(preprocess(file, preprocessing, sources, diagnostics), diagnostics), diagnostics);
  const Model resolved = resolve(module, diagnostics);
  ASSERT_FALSE(diagnostics.has_errors()) << path << render(diagnostics.items().front(), sources);
  const ControlGraph graph = build_control_graph(resolved, diagnostics);
  const OptimisationPlan plan = optimise(resolved, graph, switches_for(level, {}, resolved));
  for (const Automaton& automaton : build_automata(resolved, graph, plan, diagnostics)) {
    const std::string& name = resolved.proctypes[automaton.proctype].name;
    ASSERT_TRUE(expected.contains(name)) << path << ' ' << name;
    const std::string difference = comparison(reachable(expected.at(name)), rows_of(resolved, graph, automaton));
    EXPECT_EQ(difference, "") << path << ' ' << name << (level == Optimise::None ? " without" : " with")
                              << " optimisation";
  }
}

TEST_F(Tables, AgreeWithSpin) {
  const bool all = std::getenv("PEXPLORE_ALL_MODELS") != nullptr;
  std::vector<fs::path> models;
  for (const auto& entry : fs::directory_iterator(fs::path(PX_PROMELA_MODELS) / "probes")) models.push_back(entry);
  if (all) {
    for (const auto& entry : fs::directory_iterator(PX_PROMELA_MODELS)) models.push_back(entry);
  }
  std::sort(models.begin(), models.end());
  for (size_t i = 0; i < models.size(); ++i) {
    const fs::path& model = models[i];
    if (model.extension() != ".pml" || (!all && i % kEveryProbe != 0)) continue;
    compare(model, Optimise::Spin);
    if (all) compare(model, Optimise::None);
  }
}

}  // namespace
}  // namespace px::promela
