//! Method ops: the rows of [`METHODS`](crate::methods::METHODS) as operations of MLIR.

use scythe_mlir::{
    Attribute, Constants, Folded, Op, OpDefinition, Parser, Pattern, Printer, State, Stop, Type,
    VerifyError,
};

use crate::assembly::{self, ARGUMENT_TYPES, FUNCTION_NAME, TYPE_NAME};
use crate::methods::{CONVERSION, Method, Shape};
use crate::{canonicalize, types};

/// A method op of a module, with the dialect's method interface.
#[derive(Clone, Copy, Debug)]
pub struct MethodOp<'c> {
    /// The operation.
    pub op: Op<'c>,
    /// Its row in the table.
    pub method: &'static Method,
}

impl<'c> MethodOp<'c> {
    /// The operation as a method op, if it is one.
    #[must_use]
    pub fn of(op: Op<'c>) -> Option<Self> {
        op.name()
            .starts_with("sycl.")
            .then(|| crate::methods::named(op.name()))?
            .map(|method| Self { op, method })
    }

    /// The name of the method's class in the dialect.
    #[must_use]
    pub fn type_id(self) -> &'static str {
        self.method.object
    }

    /// The names of the methods that it represents.
    #[must_use]
    pub fn method_names(self) -> &'static [&'static str] {
        self.method.methods
    }

    /// The types of the arguments of the function that implements it; without the attribute, a pointer to the
    /// object and the types of the other operands.
    #[must_use]
    pub fn function_argument_types(self) -> Vec<Type<'c>> {
        if let Some(types) = self.op.attribute(ARGUMENT_TYPES).and_then(assembly::types) {
            return types;
        }
        let mut types: Vec<_> =
            self.op.operands().into_iter().map(scythe_mlir::Value::ty).collect();
        if let Some(object) = types.first_mut()
            && let Some(pointer) = Type::memref(self.op.location(), None, *object, None)
        {
            *object = pointer;
        }
        types
    }

    /// The name of that function in C++.
    #[must_use]
    pub fn function_name(self) -> &'c str {
        let named = self.op.attribute(FUNCTION_NAME).and_then(Attribute::as_symbol);
        named.unwrap_or(self.method.methods[0])
    }

    /// The name of the function's class in C++.
    #[must_use]
    pub fn type_name(self) -> &'c str {
        let named = self.op.attribute(TYPE_NAME).and_then(Attribute::as_symbol);
        named.unwrap_or(self.method.object)
    }

    /// The type of the object.
    #[must_use]
    pub fn object_type(self) -> Option<Type<'c>> {
        Some(self.op.operand(0)?.ty())
    }
}

/// Whether a type can represent `size_t`.
#[must_use]
pub fn is_size(ty: Type<'_>) -> bool {
    ty.is_index() || ty.integer_width() == Some(64)
}

fn is_dimension(ty: Type<'_>) -> bool {
    ty.is_index() || ty.integer_width() == Some(32)
}

impl OpDefinition for Method {
    fn name(&self) -> &str {
        self.name
    }

    fn is_pure(&self) -> bool {
        true
    }

    fn parse(&self, parser: &mut Parser<'_>, state: &mut State) -> Result<(), Stop> {
        assembly::parse(parser, state)
    }

    fn print(&self, op: Op<'_>, printer: &mut Printer) {
        assembly::print(op, printer);
    }

    fn verify(&self, op: Op<'_>) -> Result<(), VerifyError> {
        let operands: Vec<_> = op.operands().iter().map(|v| v.ty()).collect();
        let [object, rest @ ..] = operands.as_slice() else {
            return Err(format!("needs a value of type '!sycl.{}'", self.object).into());
        };
        let parts = types::parts(*object).filter(|parts| parts.definition.name == self.object);
        let Some(parts) = parts else {
            return Err(format!(
                "operand #0 must be of type '!sycl.{}', but is of type '{object}'",
                self.object
            )
            .into());
        };
        let [result] = op.results()[..] else {
            return Err(format!("must have one result, but has {}", op.result_count()).into());
        };
        self.verify_function(op, *object, rest)?;
        self.verify_shape(*object, parts.index_dimensions(), rest, result.ty())
    }

    fn fold<'c>(&self, op: Op<'c>, constants: Constants<'_, 'c>) -> Option<Folded<'c>> {
        canonicalize::fold(MethodOp::of(op)?, constants)
    }

    fn patterns(&self) -> Vec<&'static dyn Pattern> {
        canonicalize::patterns(self)
    }
}

impl Method {
    /// Checks the attributes about the function that implements the operation.
    fn verify_function(
        &self,
        op: Op<'_>,
        object: Type<'_>,
        rest: &[Type<'_>],
    ) -> Result<(), VerifyError> {
        for name in [FUNCTION_NAME, TYPE_NAME] {
            let value = op.attribute(name);
            if value.is_some_and(|value| value.as_symbol().is_none()) {
                return Err(format!("attribute '{name}' must be a symbol").into());
            }
        }
        if let Some(function) = op.attribute(FUNCTION_NAME).and_then(Attribute::as_symbol)
            && !self.methods.contains(&function)
        {
            let known = self.methods.join(", ");
            return Err(format!(
                "cannot represent a function called '{function}'; it represents: {known}"
            )
            .into());
        }
        let Some(value) = op.attribute(ARGUMENT_TYPES) else { return Ok(()) };
        let Some(arguments) = assembly::types(value) else {
            return Err(format!("attribute '{ARGUMENT_TYPES}' must be a list of types").into());
        };
        if arguments.len() != rest.len() + 1 {
            return Err(format!(
                "has {} operands, but '{ARGUMENT_TYPES}' has {} types",
                rest.len() + 1,
                arguments.len()
            )
            .into());
        }
        if !points_to(arguments[0], object) {
            return Err(format!(
                "the first of '{ARGUMENT_TYPES}' must be a pointer to '{object}' or to a base class \
                 of it, but is '{}'",
                arguments[0]
            )
            .into());
        }
        for (index, (argument, operand)) in arguments[1..].iter().zip(rest).enumerate() {
            if argument != operand && !points_to(*argument, *operand) {
                return Err(format!(
                    "operand #{} is of type '{operand}', but the function takes '{argument}'",
                    index + 1
                )
                .into());
            }
        }
        Ok(())
    }

    fn verify_shape(
        &self,
        object: Type<'_>,
        dimensions: Option<u32>,
        rest: &[Type<'_>],
        result: Type<'_>,
    ) -> Result<(), VerifyError> {
        let returns =
            |what: &str| Err(format!("must return {what}, but returns '{result}'").into());
        if rest.len() > usize::from(self.takes_dimension() || self.shape == Shape::Element) {
            return Err(format!("takes fewer operands than {}", rest.len() + 1).into());
        }
        if self.takes_dimension() {
            if let [dimension] = rest {
                if !is_dimension(*dimension) {
                    return Err(format!(
                        "the dimension must be of type 'i32' or 'index', but is of type '{dimension}'"
                    )
                    .into());
                }
                return if is_size(result) {
                    Ok(())
                } else {
                    returns("'i64' or 'index' for a dimension")
                };
            }
            // Only an object with a single component converts to a number.
            let converts = self.methods.contains(&CONVERSION);
            if converts && is_size(result) && dimensions == Some(1) {
                return Ok(());
            }
            // The dialect's definition of SYCLGetComponent returns a range for a single operand.
            let whole = self.shape.whole().unwrap_or("range");
            let same = types::shape(result) == Some((whole, dimensions));
            let wanted = format!("'!sycl.{whole}' of {} dimensions", dimensions.unwrap_or(0));
            return if same { Ok(()) } else { returns(&wanted) };
        }
        match self.shape {
            Shape::Size if !is_size(result) => returns("'i64' or 'index'"),
            Shape::Number if result.integer_width() != Some(32) => returns("'i32'"),
            Shape::Truth if result.integer_width() != Some(1) => returns("'i1'"),
            Shape::Object(name) => match types::shape(result) {
                Some((found, of)) if found == name && (of.is_none() || of == dimensions) => Ok(()),
                _ => returns(&format!("'!sycl.{name}' of the same dimensions")),
            },
            Shape::Element => verify_subscript(object, dimensions, rest, result),
            Shape::Pointer => verify_element_pointer(object, result),
            _ => Ok(()),
        }
    }
}

/// Whether a type is a pointer to an object or to one of its base classes.
#[must_use]
pub fn points_to(pointer: Type<'_>, object: Type<'_>) -> bool {
    if pointer.llvm_pointer_space().is_some() {
        return object.defined_name().is_some();
    }
    let Some((pointee, _)) = pointer.memref_parts() else { return false };
    pointee == object || types::is_base(pointee, object)
}

fn verify_subscript(
    object: Type<'_>,
    dimensions: Option<u32>,
    rest: &[Type<'_>],
    result: Type<'_>,
) -> Result<(), VerifyError> {
    let [index] = rest else {
        return Err("needs an index".into());
    };
    if dimensions == Some(0) {
        return Err("cannot have an index in zero dimensions".into());
    }
    if is_size(*index) {
        if let Some(("accessor_subscript", rest)) = types::shape(result) {
            return if rest.is_some_and(|rest| rest > 0 && Some(rest + 1) == dimensions) {
                Ok(())
            } else {
                Err(format!(
                    "must return an 'accessor_subscript' with one dimension less than {}, but returns '{result}'",
                    dimensions.unwrap_or(0)
                )
                .into())
            };
        }
        if dimensions != Some(1) {
            return Err("needs an id in more than one dimension".into());
        }
    } else if types::shape(*index) != Some(("id", dimensions)) {
        return Err(format!(
            "the index must be a number or an id of {} dimensions, but is of type '{index}'",
            dimensions.unwrap_or(0)
        )
        .into());
    }
    verify_element_pointer(object, result)
}

fn verify_element_pointer(object: Type<'_>, result: Type<'_>) -> Result<(), VerifyError> {
    if result.llvm_pointer_space().is_some() {
        return Ok(());
    }
    let found = match result.memref_parts() {
        Some((element, _)) => Some(element),
        None => types::parts(result)
            .filter(|parts| ["multi_ptr", "atomic"].contains(&parts.definition.name))
            .and_then(|parts| parts.element()),
    };
    let element = types::parts(object).and_then(|parts| parts.element());
    match (found, element) {
        (Some(found), Some(element)) if found == element => Ok(()),
        (Some(found), Some(element)) => {
            Err(format!("refers to elements of type '{found}', but the accessor has '{element}'")
                .into())
        }
        _ => Err(format!("must return a pointer to an element, but returns '{result}'").into()),
    }
}
