// JSON-RPC 2.0 as the Language Server Protocol frames it: "Content-Length: N\r\n\r\n" and N bytes of JSON.
//
// Whatever arrives, the reader neither fails nor grows without bounds: it skips an invalid header up to its end, and a
// message that is too long as it arrives, and reports both.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace px::lsp {

using Json = nlohmann::json;

inline constexpr size_t kMostHeadBytes = 8192;
inline constexpr size_t kMostMessageBytes = size_t{64} << 20;

// The protocol's error codes.
enum class RpcError : int {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  InternalError = -32603,
  NotInitialized = -32002,
  RequestCancelled = -32800,
};

struct Incoming {
  std::string body;
  std::string problem{};  // if not empty, there is no message, for this reason
};

class MessageReader {
 public:
  void feed(std::string_view bytes) { pending_.append(bytes); }
  // The next complete message, or a report of skipped input; unset: more bytes are needed.
  std::optional<Incoming> next();

 private:
  std::optional<Incoming> read_head();

  std::string pending_;
  std::optional<size_t> length_{};  // of the message whose header has been read
  size_t to_skip_ = 0;              // remaining bytes of a message that is too long
};

// A message with its header. Bytes that are not UTF-8 are replaced.
std::string framed(const Json& message);

// A member of an object, provided that it has this type: input from a client is not trusted.
const Json& member(const Json& object, std::string_view name);
std::string text_member(const Json& object, std::string_view name);
// A number from 0 to UINT32_MAX; unset for anything else.
std::optional<uint32_t> number_member(const Json& object, std::string_view name);

}  // namespace px::lsp
