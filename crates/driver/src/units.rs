//! All sources of a command line, several at the same time.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use scythe_targets::registry;

use crate::args::{Input, Invocation, Phase};
use crate::compile::Unit;
use crate::error::DriverError;
use crate::messages::Messages;
use crate::temporary;
use crate::toolchain::Toolchain;
use crate::tools;

/// The file that replaces a source on the link line, or the exit status.
type Outcome = Result<PathBuf, u8>;

/// Compiles all sources of the invocation; returns the file that replaces each input on the link line. As in
/// clang, a failure does not stop the others.
pub fn compile_all(
    toolchain: &Toolchain,
    invocation: &Invocation,
) -> Result<Vec<PathBuf>, DriverError> {
    registry::check(&invocation.targets, None)?;
    if !invocation.dry_run {
        toolchain.check_clang()?;
        tools::check_targets(toolchain, invocation)?;
    }
    let sources: Vec<&Input> = invocation.inputs().filter(|input| input.is_source()).collect();
    let workers = workers(invocation, sources.len());
    let outcomes = match workers {
        1 => {
            let compile = |(at, source): (usize, &&Input)| {
                compile(toolchain, invocation, source, at + 1, &Messages::default())
            };
            sources.iter().enumerate().map(compile).collect()
        }
        _ => compile_side_by_side(toolchain, invocation, &sources, workers),
    };
    let mut outcomes = outcomes.into_iter();
    let mut objects = Vec::new();
    let mut failed = None;
    for input in invocation.inputs() {
        if !input.is_source() {
            objects.push(PathBuf::from(&input.path));
            continue;
        }
        match outcomes.next() {
            Some(Ok(object)) if !input.is_header() => objects.push(object),
            Some(Ok(_)) => {}
            Some(Err(status)) => failed = failed.or(Some(status)),
            None => {}
        }
    }
    failed.map_or(Ok(objects), |status| Err(DriverError::Reported(status)))
}

/// How many sources are compiled at the same time.
fn workers(invocation: &Invocation, sources: usize) -> usize {
    let to_standard_output = invocation.phase == Phase::OneRun;
    if invocation.dry_run || invocation.verbose || to_standard_output {
        return 1;
    }
    let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    invocation.parallel.unwrap_or_else(cores).get().min(sources).max(1)
}

/// Compiles sources on several threads. Messages are printed in the order of the sources.
fn compile_side_by_side(
    toolchain: &Toolchain,
    invocation: &Invocation,
    sources: &[&Input],
    workers: usize,
) -> Vec<Outcome> {
    let next = AtomicUsize::new(0);
    let messages: Vec<Messages> = sources.iter().map(|_| Messages::kept()).collect();
    let mut outcomes: Vec<Option<Outcome>> = sources.iter().map(|_| None).collect();
    let (done, finished) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let (done, next, messages) = (done.clone(), &next, &messages);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(source) = sources.get(at) else { break };
                    let number = at + 1;
                    let outcome = temporary::in_part(number, || {
                        compile(toolchain, invocation, source, number, &messages[at])
                    });
                    // The receiver exists until all are done.
                    let _ = done.send((at, outcome));
                }
            });
        }
        drop(done);
        let mut shown = 0;
        for (at, outcome) in finished {
            outcomes[at] = Some(outcome);
            while outcomes.get(shown).is_some_and(Option::is_some) {
                messages[shown].release();
                shown += 1;
            }
        }
    });
    outcomes.into_iter().map(|outcome| outcome.unwrap_or(Err(1))).collect()
}

/// Compiles one source and reports errors.
fn compile(
    toolchain: &Toolchain,
    invocation: &Invocation,
    source: &Input,
    number: usize,
    messages: &Messages,
) -> Outcome {
    let unit = Unit::new(toolchain, invocation, source, number, messages.clone());
    let result = unit.and_then(|unit| {
        // The panic's message has been printed; add that it is an internal error.
        let compiled = catch_unwind(AssertUnwindSafe(|| unit.compile()));
        let compiled = compiled.unwrap_or_else(|_| Err(DriverError::panicked()));
        let saved = unit.save_temps();
        compiled.and(saved).map(|()| unit.output)
    });
    result.map_err(|error| {
        error.report(messages);
        error.exit_code()
    })
}
