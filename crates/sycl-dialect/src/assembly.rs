//! The assembly format that most operations have: `(operands) {attributes} : (types) -> types`.
//!
//! In the attributes, `FunctionArgTypes = {types}` is a list of types in braces, and symbols are quoted if
//! necessary.

use scythe_mlir::{Attribute, Op, Operands, Parser, Printer, State, Stop};

/// The types of the arguments of the function that implements an operation.
pub const ARGUMENT_TYPES: &str = "FunctionArgTypes";
/// The name of that function in C++.
pub const FUNCTION_NAME: &str = "FunctionName";
/// Its name in the module.
pub const MANGLED_NAME: &str = "MangledFunctionName";
/// The name of the type that it is a member of.
pub const TYPE_NAME: &str = "TypeName";

/// Parses the format.
///
/// # Errors
/// When the syntax is wrong.
pub fn parse(parser: &mut Parser<'_>, state: &mut State) -> Result<(), Stop> {
    let operands = parser.parenthesized_operands()?;
    parse_rest(parser, &operands, state)
}

/// Parses the part after the operands.
///
/// # Errors
/// When the syntax is wrong.
pub fn parse_rest(
    parser: &mut Parser<'_>,
    operands: &Operands,
    state: &mut State,
) -> Result<(), Stop> {
    if parser.optional_punctuation('{') && !parser.optional_punctuation('}') {
        parser.list(|parser| attribute(parser, state))?;
        parser.punctuation('}')?;
    }
    parser.functional_type(operands, state)
}

fn attribute(parser: &mut Parser<'_>, state: &mut State) -> Result<(), Stop> {
    let name = parser.name()?;
    if state.has_attribute(&name) {
        return parser.error(&format!("attribute '{name}' is repeated"));
    }
    if !parser.optional_punctuation('=') {
        state.attribute(&name, Attribute::unit(parser.at()));
        return Ok(());
    }
    let value = if name == ARGUMENT_TYPES && parser.optional_punctuation('{') {
        let mut types = Vec::new();
        if !parser.optional_punctuation('}') {
            types = parser.list(Parser::ty)?;
            parser.punctuation('}')?;
        }
        let types: Vec<_> = types.into_iter().map(Attribute::ty).collect();
        Attribute::array(parser.at(), &types)
    } else {
        parser.attribute()?
    };
    state.attribute(&name, value);
    Ok(())
}

/// Prints the format.
pub fn print(op: Op<'_>, printer: &mut Printer) {
    printer.text("(");
    printer.list(op.operands(), Printer::operand);
    printer.text(")");
    print_rest(op, printer, &[]);
}

/// Prints the part after the operands, except some attributes.
pub fn print_rest(op: Op<'_>, printer: &mut Printer, elided: &[&str]) {
    let attributes = op.discardable_attributes();
    let mut shown = attributes.iter().filter(|(name, _)| !elided.contains(name)).peekable();
    if shown.peek().is_some() {
        printer.text(" {");
        printer.list(shown, |printer, (name, value)| print_attribute(name, *value, printer));
        printer.text("}");
    }
    printer.text(" : ");
    printer.functional_type(op);
}

fn print_attribute(name: &str, value: Attribute<'_>, printer: &mut Printer) {
    printer.name(name);
    if value.is_unit() {
        return;
    }
    printer.text(" = ");
    let types = (name == ARGUMENT_TYPES).then(|| types(value)).flatten();
    if let Some(types) = types {
        printer.text("{");
        printer.list(types, Printer::ty);
        printer.text("}");
    } else {
        printer.attribute(value);
    }
}

/// The types in a list.
#[must_use]
pub fn types(list: Attribute<'_>) -> Option<Vec<scythe_mlir::Type<'_>>> {
    list.as_array()?.into_iter().map(Attribute::as_type).collect()
}
