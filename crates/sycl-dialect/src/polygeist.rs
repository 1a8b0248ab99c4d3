//! The two operations of Polygeist's dialect that lowering uses: between memrefs and pointers of LLVM's.

use scythe_mlir::{
    Attribute, Constants, Folded, Op, OpDefinition, Parser, Printer, State, Stop, Type, VerifyError,
};

use crate::assembly;
use crate::other_ops::undone;

/// Both operations.
pub static OPS: &[&dyn OpDefinition] = &[
    &Bridge { name: "memref2pointer", inverse: "polygeist.pointer2memref", to_pointer: true },
    &Bridge { name: "pointer2memref", inverse: "polygeist.memref2pointer", to_pointer: false },
];

struct Bridge {
    name: &'static str,
    inverse: &'static str,
    to_pointer: bool,
}

/// The number of a memref's memory space.
#[must_use]
pub fn memory_space(memref: Type<'_>) -> Option<u32> {
    let (_, space) = memref.memref_parts()?;
    space.map_or(Some(0), |space| u32::try_from(Attribute::as_integer(space)?).ok())
}

impl OpDefinition for Bridge {
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
        let ([from], [to]) = (&op.operands()[..], &op.results()[..]) else {
            return Err("must have one operand and one result".into());
        };
        let (memref, pointer) =
            if self.to_pointer { (from.ty(), to.ty()) } else { (to.ty(), from.ty()) };
        if memref.memref_parts().is_none() {
            return Err(format!("needs a memref, but got '{memref}'").into());
        }
        let Some(space) = pointer.llvm_pointer_space() else {
            return Err(format!("needs a pointer of LLVM's, but got '{pointer}'").into());
        };
        if memory_space(memref) == Some(space) {
            Ok(())
        } else {
            Err("cannot lead to another memory space".into())
        }
    }

    fn fold<'c>(&self, op: Op<'c>, _constants: Constants<'_, 'c>) -> Option<Folded<'c>> {
        undone(op, self.inverse)
    }
}
