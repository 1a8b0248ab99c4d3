//! Pipelines given as text: our passes and LLVM's, in one list.
//!
//! `work-item-loops,function(instcombine),add-kernel-wrapper<unpacked>`: at the top level, a name is that of
//! a pass of Scythe or of LLVM; consecutive LLVM passes are run together. The whole text is parsed before
//! anything runs.

use scythe_frontend::diag::{Code, Diag};
use scythe_frontend::notes::Kernel;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::targets::TargetMachine;
use scythe_llvm::{
    Tuning, UnusualType, check_passes, demangle, reachable, run_passes, unusual_type,
};
use scythe_mux::{DeviceInfo, Known, MuxError, MuxTarget, Pass, Registered};

use crate::PipelineError;
use crate::stage::Watch;

/// A step of a pipeline.
enum Step {
    Ours(Pass),
    /// The passes that follow get the device's properties.
    DeviceInfo,
    /// Several passes, in LLVM's own syntax.
    Llvm(String),
}

/// Registers of passes of ours on LLVM IR.
pub type Registers = [&'static [Registered]];

/// The passes that do not belong to a family.
pub const COMMON: &Registers = &[scythe_properties::PASSES, scythe_mux::passes::ALL];

/// Runs passes by name, including those of a family; errors in the program are reported with the kernels'
/// names and locations in the source.
///
/// # Errors
/// When a pass finds IR that it cannot lower.
pub fn run_named(
    module: &Module<'_>,
    (target, own): (&dyn MuxTarget, &'static [Registered]),
    (kernels, watch): (&[&Kernel], Watch<'_>),
    names: &[impl AsRef<str>],
) -> Result<(), PipelineError> {
    let registers = [COMMON, &[own]].concat();
    for name in names.iter().map(AsRef::as_ref) {
        let pass = Pass::parse_among(&registers, name).map_err(|e| PipelineError::bug(name, e))?;
        let pass = pass.ok_or_else(|| PipelineError::bug(name, "is not a pass"))?;
        pass.run(module, target).map_err(|e| PipelineError::from_mux(pass.name(), e, kernels))?;
        watch.passed(name, module)?;
    }
    Ok(())
}

/// Splits a pipeline at its top-level commas.
fn elements(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0i32, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' | '<' => depth += 1,
            ')' | '>' => depth -= 1,
            ',' if depth == 0 => {
                found.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(text[start..].trim());
    found.retain(|element| !element.is_empty());
    found
}

/// Parses a pipeline.
fn parse(
    text: &str,
    registers: &Registers,
    machine: Option<&TargetMachine>,
) -> Result<Vec<Step>, PipelineError> {
    let refuse = |why: &dyn std::fmt::Display| {
        PipelineError::Request(format!("parse of pass pipeline '{text}' failed : {why}"))
    };
    let mut steps = Vec::new();
    for element in elements(text) {
        match element {
            "require<device-info>" => {
                steps.push(Step::DeviceInfo);
                continue;
            }
            // Our passes find the builtins by name.
            "require<builtin-info>" => continue,
            _ => {}
        }
        match Pass::parse_among(registers, element).map_err(|e| refuse(&e))? {
            Some(pass) => steps.push(Step::Ours(pass)),
            None => match steps.last_mut() {
                Some(Step::Llvm(run)) => {
                    run.push(',');
                    run.push_str(element);
                }
                _ => steps.push(Step::Llvm(element.to_owned())),
            },
        }
    }
    for step in &steps {
        if let Step::Llvm(run) = step {
            check_passes(run, machine).map_err(|e| refuse(&e))?;
        }
    }
    Ok(steps)
}

/// What a pipeline is run for.
#[derive(Clone, Copy)]
pub struct Platform<'a> {
    /// How work-items are scheduled.
    pub target: &'a dyn MuxTarget,
    /// The processor. Without one, LLVM's passes assume nothing about it.
    pub machine: Option<&'a TargetMachine>,
    /// The passes that are available besides LLVM's.
    pub passes: &'a Registers,
    /// The result of `require<device-info>`.
    pub device: &'a DeviceInfo,
}

/// Runs a pipeline.
///
/// # Errors
/// When the module is not valid, a pass is unknown, or fails.
pub fn run(module: &Module<'_>, platform: Platform<'_>, text: &str) -> Result<(), PipelineError> {
    let steps = parse(text, platform.passes, platform.machine)?;
    check_input(module)?;
    let mut running = Running::new(module, platform);
    for step in steps {
        running.step(step)?;
    }
    module.verify().map_err(|e| PipelineError::bug(text, e.to_string()))
}

/// Runs a pipeline and shows the module after each of its passes, LLVM's included.
///
/// # Errors
/// When the module is not valid, a pass is unknown, or fails.
pub fn run_watched(
    module: &Module<'_>,
    platform: Platform<'_>,
    text: &str,
    mut show: impl FnMut(&str, &Module<'_>),
) -> Result<(), PipelineError> {
    parse(text, platform.passes, platform.machine)?;
    check_input(module)?;
    let mut running = Running::new(module, platform);
    for element in elements(text) {
        for step in parse(element, platform.passes, platform.machine)? {
            running.step(step)?;
        }
        show(element, module);
    }
    module.verify().map_err(|e| PipelineError::bug(text, e.to_string()))
}

/// Rejects device code with values of types that our passes do not support. Types of one machine (tiles,
/// predicates) come from intrinsics for that machine.
///
/// # Errors
/// When there is one.
pub fn refuse_unusual_types(module: &Module<'_>, kernels: &[&Kernel]) -> Result<(), PipelineError> {
    let Some(UnusualType { user, ty, .. }) = unusual_type(module) else { return Ok(()) };
    let function = module.get_function(&user);
    let reaches = |kernel: &&&Kernel| {
        let entry = module.get_function(&kernel.symbol);
        entry.is_some_and(|entry| reachable(entry).into_iter().any(|f| Some(f) == function))
    };
    let (who, place) = match kernels.iter().find(reaches) {
        Some(kernel) => (format!("kernel `{}`", kernel.name), kernel.location.clone()),
        None => ("device code".to_owned(), None),
    };
    let message = format!(
        "{who} has values of the type `{ty}` (in `{}`), which only host code can have",
        demangle(&user)
    );
    let diag = Diag::error(Code::UnsupportedByTarget, place, message)
        .help("call such intrinsics in a host task, or multiply matrices with `joint_matrix`");
    Err(PipelineError::Program(vec![diag]))
}

/// Passes may assume that a module is valid; input of a tool may not be.
fn check_input(module: &Module<'_>) -> Result<(), PipelineError> {
    let wrong = |what: &dyn std::fmt::Display| {
        PipelineError::Request(format!("the input is not valid: {what}"))
    };
    // LLVM's verifier rejects some of these too, but does not say what is expected.
    scythe_mux::check_builtins(module).map_err(|e| wrong(&e))?;
    module.verify().map_err(|e| wrong(&e.to_string().trim_end()))
}

/// A pipeline that is being run.
struct Running<'a, 'c> {
    module: &'a Module<'c>,
    platform: Platform<'a>,
    device: Known<'a>,
}

impl<'a, 'c> Running<'a, 'c> {
    fn new(module: &'a Module<'c>, platform: Platform<'a>) -> Self {
        let device = Known { info: Some(platform.device), required: false };
        Self { module, platform, device }
    }

    fn step(&mut self, step: Step) -> Result<(), PipelineError> {
        match step {
            Step::DeviceInfo => self.device.required = true,
            Step::Ours(pass) => {
                self.check_types(&pass)?;
                pass.run_for(self.module, self.platform.target, self.device).map_err(|error| {
                    PipelineError::Request(match error {
                        MuxError::Program(what) => what,
                        error => format!("{}: {error}", pass.name()),
                    })
                })?;
            }
            Step::Llvm(run) => {
                let tuning = Tuning { vectorize: true, inline_threshold: None };
                run_passes(self.module, &run, self.platform.machine, tuning)?;
            }
        }
        Ok(())
    }

    /// Our passes do not support some types.
    fn check_types(&self, pass: &Pass) -> Result<(), PipelineError> {
        const REPLACING: &str = "replace-target-ext-tys";
        let Some(found) = unusual_type(self.module).filter(|_| pass.name() != REPLACING) else {
            return Ok(());
        };
        let UnusualType { kind, user, ty } = &found;
        let why = if found.is_of_target() {
            format!("only a target knows: run {REPLACING} first, which replaces those of SPIR-V")
        } else {
            "is LLVM's own: no pass of ours handles values of it".to_owned()
        };
        let name = pass.name();
        Err(PipelineError::Request(format!(
            "{name}: {kind} `{user}` uses the type `{ty}`, which {why}"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::{COMMON, elements, parse};

    #[test]
    fn splits_at_top_level_commas_only() {
        assert_eq!(elements("a, function(b,c<d;e,f>) ,g"), ["a", "function(b,c<d;e,f>)", "g"]);
        assert!(elements("").is_empty());
        assert_eq!(elements(",a,,"), ["a"]);
    }

    fn complaint(text: &str) -> String {
        parse(text, COMMON, None).err().map(|e| e.to_string()).unwrap_or_default()
    }

    #[test]
    fn nothing_runs_unless_all_is_parsed() {
        assert_eq!(
            complaint("add-sched-params,globaldce,function(instcombine<no-verify-fixpoint>)"),
            ""
        );
        assert_eq!(
            complaint("add-sched-params,wibble"),
            "parse of pass pipeline 'add-sched-params,wibble' failed : unknown pass name 'wibble'"
        );
        assert_eq!(
            complaint("add-kernel-wrapper<wibble>"),
            "parse of pass pipeline 'add-kernel-wrapper<wibble>' failed : \
             invalid AddKernelWrapperPass parameter 'wibble'"
        );
    }
}
