//! Kernels with barriers and guards between them, with and without narrowed loops over work-items: the same
//! results.

use fastrand::Rng;
use scythe_fuzz::by_hand::{Argument, Edge, Space, Version, compare};

/// Work-items in a row, and rows.
const WIDTH: u64 = 75;
const HEIGHT: u64 = 6;

/// A comparison of an expression of a local or global id with one of an argument and the iteration, as the
/// value `%name`.
fn comparison(random: &mut Rng, name: &str) -> String {
    let predicates = ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"];
    let predicate = predicates[random.usize(..predicates.len())];
    let bits = [16, 32, 64][random.usize(..3)];
    let id = ["%lx", "%lx", "%ly", "%x"][random.usize(..4)];
    let bound = ["%n", "%half", "%half", "%m", "%k"][random.usize(..5)];
    let factor =
        if matches!(predicate, "eq" | "ne") { 1 } else { [1, 1, -1, 2][random.usize(..4)] };
    let shift = random.i32(-4..4);
    let cut = |value: &str, suffix: &str| match bits {
        64 => format!("  %{name}.{suffix} = add i64 {value}, 0\n"),
        _ => format!("  %{name}.{suffix} = trunc i64 {value} to i{bits}\n"),
    };
    format!(
        "{}{}  %{name}.f = mul i{bits} %{name}.i, {factor}
  %{name}.s = add i{bits} %{name}.f, {shift}
  %{name} = icmp {predicate} i{bits} %{name}.s, %{name}.n\n",
        cut(id, "i"),
        cut(bound, "n"),
    )
}

/// Work-items change their element if a guard holds, `rounds` times with barriers between, then read that of
/// the opposite work-item. With `keep`, a value of each work-item is live across the barriers.
fn kernel(random: &mut Rng, metadata: &str) -> String {
    let first = comparison(random, "a");
    let condition = match random.u8(..4) {
        0 => format!("{first}{}  %c = and i1 %a, %b\n", comparison(random, "b")),
        1 => format!("{first}{}  %c = or i1 %a, %b\n", comparison(random, "b")),
        2 => format!("{first}  %c = and i1 %a, %data\n"),
        _ => format!("{first}  %c = xor i1 %a, true\n"),
    };
    let rounds = [1, 3, 20][random.usize(..3)];
    let remembered = if random.bool() { "%loaded" } else { "%k32" };
    let otherwise = match random.u8(..3) {
        0 => "store i32 77, ptr %q",
        1 => "store i32 %k32, ptr %r",
        _ => "",
    };
    format!(
        "define spir_kernel void @k(ptr noalias %a0, ptr noalias %out, i64 %n, i64 %m) {metadata} {{
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %y = call i64 @__mux_get_global_id(i32 1)
  %lx = call i64 @__mux_get_local_id(i32 0)
  %ly = call i64 @__mux_get_local_id(i32 1)
  %size = call i64 @__mux_get_local_size(i32 0)
  %row = mul i64 %y, {WIDTH}
  %at = add i64 %row, %x
  %q = getelementptr i32, ptr %a0, i64 %at
  %r = getelementptr i32, ptr %out, i64 %at
  %odd = and i64 %at, 5
  %data = icmp ne i64 %odd, 1
  %loaded = load i32, ptr %r
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %join ]
  %half = phi i64 [ %n, %entry ], [ %less, %join ]
  %k32 = trunc i64 %k to i32
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 784)
{condition}  br i1 %c, label %then, label %else
then:
  %back.size = sub i64 %size, 1
  %back.local = sub i64 %back.size, %lx
  %back.x = sub i64 %x, %lx
  %back.to = add i64 %back.x, %back.local
  %back.at = add i64 %row, %back.to
  %far = getelementptr i32, ptr %out, i64 %back.at
  %v = load i32, ptr %q
  %u = mul i32 %v, 3
  %w = add i32 %u, {remembered}
  store i32 %w, ptr %q
  br label %join
else:
  {otherwise}
  br label %join
join:
  call void @__mux_work_group_barrier(i32 1, i32 2, i32 784)
  %less = lshr i64 %half, 1
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, {rounds}
  br i1 %done, label %leave, label %loop
leave:
  %end.size = sub i64 %size, 1
  %end.local = sub i64 %end.size, %lx
  %end.x = sub i64 %x, %lx
  %end.to = add i64 %end.x, %end.local
  %end.at = add i64 %row, %end.to
  %opposite = getelementptr i32, ptr %a0, i64 %end.at
  %theirs = load i32, ptr %opposite
  %sum = add i32 %theirs, %loaded
  store i32 %sum, ptr %r
  ret void
}}
declare i64 @__mux_get_global_id(i32)
declare i64 @__mux_get_local_id(i32)
declare i64 @__mux_get_local_size(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)
!0 = !{{i32 1}}"
    )
}

/// Counts the kernels that are split at their guards; all of them compute the same without narrowing.
fn compare_kernels(seed: u64, count: u32) -> u32 {
    let mut random = Rng::with_seed(seed);
    let words = |numbers: Vec<u32>| Argument::array_of(numbers, u32::to_ne_bytes);
    let mut changed = 0;
    for _ in 0..count {
        let again = random.clone();
        let whole = kernel(&mut random, "!scythe_whole_regions !0");
        let narrow = kernel(&mut again.clone(), "");
        let locals = [[15, 2, 1], [75, 1, 1], [5, 6, 1], [25, 3, 1], [1, 6, 1]];
        let space = Space {
            global: [WIDTH, HEIGHT, 1],
            local: locals[random.usize(..locals.len())],
            offset: [0, 0, 0],
        };
        let many = (WIDTH * HEIGHT) as usize;
        let arguments = [
            words((0..many).map(|_| random.u32(..)).collect()),
            words((0..many).map(|_| random.u32(..)).collect()),
            Argument::Number(random.u64(..90).wrapping_sub(5)),
            Argument::Number(random.u64(..9).wrapping_sub(2)),
        ];
        let versions: [Version<'_>; 2] = [(&whole, &[]), (&narrow, &["separate-guards"])];
        let [_, narrowed] = compare(versions, (&arguments, &space, Edge::Last));
        changed += u32::from(narrowed);
    }
    changed
}

#[test]
fn guards_between_barriers() {
    compare_kernels(1, crate::number_of_kernels(60));
}

#[test]
#[ignore = "takes minutes"]
fn many_guards_between_barriers() {
    compare_kernels(2, 3000);
}
