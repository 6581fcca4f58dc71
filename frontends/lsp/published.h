// The diagnostics of each file, from all models that it is part of, and from checks.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "frontends/lsp/json_rpc.h"

namespace px::lsp {

class Published {
 public:
  // Replaces the diagnostics that a model (given by its URI) has for its files. Returns the files of the old and the
  // new ones, including those without any, since the client waits for them.
  std::vector<std::string> replace(const std::string& from, std::map<std::string, Json> by_path);
  // All diagnostics of a file, without duplicates.
  Json of(const std::string& path) const;

 private:
  std::map<std::string, std::map<std::string, Json>> all_;  // by origin, by path
};

}  // namespace px::lsp
