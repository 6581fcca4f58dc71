// Functions of a front end that a Program may call: for languages with data that have no packed form (terms of an
// algebra, functions as values, numbers of any size).
//
// A value that crosses the interface is one 64-bit integer. Its meaning is up to the front end; for the engine equal
// integers are equal values, so a front end interns its values, and 0 is a value that is never read (Reset writes it).
// The functions are pure: the same arguments give the same result in every thread and at any time.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace px::ir {

class Externals {
 public:
  virtual ~Externals() = default;
  // Whether the function has a value for the arguments; if so, `result` is the value, else the number of an error.
  // Thread-safe.
  virtual bool call(uint32_t function, std::span<const int64_t> arguments, int64_t& result) const = 0;
  // The message for the user, a sentence, for the number of an error.
  virtual std::string error_text(int64_t error) const = 0;
  // How users write a value.
  virtual std::string value_text(int64_t value) const = 0;
  // For dumps.
  virtual std::string function_name(uint32_t function) const = 0;
};

}  // namespace px::ir
