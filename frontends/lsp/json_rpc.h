// JSON-RPC 2.0 as the Language Server Protocol frames it: "Content-Length: N\r\n\r\n" and N bytes of JSON.
//
// Whatever arrives, the reader neither fails nor grows without bounds: a head that makes no sense is skipped up to its
// end, a message that is too long is skipped as it comes in, and both are told.
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

// Numbers that the protocol gives to errors.
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
  std::string problem{};  // not empty: there is no message, for this reason
};

class MessageReader {
 public:
  void feed(std::string_view bytes) { pending_.append(bytes); }
  // The next message that is complete, or what was skipped; nothing: more bytes are needed.
  std::optional<Incoming> next();

 private:
  std::optional<Incoming> read_head();

  std::string pending_;
  std::optional<size_t> length_{};  // of the message whose head was read
  size_t to_skip_ = 0;              // bytes of one that is too long
};

// A message with its head. Bytes that are not UTF-8 are replaced.
std::string framed(const Json& message);

// A member of an object, as far as there is one of that type: what a client sends is not to be trusted.
const Json& member(const Json& object, std::string_view name);
std::string text_member(const Json& object, std::string_view name);
// From 0 to UINT32_MAX; anything else: nothing.
std::optional<uint32_t> number_member(const Json& object, std::string_view name);

}  // namespace px::lsp
