// The server of server.h, in parts: messages and the event loop (server.cpp), models and their analysis
// (server_models.cpp), requests about texts (server_requests.cpp), checks (server_checks.cpp).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <poll.h>
#include <set>
#include <string>
#include <vector>

#include "frontends/lsp/analysis.h"
#include "frontends/lsp/check_run.h"
#include "frontends/lsp/child_process.h"
#include "frontends/lsp/documents.h"
#include "frontends/lsp/features.h"
#include "frontends/lsp/published.h"
#include "frontends/lsp/server.h"

namespace px::lsp {

// An open text that is a separate model, with the results of its last analyses.
struct ModelState {
  using Clock = ChildProcess::Clock;
  std::optional<Clock::time_point> due{};        // when its analysis starts
  std::unique_ptr<ChildProcess> process{};       // the running analysis
  std::map<std::string, std::string> reading{};  // the open texts being analysed, by path
  bool told = false;                             // the first part of the results has arrived
  std::optional<Index> index{};
  std::map<std::string, std::string> indexed{};  // the open texts from which the index was built
  std::map<std::string, LineShift> shifts{};     // from those to the current texts, by path
  bool fresh() const { return !due && (process == nullptr || told); }
};

struct RunningCheck {
  std::unique_ptr<CheckRun> run;
  Json request;  // the id to answer
  Json token;    // for its progress; null: the client shows none
  std::string text;
};

class Server {
 public:
  explicit Server(const ServerOptions& options) : options_(options) {}
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int run();

 private:
  using Clock = ChildProcess::Clock;

  // server.cpp
  bool wait();
  int milliseconds_to_wait() const;
  bool client_is_gone() const;
  void read_input();
  void write_output();
  void receive(const Incoming& incoming);
  void handle(const Json& message);
  void handle_request(const std::string& method, const Json& id, const Json& params);
  void handle_notification(const std::string& method, const Json& params);
  void initialize(const Json& id, const Json& params);
  void send(const Json& message);
  void answer(const Json& id, const Json& result);
  void refuse(const Json& id, RpcError error, const std::string& message);
  void notify(const std::string& method, const Json& params);
  void ask(const std::string& method, const Json& params);

  // server_models.cpp
  void opened(const Json& params);
  void changed(const Json& params);
  void closed(const Json& params);
  void text_changed(const Document& document, std::chrono::milliseconds delay);
  // The URI of the open model that includes the file; empty: it is a model of its own.
  std::string model_including(const Document& document) const;
  void begin_due_analyses();
  void begin_analysis(const std::string& uri, ModelState& model);
  void look_at_analyses();
  void take_results(const std::string& uri, ModelState& model);
  void take_part_of(const std::string& uri, ModelState& model, AnalysisPart part);
  void end_analysis(const std::string& uri, ModelState& model);
  void publish(const std::string& from, std::map<std::string, Json> by_path);
  std::string published_uri(const std::string& path) const;
  std::string name_of(const Document& document) const;

  // server_requests.cpp
  bool is_question(const std::string& method) const;
  void ask_model(const std::string& method, const Json& id, const Json& params);
  bool answer_now(const std::string& method, const Json& id, const Json& params);
  void answer_waiting();
  Json answer_of(const std::string& method, const Json& params, const View& view);
  Json lenses(const View& view, const std::string& uri) const;
  void cancel(const Json& params);

  // server_checks.cpp
  void execute(const Json& id, const Json& params);
  void begin_check(const std::string& uri, const std::string& property, const Json& id, const Json& token);
  void look_at_checks();
  void tell_outcome(const std::string& uri, RunningCheck& check);
  std::map<std::string, Json> failures_of(const std::string& text, const std::string& path,
                                          const CheckOutcome& outcome) const;
  void show_page(const std::string& page);
  std::string folder_for(const std::string& uri);
  void progress(const Json& token, const Json& value);
  void cancel_progress(const Json& params);

  struct Question {
    std::string method;
    Json id;
    Json params;
  };

  ServerOptions options_;
  MessageReader reader_{};
  std::string outgoing_{};
  bool initialized_ = false;
  bool shut_down_ = false;
  std::optional<int> exit_code_{};
  int client_process_ = 0;  // 0: unknown
  bool shows_progress_ = false;
  bool shows_documents_ = false;
  uint64_t next_number_ = 0;  // for our requests and tokens
  Documents documents_{};
  std::map<std::string, ModelState> models_{};  // by URI: all open texts
  Published published_{};
  std::vector<Question> waiting_{};
  std::map<std::string, RunningCheck> checks_{};  // by URI
  std::string folder_{};                          // for files of checks; empty: none has been created
};

}  // namespace px::lsp
