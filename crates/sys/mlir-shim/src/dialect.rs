//! Dialects that are defined in Rust.

use std::ffi::{CString, c_void};
use std::fmt;
use std::marker::PhantomData;
use std::sync::OnceLock;

use crate::boundary::{guarded, quietly};
use crate::context::Registry;
use crate::ffi::*;
use crate::rewrite::add_patterns;
use crate::text::string_ref;
use crate::{Attribute, Op, Parser, Pattern, Printer, State, Stop, Type, Value};

/// An error of a verifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError(pub String);

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<String> for VerifyError {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for VerifyError {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// Reports an error at an operation, in the format of MLIR's own verifiers.
pub fn report_error(op: Op<'_>, error: &VerifyError) {
    let text = format!("'{}' op {error}", op.name()).replace('\0', " ");
    let text = CString::new(text).unwrap_or_default();
    // SAFETY: the handle is valid; MLIR copies the text.
    unsafe { mlirEmitError(op.location().raw, text.as_ptr()) }
}

/// The result of folding.
#[derive(Clone, Copy, Debug)]
pub enum Folded<'c> {
    /// A constant.
    Constant(Attribute<'c>),
    /// An existing value.
    Value(Value<'c>),
}

/// The constants among the operands of an operation.
pub type Constants<'a, 'c> = &'a [Option<Attribute<'c>>];

/// Collects the memory effects of an operation.
pub struct Effects<'c> {
    raw: *mut c_void,
    life: PhantomData<Op<'c>>,
}

impl<'c> Effects<'c> {
    /// An effect, of [`crate::effect`], on the memory of a value; without a value, on any memory.
    pub fn add(&mut self, effect: u32, on: Option<Value<'c>>) {
        let value = on.map_or(MlirValue { ptr: std::ptr::null() }, |value| value.raw);
        // SAFETY: the list is valid while its callback runs.
        unsafe { scytheAddEffect(self.raw, effect, value) }
    }
}

/// An operation of a dialect.
pub trait OpDefinition: Sync {
    /// Its name without the dialect's.
    fn name(&self) -> &str;

    /// Whether it only computes its results.
    fn is_pure(&self) -> bool {
        false
    }

    /// Whether [`Self::effects`] is defined. A pure operation has no effects.
    fn has_effects(&self) -> bool {
        false
    }

    /// Its memory effects.
    fn effects<'c>(&self, _op: Op<'c>, _effects: &mut Effects<'c>) {}

    /// Parses everything after the name.
    ///
    /// # Errors
    /// On a syntax error.
    fn parse(&self, parser: &mut Parser<'_>, state: &mut State) -> Result<(), Stop>;

    /// Prints everything after the name.
    fn print(&self, op: Op<'_>, printer: &mut Printer);

    /// Verifies an operation.
    ///
    /// # Errors
    /// What is wrong with it.
    fn verify(&self, op: Op<'_>) -> Result<(), VerifyError>;

    /// Whether the operation refers to symbols, which [`Self::verify_symbols`] checks.
    fn uses_symbols(&self) -> bool {
        false
    }

    /// Verifies the symbols that it refers to.
    ///
    /// # Errors
    /// What is wrong with them.
    fn verify_symbols(&self, _op: Op<'_>, _table: Op<'_>) -> Result<(), VerifyError> {
        Ok(())
    }

    /// Folds the operation.
    fn fold<'c>(&self, _op: Op<'c>, _constants: Constants<'_, 'c>) -> Option<Folded<'c>> {
        None
    }

    /// Its canonicalisation patterns.
    fn patterns(&self) -> Vec<&'static dyn Pattern> {
        Vec::new()
    }
}

/// A type of a dialect; its parameters are attributes.
pub trait TypeDefinition: Sync {
    /// Its name without the dialect's.
    fn name(&self) -> &str;

    /// Parses the parameters.
    ///
    /// # Errors
    /// On a syntax error.
    fn parse<'p>(&self, parser: &mut Parser<'p>) -> Result<Vec<Attribute<'p>>, Stop>;

    /// Prints the parameters.
    fn print(&self, parameters: &[Attribute<'_>], printer: &mut Printer);

    /// Verifies the parameters.
    ///
    /// # Errors
    /// What is wrong with them.
    fn verify(&self, parameters: &[Attribute<'_>]) -> Result<(), VerifyError>;
}

/// Returns the alias of a type, if it has one.
pub type AliasFn = fn(Type<'_>) -> Option<String>;

/// A dialect.
pub struct DialectDefinition {
    /// Its name.
    pub name: &'static str,
    /// Its place; a dialect with types has the first.
    pub place: u8,
    /// Its operations.
    pub ops: Vec<&'static dyn OpDefinition>,
    /// Its types.
    pub types: Vec<&'static dyn TypeDefinition>,
    /// Aliases of its types.
    pub alias: AliasFn,
}

impl DialectDefinition {
    /// Adds it to a registry. A definition lives as long as the process, and the first one in a place stays
    /// there.
    ///
    /// # Panics
    /// When there is no such place.
    pub fn register(&'static self, registry: &Registry) {
        assert!(u32::from(self.place) < ScytheDialectPlaces, "no such place for a dialect");
        assert!(self.place == 0 || self.types.is_empty(), "only the first dialect has types");
        DEFINED[usize::from(self.place)].get_or_init(|| self.define());
        // SAFETY: the place was filled above.
        unsafe { scytheRegisterDialect(registry.raw(), self.place.into()) }
    }

    fn define(&'static self) {
        // MLIR keeps pointers to them.
        let ops: &'static [ScytheOp] = Box::leak(self.ops.iter().map(declare_op).collect());
        let types: &'static [ScytheType] = Box::leak(self.types.iter().map(declare_type).collect());
        if self.place == 0 {
            let _ = ALIAS.set(self.alias);
        }
        let dialect = ScytheDialect {
            name: string_ref(self.name),
            numOps: ops.len().cast_signed(),
            ops: ops.as_ptr(),
            numTypes: types.len().cast_signed(),
            types: types.as_ptr(),
            alias: Some(alias),
        };
        // SAFETY: the definition and the lists live as long as the process.
        unsafe { scytheDefineDialect(self.place.into(), &raw const dialect) }
    }
}

/// The places that are used.
static DEFINED: [OnceLock<()>; ScytheDialectPlaces as usize] =
    [const { OnceLock::new() }; ScytheDialectPlaces as usize];

static ALIAS: OnceLock<AliasFn> = OnceLock::new();

unsafe extern "C" fn alias(ty: MlirType, write: MlirStringCallback, user: *mut c_void) -> bool {
    let found = quietly(None, || ALIAS.get().and_then(|alias| alias(Type::from_raw(ty))));
    match (found, write) {
        (Some(text), Some(write)) => {
            // SAFETY: the caller's own callback and data.
            unsafe { write(string_ref(&text), user) };
            true
        }
        _ => false,
    }
}

fn declare_op(op: &'static &'static dyn OpDefinition) -> ScytheOp {
    let mut traits = 0;
    for (holds, bit) in [
        (op.is_pure(), ScytheOpTraits_ScytheOpPure),
        (op.has_effects(), ScytheOpTraits_ScytheOpHasEffects),
        (op.uses_symbols(), ScytheOpTraits_ScytheOpUsesSymbols),
    ] {
        traits |= if holds { bit } else { 0 };
    }
    ScytheOp {
        name: string_ref(op.name()),
        user: std::ptr::from_ref(op).cast_mut().cast(),
        traits,
        verify: Some(verify),
        parse: Some(parse),
        print: Some(print),
        fold: Some(fold),
        patterns: Some(patterns),
        effects: Some(effects),
        verifySymbols: Some(verify_symbols),
    }
}

/// # Safety
/// `user` is what [`declare_op`] put there.
unsafe fn definition(user: *mut c_void) -> &'static dyn OpDefinition {
    // SAFETY: see above.
    unsafe { *user.cast::<&'static dyn OpDefinition>() }
}

fn report(op: Op<'_>, result: Result<(), VerifyError>) -> bool {
    result.inspect_err(|error| report_error(op, error)).is_ok()
}

// The callbacks below get `user` from `declare_op` and handles that are valid while they run.

unsafe extern "C" fn verify(user: *mut c_void, op: MlirOperation) -> bool {
    let op = Op::from_raw(op);
    // SAFETY: see above.
    let definition = unsafe { definition(user) };
    guarded(op.location().raw, false, || report(op, definition.verify(op)))
}

unsafe extern "C" fn verify_symbols(
    user: *mut c_void,
    op: MlirOperation,
    table: MlirOperation,
) -> bool {
    let op = Op::from_raw(op);
    // SAFETY: see above.
    let definition = unsafe { definition(user) };
    guarded(op.location().raw, false, || {
        report(op, definition.verify_symbols(op, Op::from_raw(table)))
    })
}

unsafe extern "C" fn parse(user: *mut c_void, parser: *mut c_void, state: *mut c_void) -> bool {
    // SAFETY: see above.
    let definition = unsafe { definition(user) };
    let mut parser = Parser::from_raw(parser);
    guarded(parser.at().raw, false, || {
        definition.parse(&mut parser, &mut State::from_raw(state)).is_ok()
    })
}

unsafe extern "C" fn print(user: *mut c_void, op: MlirOperation, printer: *mut c_void) {
    // SAFETY: see above.
    let definition = unsafe { definition(user) };
    quietly((), || definition.print(Op::from_raw(op), &mut Printer::from_raw(printer)));
}

unsafe extern "C" fn fold(
    user: *mut c_void,
    op: MlirOperation,
    count: isize,
    constants: *const MlirAttribute,
    results: *mut c_void,
) -> bool {
    let op = Op::from_raw(op);
    // SAFETY: see above; MLIR gives the length of its list.
    let (definition, constants) = unsafe { (definition(user), list(count, constants)) };
    guarded(op.location().raw, false, || {
        let constants: Vec<_> = constants.iter().map(|&a| Attribute::checked(a)).collect();
        match definition.fold(op, &constants) {
            // SAFETY: the list of results is valid.
            Some(Folded::Constant(it)) => unsafe { scytheFoldToAttribute(results, it.raw) },
            // SAFETY: as above.
            Some(Folded::Value(it)) => unsafe { scytheFoldToValue(results, it.raw) },
            None => return false,
        }
        true
    })
}

unsafe extern "C" fn patterns(user: *mut c_void, set: MlirRewritePatternSet, context: MlirContext) {
    // SAFETY: see above.
    let definition = unsafe { definition(user) };
    quietly((), || add_patterns(set, context, &definition.patterns()));
}

unsafe extern "C" fn effects(user: *mut c_void, op: MlirOperation, effects: *mut c_void) {
    // SAFETY: see above.
    let definition = unsafe { definition(user) };
    quietly((), || {
        definition.effects(Op::from_raw(op), &mut Effects { raw: effects, life: PhantomData });
    });
}

/// # Safety
/// The list has that many elements, or is empty.
pub(crate) unsafe fn list<'a, T>(count: isize, first: *const T) -> &'a [T] {
    if count == 0 || first.is_null() {
        return &[];
    }
    // SAFETY: see above.
    unsafe { std::slice::from_raw_parts(first, count.cast_unsigned()) }
}

fn declare_type(ty: &'static &'static dyn TypeDefinition) -> ScytheType {
    ScytheType {
        name: string_ref(ty.name()),
        user: std::ptr::from_ref(ty).cast_mut().cast(),
        verify: Some(verify_type),
        parse: Some(parse_type),
        print: Some(print_type),
    }
}

/// # Safety
/// `user` is what [`declare_type`] put there.
unsafe fn type_definition(user: *mut c_void) -> &'static dyn TypeDefinition {
    // SAFETY: see above.
    unsafe { *user.cast::<&'static dyn TypeDefinition>() }
}

unsafe extern "C" fn verify_type(
    user: *mut c_void,
    count: isize,
    parameters: *const MlirAttribute,
    emit: MlirStringCallback,
    emit_user: *mut c_void,
) -> bool {
    // SAFETY: MLIR gives the length of its list.
    let (definition, parameters) = unsafe { (type_definition(user), list(count, parameters)) };
    let result = quietly(Err("internal error: a callback panicked".into()), || {
        let parameters: Vec<_> = parameters.iter().map(|&a| Attribute::from_raw(a)).collect();
        definition.verify(&parameters)
    });
    match (result, emit) {
        (Ok(()), _) => true,
        (Err(error), Some(emit)) => {
            // SAFETY: the shim's own callback and data.
            unsafe { emit(string_ref(&error.0), emit_user) };
            false
        }
        (Err(_), None) => false,
    }
}

unsafe extern "C" fn parse_type(
    user: *mut c_void,
    parser: *mut c_void,
    parameters: *mut c_void,
) -> bool {
    // SAFETY: as above.
    let definition = unsafe { type_definition(user) };
    let mut parser = Parser::from_raw(parser);
    guarded(parser.at().raw, false, || match definition.parse(&mut parser) {
        Ok(found) => {
            for parameter in found {
                // SAFETY: the list is valid while the callback runs.
                unsafe { scytheAddParameter(parameters, parameter.raw) };
            }
            true
        }
        Err(Stop) => false,
    })
}

unsafe extern "C" fn print_type(
    user: *mut c_void,
    printer: *mut c_void,
    count: isize,
    parameters: *const MlirAttribute,
) {
    // SAFETY: as above.
    let (definition, parameters) = unsafe { (type_definition(user), list(count, parameters)) };
    quietly((), || {
        let parameters: Vec<_> = parameters.iter().map(|&a| Attribute::from_raw(a)).collect();
        definition.print(&parameters, &mut Printer::from_raw(printer));
    });
}
