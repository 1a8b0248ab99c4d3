//! The register of functions that implement method ops.

use scythe_mlir::{Attribute, Context, Location, Module, Type};
use scythe_sycl_dialect::definitions::{Definitions, method_of};

fn module<'c>(context: &'c Context, text: &str) -> Module<'c> {
    Module::parse(context, text).expect(text)
}

fn ty<'c>(context: &'c Context, text: &str) -> Type<'c> {
    Type::parse(Location::unknown(context), text).expect(text)
}

const GET: &str = "sycl.method = [!sycl.id<[1]>, @get]";

#[test]
fn definitions_are_found_by_object_name_and_type() {
    let context = scythe_sycl_dialect::context();
    let module = module(
        &context,
        &format!(
            "func.func private @with_dimension(memref<?x!sycl.id<[1]>>, i32) -> i64 attributes {{{GET}}}
             func.func private @alone(memref<?x!sycl.id<[1]>>) -> i64 attributes {{{GET}}}
             llvm.func @of_llvm(!llvm.ptr, i32) -> i64 attributes {{{GET}}}
             llvm.func @in_memory(!llvm.ptr {{llvm.sret = !llvm.struct<(i64)>}}, !llvm.ptr)
               attributes {{sycl.method = [!sycl.nd_item<[1]>, @get_global_id]}}
             func.func private @nothing(memref<?x!sycl.id<[1]>>) -> i64"
        ),
    );
    let register = Definitions::of(module.op()).expect("there are no duplicates");
    let [id, nd_item] = ["!sycl.id<[1]>", "!sycl.nd_item<[1]>"].map(|text| ty(&context, text));
    let [place, number, size, pointer] =
        ["memref<?x!sycl.id<[1]>>", "i32", "i64", "!llvm.ptr"].map(|text| ty(&context, text));
    let find = |object, name, arguments: &[Type<'_>], results: &[Type<'_>]| {
        // The register's types live as long as the module.
        register.find(object, name, arguments, results).map(|found| found.symbol.clone())
    };
    assert_eq!(find(id, "get", &[place, number], &[size]).as_deref(), Some("with_dimension"));
    assert_eq!(find(id, "get", &[place], &[size]).as_deref(), Some("alone"));
    // The result in C++ of a function of the LLVM dialect is not part of its type, nor is the address for the
    // result.
    assert_eq!(find(id, "get", &[pointer, number], &[size]).as_deref(), Some("of_llvm"));
    assert_eq!(find(nd_item, "get_global_id", &[pointer], &[id]).as_deref(), Some("in_memory"));
    assert_eq!(find(id, "get", &[place], &[number]), None);
    assert_eq!(find(id, "at", &[place], &[size]), None);
    assert_eq!(find(nd_item, "get", &[place], &[size]), None);
}

#[test]
fn only_declarations_are_overridden() {
    let context = scythe_sycl_dialect::context();
    let declaration = |name: &str| {
        format!("func.func private @{name}(memref<?x!sycl.id<[1]>>) -> i64 attributes {{{GET}}}\n")
    };
    let definition = |name: &str| {
        format!(
            "func.func @{name}(%0: memref<?x!sycl.id<[1]>>) -> i64 attributes {{{GET}}} {{
               %1 = arith.constant 0 : i64
               return %1 : i64
             }}\n"
        )
    };
    let [id, place, size] =
        ["!sycl.id<[1]>", "memref<?x!sycl.id<[1]>>", "i64"].map(|text| ty(&context, text));
    let cases = [
        (declaration("a") + &definition("b"), "b"),
        (definition("a") + &declaration("b"), "a"),
        (declaration("a") + &declaration("b"), "b"),
    ];
    for (text, winner) in cases {
        let module = module(&context, &text);
        let register = Definitions::of(module.op()).expect(&text);
        let found = register.find(id, "get", &[place], &[size]).expect(&text);
        assert_eq!(found.symbol, winner, "{text}");
    }
    let twice = module(&context, &(definition("a") + &definition("b")));
    let Err(error) = Definitions::of(twice.op()) else { panic!("a duplicate went unnoticed") };
    assert_eq!(
        error.to_string(),
        "'@b' defines method 'get' of '!sycl.id<[1]>', which '@a' defines already; only declarations \
         can be overridden"
    );
}

#[test]
fn a_definition_outlives_its_function() {
    let context = scythe_sycl_dialect::context();
    let module = module(
        &context,
        &format!(
            "func.func private @f(%0: memref<?x!sycl.id<[1]>>) -> i64 attributes {{{GET}}} {{
               %1 = arith.constant 7 : i64
               return %1 : i64
             }}"
        ),
    );
    let function = module.block().first().unwrap();
    assert_eq!(method_of(function).map(|(_, name)| name), Some("get"));
    let mut register = Definitions::default();
    register.add(function).unwrap();
    function.erase();
    let [id, place, size] =
        ["!sycl.id<[1]>", "memref<?x!sycl.id<[1]>>", "i64"].map(|text| ty(&context, text));
    let kept = register.find(id, "get", &[place], &[size]).expect("it is still registered");
    module.block().append(kept.function.copy());
    assert!(module.op().verify() && module.op().to_string().contains("constant 7"));
}

#[test]
fn functions_without_the_attribute_are_not_methods() {
    let context = scythe_sycl_dialect::context();
    let at = Location::unknown(&context);
    let module = module(&context, "func.func private @f(i64) -> i64");
    let function = module.block().first().unwrap();
    assert!(method_of(function).is_none());
    for text in ["1", "[]", "[@get, i32]", "[!sycl.id<[1]>, \"get\"]"] {
        function.set_attribute("sycl.method", Attribute::parse(at, text).unwrap());
        assert!(method_of(function).is_none(), "{text}");
    }
}
