// The preprocessor's own tokens: coarser than those of the language, since any text must pass through.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/source.h"

namespace px::promela {

enum class PpKind : uint8_t { Identifier, Number, String, Character, Punctuation, Newline, End };

// The names of the macros whose expansion produced a token: those are not expanded again. Shared, immutable lists.
struct HideSet {
  std::string name;
  std::shared_ptr<const HideSet> rest;
};
using HideSetPtr = std::shared_ptr<const HideSet>;

bool hides(const HideSetPtr& set, std::string_view name);

struct PpToken {
  PpKind kind = PpKind::End;
  bool space_before = false;
  bool verbatim = true;  // taken literally from the file, not produced by a macro
  std::string text;
  SourceSpan place;
  HideSetPtr hidden;
};

// Splits text into tokens. A comment counts as a space, or as newlines if it spans lines; continued lines are joined.
class PpScanner {
 public:
  PpScanner(std::string_view text, FileId file) : text_(text), file_(file) {}

  // Inside a directive, a comment over several lines does not end the line.
  PpToken next(bool in_directive = false);
  // Handles the rest of a line mark: the following lines count as lines of `file` from `line` on.
  void set_line(FileId file, uint32_t line);
  // Where an unterminated comment began; unknown if there was none.
  SourceSpan unterminated_comment() const { return unterminated_; }

 private:
  char at(size_t ahead = 0) const { return pos_ + ahead < text_.size() ? text_[pos_ + ahead] : '\0'; }
  void advance();
  bool skip_continuation();
  void skip_blanks(bool& space, bool& newline);
  void skip_block_comment(bool& newline);
  SourceSpan here() const;
  void scan_quoted(PpToken& token, char quote);
  void scan_word(PpToken& token);
  void scan_punctuation(PpToken& token);

  std::string_view text_;
  FileId file_;
  size_t pos_ = 0;
  uint32_t line_ = 1;
  uint32_t column_ = 1;
  SourceSpan unterminated_;
};

}  // namespace px::promela
