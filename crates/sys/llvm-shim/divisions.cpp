// Replaces integer divisions, for which processors have no vectors, by floating-point divisions.
#include "analyses.hpp"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LazyValueInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace scythe;

namespace {

/// Whether all possible values of an integer are exact in double precision, so that the result of a
/// division is exact.
bool isExact(Value *V, bool Signed, Instruction *At, LazyValueInfo &Values) {
  unsigned Bits = V->getType()->getIntegerBitWidth();
  if (Bits <= 32)
    return true;
  if (Bits > 64)
    return false;
  ConstantRange Range = Values.getConstantRange(V, At, /*UndefAllowed=*/false);
  constexpr int64_t End = int64_t(1) << 53;
  return Signed ? Range.getSignedMin().sgt(-End) && Range.getSignedMax().slt(End)
                : Range.getUnsignedMax().ult(End);
}

/// The same quotient or remainder.
///
/// A quotient of x and d that is not an integer is at least 1 / d below the next one, m. Rounding
/// changes it by less: doubles below m are at most m / 2^52 apart, less if m is a power of two, and
/// m * d <= x + d - 1 or x + 1 <= 2^53. So truncation gives the same result. A divisor beyond 2^53
/// is rounded to one that is still larger than the numerator: the quotient stays below 1.
///
/// A loop-invariant divisor is inverted once. The product of the inverse with a number that is 0.5
/// further from 0 than x is then truncated: its distance to integers on both sides is at least 1 /
/// 2d. For x of 32 bits, the error of two roundings, each 2^-53 of the product, is less.
Value *divided(BinaryOperator *I, bool Invert) {
  bool Signed = I->getOpcode() == Instruction::SDiv || I->getOpcode() == Instruction::SRem;
  bool Quotient = I->getOpcode() == Instruction::SDiv || I->getOpcode() == Instruction::UDiv;
  IRBuilder<> Builder(I);
  Builder.clearFastMathFlags();
  Type *Double = Builder.getDoubleTy();
  auto Convert = [&](Value *V) {
    return Signed ? Builder.CreateSIToFP(V, Double) : Builder.CreateUIToFP(V, Double);
  };
  // An undefined integer may have different values in each of its uses.
  Value *Numerator = Builder.CreateFreeze(I->getOperand(0));
  Value *Divisor = Builder.CreateFreeze(I->getOperand(1));
  Value *Ratio;
  if (Invert) {
    Value *Inverse = Builder.CreateFDiv(ConstantFP::get(Double, 1), Convert(Divisor));
    Value *Number = Convert(Numerator);
    Value *Half = ConstantFP::get(Double, 0.5);
    if (Signed)
      Half = Builder.CreateCopySign(Half, Number);
    Ratio = Builder.CreateFMul(Builder.CreateFAdd(Number, Half), Inverse);
  } else {
    Ratio = Builder.CreateFDiv(Convert(Numerator), Convert(Divisor));
  }
  Value *Whole = Signed ? Builder.CreateFPToSI(Ratio, I->getType())
                        : Builder.CreateFPToUI(Ratio, I->getType());
  if (Quotient)
    return Whole;
  return Builder.CreateSub(Numerator, Builder.CreateMul(Whole, Divisor));
}

} // namespace

extern "C" {

/// Replaces divisions in some blocks of a function by floating-point divisions, if the result is
/// the same and the divisor is not a constant. Returns their number. Blocks may occur more than
/// once, as in nested loops.
unsigned scytheDivideInFloatingPoint(LLVMValueRef function, const LLVMBasicBlockRef *blocks,
                                     unsigned count) {
  auto *F = unwrap<Function>(function);
  SmallSetVector<BinaryOperator *, 8> Found;
  Analyses All(*F);
  for (LLVMBasicBlockRef Block : ArrayRef(blocks, count))
    for (Instruction &I : *unwrap(Block)) {
      auto *Division = dyn_cast<BinaryOperator>(&I);
      if (!Division || !Division->isIntDivRem() || !Division->getType()->isIntegerTy() ||
          isa<Constant>(Division->getOperand(1)))
        continue;
      bool Signed = Division->getOpcode() == Instruction::SDiv ||
                    Division->getOpcode() == Instruction::SRem;
      if (isExact(Division->getOperand(0), Signed, Division, All.get<LazyValueAnalysis>()))
        Found.insert(Division);
    }
  SmallPtrSet<BasicBlock *, 16> Inside;
  for (LLVMBasicBlockRef Block : ArrayRef(blocks, count))
    Inside.insert(unwrap(Block));
  for (BinaryOperator *Division : Found) {
    auto *Divisor = dyn_cast<Instruction>(Division->getOperand(1));
    bool Outside = !Divisor || !Inside.contains(Divisor->getParent());
    bool Invert = Outside && Division->getType()->getIntegerBitWidth() <= 32;
    Value *Same = divided(Division, Invert);
    Same->takeName(Division);
    Division->replaceAllUsesWith(Same);
    Division->eraseFromParent();
  }
  return Found.size();
}

} // extern "C"
