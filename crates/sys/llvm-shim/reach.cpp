// The memory that a kernel accesses through a pointer, where ids of work-items and constants determine it.

#include "analyses.hpp"
#include "parts.hpp"
#include "llvm-c/Core.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/CheckedArithmetic.h"

#include <limits>

using namespace llvm;

namespace {

constexpr StringLiteral GlobalId = "__mux_get_global_id";
constexpr unsigned Dimensions = 3;
/// Deeper expressions are not analysed.
constexpr unsigned MostDepth = 12;
/// Larger constants and strides cannot be those of an array.
constexpr int64_t Most = int64_t(1) << 40;
/// Larger ranges of other numbers are those of their types.
constexpr int64_t MostOfRange = 1 << 16;

/// The exact values of an expression: from `Low` to `High` plus `Strides[d]` times the id in dimension d.
struct Values {
  int64_t Low = 0, High = 0;
  std::array<int64_t, Dimensions> Strides{};
  /// Bounds the constants in all parts of the expression, also if they cancel each other.
  int64_t Constants = 0;
  /// Whether the expression is computed in fewer than 64 bits, and not known to be exact there.
  bool Narrow = false;

  static Values between(int64_t Low, int64_t High) {
    return {Low, High, {}, std::max(std::abs(Low), std::abs(High)), false};
  }

  bool isSane() const {
    const auto isSmall = [](int64_t Number) { return Number >= -Most && Number <= Most; };
    return isSmall(Low) && isSmall(High) && isSmall(Constants) && all_of(Strides, isSmall);
  }

  Values plus(const Values &Other) const {
    Values Sum{Low + Other.Low, High + Other.High, Strides, Constants + Other.Constants, Narrow || Other.Narrow};
    for (unsigned D = 0; D < Dimensions; ++D)
      Sum.Strides[D] += Other.Strides[D];
    return Sum;
  }
};

class Reach {
public:
  explicit Reach(Function &F)
      : F(F), Layout(F.getDataLayout()), Known(F), Evolution(Known.get<ScalarEvolutionAnalysis>()) {}

  /// All accesses through a pointer argument; false if there may be others than loads and stores in the kernel.
  bool find(unsigned Parameter, uint64_t At) {
    All.reset();
    Writes = false;
    IsBounded = true;
    SmallVector<Value *, 4> Roots;
    return roots(Parameter, At, Roots) && all_of(Roots, [&](Value *Root) { return follow(*Root); });
  }

  /// The bytes that they access, if `IsBounded`; none if there are none.
  std::optional<Values> All;
  bool IsBounded = true;
  bool Writes = false;

private:
  /// The values of the argument in the function; false if it may be read in another way.
  bool roots(unsigned Parameter, uint64_t At, SmallVectorImpl<Value *> &Roots) {
    Argument *Object = F.getArg(Parameter);
    if (!Object->hasByValAttr()) {
      if (Object->getType()->isPointerTy())
        Roots.push_back(Object);
      return !Roots.empty();
    }
    SmallVector<std::pair<Value *, uint64_t>, 8> Open{{Object, 0}};
    while (!Open.empty()) {
      auto [Address, Start] = Open.pop_back_val();
      for (User *U : Address->users()) {
        if (auto *Step = dyn_cast<GetElementPtrInst>(U)) {
          APInt Offset(64, Start);
          if (!Step->accumulateConstantOffset(Layout, Offset))
            return false;
          Open.emplace_back(Step, Offset.getZExtValue());
          continue;
        }
        auto *Load = dyn_cast<LoadInst>(U);
        if (!Load || !Load->isSimple())
          return false;
        const uint64_t End = Start + Layout.getTypeStoreSize(Load->getType()).getFixedValue();
        if (End <= At || Start >= At + Layout.getPointerSize())
          continue;
        const auto Part = scythe::partOf(Load, Layout);
        if (!Part || !Part->IsPointer || Part->At != At)
          return false;
        Roots.push_back(Load);
      }
    }
    return true;
  }

  /// Adds all accesses through addresses that are computed from a pointer.
  bool follow(Value &Root) {
    SmallVector<Value *, 16> Open{&Root};
    SmallPtrSet<Value *, 16> Seen;
    while (!Open.empty()) {
      Value *Address = Open.pop_back_val();
      if (!Seen.insert(Address).second)
        continue;
      for (User *U : Address->users()) {
        if (isa<GetElementPtrInst, PHINode, SelectInst>(U)) {
          Open.push_back(U);
          continue;
        }
        if (isa<ICmpInst, AssumeInst>(U))
          continue;
        auto *Access = cast<Instruction>(U);
        Type *Of = nullptr;
        if (auto *Load = dyn_cast<LoadInst>(Access); Load && Load->isSimple())
          Of = Load->getType();
        else if (auto *Store = dyn_cast<StoreInst>(Access);
                 Store && Store->isSimple() && Store->getValueOperand() != Address)
          Of = Store->getValueOperand()->getType();
        if (!Of)
          return false;
        IsBounded = IsBounded && add(Root, *Address, Layout.getTypeStoreSize(Of));
        Writes |= isa<StoreInst>(Access);
      }
    }
    return true;
  }

  bool add(Value &Root, Value &Address, TypeSize Size) {
    const SCEV *From = Evolution.getSCEV(&Root), *S = Evolution.getSCEV(&Address);
    if (Size.isScalable() || Evolution.getPointerBase(S) != From)
      return false;
    std::optional<Values> Found = values(Evolution.removePointerBase(S), 0);
    if (!Found)
      return false;
    Found->High += static_cast<int64_t>(Size.getFixedValue());
    if (!All) {
      All = Found;
      return true;
    }
    All->Low = std::min(All->Low, Found->Low);
    All->High = std::max(All->High, Found->High);
    All->Constants = std::max(All->Constants, Found->Constants);
    All->Narrow |= Found->Narrow;
    for (unsigned D = 0; D < Dimensions; ++D)
      All->Strides[D] = std::max(All->Strides[D], Found->Strides[D]);
    return true;
  }

  std::optional<Values> values(const SCEV *S, unsigned Depth) {
    std::optional<Values> Found = Depth < MostDepth ? exact(S, Depth + 1) : std::nullopt;
    if (Found && Found->isSane())
      return Found;
    const ConstantRange Range = Evolution.getSignedRange(S);
    const std::optional<int64_t> Low = Range.getSignedMin().trySExtValue(), High = Range.getSignedMax().trySExtValue();
    if (!Low || !High || *Low < -MostOfRange || *High > MostOfRange)
      return std::nullopt;
    return Values::between(*Low, *High);
  }

  std::optional<Values> exact(const SCEV *S, unsigned Depth) {
    switch (S->getSCEVType()) {
    case scConstant: {
      const std::optional<int64_t> Number = cast<SCEVConstant>(S)->getAPInt().trySExtValue();
      return Number && std::abs(*Number) <= Most ? std::optional(Values::between(*Number, *Number)) : std::nullopt;
    }
    case scUnknown:
      return id(cast<SCEVUnknown>(S)->getValue());
    case scTruncate:
    case scSignExtend:
      return narrow(values(cast<SCEVCastExpr>(S)->getOperand(), Depth), *cast<SCEVCastExpr>(S));
    case scZeroExtend: {
      const auto *Cast = cast<SCEVCastExpr>(S);
      const std::optional<Values> Of = values(Cast->getOperand(), Depth);
      return Of && Of->Low >= 0 ? narrow(Of, *Cast) : std::nullopt;
    }
    case scAddExpr: {
      Values Sum;
      for (const SCEV *Operand : cast<SCEVAddExpr>(S)->operands()) {
        const std::optional<Values> Part = values(Operand, Depth);
        if (!Part)
          return std::nullopt;
        Sum = Sum.plus(*Part);
      }
      return Sum;
    }
    case scMulExpr: {
      const auto *Product = cast<SCEVMulExpr>(S);
      const auto *Factor = dyn_cast<SCEVConstant>(Product->getOperand(0));
      const std::optional<int64_t> By = Factor ? Factor->getAPInt().trySExtValue() : std::nullopt;
      if (!By || *By < 0 || *By > Most || Product->getNumOperands() != 2)
        return std::nullopt;
      std::optional<Values> Of = values(Product->getOperand(1), Depth);
      return Of ? times(*Of, *By) : std::nullopt;
    }
    case scAddRecExpr: {
      const auto *Steps = cast<SCEVAddRecExpr>(S);
      const auto *Step = dyn_cast<SCEVConstant>(Steps->getOperand(1));
      const auto *Count = dyn_cast<SCEVConstant>(Evolution.getConstantMaxBackedgeTakenCount(Steps->getLoop()));
      if (!Steps->isAffine() || !Step || !Count || Count->getAPInt().ugt(Most))
        return std::nullopt;
      const std::optional<int64_t> By = Step->getAPInt().trySExtValue();
      const std::optional<int64_t> Way =
          By ? checkedMul(*By, static_cast<int64_t>(Count->getAPInt().getZExtValue())) : std::nullopt;
      const std::optional<Values> Start = values(Steps->getStart(), Depth);
      if (!Way || std::abs(*Way) > Most || !Start)
        return std::nullopt;
      return Start->plus(Values::between(std::min<int64_t>(*Way, 0), std::max<int64_t>(*Way, 0)));
    }
    default:
      return std::nullopt;
    }
  }

  /// Values that must be exact in the smaller of two types. The runtime checks 32 bits.
  std::optional<Values> narrow(std::optional<Values> Of, const SCEVCastExpr &Cast) const {
    const uint64_t Bits = std::min(Evolution.getTypeSizeInBits(Cast.getType()),
                                   Evolution.getTypeSizeInBits(Cast.getOperand()->getType()));
    const bool IsConstant = Of && all_of(Of->Strides, [](int64_t Stride) { return Stride == 0; }) && !Of->Narrow;
    if (!Of || Bits >= 64 || (IsConstant && Of->Constants <= (int64_t(1) << (Bits - 1)) - 1))
      return Of;
    if (Bits < 32)
      return std::nullopt;
    Of->Narrow = true;
    return Of;
  }

  static std::optional<Values> times(const Values &Of, int64_t By) {
    Values Product{0, 0, {}, 0, Of.Narrow};
    const auto multiply = [&](int64_t Number, int64_t &To) {
      const std::optional<int64_t> Result = checkedMul(Number, By);
      To = Result.value_or(0);
      return Result.has_value();
    };
    bool Fits = multiply(Of.Low, Product.Low) && multiply(Of.High, Product.High) &&
                multiply(Of.Constants, Product.Constants);
    for (unsigned D = 0; D < Dimensions; ++D)
      Fits = Fits && multiply(Of.Strides[D], Product.Strides[D]);
    return Fits ? std::optional(Product) : std::nullopt;
  }

  /// The global id of a work-item.
  static std::optional<Values> id(const Value *V) {
    const auto *Call = dyn_cast<CallInst>(V);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    const auto *Dimension =
        Callee && Callee->getName() == GlobalId ? dyn_cast<ConstantInt>(Call->getArgOperand(0)) : nullptr;
    if (!Dimension || Dimension->getZExtValue() >= Dimensions)
      return std::nullopt;
    Values Id;
    Id.Strides[Dimension->getZExtValue()] = 1;
    return Id;
  }

  Function &F;
  const DataLayout &Layout;
  scythe::Analyses Known;
  ScalarEvolution &Evolution;
};

} // namespace

extern "C" {

struct ScytheReach {
  uint32_t parameter;
  bool known;
  bool writes;
  bool isBounded;
  uint64_t at;
  int64_t first;
  int64_t end;
  uint64_t strides[Dimensions];
  uint64_t limit;
};

void scytheFindReaches(LLVMValueRef function, ScytheReach *reaches, size_t count) {
  Reach Of(*unwrap<Function>(function));
  for (ScytheReach &To : MutableArrayRef(reaches, count)) {
    if (!Of.find(To.parameter, To.at))
      continue;
    const Values All = Of.All.value_or(Values());
    const int64_t Limit = All.Narrow ? std::numeric_limits<int32_t>::max() - All.Constants : Most;
    To.known = true;
    To.writes = Of.Writes;
    To.isBounded = Of.IsBounded && Limit >= 0 && All.isSane();
    if (!To.isBounded)
      continue;
    To.first = All.Low;
    To.end = All.High;
    To.limit = static_cast<uint64_t>(Limit);
    for (unsigned D = 0; D < Dimensions; ++D)
      To.strides[D] = static_cast<uint64_t>(All.Strides[D]);
  }
}

} // extern "C"
