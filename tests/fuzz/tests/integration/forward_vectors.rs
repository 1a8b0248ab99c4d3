//! Work-items that read values of others from an array of their work-group, with forwarded vectors and with
//! loads: the same results.

use std::fmt::Write;

use fastrand::Rng;
use scythe_fuzz::by_hand::{Argument, Edge, Space, run};

/// Work-groups.
const GROUPS: u64 = 3;

/// Elements of the array.
struct Element {
    ty: &'static str,
    bytes: u64,
    /// Instructions that convert from and to a 32-bit number, and that add two.
    from: &'static str,
    to: &'static str,
    add: &'static str,
}

const ELEMENTS: &[Element] = &[
    Element { ty: "i8", bytes: 1, from: "trunc i32 {} to i8", to: "zext i8 {} to i32", add: "add" },
    Element {
        ty: "i16",
        bytes: 2,
        from: "trunc i32 {} to i16",
        to: "zext i16 {} to i32",
        add: "add",
    },
    Element { ty: "i32", bytes: 4, from: "add i32 {}, 0", to: "add i32 {}, 0", add: "add" },
    Element {
        ty: "i64",
        bytes: 8,
        from: "zext i32 {} to i64",
        to: "trunc i64 {} to i32",
        add: "add",
    },
    Element {
        ty: "float",
        bytes: 4,
        from: "bitcast i32 {} to float",
        to: "bitcast float {} to i32",
        add: "fsub",
    },
];

/// The body of a kernel, in which each step has its own names.
struct Body<'a> {
    text: String,
    element: &'a Element,
    size: u64,
    steps: u32,
}

impl Body<'_> {
    /// The address of the element of a work-item in one half of the array.
    fn place(&mut self, name: &str, half: u64, index: &str) {
        let (steps, size, ty) = (self.steps, self.size, self.element.ty);
        let _ = write!(
            self.text,
            "  %{name}{steps}.i = add i64 {index}, {}
  %{name}{steps} = getelementptr {ty}, ptr addrspace(3) @tile, i64 %{name}{steps}.i\n",
            half * size
        );
    }

    /// The code of one step; returns the half of the array that is current afterwards.
    fn step(&mut self, random: &mut Rng, now: u64) -> u64 {
        self.steps += 1;
        let (n, size, ty, add) = (self.steps, self.size, self.element.ty, self.element.add);
        let distance =
            [1, 1, 2, 3, 4, 7, 8, 15, 16, 17, size / 2][random.usize(..11)].min(size - 1);
        self.text += "  call void @__mux_work_group_barrier(i32 0, i32 2, i32 784)\n";
        let kind = random.u8(..5);
        // An element before or after the work-item's, or a tree sum.
        let (condition, index) = match kind {
            0 | 1 => (format!("icmp uge i64 %l, {distance}"), format!("sub i64 %l, {distance}")),
            2 => {
                (format!("icmp ult i64 %l, {}", size - distance), format!("add i64 %l, {distance}"))
            }
            3 => (format!("icmp ult i64 %l, {}", size / 2), format!("add i64 %l, {}", size / 2)),
            _ => {
                // One byte of the work-item's own element.
                let byte = random.u64(..self.element.bytes);
                self.place("own", now, "%l");
                let _ = write!(
                    self.text,
                    "  %b{n} = getelementptr i8, ptr addrspace(3) %own{n}, i64 {byte}
  store i8 {}, ptr addrspace(3) %b{n}\n",
                    random.u8(..100)
                );
                return now;
            }
        };
        let to = if kind == 3 { now } else { 1 - now };
        self.place("own", now, "%l");
        self.place("to", to, "%l");
        let _ = write!(self.text, "  %at{n} = {index}\n  %c{n} = {condition}\n");
        let _ = write!(
            self.text,
            "  br i1 %c{n}, label %then{n}, label %else{n}
then{n}:\n"
        );
        self.place("other", now, &format!("%at{n}"));
        let _ = write!(
            self.text,
            "  %far{n} = load {ty}, ptr addrspace(3) %other{n}
  %mine{n} = load {ty}, ptr addrspace(3) %own{n}
  %sum{n} = {add} {ty} %mine{n}, %far{n}
  store {ty} %sum{n}, ptr addrspace(3) %to{n}
  br label %join{n}
else{n}:\n"
        );
        if kind != 3 {
            let _ = write!(
                self.text,
                "  %kept{n} = load {ty}, ptr addrspace(3) %own{n}
  store {ty} %kept{n}, ptr addrspace(3) %to{n}\n"
            );
        }
        let _ = write!(self.text, "  br label %join{n}\njoin{n}:\n");
        to
    }
}

fn kernel(random: &mut Rng, size: u64, attribute: &str) -> String {
    let element = &ELEMENTS[random.usize(..ELEMENTS.len())];
    let mut body = Body { text: String::new(), element, size, steps: 0 };
    let mut now = 0;
    for _ in 0..random.u32(1..7) {
        now = body.step(random, now);
    }
    body.text += "  call void @__mux_work_group_barrier(i32 0, i32 2, i32 784)\n";
    body.steps += 1;
    let last = body.steps;
    body.place("own", now, "%l");
    body.place("opposite", now, "%back");
    let of = |text: &str, value: &str| text.replace("{}", value);
    let ty = element.ty;
    format!(
        "@tile = internal addrspace(3) global [{} x {ty}] poison
define spir_kernel void @k(ptr noalias %a0, ptr noalias %out) {attribute} !reqd_work_group_size !1 {{
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %l = call i64 @__mux_get_local_id(i32 0)
  %back = sub i64 {}, %l
  %q = getelementptr i32, ptr %a0, i64 %x
  %v = load i32, ptr %q
  %e = {}
  %first = getelementptr {ty}, ptr addrspace(3) @tile, i64 %l
  store {ty} %e, ptr addrspace(3) %first
{}  %e.own = load {ty}, ptr addrspace(3) %own{last}
  %e.far = load {ty}, ptr addrspace(3) %opposite{last}
  %n.own = {}
  %n.far = {}
  %f = mul i32 %n.far, 3
  %sum = add i32 %f, %n.own
  %r = getelementptr i32, ptr %out, i64 %x
  store i32 %sum, ptr %r
  ret void
}}
declare i64 @__mux_get_global_id(i32)
declare i64 @__mux_get_local_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)
!1 = !{{i32 {size}, i32 1, i32 1}}",
        2 * size,
        size - 1,
        of(element.from, "%v"),
        body.text,
        of(element.to, "%e.own"),
        of(element.to, "%e.far"),
    )
}

/// Random kernels compute the same with and without the pass.
fn compare(seed: u64, count: u32) {
    let mut random = Rng::with_seed(seed);
    for _ in 0..count {
        let size = [16, 32, 40, 64, 128, 200, 256][random.usize(..7)];
        let again = random.clone();
        let loads = kernel(&mut random, size, "\"scythe-keep-loads\"");
        let forwarded = kernel(&mut again.clone(), size, "");
        let items = (GROUPS * size) as usize;
        // As floats, none of these is so large that a difference could be NaN.
        let numbers = (0..items).flat_map(|_| random.u32(..0x4f00_0000).to_ne_bytes()).collect();
        let arguments = [Argument::Array(numbers), Argument::Array(vec![0; items * 4])];
        let space = Space { global: [GROUPS * size, 1, 1], local: [size, 1, 1], offset: [0, 0, 0] };
        let launch = |text: &str| {
            run(text, &["separate-guards"], (&arguments, &space, Edge::Last))
                .unwrap_or_else(|e| panic!("{e}\n{text}"))
        };
        assert_eq!(launch(&loads).arrays, launch(&forwarded).arrays, "{size}\n{forwarded}");
    }
}

#[test]
fn forwarded_vectors() {
    compare(1, crate::number_of_kernels(40));
}

#[test]
#[ignore = "takes minutes"]
fn many_forwarded_vectors() {
    compare(2, 2000);
}
