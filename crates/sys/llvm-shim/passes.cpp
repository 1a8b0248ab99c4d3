// Runs LLVM's passes, with the C library's vector functions available to the vectoriser.
#include "addresses.hpp"
#include "llvm-c/Core.h"
#include "llvm-c/TargetMachine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"
#include <deque>
#include <string>

using namespace llvm;

namespace {

/// The vector functions of glibc, with their numbers of arguments.
constexpr struct {
  const char *Name;
  unsigned Arguments;
} VectorFunctions[] = {
    {"acos", 1},  {"acosh", 1}, {"asin", 1},  {"asinh", 1}, {"atan", 1},  {"atanh", 1},
    {"cbrt", 1},  {"cos", 1},   {"cosh", 1},  {"erf", 1},   {"erfc", 1},  {"exp", 1},
    {"exp10", 1}, {"exp2", 1},  {"expm1", 1}, {"log", 1},   {"log10", 1}, {"log1p", 1},
    {"log2", 1},  {"sin", 1},   {"sinh", 1},  {"tan", 1},   {"tanh", 1},  {"atan2", 2},
    {"hypot", 2}, {"pow", 2},
};

/// The vector functions that code for `TM` may call.
class GlibcVectors {
public:
  explicit GlibcVectors(const TargetMachine &TM) {
    const Triple &T = TM.getTargetTriple();
    if (T.getArch() != Triple::x86_64 || !T.isOSLinux() || !T.isGNUEnvironment())
      return;
    const MCSubtargetInfo &Has = *TM.getMCSubtargetInfo();
    add('b', 128);
    if (Has.checkFeatures("+avx2"))
      add('d', 256);
    if (Has.checkFeatures("+avx512f"))
      add('e', 512);
  }
  ArrayRef<VecDesc> functions() const { return All; }

private:
  /// `isa` is the letter of the vector function ABI.
  void add(char Isa, unsigned Bits) {
    for (auto [Name, Arguments] : VectorFunctions)
      for (bool Float : {false, true}) {
        std::string Scalar = Name + std::string(Float ? "f" : "");
        unsigned Lanes = Bits / (Float ? 32 : 64);
        std::string Signature = "N" + utostr(Lanes) + std::string(Arguments, 'v');
        StringRef Vector = keep("_ZGV" + std::string(1, Isa) + Signature + "_" + Scalar);
        StringRef Prefix = keep("_ZGV_LLVM_" + Signature);
        StringRef Intrinsic = keep("llvm." + std::string(Name) + (Float ? ".f32" : ".f64"));
        for (StringRef From : {keep(Scalar), Intrinsic})
          All.emplace_back(From, Vector, ElementCount::getFixed(Lanes), false, Prefix,
                           std::nullopt);
      }
  }
  StringRef keep(std::string Text) { return Texts.emplace_back(std::move(Text)); }

  std::deque<std::string> Texts;
  std::vector<VecDesc> All;
};

} // namespace

extern "C" {

/// Runs a pipeline in the syntax of `opt -passes=` and returns an error about its text, or null.
/// `vectorize` enables vectorising, unrolling and interleaving of loops, and vectorising of
/// straight-line code. A negative threshold selects the inliner's default.
char *scytheRunPasses(LLVMModuleRef module, const char *text, LLVMTargetMachineRef machine,
                      bool vectorize, int inline_threshold) {
  auto *TM = reinterpret_cast<TargetMachine *>(machine);
  Module &M = *unwrap(module);
  PipelineTuningOptions Tuning;
  Tuning.LoopVectorization = Tuning.SLPVectorization = vectorize;
  Tuning.LoopInterleaving = Tuning.LoopUnrolling = vectorize;
  if (inline_threshold >= 0)
    Tuning.InlinerThreshold = inline_threshold;
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Cycles;
  ModuleAnalysisManager Modules;
  PassBuilder Builder(TM, Tuning);
  TargetLibraryInfoImpl Library(M.getTargetTriple());
  std::optional<GlibcVectors> Vectors;
  if (TM)
    Library.addVectorizableFunctions(Vectors.emplace(*TM).functions());
  // The first registration of an analysis counts.
  Functions.registerPass([&] { return TargetLibraryAnalysis(Library); });
  Builder.registerLoopAnalyses(Loops);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerCGSCCAnalyses(Cycles);
  Builder.registerModuleAnalyses(Modules);
  Builder.crossRegisterProxies(Loops, Functions, Cycles, Modules);
  scythe::registerOwnPasses(Builder);
  ModulePassManager Passes;
  if (Error Complaint = Builder.parsePassPipeline(Passes, text))
    return LLVMCreateMessage(toString(std::move(Complaint)).c_str());
  Passes.run(M, Modules);
  return nullptr;
}

} // extern "C"
