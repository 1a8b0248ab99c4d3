//! Kernels as LLVM IR, in the style of clang without optimisation: every variable is in memory, every use
//! loads it, every function gets the arguments' address.

mod expressions;
mod function;
mod statements;

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::kernel::{Kernel, Memory, Stmt};
use crate::operators::Query;
use crate::types::Ty;
use function::FunctionPrinter;
pub(crate) use statements::operator;

/// The name of the kernel.
pub const KERNEL: &str = "k";

/// The style of the IR.
#[derive(Clone, Debug)]
pub struct Dialect<'a> {
    /// The target's triple.
    pub triple: &'a str,
    /// The target's data layout.
    pub data_layout: &'a str,
    /// Whether functions have clang's attributes of `-O0`.
    pub optnone: bool,
}

/// Fields of the arguments, in order.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'k>(pub &'k Kernel);

impl Fields<'_> {
    /// The field of an input.
    #[must_use]
    pub fn input(&self, number: usize) -> usize {
        number
    }

    /// The field of an output.
    #[must_use]
    pub fn output(&self, number: usize) -> usize {
        self.0.memory.inputs.len() + number
    }

    /// The field of an array of counters.
    #[must_use]
    pub fn counters(&self, number: usize) -> usize {
        self.output(self.0.memory.outputs.len()) + number
    }

    /// The field of a shared array; null for those in local memory.
    #[must_use]
    pub fn shared(&self, number: usize) -> usize {
        self.counters(self.0.memory.counters.len()) + number
    }

    /// The field of the address to which the sub-group size is reported.
    #[must_use]
    pub fn report(&self) -> usize {
        self.shared(self.0.memory.shared.len())
    }

    /// The field of the structure of parameters.
    #[must_use]
    pub fn parameters(&self) -> usize {
        self.report() + 1
    }
}

/// The offset of each shared array in local memory, and the total size.
#[must_use]
pub fn local_memory(kernel: &Kernel) -> (Vec<u64>, u64) {
    /// The alignment for every type.
    const ALIGN: u64 = 64;
    let mut bytes = 0;
    let places = kernel
        .memory
        .shared
        .iter()
        .map(|array| {
            let place = bytes;
            if array.local {
                let wanted = kernel.launch.group_items() * array.ty.bytes() as u64;
                bytes += wanted.next_multiple_of(ALIGN);
            }
            place
        })
        .collect();
    (places, bytes)
}

/// Writes a kernel as a module.
#[must_use]
pub fn print(kernel: &Kernel, dialect: &Dialect<'_>) -> String {
    let mut declarations = BTreeSet::new();
    let mut functions = String::new();
    let called = called_helpers(kernel);
    for (number, helper) in kernel.helpers.iter().enumerate() {
        if !called[number] {
            continue;
        }
        let printer = FunctionPrinter::new(kernel, helper, &mut declarations);
        let (result, parameters) = printer.signature();
        let attributes = if helper.noinline { "#1 noinline" } else { "#1" };
        let body = printer.print();
        let _ = write!(
            functions,
            "\ndefine internal {result} @helper{number}({parameters}) {attributes} {{\n{body}}}\n"
        );
    }
    let printer = FunctionPrinter::new(kernel, &kernel.body, &mut declarations);
    let body = printer.print();
    let (metadata, nodes) = metadata(kernel);
    let arguments = arguments(kernel, |ty, name| format!("ptr byval(%{ty}) align 8 %{name}"));
    let _ = write!(
        functions,
        "\ndefine spir_kernel void @{KERNEL}({arguments}) #0{metadata} {{\n{body}}}\n"
    );

    let mut fields = vec!["ptr"; Fields(kernel).parameters()];
    if !kernel.separate_parameters {
        fields.push("%parameters");
    }
    let fields = fields.join(", ");
    let numbers: Vec<String> =
        (0..kernel.parameters.len()).map(|n| Ty::of(kernel.parameter_type(n)).ir()).collect();
    let mut text = format!(
        "target datalayout = \"{}\"\ntarget triple = \"{}\"\n\n%parameters = type {{ {} }}\n\
         %args = type {{ {fields} }}\n",
        dialect.data_layout,
        dialect.triple,
        numbers.join(", ")
    );
    text.push_str(&functions);
    // Each is only used by earlier ones.
    for (name, place) in PLACES {
        if text.contains(&format!("@{name}()")) {
            let _ = write!(text, "\ndefine internal i64 @{name}() #1 {{\n{place}}}\n");
        }
    }
    let builtins = Query::ALL.iter().map(|&query| (query.builtin(), declaration(query)));
    let local = ("__mux_local_memory", "declare ptr @__mux_local_memory(i64) #3".to_owned());
    for (name, line) in builtins.chain([local]) {
        if text.contains(&format!("@{name}(")) {
            declarations.insert(line);
        }
    }
    text.push('\n');
    for line in declarations {
        text.push_str(&line);
        text.push('\n');
    }
    let plain = "convergent nounwind mustprogress";
    let kept = if dialect.optnone { " noinline optnone" } else { "" };
    let _ = write!(
        text,
        "\nattributes #0 = {{ {plain}{kept} }}\nattributes #1 = {{ {plain}{kept} }}\n\
         attributes #2 = {{ nounwind willreturn memory(none) }}\n\
         attributes #3 = {{ convergent nounwind }}\n\
         attributes #4 = {{ nounwind }}\n{nodes}"
    );
    text
}

/// The arguments of a kernel, which its functions pass on: their types and names, written by `write`.
fn arguments(kernel: &Kernel, write: impl Fn(&str, &str) -> String) -> String {
    let mut arguments = vec![write("args", "self")];
    if kernel.separate_parameters {
        arguments.push(write("parameters", "numbers"));
    }
    arguments.join(", ")
}

/// The kernel's attachments, and the nodes they refer to.
fn metadata(kernel: &Kernel) -> (String, String) {
    let (mut attached, mut nodes) = (String::new(), String::new());
    if let Some(size) = kernel.sub_group_size {
        attached.push_str(" !intel_reqd_sub_group_size !0");
        let _ = writeln!(nodes, "!0 = !{{i32 {size}}}");
    }
    if kernel.states_local_size {
        attached.push_str(" !reqd_work_group_size !1");
        let [x, y, z] = kernel.launch.local;
        let _ = writeln!(nodes, "!1 = !{{i32 {x}, i32 {y}, i32 {z}}}");
    }
    (attached, nodes)
}

fn declaration(query: Query) -> String {
    use crate::operators::QueryShape;
    let name = query.builtin();
    match query.shape() {
        QueryShape::Ranked => format!("declare i64 @{name}(i32) #2"),
        QueryShape::Size => format!("declare i64 @{name}() #2"),
        QueryShape::Number => format!("declare i32 @{name}() #2"),
    }
}

/// A constant in IR.
fn literal(ty: Ty, bits: u64) -> String {
    use crate::types::Scalar;
    let scalar = match ty.scalar {
        Scalar::I1 => (if bits & 1 == 0 { "false" } else { "true" }).to_owned(),
        // Constants of single precision are written in double precision.
        Scalar::F32 => {
            format!("0x{:016X}", f64::from(f32::from_bits(bits as u32)).to_bits())
        }
        Scalar::F64 => format!("0x{bits:016X}"),
        Scalar::F16 => format!("0xH{bits:04X}"),
        _ => bits.to_string(),
    };
    if ty.is_vector() { format!("splat ({} {scalar})", ty.scalar.ir()) } else { scalar }
}

/// Elements of an output per work-item, as a mask.
const ROW_MASK: u64 = Memory::ROW - 1;

/// Functions like those of a header: indices computed from ids.
const PLACES: [(&str, &str); 4] = [
    // The work-item's row of outputs.
    (
        "row",
        r"  %id0 = call i64 @__mux_get_global_id(i32 0)
  %id1 = call i64 @__mux_get_global_id(i32 1)
  %id2 = call i64 @__mux_get_global_id(i32 2)
  %offset0 = call i64 @__mux_get_global_offset(i32 0)
  %offset1 = call i64 @__mux_get_global_offset(i32 1)
  %offset2 = call i64 @__mux_get_global_offset(i32 2)
  %size0 = call i64 @__mux_get_global_size(i32 0)
  %size1 = call i64 @__mux_get_global_size(i32 1)
  %x = sub i64 %id0, %offset0
  %y = sub i64 %id1, %offset1
  %z = sub i64 %id2, %offset2
  %plane = mul i64 %z, %size1
  %line = add i64 %plane, %y
  %start = mul i64 %line, %size0
  %row = add i64 %start, %x
  ret i64 %row
",
    ),
    // The first cell of the work-group in global memory.
    (
        "first_cell",
        r"  %x = call i64 @__mux_get_group_id(i32 0)
  %y = call i64 @__mux_get_group_id(i32 1)
  %z = call i64 @__mux_get_group_id(i32 2)
  %count0 = call i64 @__mux_get_num_groups(i32 0)
  %count1 = call i64 @__mux_get_num_groups(i32 1)
  %plane = mul i64 %z, %count1
  %line = add i64 %plane, %y
  %start = mul i64 %line, %count0
  %group = add i64 %start, %x
  %cells = call i64 @cells()
  %first = mul i64 %group, %cells
  ret i64 %first
",
    ),
    // The work-item's cell of shared arrays.
    (
        "cell",
        r"  %x = call i64 @__mux_get_local_id(i32 0)
  %y = call i64 @__mux_get_local_id(i32 1)
  %z = call i64 @__mux_get_local_id(i32 2)
  %size0 = call i64 @__mux_get_local_size(i32 0)
  %size1 = call i64 @__mux_get_local_size(i32 1)
  %plane = mul i64 %z, %size1
  %line = add i64 %plane, %y
  %start = mul i64 %line, %size0
  %cell = add i64 %start, %x
  ret i64 %cell
",
    ),
    // The number of cells of a work-group.
    (
        "cells",
        r"  %size0 = call i64 @__mux_get_local_size(i32 0)
  %size1 = call i64 @__mux_get_local_size(i32 1)
  %size2 = call i64 @__mux_get_local_size(i32 2)
  %plane = mul i64 %size0, %size1
  %cells = mul i64 %plane, %size2
  ret i64 %cells
",
    ),
];

/// Which helper functions the kernel reaches.
fn called_helpers(kernel: &Kernel) -> Vec<bool> {
    let mut called = vec![false; kernel.helpers.len()];
    let mut open = vec![&kernel.body];
    while let Some(function) = open.pop() {
        each_call(&function.body, &mut |helper| {
            if !std::mem::replace(&mut called[helper], true) {
                open.push(&kernel.helpers[helper]);
            }
        });
    }
    called
}

fn each_call(statements: &[Stmt], visit: &mut dyn FnMut(usize)) {
    for statement in statements {
        match statement {
            Stmt::Call(call) => visit(call.helper),
            Stmt::If(_, then, otherwise) => {
                each_call(then, visit);
                each_call(otherwise, visit);
            }
            Stmt::Switch(_, branches) => {
                branches.iter().for_each(|branch| each_call(branch, visit));
            }
            Stmt::Loop(shape) => each_call(&shape.body, visit),
            Stmt::TwoEntries(two) => {
                each_call(&two.first, visit);
                each_call(&two.shape.body, visit);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Scalar;

    #[test]
    fn constants_are_written_as_llvm_reads_them() {
        assert_eq!(literal(Ty::I1, 1), "true");
        assert_eq!(literal(Ty::I32, 0xffff_ffff), "4294967295");
        let one = u64::from(1f32.to_bits());
        assert_eq!(literal(Ty::of(Scalar::F32), one), "0x3FF0000000000000");
        let four = Ty { scalar: Scalar::I8, lanes: 4 };
        assert_eq!(literal(four, 7), "splat (i8 7)");
    }
}
