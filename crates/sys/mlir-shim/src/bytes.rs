//! The bytes of constants.

use crate::Attribute;
use crate::Type;
use crate::ffi::*;

impl Attribute<'_> {
    /// The bytes of a number, or of a list of numbers, as they lie in memory, the least significant one
    /// first; nothing where there are numbers of other sizes than 1, 2, 4 and 8 bytes.
    #[must_use]
    pub fn bytes(self) -> Option<Vec<u8>> {
        // SAFETY: the handle is valid, and of that kind where it is asked for more.
        unsafe {
            if mlirAttributeIsADenseElements(self.raw) {
                return self.bytes_of_elements();
            }
            let ty = Type::from_raw(mlirAttributeGetType(self.raw));
            let size = size_of_number(ty)?;
            let bits = if mlirAttributeIsAFloat(self.raw) {
                let value = mlirFloatAttrGetValueDouble(self.raw);
                match size {
                    // The number is one of so few bits, whatever way it comes.
                    #[allow(clippy::cast_possible_truncation, reason = "nothing is cut off")]
                    4 => u64::from((value as f32).to_bits()),
                    _ => value.to_bits(),
                }
            } else if mlirAttributeIsAInteger(self.raw) && ty.integer_width() == Some(1) {
                self.as_integer()?.cast_unsigned() & 1
            } else {
                self.as_integer()?.cast_unsigned()
            };
            Some(bits.to_le_bytes()[..size].to_vec())
        }
    }

    fn bytes_of_elements(self) -> Option<Vec<u8>> {
        // SAFETY: these are elements; their bytes live in the context, and there are so many of them.
        unsafe {
            let shaped = mlirAttributeGetType(self.raw);
            let element = Type::from_raw(mlirShapedTypeGetElementType(shaped));
            // Truth values are kept as bits.
            let size = size_of_number(element).filter(|_| element.integer_width() != Some(1))?;
            let count = usize::try_from(mlirElementsAttrGetNumElements(self.raw)).ok()?;
            let splat = mlirDenseElementsAttrIsSplat(self.raw);
            let kept = if splat { size } else { size * count };
            let raw = mlirDenseElementsAttrGetRawData(self.raw).cast::<u8>();
            let bytes = std::slice::from_raw_parts(raw, kept);
            Some(if splat { bytes.repeat(count) } else { bytes.to_vec() })
        }
    }
}

/// The bytes of a number in memory; nothing for other types.
fn size_of_number(ty: Type<'_>) -> Option<usize> {
    match ty.integer_width() {
        Some(1 | 8) => Some(1),
        Some(16) => Some(2),
        Some(32) => Some(4),
        Some(64) => Some(8),
        Some(_) => None,
        // SAFETY: the handle is valid.
        None => unsafe {
            if mlirTypeIsAF32(ty.raw) {
                Some(4)
            } else if mlirTypeIsAF64(ty.raw) {
                Some(8)
            } else {
                None
            }
        },
    }
}
