//! The work-item builtins of SYCL's headers for SPIR-V, as LLVM IR.
//!
//! They are inline functions of C++, so a source file that uses every one of them is compiled once for all
//! kernels.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::operators::{Combine, Query, QueryShape};
use crate::print::operator;
use crate::types::Scalar;

/// The name of the file in a campaign's directory.
const NAME: &str = "spirv-builtins";

/// The file of a campaign's builtins.
#[must_use]
pub fn path(out: &Path) -> PathBuf {
    out.join(NAME).with_extension("ll")
}

/// Compiles the builtins' IR with the `scythe++` beside this program.
///
/// # Errors
/// When the compiler is missing or fails.
pub fn make(program: &Path, out: &Path) -> io::Result<PathBuf> {
    let (file, made) = (out.join(NAME).with_extension("cpp"), path(out));
    std::fs::write(&file, source())?;
    let mut compiler = Command::new(program.with_file_name("scythe++"));
    // LLVM's passes would inline all of these functions.
    compiler.args(["--targets=spirv64", "--emit=device-ll", "-O1", "-Xclang"]);
    compiler.arg("-disable-llvm-passes").arg(&file).arg("-o").arg(&made);
    if compiler.status()?.success() { Ok(made) } else { Err(io::Error::other("scythe++ failed")) }
}

/// A source file that uses every builtin.
fn source() -> String {
    let mut text = "// Made by scythe-fuzz.\n#include <sycl/sycl.hpp>\n".to_owned();
    let mut count = 0;
    let mut uses = |result: &str, name: &str, parameters: &[&str]| {
        count += 1;
        let numbered = parameters.iter().enumerate();
        let declared: Vec<String> = numbered.clone().map(|(n, ty)| format!("{ty} p{n}")).collect();
        let passed: Vec<String> = numbered.map(|(n, _)| format!("p{n}")).collect();
        let _ = writeln!(
            text,
            "SYCL_EXTERNAL {result} use{count}({}) {{ return {name}({}); }}",
            declared.join(", "),
            passed.join(", ")
        );
    };
    let (size, number) = ("std::size_t", "std::uint32_t");
    for query in Query::ALL {
        match query.shape() {
            QueryShape::Ranked => uses(size, query.builtin(), &["unsigned"]),
            QueryShape::Size => uses(size, query.builtin(), &[]),
            QueryShape::Number => uses(number, query.builtin(), &[]),
        }
    }
    uses("void", "__mux_work_group_barrier", &["int"; 3]);
    uses("void", "__mux_sub_group_barrier", &["int"; 3]);
    uses("void", "__mux_mem_barrier", &["int"; 2]);
    for what in ["any", "all"] {
        uses("bool", &format!("__mux_work_group_{what}_i1"), &["int", "bool"]);
        uses("bool", &format!("__mux_sub_group_{what}_i1"), &["bool"]);
    }
    for scalar in Scalar::ALL {
        let (ty, suffix) = (cpp(scalar), scalar.suffix());
        let name = |what: &str| format!("__mux_{what}_{suffix}");
        uses(ty, &name("work_group_broadcast"), &["int", ty, size, size, size]);
        for what in ["broadcast", "shuffle", "shuffle_xor"] {
            uses(ty, &name(&format!("sub_group_{what}")), &[ty, number]);
        }
        for what in ["up", "down"] {
            uses(ty, &name(&format!("sub_group_shuffle_{what}")), &[ty, ty, number]);
        }
        for &how in Combine::of(scalar) {
            let how = operator(how, scalar);
            for what in ["reduce", "scan_inclusive", "scan_exclusive"] {
                uses(ty, &name(&format!("work_group_{what}_{how}")), &["int", ty]);
                uses(ty, &name(&format!("sub_group_{what}_{how}")), &[ty]);
            }
        }
    }
    text
}

fn cpp(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::I1 => "bool",
        Scalar::I8 => "std::uint8_t",
        Scalar::I16 => "std::uint16_t",
        Scalar::I32 => "std::uint32_t",
        Scalar::I64 => "std::uint64_t",
        Scalar::F32 => "float",
        Scalar::F64 => "double",
        Scalar::F16 => "_Float16",
    }
}
