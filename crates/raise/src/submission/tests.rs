//! Hand-written host code, taken through [`prepare`] and LLVM as in the pipeline.

use scythe_llvm::inkwell::context::Context;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::{Tuning, parse_ir, run_passes};

use super::{JOIN_BLOCKS, Launch, SIMPLIFY, TIDY, complete, launches, marks, prepare, trim_again};

const QUERY: &str =
    "declare ptr @__scythe_kernel_record__compile_this_file_with_scythe__(ptr) nounwind
@one = private constant [4 x i8] c\"one\\00\"
@two = private constant [4 x i8] c\"two\\00\"
declare i32 @__gxx_personality_v0(...)
declare void @may_throw()
define linkonce_odr void @launch(ptr %handler, ptr %name) {
  %r = call ptr @__scythe_kernel_record__compile_this_file_with_scythe__(ptr %name)
  store ptr %r, ptr %handler
  call void @pack(ptr %handler)
  ret void
}
declare void @pack(ptr)
";

fn module<'c>(context: &'c Context, text: &str) -> Module<'c> {
    let text = format!("{QUERY}{text}");
    parse_ir(context, "host.ll", text.as_bytes()).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn prepared<'c>(context: &'c Context, text: &str) -> Option<Module<'c>> {
    let host = module(context, text);
    marks::mark(&host);
    let copy = prepare(&host)?;
    let run = |passes| {
        let tuning = Tuning { vectorize: false, inline_threshold: None };
        run_passes(&copy, passes, None, tuning).expect("these are LLVM's passes");
    };
    run(SIMPLIFY);
    trim_again(&copy);
    run(JOIN_BLOCKS);
    complete(&copy);
    run(TIDY);
    copy.verify().expect("valid IR");
    Some(copy)
}

fn launch_pairs(module: &Module<'_>) -> Vec<(String, String)> {
    launches(module).into_iter().map(|Launch { kernel, function, .. }| (function, kernel)).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(function, kernel)| ((*function).into(), (*kernel).into())).collect()
}

#[test]
fn modules_without_launches_are_not_prepared() {
    let context = Context::create();
    let plain = parse_ir(&context, "plain.ll", b"define void @f() { ret void }").expect("IR");
    assert!(prepare(&plain).is_none());
}

#[test]
fn launches_are_in_functions_of_the_program() {
    let context = Context::create();
    let copy = prepared(
        &context,
        "define internal void @step(ptr %handler) {
           call void @launch(ptr %handler, ptr @one)
           ret void
         }
         define void @program(ptr %handler) {
           call void @step(ptr %handler)
           call void @step(ptr %handler)
           ret void
         }",
    )
    .expect("there are launches");
    assert_eq!(launch_pairs(&copy), pairs(&[("program", "one"), ("program", "one")]));
    assert!(copy.get_function("pack").is_none(), "{}", copy.to_string());
}

#[test]
fn functions_with_unknown_callers_are_kept() {
    let context = Context::create();
    let copy = prepared(
        &context,
        "@table = global [1 x ptr] [ptr @listed]
         define internal void @listed(ptr %handler) {
           call void @launch(ptr %handler, ptr @one)
           ret void
         }
         define void @called(ptr %handler) {
           call void @launch(ptr %handler, ptr @two)
           ret void
         }
         define void @caller(ptr %handler) {
           call void @called(ptr %handler)
           ret void
         }
         define internal void @dead(ptr %handler) {
           call void @launch(ptr %handler, ptr @two)
           ret void
         }",
    )
    .expect("there are launches");
    assert_eq!(
        launch_pairs(&copy),
        pairs(&[("listed", "one"), ("called", "two"), ("caller", "two")])
    );
}

#[test]
fn replaceable_functions_are_not_analysed() {
    let context = Context::create();
    let copy = prepared(
        &context,
        "define weak i32 @number() { ret i32 7 }
         define weak void @weak(ptr %handler) alwaysinline {
           call void @launch(ptr %handler, ptr @one)
           ret void
         }
         define void @program(ptr %handler, ptr %closure) {
           call void @weak(ptr %handler)
           %number = call i32 @number()
           store i32 %number, ptr %closure
           call void @launch(ptr %handler, ptr @two)
           ret void
         }",
    )
    .expect("there are launches");
    assert_eq!(launch_pairs(&copy), pairs(&[("weak", "one"), ("program", "two")]));
    assert!(!copy.to_string().contains("i32 7"), "{}", copy.to_string());
}

#[test]
fn launches_of_landing_pads_are_counted() {
    let context = Context::create();
    let copy = prepared(
        &context,
        "define void @program(ptr %handler) personality ptr @__gxx_personality_v0 {
           invoke void @may_throw() to label %fine unwind label %caught
         fine:
           ret void
         caught:
           %pad = landingpad { ptr, i32 } catch ptr null
           call void @launch(ptr %handler, ptr @one)
           ret void
         }",
    )
    .expect("there is a launch");
    assert_eq!(launch_pairs(&copy), pairs(&[("program", "one")]));
    // The kernel is stored into the handler there, too.
    assert!(copy.to_string().contains("ptr %handler, align"), "{}", copy.to_string());
}

#[test]
fn paths_without_launches_are_removed() {
    let context = Context::create();
    let copy = prepared(
        &context,
        "define void @program(ptr %handler, i1 %wrong) personality ptr @__gxx_personality_v0 {
           br i1 %wrong, label %throws, label %fine
         throws:
           invoke void @may_throw() to label %fine unwind label %cleanup
         fine:
           invoke void @may_throw() to label %launches unwind label %cleanup
         launches:
           call void @launch(ptr %handler, ptr @one)
           ret void
         cleanup:
           %pad = landingpad { ptr, i32 } cleanup
           resume { ptr, i32 } %pad
         }",
    )
    .expect("there is a launch");
    let text = copy.to_string();
    assert!(!text.contains("invoke") && !text.contains("landingpad"), "{text}");
    assert!(text.matches("call void @may_throw").count() == 2, "{text}");
}

/// LLVM joins the exits of a function; their return values must not make one of them impossible.
#[test]
fn launches_are_followed_by_the_name_of_the_kernel() {
    let context = Context::create();
    let copy = prepared(
        &context,
        "define noundef i32 @program(ptr %handler, i1 %first) {
           br i1 %first, label %one, label %two
         one:
           call void @launch(ptr %handler, ptr @one)
           ret i32 1
         two:
           call void @launch(ptr %handler, ptr @two)
           call void @may_throw()
           ret i32 2
         }",
    )
    .expect("there are launches");
    let text = copy.to_string();
    assert_eq!(text.matches("store ptr %").count(), 2, "{text}");
    assert_eq!(launch_pairs(&copy), pairs(&[("program", "one"), ("program", "two")]));
}

/// Nothing is known after a launch: results of a trimmed function must not reach its callers.
#[test]
fn results_of_trimmed_functions_stay_unknown() {
    let context = Context::create();
    let copy = prepared(
        &context,
        "define i32 @itself(ptr %handler, i32 %n) {
           %done = icmp eq i32 %n, 0
           br i1 %done, label %end, label %again
         again:
           call void @launch(ptr %handler, ptr @one)
           %less = sub i32 %n, 1
           %result = call i32 @itself(ptr %handler, i32 %less)
           br label %end
         end:
           %value = phi i32 [ 7, %0 ], [ %result, %again ]
           ret i32 %value
         }
         define void @program(ptr %handler, ptr %closure) {
           %value = call i32 @itself(ptr %handler, i32 3)
           store i32 %value, ptr %closure
           call void @launch(ptr %handler, ptr @two)
           ret void
         }",
    )
    .expect("there are launches");
    let program = copy.get_function("program").expect("it launches").to_string();
    assert!(program.contains("store i32 %"), "{program}");
    assert!(!program.contains("poison"), "{program}");
}

#[test]
fn marks_are_erased() {
    let context = Context::create();
    let host = module(
        &context,
        "@mark = private constant [19 x i8] c\"scythe.constructor\\00\", section \"llvm.metadata\"
         @file = private constant [2 x i8] c\"f\\00\", section \"llvm.metadata\"
         @class = private constant [7 x i8] c\"buffer\\00\"
         @body = private constant [5 x i8] c\"none\\00\"
         @args = private constant { ptr, ptr, i32 } { ptr @class, ptr @body, i32 1 }
         @range = private constant [13 x i8] c\"scythe.range\\00\", section \"llvm.metadata\"
         @users = private constant [6 x i8] c\"range\\00\", section \"llvm.metadata\"
         @llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }]
           [{ ptr, ptr, ptr, i32, ptr } { ptr @make, ptr @mark, ptr @file, i32 1, ptr @args }]
         declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
         define void @make(ptr %this) { ret void }
         define void @program(ptr %this) {
           call void @llvm.var.annotation.p0.p0(ptr %this, ptr @range, ptr @file, i32 1, ptr null)
           call void @llvm.var.annotation.p0.p0(ptr %this, ptr @users, ptr @file, i32 1, ptr null)
           ret void
         }",
    );
    marks::mark(&host);
    assert!(host.to_string().contains("\"scythe-constructor\"=\"!sycl.buffer<[1]>\""));
    marks::erase(&host);
    let text = host.to_string();
    assert!(!text.contains("scythe-") && !text.contains("scythe."), "{text}");
    assert_eq!(text.matches("call void @llvm.var.annotation").count(), 1, "{text}");
}
