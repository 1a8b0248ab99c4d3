//! `cargo xtask book`: the book as HTML, by mdBook.
//!
//! Building mdBook takes minutes, so the tests do not need it: they read the book's sources.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Result, bail};
use clap::Args;

use crate::step;
use crate::workspace;

/// Options of `cargo xtask book`.
#[derive(Args)]
pub struct Options {
    /// Build mdBook from crates.io if it is missing (minutes, into target/mdbook)
    #[arg(long)]
    install: bool,
}

/// The output directory, from which `install` copies the book.
pub fn dir() -> PathBuf {
    workspace::target_dir().join("book")
}

/// Runs the subcommand.
pub fn main(options: &Options) -> Result<ExitCode> {
    let own = workspace::target_dir().join("mdbook");
    let built = own.join("bin").join("mdbook");
    let found = workspace::find_program("mdbook").or_else(|| built.exists().then(|| built.clone()));
    let mdbook = match found {
        Some(mdbook) => mdbook,
        None if options.install => {
            step::announced("build mdBook", || {
                let mut cargo = workspace::cargo("install");
                step::run(cargo.args(["mdbook", "--locked", "--root"]).arg(&own))
            })?;
            built
        }
        None => bail!("there is no mdbook in PATH; `cargo xtask book --install` builds it"),
    };
    step::announced("build the book", || {
        let mut command = Command::new(mdbook);
        step::run(command.arg("build").arg(workspace::root().join("book")).arg("-d").arg(dir()))
    })?;
    println!("{}", dir().join("index.html").display());
    Ok(ExitCode::SUCCESS)
}
