// Interleaves the private arrays of neighbouring work-items: the same element of all lanes is one
// vector.
#include "analyses.hpp"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace scythe;

namespace {

/// The most accesses that a copy is split into.
constexpr uint64_t MostPieces = 256;

/// The largest power of two that divides a number, up to 8; every power divides zero.
uint64_t unitOf(int64_t Bytes) { return Bytes == 0 ? 8 : std::min<uint64_t>(8, Bytes & -Bytes); }

/// The uses of a private array: addresses within it, and accesses.
struct Uses {
  SmallVector<GetElementPtrInst *, 16> addresses;
  SmallVector<Instruction *, 32> accesses;
  SmallVector<MemIntrinsic *, 4> copies;
  SmallVector<Instruction *, 4> hints;
  /// The largest unit of all accesses.
  uint64_t unit = 8;
};

/// The size of a type that is moved unchanged; 0 for other types.
uint64_t wholeBytes(Type *T, const DataLayout &DL) {
  if (!T->isIntegerTy() && !T->isFloatingPointTy() && !T->isPointerTy())
    return 0;
  uint64_t Bits = DL.getTypeSizeInBits(T).getFixedValue(), Bytes = Bits / 8;
  return Bits % 8 == 0 && isPowerOf2_64(Bytes) && Bytes <= 8 ? Bytes : 0;
}

/// Follows all uses of a pointer into the array, whose distance from its start is a multiple of
/// `Unit`. False if there is a use that cannot be followed.
bool follow(Value *Pointer, uint64_t Unit, const DataLayout &DL, Uses &Found) {
  for (Use &Where : Pointer->uses()) {
    auto *I = cast<Instruction>(Where.getUser());
    if (auto *Address = dyn_cast<GetElementPtrInst>(I)) {
      unsigned Bits = DL.getIndexTypeSizeInBits(Address->getType());
      SmallMapVector<Value *, APInt, 4> Terms;
      APInt Constant(Bits, 0);
      if (Address->getType()->isVectorTy() ||
          !cast<GEPOperator>(Address)->collectOffset(DL, Bits, Terms, Constant))
        return false;
      uint64_t Inner = std::min(Unit, unitOf(Constant.getSExtValue()));
      for (auto &[Index, Scale] : Terms)
        Inner = std::min(Inner, unitOf(Scale.getSExtValue()));
      Found.addresses.push_back(Address);
      if (!follow(Address, Inner, DL, Found))
        return false;
    } else if (auto *Copy = dyn_cast<MemIntrinsic>(I)) {
      auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
      // For a move between overlapping locations, the direction matters.
      if (Copy->isVolatile() || (!Length && isa<MemMoveInst>(Copy)))
        return false;
      Found.unit = std::min({Found.unit, Unit, Length ? unitOf(Length->getSExtValue()) : uint64_t(1)});
      if (!is_contained(Found.copies, Copy))
        Found.copies.push_back(Copy);
    } else if (auto *Hint = dyn_cast<IntrinsicInst>(I); Hint && Hint->isLifetimeStartOrEnd()) {
      Found.hints.push_back(Hint);
    } else if (isa<LoadInst, StoreInst>(I)) {
      bool Simple = isa<LoadInst>(I) ? cast<LoadInst>(I)->isSimple() : cast<StoreInst>(I)->isSimple();
      bool Address = Where.getOperandNo() == (isa<LoadInst>(I) ? 0u : 1u);
      uint64_t Bytes = wholeBytes(getLoadStoreType(I), DL);
      if (!Simple || !Address || Bytes == 0)
        return false;
      Found.unit = std::min({Found.unit, Unit, Bytes});
      Found.accesses.push_back(I);
    } else {
      return false;
    }
  }
  return true;
}

/// Whether vectors are loaded or stored through a pointer.
bool holdsVectors(Value *Pointer) {
  return any_of(Pointer->users(), [](User *U) {
    if (isa<GetElementPtrInst>(U))
      return holdsVectors(U);
    return isa<LoadInst, StoreInst>(U) && isa<FixedVectorType>(getLoadStoreType(U));
  });
}

/// All uses of a variable of at most so many bytes; none if it is not an array that can be
/// interleaved.
std::optional<Uses> usesOf(AllocaInst *Variable, uint64_t MostBytes) {
  const DataLayout &DL = Variable->getDataLayout();
  auto Bytes = Variable->getAllocationSize(DL);
  Uses Found;
  if (!Bytes || Bytes->isScalable() || Bytes->getFixedValue() > MostBytes || *Bytes == 0 ||
      !Variable->isStaticAlloca() || isAllocaPromotable(Variable) ||
      !follow(Variable, 8, DL, Found) || Found.accesses.empty())
    return std::nullopt;
  // The array ends with a complete unit.
  Found.unit = std::min(Found.unit, unitOf(Bytes->getFixedValue()));
  for (MemIntrinsic *Copy : Found.copies) {
    auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
    if (Length && Length->getZExtValue() / Found.unit > MostPieces)
      return std::nullopt;
  }
  return Found;
}

/// Replaces a copy of unknown length by a loop over bytes.
void expandToLoop(MemIntrinsic *Copy) {
  IRBuilder<> Builder(Copy);
  Value *Length = Copy->getLength();
  Value *Some = Builder.CreateIsNotNull(Length);
  Instruction *Inside = SplitBlockAndInsertIfThen(Some, Copy->getIterator(), false);
  auto Loop = SplitBlockAndInsertSimpleForLoop(Length, Inside->getIterator());
  Value *Index = Loop.second;
  Builder.SetInsertPoint(Loop.first);
  Type *Byte = Builder.getInt8Ty();
  auto At = [&](Value *Base) { return Builder.CreateInBoundsGEP(Byte, Base, Index); };
  Value *One = isa<MemSetInst>(Copy)
                   ? cast<MemSetInst>(Copy)->getValue()
                   : Builder.CreateLoad(Byte, At(cast<MemTransferInst>(Copy)->getSource()));
  Builder.CreateStore(One, At(Copy->getDest()));
  Copy->eraseFromParent();
}

/// Replaces copies by loads and stores of all units.
void expand(MemIntrinsic *Copy, uint64_t Unit) {
  if (!isa<ConstantInt>(Copy->getLength()))
    return expandToLoop(Copy);
  IRBuilder<> Builder(Copy);
  Type *Piece = Builder.getIntNTy(Unit * 8);
  uint64_t Count = cast<ConstantInt>(Copy->getLength())->getZExtValue() / Unit;
  auto At = [&](Value *Base, uint64_t Index) {
    return Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Base, Index * Unit);
  };
  if (auto *Fill = dyn_cast<MemSetInst>(Copy)) {
    Value *One = Builder.CreateZExt(Fill->getValue(), Piece);
    Value *All = Builder.CreateMul(One, ConstantInt::get(Piece, APInt::getSplat(Unit * 8, APInt(8, 1))));
    for (uint64_t I = 0; I < Count; I++)
      Builder.CreateAlignedStore(All, At(Fill->getDest(), I), Align(1));
  } else {
    // A move may overlap: everything is read first.
    auto *Move = cast<MemTransferInst>(Copy);
    SmallVector<Value *, 32> Values;
    for (uint64_t I = 0; I < Count; I++)
      Values.push_back(Builder.CreateAlignedLoad(Piece, At(Move->getSource(), I), Align(1)));
    for (uint64_t I = 0; I < Count; I++)
      Builder.CreateAlignedStore(Values[I], At(Move->getDest(), I), Align(1));
  }
  Copy->eraseFromParent();
}

/// Multiplies the distances within an address by the number of lanes.
void stretch(GetElementPtrInst *Address, uint64_t Lanes) {
  const DataLayout &DL = Address->getDataLayout();
  unsigned Bits = DL.getIndexTypeSizeInBits(Address->getType());
  SmallMapVector<Value *, APInt, 4> Terms;
  APInt Constant(Bits, 0);
  cast<GEPOperator>(Address)->collectOffset(DL, Bits, Terms, Constant);
  IRBuilder<> Builder(Address);
  Type *Size = Builder.getIntNTy(Bits);
  Value *Offset = ConstantInt::get(Size, Constant * Lanes);
  for (auto &[Index, Scale] : Terms) {
    Value *Wide = Builder.CreateSExtOrTrunc(Index, Size);
    Offset = Builder.CreateAdd(Builder.CreateMul(Wide, ConstantInt::get(Size, Scale * Lanes)), Offset);
  }
  Value *Far = Builder.CreateGEP(Builder.getInt8Ty(), Address->getPointerOperand(), Offset);
  Far->takeName(Address);
  Address->replaceAllUsesWith(Far);
  Address->eraseFromParent();
}

/// Splits a load or store into units.
void split(Instruction *Access, uint64_t Unit, uint64_t Lanes) {
  const DataLayout &DL = Access->getDataLayout();
  Type *T = getLoadStoreType(Access);
  uint64_t Bytes = wholeBytes(T, DL), Count = Bytes / Unit;
  setLoadStoreAlignment(Access, Align(Unit));
  // Alias metadata of whole values does not hold for units at other locations.
  Access->setAAMetadata(AAMDNodes());
  if (Count == 1)
    return;
  IRBuilder<> Builder(Access);
  Type *Piece = Builder.getIntNTy(Unit * 8), *Whole = Builder.getIntNTy(Bytes * 8);
  Value *Base = getLoadStorePointerOperand(Access);
  auto At = [&](uint64_t Index) {
    return Builder.CreateConstGEP1_64(Builder.getInt8Ty(), Base, Index * Unit * Lanes);
  };
  auto Place = [&](uint64_t Index) {
    return (DL.isLittleEndian() ? Index : Count - 1 - Index) * Unit * 8;
  };
  if (auto *Store = dyn_cast<StoreInst>(Access)) {
    Value *Bits = Builder.CreateBitOrPointerCast(Store->getValueOperand(), Whole);
    for (uint64_t I = 0; I < Count; I++) {
      Value *Part = Builder.CreateTrunc(Builder.CreateLShr(Bits, Place(I)), Piece);
      Builder.CreateAlignedStore(Part, At(I), Align(Unit));
    }
  } else {
    Value *Bits = nullptr;
    for (uint64_t I = 0; I < Count; I++) {
      Value *Part = Builder.CreateZExt(Builder.CreateAlignedLoad(Piece, At(I), Align(Unit)), Whole);
      Part = Builder.CreateShl(Part, Place(I));
      Bits = Bits ? Builder.CreateOr(Bits, Part) : Part;
    }
    Access->replaceAllUsesWith(Builder.CreateBitOrPointerCast(Bits, T));
  }
  Access->eraseFromParent();
}

} // namespace

extern "C" {

/// Replaces vectors by scalars in functions that have private arrays of vectors, and copies to and
/// from private arrays by loads and stores; arrays that are not needed then become values. Returns
/// whether there were any.
bool scythePreparePrivateArrays(LLVMValueRef function, uint64_t most_bytes) {
  auto *F = unwrap<Function>(function);
  bool Vectors = any_of(F->getEntryBlock(), [&](Instruction &I) {
    auto *Variable = dyn_cast<AllocaInst>(&I);
    auto Bytes = Variable ? Variable->getAllocationSize(F->getDataLayout()) : std::nullopt;
    return Bytes && !Bytes->isScalable() && Bytes->getFixedValue() <= most_bytes &&
           !isAllocaPromotable(Variable) && holdsVectors(Variable);
  });
  if (Vectors) {
    ScalarizerPassOptions Options;
    Options.ScalarizeLoadStore = true;
    Options.ScalarizeVariableInsertExtract = true;
    Analyses All(*F);
    ScalarizerPass(Options).run(*F, All.functions);
  }
  SmallVector<AllocaInst *, 8> Variables;
  for (Instruction &I : F->getEntryBlock())
    if (auto *Variable = dyn_cast<AllocaInst>(&I))
      Variables.push_back(Variable);
  bool Copies = false;
  for (AllocaInst *Variable : Variables)
    if (auto Found = usesOf(Variable, most_bytes)) {
      // Loops with lifetime markers are not vectorised.
      for (Instruction *Hint : Found->hints)
        Hint->eraseFromParent();
      for (MemIntrinsic *Copy : Found->copies) {
        expand(Copy, Found->unit);
        Copies = true;
      }
    }
  if (!Vectors && !Copies)
    return false;
  Analyses All(*F);
  SROAPass(SROAOptions::PreserveCFG).run(*F, All.functions);
  for (Instruction &I : make_early_inc_range(instructions(*F)))
    if (isInstructionTriviallyDead(&I))
      I.eraseFromParent();
  return true;
}

/// Calls `visit` for each private array of at most so many bytes that can be interleaved, of a
/// function that `scythePreparePrivateArrays` has prepared.
void scytheLaneArrays(LLVMValueRef function, uint64_t most_bytes,
                      void (*visit)(LLVMValueRef alloca, void *user), void *user) {
  for (Instruction &I : unwrap<Function>(function)->getEntryBlock())
    if (auto *Variable = dyn_cast<AllocaInst>(&I); Variable)
      if (auto Found = usesOf(Variable, most_bytes); Found && Found->copies.empty())
        visit(wrap(Variable), user);
}

/// Interleaves a private array across lanes: its units are `lanes` times as far apart, with those
/// of other work-items in between. The variable gets the metadata `mux.lanes`, the bytes from one
/// work-item's to the next. False, without changes, for arrays that `scytheLaneArrays` does not
/// visit.
bool scytheSpreadArray(LLVMValueRef alloca, uint64_t most_bytes, uint64_t lanes) {
  auto *Variable = cast<AllocaInst>(unwrap(alloca));
  auto Found = usesOf(Variable, most_bytes);
  if (!Found || !Found->copies.empty())
    return false;
  const DataLayout &DL = Variable->getDataLayout();
  uint64_t Unit = Found->unit, Bytes = Variable->getAllocationSize(DL)->getFixedValue();
  for (Instruction *Hint : Found->hints)
    Hint->eraseFromParent();
  // A debugger would look at the old location.
  for (DbgVariableRecord *Record : findDVRDeclares(Variable))
    Record->eraseFromParent();
  for (Instruction *Access : Found->accesses)
    split(Access, Unit, lanes);
  for (GetElementPtrInst *Address : Found->addresses)
    stretch(Address, lanes);
  LLVMContext &C = Variable->getContext();
  IRBuilder<> Builder(Variable);
  auto *Spread = Builder.CreateAlloca(ArrayType::get(Builder.getInt8Ty(), Bytes * lanes));
  Spread->setAlignment(Align(64));
  Spread->setMetadata("mux.lanes", MDNode::get(C, ConstantAsMetadata::get(Builder.getInt64(Unit))));
  Spread->takeName(Variable);
  Variable->replaceAllUsesWith(Spread);
  Variable->eraseFromParent();
  return true;
}

/// Bytes from one work-item's part of an interleaved variable to the next; 0 for others.
uint64_t scytheLaneUnit(LLVMValueRef alloca) {
  MDNode *Mark = cast<Instruction>(unwrap(alloca))->getMetadata("mux.lanes");
  return Mark ? mdconst::extract<ConstantInt>(Mark->getOperand(0))->getZExtValue() : 0;
}

} // extern "C"
