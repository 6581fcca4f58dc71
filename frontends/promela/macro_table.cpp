#include "frontends/promela/macro_table.h"

#include <algorithm>

namespace px::promela {
namespace {

constexpr int kNoParameter = -1;
// Macros that use macros can grow without bounds, or nest until the stack overflows.
constexpr size_t kMaxExpansion = size_t{1} << 20;
constexpr size_t kMaxNesting = 200;

bool is(const PpToken& token, std::string_view text) {
  return token.kind == PpKind::Punctuation && token.text == text;
}

int parameter_index(const Macro& macro, const PpToken& token) {
  if (token.kind != PpKind::Identifier) return kNoParameter;
  const auto found = std::find(macro.parameters.begin(), macro.parameters.end(), token.text);
  return found == macro.parameters.end() ? kNoParameter : static_cast<int>(found - macro.parameters.begin());
}

bool same_body(const Macro& a, const Macro& b) {
  return a.takes_arguments == b.takes_arguments && a.parameters == b.parameters &&
         std::equal(a.body.begin(), a.body.end(), b.body.begin(), b.body.end(),
                    [](const PpToken& x, const PpToken& y) { return x.text == y.text; });
}

HideSetPtr hide_also(const HideSetPtr& set, const HideSetPtr& more) {
  if (set == nullptr) return more;
  HideSetPtr result = set;
  for (const HideSet* item = more.get(); item != nullptr; item = item->rest.get()) {
    if (!hides(result, item->name)) result = std::make_shared<const HideSet>(HideSet{item->name, result});
  }
  return result;
}

PpToken stringized(const std::vector<PpToken>& argument, const PpToken& at) {
  PpToken token = at;
  token.kind = PpKind::String;
  token.text = "\"";
  for (size_t i = 0; i < argument.size(); ++i) {
    if (i != 0 && argument[i].space_before) token.text += ' ';
    for (char c : argument[i].text) {
      if (c == '"' || (c == '\\' && argument[i].kind == PpKind::String)) token.text += '\\';
      token.text += c;
    }
  }
  token.text += '"';
  return token;
}

// a ## b, for the tokens that Promela knows: words and numbers.
void paste(std::vector<PpToken>& result, const std::vector<PpToken>& right) {
  if (right.empty()) return;
  if (result.empty()) {
    result.insert(result.end(), right.begin(), right.end());
    return;
  }
  result.back().text += right.front().text;
  result.insert(result.end(), right.begin() + 1, right.end());
}

}  // namespace

PpToken PpSource::next() {
  if (!pending_.empty()) {
    PpToken token = std::move(pending_.back());
    pending_.pop_back();
    return token;
  }
  return scanner_ != nullptr ? scanner_->next() : PpToken{};
}

void MacroTable::define(const std::string& name, Macro macro) {
  const auto old = macros_.find(name);
  const bool other = old != macros_.end() && !same_body(old->second, macro);
  Given* given = find_given(name);
  if (other && given != nullptr && !given->replaced.known()) {
    given->replaced = macro.place;  // gets a more specific warning than usual
  } else if (other) {
    diagnostics_.add(DiagnosticKind::MacroRedefined, macro.place, "macro '" + name + "' is redefined",
                     "write #undef " + name + " first if this is intended");
  }
  macros_[name] = std::move(macro);
}

void MacroTable::define_given(const std::string& name, Macro macro) {
  const auto same = [&](const Given& one) { return one.name == name; };
  std::erase_if(given_, same);  // of two definitions the last one counts
  define(name, std::move(macro));
  given_.push_back({name});
}

void MacroTable::undefine(const std::string& name, SourceSpan place) {
  Given* given = find_given(name);
  if (given != nullptr && !given->replaced.known() && macros_.contains(name)) {
    if (place.known()) {
      given->replaced = place;
    } else {
      given->used = true;  // undefined on the command line
    }
  }
  macros_.erase(name);
}

MacroTable::Given* MacroTable::find_given(const std::string& name) {
  const auto found = std::ranges::find(given_, name, &Given::name);
  return found == given_.end() ? nullptr : &*found;
}

void MacroTable::note_use(const std::string& name) {
  Given* given = find_given(name);
  if (given != nullptr && !given->replaced.known()) given->used = true;
}

bool MacroTable::expand(const PpToken& token, PpSource& source) {
  if (token.kind != PpKind::Identifier) return false;
  const auto found = macros_.find(token.text);
  if (exhausted_ || found == macros_.end() || hides(token.hidden, token.text)) return false;
  if (!given_.empty()) note_use(token.text);
  if (found->second.takes_arguments) return expand_call(found->second, token, source);
  source.push(substitute(found->second, token, {}));
  return true;
}

bool MacroTable::expand_call(const Macro& macro, const PpToken& name, PpSource& source) {
  std::vector<PpToken> skipped;
  PpToken token = source.next();
  while (token.kind == PpKind::Newline) {
    skipped.push_back(token);
    token = source.next();
  }
  if (!is(token, "(")) {
    source.push(token);
    source.push(skipped);
    return false;
  }
  Arguments arguments;
  size_t newlines = skipped.size();
  if (!collect_arguments(macro, name, source, arguments, newlines)) return true;
  PpToken newline;
  newline.kind = PpKind::Newline;
  newline.place = name.place;
  for (size_t i = 0; i < newlines; ++i) source.push(newline);
  source.push(substitute(macro, name, arguments));
  return true;
}

bool MacroTable::collect_arguments(const Macro& macro, const PpToken& name, PpSource& source, Arguments& arguments,
                                   size_t& newlines) {
  std::vector<PpToken> argument;
  bool space = false;
  for (int depth = 0;;) {
    PpToken token = source.next();
    if (token.kind == PpKind::End) {
      diagnostics_.add(DiagnosticKind::PreprocessorError, name.place,
                       "the arguments of macro '" + name.text + "' have no closing ')'");
      return false;
    }
    if (token.kind == PpKind::Newline) {
      ++newlines;
      space = true;
      continue;
    }
    if (depth == 0 && (is(token, ",") || is(token, ")"))) {
      arguments.push_back(std::move(argument));
      argument.clear();
      if (is(token, ")")) break;
      continue;
    }
    depth += is(token, "(") ? 1 : is(token, ")") ? -1 : 0;
    token.space_before |= space;
    space = false;
    argument.push_back(std::move(token));
  }
  if (macro.parameters.empty() && arguments.size() == 1 && arguments.front().empty()) arguments.clear();
  if (arguments.size() == macro.parameters.size()) return true;
  diagnostics_.add(DiagnosticKind::PreprocessorError, name.place,
                   "macro '" + name.text + "' takes " + std::to_string(macro.parameters.size()) +
                       " argument(s), but is used with " + std::to_string(arguments.size()));
  return false;
}

// Once this has been reported, no macro is expanded any more.
bool MacroTable::too_much(const PpToken& name, size_t tokens) {
  expanded_ += tokens;
  if (exhausted_ || (expanded_ <= kMaxExpansion && nesting_ <= kMaxNesting)) return exhausted_;
  exhausted_ = true;
  diagnostics_.add(DiagnosticKind::LimitExceeded, name.place,
                   nesting_ > kMaxNesting ? "macro calls are nested in arguments more than 200 deep"
                                          : "the macros expand to more than a million words");
  return true;
}

std::vector<PpToken> MacroTable::substitute(const Macro& macro, const PpToken& name, const Arguments& arguments) {
  const HideSetPtr hidden = std::make_shared<const HideSet>(HideSet{name.text, name.hidden});
  std::vector<PpToken> result;
  if (too_much(name, macro.body.size() + 1)) return result;
  bool pasting = false;
  for (size_t i = 0; i < macro.body.size(); ++i) {
    PpToken token = macro.body[i];
    token.place = name.place;
    token.verbatim = false;
    const bool operator_follows = i + 1 < macro.body.size() && is(macro.body[i + 1], "##");
    if (is(token, "##") && !result.empty()) {
      pasting = true;
      continue;
    }
    std::vector<PpToken> piece;
    if (macro.takes_arguments && is(token, "#") && i + 1 < macro.body.size() &&
        parameter_index(macro, macro.body[i + 1]) != kNoParameter) {
      piece = {stringized(arguments[parameter_index(macro, macro.body[++i])], token)};
    } else if (const int parameter = parameter_index(macro, token); parameter != kNoParameter) {
      piece = pasting || operator_follows ? arguments[parameter] : expand_all(arguments[parameter]);
      if (!piece.empty()) piece.front().space_before = token.space_before;
      for (PpToken& part : piece) part.verbatim = false;
    } else {
      piece = {token};
    }
    if (too_much(name, piece.size())) return {};
    if (pasting) {
      paste(result, piece);
    } else {
      result.insert(result.end(), piece.begin(), piece.end());
    }
    pasting = false;
  }
  if (!result.empty()) result.front().space_before = name.space_before;
  for (PpToken& token : result) token.hidden = hide_also(token.hidden, hidden);
  return result;
}

std::vector<PpToken> MacroTable::expand_all(const std::vector<PpToken>& tokens) {
  PpSource source(tokens);
  std::vector<PpToken> result;
  ++nesting_;
  while (source.has_pending()) {
    PpToken token = source.next();
    if (!expand(token, source) && token.kind != PpKind::End) result.push_back(std::move(token));
  }
  --nesting_;
  return result;
}

}  // namespace px::promela
