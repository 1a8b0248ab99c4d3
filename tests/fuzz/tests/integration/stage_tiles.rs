//! Kernels with and without `stage-tiles`: the same results, bit for bit, and no additional accesses.

use scythe_fuzz::by_hand::{Argument, Edge, Space, Version, compare};

/// The type of a kernel's values: its name and operations in IR, and its size.
struct Element {
    ty: &'static str,
    times: &'static str,
    plus: &'static str,
    bytes: usize,
}

const FLOAT: Element = Element { ty: "float", times: "fmul", plus: "fadd", bytes: 4 };
const DOUBLE: Element = Element { ty: "double", times: "fmul", plus: "fadd", bytes: 8 };
const BYTE: Element = Element { ty: "i8", times: "mul", plus: "add", bytes: 1 };

impl Element {
    /// Values that differ between positions, and whose sums depend on their order.
    fn values(&self, count: u64, seed: u64) -> Argument {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut bytes = Vec::new();
        for _ in 0..count {
            match self.bytes {
                1 => bytes.push(random.u8(..)),
                4 => bytes.extend((random.f32() - 0.5).to_ne_bytes()),
                _ => bytes.extend((random.f64() - 0.5).to_ne_bytes()),
            }
        }
        Argument::Array(bytes)
    }
}

/// `for (k = 0; k < n; ++k) sum += a[y][k] * b[x][k];` where `a` and `b` have rows of `n`, and a sum per
/// work-item.
fn matrix(element: &Element, local: [u64; 3]) -> String {
    let Element { ty, times, plus, .. } = element;
    let [lx, ly, lz] = local;
    format!(
        "define spir_kernel void @k(ptr noalias readonly %a, ptr noalias readonly %b, ptr noalias %c,
                                    i64 %n, i64 %width) !reqd_work_group_size !0 {{
        entry:
          %x = call i64 @__mux_get_global_id(i32 0)
          %y = call i64 @__mux_get_global_id(i32 1)
          %row = mul i64 %y, %width
          %place = add i64 %row, %x
          %cp = getelementptr {ty}, ptr %c, i64 %place
          %start = load {ty}, ptr %cp
          %ya = mul i64 %y, %n
          %xb = mul i64 %x, %n
          %ap = getelementptr {ty}, ptr %a, i64 %ya
          %bp = getelementptr {ty}, ptr %b, i64 %xb
          %none = icmp eq i64 %n, 0
          br i1 %none, label %exit, label %enter
        enter:
          br label %loop
        loop:
          %k = phi i64 [ 0, %enter ], [ %next, %loop ]
          %sum = phi {ty} [ %start, %enter ], [ %more, %loop ]
          %p = getelementptr {ty}, ptr %ap, i64 %k
          %v = load {ty}, ptr %p
          %q = getelementptr {ty}, ptr %bp, i64 %k
          %w = load {ty}, ptr %q
          %product = {times} {ty} %v, %w
          %more = {plus} {ty} %sum, %product
          %next = add nuw i64 %k, 1
          %done = icmp eq i64 %next, %n
          br i1 %done, label %leave, label %loop
        leave:
          store {ty} %more, ptr %cp
          br label %exit
        exit:
          ret void
        }}
        declare i64 @__mux_get_global_id(i32)
        !0 = !{{i32 {lx}, i32 {ly}, i32 {lz}}}"
    )
}

/// Runs a kernel at both edges of memory, with the pass and without.
fn compare_kernels(text: &str, arguments: &[Argument], space: &Space) {
    for edge in [Edge::First, Edge::Last] {
        let versions: [Version<'_>; 2] = [(text, &[]), (text, &["stage-tiles<force>"])];
        let [_, staged] = compare(versions, (arguments, space, edge));
        assert!(staged, "nothing is staged in\n{text}");
    }
}

fn compare_matrix(element: &Element, local: [u64; 3], groups: [u64; 2], trips: u64) {
    let global = [local[0] * groups[0], local[1] * groups[1], 1];
    let arguments = [
        element.values(global[1] * trips, 1),
        element.values(global[0] * trips, 2),
        element.values(global[0] * global[1], 3),
        Argument::Number(trips),
        Argument::Number(global[0]),
    ];
    let space = Space { global, local, offset: [0; 3] };
    compare_kernels(&matrix(element, local), &arguments, &space);
}

#[test]
fn loops_of_any_length_in_two_dimensions() {
    for trips in [0, 1, 7, 15, 16, 17, 32, 45, 100] {
        compare_matrix(&FLOAT, [16, 16, 1], [2, 3], trips);
    }
}

#[test]
fn groups_of_any_shape() {
    for local in [[8, 4, 1], [5, 3, 1], [32, 2, 1], [2, 32, 1], [1, 16, 1], [64, 4, 1]] {
        for trips in [3, 37] {
            compare_matrix(&FLOAT, local, [3, 2], trips);
        }
    }
}

#[test]
fn values_of_any_size() {
    for element in [DOUBLE, BYTE] {
        for trips in [5, 64, 67] {
            compare_matrix(&element, [16, 16, 1], [2, 2], trips);
        }
    }
}

#[test]
fn one_dimension_with_an_offset() {
    // Every work-item reads the same values, from the last one to the first.
    for (local, trips) in [(32, 100), (32, 31), (7, 15), (256, 300)] {
        let text = format!(
            "define spir_kernel void @k(ptr noalias readonly %a, ptr noalias %c, i32 %n)
                 !reqd_work_group_size !0 {{
               %x = call i64 @__mux_get_global_id(i32 0)
               %cp = getelementptr i32, ptr %c, i64 %x
               %small = trunc i64 %x to i32
               %last = add i32 %n, -1
               br label %loop
             loop:
               %k = phi i32 [ %last, %0 ], [ %next, %loop ]
               %sum = phi i32 [ 0, %0 ], [ %more, %loop ]
               %wide = sext i32 %k to i64
               %p = getelementptr inbounds i32, ptr %a, i64 %wide
               %v = load i32, ptr %p
               %turned = xor i32 %sum, %small
               %scaled = mul i32 %turned, 5
               %more = add i32 %scaled, %v
               %next = add nsw i32 %k, -1
               %goes = icmp sgt i32 %k, 0
               br i1 %goes, label %loop, label %exit
             exit:
               store i32 %more, ptr %cp
               ret void
             }}
             declare i64 @__mux_get_global_id(i32)
             !0 = !{{i32 {local}, i32 1, i32 1}}"
        );
        let values = |count: u64| {
            let numbers =
                (0..count).flat_map(|n| (n * n * 2_654_435_761).to_ne_bytes()[..4].to_vec());
            Argument::Array(numbers.collect())
        };
        let arguments = [values(trips), values(9 + 3 * local), Argument::Number(trips)];
        let space = Space { global: [3 * local, 1, 1], local: [local, 1, 1], offset: [9, 0, 0] };
        compare_kernels(&text, &arguments, &space);
    }
}

#[test]
fn three_dimensions_and_a_loop_around() {
    // Neighbours in dimension 1 read the same; the loop around starts at another place each time.
    let text = "
        define spir_kernel void @k(ptr noalias readonly %a, ptr noalias %c, i64 %n, i64 %m)
            !reqd_work_group_size !0 {
        entry:
          %x = call i64 @__mux_get_global_id(i32 0)
          %y = call i64 @__mux_get_local_id(i32 1)
          %z = call i64 @__mux_get_global_id(i32 2)
          %zx = mul i64 %z, 4
          %row = add i64 %zx, %x
          %first = mul i64 %row, %n
          %rows = getelementptr float, ptr %a, i64 %first
          %rest = mul i64 %row, 2
          %place = add i64 %rest, %y
          %cp = getelementptr float, ptr %c, i64 %place
          br label %around
        around:
          %j = phi i64 [ 0, %entry ], [ %j.next, %around.next ]
          %total = phi float [ 0.0, %entry ], [ %more, %around.next ]
          %from = getelementptr float, ptr %rows, i64 %j
          %count = sub i64 %n, %j
          br label %loop
        loop:
          %k = phi i64 [ 0, %around ], [ %next, %loop ]
          %sum = phi float [ %total, %around ], [ %more, %loop ]
          %p = getelementptr float, ptr %from, i64 %k
          %v = load float, ptr %p
          %half = fmul float %sum, 0.5
          %more = fadd float %half, %v
          %next = add nuw i64 %k, 1
          %done = icmp eq i64 %next, %count
          br i1 %done, label %around.next, label %loop
        around.next:
          %j.next = add nuw i64 %j, 1
          %j.done = icmp eq i64 %j.next, %m
          br i1 %j.done, label %exit, label %around
        exit:
          store float %more, ptr %cp
          ret void
        }
        declare i64 @__mux_get_global_id(i32)
        declare i64 @__mux_get_local_id(i32)
        !0 = !{i32 4, i32 2, i32 3}";
    for (length, around) in [(1, 1), (20, 3), (40, 40)] {
        let arguments = [
            FLOAT.values(4 * 6 * length, 4),
            FLOAT.values(4 * 6 * 2, 5),
            Argument::Number(length),
            Argument::Number(around),
        ];
        let space = Space { global: [4, 2, 6], local: [4, 2, 3], offset: [0; 3] };
        compare_kernels(text, &arguments, &space);
    }
}
