//! Printing assembly.

use std::ffi::c_void;

use crate::ffi::*;
use crate::text::string_ref;
use crate::{Attribute, Op, Type, Value};

/// MLIR's printer inside an operation or a type.
pub struct Printer {
    raw: *mut c_void,
}

// The printer is valid while its callback runs.
impl Printer {
    pub(crate) fn from_raw(raw: *mut c_void) -> Self {
        Self { raw }
    }

    /// Plain text.
    pub fn text(&mut self, text: &str) {
        // SAFETY: see above.
        unsafe { scythePrintText(self.raw, string_ref(text)) }
    }

    /// A name in the syntax of [`crate::Parser::name`].
    pub fn name(&mut self, name: &str) {
        // SAFETY: see above.
        unsafe { scythePrintName(self.raw, string_ref(name)) }
    }

    /// A type, by its alias where it has one.
    pub fn ty(&mut self, ty: Type<'_>) {
        // SAFETY: see above.
        unsafe { scythePrintType(self.raw, ty.raw) }
    }

    /// An attribute.
    pub fn attribute(&mut self, attribute: Attribute<'_>) {
        // SAFETY: see above.
        unsafe { scythePrintAttribute(self.raw, attribute.raw) }
    }

    /// The name of a value.
    pub fn operand(&mut self, value: Value<'_>) {
        // SAFETY: see above; only printers of operations call this.
        unsafe { scythePrintOperand(self.raw, value.raw) }
    }

    /// A list separated by commas.
    pub fn list<T>(
        &mut self,
        elements: impl IntoIterator<Item = T>,
        mut one: impl FnMut(&mut Self, T),
    ) {
        for (index, element) in elements.into_iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            one(self, element);
        }
    }

    /// The operation's attributes in braces except for `elided`; nothing if there are none.
    pub fn attribute_dictionary(&mut self, op: Op<'_>, elided: &[&str]) {
        let names: Vec<MlirStringRef> = elided.iter().map(|name| string_ref(name)).collect();
        // SAFETY: see above.
        unsafe {
            scythePrintAttributeDictionary(
                self.raw,
                op.raw,
                names.len().cast_signed(),
                names.as_ptr(),
            );
        }
    }

    /// `(operand types) -> result types`.
    pub fn functional_type(&mut self, op: Op<'_>) {
        // SAFETY: see above.
        unsafe { scythePrintFunctionalType(self.raw, op.raw) }
    }
}
