//! `sycl.host.get_kernel` and `sycl.host.handler.set_kernel`: references to kernels.

use scythe_mlir::{
    Effects, Op, OpDefinition, Operands, Parser, Printer, State, Stop, VerifyError, effect,
};

use super::{check_kernel_name, names_a_kernel, needs_pointer};

/// The kernel's name.
pub const KERNEL_NAME: &str = "kernel_name";

/// Parses a symbol as the name of the kernel.
pub(super) fn parse_kernel_name(parser: &mut Parser<'_>, state: &mut State) -> Result<(), Stop> {
    let name = parser.attribute()?;
    if name.as_symbol_path().is_none() {
        return parser.error("expected a kernel as a symbol");
    }
    state.attribute(KERNEL_NAME, name);
    Ok(())
}

pub(super) fn print_kernel_name(op: Op<'_>, printer: &mut Printer) {
    if let Some(name) = op.attribute(KERNEL_NAME) {
        printer.attribute(name);
    }
}

pub(super) struct GetKernel;

impl OpDefinition for GetKernel {
    fn name(&self) -> &str {
        "host.get_kernel"
    }

    fn is_pure(&self) -> bool {
        true
    }

    fn parse(&self, parser: &mut Parser<'_>, state: &mut State) -> Result<(), Stop> {
        parse_kernel_name(parser, state)?;
        parser.attribute_dictionary(state)?;
        parser.punctuation(':')?;
        state.result(parser.ty()?);
        Ok(())
    }

    fn print(&self, op: Op<'_>, printer: &mut Printer) {
        printer.text(" ");
        print_kernel_name(op, printer);
        printer.attribute_dictionary(op, &[KERNEL_NAME]);
        printer.text(" : ");
        if let Some(result) = op.result(0) {
            printer.ty(result.ty());
        }
    }

    fn verify(&self, op: Op<'_>) -> Result<(), VerifyError> {
        let ([], [result]) = (&op.operands()[..], &op.results()[..]) else {
            return Err("must have no operands and one result".into());
        };
        if result.ty().llvm_pointer_space().is_none() {
            return Err(format!("must return a pointer, but returns '{}'", result.ty()).into());
        }
        check_kernel_name(op)
    }

    names_a_kernel!();
}

pub(super) struct SetKernel;

impl OpDefinition for SetKernel {
    fn name(&self) -> &str {
        "host.handler.set_kernel"
    }

    fn has_effects(&self) -> bool {
        true
    }

    fn effects<'c>(&self, op: Op<'c>, effects: &mut Effects<'c>) {
        effects.add(effect::WRITES, op.operand(0));
    }

    fn parse(&self, parser: &mut Parser<'_>, state: &mut State) -> Result<(), Stop> {
        let mut handler = Operands::new();
        parser.operand(&mut handler)?;
        parser.punctuation('-')?;
        parse_kernel_name(parser, state)?;
        parser.attribute_dictionary(state)?;
        parser.punctuation(':')?;
        let ty = parser.ty()?;
        parser.resolve(&handler, &[ty], state)
    }

    fn print(&self, op: Op<'_>, printer: &mut Printer) {
        let Some(handler) = op.operand(0) else { return };
        printer.text(" ");
        printer.operand(handler);
        printer.text(" -> ");
        print_kernel_name(op, printer);
        printer.attribute_dictionary(op, &[KERNEL_NAME]);
        printer.text(" : ");
        printer.ty(handler.ty());
    }

    fn verify(&self, op: Op<'_>) -> Result<(), VerifyError> {
        let ([handler], []) = (&op.operands()[..], &op.results()[..]) else {
            return Err("must have one operand and no results".into());
        };
        needs_pointer("a handler", *handler)?;
        check_kernel_name(op)
    }

    names_a_kernel!();
}
