//! The book's reference of the dialect is up to date.

use std::path::Path;

use scythe_mlir::{Module, collect_diagnostics, walk};
use scythe_sycl_dialect::host_ops::HOST;
use scythe_sycl_dialect::other_ops::OTHERS;
use scythe_sycl_dialect::reference;

#[test]
fn the_books_reference_is_up_to_date() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/sycl-dialect-reference.md");
    let page = reference::page();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == page,
        "book/src/sycl-dialect-reference.md is out of date: run `cargo xtask bless`"
    );
}

/// The names of values in a text, in order.
fn values(text: &str) -> Vec<&str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split('%').skip(1).map(|rest| rest.split(|c| !is_name(c)).next().unwrap_or("")).collect()
}

/// The types of operands in `(types) -> types` or `type to type`.
fn types(text: &str) -> Vec<&str> {
    if let Some((from, _)) = text.split_once(" to ") {
        return vec![from];
    }
    let (operands, _) = text.split_once(") -> ").expect(text);
    operands.trim_start_matches('(').split(", ").filter(|ty| !ty.is_empty()).collect()
}

#[test]
fn the_examples_of_operations_are_right() {
    let context = scythe_sycl_dialect::context();
    for other in OTHERS {
        let (operation, signature) = other.example.rsplit_once(" : ").expect(other.example);
        let (_, operands) = operation.split_once("sycl.").expect(other.example);
        let parameters: Vec<_> = values(operands)
            .into_iter()
            .zip(types(signature))
            .map(|(name, ty)| format!("%{name}: {ty}"))
            .collect();
        let text = format!(
            "!sycl_array_1_ = !sycl.array<[1], (memref<1xi64>)>
             !sycl_id_1_ = !sycl.id<[1], (!sycl_array_1_)>
             !sycl_id_2_ = !sycl.id<[2]>
             !sycl_range_1_ = !sycl.range<[1]>
             !sycl_range_2_ = !sycl.range<[2]>
             !sycl_nd_range_1_ = !sycl.nd_range<[1]>
             func.func private @_ZN3getEv(memref<?x!sycl_id_1_>, i32) -> i64
             func.func private @_ZN2idC1Em(memref<?x!sycl_id_1_>, i64)
             func.func @f({}) {{
               {}
               return
             }}",
            parameters.join(", "),
            other.example
        );
        let (module, diagnostics) =
            collect_diagnostics(&context, || Module::parse(&context, &text));
        assert!(module.is_some(), "{text}\n{diagnostics:#?}");
        assert_eq!(other.definition.name(), other.name);
    }
}

#[test]
fn the_examples_of_host_operations_are_right() {
    let context = scythe_sycl_dialect::context();
    for op in HOST {
        let text = format!(
            "gpu.module @kernels {{ gpu.func @k0() kernel {{ gpu.return }} }}
             llvm.func @f(%handler: !llvm.ptr, %lambda: !llvm.ptr, %range: !llvm.ptr, %offset: !llvm.ptr,
                          %buffer: !llvm.ptr, %accessor: !llvm.ptr, %x: i32) {{
               {}
               llvm.return
             }}",
            op.example
        );
        let (module, diagnostics) =
            collect_diagnostics(&context, || Module::parse(&context, &text));
        let module = module.unwrap_or_else(|| panic!("{text}\n{diagnostics:#?}"));
        let name = format!("sycl.{}", op.name);
        assert!(walk(module.op()).iter().any(|inside| inside.name() == name), "{name}");
        assert_eq!(op.definition.name(), op.name);
    }
}
