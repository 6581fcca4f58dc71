// The rewriter behind the interface that programs call (ir::Externals): numbered functions over values that are passed
// as one integer each.
#pragma once

#include <atomic>
#include <deque>
#include <mutex>

#include "engine/ir/externals.h"
#include "frontends/mcrl2/machine.h"
#include "frontends/mcrl2/plan.h"

namespace px::mcrl2 {

// The representation of a value of the specification in the Program.
enum class Form : uint8_t {
  Truth,    // Bool: 0 or 1
  Element,  // of a sort of constants: the number of the constructor
  Number,   // Pos, Nat, Int with a number as value: the number
  Term,     // anything else: its word
};

struct Typed {
  Form form = Form::Term;
  SortId sort;  // Element
};

class Functions final : public ir::Externals {
 public:
  explicit Functions(std::unique_ptr<Spec> spec);

  Machine& machine() { return machine_; }
  const Machine& machine() const { return machine_; }

  // The value of an expression over parameters.
  uint32_t evaluation(const Expr& e, const std::vector<VariableId>& parameters, const std::vector<Typed>& forms,
                      Typed result);
  // The solutions of a plan, as a handle for the two functions below.
  uint32_t solution(std::unique_ptr<Plan> plan, const std::vector<Typed>& forms, std::string name);
  // solutions -> their number.
  uint32_t count();
  // solutions, number of the solution -> the value of its variable number `column`.
  uint32_t pick(uint32_t column, Typed result);

  // A value as represented in the program; unset if it does not have that form.
  std::optional<int64_t> to_program(Word w, Typed as) const;
  Word to_word(int64_t value, Typed as) const;

  bool call(uint32_t function, std::span<const int64_t> arguments, int64_t& result) const override;
  std::string error_text(int64_t error) const override;
  std::string value_text(int64_t value) const override;
  std::string function_name(uint32_t function) const override;

 private:
  struct Function {
    enum class Kind : uint8_t { Evaluate, Solve, Count, Pick };
    Kind kind = Kind::Evaluate;
    CompiledExpr code;
    std::unique_ptr<Plan> plan;
    std::vector<Typed> forms;
    Typed result;
    uint32_t column = 0;
    std::string name;
  };

  bool run(const Function& function, std::span<const int64_t> arguments, int64_t& result) const;
  uint32_t add(Function function);

  std::unique_ptr<Spec> spec_;
  Machine machine_;
  std::vector<Function> functions_;
  std::optional<uint32_t> count_;
  // Error texts, by number. Errors are rare, and each text is stored once.
  mutable std::mutex errors_lock_;
  mutable std::vector<std::string> errors_;
};

}  // namespace px::mcrl2
