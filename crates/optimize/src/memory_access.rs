//! Remarks about the memory accesses of kernels: `-Rscythe=memory-access`.

use std::path::Path;

use scythe_mlir::{Attribute, Op, PassDefinition, PassFailed, Position};

use crate::translate::Translated;
use scythe_analysis::access::{Access, Action, Class, Kernel, Memory, Report, Stride, read};
use scythe_analysis::graph::Flow;

/// A kernel, and the names of its arguments.
#[derive(Clone, Debug, Default)]
pub struct KernelArguments {
    /// The kernel's symbol. The function with the suffix `.body` is the kernel too: the entry point calls it
    /// after it has rebuilt the arguments.
    pub symbol: String,
    /// The required work-group size, by SYCL dimension.
    pub group_size: Option<[u64; 3]>,
    /// Its arguments with known names: the members of the function object.
    pub arguments: Vec<Argument>,
    /// The same for each parameter of the entry point, if that does not receive the function object.
    pub parameters: Vec<Vec<Argument>>,
}

/// A kernel argument: bytes of the memory that contains all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its offset.
    pub offset: u64,
    /// Its size.
    pub bytes: u64,
    /// Its name in the source.
    pub name: String,
    /// Whether it is an object of SYCL with a range, such as an accessor.
    pub has_range: bool,
}

/// The function that receives the arguments of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taker {
    /// The kernel as written, with the function object.
    Body,
    /// The entry point, with parameters of its own.
    Entry,
}

impl Taker {
    /// Determines it from a function's name.
    fn of(function: Op<'_>) -> Self {
        let name = function.symbol_name().unwrap_or_default();
        if name.ends_with(".body") { Self::Body } else { Self::Entry }
    }
}

impl KernelArguments {
    /// The name of the argument that contains a byte behind a parameter, or of the number at these bytes.
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
            // The numbers in an accessor belong to its range.
            (false, true) => Some(format!("{}.get_range()", argument.name)),
            (false, false) => None,
        }
    }
}

/// A remark about a line of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The file, with the directory that debug information has it in.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 where it is not known.
    pub column: u32,
    /// The message.
    pub message: String,
    /// The access.
    pub pattern: Pattern,
}

impl Remark {
    /// Whether both have the same text and location.
    fn repeats(&self, other: &Self) -> bool {
        (&self.file, self.line, self.column, &self.message)
            == (&other.file, other.line, other.column, &other.message)
    }
}

/// The result for an access, for tools that draw it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// The kernel's symbol.
    pub kernel: String,
    /// The name of the memory in the source.
    pub base: Option<String>,
    /// `load`, `store` or `atomic`.
    pub action: &'static str,
    /// The class of the access, in the words of remarks.
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
    /// The distance, if it is a number.
    pub bytes: Option<i64>,
    /// In the user's notation, if it is known.
    pub words: Option<String>,
}

/// An access of a kernel, its classification, and the remark about it.
#[derive(Clone, Debug)]
pub struct AccessReport<'c> {
    /// The operation.
    pub op: Op<'c>,
    /// The access.
    pub access: Access,
    /// The classification.
    pub report: Report,
    /// The remark.
    pub message: String,
    /// The result for tools that draw it, without the kernel's name.
    pub pattern: Pattern,
}

/// Classifies the accesses of a kernel to global and local memory.
#[must_use]
pub fn report_accesses<'c>(kernel: Op<'c>, names: &KernelArguments) -> Vec<AccessReport<'c>> {
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
    let accesses = read.accesses.iter().zip(reports).zip(operations);
    accesses
        .filter_map(|((access, report), value)| {
            let message = read.remark(access, &report);
            let op = translated.operation(value)?;
            let pattern = pattern(&read, access, &report);
            Some(AccessReport { op, access: access.clone(), report, message, pattern })
        })
        .collect()
}

/// The result for an access, without its kernel's name.
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
/// A source location gets one remark per kernel and kind of access, the most important one: LLVM copies code,
/// and an access that is linear in one copy may be shifted in the next. Accesses without a location are
/// omitted, and accesses in SYCL's own headers are attributed to the program's call.
#[must_use]
pub fn remarks(module: Op<'_>, kernels: &[KernelArguments]) -> Vec<Remark> {
    let mut found: Vec<Remark> = Vec::new();
    for function in functions(module) {
        let name = function.symbol_name().unwrap_or_default();
        let name = name.strip_suffix(".body").unwrap_or(name);
        let Some(kernel) = kernels.iter().find(|kernel| kernel.symbol == name) else { continue };
        for remark in remarks_of(function, kernel) {
            // Instances of a template have many identical remarks.
            if !found.iter().any(|known| known.repeats(&remark)) {
                found.push(remark);
            }
        }
    }
    found.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
    found
}

fn remarks_of(function: Op<'_>, kernel: &KernelArguments) -> Vec<Remark> {
    let mut remarks: Vec<(AccessReport<'_>, Remark)> = Vec::new();
    for report in report_accesses(function, kernel) {
        if report.access.base.memory != Memory::Global {
            continue;
        }
        let Some((file, line, column)) = place(report.op) else { continue };
        let message = report.message.clone();
        let pattern = Pattern { kernel: kernel.symbol.clone(), ..report.pattern.clone() };
        let remark = Remark { file, line, column, message, pattern };
        let same = remarks.iter_mut().find(|(other, there)| {
            other.access.action == report.access.action
                && other.access.base == report.access.base
                && (&there.file, there.line, there.column) == (&remark.file, line, column)
        });
        match same {
            None => remarks.push((report, remark)),
            Some(known) if weight(&known.0) < weight(&report) => *known = (report, remark),
            Some(_) => {}
        }
    }
    remarks.into_iter().map(|(_, remark)| remark).collect()
}

/// The importance of an access.
fn weight(access: &AccessReport<'_>) -> (bool, u32) {
    let class = match access.report.classified.class {
        Class::Linear => 0,
        Class::Shifted => 1,
        Class::ReverseLinear => 2,
        Class::Overlapped => 3,
        Class::Broadcast(_) => 4,
        Class::Unknown => 5,
        Class::Indirect => 6,
        Class::Strided => 7,
    };
    (access.report.fix.is_some(), class)
}

/// The location of an access in the program: the innermost one that is not in SYCL's headers.
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
            for access in report_accesses(kernel, &KernelArguments::default()) {
                access.op.location().remark(&access.message);
            }
        }
        Ok(())
    }
}
