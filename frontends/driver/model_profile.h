// Why a model is big, and what to do about it: what its first states tell of its variables, its statements and of what
// could be saved (engine/profile). `pexplore why` shows it.
//
// Savings of states are measured, not promised: the states seen are counted again without a variable, by classes of
// symmetric ones, without those in which a process waits for a local step; or they are searched again in another way,
// where the whole state space is small enough to compare. What could not be compared has no figure.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/profile/first_states.h"
#include "frontends/driver/execution.h"
#include "frontends/driver/model_source.h"

namespace px::driver {

struct ProfileLimits {
  uint64_t states = 100'000;
  std::chrono::milliseconds time = std::chrono::seconds(10);  // of the first search; what is compared takes as much
};

struct Advice {
  enum class Kind : uint8_t { Grows, Unread, Atomic, Symmetry, PartialOrder, Optimise, SmallerType };
  Kind kind = Kind::Grows;
  SourceSpan span{};
  std::string finding;
  std::string remedy;                    // what to do
  std::optional<double> states_saved{};  // of the states seen, a share
  uint64_t bits_saved = 0;               // of each state
  bool loses_checks = false;             // what is not asked for any more is not found any more
};

std::string_view advice_name(Advice::Kind kind);  // "smaller-type"

struct VariableProfile {
  std::string name;  // "client.t", "q: length"
  SourceSpan span{};
  uint64_t cells = 0;
  uint64_t bits = 0;         // of all cells
  std::string lo{}, hi{};    // of the values seen; empty: they are no numbers
  std::string range{};       // what the type allows; empty: the same
  uint64_t values = 0;       // how many were seen
  bool more_values = false;  // and not all were counted
  bool grows = false;
  uint64_t bits_of_seen = 0;  // that would do for the values seen; numbers only
};

struct StatementProfile {
  std::string who;  // the processes that take it; empty: the model as a whole
  std::string text;
  SourceSpan span{};
  uint64_t states = 0;  // new ones that it led to
  uint64_t steps = 0;
};

struct ModelProfile {
  uint64_t states = 0;
  uint64_t steps = 0;
  uint32_t depth = 0;
  profile::FirstStates::End end = profile::FirstStates::End::Complete;
  double seconds = 0;
  uint64_t state_bits = 0;
  uint64_t location_bits = 0;  // of them: where processes stand
  std::string symmetry_order = "1";
  std::optional<uint64_t> classes;  // of so many states
  uint64_t classified = 0;
  std::vector<Advice> advice;                // what saves most first
  std::vector<VariableProfile> variables;    // those with most bits first
  std::vector<StatementProfile> statements;  // those that led to most states first
};

// How the model is read again: as it is written, for the sake of symmetry, or with fewer states where properties cannot
// tell (nothing: the language has no such way).
struct ProfileModels {
  using Read = std::function<Result<std::unique_ptr<ModelSource>>()>;
  Read as_written;
  Read symmetric;
  Read optimised;
};

Result<ModelProfile> profile_model(const ProfileModels& models, const ProfileLimits& limits, SourceMap& sources);

}  // namespace px::driver
