//! Kernels with private arrays, interleaved across lanes and not: the same results, for all sizes of elements
//! and accesses, uniform and other indices, and any trip counts.

use fastrand::Rng;
use scythe_fuzz::by_hand::{Argument, Edge, Space, compare};

/// The passes under test.
const PASSES: &[&str] = &["interchange-uniform-loops"];

/// Work-items.
const ITEMS: u64 = 83;

/// Bytes of a private array; a power of two.
const BYTES: u64 = 64;

/// Bits of an access.
fn bits(random: &mut Rng) -> u64 {
    [8, 16, 32, 64][random.usize(..4)]
}

/// Instructions that compute an address `%name.p` in an array from an index, for accesses of so many bits.
fn place(random: &mut Rng, name: &str, array: &str, index: &str, bits: u64) -> String {
    let count = BYTES * 8 / bits;
    let shift = random.u64(..count);
    let index = match random.u8(..8) {
        // Different for each lane.
        0 => "%x",
        1 => "%sum",
        _ => index,
    };
    // An index may have two parts, and be constant.
    let fixed = random.u64(..BYTES / 16) * 8;
    let (start, first) = match random.u8(..3) {
        0 => (format!("  %{name}.s = getelementptr i8, ptr {array}, i64 {fixed}\n"), true),
        _ => (String::new(), false),
    };
    let (base, mask) = if first {
        (format!("%{name}.s"), (count / 2).max(1) - 1)
    } else {
        (array.to_owned(), count - 1)
    };
    format!(
        "{start}  %{name}.i = add i64 {index}, {shift}
  %{name}.m = and i64 %{name}.i, {mask}
  %{name}.p = getelementptr i{bits}, ptr {base}, i64 %{name}.m
"
    )
}

/// A store of a value based on `%sum` and the index.
fn store(random: &mut Rng, name: &str, array: &str) -> String {
    let bits = bits(random);
    let place = place(random, name, array, "%k", bits);
    let (mixed, stored) = if bits == 64 {
        (String::new(), format!("%{name}.v"))
    } else {
        (format!("  %{name}.t = trunc i64 %{name}.v to i{bits}\n"), format!("%{name}.t"))
    };
    format!(
        "{place}  %{name}.k = mul i64 %k, {}
  %{name}.v = xor i64 %{name}.k, %sum
{mixed}  store i{bits} {stored}, ptr %{name}.p
",
        random.u64(..) | 1
    )
}

/// A load that makes `%name.w`.
fn load(random: &mut Rng, name: &str, array: &str) -> String {
    let bits = bits(random);
    let place = place(random, name, array, "%k", bits);
    let value = if bits == 64 && random.bool() {
        format!(
            "  %{name}.d = load double, ptr %{name}.p\n  %{name}.w = bitcast double %{name}.d to i64\n"
        )
    } else if bits == 64 {
        format!("  %{name}.w = load i64, ptr %{name}.p\n")
    } else {
        let extend = ["sext", "zext"][random.usize(..2)];
        format!(
            "  %{name}.l = load i{bits}, ptr %{name}.p
  %{name}.w = {extend} i{bits} %{name}.l to i64
"
        )
    };
    place + &value
}

/// Two arrays that are filled or copied first; a loop with stores and loads, with a uniform trip count or
/// not; a guard around it, or none.
fn kernel(random: &mut Rng, marks: &str) -> String {
    let length = BYTES;
    let copied = match random.u8(..3) {
        0 => format!(
            "call void @llvm.memcpy.p0.p0.i64(ptr align 8 %b, ptr align 8 %a, i64 {length}, i1 false)"
        ),
        1 => format!(
            "call void @llvm.memcpy.p0.p0.i64(ptr align 8 %b, ptr align 8 %in, i64 {length}, i1 false)"
        ),
        _ => format!(
            "call void @llvm.memset.p0.i64(ptr align 8 %b, i8 {}, i64 {length}, i1 false)",
            random.u8(..)
        ),
    };
    let mut body = String::new();
    for step in 0..random.usize(2..5) {
        let array = ["%a", "%b"][random.usize(..2)];
        body += &match random.bool() {
            true => store(random, &format!("s{step}"), array),
            false => load(random, &format!("l{step}"), array),
        };
    }
    let array = ["%a", "%b"][random.usize(..2)];
    let loaded = load(random, "last", array);
    let end = match random.u8(..3) {
        0 => "%done = icmp uge i64 %next, %bound",
        1 => {
            "%mixed = and i64 %more, 31\n  %some = icmp eq i64 %mixed, 0\n  %many = icmp uge i64 %next, %bound\n  %done = or i1 %some, %many"
        }
        _ => {
            "%own = and i64 %x, 7\n  %upto = add i64 %own, %bound\n  %done = icmp ugt i64 %next, %upto"
        }
    };
    let guard = match random.u8(..3) {
        0 => "%guard = icmp sgt i64 %first, 0",
        1 => "%guard = icmp ult i64 %x, 70",
        _ => "%guard = icmp ne i64 %bound, 77",
    };
    let vectors = if random.u8(..3) == 0 {
        "  %whole = load <4 x i32>, ptr %a
  %sums = add <4 x i32> %whole, <i32 1, i32 2, i32 3, i32 4>
  store <4 x i32> %sums, ptr %b
"
    } else {
        ""
    };
    format!(
        "define spir_kernel void @k(ptr noalias readonly %in, ptr noalias %out, i64 %bound) {marks} {{
entry:
  %a = alloca [{length} x i8], align 16
  %b = alloca [{length} x i8], align 16
  %x = call i64 @__mux_get_global_id(i32 0)
  call void @llvm.memset.p0.i64(ptr align 8 %a, i8 {}, i64 {length}, i1 false)
  {copied}
{vectors}  %from = getelementptr i64, ptr %in, i64 %x
  %first = load i64, ptr %from
  {guard}
  br i1 %guard, label %before, label %exit
before:
  br label %loop
loop:
  %k = phi i64 [ 0, %before ], [ %next, %loop ]
  %sum = phi i64 [ %first, %before ], [ %more, %loop ]
{body}{loaded}  %times = mul i64 %sum, 3
  %more = add i64 %times, %last.w
  %next = add i64 %k, 1
  {end}
  br i1 %done, label %leave, label %loop
leave:
  %last = phi i64 [ %more, %loop ]
  %rounds = phi i64 [ %next, %loop ]
  br label %exit
exit:
  %result = phi i64 [ 5, %entry ], [ %last, %leave ]
  %count = phi i64 [ 6, %entry ], [ %rounds, %leave ]
  %word = load i64, ptr %b
  %all = add i64 %result, %word
  %p = getelementptr [2 x i64], ptr %out, i64 %x
  store i64 %all, ptr %p
  %q = getelementptr i64, ptr %p, i64 1
  store i64 %count, ptr %q
  ret void
}}
declare i64 @__mux_get_global_id(i32)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
!0 = !{{i32 1}}
",
        random.u8(..)
    )
}

/// Counts the kernels that run around lanes; all of them compute the same as work-item by work-item.
fn compare_kernels(seed: u64, count: u32) -> u32 {
    let mut random = Rng::with_seed(seed);
    let words = |numbers: Vec<u64>| Argument::array_of(numbers, u64::to_ne_bytes);
    let mut changed = 0;
    for _ in 0..count {
        let seed = random.u64(..);
        let text = |marks: &str| kernel(&mut Rng::with_seed(seed), marks);
        let local = [[ITEMS, 64, 30, 7][random.usize(..4)], 1, 1];
        let space = Space { global: [ITEMS, 1, 1], local, offset: [0; 3] };
        let arguments = [
            words((0..ITEMS).map(|_| random.u64(..) >> random.u64(..64)).collect()),
            words(vec![1; 2 * ITEMS as usize]),
            Argument::Number(random.u64(1..20)),
        ];
        let texts = ["!scythe_keep_loops !0", "", "!scythe_keep_arrays !0"].map(text);
        let versions = texts.each_ref().map(|text| (text.as_str(), PASSES));
        let [_, lanes, separate] = compare(versions, (&arguments, &space, Edge::Last));
        changed += u32::from(lanes && !separate);
    }
    changed
}

#[test]
fn private_arrays_of_all_kinds() {
    let count = 15;
    let changed = compare_kernels(1, count);
    assert!(changed > count / 4, "only {changed} of {count} kernels have arrays for lanes");
}

#[test]
#[ignore = "takes minutes"]
fn many_private_arrays() {
    compare_kernels(2, 2000);
}
