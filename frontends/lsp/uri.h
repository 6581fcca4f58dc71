// File names as editors write them: file:///a%20b.pml.
#pragma once

#include <string>
#include <string_view>

namespace px::lsp {

// The normalised path that a URI denotes; empty if it denotes no file of this machine (untitled:...).
std::string path_of_uri(std::string_view uri);
std::string uri_of_path(std::string_view path);

}  // namespace px::lsp
