//! clang's arguments in each pass over a source, up to the output.

use std::path::{Path, PathBuf};

use scythe_pipeline::family::Target;
use scythe_targets::registry;

use crate::args::{Input, Invocation};
use crate::first_include::begins_with_sycl;
use crate::precompiled::Cache;
use crate::process::Job;
use crate::toolchain::Toolchain;

/// Programs may declare types device copyable (SYCL 2020 §3.13.1); a macro must say so before any header is
/// included. oneDPL tests whether kernels may be unnamed.
const PREDEFINED: [&str; 2] = ["-DSYCL_DEVICE_COPYABLE=1", "-D__SYCL_UNNAMED_LAMBDA__=1"];

/// Headers that depend on macros which the precompiled header does not (`NDEBUG`, [`TARGETS_MACRO`]).
const BEHIND_HEADER: [&str; 4] = ["-include", "cassert", "-include", "scythe/unit_targets.hpp"];

/// Tells the headers which targets the unit has code for.
pub const TARGETS_MACRO: &str = "-D__SCYTHE_TARGETS__=";

/// The passes of an invocation.
pub struct Passes<'a> {
    toolchain: &'a Toolchain,
    invocation: &'a Invocation,
}

impl<'a> Passes<'a> {
    /// The passes of an invocation.
    pub fn new(toolchain: &'a Toolchain, invocation: &'a Invocation) -> Self {
        Self { toolchain, invocation }
    }

    /// The host pass, and a device pass for each list of targets.
    pub fn all(&self, targets: &[&[Target]]) -> Vec<Job> {
        let mut passes = vec![self.host()];
        passes.extend(targets.iter().map(|targets| self.device(targets)));
        passes
    }

    /// The host pass.
    pub fn host(&self) -> Job {
        self.toolchain
            .clang()
            .args(self.invocation.host_flags())
            .args(self.invocation.verbose.then_some("-v"))
            // The effect of `-fsycl --offload-host-only`, without the offload driver's restrictions on flags
            // for the host.
            .args(["-Xclang", "-fsycl-is-host", "-Xclang", "-sycl-std=2020"])
            .arg("-Wno-unused-command-line-argument")
            .args(self.color_flag())
            .args(self.include_flags())
            .arg(self.plugin_flag())
    }

    /// The device pass for some targets.
    pub fn device(&self, targets: &[Target]) -> Job {
        let pass = targets[0].family.device_pass(targets);
        let openmp = if self.invocation.has_openmp() { pass.openmp } else { &[] };
        let host = match pass.wants_host_triple {
            true => vec!["-aux-triple".to_owned(), self.invocation.triple()],
            false => Vec::new(),
        };
        self.toolchain
            .clang()
            .args(pass.defaults)
            .args(self.invocation.device_flags())
            .args(pass.flags)
            .args(host.iter().flat_map(|word| ["-Xclang", word.as_str()]))
            .args(openmp)
            .args(["-Xclang", "-fignore-exceptions", "-Wno-unused-command-line-argument"])
            // Reports contain the names of variables.
            .args(self.invocation.checked.then_some("-fno-discard-value-names"))
            // With this option, AddressSanitizer would keep variables in frames whose size is only known at
            // run time, and kernels are cut at barriers.
            .arg("-fsanitize-address-use-after-return=never")
            .args(self.color_flag())
            .args(self.include_flags())
            .arg(self.plugin_flag())
    }

    /// Makes passes over a source read the precompiled SYCL header, if there is one and it changes nothing.
    pub fn with_header(&self, passes: Vec<Job>, source: &Input) -> Vec<Job> {
        let invocation = self.invocation;
        let is_plain = source.language.as_deref().is_none_or(|language| language == "c++");
        if !invocation.precompiled
            || invocation.dry_run
            || !is_plain
            || !begins_with_sycl(Path::new(&source.path))
        {
            return passes;
        }
        let Some(cache) = Cache::new(self.toolchain, invocation.verbose) else { return passes };
        let headers = cache.headers(&passes);
        let with = |(pass, header): (Job, Option<PathBuf>)| match header {
            Some(header) => pass.header(header, &BEHIND_HEADER),
            None => pass,
        };
        passes.into_iter().zip(headers).map(with).collect()
    }

    /// Makes clang print in colours.
    pub fn color_flag(&self) -> Option<&'static str> {
        self.invocation.color().then_some("-fcolor-diagnostics")
    }

    fn include_flags(&self) -> Vec<String> {
        let include = self.toolchain.include.display().to_string();
        let mut flags = PREDEFINED.map(str::to_owned).to_vec();
        flags.extend(["-isystem".to_owned(), include]);
        flags.extend(self.targets_macro());
        flags.extend(self.invocation.checked.then(|| "-D__SCYTHE_CHECK__=1".to_owned()));
        flags
    }

    /// By default, the headers assume the default targets.
    fn targets_macro(&self) -> Option<String> {
        let mask = registry::mask(&self.invocation.targets);
        let default = registry::mask(&[registry::default_target(None)]);
        (mask != default).then(|| format!("{TARGETS_MACRO}{mask}"))
    }

    /// Every pass loads the plugin: the headers test which attributes there are.
    fn plugin_flag(&self) -> String {
        format!("-fplugin={}", self.toolchain.plugin.display())
    }
}
