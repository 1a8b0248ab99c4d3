//! Kernels with and without `accumulate-in-registers`: the same results, and no additional writes.

use scythe_fuzz::by_hand::{Argument, Edge, Outcome, Space, run};

/// `sum[x]` accumulates the values greater than `least`, of `n` values at distance `n * x`. `before` is the
/// code for the work-item's sum, at `%q`, before the loop.
fn kernel(before: &str) -> String {
    format!(
        "define spir_kernel void @k(ptr noalias readonly %a, ptr noalias %sum, i64 %n, i32 %least) {{
        entry:
          %x = call i64 @__mux_get_global_id(i32 0)
          %q = getelementptr i32, ptr %sum, i64 %x
          {before}
          %first = mul i64 %x, %n
          %row = getelementptr i32, ptr %a, i64 %first
          %none = icmp eq i64 %n, 0
          br i1 %none, label %exit, label %enter
        enter:
          br label %loop
        loop:
          %k = phi i64 [ 0, %enter ], [ %next, %latch ]
          %p = getelementptr i32, ptr %row, i64 %k
          %v = load i32, ptr %p
          %some = icmp sgt i32 %v, %least
          br i1 %some, label %then, label %latch
        then:
          %old = load i32, ptr %q
          %new = add i32 %old, %v
          store i32 %new, ptr %q
          br label %latch
        latch:
          %next = add nuw i64 %k, 1
          %done = icmp eq i64 %next, %n
          br i1 %done, label %leave, label %loop
        leave:
          br label %exit
        exit:
          ret void
        }}
        declare i64 @__mux_get_global_id(i32) memory(none)
        declare void @llvm.assume(i1)"
    )
}

const WRITES: &str = "store i32 7, ptr %q";
const READS: &str = "%seen = load i32, ptr %q
                     %sane = icmp sgt i32 %seen, -1000000
                     call void @llvm.assume(i1 %sane)";

const WORK_ITEMS: u64 = 40;

fn values(count: u64) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(count);
    (0..count).flat_map(|_| random.i32(-100..100).to_ne_bytes()).collect()
}

fn launch(text: &str, pass: Option<&str>, sums: Argument, trips: u64, least: i32) -> Outcome {
    let least = u64::from(least.cast_unsigned());
    let arguments = [
        Argument::Constant(values(WORK_ITEMS * trips)),
        sums,
        Argument::Number(trips),
        Argument::Number(least),
    ];
    let space = Space { global: [WORK_ITEMS, 1, 1], local: [16, 1, 1], offset: [0; 3] };
    run(text, pass.as_slice(), (&arguments, &space, Edge::Last))
        .unwrap_or_else(|e| panic!("{e}\n{text}"))
}

#[test]
fn sums_are_the_same() {
    for before in [WRITES, READS] {
        let text = kernel(before);
        for trips in [0, 1, 5, 64] {
            for least in [-1000, 0, 95, 1000] {
                let sums = Argument::Array(values(WORK_ITEMS));
                let plain = launch(&text, None, sums.clone(), trips, least);
                let kept = launch(&text, Some("accumulate-in-registers"), sums, trips, least);
                assert!(kept.changed, "nothing is kept in\n{text}");
                assert_eq!(plain.arrays, kept.arrays, "{trips} values above {least}\n{text}");
            }
        }
    }
}

#[test]
fn work_items_without_a_write_do_not_write() {
    // No value is that large, so no sum changes; the sums are write-protected.
    let sums = Argument::Constant(values(WORK_ITEMS));
    let kept = launch(&kernel(READS), Some("accumulate-in-registers"), sums, 20, 1000);
    assert!(kept.changed);
    assert_eq!(kept.arrays[1], values(WORK_ITEMS));
}
