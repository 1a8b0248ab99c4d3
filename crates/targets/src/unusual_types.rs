//! Types that inkwell does not support, in every place of a module: no pass panics on one.

use scythe_llvm::inkwell::context::Context;
use scythe_llvm::parse_ir;
use scythe_mux::{DeviceInfo, Generic};
use scythe_pipeline::text::{Platform, run};

use crate::registry::PASSES;

/// The places, with `$` for the type.
const PLACES: &[&str] = &[
    "@g = internal addrspace(3) global [2 x $] poison
     define void @k() \"mux-kernel\"=\"entry-point\" {
       store i8 1, ptr addrspace(3) @g
       ret void
     }",
    "declare { $ } @f()",
    "declare void @f(i32, $)",
    "declare void @f(ptr byval({ i8, $ }))",
    "define void @k(ptr sret([2 x { $ }]) %p) \"mux-kernel\"=\"entry-point\" {
       ret void
     }",
    "define void @k(ptr %p) \"mux-kernel\"=\"entry-point\" {
       %q = getelementptr { i32, [2 x $] }, ptr %p, i64 1
       ret void
     }",
    "define void @k(ptr %p) \"mux-kernel\"=\"entry-point\" {
       %q = alloca { i32, [2 x $] }
       ret void
     }",
    "define void @k(ptr %p) \"mux-kernel\"=\"entry-point\" {
       %v = call { i32, $ } %p()
       call void @__mux_work_group_barrier(i32 0, i32 1, i32 272)
       call void %p({ i32, $ } %v)
       ret void
     }
     declare void @__mux_work_group_barrier(i32, i32, i32)",
    "define void @k(ptr %p) \"mux-kernel\"=\"entry-point\" {
       call void %p({ $ } poison)
       ret void
     }",
    "define void @k(ptr %p, ptr %q) \"mux-kernel\"=\"entry-point\" {
       call void %p(ptr byval({ $ }) %q)
       ret void
     }",
];

/// Types that no struct may contain.
const WHOLE: &[&str] = &[
    "declare token @llvm.experimental.convergence.anchor()
     define void @k() convergent \"mux-kernel\"=\"entry-point\" {
       %t = call token @llvm.experimental.convergence.anchor()
       call void @f() convergent [ \"convergencectrl\"(token %t) ]
       ret void
     }
     declare void @f() convergent",
    "define void @k(ptr %p) \"mux-kernel\"=\"entry-point\" {
       %t = call x86_amx @llvm.x86.tilezero.internal(i16 16, i16 64)
       call void @__mux_work_group_barrier(i32 0, i32 1, i32 272)
       call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %p, i64 64, x86_amx %t)
       ret void
     }
     declare void @__mux_work_group_barrier(i32, i32, i32)
     declare x86_amx @llvm.x86.tilezero.internal(i16, i16)
     declare void @llvm.x86.tilestored64.internal(i16, i16, ptr, i64, x86_amx)",
];

#[test]
fn no_pass_gets_an_unsupported_type() {
    const REPLACING: &str = "replace-target-ext-tys";
    let context = Context::create();
    let device = DeviceInfo::default();
    let platform = Platform { target: &Generic, machine: None, passes: PASSES, device: &device };
    let placed = PLACES.iter().flat_map(|place| {
        ["target(\"spirv.Event\")", "target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 0)"]
            .map(|ty| place.replace('$', ty))
    });
    for text in placed.chain(WHOLE.iter().map(|text| (*text).to_owned())) {
        for pass in PASSES.iter().flat_map(|passes| passes.iter()).map(|pass| pass.pass.name) {
            let module = parse_ir(&context, "types.ll", text.as_bytes());
            let module = module.unwrap_or_else(|error| panic!("{error}\n{text}"));
            let refused = run(&module, platform, pass).err().map(|error| error.to_string());
            let refused = refused.unwrap_or_default();
            let right = refused.contains("which only a target knows")
                || refused.contains("which is LLVM's own");
            assert!(right || pass == REPLACING, "{pass}: {refused:?}\n{text}");
        }
        // If all of them are replaced, passes work.
        if text.contains("spirv") {
            let module = parse_ir(&context, "types.ll", text.as_bytes()).expect("as before");
            let both = format!("{REPLACING},work-item-loops,add-kernel-wrapper");
            run(&module, platform, &both).unwrap_or_else(|error| panic!("{error}\n{text}"));
        }
    }
}
