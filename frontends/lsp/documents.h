// The texts that are open in the editor, as they stand there.
#pragma once

#include <map>
#include <string>

#include "frontends/lsp/text_map.h"

namespace px::lsp {

inline constexpr size_t kMostDocuments = 1000;

struct Document {
  std::string uri;
  std::string path;         // empty: it is no file
  std::string language_id;  // what the editor says
  int64_t version = 0;
  std::string text;
};

class Documents {
 public:
  // Null: there are too many.
  Document* open(const Json& item);
  // Null: it is not open, or the change makes no sense.
  Document* change(const Json& params);
  void close(const std::string& uri) { all_.erase(uri); }

  const Document* find(const std::string& uri) const;
  const Document* find_path(const std::string& path) const;
  const std::map<std::string, Document>& all() const { return all_; }

 private:
  std::map<std::string, Document> all_;  // by URI
};

}  // namespace px::lsp
