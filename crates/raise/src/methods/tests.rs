use scythe_llvm::inkwell::context::Context;
use scythe_llvm::{Tuning, has_attribute, parse_ir, run_passes};

use super::*;

const ANNOTATED: &str = r#"
@mark = private unnamed_addr constant [14 x i8] c"scythe.method\00", section "llvm.metadata"
@other = private unnamed_addr constant [6 x i8] c"other\00", section "llvm.metadata"
@file = private unnamed_addr constant [9 x i8] c"item.hpp\00", section "llvm.metadata"
@item = private unnamed_addr constant [5 x i8] c"item\00"
@accessor = private unnamed_addr constant [9 x i8] c"accessor\00"
@sub_group = private unnamed_addr constant [10 x i8] c"sub_group\00"
@get_id = private unnamed_addr constant [7 x i8] c"get_id\00"
@subscript = private unnamed_addr constant [11 x i8] c"operator[]\00"
@size = private unnamed_addr constant [16 x i8] c"operator size_t\00"
@leader = private unnamed_addr constant [7 x i8] c"leader\00"
@f32 = private unnamed_addr constant [4 x i8] c"f32\00"
@read = private unnamed_addr constant [5 x i8] c"read\00"
@device = private unnamed_addr constant [7 x i8] c"device\00"
@args.0 = private unnamed_addr constant { ptr, ptr, i32, i1 } { ptr @item, ptr @get_id, i32 2, i1 true }, section "llvm.metadata"
@args.1 = private unnamed_addr constant { ptr, ptr, i32, i1 } { ptr @item, ptr @size, i32 1, i1 false }, section "llvm.metadata"
@args.2 = private unnamed_addr constant { ptr, ptr, i32, ptr, ptr, ptr } { ptr @accessor, ptr @subscript, i32 3, ptr @f32, ptr @read, ptr @device }, section "llvm.metadata"
@args.3 = private unnamed_addr constant { ptr, ptr, i32, i64, ptr, ptr } { ptr @accessor, ptr @subscript, i32 1, i64 24, ptr @read, ptr @device }, section "llvm.metadata"
@args.4 = private unnamed_addr constant { ptr, ptr } { ptr @sub_group, ptr @leader }, section "llvm.metadata"
@args.5 = private unnamed_addr constant { ptr, ptr, i32, ptr, ptr, ptr } { ptr @accessor, ptr @size, i32 0, ptr @f32, ptr @read, ptr @device }, section "llvm.metadata"
@llvm.global.annotations = appending global [7 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @a, ptr @mark, ptr @file, i32 1, ptr @args.0 },
  { ptr, ptr, ptr, i32, ptr } { ptr @b, ptr @mark, ptr @file, i32 2, ptr @args.1 },
  { ptr, ptr, ptr, i32, ptr } { ptr @c, ptr @mark, ptr @file, i32 3, ptr @args.2 },
  { ptr, ptr, ptr, i32, ptr } { ptr @d, ptr @mark, ptr @file, i32 4, ptr @args.3 },
  { ptr, ptr, ptr, i32, ptr } { ptr @e, ptr @mark, ptr @file, i32 5, ptr @args.4 },
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @mark, ptr @file, i32 6, ptr @args.5 },
  { ptr, ptr, ptr, i32, ptr } { ptr @g, ptr @other, ptr @file, i32 7, ptr null }
], section "llvm.metadata"
define void @a() alwaysinline { ret void }
define void @b() { ret void }
define void @c() { ret void }
define void @d() { ret void }
define void @e() { ret void }
define void @f() { ret void }
define void @g() { ret void }
"#;

fn marked<'c>(context: &'c Context, text: &str) -> Module<'c> {
    let module = parse_ir(context, "test", text.as_bytes()).expect("the test's IR is well-formed");
    mark(&module);
    module
}

#[test]
fn annotations_become_attributes() {
    let context = Context::create();
    let module = marked(&context, ANNOTATED);
    let found: Vec<(String, String, String)> = methods(&module)
        .into_iter()
        .map(|m| (m.function.get_name().to_string_lossy().into_owned(), m.object, m.name))
        .collect();
    let expected = [
        ("a", "!sycl.item<[2, true]>", "get_id"),
        ("b", "!sycl.item<[1, false]>", "operator size_t"),
        ("c", "!sycl.accessor<[3, f32, read, device]>", "operator[]"),
        ("d", "!sycl.accessor<[1, !llvm.array<24 x i8>, read, device]>", "operator[]"),
        ("e", "!sycl.sub_group", "leader"),
        // f has no dimensions; g has another annotation.
    ]
    .map(|(f, object, name)| (f.to_owned(), object.to_owned(), name.to_owned()));
    assert_eq!(found, expected);
}

#[test]
fn only_the_annotations_and_their_texts_are_removed() {
    let context = Context::create();
    let module = marked(&context, ANNOTATED);
    let left: Vec<String> =
        module.get_globals().map(|g| g.get_name().to_string_lossy().into_owned()).collect();
    assert_eq!(left, ["other", "file", "llvm.global.annotations"]);
    let all = module.get_global("llvm.global.annotations").and_then(|g| g.get_initializer());
    let text = all.expect("the other annotation stays").to_string();
    assert!(text.contains("[1 x") && text.contains("@g"), "{text}");
    module.verify().expect("the module stays well-formed");
}

const CALLED: &str = r#"
declare i64 @__mux_get_sub_group_local_id() memory(none) nounwind willreturn
define internal i64 @get(ptr noundef dereferenceable(16) %this, i32 noundef %d) alwaysinline "scythe-method"="!sycl.id<[2]> get" {
  %slot = alloca ptr
  store ptr %this, ptr %slot
  %object = load ptr, ptr %slot
  %p = getelementptr i64, ptr %object, i32 %d
  %v = load i64, ptr %p
  ret i64 %v
}
define internal i64 @lane(ptr noundef dereferenceable(1) %this) alwaysinline "scythe-method"="!sycl.sub_group get_local_linear_id" {
  %v = call i64 @__mux_get_sub_group_local_id()
  ret i64 %v
}
define internal i64 @plain(ptr %id) {
  %v = call i64 @get(ptr noundef %id, i32 noundef 0)
  ret i64 %v
}
define void @kernel(ptr noalias %out, ptr noalias %id, ptr %sub_group) {
  %a = call i64 @get(ptr noundef %id, i32 noundef 0)
  %b = call i64 @plain(ptr %id)
  %c = call i64 @lane(ptr noundef %sub_group)
  %ab = add i64 %a, %b
  %abc = add i64 %ab, %c
  store i64 %abc, ptr %out
  ret void
}
"#;

fn run(module: &Module<'_>, passes: &str) {
    let tuning = Tuning { vectorize: false, inline_threshold: None };
    run_passes(module, passes, None, tuning).expect("LLVM has these passes");
}

#[test]
fn methods_stay_while_everything_else_is_inlined() {
    let context = Context::create();
    let module = marked(&context, CALLED);
    run(&module, FIND_EFFECTS);
    keep_calls(&module);
    run(&module, "thinlto-pre-link<O2>");
    let kernel = module.get_function("kernel").expect("kernels stay").to_string();
    // Both calls of `get` are merged: it reads only the object, which is not written.
    assert_eq!(kernel.matches("@get(").count(), 1, "{kernel}");
    assert!(kernel.contains("@get(ptr noundef nonnull %id, i32 noundef 0)"), "{kernel}");
    // `lane` does not use the object, but still gets one.
    assert!(kernel.contains("@lane(ptr noundef nonnull %sub_group)"), "{kernel}");
    let get = module.get_function("get").expect("methods stay").to_string();
    assert!(get.contains("dereferenceable(16) %this, i32 noundef %d)"), "{get}");
    assert!(module.get_function("plain").is_none());
}

#[test]
fn dissolved_methods_leave_nothing() {
    let context = Context::create();
    let module = marked(&context, CALLED);
    run(&module, FIND_EFFECTS);
    keep_calls(&module);
    let get = module.get_function("get").expect("methods stay");
    assert!(has_attribute(get, "noinline") && !has_attribute(get, "alwaysinline"));
    dissolve(&module);
    assert!(has_attribute(get, "alwaysinline") && !has_attribute(get, "noinline"));
    assert!(methods(&module).is_empty());
    run(&module, "always-inline,globaldce");
    assert!(module.get_function("get").is_none() && module.get_function("lane").is_none());
    module.verify().expect("the module stays well-formed");
}
