// Which diagnostics each file has, from all models that it is part of, and from checks.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "frontends/lsp/json_rpc.h"

namespace px::lsp {

class Published {
 public:
  // Those that a model (by its URI) has in its files, in place of those it had. Returns the files of both,
  // also those without any, since their client waits for that.
  std::vector<std::string> replace(const std::string& from, std::map<std::string, Json> by_path);
  // All of a file, each once.
  Json of(const std::string& path) const;

 private:
  std::map<std::string, std::map<std::string, Json>> all_;  // by where they come from, by path
};

}  // namespace px::lsp
