//! Kernels with and without `split-rows`: the same results, for all dividends, divisors and kinds of
//! arithmetic, and wherever numbers wrap around.

use fastrand::Rng;
use scythe_fuzz::by_hand::{Argument, Edge, Space, compare};

/// Work-items.
const ITEMS: u64 = 437;

/// A division: instructions that compute `%name.q` and `%name.r` from `%name.n` and `%name.d`.
fn division(random: &mut Rng, name: &str, numerator: &str, divisor: &str) -> String {
    let bits = [16, 32, 32, 64, 64][random.usize(..5)];
    let sign = ["u", "s"][random.usize(..2)];
    let factor = [1, 1, 1, 1, 2, 5, -1][random.usize(..7)];
    let shift = random.i32(-50..50);
    let cut = |to: &str, from: &str| {
        if bits < 64 {
            format!("  %{to} = trunc i64 {from} to i{bits}\n")
        } else {
            format!("  %{to} = add i64 {from}, 0\n")
        }
    };
    let widen = |part: &str| {
        let extend = if sign == "s" { "sext" } else { "zext" };
        if bits < 64 {
            format!("  %{name}.{part} = {extend} i{bits} %{name}.{part}.0 to i64\n")
        } else {
            format!("  %{name}.{part} = add i64 %{name}.{part}.0, 0\n")
        }
    };
    let constants = [32, 64, 100, 33, 128];
    // Powers of two are divided by shifts.
    let (quotient, remainder) = match random.u8(..6) {
        0 => (format!("lshr i{bits} %{name}.n, 5"), format!("and i{bits} %{name}.n, 31")),
        1 => (format!("and i{bits} %{name}.n, -64"), format!("and i{bits} %{name}.n, 63")),
        2 => {
            let by = constants[random.usize(..constants.len())];
            let by = if sign == "s" && random.bool() { -by } else { by };
            (
                format!("{sign}div i{bits} %{name}.n, {by}"),
                format!("{sign}rem i{bits} %{name}.n, {by}"),
            )
        }
        _ => (
            format!("{sign}div i{bits} %{name}.n, %{name}.d"),
            format!("{sign}rem i{bits} %{name}.n, %{name}.d"),
        ),
    };
    format!(
        "{}{}  %{name}.f = mul i{bits} %{name}.0, {factor}
  %{name}.n = add i{bits} %{name}.f, {shift}
  %{name}.q.0 = {quotient}
  %{name}.r.0 = {remainder}
{}{}",
        cut(&format!("{name}.0"), numerator),
        cut(&format!("{name}.d"), divisor),
        widen("q"),
        widen("r"),
    )
}

/// `if (d != 0 …) { q = n / d; r = n % d; if (guard) … out[i] = … }`, where the second dividend may be the
/// first remainder.
fn kernel(random: &mut Rng, offset: u64) -> String {
    let first = division(random, "a", "%x", "%m");
    let again = ["%x", "%a.r", "%a.q"][random.usize(..3)];
    let by = ["%m", "%n"][random.usize(..2)];
    let second = division(random, "b", again, by);
    let compared = ["%a.q", "%a.r", "%b.q", "%b.r"];
    let mut pick = || compared[random.usize(..compared.len())];
    let (one, other) = (pick(), pick());
    let predicates = ["ult", "uge", "slt", "sgt", "ne"];
    let mut predicate = || predicates[random.usize(..predicates.len())];
    let (p, q) = (predicate(), predicate());
    let (low, high) = (random.i32(-3..9), random.i32(0..300));
    let work = if random.bool() {
        "%k = phi i64 [ 0, %inside ], [ %next, %work ]
  %sum = phi i64 [ %a.q, %inside ], [ %more, %work ]
  %at = getelementptr i64, ptr %a0, i64 %k
  %v = load i64, ptr %at
  %times = mul i64 %sum, 3
  %more = add i64 %times, %v
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, 5
  br i1 %done, label %leave, label %work"
    } else {
        "%more = mul i64 %a.q, 7
  br label %leave"
    };
    format!(
        "define spir_kernel void @k(ptr noalias readonly %a0, ptr noalias %out, i64 %m, i64 %n) {{
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %column = sub i64 %x, {offset}
  %p = getelementptr i64, ptr %out, i64 %column
  %m16 = trunc i64 %m to i16
  %n16 = trunc i64 %n to i16
  %some = icmp ne i16 %m16, 0
  %any = icmp ne i16 %n16, 0
  %both = and i1 %some, %any
  br i1 %both, label %divide, label %exit
divide:
{first}{second}  %c = icmp {p} i64 {one}, {low}
  %d = icmp {q} i64 {other}, {high}
  %e = and i1 %c, %d
  br i1 %e, label %inside, label %exit
inside:
  br label %work
work:
  {work}
leave:
  %s1 = mul i64 %a.r, 1000
  %s2 = mul i64 %b.q, 1000000
  %s3 = mul i64 %b.r, 1000000000
  %t1 = add i64 %more, %s1
  %t2 = add i64 %s2, %s3
  %t = add i64 %t1, %t2
  store i64 %t, ptr %p
  br label %exit
exit:
  ret void
}}
declare i64 @__mux_get_global_id(i32)"
    )
}

/// Divisors: zero, rows of all lengths, and numbers with misleading low bits. None of them divides the least
/// number by -1.
fn divisor(random: &mut Rng) -> u64 {
    match random.u8(..8) {
        0 => 0,
        1 => random.u64(1..20),
        2 => 0_u64.wrapping_sub(random.u64(2..100)),
        3 => (1 << 32) + random.u64(1..100),
        4 => ITEMS + random.u64(..10),
        _ => random.u64(30..150),
    }
}

/// Counts the kernels that the pass changes; all of them compute the same with it and without.
fn compare_kernels(seed: u64, count: u32) -> u32 {
    let mut random = Rng::with_seed(seed);
    let words = |numbers: Vec<u64>| Argument::array_of(numbers, u64::to_ne_bytes);
    let mut changed = 0;
    for _ in 0..count {
        let offsets = [0, 0, 7, (1 << 31) - 200, (1 << 32) - 200, (1 << 16) - 200, (1 << 15) - 200];
        let offset = offsets[random.usize(..offsets.len())];
        let text = kernel(&mut random, offset);
        let space = Space {
            global: [ITEMS, 1, 1],
            local: [[ITEMS, 64, 100, 7][random.usize(..4)], 1, 1],
            offset: [offset, 0, 0],
        };
        let arguments = [
            words((0..5).map(|_| random.u64(..)).collect()),
            words(vec![1; ITEMS as usize]),
            Argument::Number(divisor(&mut random)),
            Argument::Number(divisor(&mut random)),
        ];
        let passes: [&[&str]; 3] = [&[], &["split-rows"], &["split-rows", "narrow-work-items"]];
        let versions = passes.map(|passes| (text.as_str(), passes));
        let [_, split, _] = compare(versions, (&arguments, &space, Edge::Last));
        changed += u32::from(split);
    }
    changed
}

#[test]
fn divisions_of_all_kinds() {
    let count = crate::number_of_kernels(40);
    let changed = compare_kernels(1, count);
    assert!(changed > count / 2, "only {changed} of {count} kernels were split");
}

#[test]
#[ignore = "takes minutes"]
fn many_divisions() {
    compare_kernels(2, 2000);
}
