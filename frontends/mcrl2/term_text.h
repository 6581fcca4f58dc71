// The text of values and expressions, in the format of the mCRL2 tools' labels. See terms.h.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "frontends/mcrl2/terms.h"

namespace px::mcrl2 {

class TermText : public Terms {
 public:
  std::string text(Word w);
  std::string text(const Expr& e, const std::map<VariableId, std::string>& values);

 protected:
  using Terms::Terms;

  BigInt integer_of(Word w) const;

 private:
  std::string record_text(Word w);
  std::string list_text(Word w);
  std::string application_text(const std::string& name, Word w, size_t first);
  std::string operation_text(Builtin op, const std::vector<std::string>& parts);

  uint32_t text_depth_ = 0;    // of text() within text()
  uint32_t text_records_ = 0;  // written since the outermost text() began
};

}  // namespace px::mcrl2
