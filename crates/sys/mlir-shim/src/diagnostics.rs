//! Diagnostics of MLIR.

use std::ffi::c_void;

use crate::boundary::quietly;
use crate::context::Context;
use crate::ffi::*;
use crate::text::collect;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Processing stops.
    Error,
    /// Processing continues.
    Warning,
    /// Belongs to the previous diagnostic.
    Note,
    /// Information that was requested.
    Remark,
}

/// A diagnostic.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Its severity.
    pub severity: Severity,
    /// Its text.
    pub message: String,
    /// Its location, as MLIR prints it.
    pub location: String,
}

/// Runs `body` and returns the diagnostics that MLIR reported, beside the result.
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
