//! Operations other than method ops: calls, casts, constructors, and conversions between objects and LLVM's
//! values.

use scythe_mlir::{
    Attribute, Constants, Effects, Folded, Op, OpDefinition, Operands, Parser, Pattern, Printer,
    Rewriter, State, Stop, Type, VerifyError, effect,
};

use crate::assembly::{self, FUNCTION_NAME, MANGLED_NAME, TYPE_NAME};
use crate::canonicalize::constant;
use crate::method_op::is_size;
use crate::types;

/// An operation of this file, for the reference.
pub struct Documented {
    /// Its name in the dialect.
    pub name: &'static str,
    /// An example in its assembly format.
    pub example: &'static str,
    /// Its description.
    pub summary: &'static str,
    /// Its definition in MLIR.
    pub definition: &'static dyn OpDefinition,
}

/// All of them.
pub static OTHERS: &[Documented] = &[
    Documented {
        name: "call",
        example: "%r = sycl.call(%this, %i) {FunctionName = @get, MangledFunctionName = @_ZN3getEv, \
               TypeName = @id} : (memref<?x!sycl_id_1_>, i32) -> i64",
        summary: "A call of a SYCL function, by its C++ name and its symbol.",
        definition: &Call,
    },
    Documented {
        name: "cast",
        example: "%b = sycl.cast(%d) : (memref<?x!sycl_id_1_>) -> memref<?x!sycl_array_1_>",
        summary: "A conversion of a pointer to an object to a pointer to its base class.",
        definition: &Cast,
    },
    Documented {
        name: "constructor",
        example: "sycl.constructor @id(%place, %i) {MangledFunctionName = @_ZN2idC1Em} : \
               (memref<?x!sycl_id_1_>, i64) -> ()",
        summary: "A call of a constructor for the object at an address.",
        definition: &ConstructorCall,
    },
    Documented {
        name: "id.constructor",
        example: "%i = sycl.id.constructor(%x, %y) : (i64, i64) -> !sycl_id_2_",
        summary: "An id from components, a range or an item; zeros without operands.",
        definition: &Constructor { name: "id.constructor", object: "id" },
    },
    Documented {
        name: "range.constructor",
        example: "%r = sycl.range.constructor(%x, %y) : (i64, i64) -> !sycl_range_2_",
        summary: "A range from components, or a copy.",
        definition: &Constructor { name: "range.constructor", object: "range" },
    },
    Documented {
        name: "nd_range.constructor",
        example: "%n = sycl.nd_range.constructor(%g, %l) : (!sycl_range_1_, !sycl_range_1_) -> \
               !sycl_nd_range_1_",
        summary: "An nd_range from a global range, a local range and optionally an offset, or a copy.",
        definition: &Constructor { name: "nd_range.constructor", object: "nd_range" },
    },
    Documented {
        name: "mlir.wrap",
        example: "%i = sycl.mlir.wrap %0 : !llvm.struct<(array<1 x i64>)> to !sycl_id_1_",
        summary: "An object from its representation in LLVM.",
        definition: &Reinterpret { name: "mlir.wrap", inverse: "sycl.mlir.unwrap", wraps: true },
    },
    Documented {
        name: "mlir.unwrap",
        example: "%0 = sycl.mlir.unwrap %i : !sycl_id_1_ to i64",
        summary: "The representation of an object in LLVM.",
        definition: &Reinterpret { name: "mlir.unwrap", inverse: "sycl.mlir.wrap", wraps: false },
    },
];

fn symbol_attribute(op: Op<'_>, name: &str, required: bool) -> Result<(), VerifyError> {
    match op.attribute(name) {
        None if required => Err(format!("needs the attribute '{name}'").into()),
        Some(value) if value.as_symbol().is_none() => {
            Err(format!("attribute '{name}' must be a symbol").into())
        }
        _ => Ok(()),
    }
}

/// The function with that name in a symbol table.
#[must_use]
pub fn function<'c>(table: Op<'c>, name: &str) -> Option<Op<'c>> {
    table.functions().into_iter().find(|op| op.symbol_name() == Some(name))
}

fn check_callee(op: Op<'_>, table: Op<'_>) -> Result<(), VerifyError> {
    let Some(name) = op.attribute(MANGLED_NAME).and_then(Attribute::as_symbol) else {
        return Ok(());
    };
    let Some(callee) = function(table, name) else {
        return Err(format!("'@{name}' is not a function of this module").into());
    };
    let Some(ty) = callee.attribute("function_type").and_then(Attribute::as_type) else {
        return Ok(());
    };
    let Some((inputs, results)) = ty.function_parts() else { return Ok(()) };
    let operands: Vec<Type<'_>> = op.operands().iter().map(|v| v.ty()).collect();
    let returned: Vec<Type<'_>> = op.results().iter().map(|v| v.ty()).collect();
    if operands != inputs || returned != results {
        return Err(format!("calls '@{name}', which is of type '{ty}'").into());
    }
    Ok(())
}

struct Call;

impl OpDefinition for Call {
    fn name(&self) -> &str {
        "call"
    }

    fn parse(&self, parser: &mut Parser<'_>, state: &mut State) -> Result<(), Stop> {
        assembly::parse(parser, state)
    }

    fn print(&self, op: Op<'_>, printer: &mut Printer) {
        assembly::print(op, printer);
    }

    fn verify(&self, op: Op<'_>) -> Result<(), VerifyError> {
        symbol_attribute(op, FUNCTION_NAME, true)?;
        symbol_attribute(op, MANGLED_NAME, true)?;
        symbol_attribute(op, TYPE_NAME, false)?;
        if op.result_count() > 1 {
            return Err(
                format!("must have at most one result, but has {}", op.result_count()).into()
            );
        }
        Ok(())
    }

    fn uses_symbols(&self) -> bool {
        true
    }

    fn verify_symbols(&self, op: Op<'_>, table: Op<'_>) -> Result<(), VerifyError> {
        check_callee(op, table)
    }
}

struct Cast;

impl OpDefinition for Cast {
    fn name(&self) -> &str {
        "cast"
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
        let ([from], [to]) = (&op.operands()[..], &op.results()[..]) else {
            return Err("must have one operand and one result".into());
        };
        let (from, to) = (from.ty(), to.ty());
        let Some((derived, space)) = from.memref_parts() else {
            return Err(format!("needs a memref of an object, but got '{from}'").into());
        };
        if types::shape(derived).is_none() {
            return Err(format!("'{derived}' has no base classes").into());
        }
        let number = space.map_or(Some(0), Attribute::as_integer);
        if let Some(to) = to.llvm_pointer_space() {
            // LLVM's pointers do not show what they point to.
            return if number == Some(to.into()) {
                Ok(())
            } else {
                Err("cannot lead to another memory space".into())
            };
        }
        let Some((base, to_space)) = to.memref_parts() else {
            return Err(format!("must return a pointer, but returns '{to}'").into());
        };
        if space != to_space {
            return Err("cannot lead to another memory space".into());
        }
        if from.memref_shape() != to.memref_shape() {
            return Err("cannot change the shape of a memref".into());
        }
        if types::is_base(base, derived) {
            Ok(())
        } else {
            Err(format!("'{base}' is not a base class of '{derived}'").into())
        }
    }
}

struct ConstructorCall;

impl OpDefinition for ConstructorCall {
    fn name(&self) -> &str {
        "constructor"
    }

    fn parse(&self, parser: &mut Parser<'_>, state: &mut State) -> Result<(), Stop> {
        let name = parser.attribute()?;
        if name.as_symbol().is_none() {
            return parser.error("expected the name of a type as a symbol");
        }
        state.attribute(TYPE_NAME, name);
        assembly::parse(parser, state)
    }

    fn print(&self, op: Op<'_>, printer: &mut Printer) {
        printer.text(" ");
        if let Some(name) = op.attribute(TYPE_NAME) {
            printer.attribute(name);
        }
        printer.text("(");
        printer.list(op.operands(), Printer::operand);
        printer.text(")");
        assembly::print_rest(op, printer, &[TYPE_NAME]);
    }

    fn verify(&self, op: Op<'_>) -> Result<(), VerifyError> {
        symbol_attribute(op, TYPE_NAME, true)?;
        symbol_attribute(op, MANGLED_NAME, true)?;
        if op.result_count() > 0 {
            return Err("has no results: the object is at its first operand".into());
        }
        match op.operand(0).map(|place| place.ty()) {
            Some(ty) if ty.memref_parts().is_some() || ty.llvm_pointer_space().is_some() => Ok(()),
            Some(ty) => Err(format!("needs a pointer to the object, but got '{ty}'").into()),
            None => Err("needs a pointer to the object".into()),
        }
    }

    fn has_effects(&self) -> bool {
        true
    }

    fn effects<'c>(&self, op: Op<'c>, effects: &mut Effects<'c>) {
        effects.add(effect::WRITES, op.operand(0));
        for value in op.operands().into_iter().skip(1) {
            if value.ty().memref_parts().is_some() || value.ty().llvm_pointer_space().is_some() {
                effects.add(effect::READS, Some(value));
            }
        }
    }

    fn uses_symbols(&self) -> bool {
        true
    }

    fn verify_symbols(&self, op: Op<'_>, table: Op<'_>) -> Result<(), VerifyError> {
        check_callee(op, table)
    }
}

struct Constructor {
    name: &'static str,
    object: &'static str,
}

impl OpDefinition for Constructor {
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
        let [result] = op.results()[..] else {
            return Err(format!("must have one result, but has {}", op.result_count()).into());
        };
        let Some((_, Some(dimensions))) =
            types::shape(result.ty()).filter(|(name, _)| *name == self.object)
        else {
            return Err(format!(
                "must return '!sycl.{}', but returns '{}'",
                self.object,
                result.ty()
            )
            .into());
        };
        let operands: Vec<_> = op.operands().iter().map(|v| v.ty()).collect();
        let kinds: Vec<_> = operands.iter().map(|ty| types::shape(*ty)).collect();
        let of = |name| Some((name, Some(dimensions)));
        let components =
            operands.len() == dimensions as usize && operands.iter().all(|t| is_size(*t));
        let fits = match self.object {
            "id" => {
                operands.is_empty()
                    || components
                    || matches!(kinds[..], [one] if [of("id"), of("range"), of("item")].contains(&one))
            }
            "range" => components || kinds == [of("range")],
            _ => {
                kinds == [of("nd_range")]
                    || kinds == [of("range"), of("range")]
                    || kinds == [of("range"), of("range"), of("id")]
            }
        };
        if fits {
            return Ok(());
        }
        let given: Vec<_> = operands.iter().map(|ty| format!("'{ty}'")).collect();
        Err(format!(
            "no constructor of '!sycl.{}' of {dimensions} dimensions takes ({})",
            self.object,
            given.join(", ")
        )
        .into())
    }

    fn fold<'c>(&self, op: Op<'c>, _constants: Constants<'_, 'c>) -> Option<Folded<'c>> {
        let result = op.result(0)?.ty();
        let operands = op.operands();
        if let [copied] = operands[..]
            && copied.ty() == result
        {
            return Some(Folded::Value(copied));
        }
        whole_of_components(op, result).map(Folded::Value)
    }

    fn patterns(&self) -> Vec<&'static dyn Pattern> {
        match self.object {
            "id" => vec![&ZeroId],
            _ => Vec::new(),
        }
    }
}

/// The object whose components, all of them and in order, are the operands of a constructor.
fn whole_of_components<'c>(op: Op<'c>, result: Type<'c>) -> Option<scythe_mlir::Value<'c>> {
    let mut whole = None;
    for (index, component) in op.operands().into_iter().enumerate() {
        let get = component.defining_op()?;
        if !matches!(get.name(), "sycl.id.get" | "sycl.range.get") {
            return None;
        }
        let from = get.operand(0)?;
        let dimension = constant(get.operand(1)?)?;
        if from.ty() != result
            || dimension != i64::try_from(index).ok()?
            || whole.is_some_and(|whole| whole != from)
        {
            return None;
        }
        whole = Some(from);
    }
    whole
}

/// An id of zeros is a default-constructed id.
struct ZeroId;

impl Pattern for ZeroId {
    fn root(&self) -> &str {
        "sycl.id.constructor"
    }

    fn rewrite<'c>(&self, op: Op<'c>, rewriter: &mut Rewriter<'c>) -> bool {
        let operands = op.operands();
        if operands.is_empty() || operands.iter().any(|&v| constant(v) != Some(0)) {
            return false;
        }
        let Some(result) = op.result(0) else { return false };
        let made = scythe_mlir::Build::new("sycl.id.constructor", op.location());
        let Some(value) = rewriter.insert(made.results(&[result.ty()]).create()).result(0) else {
            return false;
        };
        rewriter.replace(op, &[value]);
        true
    }
}

/// The operand of an operation's inverse, if the operation directly follows that.
pub(crate) fn undone<'c>(op: Op<'c>, inverse: &str) -> Option<Folded<'c>> {
    let before = op.operand(0)?.defining_op().filter(|op| op.name() == inverse)?;
    let original = before.operand(0)?;
    (original.ty() == op.result(0)?.ty()).then_some(Folded::Value(original))
}

struct Reinterpret {
    name: &'static str,
    inverse: &'static str,
    wraps: bool,
}

impl OpDefinition for Reinterpret {
    fn name(&self) -> &str {
        self.name
    }

    fn is_pure(&self) -> bool {
        true
    }

    fn parse(&self, parser: &mut Parser<'_>, state: &mut State) -> Result<(), Stop> {
        let mut operands = Operands::new();
        parser.operand(&mut operands)?;
        parser.attribute_dictionary(state)?;
        parser.punctuation(':')?;
        let from = parser.ty()?;
        parser.keyword("to")?;
        let to = parser.ty()?;
        parser.resolve(&operands, &[from], state)?;
        state.result(to);
        Ok(())
    }

    fn print(&self, op: Op<'_>, printer: &mut Printer) {
        let (Some(from), Some(to)) = (op.operand(0), op.result(0)) else { return };
        printer.text(" ");
        printer.operand(from);
        printer.attribute_dictionary(op, &[]);
        printer.text(" : ");
        printer.ty(from.ty());
        printer.text(" to ");
        printer.ty(to.ty());
    }

    fn verify(&self, op: Op<'_>) -> Result<(), VerifyError> {
        let ([from], [to]) = (&op.operands()[..], &op.results()[..]) else {
            return Err("must have one operand and one result".into());
        };
        let (object, bytes) = if self.wraps { (to.ty(), from.ty()) } else { (from.ty(), to.ty()) };
        if object.defined_name().is_none() {
            return Err(format!("needs a type of the dialect, but got '{object}'").into());
        }
        if bytes.defined_name().is_some() || bytes.memref_parts().is_some() {
            return Err(format!("needs a type of LLVM's, but got '{bytes}'").into());
        }
        Ok(())
    }

    fn fold<'c>(&self, op: Op<'c>, _constants: Constants<'_, 'c>) -> Option<Folded<'c>> {
        undone(op, self.inverse)
    }
}
