#include "engine/jit/compiled_model.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>

#include "engine/jit/analysis.h"
#include "engine/jit/jit_session.h"
#include "engine/jit/lower_program.h"
#include "engine/jit/runtime.h"

namespace px::jit {
namespace {

// A session with the addresses of its functions.
struct LoadedCode {
  std::unique_ptr<jit::JitSession> session;  // owns the code
  jit::GeneratedCode code;
};

jit::GeneratedCode find_functions(jit::JitSession& session, const ir::Program& program, const ir::Layout& layout,
                                  const jit::Analysis& analysis, const jit::SessionOptions& options) {
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
  code.transient_bits = ir::bits_of(program, layout, [](const ir::Variable& v) { return v.transient; });
  code.unchecked = analysis.counted_outcomes();
  code.uses_timeout = analysis.uses_timeout();
  code.has_invariants = !program.invariants.empty();
  code.checks_deadlock = program.deadlock.check;
  code.by_process = options.by_process;
  code.coverage = options.coverage;
  code.actions = program.actions.size();
  for (const ir::Family& family : program.families) code.processes += family.is_process() ? family.count : 0;
  return code;
}

Result<LoadedCode> load_code(const TransitionSystem& reference, const jit::Analysis& analysis,
                             const jit::SessionOptions& options, jit::JitSession::Listing* listing) {
  const ir::Program& program = reference.program();
  const ir::Layout& layout = reference.layout();
  auto session = jit::JitSession::make(
      [&](const std::vector<llvm::Module*>& modules) {
        jit::lower_program(program, layout, analysis, options.coverage, options.by_process, modules);
      },
      options, listing);
  if (!session) return session.failure();
  jit::GeneratedCode code = find_functions(**session, program, layout, analysis, options);
  if (!code.expand || !code.invariants || !code.may_end) {
    return Failure(DiagnosticKind::Unsupported, "native code of this model could not be loaded",
                   "--execution=interp runs every model");
  }
  return LoadedCode{std::move(*session), std::move(code)};
}

// Programs of ordinary size are compiled once, with full effort. Those that would take long are first compiled quickly;
// a background thread compiles them again with full effort, and generators switch over when it is done.
class CompiledModel final : public TransitionSystem {
 public:
  CompiledModel(std::shared_ptr<const TransitionSystem> reference, std::unique_ptr<const jit::Analysis> analysis,
                LoadedCode code)
      : reference_(std::move(reference)), analysis_(std::move(analysis)), first_(std::move(code)) {
    in_use_.set(first_.code);
  }
  ~CompiledModel() override {
    cancelled_.store(true, std::memory_order_relaxed);
    if (improver_.joinable()) improver_.join();
  }

  void improve_in_background(jit::SessionOptions options) {
    options.parts = jit::number_of_small_parts(*analysis_);
    options.threads = 1;
    options.cancelled = &cancelled_;
    try {
      improver_ = std::thread([this, options] {
        Result<LoadedCode> better = load_code(*reference_, *analysis_, options, nullptr);
        if (!better) return;  // cancelled, or LLVM fails: keep the first code
        better_ = std::move(*better);
        in_use_.set(better_.code);
      });
    } catch (const std::system_error&) {
      // No thread available: keep the first code.
    }
  }

  const ir::Program& program() const override { return reference_->program(); }
  const ir::Layout& layout() const override { return reference_->layout(); }
  void initial_states(SuccessorBatch& out) const override { reference_->initial_states(out); }
  void merged_initial_states(SuccessorBatch& out, const Merge& merge) const override {
    reference_->merged_initial_states(out, merge);
  }
  std::unique_ptr<SuccessorGenerator> make_generator() const override {
    return jit::make_generator(in_use_, *reference_);
  }

 private:
  std::shared_ptr<const TransitionSystem> reference_;
  std::unique_ptr<const jit::Analysis> analysis_;
  LoadedCode first_;
  LoadedCode better_;  // the improver's until in_use_ points to it
  jit::CodeInUse in_use_;
  std::atomic<bool> cancelled_{false};  // set by the destructor, read by the improver; publishes nothing
  std::thread improver_;
};

}  // namespace

bool has_native_execution() {
  return true;
}

Result<std::unique_ptr<TransitionSystem>> compile(std::shared_ptr<const TransitionSystem> reference,
                                                  const CompileOptions& options, CompileListing* listing) {
  auto analysis = std::make_unique<const jit::Analysis>(reference->program());
  const bool in_two_steps = listing == nullptr && jit::takes_long(*analysis);
  jit::SessionOptions session;
  session.parts = session.threads = jit::number_of_parts(reference->program(), *analysis, options);
  if (options.cancelled != nullptr) session.parts = std::max(session.parts, jit::number_of_small_parts(*analysis));
  session.cancelled = options.cancelled;
  session.effort = in_two_steps ? jit::Effort::Quick : jit::Effort::Full;
  session.perf_map = options.perf_map;
  session.coverage = options.coverage;
  session.by_process = options.by_process;
  jit::JitSession::Listing text;
  Result<LoadedCode> code = load_code(*reference, *analysis, session, listing ? &text : nullptr);
  if (!code) return code.failure();
  if (listing) *listing = {std::move(text.llvm), std::move(text.assembly)};
  auto model = std::make_unique<CompiledModel>(std::move(reference), std::move(analysis), std::move(*code));
  if (in_two_steps) {
    session.effort = jit::Effort::Full;
    session.cancelled = nullptr;
    model->improve_in_background(session);
  }
  return std::unique_ptr<TransitionSystem>(std::move(model));
}

}  // namespace px::jit
