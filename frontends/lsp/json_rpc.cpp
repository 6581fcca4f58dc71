#include "frontends/lsp/json_rpc.h"

#include <algorithm>
#include <charconv>
#include <strings.h>

namespace px::lsp {
namespace {

constexpr std::string_view kHeadEnd = "\r\n\r\n";
constexpr std::string_view kLengthField = "content-length:";

// The number N of a "Content-Length: N" header line.
std::optional<size_t> length_of(std::string_view head) {
  while (!head.empty()) {
    const size_t end = std::min(head.find("\r\n"), head.size());
    std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(end + 2, head.size()));
    if (line.size() < kLengthField.size()) continue;
    if (strncasecmp(line.data(), kLengthField.data(), kLengthField.size()) != 0) continue;
    line.remove_prefix(kLengthField.size());
    while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
    while (!line.empty() && line.back() == ' ') line.remove_suffix(1);
    size_t length = 0;
    const auto [stop, error] = std::from_chars(line.data(), line.data() + line.size(), length);
    if (error != std::errc() || stop != line.data() + line.size()) return std::nullopt;
    return length;
  }
  return std::nullopt;
}

const Json kNothing;

}  // namespace

std::optional<Incoming> MessageReader::read_head() {
  const size_t end = pending_.find(kHeadEnd);
  if (end == std::string::npos) {
    if (pending_.size() <= kMostHeadBytes) return std::nullopt;
    // The last bytes may be the beginning of the end of a header.
    pending_.erase(0, pending_.size() - (kHeadEnd.size() - 1));
    return Incoming{{}, "the head of the message does not end"};
  }
  const std::optional<size_t> length = length_of(std::string_view(pending_).substr(0, end));
  pending_.erase(0, end + kHeadEnd.size());
  if (!length) return Incoming{{}, "the head of the message has no length (Content-Length: N)"};
  if (*length > kMostMessageBytes) {
    to_skip_ = *length;
    return Incoming{{}, "the message is too long; at most 64 MiB can be read"};
  }
  length_ = length;
  return std::nullopt;
}

std::optional<Incoming> MessageReader::next() {
  const size_t skipped = std::min(to_skip_, pending_.size());
  pending_.erase(0, skipped);
  to_skip_ -= skipped;
  if (to_skip_ != 0) return std::nullopt;
  if (!length_) {
    std::optional<Incoming> problem = read_head();
    if (problem || !length_) return problem;
  }
  if (pending_.size() < *length_) return std::nullopt;
  Incoming message{pending_.substr(0, *length_)};
  pending_.erase(0, *length_);
  length_.reset();
  if (pending_.empty()) pending_.shrink_to_fit();
  return message;
}

std::string framed(const Json& message) {
  const std::string body = message.dump(-1, ' ', false, Json::error_handler_t::replace);
  return "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

const Json& member(const Json& object, std::string_view name) {
  if (!object.is_object()) return kNothing;
  const auto found = object.find(std::string(name));
  return found == object.end() ? kNothing : *found;
}

std::string text_member(const Json& object, std::string_view name) {
  const Json& value = member(object, name);
  return value.is_string() ? value.get<std::string>() : std::string();
}

std::optional<uint32_t> number_member(const Json& object, std::string_view name) {
  const Json& value = member(object, name);
  if (!value.is_number_integer()) return std::nullopt;
  if (value.is_number_unsigned()) {
    const auto number = value.get<uint64_t>();
    return number > UINT32_MAX ? std::nullopt : std::optional(static_cast<uint32_t>(number));
  }
  const auto number = value.get<int64_t>();
  return number < 0 || number > INT64_C(0xFFFFFFFF) ? std::nullopt : std::optional(static_cast<uint32_t>(number));
}

}  // namespace px::lsp
