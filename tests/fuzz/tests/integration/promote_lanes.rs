//! Loops that lanes run together behind a guard, with values in registers and in memory, with prefetches and
//! without: the same results, for any number of values that live after the loop.

use std::fmt::Write;

use fastrand::Rng;
use scythe_fuzz::by_hand::{Argument, Edge, Space, run_on, widest};

/// Work-items.
const ITEMS: u64 = 96;

/// Elements of the array that the loop reads.
const ELEMENTS: u32 = 64;

/// A kernel with a guard, a loop over the first elements of an array, and values that the loop changes.
fn kernel(random: &mut Rng, attribute: &str) -> String {
    let values = random.usize(1..5);
    let mut starts = String::new();
    let mut phis = String::new();
    let mut body = String::new();
    let mut after = String::new();
    for value in 0..values {
        let bits = [8, 16, 32, 32, 64][random.usize(..5)];
        let start = ["0", "%first"][random.usize(..2)];
        let (make, start) = match (start, bits) {
            ("%first", 64) => {
                (format!("  %s{value} = zext i32 %first to i64\n"), format!("%s{value}"))
            }
            ("%first", 8 | 16) => {
                (format!("  %s{value} = trunc i32 %first to i{bits}\n"), format!("%s{value}"))
            }
            _ => (String::new(), start.to_owned()),
        };
        let widen = match bits {
            64 => format!("zext i32 %e to i64\n  %o{value} = zext i32 %own to i64"),
            32 => format!("add i32 %e, 0\n  %o{value} = add i32 %own, 0"),
            _ => format!("trunc i32 %e to i{bits}\n  %o{value} = trunc i32 %own to i{bits}"),
        };
        let narrow = match bits {
            64 => format!("trunc i64 %n{value} to i32"),
            32 => format!("add i32 %n{value}, 0"),
            _ => format!("zext i{bits} %n{value} to i32"),
        };
        let operation = ["add", "xor", "mul"][random.usize(..3)];
        starts += &make;
        let _ =
            writeln!(phis, "  %v{value} = phi i{bits} [ {start}, %guarded ], [ %n{value}, %loop ]");
        let _ = write!(
            body,
            "  %e{value} = {widen}
  %m{value} = mul i{bits} %o{value}, %e{value}
  %n{value} = {operation} i{bits} %v{value}, %m{value}\n"
        );
        let _ = write!(
            after,
            "  %w{value} = {narrow}
  %t{} = xor i32 %t{value}, %w{value}\n",
            value + 1
        );
    }
    let guard = match random.u8(..3) {
        0 => "icmp ult i64 %x, %bound",
        1 => "icmp sgt i32 %first, 0",
        _ => "icmp ult i64 %x, 95",
    };
    // An index that may wrap around leaves a scalar loop beside the vectors.
    let element = match random.bool() {
        true => "  %at = getelementptr i32, ptr %in, i64 %k\n",
        false => {
            "  %far = add i64 %x, %k
  %narrow = trunc i64 %far to i32
  %wide = sext i32 %narrow to i64
  %at = getelementptr i32, ptr %a0, i64 %wide\n"
        }
    };
    format!(
        "define spir_kernel void @k(ptr noalias %a0, ptr noalias %in, ptr noalias %out, i64 %bound, i64 %count) {attribute} !intel_reqd_sub_group_size !1 {{
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr i32, ptr %a0, i64 %x
  %first = load i32, ptr %q
  %own = add i32 %first, 3
  %c = {guard}
  br i1 %c, label %guarded, label %end
guarded:
{starts}  %some = icmp sgt i64 %count, 0
  br i1 %some, label %loop, label %end
loop:
  %k = phi i64 [ 0, %guarded ], [ %next, %loop ]
{phis}{element}  %e = load i32, ptr %at
{body}  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %count
  br i1 %done, label %exit, label %loop
exit:
  %t0 = add i32 %first, 0
{after}  %r = getelementptr i32, ptr %out, i64 %x
  store i32 %t{values}, ptr %r
  br label %end
end:
  ret void
}}
declare i64 @__mux_get_global_id(i32)
!1 = !{{i32 {}}}",
        [8, 16, 32][random.usize(..3)]
    )
}

/// Random kernels compute the same with and without the pass.
fn compare(seed: u64, count: u32) {
    let mut random = Rng::with_seed(seed);
    let words = |numbers: Vec<u32>| {
        Argument::Array(numbers.into_iter().flat_map(u32::to_ne_bytes).collect())
    };
    for _ in 0..count {
        let local = [32, 96][random.usize(..2)];
        let again = random.clone();
        let kept = kernel(&mut random, "\"scythe-keep-lanes\" \"scythe-keep-streams\"");
        let plain = kernel(&mut again.clone(), "");
        let arguments = [
            words((0..ITEMS + u64::from(ELEMENTS)).map(|_| random.u32(..)).collect()),
            words((0..ELEMENTS).map(|_| random.u32(..)).collect()),
            words(vec![0; ITEMS as usize]),
            Argument::Number(random.u64(..ITEMS + 2)),
            Argument::Number(random.u64(..=u64::from(ELEMENTS))),
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
fn promote_lanes() {
    compare(1, crate::number_of_kernels(30));
}

#[test]
#[ignore = "takes minutes"]
fn many_promote_lanes() {
    compare(2, 2000);
}
