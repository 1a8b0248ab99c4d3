//! Remarks about the memory accesses of kernels: `-Rscythe=memory-access`.

use std::path::Path;

use scythe_mlir::{Attribute, Op, PassDefinition, PassFailed, Position};

use crate::translate::Translated;
use scythe_analysis::access::{Access, Action, Class, Kernel, Memory, Report, Stride, read};
use scythe_analysis::graph::Flow;

/// A kernel, and what its arguments are called.
#[derive(Clone, Debug, Default)]
pub struct KernelArguments {
    /// The kernel's symbol. A function of that name with `.body` behind it is the kernel as well: what
    /// the entry point calls once it has rebuilt its arguments.
    pub symbol: String,
    /// The work-group size that the kernel demands, by SYCL dimension.
    pub group_size: Option<[u64; 3]>,
    /// Its arguments, where their names are known: members of the function object that it takes.
    pub arguments: Vec<Argument>,
    /// The same for each parameter of the entry point, where that is not the function object.
    pub parameters: Vec<Vec<Argument>>,
}

/// A kernel argument: bytes of the memory that all of them lie in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Where it starts.
    pub offset: u64,
    /// How long it is.
    pub bytes: u64,
    /// What the source calls it.
    pub name: String,
    /// Whether it is an object of SYCL's with a range, such as an accessor.
    pub has_range: bool,
}

/// What takes the arguments of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taker {
    /// The kernel as it is written, which has the function object.
    Body,
    /// The entry point, which has parameters of its own.
    Entry,
}

impl Taker {
    /// A function by its name.
    fn of(function: Op<'_>) -> Self {
        let name = function.symbol_name().unwrap_or_default();
        if name.ends_with(".body") { Self::Body } else { Self::Entry }
    }
}

impl KernelArguments {
    /// The argument that some byte behind a parameter belongs to, or the number that so many of them are.
    fn name(
        &self,
        taker: Taker,
        parameter: u32,
        offset: i64,
        bytes: Option<u64>,
    ) -> Option<String> {
        let offset = u64::try_from(offset).ok()?;
        let arguments = match taker {
            Taker::Entry if !self.parameters.is_empty() => {
                self.parameters.get(usize::try_from(parameter).ok()?)?
            }
            _ => &self.arguments,
        };
        let holds = |a: &&Argument| (a.offset..a.offset + a.bytes).contains(&offset);
        let argument = arguments.iter().find(holds)?;
        let is_all = bytes.is_none() || bytes == Some(argument.bytes);
        match (is_all, argument.has_range) {
            (true, _) => Some(argument.name.clone()),
            // The numbers in an accessor are those of its range.
            (false, true) => Some(format!("{}.get_range()", argument.name)),
            (false, false) => None,
        }
    }
}

/// Something to say about a line of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The file, with the directory that debug information has it in.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 where it is not known.
    pub column: u32,
    /// What is said.
    pub message: String,
    /// The access that it is said of.
    pub pattern: Pattern,
}

impl Remark {
    /// Whether another one says the same of the same place.
    fn repeats(&self, other: &Self) -> bool {
        (&self.file, self.line, self.column, &self.message)
            == (&other.file, other.line, other.column, &other.message)
    }
}

/// What is known of an access, for those who draw it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// The kernel's symbol.
    pub kernel: String,
    /// What the source calls the memory.
    pub base: Option<String>,
    /// `load`, `store` or `atomic`.
    pub action: &'static str,
    /// The class of the access, as remarks call it.
    pub class: &'static str,
    /// Bytes that one work-item accesses.
    pub bytes: u64,
    /// The distances between neighbours along each SYCL dimension.
    pub strides: Vec<Distance>,
    /// The distances between the iterations of each loop around it, the outermost first.
    pub loops: Vec<Distance>,
}

/// A distance in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distance {
    /// The number, where it is one.
    pub bytes: Option<i64>,
    /// As users write it, where anything is known.
    pub words: Option<String>,
}

/// One access of a kernel: where it is made, what is known of it, and the words for that.
#[derive(Clone, Debug)]
pub struct Judged<'c> {
    /// The operation.
    pub op: Op<'c>,
    /// What it does.
    pub access: Access,
    /// What is known of it.
    pub report: Report,
    /// What is said.
    pub message: String,
    /// The same for those who draw it; the kernel is not named.
    pub pattern: Pattern,
}

/// Judges the accesses of a kernel to global and local memory.
#[must_use]
pub fn judge<'c>(kernel: Op<'c>, names: &KernelArguments) -> Vec<Judged<'c>> {
    let translated = Translated::of(kernel);
    let flow = Flow::of(&translated.graph);
    let taker = Taker::of(kernel);
    let name = |parameter: u32, offset: i64, bytes: Option<u64>| {
        names.name(taker, parameter, offset, bytes)
    };
    let mut launch = translated.launch;
    launch.group_size = names.group_size.or(launch.group_size);
    let (read, operations) = read(&translated.graph, &flow, launch, &name);
    let reports = read.reports();
    let judged = read.accesses.iter().zip(reports).zip(operations);
    judged
        .filter_map(|((access, report), value)| {
            let message = read.remark(access, &report);
            let op = translated.operation(value)?;
            let pattern = pattern(&read, access, &report);
            Some(Judged { op, access: access.clone(), report, message, pattern })
        })
        .collect()
}

/// What is known of an access, without its kernel's name.
fn pattern(kernel: &Kernel, access: &Access, report: &Report) -> Pattern {
    let distance =
        |stride: &Stride| Distance { bytes: stride.constant(), words: kernel.distance(stride) };
    let classified = &report.classified;
    Pattern {
        kernel: String::new(),
        base: access.base.name.clone(),
        action: match access.action {
            Action::Load => "load",
            Action::Store => "store",
            Action::Atomic => "atomic",
        },
        class: match classified.class {
            Class::Linear => "linear",
            Class::ReverseLinear => "reverse-linear",
            Class::Shifted => "shifted",
            Class::Strided => "strided",
            Class::Overlapped => "overlapped",
            Class::Broadcast(_) => "broadcast",
            Class::Indirect => "indirect",
            Class::Unknown => "unknown",
        },
        bytes: access.bytes,
        strides: classified.strides.iter().map(distance).collect(),
        loops: classified.loops.iter().map(|part| distance(&part.stride)).collect(),
    }
}

/// Remarks about all accesses to global memory of some kernels of a module, in the order of the program.
///
/// A place in the source gets one remark per kernel and kind of access, the one that matters most:
/// LLVM copies code, and what is linear in one copy may be shifted in the next. Accesses without a place
/// are left out, and accesses in SYCL's own headers are where the program calls them.
#[must_use]
pub fn remarks(module: Op<'_>, kernels: &[KernelArguments]) -> Vec<Remark> {
    let mut found: Vec<Remark> = Vec::new();
    for function in functions(module) {
        let name = function.symbol_name().unwrap_or_default();
        let name = name.strip_suffix(".body").unwrap_or(name);
        let Some(kernel) = kernels.iter().find(|kernel| kernel.symbol == name) else { continue };
        for remark in remarks_of(function, kernel) {
            // Instances of a template have much to say in the same words.
            if !found.iter().any(|known| known.repeats(&remark)) {
                found.push(remark);
            }
        }
    }
    found.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
    found
}

fn remarks_of(function: Op<'_>, kernel: &KernelArguments) -> Vec<Remark> {
    let mut said: Vec<(Judged<'_>, Remark)> = Vec::new();
    for judged in judge(function, kernel) {
        if judged.access.base.memory != Memory::Global {
            continue;
        }
        let Some((file, line, column)) = place(judged.op) else { continue };
        let message = judged.message.clone();
        let pattern = Pattern { kernel: kernel.symbol.clone(), ..judged.pattern.clone() };
        let remark = Remark { file, line, column, message, pattern };
        let same = said.iter_mut().find(|(other, there)| {
            other.access.action == judged.access.action
                && other.access.base == judged.access.base
                && (&there.file, there.line, there.column) == (&remark.file, line, column)
        });
        match same {
            None => said.push((judged, remark)),
            Some(known) if weight(&known.0) < weight(&judged) => *known = (judged, remark),
            Some(_) => {}
        }
    }
    said.into_iter().map(|(_, remark)| remark).collect()
}

/// How much a user wants to know about an access.
fn weight(judged: &Judged<'_>) -> (bool, u32) {
    let class = match judged.report.classified.class {
        Class::Linear => 0,
        Class::Shifted => 1,
        Class::ReverseLinear => 2,
        Class::Overlapped => 3,
        Class::Broadcast(_) => 4,
        Class::Unknown => 5,
        Class::Indirect => 6,
        Class::Strided => 7,
    };
    (judged.report.fix.is_some(), class)
}

/// Where the program makes an access: the innermost place that is not in SYCL's headers.
pub(crate) fn place(op: Op<'_>) -> Option<(String, u32, u32)> {
    let all = op.location().positions();
    let in_program = |p: &&Position<'_>| p.line > 0 && !is_header(p.file);
    let found = all.iter().find(in_program).or_else(|| all.iter().find(|p| p.line > 0))?;
    let file = Path::new(found.directory).join(found.file);
    Some((file.to_string_lossy().into_owned(), found.line, found.column))
}

fn is_header(file: &str) -> bool {
    file.contains("include/sycl/") || file.starts_with("sycl/")
}

/// Functions of a module that have a body.
fn functions(module: Op<'_>) -> Vec<Op<'_>> {
    module.functions().into_iter().filter(|op| !op.body().is_empty()).collect()
}

/// The kernels of a module; all functions where none is marked as one.
#[must_use]
pub fn kernels(module: Op<'_>) -> Vec<Op<'_>> {
    let all = functions(module);
    let marked: Vec<Op<'_>> = all.iter().copied().filter(|&op| is_kernel(op)).collect();
    if marked.is_empty() { all } else { marked }
}

fn is_kernel(function: Op<'_>) -> bool {
    let says = |name: &str, text: &str| {
        function.attribute(name).is_some_and(|a: Attribute<'_>| a.to_string().contains(text))
    };
    says("CConv", "spir_kernel") || says("passthrough", "mux-kernel")
}

/// The pass `sycl-print-memory-access`.
pub struct PrintMemoryAccess;

/// The pass `sycl-print-memory-access`.
pub static PRINT: PrintMemoryAccess = PrintMemoryAccess;

impl PassDefinition for PrintMemoryAccess {
    fn argument(&self) -> &str {
        "sycl-print-memory-access"
    }

    fn description(&self) -> &str {
        "Remarks at each memory access of a kernel what neighbouring work-items do there"
    }

    fn run(&self, module: Op<'_>) -> Result<(), PassFailed> {
        for kernel in kernels(module) {
            for judged in judge(kernel, &KernelArguments::default()) {
                judged.op.location().remark(&judged.message);
            }
        }
        Ok(())
    }
}
