//! `sycl.host.set_captured`: a member of a kernel's function object.

use scythe_mlir::{
    Attribute, Effects, Op, OpDefinition, Operands, Parser, Printer, State, Stop, Type,
    VerifyError, effect,
};

use super::{is_pointer, needs_pointer, touches};
use crate::types;

/// The number of the member.
pub const INDEX: &str = "index";
/// The class of the captured object, if it is one of SYCL's.
pub const SYCL_TYPE: &str = "sycl_type";

pub(super) struct SetCaptured;

impl OpDefinition for SetCaptured {
    fn name(&self) -> &str {
        "host.set_captured"
    }

    fn has_effects(&self) -> bool {
        true
    }

    fn effects<'c>(&self, op: Op<'c>, effects: &mut Effects<'c>) {
        effects.add(effect::WRITES, op.operand(0));
        if let Some(value) = op.operand(1) {
            touches(effects, effect::READS, value);
        }
    }

    fn parse(&self, parser: &mut Parser<'_>, state: &mut State) -> Result<(), Stop> {
        let mut operands = Operands::new();
        parser.operand(&mut operands)?;
        parser.punctuation('[')?;
        let index = parser.integer()?;
        state.attribute(INDEX, Attribute::integer(Type::integer(parser.at(), 64), index));
        parser.punctuation(']')?;
        parser.punctuation('=')?;
        parser.operand(&mut operands)?;
        parser.attribute_dictionary(state)?;
        parser.punctuation(':')?;
        let object = parser.ty()?;
        parser.punctuation(',')?;
        let value = parser.ty()?;
        if parser.optional_punctuation('(') {
            state.attribute(SYCL_TYPE, Attribute::ty(parser.ty()?));
            parser.punctuation(')')?;
        }
        parser.resolve(&operands, &[object, value], state)
    }

    fn print(&self, op: Op<'_>, printer: &mut Printer) {
        let [object, value] = op.operands()[..] else { return };
        let index = op.attribute(INDEX).and_then(Attribute::as_integer).unwrap_or_default();
        printer.text(" ");
        printer.operand(object);
        printer.text(&format!("[{index}] = "));
        printer.operand(value);
        printer.attribute_dictionary(op, &[INDEX, SYCL_TYPE]);
        printer.text(" : ");
        printer.ty(object.ty());
        printer.text(", ");
        printer.ty(value.ty());
        if let Some(ty) = op.attribute(SYCL_TYPE).and_then(Attribute::as_type) {
            printer.text(" (");
            printer.ty(ty);
            printer.text(")");
        }
    }

    fn verify(&self, op: Op<'_>) -> Result<(), VerifyError> {
        let ([object, value], []) = (&op.operands()[..], &op.results()[..]) else {
            return Err("must have two operands and no results".into());
        };
        needs_pointer("a function object", *object)?;
        match op.attribute(INDEX).map(Attribute::as_integer) {
            None => return Err(format!("needs the attribute '{INDEX}'").into()),
            Some(Some(0..)) => {}
            Some(_) => return Err("the number of a member cannot be negative".into()),
        }
        match op.attribute(SYCL_TYPE) {
            None => Ok(()),
            Some(ty) if ty.as_type().and_then(types::parts).is_none() => {
                Err(format!("attribute '{SYCL_TYPE}' must be a SYCL type, but is '{ty}'").into())
            }
            Some(ty) if !is_pointer(*value) => {
                Err(format!("captures '{ty}' through a pointer, but got '{}'", value.ty()).into())
            }
            Some(_) => Ok(()),
        }
    }
}
