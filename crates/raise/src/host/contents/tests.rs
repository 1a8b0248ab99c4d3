//! Random host code: raised launches are compared with an execution of the code.
//!
//! A program stores to two variables, copies between them, lets their addresses escape, and launches kernels
//! that capture one of them, in branches and loops. Captures that raising reports as constant must have that
//! value at each launch, in every execution.

use std::collections::HashMap;
use std::fmt::Write as _;

use fastrand::Rng;
use scythe_mlir::{Module, run_passes, walk};
use scythe_sycl_dialect::host_ops::Launch;

use crate::host::{PIPELINE, constants};

/// The variables have 8 bytes each; the first one is the function object.
const NAMES: [&str; 2] = ["%lambda", "%other"];

enum Step {
    Store { variable: usize, offset: usize, bytes: Vec<u8> },
    Copy { to: usize, to_offset: usize, from: usize, from_offset: usize, length: usize },
    Publish(usize),
    Call,
    Start(usize),
    Branch(Vec<Step>, Vec<Step>),
    Loop(Vec<Step>),
    Launch(u32),
}

fn program(rng: &mut Rng, depth: u32, launches: &mut u32) -> Vec<Step> {
    (0..rng.usize(1..7)).map(|_| step(rng, depth, launches)).collect()
}

fn step(rng: &mut Rng, depth: u32, launches: &mut u32) -> Step {
    let offset = |rng: &mut Rng, length: usize| rng.usize(0..=(8 - length) / 2) * 2;
    match rng.u32(0..if depth > 0 { 14 } else { 11 }) {
        0..=3 => {
            let length = [2, 4, 4, 8][rng.usize(0..4)];
            let bytes = std::iter::repeat_with(|| rng.u8(..)).take(length).collect();
            Step::Store { variable: rng.usize(0..2), offset: offset(rng, length), bytes }
        }
        4 | 5 => {
            let length = [4, 8, 8][rng.usize(0..3)];
            let (to_offset, from_offset) = (offset(rng, length), offset(rng, length));
            let to = rng.usize(0..2);
            Step::Copy { to, to_offset, from: 1 - to, from_offset, length }
        }
        6 => Step::Publish(rng.usize(0..2)),
        7 => Step::Call,
        8 => Step::Start(rng.usize(0..2)),
        9 | 10 => {
            *launches += 1;
            Step::Launch(*launches)
        }
        11 | 12 => {
            Step::Branch(program(rng, depth - 1, launches), program(rng, depth - 1, launches))
        }
        _ => Step::Loop(program(rng, depth - 1, launches)),
    }
}

#[derive(Default)]
struct Writer {
    text: String,
    names: u32,
}

impl Writer {
    fn line(&mut self, line: &str) {
        writeln!(self.text, "  {line}").expect("a string takes any text");
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("n{}", self.names)
    }

    fn place(&mut self, variable: usize, offset: usize) -> String {
        let name = self.name();
        let base = NAMES[variable];
        self.line(&format!(
            "%{name} = llvm.getelementptr {base}[{offset}] : (!llvm.ptr) -> !llvm.ptr, i8"
        ));
        format!("%{name}")
    }

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            self.step(step);
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Store { variable, offset, bytes } => {
                let place = self.place(*variable, *offset);
                let (name, bits) = (self.name(), 8 * bytes.len());
                let mut whole = [0; 8];
                whole[..bytes.len()].copy_from_slice(bytes);
                // MLIR's numbers are signed.
                let number = (i64::from_le_bytes(whole) << (64 - bits)) >> (64 - bits);
                self.line(&format!("%{name} = llvm.mlir.constant({number} : i{bits}) : i{bits}"));
                self.line(&format!("llvm.store %{name}, {place} : i{bits}, !llvm.ptr"));
            }
            Step::Copy { to, to_offset, from, from_offset, length } => {
                let (to, from) = (self.place(*to, *to_offset), self.place(*from, *from_offset));
                let name = self.name();
                self.line(&format!("%{name} = llvm.mlir.constant({length} : i64) : i64"));
                self.line(&format!(
                    "\"llvm.intr.memcpy\"({to}, {from}, %{name}) <{{isVolatile = false}}> : \
                     (!llvm.ptr, !llvm.ptr, i64) -> ()"
                ));
            }
            Step::Publish(variable) => {
                let name = NAMES[*variable];
                self.line(&format!("llvm.store {name}, %anywhere : !llvm.ptr, !llvm.ptr"));
            }
            Step::Call => self.line("llvm.call @work() : () -> ()"),
            Step::Start(variable) => {
                let name = NAMES[*variable];
                self.line(&format!("llvm.intr.lifetime.start {name} : !llvm.ptr"));
            }
            Step::Branch(one, other) => {
                let (first, second, end) = (self.name(), self.name(), self.name());
                self.condition(&first, &second);
                self.line(&format!("^{first}:"));
                self.steps(one);
                self.line(&format!("llvm.br ^{end}"));
                self.line(&format!("^{second}:"));
                self.steps(other);
                self.line(&format!("llvm.br ^{end}"));
                self.line(&format!("^{end}:"));
            }
            Step::Loop(body) => {
                let (head, inner, end) = (self.name(), self.name(), self.name());
                self.line(&format!("llvm.br ^{head}"));
                self.line(&format!("^{head}:"));
                self.condition(&inner, &end);
                self.line(&format!("^{inner}:"));
                self.steps(body);
                self.line(&format!("llvm.br ^{head}"));
                self.line(&format!("^{end}:"));
            }
            Step::Launch(number) => {
                let name = self.name();
                self.line(
                    "\"llvm.intr.var.annotation\"(%lambda, %word, %0, %1, %h) : (!llvm.ptr, \
                     !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()",
                );
                self.line(&format!(
                    "%{name} = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__\
                     (%name) : (!llvm.ptr) -> !llvm.ptr loc(\"launch\":{number}:1)"
                ));
                self.line(&format!("llvm.store %{name}, %h : !llvm.ptr, !llvm.ptr"));
            }
        }
    }

    fn condition(&mut self, yes: &str, no: &str) {
        let name = self.name();
        self.line(&format!("%{name} = llvm.load %choices : !llvm.ptr -> i1"));
        self.line(&format!("llvm.cond_br %{name}, ^{yes}, ^{no}"));
    }
}

fn module(steps: &[Step]) -> String {
    let mut writer = Writer::default();
    writer.steps(steps);
    format!(
        r#"
gpu.module @device_functions {{
  gpu.func @k() kernel attributes {{sycl.captures = [{{name = "a", offset = 0 : i64, size = 4 : i64}},
    {{name = "b", offset = 4 : i64, size = 4 : i64}}]}} {{ gpu.return }}
}}
llvm.mlir.global private constant @word("kernel\00")
llvm.mlir.global private constant @name("k\00")
llvm.func @__scythe_kernel_record__compile_this_file_with_scythe__(!llvm.ptr) -> !llvm.ptr
llvm.func @work()
llvm.func @main(%h: !llvm.ptr, %choices: !llvm.ptr, %anywhere: !llvm.ptr) {{
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %word = llvm.mlir.addressof @word : !llvm.ptr
  %name = llvm.mlir.addressof @name : !llvm.ptr
  %lambda = llvm.alloca %1 x !llvm.array<8 x i8> : (i32) -> !llvm.ptr
  %other = llvm.alloca %1 x !llvm.array<8 x i8> : (i32) -> !llvm.ptr
{}  llvm.return
}}
"#,
        writer.text
    )
}

/// An execution of a program: the contents of variables, none for bytes without a write.
struct Run<'a> {
    rng: &'a mut Rng,
    held: [[Option<u8>; 8]; 2],
    public: [bool; 2],
    /// The captures at each launch.
    seen: &'a mut HashMap<u32, Vec<[Option<u8>; 8]>>,
}

impl Run<'_> {
    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::Store { variable, offset, bytes } => {
                    for (index, byte) in bytes.iter().enumerate() {
                        self.held[*variable][offset + index] = Some(*byte);
                    }
                }
                Step::Copy { to, to_offset, from, from_offset, length } => {
                    for index in 0..*length {
                        self.held[*to][to_offset + index] = self.held[*from][from_offset + index];
                    }
                }
                Step::Publish(variable) => self.public[*variable] = true,
                Step::Call => {
                    for variable in 0..2 {
                        if self.public[variable] && self.rng.bool() {
                            self.held[variable][self.rng.usize(0..8)] = Some(self.rng.u8(..));
                        }
                    }
                }
                Step::Start(variable) => {
                    self.held[*variable] = [None; 8];
                    self.public[*variable] = false;
                }
                Step::Branch(one, other) => {
                    let taken = if self.rng.bool() { one } else { other };
                    self.steps(taken);
                }
                Step::Loop(body) => {
                    for _ in 0..self.rng.u32(0..4) {
                        self.steps(body);
                    }
                }
                Step::Launch(number) => {
                    self.seen.entry(*number).or_default().push(self.held[0]);
                }
            }
        }
    }
}

#[test]
fn captures_have_the_values_at_every_launch() {
    crate::register_passes();
    let context = scythe_sycl_dialect::context();
    let (mut checked, mut raised) = (0, 0);
    for seed in 0..600 {
        let mut rng = Rng::with_seed(seed);
        let mut launches = 0;
        let steps = program(&mut rng, 3, &mut launches);
        let text = module(&steps);
        let parsed = Module::parse(&context, &text).expect("the module is written correctly");
        run_passes(parsed.op(), PIPELINE, true).expect("raising never fails");
        let mut seen = HashMap::new();
        for _ in 0..24 {
            let held = [[None; 8]; 2];
            Run { rng: &mut rng, held, public: [false; 2], seen: &mut seen }.steps(&steps);
        }
        for launch in walk(parsed.op()) {
            let Some(parts) = Launch::of(launch) else { continue };
            raised += 1;
            let (_, number, _) = launch.location().source().expect("launches have numbers");
            for (index, argument) in parts.arguments.iter().enumerate() {
                let Some(said) = constants::bytes_of(argument.value) else { continue };
                for held in seen.get(&number).into_iter().flatten() {
                    let there = &held[4 * index..4 * index + 4];
                    // Bytes without a write may have any value.
                    let agree = there.iter().zip(&said).all(|(b, s)| b.is_none_or(|b| b == *s));
                    assert!(
                        agree,
                        "seed {seed}, launch {number}: {there:?} is not {said:?}\n{text}"
                    );
                    checked += 1;
                }
            }
        }
    }
    // Make sure that the test has checked something.
    assert!(checked > 1000 && raised > 600, "{checked} values of {raised} launches were checked");
}
