//! `sycl.host.constructor`: constructs an object at an address.

use scythe_mlir::{
    Effects, Op, OpDefinition, Parser, Printer, State, Stop, Type, VerifyError, effect,
};

use super::{needs_pointer, reads_all};
use crate::assembly;
use crate::types::{self, Parts};

/// The type of the object.
pub const CONSTRUCTED: &str = "type";

pub(super) struct Constructor;

impl OpDefinition for Constructor {
    fn name(&self) -> &str {
        "host.constructor"
    }

    fn has_effects(&self) -> bool {
        true
    }

    fn effects<'c>(&self, op: Op<'c>, effects: &mut Effects<'c>) {
        effects.add(effect::WRITES, op.operand(0));
        reads_all(effects, op.operands().into_iter().skip(1));
    }

    fn parse(&self, parser: &mut Parser<'_>, state: &mut State) -> Result<(), Stop> {
        assembly::parse(parser, state)
    }

    fn print(&self, op: Op<'_>, printer: &mut Printer) {
        assembly::print(op, printer);
    }

    fn verify(&self, op: Op<'_>) -> Result<(), VerifyError> {
        let Some(place) = op.operand(0) else {
            return Err("needs a pointer to the object".into());
        };
        needs_pointer("the object", place)?;
        if op.result_count() > 0 {
            return Err("has no results: the object is at its first operand".into());
        }
        let Some(ty) = op.attribute(CONSTRUCTED) else {
            return Err(format!("needs the attribute '{CONSTRUCTED}'").into());
        };
        let Some(parts) = ty.as_type().and_then(types::parts) else {
            return Err(
                format!("attribute '{CONSTRUCTED}' must be a SYCL type, but is '{ty}'").into()
            );
        };
        if parts.definition.name == "accessor" {
            check_form(&parts, Type::llvm_void(op.location()))?;
        }
        Ok(())
    }
}

/// Checks the arguments in the body of an accessor's type.
fn check_form<'c>(accessor: &Parts<'c>, void: Type<'c>) -> Result<(), VerifyError> {
    let of = |name| Some((name, accessor.dimensions()));
    let shapes: Vec<_> = accessor.body.iter().map(|&part| types::shape(part)).collect();
    if accessor.body == [void] || shapes == [of("range")] || shapes == [of("range"), of("id")] {
        return Ok(());
    }
    let body: Vec<_> = accessor.body.iter().map(|part| format!("'{part}'")).collect();
    Err(format!(
        "makes an accessor with '!llvm.void', a range, or a range and an id of its dimensions, but not with \
         ({})",
        body.join(", ")
    )
    .into())
}
