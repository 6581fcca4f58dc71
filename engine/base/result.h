// Value or failure. A failure carries messages for the user; it is for errors that can be expected (input, files,
// memory), never for our own mistakes (see check.h).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/diagnostic.h"

namespace px {

struct Failure {
  std::vector<Diagnostic> diagnostics;

  Failure() = default;
  explicit Failure(std::vector<Diagnostic> items) : diagnostics(std::move(items)) {}
  Failure(DiagnosticKind kind, std::string message, std::string hint = {}) {
    diagnostics.push_back(Diagnostic{kind, {}, std::move(message), std::move(hint)});
  }
  Failure(DiagnosticKind kind, SourceSpan span, std::string message, std::string hint = {}) {
    diagnostics.push_back(Diagnostic{kind, span, std::move(message), std::move(hint)});
  }
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Failure failure) : failure_(std::move(failure)) {}

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }
  T& value() {
    PX_CHECK(ok());
    return *value_;
  }
  const T& value() const {
    PX_CHECK(ok());
    return *value_;
  }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  Failure& failure() { return failure_; }
  const Failure& failure() const { return failure_; }

 private:
  std::optional<T> value_;
  Failure failure_;
};

// Success or failure without a value: `return {};`.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Failure failure) : failure_(std::move(failure)) {}

  bool ok() const { return !failure_.has_value(); }
  explicit operator bool() const { return ok(); }
  Failure& failure() {
    PX_CHECK(failure_.has_value());
    return *failure_;
  }
  const Failure& failure() const {
    PX_CHECK(failure_.has_value());
    return *failure_;
  }

 private:
  std::optional<Failure> failure_;
};

}  // namespace px
