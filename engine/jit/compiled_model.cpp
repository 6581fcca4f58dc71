#include "engine/jit/compiled_model.h"

#include "engine/jit/analysis.h"
#include "engine/jit/jit_session.h"
#include "engine/jit/lower_program.h"
#include "engine/jit/runtime.h"

namespace px {
namespace {

class CompiledModel final : public TransitionSystem {
 public:
  CompiledModel(std::shared_ptr<const TransitionSystem> reference, std::unique_ptr<jit::JitSession> session,
                jit::GeneratedCode code)
      : reference_(std::move(reference)), session_(std::move(session)), code_(std::move(code)) {}

  const ir::Program& program() const override { return reference_->program(); }
  const ir::Layout& layout() const override { return reference_->layout(); }
  void initial_states(SuccessorBatch& out) const override { reference_->initial_states(out); }
  void merged_initial_states(SuccessorBatch& out, const Merge& merge) const override {
    reference_->merged_initial_states(out, merge);
  }
  std::unique_ptr<SuccessorGenerator> make_generator() const override {
    return jit::make_generator(code_, *reference_);
  }

 private:
  std::shared_ptr<const TransitionSystem> reference_;
  std::unique_ptr<jit::JitSession> session_;  // owns the code
  jit::GeneratedCode code_;
};

jit::GeneratedCode find_functions(jit::JitSession& session, const ir::Program& program, const ir::Layout& layout,
                                  const jit::Analysis& analysis) {
  jit::GeneratedCode code;
  code.expand = session.find<jit::ExpandFunction>(jit::kExpandName);
  code.invariants = session.find<jit::TestFunction>(jit::kInvariantsName);
  code.may_end = session.find<jit::TestFunction>(jit::kMayEndName);
  for (uint32_t f = 0; f < program.families.size(); ++f) {
    const ir::FamilyId family(f);
    const bool held = analysis.expands_holders(family);
    const std::string name = jit::process_function_name(program, family);
    code.process.push_back(held ? session.find<jit::ElementFunction>(name) : nullptr);
  }
  code.words = layout.words();
  code.unchecked = analysis.counted_outcomes();
  code.uses_timeout = analysis.uses_timeout();
  code.has_invariants = !program.invariants.empty();
  code.checks_deadlock = program.deadlock.check;
  return code;
}

}  // namespace

bool has_native_execution() {
  return true;
}

Result<std::unique_ptr<TransitionSystem>> compile(std::shared_ptr<const TransitionSystem> reference,
                                                  const CompileOptions& options, CompileListing* listing) {
  const ir::Program& program = reference->program();
  const ir::Layout& layout = reference->layout();
  const jit::Analysis analysis(program);
  if (!analysis.unsupported().empty()) {
    return Failure(DiagnosticKind::Unsupported, "native code for " + analysis.unsupported() + " is not supported",
                   "--execution=interp runs every model");
  }
  jit::JitSession::Listing text;
  auto session = jit::JitSession::make(
      [&](const std::vector<llvm::Module*>& modules) { jit::lower_program(program, layout, analysis, modules); },
      jit::number_of_parts(analysis), options.perf_map, listing ? &text : nullptr);
  if (!session) return session.failure();
  if (listing) *listing = {std::move(text.llvm), std::move(text.assembly)};
  jit::GeneratedCode code = find_functions(**session, program, layout, analysis);
  if (!code.expand || !code.invariants || !code.may_end) {
    return Failure(DiagnosticKind::Unsupported, "native code of this model could not be loaded",
                   "--execution=interp runs every model");
  }
  return std::unique_ptr<TransitionSystem>(
      new CompiledModel(std::move(reference), std::move(*session), std::move(code)));
}

}  // namespace px
