// The texts that are open in the editor, in their current form.
#pragma once

#include <map>
#include <string>

#include "frontends/lsp/text_map.h"

namespace px::lsp {

inline constexpr size_t kMostDocuments = 1000;

struct Document {
  std::string uri;
  std::string path;         // empty: it is not a file
  std::string language_id;  // as stated by the editor
  int64_t version = 0;
  std::string text;
};

class Documents {
 public:
  // Null if too many are open.
  Document* open(const Json& item);
  // Null if it is not open, or the change is invalid.
  Document* change(const Json& params);
  void close(const std::string& uri) { all_.erase(uri); }

  const Document* find(const std::string& uri) const;
  const Document* find_path(const std::string& path) const;
  const std::map<std::string, Document>& all() const { return all_; }

 private:
  std::map<std::string, Document> all_;  // by URI
};

}  // namespace px::lsp
