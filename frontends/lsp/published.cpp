#include "frontends/lsp/published.h"

#include <set>

namespace px::lsp {

std::vector<std::string> Published::replace(const std::string& from, std::map<std::string, Json> by_path) {
  std::set<std::string> told;
  for (const auto& [path, list] : all_[from]) told.insert(path);
  for (const auto& [path, list] : by_path) told.insert(path);
  std::erase_if(by_path, [](const auto& file) { return file.second.empty(); });
  if (by_path.empty()) {
    all_.erase(from);
  } else {
    all_[from] = std::move(by_path);
  }
  return {told.begin(), told.end()};
}

Json Published::of(const std::string& path) const {
  Json list = Json::array();
  std::set<Json> known;
  for (const auto& [from, files] : all_) {
    const auto found = files.find(path);
    if (found == files.end()) continue;
    for (const Json& diagnostic : found->second) {
      if (known.insert(diagnostic).second) list.push_back(diagnostic);
    }
  }
  return list;
}

}  // namespace px::lsp
