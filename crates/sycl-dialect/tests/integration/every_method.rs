//! Properties of every row in the table of method ops, including future ones.

use scythe_mlir::{Module, collect_diagnostics, register_all_passes, run_passes, walk};
use scythe_sycl_dialect::methods::{METHODS, Method, Shape};
use scythe_sycl_dialect::{MethodOp, context, find_method, find_method_through_base};

/// The object of a method op.
fn object(method: &Method, dimensions: u32) -> String {
    match method.object {
        "sub_group" => "!sycl.sub_group".into(),
        "item" => format!("!sycl.item<[{dimensions}, true]>"),
        "accessor" => format!("!sycl.accessor<[{dimensions}, f32, read, device]>"),
        "local_accessor" => format!("!sycl.local_accessor<[{dimensions}, f32]>"),
        other => format!("!sycl.{other}<[{dimensions}]>"),
    }
}

fn numbers_of_dimensions(method: &Method) -> std::ops::RangeInclusive<u32> {
    if method.object == "sub_group" { 1..=1 } else { 1..=3 }
}

/// The operands after the object, with their types, and the type of the result.
fn forms(method: &Method, dimensions: u32) -> Vec<(Vec<String>, String)> {
    let with = |rest: &str, result: &str| (vec![rest.to_owned()], result.to_owned());
    let alone = |result: String| (Vec::new(), result);
    let mut forms = match method.shape {
        Shape::Id | Shape::Range | Shape::Group => {
            let whole = method.shape.whole().unwrap();
            vec![alone(format!("!sycl.{whole}<[{dimensions}]>"))]
        }
        Shape::Component => vec![alone(format!("!sycl.range<[{dimensions}]>"))],
        Shape::Size => vec![alone("i64".into()), alone("index".into())],
        Shape::Number => vec![alone("i32".into())],
        Shape::Truth => vec![alone("i1".into())],
        Shape::Object("sub_group") => vec![alone("!sycl.sub_group".into())],
        Shape::Object(name) => vec![alone(format!("!sycl.{name}<[{dimensions}]>"))],
        Shape::Element => vec![with(&format!("!sycl.id<[{dimensions}]>"), "!llvm.ptr")],
        Shape::Pointer => vec![alone("!llvm.ptr".into()), alone("memref<?xf32>".into())],
    };
    if method.takes_dimension() {
        forms.push(with("i32", "i64"));
        forms.push(with("index", "index"));
    }
    forms
}

/// A function with one operation, which returns the result.
fn function(method: &Method, dimensions: u32, form: &(Vec<String>, String), name: &str) -> String {
    let (rest, result) = form;
    let mut types = vec![object(method, dimensions)];
    types.extend(rest.iter().cloned());
    let parameters: Vec<_> = types.iter().enumerate().map(|(i, t)| format!("%{i}: {t}")).collect();
    let operands: Vec<_> = (0..types.len()).map(|i| format!("%{i}")).collect();
    format!(
        "func.func @f({}) -> {result} {{\n  %r = {}({}) {{FunctionName = @\"{name}\"}} : ({}) -> {result}\n  \
         return %r : {result}\n}}\n",
        parameters.join(", "),
        method.full_name(),
        operands.join(", "),
        types.join(", "),
    )
}

#[test]
fn every_form_of_every_method_is_read_back_as_it_is_printed() {
    let context = context();
    for method in METHODS {
        for dimensions in numbers_of_dimensions(method) {
            for form in forms(method, dimensions) {
                for name in method.methods.iter().filter(|name| **name != "operator size_t") {
                    let text = function(method, dimensions, &form, name);
                    let (module, diagnostics) =
                        collect_diagnostics(&context, || Module::parse(&context, &text));
                    let module = module.unwrap_or_else(|| panic!("{text}{diagnostics:#?}"));
                    let printed = module.op().to_string();
                    let again = Module::parse(&context, &printed).expect(&printed);
                    assert_eq!(again.op().to_string(), printed);
                    let op = walk(module.op()).into_iter().find_map(MethodOp::of).expect(&text);
                    assert_eq!(op.type_id(), method.object);
                    assert_eq!(op.method_names(), method.methods);
                    assert_eq!(op.function_name(), *name);
                    assert_eq!(op.type_name(), method.object);
                    assert_eq!(op.function_argument_types().len(), op.op.operand_count());
                }
            }
        }
    }
}

#[test]
fn no_method_stands_for_a_function_of_another_name() {
    let context = context();
    for method in METHODS {
        let form = forms(method, 1).remove(0);
        let text = function(method, 1, &form, "wibble");
        let (module, diagnostics) =
            collect_diagnostics(&context, || Module::parse(&context, &text));
        assert!(module.is_none(), "{text}");
        assert!(diagnostics[0].message.contains("'wibble'"), "{diagnostics:?}");
    }
}

/// The method ops of a module, with the number of their operands.
fn method_ops(module: &Module<'_>) -> Vec<(&'static str, usize)> {
    let ops = walk(module.op()).into_iter().filter_map(MethodOp::of);
    ops.map(|op| (op.method.name, op.op.operand_count())).collect()
}

#[test]
fn a_component_of_any_query_is_that_query_with_a_dimension() {
    register_all_passes();
    let context = context();
    for query in METHODS {
        let (whole, component) = match query.shape {
            Shape::Id => ("id", "sycl.id.get"),
            Shape::Range => ("range", "sycl.range.get"),
            Shape::Group => ("group", "sycl.group.get_group_id"),
            _ => continue,
        };
        for dimensions in numbers_of_dimensions(query) {
            let (object, whole) =
                (object(query, dimensions), format!("!sycl.{whole}<[{dimensions}]>"));
            let text = format!(
                "func.func @f(%o: {object}, %i: i32) -> i64 {{
                   %0 = {}(%o) : ({object}) -> {whole}
                   %1 = {component}(%0, %i) : ({whole}, i32) -> i64
                   return %1 : i64
                 }}",
                query.full_name()
            );
            let module = Module::parse(&context, &text).expect(&text);
            assert_eq!(method_ops(&module).len(), 2);
            run_passes(module.op(), "canonicalize", true).unwrap();
            assert_eq!(method_ops(&module), [(query.name, 2)], "{}", module.op());
        }
    }
}

#[test]
fn methods_are_found_by_type_and_name() {
    for method in METHODS {
        for name in method.methods {
            assert_eq!(find_method(method.object, name).map(|m| m.name), Some(method.name));
        }
        assert!(find_method(method.object, "wibble").is_none());
    }
    assert!(find_method("array", "get").is_none());
    // A call of a base class's method goes through a cast; the cast object determines the op.
    let through_base = |object, name| find_method_through_base(object, name).map(|m| m.name);
    assert_eq!(through_base("array", "operator[]"), Some("id.get"));
    assert_eq!(through_base("item_base", "get_range"), Some("item.get_range"));
    assert_eq!(through_base("local_accessor_base", "get_range"), Some("accessor.get_range"));
    assert_eq!(through_base("nd_item", "get_global_id"), Some("nd_item.get_global_id"));
    assert_eq!(through_base("array", "get_global_id"), None);
}
