// Macros and their expansion, on preprocessor tokens.
#pragma once

#include <optional>
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

// Tokens to be read: first those pushed back, then those of the scanner (if there is one).
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

// The macros defined so far. Expansion follows the usual rule of hide sets: no macro expands inside itself.
class MacroTable {
 public:
  explicit MacroTable(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void define(const std::string& name, Macro macro);
  void undefine(const std::string& name) { macros_.erase(name); }
  bool defined(const std::string& name) const { return macros_.contains(name); }

  // If `token` starts a macro use, pushes its expansion to `source` and returns true; otherwise the token stands.
  bool expand(const PpToken& token, PpSource& source);
  std::vector<PpToken> expand_all(const std::vector<PpToken>& tokens);

 private:
  using Arguments = std::vector<std::vector<PpToken>>;

  bool expand_call(const Macro& macro, const PpToken& name, PpSource& source);
  bool collect_arguments(const Macro& macro, const PpToken& name, PpSource& source, Arguments& arguments,
                         size_t& newlines);
  std::vector<PpToken> substitute(const Macro& macro, const PpToken& name, const Arguments& arguments);

  bool too_much(const PpToken& name, size_t tokens);

  std::unordered_map<std::string, Macro> macros_;
  size_t expanded_ = 0;  // tokens that came from macros
  size_t nesting_ = 0;   // of macro uses in arguments of macro uses
  bool exhausted_ = false;
  Diagnostics& diagnostics_;
};

}  // namespace px::promela
