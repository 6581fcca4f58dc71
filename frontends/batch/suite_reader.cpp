// Converts TOML to a Suite. Keys that are not the suite's own are options of pexplore under their long names; the
// command line, which knows them, checks whether they exist.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <sstream>

#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

#include "frontends/batch/suite.h"

namespace px::batch {
namespace {

struct Value {
  std::string text;
  SourceSpan place;
};

struct Argument {
  std::string text;
  OptionPlace place;
};

// The arguments of an option in one run, and the word for it in the name of the run.
struct Choice {
  std::vector<Argument> arguments;  // empty: the option is not given
  std::string word;
};
// The choices of consecutive runs.
using Choices = std::vector<Choice>;

// More runs than this from one check are taken for a typing error.
constexpr size_t kMaxRuns = 10000;

const std::set<std::string_view> kOwnKeys = {"model",  "name",        "define",     "expect",
                                             "states", "transitions", "properties", "tags"};
const std::set<std::string_view> kPropertyOutcomes = {"holds", "violated", "incomplete"};
const std::set<std::string_view> kOutcomes = {"holds",    "no-error-found", "incomplete", "violated", "assumption",
                                              "deadlock", "safety",         "liveness",   "assertion"};

class Reader {
 public:
  Reader(const std::string& path, FileId file) : folder_(std::filesystem::path(path).parent_path()), file_(file) {}

  Suite read(const toml::table& root) {
    const toml::table* defaults = read_defaults(root.get("defaults"));
    for (const auto& [key, node] : root) {
      if (key == "check" || key == "defaults" || key == "name") continue;
      complain(key.source(), fmt::format("unknown key '{}'; expected name, [defaults] or [[check]]", key.str()));
    }
    suite_.name = text_of(root, "name");
    const toml::array* checks = root["check"].as_array();
    if (checks == nullptr || !checks->is_array_of_tables() || checks->empty()) {
      complain(root.source(), "there is no [[check]] in this suite");
      return suite_;
    }
    for (const toml::node& check : *checks) read_check(*check.as_table(), defaults);
    return suite_;
  }

  Diagnostics take_problems() { return std::move(problems_); }

 private:
  void complain(const toml::source_region& where, std::string message, std::string hint = {}) {
    problems_.add(DiagnosticKind::SyntaxError, span_of(where), std::move(message), std::move(hint));
  }

  // [defaults], which contains only options, and nothing specific to a check.
  const toml::table* read_defaults(const toml::node* node) {
    if (node == nullptr) return nullptr;
    const toml::table* defaults = node->as_table();
    if (defaults == nullptr) {
      complain(node->source(), "'defaults' is a table of options: [defaults]");
      return nullptr;
    }
    for (const auto& [key, value] : *defaults) {
      if (kOwnKeys.contains(key.str())) complain(key.source(), fmt::format("'{}' belongs in a [[check]]", key.str()));
    }
    return defaults;
  }

  // The text of a key that may be missing.
  std::string text_of(const toml::table& table, std::string_view key) {
    const toml::node* node = table.get(key);
    if (node == nullptr) return {};
    if (const auto* text = node->as_string()) return text->get();
    complain(node->source(), fmt::format("'{}' is a text", key));
    return {};
  }

  SourceSpan span_of(const toml::source_region& where) const {
    return {file_, where.begin.line, where.begin.column, 1};
  }

  // "3", "true", "text": in command-line form.
  std::optional<std::string> scalar(const toml::node& node) {
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* number = node.as_integer()) return std::to_string(number->get());
    if (const auto* real = node.as_floating_point()) return fmt::format("{}", real->get());
    if (const auto* truth = node.as_boolean()) return truth->get() ? "true" : "false";
    complain(node.source(), "expected a text, a number, true or false");
    return std::nullopt;
  }

  // A value, or the items of a list one by one, each with its location.
  std::vector<Value> values_of(const toml::node& node) {
    std::vector<Value> values;
    const auto add = [&](const toml::node& one) {
      if (auto value = scalar(one)) values.push_back({std::move(*value), span_of(one.source())});
    };
    const toml::array* list = node.as_array();
    if (list == nullptr) {
      add(node);
      return values;
    }
    for (const toml::node& item : *list) add(item);
    if (list->empty()) complain(node.source(), "this list is empty");
    return values;
  }

  // The same for an option; a nested list belongs to a single run, which receives all its items.
  std::vector<std::vector<Value>> turns_of(const toml::node& node) {
    std::vector<std::vector<Value>> turns;
    const toml::array* list = node.as_array();
    if (list == nullptr || list->empty()) {
      for (Value& value : values_of(node)) turns.push_back({std::move(value)});
      return turns;
    }
    for (const toml::node& item : *list) turns.push_back(values_of(item));
    std::erase_if(turns, [](const std::vector<Value>& turn) { return turn.empty(); });  // already reported
    return turns;
  }

  // "threads=2" is clearer than "2", "canonical" than "strategy=canonical".
  static std::string word_of(std::string_view key, const std::string& value) {
    return key == "strategy" ? value : fmt::format("{}={}", key, value);
  }

  Choices option_choices(const toml::key& key, const toml::node& node) {
    Choices choices;
    const std::string_view name = key.str();
    for (const std::vector<Value>& turn : turns_of(node)) {
      Choice choice;
      std::string all;
      for (const auto& [value, place] : turn) {
        all += (all.empty() ? "" : ",") + value;
        const std::string text = value == "true" ? fmt::format("--{}", name) : fmt::format("--{}={}", name, value);
        if (value != "false") choice.arguments.push_back({text, {span_of(key.source()), place}});
      }
      choice.word = all == "true" ? std::string(name) : word_of(name, all);
      choices.push_back(std::move(choice));
    }
    return choices;
  }

  // Whether a value appears in the names of runs: if there are several, and always for parameters and strategies.
  static bool is_named(std::string_view key, const Choices& choices) { return choices.size() > 1 || key == "strategy"; }

  void add_options(const toml::table& table, const toml::table* overridden_by, std::vector<Choices>& matrix) {
    for (const auto& [key, node] : table) {
      if (kOwnKeys.contains(key.str()) || (overridden_by != nullptr && overridden_by->contains(key.str()))) continue;
      Choices choices = option_choices(key, node);
      if (!is_named(key.str(), choices)) {
        for (Choice& choice : choices) choice.word.clear();
      }
      if (!choices.empty()) matrix.push_back(std::move(choices));
    }
  }

  void add_definitions(const toml::table& check, std::vector<Choices>& matrix) {
    const toml::node* define = check.get("define");
    if (define == nullptr) return;
    if (!define->is_table()) {
      complain(define->source(), "'define' is a table of parameters, such as { N = 3 } or { N = [3, 4] }");
      return;
    }
    for (const auto& [name, node] : *define->as_table()) {
      Choices choices;
      for (const auto& [value, place] : values_of(node)) {
        const std::string word = fmt::format("{}={}", name.str(), value);
        choices.push_back({{{"-D" + word, {span_of(name.source()), place}}}, word});
      }
      if (!choices.empty()) matrix.push_back(std::move(choices));
    }
  }

  void read_check(const toml::table& check, const toml::table* defaults) {
    const toml::node* model = check.get("model");
    if (model == nullptr || !model->is_string()) {
      complain(check.source(), "a [[check]] needs a model", "model = \"my.pml\"");
      return;
    }
    const std::string shown = model->as_string()->get();
    const std::string path = (folder_ / shown).string();
    check_exists(*model, path);
    std::vector<Choices> matrix;
    add_definitions(check, matrix);
    if (defaults != nullptr) add_options(*defaults, &check, matrix);
    add_options(check, nullptr, matrix);
    const std::string name = text_of(check, "name");
    const std::vector<std::string> tags = tags_of(check);
    const size_t before = suite_.runs.size();
    for (const Choices& choices : combinations(check, matrix)) {
      SuiteRun run{.name = name,
                   .model = path,
                   .shown_model = shown,
                   .options = {},
                   .places = {},
                   .tags = tags,
                   .expected = {},
                   .span = span_of(check.source())};
      for (const Choice& choice : choices) {
        for (const auto& [argument, place] : choice.arguments) {
          run.options.push_back(argument);
          run.places.push_back(place);
        }
        if (!choice.word.empty()) run.name += (run.name.empty() ? "" : " ") + choice.word;
      }
      run.expected = expectation(check, run);
      suite_.runs.push_back(std::move(run));
    }
    check_selectors(check, before);
  }

  std::vector<std::string> tags_of(const toml::table& check) {
    std::vector<std::string> tags;
    const toml::node* node = check.get("tags");
    if (node == nullptr) return tags;
    for (const auto& [value, place] : values_of(*node)) {
      if (value.empty() || value.find_first_of(" \t") != std::string::npos) {
        complain(node->source(), "a tag is one word");
      } else {
        tags.push_back(value);
      }
    }
    return tags;
  }

  void check_exists(const toml::node& model, const std::string& path) {
    std::error_code error;
    if (std::filesystem::exists(path, error)) return;
    complain(model.source(), error ? fmt::format("cannot read the model '{}': {}", path, error.message())
                                   : fmt::format("there is no model '{}'", path));
  }

  std::vector<Choices> combinations(const toml::table& check, const std::vector<Choices>& matrix) {
    std::vector<Choices> all(1);
    for (const Choices& choices : matrix) {
      if (all.size() * choices.size() > kMaxRuns) {
        complain(check.source(), fmt::format("this check expands to more than {} runs", kMaxRuns));
        return {};
      }
      std::vector<Choices> longer;
      for (const Choices& shorter : all) {
        for (const Choice& choice : choices) {
          longer.push_back(shorter);
          longer.back().push_back(choice);
        }
      }
      all = std::move(longer);
    }
    return all;
  }

  static std::set<std::string> words_of(std::string_view text) {
    std::istringstream stream{std::string(text)};
    return {std::istream_iterator<std::string>(stream), {}};
  }

  // Whether an entry of a table applies to this run: its name contains all words of the entry; there may be none.
  static bool fits(std::string_view selector, const SuiteRun& run) {
    const std::set<std::string> words = words_of(run.name);
    const std::set<std::string> wanted = words_of(selector);
    return std::includes(words.begin(), words.end(), wanted.begin(), wanted.end());
  }

  // The value of a key of the check for this run. A table has one entry per kind of run, identified by words of the
  // run's name; the entry with the most words counts.
  const toml::node* value_for(const toml::table& check, std::string_view key, const SuiteRun& run) {
    const toml::node* node = check.get(key);
    if (node == nullptr || !node->is_table()) return node;
    std::vector<std::pair<const toml::key*, const toml::node*>> best;
    size_t most = 0;
    for (const auto& [selector, value] : *node->as_table()) {
      const size_t words = words_of(selector.str()).size();
      if (!fits(selector.str(), run) || words < most) continue;
      if (words > most) best.clear();
      most = words;
      best.emplace_back(&selector, &value);
    }
    for (const auto& [selector, value] : best) {
      used_.insert(value);
      if (!same_value(*value, *best.front().second)) complain_of_tie(*best.front().first, *selector, run);
    }
    return best.empty() ? nullptr : best.front().second;
  }

  static bool same_value(const toml::node& one, const toml::node& other) {
    return one.value<std::string>() == other.value<std::string>() && one.value<int64_t>() == other.value<int64_t>();
  }

  // Reports a tie once, although it may occur for many runs.
  void complain_of_tie(const toml::key& one, const toml::key& other, const SuiteRun& run) {
    if (!tied_.insert({&one, &other}).second) return;
    complain(other.source(),
             fmt::format("'{}' and '{}' both match the run '{}' but differ", one.str(), other.str(), run.name),
             fmt::format("of the entries that match, the one with the most words counts: add '{} {}'", one.str(),
                         other.str()));
  }

  std::optional<uint64_t> count(const toml::table& check, std::string_view key, const SuiteRun& run) {
    const toml::node* node = value_for(check, key, run);
    if (node == nullptr) return std::nullopt;
    const auto* number = node->as_integer();
    if (number != nullptr && number->get() >= 0) return static_cast<uint64_t>(number->get());
    complain(node->source(), fmt::format("'{}' is a number, or a table of numbers", key));
    return std::nullopt;
  }

  Expectation expectation(const toml::table& check, const SuiteRun& run) {
    Expectation expected;
    if (const toml::node* node = value_for(check, "expect", run)) {
      const auto* text = node->as_string();
      if (text == nullptr || !kOutcomes.contains(text->get())) {
        complain(node->source(), "'expect' is one of " + fmt::format("{}", fmt::join(kOutcomes, ", ")));
      } else {
        expected.outcome = text->get();
      }
    }
    expected.states = count(check, "states", run);
    expected.transitions = count(check, "transitions", run);
    if (const toml::node* node = check.get("properties")) expected.properties = properties(*node);
    return expected;
  }

  std::vector<std::pair<std::string, std::string>> properties(const toml::node& node) {
    std::vector<std::pair<std::string, std::string>> all;
    const toml::table* table = node.as_table();
    if (table == nullptr) {
      complain_once(node, "'properties' is a table: { name = \"holds\" }");
      return all;
    }
    for (const auto& [name, value] : *table) {
      const auto* text = value.as_string();
      if (text == nullptr || !kPropertyOutcomes.contains(text->get())) {
        complain_once(value,
                      fmt::format("the verdict on '{}' is one of {}", name.str(), fmt::join(kPropertyOutcomes, ", ")));
      } else {
        all.emplace_back(name.str(), text->get());
      }
    }
    return all;
  }

  // Reports a problem once, although it may occur for many runs.
  void complain_once(const toml::node& node, const std::string& problem) {
    if (complained_.insert(&node).second) complain(node.source(), problem);
  }

  // An entry that applies to no run would be an expectation that is never checked.
  void check_selectors(const toml::table& check, size_t first_run) {
    for (const std::string_view key : {"expect", "states", "transitions"}) {
      const toml::table* table = check[key].as_table();
      if (table == nullptr) continue;
      for (const auto& [key_of_entry, value] : *table) {
        if (used_.contains(&value)) continue;
        const toml::key& selector = key_of_entry;  // clang 14 cannot capture a structured binding in a lambda
        const bool some = std::any_of(suite_.runs.begin() + static_cast<std::ptrdiff_t>(first_run), suite_.runs.end(),
                                      [&](const SuiteRun& run) { return fits(selector.str(), run); });
        complain(selector.source(),
                 some ? fmt::format("'{}' applies to no run: an entry with more words matches each", selector.str())
                      : fmt::format("no run of this check is '{}'", selector.str()));
      }
    }
  }

  const std::filesystem::path folder_;
  const FileId file_;
  Suite suite_;
  std::set<const toml::node*> used_;  // entries of tables that apply to a run
  std::set<std::pair<const toml::key*, const toml::key*>> tied_;
  std::set<const toml::node*> complained_;
  Diagnostics problems_;
};

}  // namespace

Result<Suite> read_suite(const std::string& path, SourceMap& sources) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) return Failure(DiagnosticKind::FileUnreadable, fmt::format("--suite: cannot read '{}'", path));
  const FileId id = sources.add(path, text.str());
  toml::table root;
  try {
    root = toml::parse(text.str(), path);
  } catch (const toml::parse_error& error) {
    const toml::source_position& at = error.source().begin;
    return Failure(DiagnosticKind::SyntaxError, SourceSpan{id, at.line, at.column, 1},
                   std::string(error.description()));
  }
  Reader reader(path, id);
  Suite suite = reader.read(root);
  Diagnostics problems = reader.take_problems();
  if (problems.has_errors()) return Failure(problems.take());
  if (suite.name.empty()) suite.name = std::filesystem::path(path).stem().string();
  tell_apart(suite.runs);
  return suite;
}

}  // namespace px::batch
