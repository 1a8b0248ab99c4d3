//! All data of the page, as one JSON object.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::command_line::CommandLine;
use crate::compiler::Recorded;
use crate::diff::{self, Run};
use crate::events::Event;
use crate::graph::{self, Read};
use crate::kernels::{self, Kernel, Shortener};
use crate::sources::Sources;
use crate::text::Text;
use crate::{assembly, facts, llvm, mlir, spirv};

/// Lines of all stages, each once.
#[derive(Default)]
struct Strings {
    all: Vec<String>,
    known: HashMap<String, usize>,
}

impl Strings {
    fn number(&mut self, line: &str) -> usize {
        if let Some(&number) = self.known.get(line) {
            return number;
        }
        self.all.push(line.to_owned());
        self.known.insert(line.to_owned(), self.all.len() - 1);
        self.all.len() - 1
    }
}

/// The language of a stage, by its name; code after passes is LLVM IR.
fn language(stage: &str) -> &'static str {
    match stage {
        "sycl-mlir" | "host-mlir" => "mlir",
        "asm" => "asm",
        "ptx" => "ptx",
        "spirv" => "spirv",
        _ => "llvm",
    }
}

/// The title of a stage.
fn title(stage: &str) -> &str {
    match stage {
        "device-ll" => "clang's device code",
        "sycl-mlir" => "sycl dialect",
        "host-mlir" => "launches in the sycl dialect",
        "lowered-ll" => "before work-item lowering",
        "mux-ll" => "before code generation",
        "asm" => "assembly",
        "ptx" => "PTX",
        "spirv" => "SPIR-V",
        _ => stage,
    }
}

/// Turns code into stages.
struct Stages<'a> {
    sources: &'a Sources,
    kernels: &'a [Kernel],
    shortener: Shortener<'a>,
    strings: Strings,
    /// The previous text of each target and language.
    before: HashMap<(String, &'static str), Text>,
    shown: Vec<Value>,
}

impl Stages<'_> {
    fn add(&mut self, (name, kind): (&str, &str), target: &str, summary: &str, code: Option<&str>) {
        let target = if target.is_empty() { "host" } else { target };
        let language = if kind == "pass" { "llvm" } else { language(name) };
        let mut entry = json!({
            "name": name,
            "title": title(name),
            "kind": kind,
            "target": target,
            "summary": summary,
            "language": language,
        });
        let key = (target.to_owned(), language);
        // A pass that changed nothing is only listed.
        if let (Some(code), Some(fields)) = (code, entry.as_object_mut()) {
            let text = self.read(code, language);
            let before = self.before.get(&key);
            let runs = before.map(|before| diff::runs(&before.lines, &text.lines));
            let count = |of: fn(&Run) -> usize| runs.iter().flatten().map(of).sum::<usize>();
            let added = count(|run| if let Run::Added(n) = run { *n } else { 0 });
            let removed = count(|run| if let Run::Removed(n) = run { *n } else { 0 });
            let lines: Vec<usize> = text.lines.iter().map(|l| self.strings.number(l)).collect();
            let removed_lines = before.zip(runs.as_ref());
            let gone: Vec<usize> = removed_lines
                .map(|(before, runs)| gone(before, runs))
                .unwrap_or_default()
                .iter()
                .map(|line| self.strings.number(line))
                .collect();
            let functions: Vec<Value> = text
                .functions
                .iter()
                .zip(kernels::owners(&text, self.kernels))
                .map(|(f, owners)| {
                    let name = self.shortener.shorten(f.name.clone());
                    json!([f.first, f.end, owners, name])
                })
                .collect();
            fields.insert("lines".to_owned(), json!(lines));
            fields.insert("places".to_owned(), json!(text.places));
            fields.insert("functions".to_owned(), json!(functions));
            fields.insert("diff".to_owned(), json!(runs.as_deref().map(flat)));
            fields.insert("gone".to_owned(), json!(gone));
            fields.insert("added".to_owned(), json!(added));
            fields.insert("removed".to_owned(), json!(removed));
            self.before.insert(key, text);
        }
        self.shown.push(entry);
    }

    fn read(&self, code: &str, language: &str) -> Text {
        let mut text = match language {
            "mlir" => mlir::read(code, self.sources),
            "asm" | "ptx" => assembly::read(code, self.sources),
            "spirv" => spirv::read(code, self.sources),
            _ => llvm::read(code, self.sources),
        };
        let lines = std::mem::take(&mut text.lines);
        text.lines = lines.into_iter().map(|line| self.shortener.shorten(line)).collect();
        text
    }
}

/// Runs as numbers: kept, removed and added lines in turn.
fn flat(runs: &[Run]) -> Vec<[usize; 2]> {
    runs.iter()
        .map(|run| match run {
            Run::Kept(n) => [0, *n],
            Run::Removed(n) => [1, *n],
            Run::Added(n) => [2, *n],
        })
        .collect()
}

/// The removed lines, in order.
fn gone<'t>(before: &'t Text, runs: &[Run]) -> Vec<&'t str> {
    let (mut at, mut lines) = (0, Vec::new());
    for run in runs {
        match run {
            Run::Kept(n) => at += n,
            Run::Removed(n) => {
                lines.extend(before.lines[at..at + n].iter().map(String::as_str));
                at += n;
            }
            Run::Added(_) => {}
        }
    }
    lines
}

/// Builds the object.
#[must_use]
pub fn build(asked: &CommandLine, recorded: &Recorded, trace: Option<&Read>) -> Value {
    let sources = Sources::new(&asked.source);
    let mut kernels: Vec<Kernel> = Vec::new();
    let (mut version, mut targets) = (String::new(), Vec::new());
    for event in &recorded.events {
        match event {
            Event::Notes { notes, .. } if kernels.is_empty() => kernels = kernels::kernels(notes),
            Event::Unit { version: v, targets: t, .. } => {
                (version, targets) = (v.clone(), t.clone())
            }
            _ => {}
        }
    }
    let kernels = kernels;
    let mut shown: Vec<Value> = kernels.iter().map(|k| kernels::shown(k, &sources)).collect();
    let mut stages = Stages {
        sources: &sources,
        kernels: &kernels,
        shortener: Shortener::new(&kernels),
        strings: Strings::default(),
        before: HashMap::new(),
        shown: Vec::new(),
    };
    let mut remarks = Vec::new();
    let mut notes = recorded.notes.clone();
    let number = |symbol: &str| kernels.iter().position(|kernel| kernel.symbol == symbol);
    for event in &recorded.events {
        match event {
            Event::Stage { name, summary, target, code } => {
                stages.add((name, "stage"), target, summary, Some(code));
            }
            Event::Pass { name, target, code } => {
                stages.add((name, "pass"), target, "", code.as_deref());
            }
            Event::Remark(remark) => remarks.push(remark_shown(remark, &kernels, &sources)),
            Event::Facts { kernel, always, sometimes } => {
                if let Some(at) = number(kernel) {
                    let some: Vec<Value> =
                        sometimes.iter().map(|s| json!(facts::site(s, &kernels[at]))).collect();
                    shown[at]["facts"] =
                        json!({ "always": facts::site(always, &kernels[at]), "sometimes": some });
                }
            }
            Event::Specializations { target, kernel, specializations } => {
                if let Some(at) = number(kernel) {
                    let list: Vec<Value> = specializations
                        .iter()
                        .map(|s| json!({ "number": s.number, "conditions": facts::conditions(s, &kernels[at]) }))
                        .collect();
                    shown[at]["specializations"][target] = json!(list);
                }
            }
            Event::Missing { stage, why } => notes.push(match stage {
                Some(stage) => format!("Nothing to see at {stage}: {why}"),
                None => why.clone(),
            }),
            Event::Unit { .. } | Event::Notes { .. } => {}
        }
    }
    keep_understood(&mut remarks);
    notes.dedup();
    let graph = trace.map(|trace| graph::shown(trace, &kernels, &sources));
    let Stages { strings, shown: stages, .. } = stages;
    let files: Vec<Value> = sources
        .into_files()
        .into_iter()
        .map(|file| json!({ "path": file.path, "text": file.text }))
        .collect();
    json!({
        "version": version,
        "source": asked.source,
        "command": asked.words,
        "targets": targets,
        "files": files,
        "strings": strings.all,
        "stages": stages,
        "kernels": shown,
        "remarks": remarks,
        "notes": notes,
        "graph": graph,
    })
}

fn remark_shown(remark: &crate::events::Remark, kernels: &[Kernel], sources: &Sources) -> Value {
    let place = match (&remark.file, remark.line) {
        (Some(file), Some(line)) => sources.place(file, line),
        _ => 0,
    };
    let symbol = remark.access.as_ref().and_then(|access| access["kernel"].as_str());
    let owner = |kernel: &Kernel| match symbol {
        Some(symbol) => kernel.symbol == symbol,
        None => remark.message.contains(&format!("`{}`", kernel.name)),
    };
    let kernel = kernels.iter().position(owner);
    // Full names of lambdas are longer than the message.
    let message = match kernel {
        Some(at) => remark.message.replace(&kernels[at].name, &kernels[at].short),
        None => remark.message.clone(),
    };
    json!({
        "kind": remark.kind,
        "message": message,
        "place": place,
        "column": remark.column,
        "kernel": kernel,
        "access": remark.access,
        "advice": is_advice(remark),
    })
}

/// Whether a remark contains advice.
fn is_advice(remark: &crate::events::Remark) -> bool {
    let class = remark.access.as_ref().and_then(|access| access["class"].as_str());
    remark.message.contains("; fix: ")
        || matches!(class, Some("strided" | "indirect" | "unknown"))
        || remark.kind == "raise"
        || (remark.kind == "vectorize" && some_without_lanes(&remark.message))
}

/// `lanes run inside 2 of 3 loops; …`.
fn some_without_lanes(message: &str) -> bool {
    let words: Vec<&str> = message.split([' ', ';']).collect();
    words.windows(4).any(|w| w[1] == "of" && w[3] == "loops" && w[0] != w[2])
}

/// Removes remarks that an access was not understood, if it was understood in another target's code: families
/// represent ids differently.
fn keep_understood(remarks: &mut Vec<Value>) {
    let key = |remark: &Value| {
        let access = &remark["access"];
        let part = |value: &Value| value.to_string();
        [part(&remark["place"]), part(&remark["kernel"]), part(&access["action"])]
    };
    let understood = |remark: &Value| {
        let class = remark["access"]["class"].as_str();
        class.is_some() && class != Some("unknown")
    };
    let known: Vec<_> = remarks.iter().filter(|remark| understood(remark)).map(key).collect();
    remarks.retain(|remark| {
        remark["access"]["class"].as_str() != Some("unknown") || !known.contains(&key(remark))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_that_do_not_run_in_lanes_are_highlighted() {
        assert!(!some_without_lanes("kernel `k`: lanes run inside 2 of 2 loops"));
        assert!(some_without_lanes("kernel `k`: lanes run inside 1 of 2 loops; and more"));
    }

    #[test]
    fn one_target_that_understands_an_access_is_enough() {
        let remark = |class: &str, place: u32| json!({ "place": place, "kernel": 0, "access": { "class": class, "action": "load" } });
        let mut all = vec![
            remark("linear", 3),
            remark("unknown", 3),
            remark("unknown", 4),
            json!({ "place": 3, "kernel": 0, "access": null }),
        ];
        keep_understood(&mut all);
        let places: Vec<_> = all.iter().map(|r| r["place"].as_u64()).collect();
        assert_eq!(places, [Some(3), Some(4), Some(3)]);
    }
}
