//! Runs programs on behalf of target families.

use std::path::PathBuf;

use scythe_pipeline::tools::{Search, Tool, ToolCall, ToolError, ToolOutput, Tools};
use scythe_targets::registry;

use crate::args::Invocation;
use crate::error::DriverError;
use crate::locate;
use crate::messages::Messages;
use crate::process::Job;
use crate::temporary;
use crate::toolchain::Toolchain;

/// Runs programs of the toolchain, on temporary files.
pub struct ToolRunner<'a> {
    toolchain: &'a Toolchain,
    verbose: bool,
    /// The triple for clang, if the command line names one.
    triple: Option<String>,
    messages: Messages,
}

impl<'a> ToolRunner<'a> {
    /// Runs them for an invocation.
    pub fn new(toolchain: &'a Toolchain, invocation: &Invocation, messages: &Messages) -> Self {
        let triple = invocation.named_triple().map(str::to_owned);
        Self { toolchain, verbose: invocation.verbose, triple, messages: messages.clone() }
    }

    fn job(&self, tool: &Tool) -> Result<Job, ToolError> {
        match tool {
            Tool::Clang => {
                let target = self.triple.as_ref().map(|triple| format!("--target={triple}"));
                Ok(self.toolchain.clang().args(target))
            }
            Tool::At(path) => Ok(Job::new(path)),
            Tool::Program(name) => match locate::program(name) {
                Some(path) => Ok(Job::new(path)),
                None => Err(ToolError::Missing(format!("'{name}' was not found in PATH"))),
            },
        }
    }
}

/// Rejects targets that cannot be compiled for, before anything is compiled.
pub fn check_targets(toolchain: &Toolchain, invocation: &Invocation) -> Result<(), DriverError> {
    let tools = ToolRunner::new(toolchain, invocation, &Messages::default());
    for (family, targets) in registry::by_family(&invocation.targets) {
        family.check_targets(&targets, &tools)?;
    }
    Ok(())
}

impl Tools for ToolRunner<'_> {
    fn run(&self, call: &ToolCall<'_>) -> Result<Vec<u8>, ToolError> {
        let failed = |error: &DriverError| ToolError::Failed(error.text());
        let file = |extension: &str| {
            temporary::path(&format!("tool.{extension}")).map_err(|error| failed(&error))
        };
        let input = file(call.extension)?;
        let io = |what: &str, path: &PathBuf, error: &std::io::Error| {
            failed(&DriverError::io(what, path, error))
        };
        std::fs::write(&input, call.input).map_err(|e| io("cannot write", &input, &e))?;
        let mut job = self.job(&call.tool)?.args(&call.flags).arg(&input);
        let output = match call.output {
            ToolOutput::File(extension) => Some(file(extension)?),
            ToolOutput::Standard => None,
        };
        if let Some(output) = &output {
            job = job.arg("-o").arg(output);
        }
        if self.verbose {
            self.messages.line(job.line());
        }
        let mut running = job.start().map_err(|error| failed(&error))?;
        let printed = running.read_output();
        let outcome = running.finish().map_err(|error| failed(&error))?;
        if !outcome.status.success() {
            return Err(ToolError::Refused(outcome.stderr));
        }
        match output {
            Some(output) => std::fs::read(&output).map_err(|e| io("cannot read", &output, &e)),
            None => Ok(printed),
        }
    }

    fn locate(&self, search: &Search) -> Result<Option<PathBuf>, ToolError> {
        locate::file(search)
    }
}
