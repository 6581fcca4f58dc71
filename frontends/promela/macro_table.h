// Macros and their expansion, on preprocessor tokens.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/diagnostic.h"
#include "frontends/promela/pp_token.h"

namespace px::promela {

struct Macro {
  bool takes_arguments = false;
  std::vector<std::string> parameters;
  std::vector<PpToken> body;
  SourceSpan place;
};

// Pending tokens: first those pushed back, then those of the scanner (if there is one).
class PpSource {
 public:
  explicit PpSource(PpScanner* scanner) : scanner_(scanner) {}
  explicit PpSource(const std::vector<PpToken>& tokens) { push(tokens); }

  PpToken next();
  void push(PpToken token) { pending_.push_back(std::move(token)); }
  void push(const std::vector<PpToken>& tokens) { pending_.insert(pending_.end(), tokens.rbegin(), tokens.rend()); }
  bool has_pending() const { return !pending_.empty(); }

 private:
  PpScanner* scanner_ = nullptr;
  std::vector<PpToken> pending_;  // the last one is read first
};

// The macros defined so far. Expansion follows the usual hide-set rule: no macro expands inside itself.
class MacroTable {
 public:
  explicit MacroTable(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  // What happened to a macro given on the command line.
  struct Given {
    std::string name;
    bool used = false;      // expanded, or tested by a conditional
    SourceSpan replaced{};  // where the model redefines or undefines it
  };

  void define(const std::string& name, Macro macro);
  void define_given(const std::string& name, Macro macro);
  void undefine(const std::string& name, SourceSpan place = {});
  bool defined(const std::string& name) {
    note_use(name);
    asked_.insert(name);
    return macros_.contains(name);
  }
  const std::vector<Given>& given() const { return given_; }
  // The names that conditionals have tested.
  const std::set<std::string>& asked() const { return asked_; }

  // If `token` starts a macro use, pushes its expansion to `source` and returns true; otherwise the token is unchanged.
  bool expand(const PpToken& token, PpSource& source);
  std::vector<PpToken> expand_all(const std::vector<PpToken>& tokens);

 private:
  using Arguments = std::vector<std::vector<PpToken>>;

  bool expand_call(const Macro& macro, const PpToken& name, PpSource& source);
  bool collect_arguments(const Macro& macro, const PpToken& name, PpSource& source, Arguments& arguments,
                         size_t& newlines);
  std::vector<PpToken> substitute(const Macro& macro, const PpToken& name, const Arguments& arguments);

  bool too_much(const PpToken& name, size_t tokens);
  Given* find_given(const std::string& name);
  void note_use(const std::string& name);

  std::unordered_map<std::string, Macro> macros_;
  std::vector<Given> given_;
  std::set<std::string> asked_;
  size_t expanded_ = 0;  // tokens produced by macros
  size_t nesting_ = 0;   // of macro uses in arguments of macro uses
  bool exhausted_ = false;
  Diagnostics& diagnostics_;
};

}  // namespace px::promela
