//! Scatters and gathers with few active lanes, as plain accesses and unchanged: the same results.

use fastrand::Rng;
use scythe_fuzz::by_hand::{Argument, Edge, Space, run_on, widest};

/// Work-items.
const ITEMS: u64 = 192;

/// Some lanes of each sub-group read and write at the positions in an array, each at its own.
fn kernel(random: &mut Rng, attribute: &str) -> String {
    let lanes = [8, 16, 32][random.usize(..3)];
    let bits = [16, 32, 64][random.usize(..3)];
    let few = random.u32(1..7);
    let condition = match random.u8(..4) {
        0 => "icmp eq i32 %lane, 0".to_owned(),
        1 => format!("icmp ult i32 %lane, {few}"),
        2 => format!("icmp uge i32 %lane, {}", lanes - few),
        _ => format!("icmp eq i32 %part, {}", few % 4),
    };
    let (widen, narrow) = match bits {
        64 => ("zext i32 %all to i64", "trunc i64 %sum to i32"),
        32 => ("add i32 %all, 0", "add i32 %sum, 0"),
        _ => ("trunc i32 %all to i16", "zext i16 %sum to i32"),
    };
    let otherwise = if random.bool() { "%n" } else { "%all" };
    format!(
        "define spir_kernel void @k(ptr noalias %a0, ptr noalias %places, ptr noalias %wide, ptr noalias %out) {attribute} !intel_reqd_sub_group_size !1 {{
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %lane = call i32 @__mux_get_sub_group_local_id()
  %q = getelementptr i32, ptr %a0, i64 %x
  %n = load i32, ptr %q
  %all = call i32 @__mux_sub_group_reduce_add_i32(i32 %n)
  %part = and i32 %lane, 7
  %r = getelementptr i32, ptr %out, i64 %x
  %c = {condition}
  br i1 %c, label %some, label %join
some:
  %p = getelementptr i32, ptr %places, i64 %x
  %place = load i32, ptr %p
  %at = zext i32 %place to i64
  %far = getelementptr i{bits}, ptr %wide, i64 %at
  %old = load i{bits}, ptr %far
  %add = {widen}
  %sum = add i{bits} %old, %add
  store i{bits} %sum, ptr %far
  %seen = {narrow}
  br label %join
join:
  %what = phi i32 [ {otherwise}, %entry ], [ %seen, %some ]
  %total = call i32 @__mux_sub_group_reduce_add_i32(i32 %what)
  %result = xor i32 %total, %what
  store i32 %result, ptr %r
  ret void
}}
declare i64 @__mux_get_global_id(i32)
declare i32 @__mux_get_sub_group_local_id()
declare i32 @__mux_sub_group_reduce_add_i32(i32)
!1 = !{{i32 {lanes}}}"
    )
}

/// Random kernels compute the same with and without the pass.
fn compare(seed: u64, count: u32) {
    let mut random = Rng::with_seed(seed);
    let words = |numbers: Vec<u32>| {
        Argument::Array(numbers.into_iter().flat_map(u32::to_ne_bytes).collect())
    };
    for _ in 0..count {
        let local = [32, 64, 96, 192][random.usize(..4)];
        let again = random.clone();
        let kept = kernel(&mut random, "\"scythe-keep-scatters\"");
        let plain = kernel(&mut again.clone(), "");
        let mut places: Vec<u32> = (0..ITEMS as u32).collect();
        random.shuffle(&mut places);
        let arguments = [
            words((0..ITEMS).map(|_| random.u32(..)).collect()),
            words(places),
            Argument::Array((0..ITEMS * 8).map(|_| random.u8(..)).collect()),
            words(vec![0; ITEMS as usize]),
        ];
        let space = Space { global: [ITEMS, 1, 1], local: [local, 1, 1], offset: [0, 0, 0] };
        let launch = |text: &str| {
            run_on(widest(), text, &["separate-guards"], (&arguments, &space, Edge::Last))
                .unwrap_or_else(|e| panic!("{e}\n{text}"))
        };
        assert_eq!(launch(&kept).arrays, launch(&plain).arrays, "{space:?}\n{plain}");
    }
}

#[test]
fn few_lanes() {
    compare(1, crate::number_of_kernels(40));
}

#[test]
#[ignore = "takes minutes"]
fn many_few_lanes() {
    compare(2, 2000);
}
