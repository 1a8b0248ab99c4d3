//! What MLIR reports.

use std::ffi::c_void;

use crate::boundary::quietly;
use crate::context::Context;
use crate::ffi::*;
use crate::text::collect;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It cannot go on.
    Error,
    /// It can.
    Warning,
    /// More about the one before.
    Note,
    /// For those who asked.
    Remark,
}

/// A report.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What it says.
    pub message: String,
    /// Where, in MLIR's words.
    pub location: String,
}

/// Runs something, and returns what MLIR reported on the way beside its result.
pub fn collect_diagnostics<T>(context: &Context, body: impl FnOnce() -> T) -> (T, Vec<Diagnostic>) {
    let mut found: Vec<Diagnostic> = Vec::new();
    // SAFETY: the handler is detached before the list that it appends to goes away.
    unsafe {
        let id = mlirContextAttachDiagnosticHandler(
            context.raw(),
            Some(handle),
            (&raw mut found).cast(),
            None,
        );
        let result = body();
        mlirContextDetachDiagnosticHandler(context.raw(), id);
        (result, found)
    }
}

unsafe extern "C" fn handle(diagnostic: MlirDiagnostic, user: *mut c_void) -> MlirLogicalResult {
    quietly((), || {
        // SAFETY: MLIR gives a valid diagnostic, `collect_diagnostics` its own list.
        let found = unsafe { &mut *user.cast::<Vec<Diagnostic>>() };
        add(diagnostic, found);
    });
    MlirLogicalResult { value: 1 }
}

#[allow(non_upper_case_globals, reason = "the names are those of the C API")]
fn severity(raw: MlirDiagnosticSeverity) -> Severity {
    match raw {
        MlirDiagnosticSeverity_MlirDiagnosticError => Severity::Error,
        MlirDiagnosticSeverity_MlirDiagnosticWarning => Severity::Warning,
        MlirDiagnosticSeverity_MlirDiagnosticNote => Severity::Note,
        _ => Severity::Remark,
    }
}

fn add(diagnostic: MlirDiagnostic, found: &mut Vec<Diagnostic>) {
    // SAFETY: the diagnostic is valid while its handler runs.
    unsafe {
        let severity = severity(mlirDiagnosticGetSeverity(diagnostic));
        let location = mlirDiagnosticGetLocation(diagnostic);
        found.push(Diagnostic {
            severity,
            message: collect(|callback, user| mlirDiagnosticPrint(diagnostic, callback, user)),
            location: collect(|callback, user| mlirLocationPrint(location, callback, user)),
        });
        for note in 0..mlirDiagnosticGetNumNotes(diagnostic) {
            add(mlirDiagnosticGetNote(diagnostic, note), found);
        }
    }
}
