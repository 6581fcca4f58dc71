// A check of a text by the program itself, as a process of its own, which can be watched and ended.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "frontends/lsp/child_process.h"
#include "frontends/lsp/json_rpc.h"

namespace px::lsp {

struct CheckRequest {
  std::string program;  // path of pexplore
  std::string path;     // of the model; empty: it is no file
  std::string language;
  std::string text;
  std::vector<std::string> arguments{};  // further ones
  std::string property{};                // empty: everything is checked
  std::string files;                     // a folder for the report and the page of the run
};

struct CheckOutcome {
  int exit_code = 0;
  std::string output;   // as the command line shows it
  std::string errors;   // messages
  std::string verdict;  // "violated"; empty: there is none
  Json report{};        // what --report says; null: there is none
  std::string page;     // path of the page of the run to the error; empty: there is none
};

class CheckRun {
 public:
  // Null if it cannot be started.
  static std::unique_ptr<CheckRun> start(const CheckRequest& request);

  ChildProcess& process() { return *process_; }
  // How far it is, in words, from the progress that came in; empty: nothing new.
  std::string take_progress();
  // Once the process has ended.
  CheckOutcome outcome();

 private:
  CheckRun(std::unique_ptr<ChildProcess> process, std::string files)
      : process_(std::move(process)), files_(std::move(files)) {}

  std::unique_ptr<ChildProcess> process_;
  std::string files_;
  std::string messages_;  // of standard error that are no progress
};

}  // namespace px::lsp
