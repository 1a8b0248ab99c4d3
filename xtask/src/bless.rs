//! `cargo xtask bless`: rewrites expected outputs from the current outputs of the tools.
//!
//! The tests write them; this command sets `BLESS=1` and runs the tests with expected outputs. Review the
//! result in `git diff`.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use crate::build;
use crate::setup;
use crate::step;
use crate::test;
use crate::workspace;

/// Options of `cargo xtask bless`.
#[derive(Args)]
pub struct Options {
    /// Only tests of the suite whose names contain this text
    filter: Option<String>,
}

/// Runs the subcommand.
pub fn main(options: &Options) -> Result<ExitCode> {
    setup::ensure()?;
    if options.filter.is_none() {
        // First, because the suite compiles programs with these headers.
        step::announced("bless include/scythe/facts.h", || {
            let mut facts = workspace::cargo("test");
            let package = ["--release", "--package", "scythe-image", "--test", "facts"];
            step::run(facts.args(package).env("BLESS", "1"))
        })?;
        step::announced("bless include/scythe/runtime.h", || {
            let mut runtime = workspace::cargo("test");
            runtime.args(["--release", "--package", "scythe-runtime"]).env("BLESS", "1");
            step::run(&mut runtime)
        })?;
        step::announced("bless book/src/sycl-dialect-reference.md", || {
            let mut dialect = workspace::cargo("test");
            let package =
                ["--release", "--package", "scythe-sycl-dialect", "--test", "integration"];
            step::run(dialect.args(package).env("BLESS", "1"))
        })?;
    }
    build::release()?;
    step::announced("bless the suite", || {
        let filters = match options.filter.as_deref() {
            Some(filter) => vec![filter],
            None => vec!["ui/", "book/flags"],
        };
        for filter in filters {
            step::run(test::suite(Some(filter))?.env("BLESS", "1"))?;
        }
        Ok(())
    })?;
    eprintln!("read the changes with `git diff` before you commit them");
    Ok(ExitCode::SUCCESS)
}
