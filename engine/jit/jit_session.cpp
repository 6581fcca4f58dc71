#include "engine/jit/jit_session.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <llvm/ExecutionEngine/JITEventListener.h>
#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/ExecutionEngine/Orc/RTDyldObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/SectionMemoryManager.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Object/SymbolSize.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/DeadStoreElimination.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <mutex>
#include <new>
#include <stdexcept>
#include <unistd.h>

#include "engine/base/check.h"
#include "engine/base/parallel.h"
#include "engine/jit/generated_code.h"

namespace px::jit {
namespace {

// Writes lines of /tmp/perf-PID.map, from which `perf` takes the names of generated functions.
class PerfMapWriter final : public llvm::JITEventListener {
 public:
  void notifyObjectLoaded(ObjectKey, const llvm::object::ObjectFile& object,
                          const llvm::RuntimeDyld::LoadedObjectInfo& loaded) override {
    const std::string path = "/tmp/perf-" + std::to_string(getpid()) + ".map";
    std::FILE* file = std::fopen(path.c_str(), "a");
    if (!file) return;  // a profile without names is no reason to fail
    const llvm::object::OwningBinary<llvm::object::ObjectFile> placed = loaded.getObjectForDebug(object);
    for (const auto& [symbol, size] : llvm::object::computeSymbolSizes(*placed.getBinary())) {
      llvm::Expected<llvm::StringRef> name = symbol.getName();
      llvm::Expected<uint64_t> address = symbol.getAddress();
      if (name && address && size != 0) {
        std::fprintf(file, "%llx %llx %s\n", static_cast<unsigned long long>(*address),
                     static_cast<unsigned long long>(size), name->str().c_str());
      }
      if (!name) llvm::consumeError(name.takeError());
      if (!address) llvm::consumeError(address.takeError());
    }
    std::fclose(file);
  }
};

PerfMapWriter& perf_map_writer() {
  static PerfMapWriter writer;
  return writer;
}

Failure failure(const std::string& reason) {
  return Failure(DiagnosticKind::Unsupported, "native code cannot be made: " + reason,
                 "--execution=interp runs every model without it");
}

Failure failure(llvm::Error error) {
  return failure(llvm::toString(std::move(error)));
}

bool is_set(const std::atomic<bool>* flag) {
  return flag != nullptr && flag->load(std::memory_order_relaxed);
}

// The passes that generated code needs and no more: it has no loops worth vectorising and no calls worth inlining.
void optimise(llvm::Module& module, llvm::TargetMachine& machine, const SessionOptions& options) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(options.effort == Effort::Full));
  passes.addPass(llvm::SimplifyCFGPass());
  if (options.effort == Effort::Full) {
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::GVNPass());
    passes.addPass(llvm::DSEPass());
    passes.addPass(llvm::SimplifyCFGPass(llvm::SimplifyCFGOptions().sinkCommonInsts(true)));
  }
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && !is_set(options.cancelled)) passes.run(function, functions);
  }
}

void print_listing(llvm::Module& module, llvm::TargetMachine& machine, JitSession::Listing& listing) {
  llvm::raw_string_ostream text(listing.llvm);
  module.print(text, nullptr);
  llvm::SmallString<0> assembly;
  llvm::raw_svector_ostream stream(assembly);
  llvm::legacy::PassManager passes;
  // Code generation changes the module, so it works on a copy.
  const std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module);
  if (machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile)) return;
  passes.run(*copy);
  listing.assembly = assembly.str().str();
}

void add_runtime(llvm::orc::LLJIT& jit, llvm::orc::SymbolMap& symbols) {
  const auto add = [&](const char* name, auto* function) {
    symbols[jit.mangleAndIntern(name)] = {llvm::orc::ExecutorAddr::fromPtr(function), llvm::JITSymbolFlags::Exported};
  };
  add("px_jit_grow", &px_jit_grow);
  add("px_jit_begin_distinct", &px_jit_begin_distinct);
  add("px_jit_end_distinct", &px_jit_end_distinct);
  add("px_jit_set_aside", &px_jit_set_aside);
  add("px_jit_sequence", &px_jit_sequence);
  add("px_jit_call", &px_jit_call);
  add("memcpy", static_cast<void* (*)(void*, const void*, size_t)>(&std::memcpy));
  add("memmove", static_cast<void* (*)(void*, const void*, size_t)>(&std::memmove));
  add("memset", static_cast<void* (*)(void*, int, size_t)>(&std::memset));
}

llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> make_jit(const llvm::orc::JITTargetMachineBuilder& target,
                                                           bool perf_map) {
  llvm::orc::LLJITBuilder builder;
  builder.setJITTargetMachineBuilder(target);
  builder.setObjectLinkingLayerCreator([perf_map](llvm::orc::ExecutionSession& session, const llvm::Triple&) {
    auto layer = std::make_unique<llvm::orc::RTDyldObjectLinkingLayer>(
        session, [] { return std::make_unique<llvm::SectionMemoryManager>(); });
    if (perf_map) layer->registerJITEventListener(perf_map_writer());
    return layer;
  });
  return builder.create();
}

// One module on its way to machine code; nothing of it is shared with other parts.
struct Part {
  Part(std::unique_ptr<llvm::TargetMachine> target, const llvm::DataLayout& layout)
      : machine(std::move(target)),
        context(std::make_unique<llvm::LLVMContext>()),
        module(std::make_unique<llvm::Module>("model", *context)) {
    module->setDataLayout(layout);
    module->setTargetTriple(machine->getTargetTriple().str());
  }

  void compile(const SessionOptions& options, bool list) {
    PX_DCHECK(!llvm::verifyModule(*module, &llvm::errs()));
    optimise(*module, *machine, options);
    if (is_set(options.cancelled)) {
      error = "no longer wanted";
      return;
    }
    PX_DCHECK(!llvm::verifyModule(*module, &llvm::errs()));
    if (list) print_listing(*module, *machine, listing);
    auto compiled = llvm::orc::SimpleCompiler(*machine)(*module);
    if (compiled) {
      object = std::move(*compiled);
    } else {
      error = llvm::toString(compiled.takeError());
    }
  }

  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<llvm::MemoryBuffer> object;
  std::string error;  // why there is no object
  JitSession::Listing listing;
};

void compile_all(const std::vector<std::unique_ptr<Part>>& parts, const SessionOptions& options, bool list) {
  const auto threads = static_cast<uint32_t>(std::min(parts.size(), options.threads));
  parallel_for(parts.size(), 1, threads, [&](uint64_t i) { parts[i]->compile(options, list); });
}

// LLVM ends the process when memory runs out, with exit codes of its own, and no exception can pass through it. A
// handler set by std::set_terminate finds the reason in the current exception.
template <class Problem>
[[noreturn]] void end_by(const Problem& problem) {
  try {
    throw problem;
  } catch (const Problem&) {
    std::terminate();
  }
}

void end_of_memory(void*, const char*, bool) {
  end_by(std::bad_alloc());
}

void fatal_error(void*, const char* reason, bool) {
  if (llvm::StringRef(reason).contains_insensitive("allocate")) end_by(std::bad_alloc());
  end_by(std::runtime_error(reason));
}

void follow_errors_of_llvm() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::install_bad_alloc_error_handler(end_of_memory);
    llvm::install_fatal_error_handler(fatal_error);
  });
}

}  // namespace

Result<std::unique_ptr<JitSession>> JitSession::make(const Fill& fill, const SessionOptions& options,
                                                     Listing* listing) {
  follow_errors_of_llvm();
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto target = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!target) return failure(target.takeError());
  const bool quick = options.effort == Effort::Quick;
  target->setCodeGenOptLevel(quick ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Default);
  auto jit = make_jit(*target, options.perf_map);
  if (!jit) return failure(jit.takeError());
  llvm::orc::SymbolMap runtime;
  add_runtime(**jit, runtime);
  if (auto error = (*jit)->getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(runtime)))) {
    return failure(std::move(error));
  }

  std::vector<std::unique_ptr<Part>> made;
  std::vector<llvm::Module*> modules;
  for (size_t i = 0; i < options.parts; ++i) {
    auto machine = target->createTargetMachine();
    if (!machine) return failure(machine.takeError());
    made.push_back(std::make_unique<Part>(std::move(*machine), (*jit)->getDataLayout()));
    modules.push_back(made.back()->module.get());
  }
  fill(modules);
  compile_all(made, options, listing != nullptr);
  for (const auto& part : made) {
    if (!part->error.empty()) return failure(part->error);
    if (listing) {
      listing->llvm += part->listing.llvm;
      listing->assembly += part->listing.assembly;
    }
    if (auto error = (*jit)->addObjectFile(std::move(part->object))) return failure(std::move(error));
  }
  return std::unique_ptr<JitSession>(new JitSession(std::move(*jit)));
}

void* JitSession::address_of(const std::string& name) {
  auto address = jit_->lookup(name);
  if (!address) {
    llvm::consumeError(address.takeError());
    return nullptr;
  }
  return address->toPtr<void*>();
}

}  // namespace px::jit
