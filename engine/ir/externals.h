// Functions of a front end that a Program may call: for languages whose data has no packed form (terms of an algebra,
// functions as values, numbers of any size).
//
// Every value that crosses the interface is one 64-bit integer, whose meaning is up to the front end. To the engine,
// equal integers are equal values, so a front end interns its values; 0 is never read as a value (Reset writes it). The
// functions are pure: the same arguments give the same result in every thread and at any time.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace px::ir {

class Externals {
 public:
  virtual ~Externals() = default;
  // Returns true if the function is defined for the arguments, with its value in `result`; otherwise `result` is the
  // number of an error. Thread-safe.
  virtual bool call(uint32_t function, std::span<const int64_t> arguments, int64_t& result) const = 0;
  // The message for the number of an error: a sentence for the user.
  virtual std::string error_text(int64_t error) const = 0;
  // A value in the users' notation.
  virtual std::string value_text(int64_t value) const = 0;
  // For dumps.
  virtual std::string function_name(uint32_t function) const = 0;
};

}  // namespace px::ir
