//! The pipeline's part of a unit: from the output of clang's passes to one module.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use scythe_frontend::arguments::separate;
use scythe_frontend::notes::{self, Notes};
use scythe_llvm::inkwell::context::Context;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::{read_bitcode, read_ir, write_bitcode};
use scythe_pipeline::attributes;
use scythe_pipeline::family::{Target, TargetFamily};
use scythe_pipeline::mlir::MlirOptions;
use scythe_pipeline::stage::{NoObserver, Observer, Watch};
use scythe_pipeline::unit::{self, DeviceCode, UnitOptions};
use scythe_pipeline::warnings::Finding;

use crate::args::Severity;
use crate::compile::{Families, HOST_CODE, HOST_NOTES, Unit, code_file, notes_file};
use crate::diagnostics;
use crate::error::DriverError;
use crate::tools::ToolRunner;

impl Unit<'_> {
    /// Compiles device code and joins it with host code; returns findings to warn about.
    pub fn join(
        &self,
        families: &Families,
        mlir: MlirOptions,
        observer: &dyn Observer,
        joined: &Path,
    ) -> Result<Vec<Finding>, DriverError> {
        let context = Context::create();
        let host =
            read_bitcode(&context, &self.file(HOST_CODE)?).map_err(|e| self.failed(e.into()))?;
        let mut host_notes = self.notes(HOST_NOTES)?;
        let mut devices = Vec::new();
        for (family, targets) in families {
            let notes = self.notes(&notes_file(*family))?;
            separate::adopt(&mut host_notes, &notes);
            let module = self.device_module(&context, *family, targets)?;
            devices.push(DeviceCode { targets: targets.clone(), notes, module });
        }
        let findings = Rc::new(RefCell::new(Vec::new()));
        let list = Rc::clone(&findings);
        let mlir =
            MlirOptions { found: Rc::new(move |found| list.borrow_mut().push(found)), ..mlir };
        let options = UnitOptions {
            effort: self.invocation.effort(),
            mlir: &mlir,
            hostdev: &self.invocation.hostdev,
            checked: self.invocation.checked,
            flags: &self.invocation.family_flags,
            tools: &ToolRunner::new(self.toolchain, self.invocation, &self.messages),
            observer,
        };
        unit::join(&host, &host_notes, devices, options).map_err(|e| self.failed(e))?;
        write_bitcode(&host, joined).map_err(|e| self.failed(e.into()))?;
        Ok(findings.take())
    }

    /// Runs the first step of the pipeline alone, with the device code of one family.
    pub fn begin(&self, families: &Families, observer: &dyn Observer) -> Result<(), DriverError> {
        let context = Context::create();
        for (family, targets) in families {
            let module = self.device_module(&context, *family, targets)?;
            let name = targets[0].name();
            unit::begin(&module, Watch::new(observer, &name)).map_err(|e| self.failed(e))?;
        }
        Ok(())
    }

    /// The code of a family's device pass. Printed code has the name of the source, not of a temporary file.
    fn device_module<'c>(
        &self,
        context: &'c Context,
        family: TargetFamily,
        targets: &[Target],
    ) -> Result<Module<'c>, DriverError> {
        let code = self.file(&code_file(family, targets))?;
        let module = read_ir(context, &code).map_err(|e| self.failed(e.into()))?;
        module.set_name(&self.input.path);
        Ok(module)
    }

    /// Prints the warnings that are enabled. Device code has locations only if it is compiled with line
    /// tables, so it is compiled again if there is something to print.
    pub fn warn(&self, mut found: Vec<Finding>, families: &Families) -> Result<(), DriverError> {
        let severity = |finding: &Finding| self.invocation.severity_of(finding.warning);
        found.retain(|finding| severity(finding).is_some());
        if found.is_empty() {
            return Ok(());
        }
        if found.iter().all(|finding| finding.place.is_none()) {
            for (family, targets) in families {
                let again = self.device_pass(*family, targets)?;
                again.args(["-gline-tables-only", "-w"]).run()?;
            }
            let mlir = self.invocation.mlir_options(&self.messages).without_remarks();
            found = self.join(families, mlir, &NoObserver, &self.file("again.bc")?)?;
        }
        let mut reported: Vec<Finding> = Vec::new();
        let mut errors = 0;
        for finding in found {
            let Some(severity) = severity(&finding) else { continue };
            // A kernel may have several versions.
            if !reported.contains(&finding) {
                let color = self.invocation.color();
                diagnostics::finding(&finding, severity, color, &self.messages);
                errors += usize::from(severity == Severity::Error);
                reported.push(finding);
            }
        }
        if errors > 0 {
            diagnostics::count_of_errors(errors, &self.messages);
            return Err(DriverError::Reported(1));
        }
        Ok(())
    }

    /// The notes of one pass.
    fn notes(&self, file: &str) -> Result<Notes, DriverError> {
        let path = self.file(file)?;
        let text = std::fs::read_to_string(&path).map_err(|e| {
            DriverError::usage(format!("the clang plugin wrote no kernel notes ({e})"))
        })?;
        let mut notes = notes::parse(&text).map_err(|e| DriverError::usage(e.to_string()))?;
        attributes::adopt_properties(&mut notes);
        Ok(notes)
    }
}
