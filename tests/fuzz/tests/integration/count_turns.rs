//! Group-stride loops and lane-stride loops, with and without a uniform counter: the same results.

use fastrand::Rng;
use scythe_fuzz::by_hand::{Argument, Edge, Space, Version, compare};

/// Work-items.
const ITEMS: u64 = 192;

/// Each work-item adds up values of its iterations, and their number. The step may be the size of the group
/// or not, and the bound a multiple of the step or not.
fn kernel(random: &mut Rng, local: u64, metadata: &str) -> String {
    let bits = [32, 64][random.usize(..2)];
    let start = match random.u8(..3) {
        0 if bits == 64 => "add i64 %lx, 0".to_owned(),
        0 => "trunc i64 %lx to i32".to_owned(),
        1 if bits == 64 => "zext i32 %lane to i64".to_owned(),
        1 => "add i32 %lane, 0".to_owned(),
        _ if bits == 64 => "zext i32 %sub to i64".to_owned(),
        _ => "add i32 %sub, 0".to_owned(),
    };
    let steps = [local, 16, 32, 64, local / 2, 3, 256];
    let step = steps[random.usize(..steps.len())].max(1);
    let bound = step * random.u64(1..6) + [0, 0, 0, 1, step - 1][random.usize(..5)];
    let (predicate, bound, [yes, no]) = match random.u8(..4) {
        0 => ("ult", bound, ["loop", "leave"]),
        1 => ("slt", bound, ["loop", "leave"]),
        2 => ("ugt", bound - 1, ["leave", "loop"]),
        _ => ("sgt", bound - 1, ["leave", "loop"]),
    };
    let compared = if random.bool() { "%next" } else { "%i" };
    let guard = ["true", "%any"][random.usize(..2)];
    format!(
        "define spir_kernel void @k(ptr noalias %out) {metadata} !reqd_work_group_size !1 !intel_reqd_sub_group_size !2 {{
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %lx = call i64 @__mux_get_local_id(i32 0)
  %lane = call i32 @__mux_get_sub_group_local_id()
  %sub = call i32 @__mux_get_sub_group_id()
  %lanes = call i32 @__mux_get_sub_group_size()
  %subs = call i32 @__mux_get_num_sub_groups()
  %sizes = mul i32 %lanes, %subs
  %start = {start}
  %any = icmp ult i{bits} %start, {bound}
  %r = getelementptr i32, ptr %out, i64 %x
  br i1 {guard}, label %loop, label %leave
loop:
  %i = phi i{bits} [ %start, %entry ], [ %next, %loop ]
  %sum = phi i32 [ %sizes, %entry ], [ %more, %loop ]
  %w = {wide}
  %f = mul i32 %sum, 5
  %more = add i32 %f, %w
  %next = add i{bits} %i, {step}
  %c = icmp {predicate} i{bits} {compared}, {bound}
  br i1 %c, label %{yes}, label %{no}
leave:
  %last = phi i32 [ 7, %entry ], [ %more, %loop ]
  %all = call i32 @__mux_sub_group_reduce_add_i32(i32 %last)
  %before = call i32 @__mux_sub_group_scan_exclusive_umax_i32(i32 %last)
  %both = xor i32 %all, %before
  %result = add i32 %both, %last
  store i32 %result, ptr %r
  ret void
}}
declare i64 @__mux_get_global_id(i32)
declare i64 @__mux_get_local_id(i32)
declare i32 @__mux_get_sub_group_local_id()
declare i32 @__mux_get_sub_group_id()
declare i32 @__mux_get_sub_group_size()
declare i32 @__mux_get_num_sub_groups()
declare i32 @__mux_sub_group_reduce_add_i32(i32)
declare i32 @__mux_sub_group_scan_exclusive_umax_i32(i32)
!0 = !{{i32 1}}
!1 = !{{i32 {local}, i32 1, i32 1}}
!2 = !{{i32 {lanes}}}",
        wide = if bits == 64 { "trunc i64 %i to i32" } else { "add i32 %i, 0" },
        lanes = [4, 8, 16, 32][random.usize(..4)],
    )
}

/// Counts the kernels that get counters; all of them compute the same without, and with loops in place of
/// vector operations.
fn compare_kernels(seed: u64, count: u32) -> u32 {
    let mut random = Rng::with_seed(seed);
    let mut changed = 0;
    for _ in 0..count {
        let local = [16, 24, 32, 48, 64, 96, 192][random.usize(..7)];
        let again = random.clone();
        let plain = kernel(&mut random, local, "!scythe_keep_turns !0 !scythe_exchange_loops !0");
        let counted = kernel(&mut again.clone(), local, "");
        let space = Space { global: [ITEMS, 1, 1], local: [local, 1, 1], offset: [0, 0, 0] };
        let arguments = [Argument::Array(vec![0; ITEMS as usize * 4])];
        let versions: [Version<'_>; 2] = [(&plain, &["count-turns"]), (&counted, &["count-turns"])];
        let [kept, counted] = compare(versions, (&arguments, &space, Edge::Last));
        assert!(!kept);
        changed += u32::from(counted);
    }
    changed
}

#[test]
fn loops_in_turns() {
    let count = crate::number_of_kernels(60);
    let changed = compare_kernels(1, count);
    assert!(changed > count / 6, "only {changed} of {count} kernels have counters");
}

#[test]
#[ignore = "takes minutes"]
fn many_loops_in_turns() {
    compare_kernels(2, 3000);
}
