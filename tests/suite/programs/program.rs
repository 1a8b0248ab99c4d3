//! A program in one configuration.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::costs;
use crate::devices::Device;
use crate::directives;
use crate::notes;
use crate::process::Run;
use crate::ptx;
use crate::sandbox::Sandbox;
use crate::setting::{Setting, stem};
use crate::spirv;
use crate::verdict::{Verdict, ensure, fail, skip};

use super::Directives;
use super::matrix::{Build, NVIDIA};

/// A program and a configuration; it is compiled once, for all devices.
pub struct Program {
    setting: &'static Setting,
    /// The name of the test without the device: `run/closures -O2`.
    pub name: String,
    sources: Vec<PathBuf>,
    opt: String,
    targets: Option<String>,
    assembled: bool,
    /// The program's directives.
    pub directives: Directives,
    built: OnceLock<Verdict<Built>>,
}

/// An executable and the directory that keeps it.
pub struct Built {
    sandbox: Sandbox,
    /// The executable.
    pub executable: PathBuf,
}

impl Program {
    /// A program that has not been compiled yet.
    pub fn new(
        setting: &'static Setting,
        name: &str,
        sources: &[PathBuf],
        directives: &Directives,
        build: &Build,
    ) -> Self {
        Self {
            setting,
            name: format!("{name} {}", build.opt),
            sources: sources.to_vec(),
            opt: build.opt.clone(),
            targets: build.targets.clone(),
            assembled: build.assembled,
            directives: directives.clone(),
            built: OnceLock::new(),
        }
    }

    /// Compiles the program, unless it has been compiled, and runs it on a device.
    pub fn run(&self, device: &Device, sandbox: &Sandbox) -> Verdict {
        self.check_skips(device)?;
        let built = self.built()?;
        let run = sandbox.run(&built.executable);
        let result = self.directives.execution().check(run, &device.selector, None);
        if result.is_err() {
            built.sandbox.keep();
        }
        result
    }

    /// Compiles the program, unless it has been compiled, and assembles its PTX.
    pub fn assemble(&self, sandbox: &Sandbox) -> Verdict {
        self.check_skips(&Device::present(NVIDIA))?;
        let built = self.built()?;
        ptx::require_assembler(sandbox)?;
        let result = ptx::assemble_kept(&built.sandbox).and_then(|modules| {
            let expected = notes::has_kernels(&built.sandbox, "ptx")?;
            ensure(modules > 0 || !expected, || "no PTX was kept".to_owned())
        });
        if result.is_err() {
            built.sandbox.keep();
        }
        result
    }

    fn built(&self) -> Verdict<&Built> {
        self.built.get_or_init(|| self.build(&[])).as_ref().map_err(Clone::clone)
    }

    /// Skips what the program's directives exclude.
    pub fn check_skips(&self, device: &Device) -> Verdict {
        if let Some(reason) = self.directives.skip_device.get(&device.backend) {
            return skip(reason);
        }
        if self.directives.long && !self.setting.long {
            return skip("a long test; `cargo xtask test --long` runs it");
        }
        Ok(())
    }

    /// Compiles the program with further flags for the link.
    pub fn build(&self, link_flags: &[&str]) -> Verdict<Built> {
        // Builds for other targets have the same name, and run at the same time.
        let targets = self.targets.as_deref().unwrap_or_default();
        let sandbox = Sandbox::new(self.setting, &format!("{}{targets} build", self.name))?;
        let executable = sandbox.path("program");
        let result = if let [source] = &self.sources[..] {
            let compiler = self.compiler(&sandbox).args(link_flags);
            self.compile(compiler.arg(source).arg("-o").arg(&executable))
        } else {
            self.build_separately(&sandbox, &executable, link_flags)
        };
        let result = result.and_then(|()| self.validate(&sandbox));
        costs::record(&format!("{} {targets} compile", self.name), sandbox.age());
        if result.is_err() {
            sandbox.keep();
        }
        result?;
        Ok(Built { sandbox, executable })
    }

    /// A driver may do anything with an invalid module.
    fn validate(&self, sandbox: &Sandbox) -> Verdict {
        let modules = spirv::validate_kept(sandbox)?;
        let expected = self.is_for_spirv() && notes::has_kernels(sandbox, "spirv64")?;
        ensure(modules > 0 || !expected, || "no SPIR-V was kept".to_owned())
    }

    fn is_for_spirv(&self) -> bool {
        let targets = self.targets.as_deref().unwrap_or(&self.directives.flags);
        targets.contains("spirv64")
    }

    fn build_separately(
        &self,
        sandbox: &Sandbox,
        executable: &Path,
        link_flags: &[&str],
    ) -> Verdict {
        let mut objects = Vec::new();
        for source in &self.sources {
            let object = sandbox.path(&format!("{}.o", stem(source)));
            self.compile(self.compiler(sandbox).arg("-c").arg(source).arg("-o").arg(&object))?;
            objects.push(object);
        }
        let linker = self.compiler(sandbox).args(link_flags);
        self.compile(linker.args(objects).arg("-o").arg(executable))
    }

    /// Runs the compiler, which must not fall back to the pipeline without MLIR. Remarks about single
    /// launches that are not raised are no failures.
    fn compile(&self, run: Run) -> Verdict {
        let output = run.succeed()?;
        if output.stderr.contains("goes without MLIR") {
            return fail(output.describe("device code did not go through MLIR"));
        }
        Ok(())
    }

    fn compiler(&self, sandbox: &Sandbox) -> Run {
        let flags = directives::words(&self.directives.flags);
        let opt = directives::words(&self.opt);
        let temporaries = (self.is_for_spirv() || self.assembled).then_some("--save-temps");
        let run = sandbox.scythe().args(opt).args(&self.targets).args(temporaries);
        let full = self.setting.full.then_some("-DSCYTHE_TEST_FULL");
        run.arg("-Rscythe=raise").args(full).args(flags)
    }
}
