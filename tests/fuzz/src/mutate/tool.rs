//! The tools and their command lines.

use std::path::Path;
use std::process::Command;

use fastrand::Rng;
use scythe_llvm::inkwell::context::Context;
use scythe_llvm::parse_ir;
use scythe_targets::registry::PASSES;

use super::corpus::Corpus;
use super::text::{Mutator, NASTY_MLIR};

/// Extreme tokens of LLVM IR, which are inserted now and then.
const NASTY_LLVM: &[&str] = &[
    "-1",
    "0",
    "99999999999999999999",
    "4294967296",
    "i1",
    "i65",
    "i8388608",
    "void",
    "metadata",
    "token",
    "label",
    "half",
    "ptr addrspace(3)",
    "<4 x i32>",
    "<vscale x 4 x i32>",
    "{ <vscale x 2 x i32>, i8 }",
    "[0 x i8]",
    "[1000000000 x i64]",
    "{}",
    "target(\"spirv.Event\")",
    "poison",
    "undef",
    "zeroinitializer",
    "null",
    "@__mux_get_global_id",
    "@__mux_work_group_barrier",
    "@__mux_sub_group_reduce_add_i32",
    "noduplicate",
    "byval(i32)",
    "\"mux-kernel\"=\"entry-point\"",
    "!{}",
    "!0",
    "invoke",
    "musttail call",
    "unreachable",
    "ret void",
    "\"",
    "ü",
];

/// Pipelines of several passes.
const TOGETHER: &[&str] = &[
    "prepare-barriers,work-item-loops,add-sched-params,define-mux-builtins,add-kernel-wrapper",
    "transfer-kernel-metadata,prepare-barriers,replace-wgc,work-item-loops,replace-module-scope-vars",
    "prepare-barriers,accumulate-in-registers,stage-tiles,split-rows,narrow-work-items,split-interior,interchange-uniform-loops,work-item-loops",
    "prepare-barriers,allow-barrier-copies,forbid-barrier-copies,separate-guards,work-item-loops<narrow-regions;vector-exchanges>",
    "add-sched-params,define-mux-dma,define-mux-builtins,always-inline",
    "default<O1>",
];

/// Command lines for MLIR.
const MLIR: &[&[&str]] = &[
    &["--canonicalize", "--cse"],
    &["--sycl-lower"],
    &["--sycl-raise", "--sycl-lower"],
    &["--convert-sycl-to-llvm"],
    &["--sycl-raise", "--sycl-print-memory-access", "--sycl-print-uniformity"],
    &["--sycl-print-launches"],
];

/// A way to run a tool.
#[derive(Clone, Copy, Debug)]
pub enum Tool {
    /// muxc, without a device or for one.
    Muxc(Option<&'static str>),
    /// scythe-opt with LLVM passes.
    ScytheOpt,
    /// scythe-opt with LLVM IR, which is imported into MLIR.
    Import,
    /// scythe-opt with MLIR.
    Mlir,
}

/// All tools, repeated by their weight.
pub fn tools() -> Vec<Tool> {
    vec![
        Tool::Muxc(None),
        Tool::Muxc(None),
        Tool::Muxc(Some("RefSi M1")),
        Tool::Muxc(Some("host CPU")),
        Tool::ScytheOpt,
        Tool::ScytheOpt,
        Tool::Import,
        Tool::Mlir,
    ]
}

/// One run of a tool.
pub struct Call {
    program: &'static str,
    arguments: Vec<String>,
    /// Its input.
    pub input: Vec<u8>,
    /// The extension of the input's name, which defines its kind.
    pub extension: &'static str,
}

impl Call {
    /// The call for a seed.
    pub fn of(seed: u64, tools: &[Tool], corpus: &Corpus) -> Self {
        let mut random = Rng::with_seed(seed);
        let tool = tools[random.usize(..tools.len())];
        if let Tool::Mlir = tool {
            let mut mutator = Mutator::new(seed, &corpus.mlir.files, NASTY_MLIR);
            let passes = MLIR[random.usize(..MLIR.len())];
            let mut arguments = vec![
                "--mlir-disable-threading".to_owned(),
                "--allow-unregistered-dialect".to_owned(),
            ];
            arguments.extend(passes.iter().map(|&pass| pass.to_owned()));
            let input = mutator.text().into_bytes();
            return Self { program: "scythe-opt", arguments, input, extension: "mlir" };
        }
        let texts = &corpus.llvm;
        let file = random.usize(..texts.files.len());
        let parts = &texts.files[file];
        let mut mutator = Mutator::new(seed, &texts.files, NASTY_LLVM);
        let text = mutator.changed(parts[random.usize(..parts.len())].clone());
        let passes = match texts.passes[file].clone() {
            Some(passes) if random.u8(..3) > 0 => passes,
            _ => pipeline(&mut random),
        };
        let (program, arguments) = match tool {
            Tool::Muxc(device) => {
                let device = device.map(|name| format!("--device={name}"));
                ("muxc", device.into_iter().chain([format!("--passes={passes}")]).collect())
            }
            Tool::ScytheOpt => ("scythe-opt", vec![format!("--passes={passes}")]),
            _ => ("scythe-opt", vec!["--sycl-raise".to_owned(), "--sycl-lower".to_owned()]),
        };
        let bitcode = (random.u8(..4) == 0).then(|| bitcode(&text, &mut random)).flatten();
        let (input, extension) = match bitcode {
            Some(bitcode) => (bitcode, "bc"),
            None => (text.into_bytes(), "ll"),
        };
        Self { program, arguments, input, extension }
    }

    /// The command that reads the input from a file.
    pub fn command(&self, tools: &Path, input: &Path) -> Command {
        let mut command = Command::new(tools.join(self.program));
        command.args(&self.arguments).arg(input);
        command
    }
}

fn pipeline(random: &mut Rng) -> String {
    if random.bool() {
        return TOGETHER[random.usize(..TOGETHER.len())].to_owned();
    }
    let all: Vec<&str> = PASSES.iter().flat_map(|r| r.iter()).map(|r| r.pass.name).collect();
    let some = (0..random.usize(1..=3)).map(|_| all[random.usize(..all.len())]);
    some.collect::<Vec<_>>().join(",")
}

/// The bitcode of a text, if it is valid IR, complete or truncated. There is no other damage: LLVM's reader
/// of bitcode is not made for bitcode that LLVM did not write.
fn bitcode(text: &str, random: &mut Rng) -> Option<Vec<u8>> {
    let context = Context::create();
    let module = parse_ir(&context, "mutant", text.as_bytes()).ok()?;
    module.verify().ok()?;
    let mut bytes = module.write_bitcode_to_memory().as_slice().to_vec();
    if random.u8(..3) == 0 {
        bytes.truncate(random.usize(..bytes.len()));
    }
    Some(bytes)
}
