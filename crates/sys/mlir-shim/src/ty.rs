//! Types.

use std::fmt;
use std::marker::PhantomData;

use crate::context::Context;
use crate::ffi::*;
use crate::text::{borrowed, show, string_ref};
use crate::{Attribute, Location};

/// A type. Equal types are identical.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type<'c> {
    pub(crate) raw: MlirType,
    context: PhantomData<&'c Context>,
}

impl<'c> Type<'c> {
    pub(crate) fn from_raw(raw: MlirType) -> Self {
        Self { raw, context: PhantomData }
    }

    pub(crate) fn checked(raw: MlirType) -> Option<Self> {
        (!raw.ptr.is_null()).then(|| Self::from_raw(raw))
    }

    fn mlir_context(self) -> MlirContext {
        // SAFETY: the handle is valid.
        unsafe { mlirTypeGetContext(self.raw) }
    }

    /// Parses a type; none on failure, with the reason reported by MLIR.
    #[must_use]
    pub fn parse(at: Location<'c>, text: &str) -> Option<Self> {
        // SAFETY: the context lives as long as the location.
        Self::checked(unsafe { mlirTypeParseGet(at.context(), string_ref(text)) })
    }

    /// An integer of so many bits.
    #[must_use]
    pub fn integer(at: Location<'c>, bits: u32) -> Self {
        // SAFETY: as above.
        Self::from_raw(unsafe { mlirIntegerTypeGet(at.context(), bits) })
    }

    /// MLIR's `index`.
    #[must_use]
    pub fn index(at: Location<'c>) -> Self {
        // SAFETY: as above.
        Self::from_raw(unsafe { mlirIndexTypeGet(at.context()) })
    }

    /// MLIR's `none`, which represents a missing type.
    #[must_use]
    pub fn none(at: Location<'c>) -> Self {
        // SAFETY: as above.
        Self::from_raw(unsafe { mlirNoneTypeGet(at.context()) })
    }

    /// Whether this is `none`.
    #[must_use]
    pub fn is_none(self) -> bool {
        // SAFETY: the handle is valid.
        unsafe { mlirTypeIsANone(self.raw) }
    }

    /// A pointer of the LLVM dialect.
    #[must_use]
    pub fn llvm_pointer(at: Location<'c>, address_space: u32) -> Self {
        // SAFETY: as above.
        Self::from_raw(unsafe { mlirLLVMPointerTypeGet(at.context(), address_space) })
    }

    /// The `void` type of the LLVM dialect.
    #[must_use]
    pub fn llvm_void(at: Location<'c>) -> Self {
        // SAFETY: as above.
        Self::from_raw(unsafe { mlirLLVMVoidTypeGet(at.context()) })
    }

    /// An unnamed struct of the LLVM dialect; none if a part is not allowed in one.
    #[must_use]
    pub fn llvm_struct(at: Location<'c>, parts: &[Type<'c>]) -> Option<Self> {
        let raw: Vec<MlirType> = parts.iter().map(|part| part.raw).collect();
        // SAFETY: as above; MLIR copies the list.
        Self::checked(unsafe {
            mlirLLVMStructTypeLiteralGetChecked(
                at.raw,
                raw.len().cast_signed(),
                raw.as_ptr(),
                false,
            )
        })
    }

    /// An array of the LLVM dialect.
    #[must_use]
    pub fn llvm_array(element: Type<'c>, count: u32) -> Self {
        // SAFETY: the handle is valid.
        Self::from_raw(unsafe { mlirLLVMArrayTypeGet(element.raw, count) })
    }

    /// A function type of the builtin dialect.
    #[must_use]
    pub fn function(at: Location<'c>, inputs: &[Type<'c>], results: &[Type<'c>]) -> Self {
        let inputs: Vec<MlirType> = inputs.iter().map(|t| t.raw).collect();
        let results: Vec<MlirType> = results.iter().map(|t| t.raw).collect();
        // SAFETY: MLIR copies the lists.
        Self::from_raw(unsafe {
            mlirFunctionTypeGet(
                at.context(),
                inputs.len().cast_signed(),
                inputs.as_ptr(),
                results.len().cast_signed(),
                results.as_ptr(),
            )
        })
    }

    /// A memref of one dimension in the default layout; without a size, its size is dynamic.
    #[must_use]
    pub fn memref(
        at: Location<'c>,
        size: Option<u64>,
        element: Type<'c>,
        space: Option<Attribute<'c>>,
    ) -> Option<Self> {
        // SAFETY: MLIR copies the shape; the handles are valid.
        Self::checked(unsafe {
            let dynamic = mlirShapedTypeGetDynamicSize();
            let shape = [size.map_or(dynamic, u64::cast_signed)];
            let space = space.map_or(MlirAttribute { ptr: std::ptr::null() }, |s| s.raw);
            mlirMemRefTypeContiguousGetChecked(at.raw, element.raw, 1, shape.as_ptr(), space)
        })
    }

    /// A type of a Rust dialect, by its name there; MLIR reports bad parameters.
    #[must_use]
    pub fn defined(at: Location<'c>, name: &str, parameters: &[Attribute<'c>]) -> Option<Self> {
        let raw: Vec<MlirAttribute> = parameters.iter().map(|p| p.raw).collect();
        // SAFETY: the shim copies the list.
        Self::checked(unsafe {
            scytheTypeGet(at.context(), string_ref(name), raw.len().cast_signed(), raw.as_ptr())
        })
    }

    /// The name of a type that is defined in Rust; none for other types.
    #[must_use]
    pub fn defined_name(self) -> Option<&'static str> {
        // SAFETY: the handle is valid; definitions and their names live as long as the process.
        let name = unsafe { borrowed(scytheTypeName(self.raw)) };
        (!name.is_empty()).then_some(name)
    }

    /// The parameters of a type that is defined in Rust; none for other types.
    #[must_use]
    pub fn parameters(self) -> Vec<Attribute<'c>> {
        if self.defined_name().is_none() {
            return Vec::new();
        }
        // SAFETY: the type is one of ours.
        unsafe {
            (0..scytheTypeNumParameters(self.raw))
                .map(|i| Attribute::from_raw(scytheTypeParameter(self.raw, i)))
                .collect()
        }
    }

    /// The width of an integer type.
    #[must_use]
    pub fn integer_width(self) -> Option<u32> {
        // SAFETY: the handle is valid.
        unsafe { mlirTypeIsAInteger(self.raw).then(|| mlirIntegerTypeGetWidth(self.raw)) }
    }

    /// Whether this is `index`.
    #[must_use]
    pub fn is_index(self) -> bool {
        // SAFETY: the handle is valid.
        unsafe { mlirTypeIsAIndex(self.raw) }
    }

    /// Whether this is a floating-point type.
    #[must_use]
    pub fn is_float(self) -> bool {
        // SAFETY: the handle is valid.
        unsafe { mlirTypeIsAFloat(self.raw) }
    }

    /// The address space of a pointer of the LLVM dialect.
    #[must_use]
    pub fn llvm_pointer_space(self) -> Option<u32> {
        // SAFETY: the handle is valid.
        unsafe {
            mlirTypeIsALLVMPointerType(self.raw)
                .then(|| mlirLLVMPointerTypeGetAddressSpace(self.raw))
        }
    }

    /// The parts of a struct of the LLVM dialect.
    #[must_use]
    pub fn llvm_struct_parts(self) -> Option<Vec<Type<'c>>> {
        // SAFETY: the handle is valid, and its kind is checked before the call.
        unsafe {
            if !mlirTypeIsALLVMStructType(self.raw) || mlirLLVMStructTypeIsOpaque(self.raw) {
                return None;
            }
            let count = mlirLLVMStructTypeGetNumElementTypes(self.raw);
            Some(
                (0..count)
                    .map(|i| Type::from_raw(mlirLLVMStructTypeGetElementType(self.raw, i)))
                    .collect(),
            )
        }
    }

    /// The name of a named struct of the LLVM dialect.
    #[must_use]
    pub fn llvm_struct_name(self) -> Option<&'c str> {
        // SAFETY: as above; the name lives in the context. Unnamed structs have an empty one.
        unsafe {
            if !mlirTypeIsALLVMStructType(self.raw) || mlirLLVMStructTypeIsLiteral(self.raw) {
                return None;
            }
            Some(borrowed(mlirLLVMStructTypeGetIdentifier(self.raw)))
        }
    }

    /// Element and count of an array of the LLVM dialect.
    #[must_use]
    pub fn llvm_array_parts(self) -> Option<(Type<'c>, u32)> {
        let (mut element, mut count) = (MlirType { ptr: std::ptr::null() }, 0);
        // SAFETY: the handle is valid.
        unsafe { scytheLLVMArrayParts(self.raw, &raw mut element, &raw mut count) }
            .then(|| (Type::from_raw(element), count))
    }

    /// Element and count of a vector of one dimension and fixed length.
    #[must_use]
    pub fn vector_parts(self) -> Option<(Type<'c>, u64)> {
        // SAFETY: the handle is valid, and its kind is checked before the call.
        unsafe {
            if !mlirTypeIsAVector(self.raw)
                || mlirVectorTypeIsScalable(self.raw)
                || mlirShapedTypeGetRank(self.raw) != 1
            {
                return None;
            }
            let element = Type::from_raw(mlirShapedTypeGetElementType(self.raw));
            Some((element, mlirShapedTypeGetDimSize(self.raw, 0).cast_unsigned()))
        }
    }

    /// Element and memory space of a memref of any shape.
    #[must_use]
    pub fn memref_parts(self) -> Option<(Type<'c>, Option<Attribute<'c>>)> {
        // SAFETY: the handle is valid, and its kind is checked before the call.
        unsafe {
            mlirTypeIsAMemRef(self.raw).then(|| {
                let element = Type::from_raw(mlirShapedTypeGetElementType(self.raw));
                (element, Attribute::checked(mlirMemRefTypeGetMemorySpace(self.raw)))
            })
        }
    }

    /// The sizes of a memref; none for dynamic ones.
    #[must_use]
    pub fn memref_shape(self) -> Option<Vec<Option<u64>>> {
        // SAFETY: as above.
        unsafe {
            if !mlirTypeIsAMemRef(self.raw) {
                return None;
            }
            let size = |d: i64| {
                (!mlirShapedTypeIsDynamicDim(self.raw, d as isize))
                    .then(|| mlirShapedTypeGetDimSize(self.raw, d as isize).cast_unsigned())
            };
            Some((0..mlirShapedTypeGetRank(self.raw)).map(size).collect())
        }
    }

    /// Whether a memref's elements are contiguous in the order of their indices.
    #[must_use]
    pub fn memref_is_contiguous(self) -> bool {
        // SAFETY: as above.
        unsafe {
            mlirTypeIsAMemRef(self.raw)
                && mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(self.raw))
        }
    }

    /// Inputs and results of a function type of the builtin dialect.
    #[must_use]
    pub fn function_parts(self) -> Option<(Vec<Type<'c>>, Vec<Type<'c>>)> {
        // SAFETY: as above.
        unsafe {
            if !mlirTypeIsAFunction(self.raw) {
                return None;
            }
            let inputs = (0..mlirFunctionTypeGetNumInputs(self.raw))
                .map(|i| Type::from_raw(mlirFunctionTypeGetInput(self.raw, i)));
            let results = (0..mlirFunctionTypeGetNumResults(self.raw))
                .map(|i| Type::from_raw(mlirFunctionTypeGetResult(self.raw, i)));
            Some((inputs.collect(), results.collect()))
        }
    }

    /// Inputs and result of a function type of the LLVM dialect; no result for `void`.
    #[must_use]
    pub fn llvm_function_parts(self) -> Option<(Vec<Type<'c>>, Option<Type<'c>>)> {
        // SAFETY: as above.
        unsafe {
            if !scytheTypeIsLLVMFunction(self.raw) {
                return None;
            }
            let inputs = (0..mlirLLVMFunctionTypeGetNumInputs(self.raw))
                .map(|i| Type::from_raw(mlirLLVMFunctionTypeGetInput(self.raw, i)))
                .collect();
            let result = Type::from_raw(mlirLLVMFunctionTypeGetReturnType(self.raw));
            let is_void = result == Type::from_raw(mlirLLVMVoidTypeGet(self.mlir_context()));
            Some((inputs, (!is_void).then_some(result)))
        }
    }
}

impl fmt::Display for Type<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: the handle is valid.
        show(f, |callback, user| unsafe { mlirTypePrint(self.raw, callback, user) })
    }
}

impl fmt::Debug for Type<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
