//! `--emit=all`: records every stage of one walk through the pipeline, as lines of JSON.
//!
//! Each line is an object whose `event` is its kind:
//!
//! - `unit`: the source, the targets and the version of the compiler; comes first;
//! - `notes`: the kernel notes of the device pass for a target;
//! - `stage`: `name`, `summary`, `target` (empty for host code) and `code`;
//! - `pass`: `name`, `target` and the `code` after it, absent if the pass changed nothing;
//! - `remark`: `kind`, `message`, `file`, `line`, `column`, and `access` if it is about a memory access;
//! - `facts`: what is known from host code about the launches of a `kernel`, `always` and `sometimes`;
//! - `specializations`: the resulting specializations for a `target`, the most specific first;
//! - `missing`: a `stage` without code, or a missing kernel, and the reason, `why`.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Display;
use std::rc::Rc;

use scythe_frontend::diag::Diag;
use scythe_pipeline::PipelineError;
use scythe_pipeline::hostdev::specializations::{
    Launches, SiteFacts, Specialization, SpecializedKernel,
};
use scythe_pipeline::mlir::Remark;
use scythe_pipeline::stage::{Encoding, Observer, Stage};
use serde_json::{Value, json};

use crate::args::Invocation;

/// Records every stage and never stops the walk.
pub struct Recorder {
    lines: Rc<RefCell<Vec<u8>>>,
    /// The code after the last pass, for each target.
    before: RefCell<HashMap<String, String>>,
}

impl Recorder {
    /// Begins with the source and the targets.
    pub fn new(invocation: &Invocation, source: &str) -> Self {
        let this = Self { lines: Rc::default(), before: RefCell::default() };
        let targets: Vec<String> = invocation.targets.iter().map(|target| target.name()).collect();
        this.put(&json!({
            "event": "unit",
            "source": source,
            "targets": targets,
            "version": env!("CARGO_PKG_VERSION"),
        }));
        this
    }

    /// Records remarks, the same remark for several targets once.
    pub fn remarks(&self) -> Rc<dyn Fn(&Remark)> {
        let lines = Rc::clone(&self.lines);
        let seen: RefCell<Vec<Remark>> = RefCell::default();
        Rc::new(move |remark| {
            if seen.borrow().contains(remark) {
                return;
            }
            seen.borrow_mut().push(remark.clone());
            let (file, line, column) = match &remark.place {
                Some((file, line, column)) => (Some(file), Some(line), Some(column)),
                None => (None, None, None),
            };
            put(
                &lines,
                &json!({
                    "event": "remark",
                    "kind": remark.kind.name(),
                    "message": remark.message,
                    "file": file,
                    "line": line,
                    "column": column,
                    "access": remark.access.as_ref().map(access),
                }),
            );
        })
    }

    /// The notes that a device pass wrote.
    pub fn notes(&self, target: &str, text: &str) {
        let notes: Value = serde_json::from_str(text).unwrap_or_default();
        self.put(&json!({ "event": "notes", "target": target, "notes": notes }));
    }

    /// All lines.
    pub fn into_lines(self) -> Vec<u8> {
        self.lines.take()
    }

    fn put(&self, value: &Value) {
        put(&self.lines, value);
    }
}

fn put(lines: &RefCell<Vec<u8>>, value: &Value) {
    lines.borrow_mut().extend_from_slice(format!("{value}\n").as_bytes());
}

fn access(access: &scythe_pipeline::mlir::Pattern) -> Value {
    let distances = |all: &[scythe_pipeline::mlir::Distance]| -> Vec<Value> {
        all.iter().map(|d| json!({ "bytes": d.bytes, "words": d.words })).collect()
    };
    json!({
        "kernel": access.kernel,
        "base": access.base,
        "action": access.action,
        "class": access.class,
        "bytes": access.bytes,
        "strides": distances(&access.strides),
        "loops": distances(&access.loops),
    })
}

/// Bytes of arguments, by the positions of arguments in their plan.
fn known<'a>(all: impl IntoIterator<Item = (usize, u64, &'a [u8])>) -> Vec<Value> {
    all.into_iter()
        .map(|(argument, at, bytes)| json!({ "argument": argument, "at": at, "bytes": bytes }))
        .collect()
}

fn site(facts: &SiteFacts) -> Value {
    let bytes = |all: &[scythe_pipeline::hostdev::Known]| {
        known(all.iter().map(|k| (k.argument, k.at, &k.bytes[..])))
    };
    json!({
        "constants": bytes(&facts.constants),
        "ranges": bytes(&facts.ranges),
        "global": facts.space.global,
        "local": facts.space.local,
        "offset": facts.space.offset,
        "dims": facts.dims,
        "disjoint": facts.disjoint,
        "overlaps": facts.overlaps,
    })
}

fn specialization(made: &Specialization) -> Value {
    json!({
        "number": made.number,
        "no_alias": made.no_alias,
        "arguments": known(made.arguments.iter().map(|k| (k.argument, k.at, &k.bytes[..]))),
        "global": made.space.global,
        "local": made.space.local,
        "offset": made.space.offset,
        "dims": made.dims,
        "known_space": made.known_space,
    })
}

impl Observer for Recorder {
    fn wants(&self, _stage: Stage) -> Option<Encoding> {
        Some(Encoding::Text)
    }

    fn wants_places(&self) -> bool {
        true
    }

    fn take(&self, stage: Stage, target: &str, code: &[u8]) -> Result<(), PipelineError> {
        self.put(&json!({
            "event": "stage",
            "name": stage.name,
            "summary": stage.summary,
            "target": target,
            "code": String::from_utf8_lossy(code),
        }));
        Ok(())
    }

    fn passed(&self, target: &str, pass: &str, code: &str) -> Result<(), PipelineError> {
        let before = self.before.borrow_mut().insert(target.to_owned(), code.to_owned());
        let changed = before.is_none_or(|before| before != code);
        self.put(&json!({
            "event": "pass",
            "name": pass,
            "target": target,
            "code": changed.then_some(code),
        }));
        Ok(())
    }

    fn known(&self, launches: &Launches) {
        let mut all: Vec<_> = launches.iter().collect();
        all.sort_by_key(|(symbol, _)| *symbol);
        for (symbol, facts) in all {
            let sometimes: Vec<Value> = facts.sometimes.iter().map(site).collect();
            self.put(&json!({
                "event": "facts",
                "kernel": symbol,
                "always": site(&facts.always),
                "sometimes": sometimes,
            }));
        }
    }

    fn specialized(&self, target: &str, kernels: &[SpecializedKernel]) {
        for kernel in kernels {
            let made: Vec<Value> = kernel.specializations.iter().map(specialization).collect();
            self.put(&json!({
                "event": "specializations",
                "target": target,
                "kernel": kernel.symbol,
                "specializations": made,
            }));
        }
    }

    fn left_out(&self, kernels: Vec<Diag>) -> Result<(), PipelineError> {
        for kernel in kernels {
            self.put(&json!({ "event": "missing", "stage": null, "why": kernel.message }));
        }
        Ok(())
    }

    fn cannot(&self, stage: Stage, why: &dyn Display) -> Result<(), PipelineError> {
        let why = why.to_string();
        self.put(&json!({ "event": "missing", "stage": stage.name, "why": why }));
        Ok(())
    }
}
