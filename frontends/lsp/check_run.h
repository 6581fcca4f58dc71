// A check of a text by the program itself, in a separate process that can be observed and ended.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "frontends/lsp/child_process.h"
#include "frontends/lsp/json_rpc.h"

namespace px::lsp {

struct CheckRequest {
  std::string program;  // path of pexplore
  std::string path;     // of the model; empty: it is not a file
  std::string language;
  std::string text;
  std::vector<std::string> arguments{};  // additional ones
  std::string property{};                // empty: check everything
  std::string files;                     // folder for the report and the page of the run
};

struct CheckOutcome {
  int exit_code = 0;
  std::string output;   // as printed by the command line
  std::string errors;   // messages
  std::string verdict;  // "violated"; empty: none
  Json report{};        // the output of --report; null: none
  std::string page;     // path of the page for the run to the error; empty: none
};

class CheckRun {
 public:
  // Null if the process cannot be started.
  static std::unique_ptr<CheckRun> start(const CheckRequest& request);

  ChildProcess& process() { return *process_; }
  // A description of the progress received so far; empty: nothing new.
  std::string take_progress();
  // Call once the process has ended.
  CheckOutcome outcome();

 private:
  CheckRun(std::unique_ptr<ChildProcess> process, std::string files)
      : process_(std::move(process)), files_(std::move(files)) {}

  std::unique_ptr<ChildProcess> process_;
  std::string files_;
  std::string messages_;  // the lines of standard error that are not progress
};

}  // namespace px::lsp
