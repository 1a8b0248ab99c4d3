use scythe_frontend::notes::Kernel;

use super::*;
use crate::Effort;
use crate::device_section::{CodeTarget, Manifest, this_compiler};

const CPU: &str = "cpu";
const SPIRV64: &str = "spirv64";

fn unit(origin: &str) -> Found {
    let manifest = Manifest {
        compiler: this_compiler(),
        effort: Effort::Full,
        target: CodeTarget {
            family: CPU.into(),
            processors: vec![Processor {
                name: "x86-64-v3".into(),
                cpu: "x86-64-v3".into(),
                features: "+avx2,-sse4a".into(),
            }],
        },
        features: vec!["avx2".into()],
        kernels: Vec::new(),
        functions: Vec::new(),
    };
    Found { origin: origin.into(), record: Record { manifest, bitcode: Vec::new() } }
}

impl Found {
    fn kernel(mut self, name: &str, needs: &[&str]) -> Self {
        let kernel = Kernel {
            own_launch: false,
            properties: Vec::new(),
            symbol: name.into(),
            name: name.into(),
            entry: String::new(),
            visible: true,
            plain_range: false,
            location: None,
            parameters: Vec::new(),
            attributes: Default::default(),
            plan: None,
            launched: None,
            source: None,
        };
        let needs = needs.iter().map(ToString::to_string).collect();
        self.record.manifest.kernels.push(OpenKernel { kernel, needs });
        self
    }

    fn function(mut self, symbol: &str, needs: &[&str]) -> Self {
        let needs = needs.iter().map(ToString::to_string).collect();
        let function = Function { symbol: symbol.into(), repeatable: false, needs };
        self.record.manifest.functions.push(function);
        self
    }

    fn inline_function(self, symbol: &str) -> Self {
        let mut this = self.function(symbol, &[]);
        this.record.manifest.functions.iter_mut().for_each(|f| f.repeatable = true);
        this
    }
}

#[test]
fn chains_over_several_units_are_followed_and_the_rest_left_out() {
    let units = [
        unit("a.o").kernel("k", &["f"]),
        unit("b.o").function("unused", &["undefined"]),
        unit("lib.a(c.o)").function("f", &["g"]),
        unit("lib.a(d.o)").function("g", &[]),
        unit("lib.a(e.o)").function("g", &[]),
    ];
    let selection = select(&units, 2, CPU).expect("complete");
    assert_eq!(selection, Selection { open: vec![0], needed: vec![0, 2, 3] });
}

#[test]
fn a_missing_function_is_reported_once_with_its_kernels() {
    let units = [
        unit("a.o").kernel("k", &["_Z5scalef"]).kernel("l", &["f"]),
        unit("b.o").function("f", &["_Z5scalef"]),
    ];
    let diags = select(&units, 2, CPU).expect_err("incomplete");
    let [diag] = &diags[..] else { panic!("{diags:?}") };
    assert_eq!(diag.code, Code::UndefinedDeviceFunction);
    assert_eq!(
        diag.message,
        "undefined device function `scale(float)`, which kernel `k` in 'a.o', kernel `l` in 'a.o' need"
    );
    assert!(diag.help.as_ref().is_some_and(|help| help.contains("SYCL_EXTERNAL")), "{diag:?}");
}

#[test]
fn kernels_of_libraries_that_are_not_loaded_need_nothing() {
    let units = [unit("a.o").function("f", &[]), unit("lib.a(b.o)").kernel("k", &["undefined"])];
    let selection = select(&units, 1, CPU).expect("nothing is open");
    assert_eq!(selection, Selection { open: vec![], needed: vec![] });
}

#[test]
fn two_definitions_are_an_error_unless_they_are_inline() {
    let both = [unit("a.o").function("f", &[]), unit("b.o").function("f", &[])];
    let diags = select(&both, 2, CPU).expect_err("defined twice");
    assert_eq!(diags[0].code, Code::RepeatedDeviceFunction);
    assert!(diags[0].message.contains("'a.o' and in 'b.o'"), "{}", diags[0].message);
    assert!(
        select(&both, 1, CPU).is_ok(),
        "a library's definition is only taken where there is none"
    );
    let inline = [unit("a.o").inline_function("f"), unit("b.o").inline_function("f")];
    assert!(select(&inline, 2, CPU).is_ok());
}

#[test]
fn code_for_more_than_the_processor_has_is_refused() {
    let mut provider = unit("b.o").function("f", &[]);
    provider.record.manifest.features = vec!["avx2".into(), "avx512f".into()];
    let diags = select(&[unit("a.o").kernel("k", &["f"]), provider.clone()], 2, CPU)
        .expect_err("it cannot run");
    assert_eq!(diags[0].code, Code::DeviceCodeMismatch);
    assert!(diags[0].message.contains("cpu:x86-64-v3 (no avx512f)"), "{}", diags[0].message);
    provider.record.manifest.features.clear();
    assert!(select(&[unit("a.o").kernel("k", &["f"]), provider], 2, CPU).is_ok());
}

#[test]
fn recursion_across_units_is_reported_once() {
    let units = [
        unit("a.o").kernel("k", &["_Z1fi"]).kernel("l", &["_Z1gi"]),
        unit("b.o").function("_Z1fi", &["_Z1gi", "h"]),
        unit("c.o").function("_Z1gi", &["_Z1fi"]).function("h", &[]),
    ];
    let diags = select(&units, 3, CPU).expect_err("recursive");
    let [diag] = &diags[..] else { panic!("{diags:?}") };
    assert_eq!(diag.code, Code::RecursionAcrossUnits);
    assert_eq!(diag.message, "device functions `f(int)` and `g(int)` call one another recursively");
    // Calls in both directions between two units are not necessarily a cycle.
    let units =
        [unit("a.o").kernel("k", &["f"]).function("h", &[]), unit("b.o").function("f", &["h"])];
    assert!(select(&units, 2, CPU).is_ok());
}

#[test]
fn a_definition_that_may_not_be_repeated_is_preferred() {
    let units = [
        unit("a.o").kernel("k", &["f"]),
        unit("weak.o").inline_function("f"),
        unit("b.o").function("f", &[]),
    ];
    assert_eq!(select(&units, 3, CPU).expect("complete").needed, [0, 2]);
    assert_eq!(select(&units, 2, CPU).expect("complete").needed, [0, 1]);
}

#[test]
fn families_are_linked_separately() {
    let spirv = |mut unit: Found| {
        let (family, processors) = (SPIRV64.into(), Vec::new());
        unit.record.manifest.target = CodeTarget { family, processors };
        unit
    };
    let units = [
        unit("a.o").kernel("k", &["f"]),
        spirv(unit("a.o").kernel("k", &["f"])),
        unit("b.o").function("f", &[]),
        spirv(unit("b.o").function("f", &[])),
    ];
    let selection = select(&units, 4, CPU).expect("complete");
    assert_eq!(selection, Selection { open: vec![0], needed: vec![0, 2] });
    let selection = select(&units, 4, SPIRV64).expect("complete");
    assert_eq!(selection, Selection { open: vec![1], needed: vec![1, 3] });
    let diags = select(&units[..3], 3, SPIRV64).expect_err("undefined");
    assert!(diags[0].message.contains("for target 'spirv64'"), "{diags:?}");
}
