//! For build scripts: finds Scythe, and compiles SYCL sources into the crate.
//!
//! ```no_run
//! // build.rs
//! scythe_build::Kernels::new().file("src/kernels.cpp").compile("kernels");
//! ```
//!
//! The compiler is the `scythe++` that `SCYTHE_CXX` names, or the one in `PATH`; the runtime is the one beside it.

#![forbid(unsafe_code)]

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The variable that names the compiler.
const COMPILER: &str = "SCYTHE_CXX";

/// The compiler.
///
/// # Panics
/// When there is none.
#[must_use]
pub fn compiler() -> PathBuf {
    println!("cargo:rerun-if-env-changed={COMPILER}");
    let named = env::var_os(COMPILER).map(PathBuf::from);
    let in_path = || {
        let places = env::var_os("PATH")?;
        env::split_paths(&places).map(|place| place.join("scythe++")).find(|file| file.is_file())
    };
    named.or_else(in_path).unwrap_or_else(|| {
        panic!("scythe++ is not in PATH: install Scythe, or name the compiler in {COMPILER}")
    })
}

/// The directory of the runtime: beside the compiler in a build tree, in `lib` of an installation.
fn runtime() -> PathBuf {
    let compiler = compiler();
    let real = compiler.canonicalize().unwrap_or_else(|error| {
        panic!("{}, which {COMPILER} or PATH names, is not there: {error}", compiler.display())
    });
    let here = real.parent().unwrap_or(Path::new("/"));
    let places = [here.join("../lib"), here.to_owned()];
    let found = places.iter().find(|place| place.join("libscythe.so").is_file());
    let Some(found) = found else { panic!("there is no libscythe.so beside {}", real.display()) };
    found.canonicalize().unwrap_or_else(|_| found.clone())
}

/// Links the runtime to the crate. Programs find it where it is now, if their build scripts call
/// [`run_path`].
///
/// # Panics
/// When Scythe is not installed.
pub fn link_runtime() {
    let runtime = runtime();
    println!("cargo:rustc-link-search=native={}", runtime.display());
    println!("cargo:rustc-link-lib=dylib=scythe");
    run_path();
}

/// Adds the runtime's directory to the run path of the crate's programs and tests.
///
/// # Panics
/// When Scythe is not installed.
pub fn run_path() {
    println!("cargo:rustc-link-arg=-Wl,-rpath,{}", runtime().display());
}

/// SYCL sources that become part of a crate.
#[derive(Clone, Debug, Default)]
pub struct Kernels {
    files: Vec<PathBuf>,
    flags: Vec<String>,
}

impl Kernels {
    /// Without sources yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a source, relative to the crate.
    pub fn file(&mut self, path: impl Into<PathBuf>) -> &mut Self {
        self.files.push(path.into());
        self
    }

    /// Adds a flag of the compiler, such as `--targets=cpu,ptx`.
    pub fn flag(&mut self, flag: impl Into<String>) -> &mut Self {
        self.flags.push(flag.into());
        self
    }

    /// Compiles all sources into the library `name`, and links it to the crate. Optimises as cargo does.
    ///
    /// # Panics
    /// When a source does not compile; the compiler has printed the errors.
    pub fn compile(&self, name: &str) {
        let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
        let level = env::var("OPT_LEVEL").unwrap_or_else(|_| "2".to_owned());
        let mut objects = Vec::new();
        for (number, file) in self.files.iter().enumerate() {
            println!("cargo:rerun-if-changed={}", file.display());
            let object = out.join(format!("{name}-{number}.o"));
            let mut command = Command::new(compiler());
            command.arg(format!("-O{level}")).args(["-fPIC", "-c"]).args(&self.flags);
            run(command.arg(file).arg("-o").arg(&object));
            objects.push(object);
        }
        let library = out.join(format!("lib{name}.a"));
        let _ = std::fs::remove_file(&library);
        run(Command::new("ar").arg("crs").arg(&library).args(&objects));
        println!("cargo:rustc-link-search=native={}", out.display());
        println!("cargo:rustc-link-lib=static={name}");
        println!("cargo:rustc-link-lib=dylib=stdc++");
        run_path();
    }
}

fn run(command: &mut Command) {
    let status = command.status().unwrap_or_else(|error| panic!("cannot run {command:?}: {error}"));
    assert!(status.success(), "{status} from {command:?}");
}
