use scythe_llvm::inkwell::context::Context;

use super::*;

fn facts() -> KernelFacts {
    KernelFacts {
        name: "k".to_owned(),
        symbol: "_ZTS1k".to_owned(),
        key: String::new(),
        visible: true,
        args_size: 72,
        args_align: 8,
        sub_group_size: None,
        work_group_size: Vec::new(),
        pointers: Vec::new(),
        shape: None,
        constants: Vec::new(),
        aspects: 5,
        source: None,
    }
}

/// A version of a kernel with its own entry point.
fn version<'c>(host: &Module<'c>, entry: &str) -> CompiledVariant<'c> {
    let ty = host.get_context().void_type().fn_type(&[], false);
    CompiledVariant {
        kind: TargetKind::Cpu,
        target: "x86-64-v3".to_owned(),
        features: "avx2".to_owned(),
        code: Code::Native(host.add_function(entry, ty, None)),
        flags: 0,
        guards: Vec::new(),
    }
}

/// The initialiser of the constant with this prefix.
fn line(host: &Module<'_>, name: &str) -> String {
    let text = host.print_to_string().to_string();
    let found = text.lines().find(|line| line.starts_with(&format!("@{name}")));
    found.unwrap_or_else(|| panic!("no {name} in\n{text}")).to_owned()
}

#[test]
fn a_record_without_conditions_has_null_in_their_place() {
    let context = Context::create();
    let host = context.create_module("host");
    write(&host, &facts(), &[version(&host, "general")]);
    host.verify().expect("a record is valid IR");
    let variants = line(&host, "scythe.variants._ZTS1k");
    assert!(variants.contains("ptr @general, ptr null, i32 0, i32 0"), "{variants}");
    let record = line(&host, "scythe.kernel._ZTS1k");
    let end = "[i64 1, i64 1, i64 1], ptr null, i32 0, i32 0, ptr null, i64 0, i64 5, ptr null, \
               i32 0, i32 0, ptr null }";
    assert!(record.contains(end), "{record}");
    assert!(record.contains(&format!("{{ i32 {VERSION}, i32 1, ")), "{record}");
}

#[test]
fn guards_are_written_in_their_order() {
    let context = Context::create();
    let host = context.create_module("host");
    let special = CompiledVariant {
        flags: Variant::NO_ALIAS,
        guards: vec![
            Guard::Bytes { offset: 16, bytes: vec![1, 0, 255] },
            Guard::GlobalSize { dimension: 1, size: 1024 },
            Guard::LocalSize { dimension: 2, size: 32 },
            Guard::GlobalOffset { dimension: 0, offset: u64::MAX },
            Guard::Multiple { offset: 8, size: 4, of: 16 },
            Guard::Reach { offset: 24, reach: Reach::default() },
        ],
        ..version(&host, "special")
    };
    write(&host, &facts(), &[special, version(&host, "general")]);
    host.verify().expect("a record is valid IR");
    let variants = line(&host, "scythe.variants._ZTS1k");
    assert!(variants.contains("{ i32 1, i32 1, "), "flags: {variants}");
    assert!(variants.contains("ptr @special, ptr @scythe.guards, i32 6, i32 0"), "{variants}");
    let special = variants.find("@special").expect("is there");
    assert!(variants.find("@general").expect("is there") > special, "{variants}");
    let guards = line(&host, "scythe.guards");
    for expected in [
        "i32 1, i32 0, i32 16, i32 3, i64 0, ptr @scythe.bytes",
        "i32 2, i32 1, i32 0, i32 0, i64 1024, ptr null",
        "i32 3, i32 2, i32 0, i32 0, i64 32, ptr null",
        "i32 4, i32 0, i32 0, i32 0, i64 -1, ptr null",
        "i32 5, i32 0, i32 8, i32 4, i64 16, ptr null",
        "i32 6, i32 0, i32 24, i32 56, i64 0, ptr @scythe.bytes",
    ] {
        assert!(guards.contains(expected), "{expected} in {guards}");
    }
    assert!(line(&host, "scythe.bytes").contains(r#"c"\01\00\FF""#));
}

#[test]
fn pointers_and_shape_are_written() {
    let context = Context::create();
    let host = context.create_module("host");
    let pointers = vec![
        PointerArgument::accessor(0, true, (2, 4), [8, 24, 40]),
        PointerArgument::usm(56, false),
        PointerArgument::local(64, true, (1, 8), 72),
    ];
    write(
        &host,
        &KernelFacts { pointers, shape: Some(1), ..facts() },
        &[version(&host, "general")],
    );
    host.verify().expect("a record is valid IR");
    let record = line(&host, "scythe.kernel._ZTS1k");
    assert!(
        record.contains("ptr @scythe.pointers, i32 3, i32 2, ptr null, i64 0, i64 5, ptr null, i32 0, i32 0, ptr null }"),
        "{record}"
    );
    let pointers = line(&host, "scythe.pointers");
    for expected in [
        "i32 1, i32 1, i32 0, i32 2, i64 4, i32 8, i32 24, i32 40, i32 0",
        "i32 2, i32 0, i32 56, i32 0, i64 0, i32 -1, i32 -1, i32 -1, i32 0",
        "i32 3, i32 1, i32 64, i32 1, i64 8, i32 -1, i32 72, i32 -1, i32 0",
    ] {
        assert!(pointers.contains(expected), "{expected} in {pointers}");
    }
}

#[test]
fn constants_are_named_and_the_record_is_listed() {
    let context = Context::create();
    let host = context.create_module("host");
    write(&host, &KernelFacts { constants: vec![7, 9], ..facts() }, &[version(&host, "general")]);
    host.verify().expect("a record is valid IR");
    let record = line(&host, "scythe.kernel._ZTS1k");
    assert!(
        record.contains("ptr @scythe.constants, i64 2, i64 5, ptr null, i32 0, i32 0, ptr null }"),
        "{record}"
    );
    assert!(line(&host, "scythe.constants").contains("[i64 7, i64 9]"));
    let listed = line(&host, "scythe.listed");
    assert!(listed.contains("ptr @scythe.kernel._ZTS1k, section \"scythe_kernels\""), "{listed}");
}
