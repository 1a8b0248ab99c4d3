//! The verdict on a kernel, as the plugin asks for it while clang runs.

use serde::Serialize;

use crate::arguments::plan::Plan;
use crate::device_code::{self, graph::DeviceCode};
use crate::diag::Diag;
use crate::notes::{Kernel, Location};

/// What the plugin is told about a kernel.
#[derive(Debug, Serialize)]
pub struct Verdict {
    /// What is wrong with it; clang reports it.
    pub diagnostics: Vec<Report>,
    /// How its arguments travel; none where something is wrong.
    pub plan: Option<Plan>,
}

/// A diagnostic on its way to clang.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The message, with its code.
    pub message: String,
    /// clang's number of the place; zero where there is none.
    pub place: u32,
    /// What belongs to it.
    pub notes: Vec<ReportNote>,
}

/// A note to it.
#[derive(Debug, Serialize)]
pub struct ReportNote {
    /// The message.
    pub message: String,
    /// clang's number of the place; zero where there is none.
    pub place: u32,
}

impl From<Diag> for Report {
    fn from(diag: Diag) -> Self {
        let place = |location: &Option<Location>| location.as_ref().map_or(0, |l| l.id);
        let here = place(&diag.location);
        let mut notes: Vec<ReportNote> = diag
            .notes
            .iter()
            .map(|note| ReportNote { message: note.message.clone(), place: place(&note.location) })
            .collect();
        notes.extend(diag.help.into_iter().map(|message| ReportNote { message, place: here }));
        Self { message: format!("{} [{}]", diag.message, diag.code.as_str()), place: here, notes }
    }
}

/// Judges a kernel that the plugin has described.
///
/// # Errors
/// When the description is not what this crate expects.
pub fn kernel(text: &str) -> Result<Verdict, serde_json::Error> {
    let kernel: Kernel = serde_json::from_str(text)?;
    let plan = Some(Plan::new(&kernel));
    Ok(Verdict { diagnostics: Vec::new(), plan })
}

/// Judges all device code of a translation unit, as the plugin has described it.
///
/// # Errors
/// When the description is not what this crate expects.
pub fn device_code(text: &str) -> Result<Verdict, serde_json::Error> {
    let found = device_code::check(&DeviceCode::parse(text)?);
    Ok(Verdict { diagnostics: found.into_iter().map(Report::from).collect(), plan: None })
}
