#include "frontends/mcrl2/terms.h"

namespace px::mcrl2 {

void Terms::start() {
  const char here = 0;
  stack_base_ = &here;
  arena_.clear();
  if (stack_.empty()) stack_.resize(kFrameWords);
  top_ = 0;
  steps_ = 0;
  rule_ = nullptr;
  symbol_ = UINT32_MAX;
}

void Terms::give_up(const std::string& why) {
  std::string where = "the evaluation";
  if (symbol_ != UINT32_MAX) {
    where += " of '" + m_.spec().symbols[SymbolId(symbol_)].name + "'";
    if (rule_ != nullptr) where += " (equation in line " + std::to_string(rule_->span.line) + ")";
  }
  throw EvaluationError{where + ' ' + why};
}

Word Terms::intern(Word w) {
  if ((w & 3) != 0 || w == kNothing) return w;
  // Iterate along a list, without recursion.
  std::vector<Word> spine;
  Word at = w;
  while ((at & 3) == 0 && at != kNothing && tag(at) == Tag::Cons) {
    spine.push_back(part(at, 0));
    at = part(at, 1);
  }
  const auto store = [&](const std::vector<int64_t>& record) {
    const auto handle = m_.table().intern(record);
    if (!handle) throw EvaluationError{"there are too many terms to store"};
    return Word{*handle} << 2 | 2;
  };
  if (!spine.empty()) {
    Word rest = intern(at);
    for (size_t i = spine.size(); i-- > 0;) {
      rest = store({static_cast<int64_t>(head_of(Tag::Cons)), static_cast<int64_t>(intern(spine[i])),
                    static_cast<int64_t>(rest)});
    }
    return rest;
  }
  const Deeper deeper(*this);
  const size_t count = parts(w);
  std::vector<int64_t> record = {static_cast<int64_t>(head(w))};
  const bool raw = tag(w) == Tag::BigInt;
  for (size_t i = 0; i < count; ++i) record.push_back(static_cast<int64_t>(raw ? part(w, i) : intern(part(w, i))));
  return store(record);
}

// Whether a term does not determine its value: an application that no equation rewrites.
bool Terms::is_undecided(Word w) const {
  if (is_bare_symbol(w)) return !is_constructor(w);
  if (!is_record(w)) return false;
  const Tag t = tag(w);
  return t == Tag::Builtin || t == Tag::Apply || (t == Tag::Symbol && !is_constructor(w));
}

}  // namespace px::mcrl2
