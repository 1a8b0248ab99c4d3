//! Attributes.

use std::fmt;
use std::marker::PhantomData;

use crate::context::Context;
use crate::ffi::*;
use crate::text::{borrowed, show, string_ref};
use crate::{Location, Type};

/// An attribute. Equal attributes are identical.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Attribute<'c> {
    pub(crate) raw: MlirAttribute,
    context: PhantomData<&'c Context>,
}

impl<'c> Attribute<'c> {
    pub(crate) fn from_raw(raw: MlirAttribute) -> Self {
        Self { raw, context: PhantomData }
    }

    pub(crate) fn checked(raw: MlirAttribute) -> Option<Self> {
        (!raw.ptr.is_null()).then(|| Self::from_raw(raw))
    }

    /// Parses an attribute; none on failure, with the reason reported by MLIR.
    #[must_use]
    pub fn parse(at: Location<'c>, text: &str) -> Option<Self> {
        // SAFETY: the context lives as long as the location.
        Self::checked(unsafe { mlirAttributeParseGet(at.context(), string_ref(text)) })
    }

    /// A string.
    #[must_use]
    pub fn string(at: Location<'c>, text: &str) -> Self {
        // SAFETY: MLIR copies the text.
        Self::from_raw(unsafe { mlirStringAttrGet(at.context(), string_ref(text)) })
    }

    /// A flat reference to a symbol.
    #[must_use]
    pub fn symbol(at: Location<'c>, name: &str) -> Self {
        // SAFETY: MLIR copies the text.
        Self::from_raw(unsafe { mlirFlatSymbolRefAttrGet(at.context(), string_ref(name)) })
    }

    /// A nested reference to a symbol: the names from the outermost symbol table inwards.
    ///
    /// # Panics
    /// When there are no names.
    #[must_use]
    pub fn symbol_path(at: Location<'c>, names: &[&str]) -> Self {
        let (first, rest) = names.split_first().expect("a symbol has a name");
        let nested: Vec<MlirAttribute> =
            rest.iter().map(|name| Attribute::symbol(at, name).raw).collect();
        // SAFETY: MLIR copies the texts and the list.
        Self::from_raw(unsafe {
            mlirSymbolRefAttrGet(
                at.context(),
                string_ref(first),
                nested.len().cast_signed(),
                nested.as_ptr(),
            )
        })
    }

    /// An integer of a type, which is an integer type or `index`.
    #[must_use]
    pub fn integer(ty: Type<'c>, value: i64) -> Self {
        // SAFETY: the handle is valid.
        Self::from_raw(unsafe { mlirIntegerAttrGet(ty.raw, value) })
    }

    /// A Boolean.
    #[must_use]
    pub fn boolean(at: Location<'c>, value: bool) -> Self {
        // SAFETY: the context lives as long as the location.
        Self::from_raw(unsafe { mlirBoolAttrGet(at.context(), value.into()) })
    }

    /// A type as an attribute.
    #[must_use]
    pub fn ty(ty: Type<'c>) -> Self {
        // SAFETY: the handle is valid.
        Self::from_raw(unsafe { mlirTypeAttrGet(ty.raw) })
    }

    /// A list of attributes.
    #[must_use]
    pub fn array(at: Location<'c>, elements: &[Attribute<'c>]) -> Self {
        let raw: Vec<MlirAttribute> = elements.iter().map(|e| e.raw).collect();
        // SAFETY: MLIR copies the list.
        Self::from_raw(unsafe {
            mlirArrayAttrGet(at.context(), raw.len().cast_signed(), raw.as_ptr())
        })
    }

    /// A list of 32-bit numbers, such as the sizes of an operation's operand groups.
    #[must_use]
    pub fn numbers(at: Location<'c>, values: &[i32]) -> Self {
        // SAFETY: MLIR copies the list.
        Self::from_raw(unsafe {
            mlirDenseI32ArrayGet(at.context(), values.len().cast_signed(), values.as_ptr())
        })
    }

    /// A list of 64-bit numbers, such as positions in aggregates.
    #[must_use]
    pub fn positions(at: Location<'c>, values: &[i64]) -> Self {
        // SAFETY: MLIR copies the list.
        Self::from_raw(unsafe {
            mlirDenseI64ArrayGet(at.context(), values.len().cast_signed(), values.as_ptr())
        })
    }

    /// The unit attribute.
    #[must_use]
    pub fn unit(at: Location<'c>) -> Self {
        // SAFETY: the context lives as long as the location.
        Self::from_raw(unsafe { mlirUnitAttrGet(at.context()) })
    }

    /// Whether this is the unit attribute.
    #[must_use]
    pub fn is_unit(self) -> bool {
        // SAFETY: the handle is valid.
        unsafe { mlirAttributeIsAUnit(self.raw) }
    }

    /// The text of a string.
    #[must_use]
    pub fn as_string(self) -> Option<&'c str> {
        // SAFETY: the handle is valid; the text lives in the context.
        unsafe {
            mlirAttributeIsAString(self.raw).then(|| borrowed(mlirStringAttrGetValue(self.raw)))
        }
    }

    /// The name in a flat symbol reference.
    #[must_use]
    pub fn as_symbol(self) -> Option<&'c str> {
        // SAFETY: as above.
        unsafe {
            mlirAttributeIsAFlatSymbolRef(self.raw)
                .then(|| borrowed(mlirFlatSymbolRefAttrGetValue(self.raw)))
        }
    }

    /// The names in a symbol reference, the outermost first.
    #[must_use]
    pub fn as_symbol_path(self) -> Option<Vec<&'c str>> {
        // SAFETY: as above; nested references are references without nesting.
        unsafe {
            if !mlirAttributeIsASymbolRef(self.raw) {
                return None;
            }
            let mut names = vec![borrowed(mlirSymbolRefAttrGetRootReference(self.raw))];
            for index in 0..mlirSymbolRefAttrGetNumNestedReferences(self.raw) {
                let nested = mlirSymbolRefAttrGetNestedReference(self.raw, index);
                names.push(borrowed(mlirSymbolRefAttrGetRootReference(nested)));
            }
            Some(names)
        }
    }

    /// The value of an integer, with its sign.
    #[must_use]
    pub fn as_integer(self) -> Option<i64> {
        // SAFETY: the handle is valid. Integers wider than 64 bits have no value here.
        unsafe {
            if !mlirAttributeIsAInteger(self.raw) {
                return None;
            }
            let ty = Type::from_raw(mlirAttributeGetType(self.raw));
            let narrow = ty.is_index() || ty.integer_width().is_some_and(|width| width <= 64);
            narrow.then(|| mlirIntegerAttrGetValueInt(self.raw))
        }
    }

    /// The value of a Boolean.
    #[must_use]
    pub fn as_boolean(self) -> Option<bool> {
        // SAFETY: the handle is valid.
        unsafe { mlirAttributeIsABool(self.raw).then(|| mlirBoolAttrGetValue(self.raw)) }
    }

    /// The type in a type attribute.
    #[must_use]
    pub fn as_type(self) -> Option<Type<'c>> {
        // SAFETY: the handle is valid.
        unsafe {
            mlirAttributeIsAType(self.raw).then(|| Type::from_raw(mlirTypeAttrGetValue(self.raw)))
        }
    }

    /// The elements of a list.
    #[must_use]
    pub fn as_array(self) -> Option<Vec<Attribute<'c>>> {
        // SAFETY: the handle is valid.
        unsafe {
            mlirAttributeIsAArray(self.raw).then(|| {
                (0..mlirArrayAttrGetNumElements(self.raw))
                    .map(|i| Attribute::from_raw(mlirArrayAttrGetElement(self.raw, i)))
                    .collect()
            })
        }
    }

    /// An entry of a dictionary.
    #[must_use]
    pub fn entry(self, name: &str) -> Option<Attribute<'c>> {
        // SAFETY: the handle is valid, and its kind is checked before the call.
        unsafe {
            mlirAttributeIsADictionary(self.raw)
                .then(|| mlirDictionaryAttrGetElementByName(self.raw, string_ref(name)))
                .and_then(Attribute::checked)
        }
    }

    /// The numbers of a list of 64-bit numbers.
    #[must_use]
    pub fn as_positions(self) -> Option<Vec<i64>> {
        // SAFETY: the handle is valid.
        unsafe {
            mlirAttributeIsADenseI64Array(self.raw).then(|| {
                (0..mlirDenseArrayGetNumElements(self.raw))
                    .map(|i| mlirDenseI64ArrayGetElement(self.raw, i))
                    .collect()
            })
        }
    }

    /// The numbers of a list of 32-bit numbers.
    #[must_use]
    pub fn as_numbers(self) -> Option<Vec<i32>> {
        // SAFETY: the handle is valid.
        unsafe {
            mlirAttributeIsADenseI32Array(self.raw).then(|| {
                (0..mlirDenseArrayGetNumElements(self.raw))
                    .map(|i| mlirDenseI32ArrayGetElement(self.raw, i))
                    .collect()
            })
        }
    }
}

impl fmt::Display for Attribute<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: the handle is valid.
        show(f, |callback, user| unsafe { mlirAttributePrint(self.raw, callback, user) })
    }
}

impl fmt::Debug for Attribute<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
