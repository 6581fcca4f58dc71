// The interface between a front end and the driver: a parsed model as a Program, and everything about it that only its
// language knows. One class per language; frontends/driver/language.h lists them.
//
// A source may have translated its model by guesses: how many processes there will be, how large the values of a
// variable get. Then it marks the places of the Program where a run exceeds the guesses (ir::Statement::Grow,
// ir::Variable::growth). A search that reaches such a place stops with StopReason::NeedsRefinement, and refine()
// receives the marks. frontends/driver/refinement.h implements the loop.
//
// Only one thread at a time may use a source. Programs that it returned stay valid independently of it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/source.h"
#include "engine/ir/channel_facts.h"
#include "engine/ir/program.h"
#include "engine/model/transition_system.h"
#include "engine/model/verdict.h"
#include "frontends/driver/language.h"

namespace px::driver {

// Stages from the text to machine code, each of which can be printed. The driver produces the last four.
enum class DumpStage : uint8_t {
  Text,
  Tokens,
  Ast,
  Model,
  Statements,
  Optimised,
  Automata,
  Types,
  Ir,
  Layout,
  Dependencies,
  Llvm,
  Asm,
};

// The parts of a model that are not checked, or only in part.
struct LeftOut {
  std::string text;  // empty: everything is checked
  // Caused by a limit in the model itself that the search does not respect: no option can consent to it.
  bool always = false;
};

// The unreached statements of a part of the model: a proctype, or all actions.
struct UnreachedLine {
  SourceSpan span;
  uint32_t state = 0;  // SPIN's number of the state before the statement; 0: the language has none
  std::string text;
};
struct UnreachedPart {
  std::string name;  // as in "unreached in ..."
  std::vector<UnreachedLine> lines{};
  uint32_t unreached = 0;
  uint32_t total = 0;
  std::string_view counted = "actions";  // the unit of the two counts
};

// The description of an error in the language's own terms.
struct Wording {
  std::string called;  // replaces the name of its kind: "goal"
  std::string message;
};

// A property of infinite runs for which the program has an automaton, or a search for cycles that needs none.
struct Property {
  enum class Kind : uint8_t {
    Formula,   // the automaton of its negation
    Claim,     // a never claim: accept labels of processes count, too
    Labels,    // no automaton: accept labels of processes
    Progress,  // non-progress cycles: the automaton describes what they have in common
  };
  std::string name;        // shown to the user: "ltl f"
  std::string short_name;  // used to select it: "f"
  Kind kind = Kind::Formula;
  size_t automaton = 0;  // index in the program
  SourceSpan span{};
};

using Statistics = std::vector<std::pair<std::string, uint64_t>>;

class ModelSource {
 public:
  virtual ~ModelSource() = default;
  ModelSource(const ModelSource&) = delete;
  ModelSource& operator=(const ModelSource&) = delete;

  const Language& language() const { return language_; }
  // The current translation; refine() and forgo_symmetry() replace it.
  const std::shared_ptr<const ir::Program>& program() const { return program_; }
  virtual std::vector<Diagnostic> warnings() const { return {}; }

  // ---- Refinement

  // Whether a run can exceed the guesses of the translation.
  virtual bool may_grow() const { return false; }
  // Translates again, with room for the runs that reached these marks of the program. Requires may_grow().
  virtual Result<void> refine(std::span<const uint32_t> marks);
  // Whether the translation contains changes for the sake of symmetry that are useless without one.
  virtual bool expects_symmetry() const { return false; }
  virtual Result<void> forgo_symmetry() { return {}; }

  // ---- Results of a search, in the language's own terms

  // Why there is no initial state, if that is an error of the model.
  virtual std::optional<Failure> no_start() const { return std::nullopt; }
  // `with_properties`: properties() are checked as well.
  virtual LeftOut left_out(bool with_properties) const {
    static_cast<void>(with_properties);
    return {};
  }
  // The properties of infinite runs that the program can be checked for, in the order of its automata.
  virtual std::vector<Property> properties() const;
  // The message for an event instead of px::describe(); unset: use the default.
  virtual std::optional<Wording> wording(const Event& event) const;
  virtual void add_statistics(const SearchResult& result, Statistics& statistics) const;
  // The parts that no run reached; `taken` tells for each action of `program` (some translation of this model) whether
  // it was taken.
  virtual std::vector<UnreachedPart> unreached(const ir::Program& program, const std::vector<bool>& taken) const;

  // ---- Stages of the translation

  virtual std::vector<DumpStage> stages() const { return {}; }
  virtual std::string dump(DumpStage stage, const SourceMap& sources) const;

  // ---- Information for symmetry detection and for displaying runs

  // For the static channel diagram; unset: the language has no channels.
  virtual std::optional<ir::ChannelFacts> channels() const { return std::nullopt; }
  // Whether the first step starts the processes, so that they are visible in the state after it.
  virtual bool starts_by_a_step() const { return false; }
  // SPIN's process id of each element of the program's sort of processes; empty: the language has none.
  virtual std::vector<uint32_t> process_ids() const { return {}; }

 protected:
  explicit ModelSource(LanguageId language);
  void set_program(std::shared_ptr<const ir::Program> program) { program_ = std::move(program); }

 private:
  const Language& language_;
  std::shared_ptr<const ir::Program> program_;
};

}  // namespace px::driver
