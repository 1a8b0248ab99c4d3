// Dialects whose operations and types are defined in Rust: MLIR's hooks, each of which calls back.
// Nothing here depends on what the dialects contain.
#include "shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Rewrite.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;

namespace {

SmallVector<MlirAttribute> wrapAll(ArrayRef<Attribute> attributes) {
  return llvm::map_to_vector(attributes, [](Attribute a) { return wrap(a); });
}

/// MLIR's description of an operation. DynamicOpDefinition would suffice, but CSE and DCE ignore
/// its operations.
struct RustOp final : OperationName::Impl {
  ScytheOp def;

  RustOp(StringRef name, Dialect *dialect, TypeID id, const ScytheOp &def)
      : Impl(name, dialect, id, detail::InterfaceMap()), def(def) {}

  static const ScytheOp &of(Operation *op) {
    auto *impl = static_cast<OperationName::Impl *>(op->getName().getAsOpaquePointer());
    return static_cast<RustOp *>(impl)->def;
  }

  LogicalResult foldHook(Operation *op, ArrayRef<Attribute> constants,
                         SmallVectorImpl<OpFoldResult> &results) override {
    auto attributes = wrapAll(constants);
    return success(def.fold(def.user, wrap(op), attributes.size(), attributes.data(), &results));
  }
  void getCanonicalizationPatterns(RewritePatternSet &set, MLIRContext *context) override {
    def.patterns(def.user, wrap(&set), wrap(context));
  }
  bool hasTrait(TypeID id) override {
    if (id == TypeID::get<OpTrait::AlwaysSpeculatableImplTrait>())
      return def.traits & ScytheOpPure;
    return id == TypeID::get<OpTrait::ZeroRegions>() || id == TypeID::get<OpTrait::ZeroSuccessors>();
  }
  OperationName::ParseAssemblyFn getParseAssemblyFn() override {
    return [this](OpAsmParser &parser, OperationState &state) -> ParseResult {
      return success(def.parse(def.user, static_cast<AsmParser *>(&parser), &state));
    };
  }
  void populateDefaultAttrs(const OperationName &, NamedAttrList &) override {}
  void printAssembly(Operation *op, OpAsmPrinter &printer, StringRef) override {
    printer << op->getName().getStringRef();
    def.print(def.user, wrap(op), static_cast<AsmPrinter *>(&printer));
  }
  LogicalResult verifyInvariants(Operation *op) override {
    if (failed(OpTrait::impl::verifyZeroRegions(op)) ||
        failed(OpTrait::impl::verifyZeroSuccessors(op)))
      return failure();
    return success(def.verify(def.user, wrap(op)));
  }
  LogicalResult verifyRegionInvariants(Operation *) override { return success(); }

  // Attributes are stored with the operation as discardable ones; there are no properties.
  std::optional<Attribute> getInherentAttr(Operation *op, StringRef name) override {
    return op->getDiscardableAttr(name);
  }
  void setInherentAttr(Operation *op, StringAttr name, Attribute value) override {
    op->setDiscardableAttr(name, value);
  }
  void populateInherentAttrs(Operation *, NamedAttrList &) override {}
  LogicalResult verifyInherentAttrs(OperationName, NamedAttrList &,
                                    function_ref<InFlightDiagnostic()>) override {
    return success();
  }
  int getOpPropertyByteSize() override { return 0; }
  void initProperties(OperationName, OpaqueProperties, OpaqueProperties) override {}
  void deleteProperties(OpaqueProperties) override {}
  void populateDefaultProperties(OperationName, OpaqueProperties) override {}
  LogicalResult setPropertiesFromAttr(OperationName, OpaqueProperties, Attribute,
                                      function_ref<InFlightDiagnostic()> emitError) override {
    emitError() << "this operation has no properties";
    return failure();
  }
  Attribute getPropertiesAsAttr(Operation *) override { return {}; }
  void copyProperties(OpaqueProperties, OpaqueProperties) override {}
  bool compareProperties(OpaqueProperties, OpaqueProperties) override { return true; }
  llvm::hash_code hashProperties(OpaqueProperties) override { return {}; }
};

struct EffectsModel : MemoryEffectOpInterface::FallbackModel<EffectsModel> {
  void getEffects(Operation *op, SmallVectorImpl<MemoryEffects::EffectInstance> &effects) const {
    const ScytheOp &def = RustOp::of(op);
    def.effects(def.user, wrap(op), &effects);
  }
};

struct SpeculationModel : ConditionallySpeculatable::FallbackModel<SpeculationModel> {
  Speculation::Speculatability getSpeculatability(Operation *) const {
    return Speculation::Speculatable;
  }
};

struct SymbolsModel : SymbolUserOpInterface::FallbackModel<SymbolsModel> {
  LogicalResult verifySymbolUses(Operation *op, SymbolTableCollection &) const {
    const ScytheOp &def = RustOp::of(op);
    Operation *table = SymbolTable::getNearestSymbolTable(op);
    return success(!table || def.verifySymbols(def.user, wrap(op), wrap(table)));
  }
};

/// One C++ class for all types; the definition distinguishes them.
struct RustTypeStorage : TypeStorage {
  using KeyTy = std::pair<const ScytheType *, ArrayRef<Attribute>>;
  RustTypeStorage(const ScytheType *def, ArrayRef<Attribute> parameters)
      : def(def), parameters(parameters) {}
  bool operator==(const KeyTy &key) const { return key.first == def && key.second == parameters; }
  static llvm::hash_code hashKey(const KeyTy &key) {
    return llvm::hash_combine(key.first, key.second);
  }
  static RustTypeStorage *construct(TypeStorageAllocator &allocator, const KeyTy &key) {
    return new (allocator.allocate<RustTypeStorage>())
        RustTypeStorage(key.first, allocator.copyInto(key.second));
  }
  KeyTy getAsKey() const { return {def, parameters}; }
  const ScytheType *def;
  ArrayRef<Attribute> parameters;
};

struct RustType
    : Type::TypeBase<RustType, Type, RustTypeStorage, MemRefElementTypeInterface::Trait> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RustType)
  using Base::Base;
  static constexpr StringLiteral name = "scythe.rust_type";
  const ScytheType &def() const { return *getImpl()->def; }
  ArrayRef<Attribute> parameters() const { return getImpl()->parameters; }
  static LogicalResult verifyInvariants(function_ref<InFlightDiagnostic()> emitError,
                                        const ScytheType *def, ArrayRef<Attribute> parameters) {
    auto attributes = wrapAll(parameters);
    auto callback = [](MlirStringRef text, void *user) {
      (*static_cast<function_ref<InFlightDiagnostic()> *>(user))() << unwrap(text);
    };
    return success(
        def->verify(def->user, attributes.size(), attributes.data(), callback, &emitError));
  }
};

/// The dialects, by place. Written before any context loads them, and never changed: types are
/// distinguished by the addresses of their definitions.
ScytheDialect Places[ScytheDialectPlaces];

struct Aliases : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;
  AliasResult getAlias(Type type, raw_ostream &out) const override {
    auto write = [](MlirStringRef text, void *user) {
      *static_cast<raw_ostream *>(user) << unwrap(text);
    };
    bool found = isa<RustType>(type) && Places[0].alias(wrap(type), write, &out);
    return found ? AliasResult::FinalAlias : AliasResult::NoAlias;
  }
};

/// Everything may be inlined anywhere.
struct Inlining : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const override { return true; }
};

void addOp(Dialect &dialect, TypeID id, const ScytheOp &def) {
  std::string name = (dialect.getNamespace() + "." + unwrap(def.name)).str();
  auto op = std::make_unique<RustOp>(name, &dialect, id, def);
  if (def.traits & (ScytheOpPure | ScytheOpHasEffects))
    op->getInterfaceMap().insertModels<EffectsModel>();
  if (def.traits & ScytheOpPure)
    op->getInterfaceMap().insertModels<SpeculationModel>();
  if (def.traits & ScytheOpUsesSymbols)
    op->getInterfaceMap().insertModels<SymbolsModel>();
  RegisteredOperationName::insert(std::move(op), {});
}

template <int Place> struct RustDialect : Dialect {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RustDialect)
  static StringRef getDialectNamespace() { return unwrap(Places[Place].name); }
  TypeIDAllocator ids;

  explicit RustDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<RustDialect>()) {
    const ScytheDialect &def = Places[Place];
    addInterfaces<Inlining>();
    if (def.numTypes > 0) {
      addInterfaces<Aliases>();
      addTypes<RustType>();
    }
    for (const ScytheOp &op : ArrayRef(def.ops, def.numOps))
      addOp(*this, ids.allocate(), op);
  }

  static const ScytheType *type(StringRef name) {
    ArrayRef types(Places[Place].types, Places[Place].numTypes);
    auto *found = llvm::find_if(types, [&](auto &def) { return unwrap(def.name) == name; });
    return found == types.end() ? nullptr : found;
  }
  Type parseType(DialectAsmParser &parser) const override {
    StringRef keyword;
    SMLoc position = parser.getCurrentLocation();
    if (parser.parseKeyword(&keyword))
      return {};
    const ScytheType *def = type(keyword);
    if (!def) {
      parser.emitError(position, "unknown type '") << keyword << "' in dialect '"
                                                   << getDialectNamespace() << "'";
      return {};
    }
    SmallVector<Attribute> parameters;
    if (!def->parse(def->user, static_cast<AsmParser *>(&parser), &parameters))
      return {};
    return RustType::getChecked([&] { return parser.emitError(position); }, getContext(), def,
                                ArrayRef<Attribute>(parameters));
  }
  void printType(Type type, DialectAsmPrinter &printer) const override {
    auto rust = cast<RustType>(type);
    printer << unwrap(rust.def().name);
    auto parameters = wrapAll(rust.parameters());
    rust.def().print(rust.def().user, static_cast<AsmPrinter *>(&printer), parameters.size(),
                     parameters.data());
  }
  Operation *materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                 Location location) override {
    // The constant for the surrounding operations: llvm.func bodies have no arith.
    Block *block = builder.getInsertionBlock();
    Operation *function = block ? block->getParentOp() : nullptr;
    while (function && !isa<FunctionOpInterface>(function))
      function = function->getParentOp();
    if (isa_and_present<LLVM::LLVMFuncOp>(function) && LLVM::isCompatibleType(type))
      return LLVM::ConstantOp::materialize(builder, value, type, location);
    return arith::ConstantOp::materialize(builder, value, type, location);
  }
};

} // namespace

namespace scythe {
void insertDialects(DialectRegistry &registry) {
  if (Places[0].name.length)
    registry.insert<RustDialect<0>>();
  if (Places[1].name.length)
    registry.insert<RustDialect<1>>();
}
} // namespace scythe

extern "C" {

void scytheDefineDialect(int place, const ScytheDialect *dialect) { Places[place] = *dialect; }

void scytheRegisterDialect(MlirDialectRegistry registry, int place) {
  if (place == 0)
    unwrap(registry)->insert<RustDialect<0>>();
  else
    unwrap(registry)->insert<RustDialect<1>>();
}

MlirType scytheTypeGet(MlirContext context, MlirStringRef name, intptr_t count,
                       const MlirAttribute *parameters) {
  unwrap(context)->getOrLoadDialect<RustDialect<0>>();
  const ScytheType *def = RustDialect<0>::type(unwrap(name));
  if (!def)
    return {nullptr};
  auto attributes =
      llvm::map_to_vector(ArrayRef(parameters, count), [](MlirAttribute a) { return unwrap(a); });
  auto emit = [&] { return emitError(UnknownLoc::get(unwrap(context))); };
  return wrap(Type(
      RustType::getChecked(emit, unwrap(context), def, ArrayRef<Attribute>(attributes))));
}

MlirStringRef scytheTypeName(MlirType type) {
  auto rust = dyn_cast_or_null<RustType>(unwrap(type));
  return rust ? rust.def().name : MlirStringRef{nullptr, 0};
}

intptr_t scytheTypeNumParameters(MlirType type) {
  return cast<RustType>(unwrap(type)).parameters().size();
}

MlirAttribute scytheTypeParameter(MlirType type, intptr_t index) {
  return wrap(cast<RustType>(unwrap(type)).parameters()[index]);
}

void scytheAddParameter(void *parameters, MlirAttribute parameter) {
  static_cast<SmallVectorImpl<Attribute> *>(parameters)->push_back(unwrap(parameter));
}

void scytheFoldToAttribute(void *results, MlirAttribute attribute) {
  static_cast<SmallVectorImpl<OpFoldResult> *>(results)->push_back(unwrap(attribute));
}

void scytheFoldToValue(void *results, MlirValue value) {
  static_cast<SmallVectorImpl<OpFoldResult> *>(results)->push_back(unwrap(value));
}

void scytheAddEffect(void *effects, uint32_t effect, MlirValue value) {
  auto &list = *static_cast<SmallVectorImpl<MemoryEffects::EffectInstance> *>(effects);
  auto add = [&](MemoryEffects::Effect *kind) {
    Value on = value.ptr ? unwrap(value) : Value();
    if (auto result = dyn_cast_if_present<OpResult>(on))
      list.emplace_back(kind, result);
    else if (on && on.getDefiningOp() == nullptr)
      list.emplace_back(kind, cast<BlockArgument>(on));
    else
      list.emplace_back(kind);
  };
  if (effect & ScytheReads)
    add(MemoryEffects::Read::get());
  if (effect & ScytheWrites)
    add(MemoryEffects::Write::get());
  if (effect & ScytheAllocates)
    add(MemoryEffects::Allocate::get());
}

} // extern "C"
