//! Support for the tests of this crate.

pub mod lines;

use scythe_mlir::{Context, Diagnostic, Module, collect_diagnostics};

/// The types of an implementation of SYCL, abbreviated.
pub const ALIASES: &str = "
!sycl_array_1_ = !sycl.array<[1], (memref<1xi64>)>
!sycl_array_2_ = !sycl.array<[2], (memref<2xi64>)>
!sycl_id_1_ = !sycl.id<[1], (!sycl_array_1_)>
!sycl_id_2_ = !sycl.id<[2], (!sycl_array_2_)>
!sycl_range_1_ = !sycl.range<[1], (!sycl_array_1_)>
!sycl_range_2_ = !sycl.range<[2], (!sycl_array_2_)>
!sycl_group_1_ = !sycl.group<[1], (!sycl_range_1_, !sycl_range_1_, !sycl_range_1_, !sycl_id_1_)>
!sycl_nd_item_1_ = !sycl.nd_item<[1], (!sycl_id_1_, !sycl_id_1_, !sycl_group_1_)>
!sycl_nd_item_2_ = !sycl.nd_item<[2], (!sycl_id_2_, !sycl_id_2_)>
!sycl_accessor_1_f32_rw_dev = !sycl.accessor<[1, f32, read_write, device], (!llvm.ptr<1>)>
";

/// A module of the types above and `body`.
pub fn parse<'c>(context: &'c Context, body: &str) -> Module<'c> {
    let text = format!("{ALIASES}{body}");
    let (module, diagnostics) = collect_diagnostics(context, || Module::parse(context, &text));
    module.unwrap_or_else(|| panic!("{}", messages(&diagnostics)))
}

/// The reported messages, one per line.
pub fn messages(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|d| format!("{}\n", d.message)).collect()
}
