//! Types that programs construct without the parser.

use scythe_mlir::{Attribute, Context, Location, Type, collect_diagnostics};
use scythe_sycl_dialect::types::{self, TYPES};

fn number(at: Location<'_>, value: i64) -> Attribute<'_> {
    Attribute::integer(Type::integer(at, 64), value)
}

/// MLIR's message about a type; none if it is correct.
fn error_of<'c>(context: &'c Context, name: &str, parameters: &[Attribute<'c>]) -> String {
    let at = Location::unknown(context);
    let (made, diagnostics) =
        collect_diagnostics(context, || types::make(at, name, parameters, &[]));
    assert_eq!(made.is_none(), !diagnostics.is_empty());
    diagnostics.into_iter().map(|d| d.message).collect()
}

#[test]
fn parameters_are_checked() {
    let context = scythe_sycl_dialect::context();
    let at = Location::unknown(&context);
    let [one, two, three] = [1, 2, 3].map(|n| number(at, n));
    let [float, vector] =
        ["f32", "!sycl.vec<[f32, 4]>"].map(|text| Attribute::ty(Type::parse(at, text).unwrap()));
    let word = Attribute::string(at, "wibble");
    let yes = Attribute::boolean(at, true);
    let cases: &[(&str, &[Attribute<'_>], &str)] = &[
        ("id", &[two], ""),
        ("id", &[], "'!sycl.id' cannot have 0 parameters"),
        ("id", &[two, two], "'!sycl.id' cannot have 2 parameters"),
        ("id", &[word], "'!sycl.id' must have 1, 2 or 3 dimensions, but has \"wibble\""),
        ("item", &[one, one], "'!sycl.item' has no flag 1 : i64"),
        ("buffer", &[one, float, yes], ""),
        ("buffer", &[one, float, two], "'!sycl.buffer' has no flag 2 : i64"),
        ("buffer", &[one, one, yes], "'!sycl.buffer' has no type of elements 1 : i64"),
        ("atomic", &[float, word], "'!sycl.atomic' has no address space \"wibble\""),
        ("swizzled_vec", &[vector], ""),
        ("swizzled_vec", &[vector, one, three], ""),
        ("swizzled_vec", &[vector, one, word], "'!sycl.swizzled_vec' has no number \"wibble\""),
        ("half", &[one], "'!sycl.half' cannot have 1 parameters"),
    ];
    for (name, parameters, expected) in cases {
        assert_eq!(error_of(&context, name, parameters), *expected);
    }
    let (made, diagnostics) = collect_diagnostics(&context, || Type::defined(at, "id", &[]));
    assert!(made.is_none());
    assert_eq!(diagnostics[0].message, "'!sycl.id' has no body");
}

#[test]
fn index_types_have_the_layout_of_the_headers() {
    let context = scythe_sycl_dialect::context();
    let at = Location::unknown(&context);
    for dimensions in 1..=3 {
        let id = types::index_type(at, "id", dimensions).unwrap();
        assert_eq!(
            id.to_string(),
            format!(
                "!sycl.id<[{dimensions}], (!sycl.array<[{dimensions}], (memref<{dimensions}xi64>)>)>"
            )
        );
        assert_eq!(types::shape(id), Some(("id", Some(dimensions))));
        assert_eq!(types::alias(id), Some(format!("sycl_id_{dimensions}_")));
    }
    assert!(types::index_type(at, "id", 4).is_none());
    assert!(types::make(at, "wibble", &[], &[]).is_none());
    assert!(types::parts(Type::integer(at, 32)).is_none());
}

#[test]
fn base_classes_are_types_without_cycles() {
    for ty in TYPES {
        for base in ty.bases {
            assert!(types::find(base).is_some(), "{}: {base}", ty.name);
            assert!(!types::inherits(base, ty.name), "{}: {base}", ty.name);
        }
    }
    assert!(types::inherits("local_accessor", "accessor_common"), "through another class");
    assert!(!types::inherits("accessor_common", "local_accessor"));
}
