// Passes, patterns and conversions whose work is done in Rust.
#include "shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Rewrite.h"
#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Wrap.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include <mutex>
#include <utility>

using namespace mlir;

namespace scythe {
/// The dialects that are defined in Rust (dialect.cpp).
void insertDialects(DialectRegistry &registry);
} // namespace scythe

namespace {

/// MLIR's registry of passes is global, and not thread-safe. Parsing a pipeline may parse a nested
/// one.
std::recursive_mutex Registry;
using Locked = std::lock_guard<std::recursive_mutex>;

struct RustPass final : Pass {
  const ScythePass *def;

  explicit RustPass(const ScythePass *def)
      : Pass(TypeID::getFromOpaquePointer(def),
             def->anchor.length ? std::optional<StringRef>(unwrap(def->anchor)) : std::nullopt),
        def(def) {}

  StringRef getName() const override { return unwrap(def->argument); }
  StringRef getArgument() const override { return unwrap(def->argument); }
  StringRef getDescription() const override { return unwrap(def->description); }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, cf::ControlFlowDialect, func::FuncDialect,
                    memref::MemRefDialect, LLVM::LLVMDialect>();
    scythe::insertDialects(registry);
  }
  bool canScheduleOn(RegisteredOperationName name) const override {
    return !def->anchor.length || name.getStringRef() == unwrap(def->anchor);
  }
  std::unique_ptr<Pass> clonePass() const override { return std::make_unique<RustPass>(def); }
  void runOnOperation() override {
    if (!def->run(def->user, wrap(getOperation())))
      signalPassFailure();
  }
};

struct RustPattern final : RewritePattern {
  ScytheRewrite rewrite;
  void *user;
  RustPattern(StringRef root, unsigned benefit, MLIRContext *context, ScytheRewrite rewrite,
              void *user)
      : RewritePattern(root, benefit, context), rewrite(rewrite), user(user) {}
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    auto operands = llvm::map_to_vector(op->getOperands(), [](Value v) { return wrap(v); });
    return success(rewrite(user, wrap(op), operands.size(), operands.data(),
                           wrap(static_cast<RewriterBase *>(&rewriter))));
  }
};

struct RustConversion final : ConversionPattern {
  ScytheRewrite rewrite;
  void *user;
  RustConversion(const TypeConverter &types, StringRef root, MLIRContext *context,
                 ScytheRewrite rewrite, void *user)
      : ConversionPattern(types, root, 1, context), rewrite(rewrite), user(user) {}
  LogicalResult matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                                ConversionPatternRewriter &rewriter) const override {
    auto wrapped = llvm::map_to_vector(operands, [](Value v) { return wrap(v); });
    return success(rewrite(user, wrap(op), wrapped.size(), wrapped.data(),
                           wrap(static_cast<RewriterBase *>(&rewriter))));
  }
};

struct BodyConversion final : OpConversionPattern<LLVM::LLVMFuncOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(LLVM::LLVMFuncOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (failed(rewriter.convertRegionTypes(&op.getBody(), *getTypeConverter())))
      return failure();
    rewriter.modifyOpInPlace(op, [] {});
    return success();
  }
};

/// MLIR's own pattern for functions does not convert blocks other than the first.
struct FunctionConversion final : OpConversionPattern<func::FuncOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(func::FuncOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    FunctionType type = op.getFunctionType();
    SmallVector<Type> inputs, results;
    if (failed(getTypeConverter()->convertTypes(type.getInputs(), inputs)) ||
        failed(getTypeConverter()->convertTypes(type.getResults(), results)) ||
        inputs.size() != type.getNumInputs() || results.size() != type.getNumResults() ||
        failed(rewriter.convertRegionTypes(&op.getBody(), *getTypeConverter())))
      return failure();
    rewriter.modifyOpInPlace(
        op, [&] { op.setType(FunctionType::get(op.getContext(), inputs, results)); });
    return success();
  }
};

/// Turns loops and conditions of scf, whose values may have types of Rust dialects, into branches.
LogicalResult convertStructure(Operation *root) {
  MLIRContext *context = root->getContext();
  ConversionTarget target(*context);
  target.addIllegalDialect<scf::SCFDialect>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  RewritePatternSet patterns(context);
  populateSCFToControlFlowConversionPatterns(patterns);
  return applyPartialConversion(root, target, std::move(patterns));
}

/// Gives everything in `root` types of the LLVM dialect: values, blocks, and functions of the func
/// dialect, which stay func.func. The Rust side converts memrefs, so MLIR's own patterns for
/// memrefs, which make descriptors, are not used.
LogicalResult convertValues(Operation *root, const LLVMTypeConverter &types, intptr_t count,
                            const MlirStringRef *names, const ScytheRewrite *rewrites, void *user) {
  MLIRContext *context = root->getContext();
  ConversionTarget target(*context);
  target.addIllegalDialect<arith::ArithDialect, index::IndexDialect, memref::MemRefDialect>();
  target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp function) {
    return types.isSignatureLegal(function.getFunctionType()) && types.isLegal(&function.getBody());
  });
  target.addDynamicallyLegalOp<LLVM::LLVMFuncOp>(
      [&](LLVM::LLVMFuncOp function) { return types.isLegal(&function.getBody()); });
  target.addDynamicallyLegalOp<func::CallOp, func::ReturnOp>(
      [&](Operation *op) { return types.isLegal(op); });
  target.markUnknownOpDynamicallyLegal([&](Operation *op) {
    return !isa<BranchOpInterface>(op) ||
           isLegalForBranchOpInterfaceTypeConversionPattern(op, types);
  });
  RewritePatternSet patterns(context);
  for (intptr_t i = 0; i < count; ++i) {
    StringRef name = unwrap(names[i]);
    target.addIllegalOp(OperationName(name, context));
    patterns.add(std::make_unique<RustConversion>(types, name, context, rewrites[i], user));
  }
  patterns.add<BodyConversion, FunctionConversion>(types, context);
  arith::populateArithToLLVMConversionPatterns(types, patterns);
  index::populateIndexToLLVMConversionPatterns(types, patterns);
  populateCallOpTypeConversionPattern(patterns, types);
  populateReturnOpTypeConversionPattern(patterns, types);
  populateBranchOpInterfaceTypeConversionPattern(patterns, types);
  return applyPartialConversion(root, target, std::move(patterns));
}

/// Converts functions and branches of func and cf, whose types are LLVM's by now, to the LLVM
/// dialect.
LogicalResult convertFunctions(Operation *root) {
  MLIRContext *context = root->getContext();
  LLVMTypeConverter types(context);
  LLVMConversionTarget target(*context);
  target.addLegalOp<ModuleOp>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  target.addIllegalDialect<cf::ControlFlowDialect, func::FuncDialect>();
  RewritePatternSet patterns(context);
  cf::populateControlFlowToLLVMConversionPatterns(types, patterns);
  populateFuncToLLVMConversionPatterns(types, patterns);
  return applyPartialConversion(root, target, std::move(patterns));
}

} // namespace

extern "C" {

void scytheRegisterAllPasses(void) {
  Locked lock(Registry);
  static bool done = false;
  if (!std::exchange(done, true))
    mlirRegisterAllPasses();
}

void scytheRegisterPass(const ScythePass *pass) {
  Locked lock(Registry);
  registerPass([pass]() -> std::unique_ptr<Pass> { return std::make_unique<RustPass>(pass); });
}

void scytheRegisterPipeline(MlirStringRef argument, MlirStringRef description,
                            MlirStringRef pipeline) {
  Locked lock(Registry);
  std::string text = unwrap(pipeline).str();
  registerPassPipeline(
      unwrap(argument), unwrap(description),
      [text](OpPassManager &manager, StringRef, function_ref<LogicalResult(const Twine &)> fail) {
        std::string message;
        llvm::raw_string_ostream out(message);
        if (failed(parsePassPipeline(text, manager, out)))
          return fail(message);
        return success();
      },
      [](function_ref<void(const detail::PassOptions &)>) {});
}

bool scytheRunMlirPasses(MlirOperation root, MlirStringRef pipeline, bool verify,
                     MlirStringCallback report, void *user) {
  Operation *op = unwrap(root);
  PassManager manager(op->getContext(), op->getName().getStringRef());
  manager.enableVerifier(verify);
  std::string message;
  llvm::raw_string_ostream out(message);
  auto understand = [&] {
    Locked lock(Registry);
    return parsePassPipeline(unwrap(pipeline), manager, out);
  };
  if (failed(understand())) {
    report(wrap(StringRef(message)), user);
    return false;
  }
  return succeeded(manager.run(op));
}

MlirRewritePattern scythePatternNew(MlirStringRef rootName, uint32_t benefit, MlirContext context,
                                    ScytheRewrite rewrite, void *user) {
  return wrap(static_cast<const RewritePattern *>(
      new RustPattern(unwrap(rootName), benefit, unwrap(context), rewrite, user)));
}

bool scytheApplyGreedily(MlirOperation root, MlirRewritePatternSet patterns) {
  std::unique_ptr<RewritePatternSet> set(unwrap(patterns));
  return succeeded(applyPatternsGreedily(unwrap(root), FrozenRewritePatternSet(std::move(*set))));
}

bool scytheConvertToLLVM(MlirOperation root, intptr_t count, const MlirStringRef *names,
                         const ScytheRewrite *rewrites, void *user,
                         MlirType (*convertType)(void *user, MlirType type)) {
  Operation *op = unwrap(root);
  MLIRContext *context = op->getContext();
  LLVMTypeConverter types(context);
  types.addConversion([=](Type type) -> std::optional<Type> {
    MlirType converted = convertType(user, wrap(type));
    if (!converted.ptr)
      return std::nullopt;
    return unwrap(converted);
  });
  // Operations without a conversion keep the types of their operands. LLVM's converter would make
  // memref descriptors for them.
  auto cast = [](OpBuilder &builder, Type type, ValueRange inputs, Location location) -> Value {
    return UnrealizedConversionCastOp::create(builder, location, type, inputs).getResult(0);
  };
  types.addSourceMaterialization(cast);
  types.addTargetMaterialization(cast);
  return succeeded(convertStructure(op)) &&
         succeeded(convertValues(op, types, count, names, rewrites, user)) &&
         succeeded(convertFunctions(op));
}

void scytheSetInsertionPointBefore(MlirRewriterBase rewriter, MlirOperation op) {
  unwrap(rewriter)->setInsertionPoint(unwrap(op));
}

} // extern "C"
