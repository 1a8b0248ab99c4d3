//! Observers of the pipeline: `--emit` and `--save-temps`.

use std::cell::RefCell;
use std::fmt::Display;

use scythe_frontend::diag::Diag;
use scythe_pipeline::PipelineError;
use scythe_pipeline::stage::{Encoding, MUX_LL, Observer, PASSES, Stage};

use crate::args::Invocation;

/// `--emit`: takes the code at one stage and stops the walk.
pub struct Shown {
    stage: Stage,
    encoding: Encoding,
    code: RefCell<Option<Vec<u8>>>,
    /// The code after the last pass, for [`PASSES`].
    before: RefCell<String>,
}

impl Shown {
    /// Stops at a stage.
    pub fn at(stage: Stage, encoding: Encoding) -> Self {
        Self { stage, encoding, code: RefCell::default(), before: RefCell::default() }
    }

    /// Stores code that another pass has written.
    pub fn put(&self, code: Vec<u8>) {
        self.code.replace(Some(code));
    }

    /// The code at the stage, if it was reached.
    pub fn into_code(self) -> Option<Vec<u8>> {
        self.code.into_inner()
    }
}

impl Observer for Shown {
    fn wants(&self, stage: Stage) -> Option<Encoding> {
        let is_end = self.stage == PASSES && stage == MUX_LL;
        (stage == self.stage || is_end).then_some(self.encoding)
    }

    fn insists(&self, stage: Stage) -> bool {
        stage == self.stage
    }

    fn take(&self, stage: Stage, _target: &str, code: &[u8]) -> Result<(), PipelineError> {
        // [`PASSES`] has no code of its own at the end.
        if stage == self.stage {
            self.put(code.to_vec());
        }
        Err(PipelineError::Stopped)
    }

    fn passed(&self, target: &str, pass: &str, code: &str) -> Result<(), PipelineError> {
        if *self.before.borrow() == code {
            return Ok(());
        }
        let mut all = self.code.borrow_mut();
        let all = all.get_or_insert_default();
        all.extend_from_slice(format!("; *** {target}: after {pass} ***\n{code}\n").as_bytes());
        self.before.replace(code.to_owned());
        Ok(())
    }

    fn left_out(&self, kernels: Vec<Diag>) -> Result<(), PipelineError> {
        Err(PipelineError::Program(kernels))
    }

    fn cannot(&self, stage: Stage, why: &dyn Display) -> Result<(), PipelineError> {
        match stage == self.stage {
            true => Err(PipelineError::Request(format!("nothing to show: {why}"))),
            false => Ok(()),
        }
    }
}

/// `--save-temps`: writes the code at every stage to a file.
pub struct Kept<'a> {
    invocation: &'a Invocation,
    /// The prefix of the files' names.
    stem: String,
}

impl<'a> Kept<'a> {
    /// Keeps files whose names begin with `stem`.
    pub fn new(invocation: &'a Invocation, stem: String) -> Self {
        Self { invocation, stem }
    }
}

impl Observer for Kept<'_> {
    fn wants(&self, stage: Stage) -> Option<Encoding> {
        (self.invocation.save_temps.is_some() && stage.file.is_some()).then_some(Encoding::Binary)
    }

    fn take(&self, stage: Stage, target: &str, code: &[u8]) -> Result<(), PipelineError> {
        let target = if target.is_empty() { String::new() } else { format!("-{target}") };
        let name = format!("{}{target}{}", self.stem, stage.file.unwrap_or_default());
        let Some(path) = self.invocation.kept_file(&name.replace([':', '/'], "-")) else {
            return Ok(());
        };
        std::fs::write(&path, code)
            .map_err(|e| PipelineError::Request(format!("cannot write '{}': {e}", path.display())))
    }
}
