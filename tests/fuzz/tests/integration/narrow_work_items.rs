//! Kernels with and without `narrow-work-items` and `split-interior`: the same results, for all kinds of guards and
//! arithmetic, and wherever numbers wrap around.

use fastrand::Rng;
use scythe_fuzz::by_hand::{Argument, Edge, Space, Version, compare};

/// Work-items in a row, and rows.
const WIDTH: u64 = 75;
const HEIGHT: u64 = 6;

/// A guard: instructions that compute `%c` from the ids `%x` and `%y` and the arguments `%n` and `%m`, and
/// the offset of the index space in dimension 0.
struct Guard {
    text: String,
    offset: u64,
}

/// A comparison of an expression of an id with one of an argument, as the value `%name`.
fn comparison(random: &mut Rng, name: &str, id: &str, bound: &str) -> String {
    let predicates = ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"];
    let predicate = predicates[random.usize(..predicates.len())];
    let bits = [16, 32, 32, 64][random.usize(..4)];
    let factor = [1, 1, 1, -1, 3, -2, 7][random.usize(..7)];
    let factor = if matches!(predicate, "eq" | "ne") { 1 } else { factor };
    let shift = random.i32(-9..9);
    let cut = if bits < 64 {
        format!("%{name}.i = trunc i64 {id} to i{bits}\n  %{name}.n = trunc i64 {bound} to i{bits}")
    } else {
        format!("%{name}.i = add i64 {id}, 0\n  %{name}.n = add i64 {bound}, 0")
    };
    let mut text = format!(
        "{cut}
  %{name}.f = mul i{bits} %{name}.i, {factor}
  %{name}.s = add i{bits} %{name}.f, {shift}\n"
    );
    let (mut left, mut right, mut wide) = (format!("%{name}.s"), format!("%{name}.n"), bits);
    if bits < 64 && random.bool() {
        let extend = if random.bool() { "sext" } else { "zext" };
        text += &format!(
            "  %{name}.ws = {extend} i{bits} {left} to i64
  %{name}.wn = {extend} i{bits} {right} to i64\n"
        );
        (left, right, wide) = (format!("%{name}.ws"), format!("%{name}.wn"), 64);
    }
    if random.bool() {
        (left, right) = (right, left);
    }
    text + &format!("  %{name} = icmp {predicate} i{wide} {left}, {right}\n")
}

fn guard(random: &mut Rng) -> Guard {
    let offsets = [0, 5, (1 << 31) - 40, (1 << 32) - 40, (1 << 16) - 40, (1 << 15) - 40];
    let offset = offsets[random.usize(..offsets.len())];
    let first = comparison(random, "a", "%x", "%n");
    let text = match random.u8(..6) {
        0 => format!("{first}  %c = and i1 %a, %data\n"),
        1 => format!("{first}{}  %c = and i1 %a, %b\n", comparison(random, "b", "%y", "%m")),
        2 => format!("{first}{}  %c = or i1 %a, %b\n", comparison(random, "b", "%x", "%m")),
        3 => format!(
            "{first}{}  %c = select i1 %a, i1 %b, i1 false\n",
            comparison(random, "b", "%x", "%m")
        ),
        4 => format!("{first}  %c = xor i1 %a, true\n"),
        _ => format!("{first}  %c = and i1 %a, %a\n"),
    };
    Guard { text, offset }
}

/// `if (c) for (k = 0; k < 5; ++k) sum = 3 * sum + a[k] + y; out[x][y] = sum;`, or with the store under the guard
/// as well, which holds if `%c` is `stays`.
fn kernel(guard: &Guard, both_ways: bool, stays: bool) -> String {
    let Guard { text, offset } = guard;
    let ways = |to: &str| {
        if stays { format!("%enter, label {to}") } else { format!("{to}, label %enter") }
    };
    let (ways, store, end) = if both_ways {
        (
            ways("%join"),
            "",
            "%result = phi i32 [ 7, %entry ], [ %total, %leave ]\n  store i32 %result, ptr %q\n",
        )
    } else {
        (ways("%join"), "store i32 %total, ptr %q", "")
    };
    format!(
        "define spir_kernel void @k(ptr noalias readonly %a0, ptr noalias %out, i64 %n, i64 %m) {{
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %y = call i64 @__mux_get_global_id(i32 1)
  %column = sub i64 %x, {offset}
  %row = mul i64 %y, {WIDTH}
  %at = add i64 %row, %column
  %q = getelementptr i32, ptr %out, i64 %at
  %odd = and i64 %column, 5
  %data = icmp ne i64 %odd, 1
  {text}  br i1 %c, label {ways}
enter:
  %small = trunc i64 %at to i32
  br label %loop
loop:
  %k = phi i64 [ 0, %enter ], [ %next, %loop ]
  %sum = phi i32 [ %small, %enter ], [ %more, %loop ]
  %p = getelementptr i32, ptr %a0, i64 %k
  %v = load i32, ptr %p
  %times = mul i32 %sum, 3
  %more = add i32 %times, %v
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, 5
  br i1 %done, label %leave, label %loop
leave:
  %total = phi i32 [ %more, %loop ]
  {store}
  br label %join
join:
  {end}
  ret void
}}
declare i64 @__mux_get_global_id(i32)"
    )
}

/// `left = c ? a[at] : 3; right = d ? a[at + 1] : left; out[at] = left + 2 * right;`, with the last store under a third
/// guard or not.
fn straight(guards: [&Guard; 3], last: bool, stays: bool) -> String {
    let named = |guard: &Guard, to: &str| {
        let mut text = guard.text.clone();
        for name in ["a", "b", "c"] {
            text = text.replace(&format!("%{name}."), &format!("%{to}{name}."));
            for end in [" ", ",", "\n"] {
                text = text.replace(&format!("%{name}{end}"), &format!("%{to}{name}{end}"));
            }
        }
        text
    };
    let offset = guards[0].offset;
    let [first, second, third] =
        [(guards[0], "p"), (guards[1], "q"), (guards[2], "r")].map(|(guard, to)| named(guard, to));
    let ways = |to: &str, skip: &str| {
        if stays { format!("{to}, label {skip}") } else { format!("{skip}, label {to}") }
    };
    let (third, end) = match last {
        true => (third, format!("br i1 %rc, label {}", ways("%write", "%done"))),
        false => (String::new(), "br label %write".to_owned()),
    };
    format!(
        "define spir_kernel void @k(ptr noalias readonly %a0, ptr noalias %out, i64 %n, i64 %m) {{
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %y = call i64 @__mux_get_global_id(i32 1)
  %column = sub i64 %x, {offset}
  %row = mul i64 %y, {WIDTH}
  %at = add i64 %row, %column
  %place = urem i64 %at, 4
  %p = getelementptr i32, ptr %a0, i64 %place
  %q = getelementptr i32, ptr %out, i64 %at
  %odd = and i64 %column, 5
  %data = icmp ne i64 %odd, 1
  {first}  br i1 %pc, label {}
one:
  %v = load i32, ptr %p
  br label %next
next:
  %left = phi i32 [ 3, %entry ], [ %v, %one ]
  {second}  br i1 %qc, label {}
two:
  %p1 = getelementptr i32, ptr %p, i64 1
  %w = load i32, ptr %p1
  br label %join
join:
  %right = phi i32 [ %left, %next ], [ %w, %two ]
  %twice = shl i32 %right, 1
  %sum = add i32 %left, %twice
  {third}  {end}
write:
  store i32 %sum, ptr %q
  br label %done
done:
  ret void
}}
declare i64 @__mux_get_global_id(i32)",
        ways("%one", "%next"),
        ways("%two", "%join"),
    )
}

/// Numbers around those that guards compare.
fn bound(random: &mut Rng, offset: u64) -> u64 {
    match random.u8(..4) {
        0 => offset.wrapping_add(random.u64(..WIDTH)).wrapping_mul(3),
        1 => random.u64(..HEIGHT + 2),
        2 => 0_u64.wrapping_sub(random.u64(..12)),
        _ => offset.wrapping_add(random.u64(..WIDTH + 10)).wrapping_sub(5),
    }
}

/// Counts the kernels that the pass changes; all of them compute the same with it and without.
fn compare_kernels(seed: u64, count: u32) -> u32 {
    let mut random = Rng::with_seed(seed);
    let words = |numbers: Vec<u32>| Argument::array_of(numbers, u32::to_ne_bytes);
    let mut changed = 0;
    for _ in 0..count {
        let guard = guard(&mut random);
        let text = match random.bool() {
            true => kernel(&guard, random.bool(), random.bool()),
            false => {
                let [second, third] = [(); 2].map(|()| self::guard(&mut random));
                straight([&guard, &second, &third], random.bool(), random.bool())
            }
        };
        let locals = [[16, 2, 1], [75, 1, 1], [5, 6, 1], [40, 3, 1]];
        let space = Space {
            global: [WIDTH, HEIGHT, 1],
            local: locals[random.usize(..locals.len())],
            offset: [guard.offset, 0, 0],
        };
        let arguments = [
            words((0..5).map(|_| random.u32(..)).collect()),
            words(vec![1; (WIDTH * HEIGHT) as usize]),
            Argument::Number(bound(&mut random, guard.offset)),
            Argument::Number(bound(&mut random, guard.offset)),
        ];
        let versions: [Version<'_>; 2] =
            [(&text, &[]), (&text, &["narrow-work-items", "split-interior"])];
        let [_, narrow] = compare(versions, (&arguments, &space, Edge::Last));
        changed += u32::from(narrow);
    }
    changed
}

#[test]
fn guards_of_all_kinds() {
    let count = crate::number_of_kernels(40);
    let changed = compare_kernels(1, count);
    assert!(changed > count / 2, "only {changed} of {count} kernels were narrowed");
}

#[test]
#[ignore = "takes minutes"]
fn many_guards() {
    compare_kernels(2, 3000);
}
