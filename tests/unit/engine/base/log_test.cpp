#include "engine/base/log.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace px {
namespace {

class Recorder final : public LogSink {
 public:
  void write(LogLevel level, std::string_view event, std::span<const LogField> fields) override {
    events.emplace_back(std::to_string(static_cast<int>(level)) + ' ' + std::string(event) + ' ' +
                        std::to_string(fields.size()));
  }
  std::vector<std::string> events;
};

TEST(Log, NothingIsWrittenWithoutASink) {
  EXPECT_FALSE(logs(LogLevel::Error));
  log_event(LogLevel::Error, "unheard");
}

TEST(Log, EventsReachTheSinkUpToItsLevel) {
  Recorder recorder;
  install_log_sink(&recorder, LogLevel::Info);
  log_event(LogLevel::Error, "first");
  log_event(LogLevel::Info, "second", {{"a", uint64_t{1}}, {"b", 0.5}});
  log_event(LogLevel::Debug, "third");
  install_log_sink(nullptr, LogLevel::Debug);
  log_event(LogLevel::Error, "fourth");
  EXPECT_EQ(recorder.events, (std::vector<std::string>{"1 first 0", "3 second 2"}));
}

}  // namespace
}  // namespace px
