//! Random host code: the facts about launches are compared with an execution of the code.
//!
//! A program is a function with a few blocks in which ranges, ids, buffers, sub-buffers and accessors are
//! constructed repeatedly, passed to unknown functions, and used for launches. Executions take random paths,
//! and unknown functions do random things to objects that they can reach.

use std::fmt::Write;

use scythe_mlir::{Module, collect_diagnostics};
use scythe_optimize::host::{Alias, CaptureFact, KernelLaunches, LaunchSpace, Numbers, launches};

const PROGRAMS: u64 = 4000;
const RUNS: usize = 40;
const STEPS: usize = 60;

/// The variables: two of each class, and a buffer that is a parameter.
const RANGES: usize = 2;
const IDS: usize = 2;
const BUFFERS: usize = 3;
const ACCESSORS: usize = 2;
/// The buffer that is a parameter comes after those that are variables.
const PARAMETER: usize = BUFFERS;

#[derive(Clone, Copy, Debug)]
enum Number {
    Constant(u64),
    /// The parameter `%n`.
    Parameter,
}

#[derive(Clone, Copy, Debug)]
enum Object {
    Range(usize),
    Id(usize),
    Buffer(usize),
    Accessor(usize),
}

#[derive(Clone, Copy, Debug)]
enum Action {
    Range(usize, Number),
    CopyRange(usize, usize),
    Id(usize, Number),
    Own(usize, usize),
    CopyBuffer(usize, usize),
    Part {
        buffer: usize,
        of: usize,
        offset: usize,
        range: usize,
    },
    Whole(usize, usize),
    Ranged {
        accessor: usize,
        buffer: usize,
        range: usize,
        offset: Option<usize>,
    },
    /// Passes an object to an unknown function.
    Give(Object),
    /// Stores the address of an object to memory.
    Store(Object),
    /// Calls an unknown function.
    Call,
    Launch {
        kernel: usize,
        range: usize,
        offset: Option<usize>,
        accessors: [usize; 2],
    },
}

struct Program {
    /// For each block its actions and its successors.
    blocks: Vec<(Vec<Action>, Vec<usize>)>,
    kernels: usize,
}

type Random = fastrand::Rng;

/// Ranges are large and ids small, so that most parts fit.
fn number(random: &mut Random, constants: &[u64]) -> Number {
    match random.u8(0..6) {
        0 => Number::Parameter,
        _ => Number::Constant(constants[random.usize(0..constants.len())]),
    }
}

fn object(random: &mut Random) -> Object {
    match random.u8(0..6) {
        0 => Object::Range(random.usize(0..RANGES)),
        1 => Object::Id(random.usize(0..IDS)),
        2..4 => Object::Buffer(random.usize(0..BUFFERS)),
        _ => Object::Accessor(random.usize(0..ACCESSORS)),
    }
}

fn action(random: &mut Random, kernels: &mut usize) -> Action {
    let range = random.usize(0..RANGES);
    let id = random.usize(0..IDS);
    let (buffer, any_buffer) = (random.usize(0..BUFFERS), random.usize(0..=PARAMETER));
    let accessor = random.usize(0..ACCESSORS);
    match random.u8(0..27) {
        0..4 => Action::Range(range, number(random, &[2, 4, 4, 8])),
        4 => Action::CopyRange(range, random.usize(0..RANGES)),
        5..7 => Action::Id(id, number(random, &[0, 2, 4])),
        7..9 => Action::Own(buffer, range),
        9 => Action::CopyBuffer(buffer, any_buffer),
        10 => Action::Part { buffer, of: any_buffer, offset: id, range },
        11..14 => Action::Whole(accessor, any_buffer),
        14..18 => {
            let offset = random.bool().then_some(id);
            Action::Ranged { accessor, buffer: any_buffer, range, offset }
        }
        18 => Action::Give(object(random)),
        19 => Action::Store(object(random)),
        20..22 => Action::Call,
        _ => {
            *kernels += 1;
            let offset = random.bool().then_some(id);
            let accessors = [random.usize(0..ACCESSORS), random.usize(0..ACCESSORS)];
            Action::Launch { kernel: *kernels - 1, range, offset, accessors }
        }
    }
}

fn program(random: &mut Random) -> Program {
    let count = random.usize(1..6);
    let mut kernels = 0;
    // Everything is constructed at the start; otherwise little would ever be known.
    let mut start = Vec::new();
    for range in 0..RANGES {
        start.push(Action::Range(range, Number::Constant(8)));
    }
    start.extend((0..IDS).map(|id| Action::Id(id, Number::Constant([0, 2][random.usize(0..2)]))));
    start.extend((0..BUFFERS).map(|buffer| Action::Own(buffer, random.usize(0..RANGES))));
    let buffers: Vec<usize> = (0..ACCESSORS).map(|_| random.usize(0..=PARAMETER)).collect();
    start.extend(buffers.into_iter().enumerate().map(|(a, buffer)| Action::Whole(a, buffer)));
    let mut blocks = Vec::new();
    for block in 0..count {
        let mut actions = if block == 0 { start.clone() } else { Vec::new() };
        for _ in 0..random.usize(0..8) {
            actions.push(action(random, &mut kernels));
        }
        // The start of the function has no predecessors.
        let ways = random.usize(0..3).min(count.saturating_sub(1));
        let next = (0..ways).map(|_| random.usize(1..count.max(2))).collect();
        blocks.push((actions, next));
    }
    Program { blocks, kernels }
}

fn name(object: Object) -> String {
    match object {
        Object::Range(index) => format!("%r{index}"),
        Object::Id(index) => format!("%o{index}"),
        Object::Buffer(PARAMETER) => "%p".into(),
        Object::Buffer(index) => format!("%b{index}"),
        Object::Accessor(index) => format!("%a{index}"),
    }
}

const WHOLE: &str = "!sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>";

fn constructor(out: &mut String, object: Object, ty: &str, arguments: &[&str]) {
    let of_type = |argument: &&str| {
        if argument.starts_with("%c") || **argument == *"%n" { "i64" } else { "!llvm.ptr" }
    };
    let types: Vec<_> = arguments.iter().map(of_type).collect();
    let names: String = arguments.iter().map(|argument| format!(", {argument}")).collect();
    let types: String = types.iter().map(|ty| format!(", {ty}")).collect();
    let _ = writeln!(
        out,
        "sycl.host.constructor({}{names}) {{type = {ty}}} : (!llvm.ptr{types}) -> ()",
        name(object)
    );
}

fn text_of_number(number: Number) -> String {
    match number {
        Number::Constant(value) => format!("%c{value}"),
        Number::Parameter => "%n".into(),
    }
}

fn write_action(out: &mut String, action: Action) {
    use Object::{Accessor, Buffer, Id, Range};
    match action {
        Action::Range(range, value) => {
            constructor(out, Range(range), "!sycl.range<[1]>", &[&text_of_number(value)]);
        }
        Action::CopyRange(range, from) => {
            constructor(out, Range(range), "!sycl.range<[1]>", &[&name(Range(from))]);
        }
        Action::Id(id, value) => {
            constructor(out, Id(id), "!sycl.id<[1]>", &[&text_of_number(value)]);
        }
        Action::Own(buffer, range) => {
            let arguments = ["%data", &name(Range(range)), "%props"];
            constructor(out, Buffer(buffer), "!sycl.buffer<[1, !llvm.void]>", &arguments);
        }
        Action::CopyBuffer(buffer, from) => {
            let ty = "!sycl.buffer<[1, !llvm.void]>";
            constructor(out, Buffer(buffer), ty, &[&name(Buffer(from))]);
        }
        Action::Part { buffer, of, offset, range } => {
            let arguments = [&*name(Buffer(of)), &name(Id(offset)), &name(Range(range))];
            constructor(out, Buffer(buffer), "!sycl.buffer<[1, !llvm.void, true]>", &arguments);
        }
        Action::Whole(accessor, buffer) => {
            constructor(out, Accessor(accessor), WHOLE, &[&name(Buffer(buffer)), "%h"]);
        }
        Action::Ranged { accessor, buffer, range, offset } => {
            let body = if offset.is_some() { ", !sycl.id<[1]>" } else { "" };
            let ty =
                format!("!sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>{body})>");
            let offset = offset.map(|offset| name(Id(offset)));
            let (buffer, range) = (name(Buffer(buffer)), name(Range(range)));
            let arguments: Vec<&str> =
                [&*buffer, "%h", &range].into_iter().chain(offset.as_deref()).collect();
            constructor(out, Accessor(accessor), &ty, &arguments);
        }
        Action::Give(object) => {
            let _ = writeln!(out, "llvm.call @unknown({}) : (!llvm.ptr) -> ()", name(object));
        }
        Action::Store(object) => {
            let _ = writeln!(out, "llvm.store {}, %data : !llvm.ptr, !llvm.ptr", name(object));
        }
        Action::Call => out.push_str("llvm.call @anything() : () -> ()\n"),
        Action::Launch { kernel, range, offset, accessors } => {
            let space = match offset {
                Some(offset) => {
                    format!("range {}, offset {}", name(Range(range)), name(Id(offset)))
                }
                None => format!("range {}", name(Range(range))),
            };
            let types = vec!["!llvm.ptr"; if offset.is_some() { 5 } else { 4 }].join(", ");
            let [one, two] = accessors.map(|accessor| name(Accessor(accessor)));
            let _ = writeln!(
                out,
                "sycl.host.schedule_kernel %h -> @kernels::@k{kernel}[{space}]({one}: {WHOLE}, {two}: {WHOLE}) \
                 : ({types}) -> ()"
            );
        }
    }
}

fn text(program: &Program) -> String {
    let mut out = String::from("gpu.module @kernels {\n");
    for kernel in 0..program.kernels {
        let _ = writeln!(out, "gpu.func @k{kernel}() kernel {{ gpu.return }}");
    }
    out.push_str(
        "}\nllvm.func @unknown(!llvm.ptr)\nllvm.func @anything()\n\
         llvm.func @f(%h: !llvm.ptr, %p: !llvm.ptr, %data: !llvm.ptr, %n: i64, %way: i1) {\n\
         %one = llvm.mlir.constant(1 : i32) : i32\n",
    );
    for value in [0, 2, 4, 8] {
        let _ = writeln!(out, "%c{value} = llvm.mlir.constant({value} : i64) : i64");
    }
    let variables = (0..RANGES)
        .map(Object::Range)
        .chain((0..IDS).map(Object::Id))
        .chain((0..BUFFERS).map(Object::Buffer))
        .chain((0..ACCESSORS).map(Object::Accessor))
        .map(name)
        .chain(["%props".to_owned()]);
    for variable in variables {
        let _ = writeln!(out, "{variable} = llvm.alloca %one x i64 : (i32) -> !llvm.ptr");
    }
    for (index, (actions, next)) in program.blocks.iter().enumerate() {
        if index > 0 {
            let _ = writeln!(out, "^b{index}:");
        }
        for &action in actions {
            write_action(&mut out, action);
        }
        let _ = match next[..] {
            [] => writeln!(out, "llvm.return"),
            [one] => writeln!(out, "llvm.br ^b{one}"),
            [one, two, ..] => writeln!(out, "llvm.cond_br %way, ^b{one}, ^b{two}"),
        };
    }
    out.push_str("}\n");
    out
}

/// A buffer: the owner of its memory, and its part of that.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Buffer {
    memory: u64,
    start: u64,
    size: u64,
    is_part: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Accessor {
    buffer: Buffer,
    offset: u64,
    range: u64,
}

struct Run<'a> {
    random: &'a mut Random,
    n: u64,
    ranges: [u64; RANGES],
    ids: [u64; IDS],
    buffers: [Buffer; BUFFERS + 1],
    accessors: [Accessor; ACCESSORS],
    /// Objects whose addresses have escaped.
    known: Vec<Object>,
    memories: u64,
}

impl Run<'_> {
    fn value(&self, number: Number) -> u64 {
        match number {
            Number::Constant(value) => value,
            Number::Parameter => self.n,
        }
    }

    /// An unknown function changes an object.
    fn disturb(&mut self, object: Object) {
        if self.random.bool() {
            return;
        }
        let number = [0, 1, 2, 4][self.random.usize(0..4)];
        match object {
            Object::Range(range) => self.ranges[range] = number,
            Object::Id(id) => self.ids[id] = number,
            Object::Buffer(buffer) => {
                self.buffers[buffer] = self.buffers[self.random.usize(0..=PARAMETER)];
            }
            Object::Accessor(accessor) => {
                self.accessors[accessor] = self.accessors[self.random.usize(0..ACCESSORS)];
            }
        }
    }

    fn disturb_all(&mut self) {
        self.disturb(Object::Buffer(PARAMETER));
        for object in self.known.clone() {
            self.disturb(object);
        }
    }

    /// Whether the program continues: SYCL throws an exception for parts that do not fit.
    fn act(&mut self, action: Action, facts: &[KernelLaunches], text: &str) -> bool {
        match action {
            Action::Range(range, value) => self.ranges[range] = self.value(value),
            Action::CopyRange(range, from) => self.ranges[range] = self.ranges[from],
            Action::Id(id, value) => self.ids[id] = self.value(value),
            Action::Own(buffer, range) => {
                self.memories += 1;
                let (memory, size) = (self.memories, self.ranges[range]);
                self.buffers[buffer] = Buffer { memory, start: 0, size, is_part: false };
            }
            Action::CopyBuffer(buffer, from) => self.buffers[buffer] = self.buffers[from],
            Action::Part { buffer, of, offset, range } => {
                let (whole, offset, size) =
                    (self.buffers[of], self.ids[offset], self.ranges[range]);
                if whole.is_part || offset + size > whole.size {
                    return false;
                }
                let start = whole.start + offset;
                self.buffers[buffer] = Buffer { start, size, is_part: true, ..whole };
            }
            Action::Whole(accessor, buffer) => {
                let buffer = self.buffers[buffer];
                self.accessors[accessor] = Accessor { buffer, offset: 0, range: buffer.size };
            }
            Action::Ranged { accessor, buffer, range, offset } => {
                let (buffer, range) = (self.buffers[buffer], self.ranges[range]);
                let offset = offset.map_or(0, |offset| self.ids[offset]);
                if offset + range > buffer.size {
                    return false;
                }
                self.accessors[accessor] = Accessor { buffer, offset, range };
            }
            Action::Give(object) => {
                self.known.push(object);
                self.disturb_all();
            }
            Action::Store(object) => self.known.push(object),
            Action::Call => self.disturb_all(),
            Action::Launch { kernel, range, offset, accessors } => {
                self.check(kernel, range, offset, accessors, facts, text);
            }
        }
        true
    }

    fn check(
        &self,
        kernel: usize,
        range: usize,
        offset: Option<usize>,
        accessors: [usize; 2],
        facts: &[KernelLaunches],
        text: &str,
    ) {
        let kernel = format!("k{kernel}");
        let launch = facts.iter().find(|launch| launch.kernel == kernel).expect("it is launched");
        let site = &launch.sites[0];
        let LaunchSpace::Range { global, offset: from } = &site.space else {
            panic!("{:?}", site.space)
        };
        let offset = offset.map_or(0, |offset| self.ids[offset]);
        assert_number(global, self.ranges[range], &kernel, text);
        assert_number(from, offset, &kernel, text);
        for (index, accessor) in accessors.into_iter().enumerate() {
            let CaptureFact::Accessor(fact) = &site.captures[index] else { panic!("no accessor") };
            let truth = self.accessors[accessor];
            assert_number(&fact.memory, truth.buffer.size, &kernel, text);
            assert_number(&fact.access_range, truth.range, &kernel, text);
            assert_number(&fact.offset, truth.offset, &kernel, text);
        }
        let [one, two] = accessors.map(|accessor| self.accessors[accessor]);
        let stretch = |a: Accessor| {
            let start = a.buffer.start + a.offset;
            (a.buffer.memory, start, start + a.range)
        };
        let (one, two) = (stretch(one), stretch(two));
        match site.alias(0, 1) {
            Alias::No => assert!(
                one.0 != two.0 || one.1.max(two.1) >= one.2.min(two.2),
                "{kernel}: {one:?} and {two:?} are not disjoint\n{text}"
            ),
            Alias::Must => assert_eq!(one, two, "{kernel}\n{text}"),
            Alias::May => {}
        }
    }
}

fn assert_number(known: &Numbers, truth: u64, kernel: &str, text: &str) {
    if let Some(Some(known)) = known.first() {
        assert_eq!(*known, truth, "{kernel}\n{text}");
    }
}

fn run(program: &Program, facts: &[KernelLaunches], text: &str, random: &mut Random) {
    let nothing = Buffer { memory: 0, start: 0, size: 8, is_part: false };
    let n = random.u64(0..5);
    let mut run = Run {
        random,
        n,
        ranges: [0; RANGES],
        ids: [0; IDS],
        buffers: [nothing; BUFFERS + 1],
        accessors: [Accessor { buffer: nothing, offset: 0, range: 8 }; ACCESSORS],
        known: Vec::new(),
        memories: 0,
    };
    let mut block = 0;
    for _ in 0..STEPS {
        let (actions, next) = &program.blocks[block];
        if !actions.iter().all(|action| run.act(*action, facts, text)) || next.is_empty() {
            return;
        }
        block = next[run.random.usize(0..next.len())];
    }
}

#[test]
fn facts_about_launches_are_true() {
    let context = scythe_sycl_dialect::context();
    let mut known = [0_usize; 4];
    for seed in 0..PROGRAMS {
        let mut random = Random::with_seed(seed);
        let program = program(&mut random);
        let text = text(&program);
        let (module, diagnostics) =
            collect_diagnostics(&context, || Module::parse(&context, &text));
        let module = module.unwrap_or_else(|| panic!("{text}\n{diagnostics:#?}"));
        let facts = launches(module.op());
        for site in facts.iter().flat_map(|kernel| &kernel.sites) {
            let known_range = matches!(&site.space, LaunchSpace::Range { global, .. } if global.first().is_some_and(Option::is_some));
            let counted = [
                known_range,
                site.alias(0, 1) == Alias::No,
                site.alias(0, 1) == Alias::Must,
                matches!(&site.captures[0], CaptureFact::Accessor(fact) if fact.offset[0].is_some()),
            ];
            for (count, is) in known.iter_mut().zip(counted) {
                *count += usize::from(is);
            }
        }
        for _ in 0..RUNS {
            run(&program, &facts, &text, &mut random);
        }
    }
    // Make sure that something is known.
    assert!(known.iter().all(|count| *count > 100), "{known:?}");
}
