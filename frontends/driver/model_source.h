// The interface of a front end to the driver: a model that has been read, as a Program, and everything about it that
// only its language knows. One class per language; frontends/driver/language.h lists them.
//
// A source may have translated its model by guesses: how many processes there will be, how large the numbers in a
// variable get. Then it marks the places of the Program where a run leaves what was guessed (ir::Statement::Grow,
// ir::Variable::growth), a search that meets such a place stops with StopReason::NeedsRefinement, and refine() is told
// the marks. frontends/driver/refinement.h is the loop around it.
//
// A source is used by one thread at a time. Programs that it gave away stay valid whatever becomes of it.
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

// Stages from the text to the machine code, each of which can be printed. The last four are the driver's.
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

// The parts of a model that are not checked, or only partly.
struct LeftOut {
  std::string text;  // empty: everything is checked
  // Said by a limit in the model itself that the search does not keep: no option can consent to it.
  bool always = false;
};

// What was not reached of a part of the model: a proctype, or all actions.
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
  std::string_view counted = "actions";  // what these two count
};

// How an error is reported in the language's own terms.
struct Wording {
  std::string called;  // instead of the name of its kind: "goal"
  std::string message;
};

// A question about infinite runs that the program has an automaton for, or a search for cycles of its own.
struct Property {
  enum class Kind : uint8_t {
    Formula,   // the automaton is that of its negation
    Claim,     // a never claim: accept labels of processes count, too
    Labels,    // no automaton: accept labels of processes
    Progress,  // cycles without progress: the automaton is that of what they have in common
  };
  std::string name;        // for people: "ltl f"
  std::string short_name;  // by which it is chosen: "f"
  Kind kind = Kind::Formula;
  size_t automaton = 0;  // of the program
  SourceSpan span{};
};

using Statistics = std::vector<std::pair<std::string, uint64_t>>;

class ModelSource {
 public:
  virtual ~ModelSource() = default;
  ModelSource(const ModelSource&) = delete;
  ModelSource& operator=(const ModelSource&) = delete;

  const Language& language() const { return language_; }
  // As it is translated now; refine() and forgo_symmetry() replace it.
  const std::shared_ptr<const ir::Program>& program() const { return program_; }
  virtual std::vector<Diagnostic> warnings() const { return {}; }

  // ---- Refinement

  // Whether a run can leave what the program foresees.
  virtual bool may_grow() const { return false; }
  // Translates again with room for what the runs needed that met these marks of the program. Only if may_grow().
  virtual Result<void> refine(std::span<const uint32_t> marks);
  // Whether the model was translated for the sake of symmetry in a way that is of no use without one.
  virtual bool expects_symmetry() const { return false; }
  virtual Result<void> forgo_symmetry() { return {}; }

  // ---- What a search found, in the language's own terms

  // Why there is no state to start in, where that is an error of the model.
  virtual std::optional<Failure> no_start() const { return std::nullopt; }
  // `with_properties`: those of properties() are checked.
  virtual LeftOut left_out(bool with_properties) const {
    static_cast<void>(with_properties);
    return {};
  }
  // The questions about infinite runs that the program can be asked, in the order of its automata.
  virtual std::vector<Property> properties() const;
  // The message for an event instead of px::describe(); nothing: the default is used.
  virtual std::optional<Wording> wording(const Event& event) const;
  virtual void add_statistics(const SearchResult& result, Statistics& statistics) const;
  // What no run reached; `taken` says for each action of `program` (some translation of this model) whether it was.
  virtual std::vector<UnreachedPart> unreached(const ir::Program& program, const std::vector<bool>& taken) const;

  // ---- Stages of the translation

  virtual std::vector<DumpStage> stages() const { return {}; }
  virtual std::string dump(DumpStage stage, const SourceMap& sources) const;

  // ---- What symmetry is seen by, and what runs are shown by

  // Of its static channel diagram; nothing: the language has no channels.
  virtual std::optional<ir::ChannelFacts> channels() const { return std::nullopt; }
  // Whether processes are started by the first step, so that the state after it shows them.
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
