//! Remarks read kernels as MLIR, optimisations read them as LLVM IR. Here the same kernel is read both ways,
//! and the results for each access, value and block are compared.

use scythe_analysis::access::{Addresses, Neighbours, Reach};
use scythe_analysis::graph::Flow;
use scythe_analysis::uniformity::{Solution, Uniformity};
use scythe_llvm::inkwell::context::Context;
use scythe_llvm::inkwell::values::{FunctionValue, InstructionValue};
use scythe_llvm::{Among, UniformFacts, access_bytes, parse_ir};
use scythe_mlir::{Op, import};
use scythe_mux::reader::KernelGraph;
use scythe_optimize::translate::Translated;

const DECLARATIONS: &str = "
declare i64 @__mux_get_global_id(i32) #0
declare i64 @__mux_get_local_id(i32) #0
declare i64 @__mux_get_group_id(i32) #0
declare i64 @__mux_get_local_size(i32) #0
declare i64 @__mux_get_global_linear_id() #0
declare i32 @__mux_get_sub_group_id() #0
declare i32 @__mux_get_sub_group_size() #0
declare i32 @__mux_get_max_sub_group_size() #0
declare i32 @__mux_get_sub_group_local_id() #0
declare i32 @__mux_work_group_broadcast_i32(i32, i32, i64, i64, i64)
declare i32 @__mux_sub_group_reduce_add_i32(i32)
declare i32 @__mux_sub_group_scan_inclusive_add_i32(i32)
declare i1 @__mux_sub_group_any_i1(i1)
declare void @__mux_work_group_barrier(i32, i32, i32)
declare i64 @llvm.umin.i64(i64, i64)
declare float @llvm.fabs.f32(float)
attributes #0 = { nounwind memory(read) }
";

/// Pointers, a number and the ids in two dimensions, which precede a kernel's body.
fn kernel(body: &str) -> String {
    format!(
        "{DECLARATIONS}
define void @kernel(ptr byval([32 x i8]) align 8 %args) \"mux-kernel\"=\"entry-point\" {{
entry:
  %a = load ptr, ptr %args, align 8
  %pb = getelementptr i8, ptr %args, i64 8
  %b = load ptr, ptr %pb, align 8
  %pc = getelementptr i8, ptr %args, i64 16
  %c = load ptr, ptr %pc, align 8
  %pn = getelementptr i8, ptr %args, i64 24
  %n = load i64, ptr %pn, align 8
  %x = call i64 @__mux_get_global_id(i32 0)
  %y = call i64 @__mux_get_global_id(i32 1)
  {body}
}}"
    )
}

/// The results for one operation: how neighbours access memory, and for which work-items the result is the
/// same.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    what: String,
    neighbours: [Option<Neighbours>; 2],
    same: [bool; 2],
}

fn instructions(kernel: FunctionValue<'_>) -> Vec<InstructionValue<'_>> {
    kernel.get_basic_blocks().into_iter().flat_map(|b| b.get_instructions()).collect()
}

fn by_llvm(kernel: FunctionValue<'_>) -> Vec<Answer> {
    let read = KernelGraph::of(kernel);
    let uniformity = read.uniformity();
    let mut strides = [0, 1].map(|d| read.strides(d, Reach::SubGroup));
    let accesses = instructions(kernel).into_iter().filter(|&i| access_bytes(i).is_some());
    accesses
        .map(|i| Answer {
            what: format!("{:?}", i.get_opcode()),
            neighbours: [0, 1].map(|d: usize| strides[d].access(i)),
            same: [Among::WorkGroup, Among::SubGroup].map(|among| uniformity.is_same(i, among)),
        })
        .collect()
}

fn by_mlir(kernel: Op<'_>) -> Vec<Answer> {
    let read = Translated::of(kernel);
    let flow = Flow::of(&read.graph);
    let solution = Solution::of(&read.graph, &flow);
    let mut addresses = Addresses::of(&read.graph, &flow, read.launch);
    let mut all = Vec::new();
    for (block, id) in read.blocks() {
        for op in block.operations() {
            let what = match op.name() {
                "llvm.load" => "Load",
                "llvm.store" => "Store",
                _ => continue,
            };
            let Some(value) = read.access(op) else { panic!("{op} is not read") };
            let last = read.launch.dimensions - 1;
            let level = solution.value(value).join(solution.block(id));
            all.push(Answer {
                what: what.to_owned(),
                neighbours: [last, last - 1]
                    .map(|d| addresses.neighbours(value, d, Reach::SubGroup)),
                same: [Uniformity::WorkGroup, Uniformity::SubGroup].map(|among| level <= among),
            });
        }
    }
    all
}

/// Results of both readers, which must be equal; those for kernel arguments are omitted.
fn answers(body: &str) -> Vec<Answer> {
    let text = kernel(body);
    let context = Context::create();
    let parse = || parse_ir(&context, "test.ll", text.as_bytes()).expect("well-formed IR");
    let module = parse();
    let llvm = by_llvm(module.get_function("kernel").expect("a kernel"));
    let mlir_context = scythe_sycl_dialect::context();
    let imported = import(&mlir_context, parse()).expect("IR that MLIR imports");
    let mlir = imported.op().functions();
    let mlir = mlir.into_iter().find(|f| f.symbol_name() == Some("kernel")).expect("a kernel");
    let mlir = by_mlir(mlir);
    assert_eq!(llvm, mlir, "{text}");
    llvm.into_iter().skip(4).collect()
}

/// How neighbours in dimension 0 access memory, and whether values are uniform in a work-group and in a
/// sub-group.
fn short(body: &str) -> Vec<(Neighbours, [bool; 2])> {
    let all = answers(body).into_iter();
    all.map(|a| (a.neighbours[0].expect("an access"), a.same)).collect()
}

use Neighbours::{Same, Scattered, SideBySide};

const NO: [bool; 2] = [false, false];
const YES: [bool; 2] = [true, true];

#[test]
fn rows_columns_and_broadcasts() {
    let found = answers(
        "%row = mul i64 %y, %n
         %i = add i64 %row, %x
         %p = getelementptr float, ptr %a, i64 %i
         %v = load float, ptr %p, align 4
         %column = mul i64 %x, %n
         %j = add i64 %column, %y
         %q = getelementptr float, ptr %b, i64 %j
         %w = load float, ptr %q, align 4
         %g = call i64 @__mux_get_group_id(i32 0)
         %r = getelementptr float, ptr %b, i64 %g
         %u = load float, ptr %r, align 4
         %s = getelementptr float, ptr %c, i64 %i
         store float %u, ptr %s, align 4
         ret void",
    );
    let seen: Vec<_> = found.iter().map(|a| (a.neighbours.map(|n| n.unwrap()), a.same)).collect();
    assert_eq!(
        seen,
        [
            ([SideBySide, Scattered], NO),
            ([Scattered, SideBySide], NO),
            ([Same, Same], YES),
            ([SideBySide, Scattered], NO),
        ]
    );
}

#[test]
fn indices_from_memory_clamped_and_narrow() {
    let found = short(
        "%p = getelementptr i32, ptr %a, i64 %x
         %v = load i32, ptr %p, align 4
         %wide = sext i32 %v to i64
         %q = getelementptr float, ptr %b, i64 %wide
         %w = load float, ptr %q, align 4
         %k = call i64 @llvm.umin.i64(i64 %x, i64 %n)
         %r = getelementptr float, ptr %b, i64 %k
         %u = load float, ptr %r, align 4
         %small = trunc i64 %x to i32
         %next = add nsw i32 %small, 1
         %long = sext i32 %next to i64
         %s = getelementptr float, ptr %b, i64 %long
         %t = load float, ptr %s, align 4
         %inverse = xor i64 %x, -1
         %back = add i64 %inverse, %n
         %z = getelementptr float, ptr %c, i64 %back
         store float %t, ptr %z, align 4
         ret void",
    );
    let expected = [SideBySide, Scattered, Scattered, SideBySide, Scattered];
    assert_eq!(found.iter().map(|f| f.0).collect::<Vec<_>>(), expected);
}

#[test]
fn loops_carry_addresses() {
    // Each work-item reads a row of a and a column of b, and leaves early if it finds a zero.
    let found = short(
        "%row = mul i64 %y, %n
         br label %loop
       loop:
         %k = phi i64 [ 0, %entry ], [ %next, %latch ]
         %i = add i64 %row, %k
         %p = getelementptr float, ptr %a, i64 %i
         %v = load float, ptr %p, align 4
         %down = mul i64 %k, %n
         %j = add i64 %down, %x
         %q = getelementptr float, ptr %b, i64 %j
         %w = load float, ptr %q, align 4
         %zero = fcmp oeq float %w, 0.0
         br i1 %zero, label %after, label %latch
       latch:
         %next = add i64 %k, 1
         %more = icmp ult i64 %next, %n
         br i1 %more, label %loop, label %after
       after:
         %last = phi i64 [ %k, %loop ], [ %n, %latch ]
         %r = getelementptr float, ptr %c, i64 %last
         store float 0.0, ptr %r, align 4
         ret void",
    );
    // A load from one row is not uniform if work-items execute it a different number of times.
    assert_eq!(found, [(Same, NO), (SideBySide, NO), (Scattered, NO)]);
}

#[test]
fn uniform_loops_run_in_lockstep() {
    let found = short(
        "br label %loop
       loop:
         %k = phi i64 [ 0, %entry ], [ %next, %loop ]
         %p = getelementptr i32, ptr %a, i64 %k
         %v = load i32, ptr %p, align 4
         %q = getelementptr i32, ptr %b, i64 %x
         store i32 %v, ptr %q, align 4
         %next = add i64 %k, 1
         %more = icmp ult i64 %next, %n
         br i1 %more, label %loop, label %after
       after:
         %again = load i32, ptr %p, align 4
         ret void",
    );
    assert_eq!(found[0], (Same, YES));
    assert_eq!(found[1].0, SideBySide);
    assert_eq!(found[2], (Same, YES));
}

#[test]
fn group_operations_have_uniform_results() {
    let found = short(
        "%small = trunc i64 %x to i32
         %sum = call i32 @__mux_sub_group_reduce_add_i32(i32 %small)
         %one = call i32 @__mux_work_group_broadcast_i32(i32 0, i32 %small, i64 0, i64 0, i64 0)
         %scan = call i32 @__mux_sub_group_scan_inclusive_add_i32(i32 %small)
         %sg = call i32 @__mux_get_sub_group_id()
         %lane = call i32 @__mux_get_sub_group_local_id()
         %lanes = call i32 @__mux_get_max_sub_group_size()
         %i = zext i32 %one to i64
         %p = getelementptr i32, ptr %a, i64 %i
         %v = load i32, ptr %p, align 4
         %j = zext i32 %sg to i64
         %q = getelementptr i32, ptr %a, i64 %j
         %w = load i32, ptr %q, align 4
         %k = zext i32 %scan to i64
         %r = getelementptr i32, ptr %a, i64 %k
         %u = load i32, ptr %r, align 4
         %m = zext i32 %lane to i64
         %s = getelementptr i32, ptr %a, i64 %m
         %t = load i32, ptr %s, align 4
         %l = zext i32 %lanes to i64
         %z = getelementptr i32, ptr %a, i64 %l
         %y1 = load i32, ptr %z, align 4
         %h = zext i32 %sum to i64
         %g = getelementptr i32, ptr %a, i64 %h
         %f = load i32, ptr %g, align 4
         ret void",
    );
    let of_sub_group = [false, true];
    assert_eq!(found[0], (Same, YES));
    assert_eq!(found[1], (Same, of_sub_group));
    assert_eq!(found[2], (Scattered, NO));
    assert_eq!(found[3], (SideBySide, NO));
    assert_eq!(found[4], (Same, YES));
    assert_eq!(found[5].1, of_sub_group);
}

#[test]
fn divergent_branches_make_loads_divergent() {
    let found = short(
        "%inside = icmp ult i64 %x, %n
         br i1 %inside, label %then, label %after
       then:
         %v = load i32, ptr %a, align 4
         br label %after
       after:
         %which = phi ptr [ %a, %entry ], [ %b, %then ]
         %w = load i32, ptr %which, align 4
         %group = call i64 @__mux_get_group_id(i32 0)
         %first = icmp eq i64 %group, 0
         %other = select i1 %first, ptr %a, ptr %b
         %u = load i32, ptr %other, align 4
         store i32 %u, ptr %c, align 4
         ret void",
    );
    assert_eq!(found[0], (Same, NO));
    assert_eq!(found[1], (Scattered, NO));
    assert_eq!(found[2], (Same, YES));
}

#[test]
fn private_variables_are_not_shared() {
    let found = short(
        "%variable = alloca [4 x i32], align 4
         %i = urem i64 %n, 4
         %p = getelementptr i32, ptr %variable, i64 %i
         store i32 1, ptr %p, align 4
         %v = load i32, ptr %p, align 4
         %j = zext i32 %v to i64
         %q = getelementptr i32, ptr %a, i64 %j
         %w = load i32, ptr %q, align 4
         ret void",
    );
    assert_eq!(found[1], (Neighbours::Private, NO));
    assert_eq!(found[2], (Scattered, NO));
}
