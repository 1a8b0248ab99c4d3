//! Checks kernels and device code for the plugin while clang runs.

use serde::{Deserialize, Serialize};

use crate::arguments::plan::Plan;
use crate::arguments::rules;
use crate::device_code::{self, graph::DeviceCode};
use crate::diag::{Code, Diag};
use crate::notes::{Kernel, Location};

/// The result of a check, for the plugin.
#[derive(Debug, Serialize)]
pub struct Findings {
    /// Diagnostics, which clang reports.
    pub diagnostics: Vec<Report>,
    /// How its arguments are passed; none if there are errors.
    pub plan: Option<Plan>,
}

/// A diagnostic for clang.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The message, with its code.
    pub message: String,
    /// Whether it is a warning.
    pub warning: bool,
    /// clang's number of the location; zero if there is none.
    pub place: u32,
    /// Notes.
    pub notes: Vec<ReportNote>,
    /// Advice, which is the last note.
    pub help: Option<ReportNote>,
}

/// A note of a diagnostic.
#[derive(Debug, Serialize)]
pub struct ReportNote {
    /// The message.
    pub message: String,
    /// clang's number of the location; zero if there is none.
    pub place: u32,
}

impl From<Diag> for Report {
    fn from(diag: Diag) -> Self {
        let place = |location: &Option<Location>| location.as_ref().map_or(0, |l| l.id);
        let here = place(&diag.location);
        let notes: Vec<ReportNote> = diag
            .notes
            .iter()
            .map(|note| ReportNote { message: note.message.clone(), place: place(&note.location) })
            .collect();
        let help = diag.help.map(|message| ReportNote { message, place: here });
        let message = format!("{} [{}]", diag.message, diag.code.as_str());
        Self { message, warning: diag.code.is_warning(), place: here, notes, help }
    }
}

/// What the plugin may say about a kernel in addition to its notes.
#[derive(Debug, Deserialize)]
struct Question {
    /// Another kernel of the unit has its name.
    #[serde(default)]
    same_name: Option<OtherKernel>,
    /// The host pass describes the kernel.
    #[serde(default)]
    host: bool,
}

#[derive(Debug, Deserialize)]
struct OtherKernel {
    /// The location of its launch.
    #[serde(default)]
    launched: Option<Location>,
}

/// Reports a kernel whose name another kernel has (SYCL 2020 §5.2).
fn name_is_taken(kernel: &Kernel, other: OtherKernel) -> Diag {
    let launched = kernel.launched.as_ref().or(kernel.location.as_ref());
    let message = format!("kernel name `{}` is already used by another kernel", kernel.name);
    let mut diag = Diag::error(Code::DuplicateName, launched.cloned(), message);
    if other.launched.is_some() {
        diag = diag.note(other.launched, "the other kernel is launched here");
    }
    diag.help("give each kernel a unique name, or none; in a template, make the name depend on the template's parameters")
}

/// Checks a kernel that the plugin has described.
///
/// # Errors
/// When the description is not what this crate expects.
pub fn kernel(text: &str) -> Result<Findings, serde_json::Error> {
    let kernel: Kernel = crate::notes::read(text)?;
    let Question { same_name, host } = crate::notes::read(text)?;
    if let Some(other) = same_name {
        let wrong = name_is_taken(&kernel, other);
        return Ok(Findings { diagnostics: vec![Report::from(wrong)], plan: None });
    }
    let mut wrong = rules::check(&kernel);
    // A class may have a copy constructor for the host only. Device code decides, so the device pass reports
    // it.
    wrong.retain(|diag| !(host && diag.code.is_about_copying()));
    let plan = wrong.iter().all(|diag| diag.code.is_warning()).then(|| Plan::new(&kernel));
    Ok(Findings { diagnostics: wrong.into_iter().map(Report::from).collect(), plan })
}

/// Checks the device code of a translation unit that the plugin has described.
///
/// # Errors
/// When the description is not what this crate expects.
pub fn device_code(text: &str) -> Result<Findings, serde_json::Error> {
    let found = device_code::check(&DeviceCode::parse(text)?);
    Ok(Findings { diagnostics: found.into_iter().map(Report::from).collect(), plan: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_one(capture: &str) -> Findings {
        check_in(capture, false)
    }

    fn check_in(capture: &str, host: bool) -> Findings {
        let text = format!(
            r#"{{"host": {host}, "symbol": "s", "name": "k", "entry": "e", "visible": true, "location": null,
                "launched": {{"file": "a.cpp", "line": 2, "column": 3, "id": 7}},
                "parameters": [{{"type": "l", "kind": "closure", "size": 8, "align": 8,
                    "name": "kernel", "fields": [{capture}]}}]}}"#
        );
        kernel(&text).expect("a kernel of the tests")
    }

    #[test]
    fn errors_have_locations_and_no_plan() {
        let wrong = check_one(
            r#"{"type": "int &", "kind": "reference", "size": 8, "align": 8, "name": "x",
                "capture": "reference",
                "location": {"file": "a.cpp", "line": 2, "column": 9, "id": 5}}"#,
        );
        assert!(wrong.plan.is_none());
        let [report] = wrong.diagnostics.as_slice() else { panic!("{:?}", wrong.diagnostics) };
        assert!(report.message.ends_with("[SC0201]"), "{}", report.message);
        assert_eq!(report.place, 5);
        assert_eq!(report.notes.iter().map(|note| note.place).collect::<Vec<_>>(), [7]);
        assert!(report.help.is_some());
    }

    #[test]
    fn the_device_pass_reports_copying() {
        let class = r#"{"type": "c", "kind": "class", "size": 4, "align": 4, "name": "x",
            "copies": [{"operation": "copy constructor", "access": "public", "provided": PROVIDED,
                        "location": null},
                       {"operation": "copy assignment", "access": "public", "provided": true,
                        "location": null}]}"#;
        let checked = |provided: &str, host: bool| {
            let found = check_in(&class.replace("PROVIDED", provided), host);
            let codes: Vec<bool> = found.diagnostics.iter().map(|d| d.warning).collect();
            (codes, found.plan.is_some())
        };
        assert_eq!(checked("true", false), (vec![false], false));
        assert_eq!(checked("true", true), (vec![], true));
        // The deprecated rule: trivial to copy-construct and to destroy.
        assert_eq!(checked("false", false), (vec![true], true));
        assert_eq!(checked("false", true), (vec![], true));
    }

    #[test]
    fn correct_kernels_get_a_plan() {
        let right = check_one(
            r#"{"type": "int", "kind": "builtin", "size": 4, "align": 4, "name": "x",
                "trivially_copyable": true}"#,
        );
        assert!(right.diagnostics.is_empty());
        assert_eq!(right.plan.map(|plan| plan.arguments.len()), Some(1));
    }
}
