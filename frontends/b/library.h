// A machine and all the files that it refers to, read and parsed: other machines and definition files.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "frontends/b/parsed.h"

namespace px::b {

struct LoadedMachine {
  FileId file;
  ParsedMachine parsed;
  std::map<std::string, const Definition*, std::less<>> definitions;
  // Definition files of ProB's own library, whose external functions do not exist here.
  std::vector<std::string> unsupported_files;

  const LoadedMachine* refines = nullptr;
  std::set<std::string> given_values;      // names of LoadOptions::values, of the main machine only
  std::vector<const LoadedMachine*> uses;  // one per entry of parsed.uses; null if it could not be read
};

struct Library {
  std::map<std::string, std::unique_ptr<LoadedMachine>, std::less<>> machines;
  const LoadedMachine* main = nullptr;
};

// A machine parameter without lower-case letters is a set.
bool is_set_parameter(const std::string& name);

// Searches the folder of the main file. Reports everything that is missing, unreadable or refers to itself.
Library load_library(FileId file, const LoadOptions& options, SourceMap& sources, Diagnostics& diagnostics);

}  // namespace px::b
