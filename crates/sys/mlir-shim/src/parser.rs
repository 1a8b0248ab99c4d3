//! Parsing assembly.

use std::ffi::c_void;
use std::marker::PhantomData;

use crate::context::Context;
use crate::ffi::*;
use crate::text::{borrowed, collect, string_ref};
use crate::{Attribute, Location, Type};

/// Parsing has failed, and MLIR has reported why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop;

fn stop_unless(ok: bool) -> Result<(), Stop> {
    if ok { Ok(()) } else { Err(Stop) }
}

/// MLIR's parser inside an operation or a type.
pub struct Parser<'p> {
    raw: *mut c_void,
    life: PhantomData<&'p Context>,
}

impl<'p> Parser<'p> {
    pub(crate) fn from_raw(raw: *mut c_void) -> Self {
        Self { raw, life: PhantomData }
    }

    /// A location, for making types and attributes.
    #[must_use]
    pub fn at(&self) -> Location<'p> {
        // SAFETY: the parser is valid while its callback runs.
        Location::from_raw(unsafe { mlirLocationUnknownGet(scytheParserContext(self.raw)) })
    }

    /// One of `<>()[]{},:=`, or `-` for an arrow.
    ///
    /// # Errors
    /// On any other token.
    pub fn punctuation(&mut self, what: char) -> Result<(), Stop> {
        // SAFETY: as above.
        stop_unless(unsafe { scytheParsePunctuation(self.raw, what as _, false) })
    }

    /// The same, if it comes next; returns whether it did.
    pub fn optional_punctuation(&mut self, what: char) -> bool {
        // SAFETY: as above.
        unsafe { scytheParsePunctuation(self.raw, what as _, true) }
    }

    /// This keyword.
    ///
    /// # Errors
    /// On any other token.
    pub fn keyword(&mut self, keyword: &str) -> Result<(), Stop> {
        // SAFETY: as above.
        stop_unless(unsafe { scytheParseKeyword(self.raw, string_ref(keyword), false) })
    }

    /// The same, if it comes next; returns whether it did.
    pub fn optional_keyword(&mut self, keyword: &str) -> bool {
        // SAFETY: as above.
        unsafe { scytheParseKeyword(self.raw, string_ref(keyword), true) }
    }

    /// Any keyword.
    ///
    /// # Errors
    /// On any other token.
    pub fn any_keyword(&mut self) -> Result<String, Stop> {
        let mut keyword = string_ref("");
        // SAFETY: the text lives in the input, which outlives the parser.
        unsafe {
            stop_unless(scytheParseAnyKeyword(self.raw, &raw mut keyword))?;
            Ok(borrowed(keyword).to_owned())
        }
    }

    /// A keyword or a string, as in names of attributes.
    ///
    /// # Errors
    /// On any other token.
    pub fn name(&mut self) -> Result<String, Stop> {
        let mut ok = false;
        let name = collect(|callback, user| {
            // SAFETY: as above.
            ok = unsafe { scytheParseName(self.raw, callback, user) };
        });
        stop_unless(ok).map(|()| name)
    }

    /// A type.
    ///
    /// # Errors
    /// On any other token.
    pub fn ty(&mut self) -> Result<Type<'p>, Stop> {
        let mut raw = MlirType { ptr: std::ptr::null() };
        // SAFETY: as above.
        stop_unless(unsafe { scytheParseType(self.raw, &raw mut raw) })?;
        Ok(Type::from_raw(raw))
    }

    /// An attribute.
    ///
    /// # Errors
    /// On any other token.
    pub fn attribute(&mut self) -> Result<Attribute<'p>, Stop> {
        let mut raw = MlirAttribute { ptr: std::ptr::null() };
        // SAFETY: as above.
        stop_unless(unsafe { scytheParseAttribute(self.raw, &raw mut raw) })?;
        Ok(Attribute::from_raw(raw))
    }

    /// A number.
    ///
    /// # Errors
    /// On any other token.
    pub fn integer(&mut self) -> Result<i64, Stop> {
        let mut value = 0;
        // SAFETY: as above.
        stop_unless(unsafe { scytheParseInteger(self.raw, &raw mut value) })?;
        Ok(value)
    }

    /// Elements between commas.
    ///
    /// # Errors
    /// When one of them cannot be parsed.
    pub fn list<T>(
        &mut self,
        mut element: impl FnMut(&mut Self) -> Result<T, Stop>,
    ) -> Result<Vec<T>, Stop> {
        let mut found = vec![element(self)?];
        while self.optional_punctuation(',') {
            found.push(element(self)?);
        }
        Ok(found)
    }

    /// Reports an error at the next token.
    pub fn error<T>(&mut self, message: &str) -> Result<T, Stop> {
        // SAFETY: as above.
        unsafe {
            let position = scytheParserPosition(self.raw);
            scytheParserError(self.raw, position, string_ref(message));
        }
        Err(Stop)
    }

    /// One operand.
    ///
    /// # Errors
    /// On any other token.
    pub fn operand(&mut self, operands: &mut Operands) -> Result<(), Stop> {
        // SAFETY: as above.
        stop_unless(unsafe { scytheParseOperand(self.raw, operands.raw) })
    }

    /// Operands in parentheses.
    ///
    /// # Errors
    /// On a syntax error.
    pub fn parenthesized_operands(&mut self) -> Result<Operands, Stop> {
        let operands = Operands::new();
        // SAFETY: as above.
        stop_unless(unsafe { scytheParseParenthesizedOperands(self.raw, operands.raw) })?;
        Ok(operands)
    }

    /// `: (operand types) -> (result types)`.
    ///
    /// # Errors
    /// On a syntax error, or if the types do not match the operands.
    pub fn functional_type(&mut self, operands: &Operands, state: &mut State) -> Result<(), Stop> {
        // SAFETY: as above.
        stop_unless(unsafe { scytheParseFunctionalType(self.raw, operands.raw, state.raw) })
    }

    /// Gives operands their types.
    ///
    /// # Errors
    /// If there are not as many types as operands, or an operand has another type.
    pub fn resolve(
        &mut self,
        operands: &Operands,
        types: &[Type<'p>],
        state: &mut State,
    ) -> Result<(), Stop> {
        let raw: Vec<MlirType> = types.iter().map(|t| t.raw).collect();
        // SAFETY: as above.
        stop_unless(unsafe {
            scytheResolveOperands(
                self.raw,
                operands.raw,
                raw.len().cast_signed(),
                raw.as_ptr(),
                state.raw,
            )
        })
    }

    /// Attributes in braces, if any.
    ///
    /// # Errors
    /// When they cannot be parsed.
    pub fn attribute_dictionary(&mut self, state: &mut State) -> Result<(), Stop> {
        // SAFETY: as above.
        stop_unless(unsafe { scytheParseAttributeDictionary(self.raw, state.raw) })
    }
}

/// Named operands without types.
pub struct Operands {
    raw: *mut c_void,
}

impl Operands {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        // SAFETY: nothing is asked of the caller.
        Self { raw: unsafe { scytheOperandsNew() } }
    }

    /// The number of operands.
    #[must_use]
    pub fn count(&self) -> usize {
        // SAFETY: the list is ours.
        unsafe { scytheOperandsCount(self.raw).cast_unsigned() }
    }
}

impl Default for Operands {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Operands {
    fn drop(&mut self) {
        // SAFETY: the list is ours.
        unsafe { scytheOperandsDelete(self.raw) }
    }
}

/// The operation that is being parsed.
pub struct State {
    raw: *mut c_void,
}

impl State {
    pub(crate) fn from_raw(raw: *mut c_void) -> Self {
        Self { raw }
    }

    /// Whether it has an attribute of that name.
    #[must_use]
    pub fn has_attribute(&self, name: &str) -> bool {
        // SAFETY: the state is valid while its callback runs.
        unsafe { scytheStateHasAttribute(self.raw, string_ref(name)) }
    }

    /// Gives it an attribute.
    pub fn attribute(&mut self, name: &str, attribute: Attribute<'_>) {
        // SAFETY: the state is valid while its callback runs.
        unsafe { scytheStateAddAttribute(self.raw, string_ref(name), attribute.raw) }
    }

    /// Gives it a result.
    pub fn result(&mut self, ty: Type<'_>) {
        // SAFETY: as above.
        unsafe { scytheStateAddResult(self.raw, ty.raw) }
    }
}
