//! The suite's programs from a packed folder, on a machine without a compiler.
//!
//! The suite runs in this mode if `tests.json` is beside its binary; `programs::pack` makes such folders.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use libtest_mimic::{Arguments, Completion, Trial};

use crate::costs;
use crate::process;
use crate::programs::execution::Wrapper;
use crate::programs::pack::{Content, MANIFEST, Manifest, PROGRAMS, Test};
use crate::sandbox::Sandbox;
use crate::setting::Setting;
use crate::verdict::{Verdict, fail, skip, trial};

/// Collects the trial of packing.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    vec![trial(setting, "packed/elsewhere".to_owned(), elsewhere)]
}

/// A program is packed, the folder moved, and the program run from there.
fn elsewhere(sandbox: &Sandbox) -> Verdict {
    let packed = sandbox.path("packed");
    sandbox
        .run(env::current_exe()?)
        .arg("run/closures")
        .env("SCYTHE_BIN_DIR", &sandbox.setting().bin_dir)
        .env("SCYTHE_TEST_DEVICE", "cpu")
        .env("SCYTHE_TEST_PACK", &packed)
        .succeed()?;
    let moved = sandbox.path("moved");
    fs::rename(&packed, &moved)?;
    let run = |options: &[&str]| sandbox.run(moved.join("run-tests")).args(options);
    let output = run(&[]).succeed()?;
    let all = output.stdout.ends_with("\n2 passed, 0 failed, 0 skipped\n");
    output.expect(all, "both builds of the program should pass")?;
    let output = run(&["--wrap", "false"]).output()?.expect_failure()?;
    let none = output.stdout.ends_with("\n0 passed, 2 failed, 0 skipped\n");
    output.expect(none, "the wrapper's failure should be the programs'")?;
    let output = run(&["--device", "nowhere"]).succeed()?;
    let absent = output.stdout.contains("this machine has no nowhere device");
    output.expect(absent, "an absent device should be skipped").map(drop)
}

/// Runs packed tests: programs that were compiled on another machine.
#[derive(Parser)]
#[command(name = "run-tests")]
struct Options {
    /// Run only the tests whose names contain one of these texts
    filter: Option<String>,
    /// Leave out the tests whose names contain this text
    #[arg(long, value_name = "TEXT")]
    skip: Vec<String>,
    /// A backend or one device, as scythe-ls names them [default: the backend that was packed for]
    #[arg(long)]
    device: Option<String>,
    /// The number of tests that run at the same time
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Run every program under this command, for example 'compute-sanitizer --error-exitcode 1'
    #[arg(long, value_name = "COMMAND")]
    wrap: Option<String>,
    /// The factor by which time limits grow under --wrap
    #[arg(long, value_name = "N", default_value_t = 20)]
    slowdown: u32,
    /// List the tests
    #[arg(long)]
    list: bool,
}

/// The number of tests that share a device, other than the host's processors.
const JOBS_PER_DEVICE: usize = 4;

/// The folder of packed tests that this binary is in.
pub fn folder() -> Option<PathBuf> {
    let myself = env::current_exe().ok()?;
    let folder = myself.parent()?;
    folder.join(MANIFEST).is_file().then(|| folder.to_path_buf())
}

/// Runs the tests of a folder.
pub fn main(folder: &Path) -> ExitCode {
    match run(folder, &Options::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(folder: &Path, options: &Options) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let text = fs::read_to_string(folder.join(MANIFEST))?;
    let manifest: Manifest = serde_json::from_str(&text)?;
    let wanted = options.device.as_deref().unwrap_or(&manifest.backend);
    let setting = Setting::packed(folder, wanted);
    process::end_children_on_interrupt()?;
    let wrapper = options.wrap.as_ref().map(|command| Wrapper {
        command: command.split_whitespace().map(str::to_owned).collect(),
        slowdown: options.slowdown,
    });
    let mut trials = Vec::new();
    for device in &setting.devices {
        if let Some(reason) = device.absent.clone() {
            let name = format!("run/all programs [{}]", device.selector);
            let skipped = move || Ok(Completion::ignored_with(reason));
            trials.push(Trial::ignorable_test(name, skipped));
            continue;
        }
        for test in &manifest.tests {
            let (test, wrapper) = (test.clone(), wrapper.clone());
            let name = format!("{} [{}]", test.name, device.selector);
            trials.push(trial(setting, name, move |sandbox| {
                check(&test, &device.backend, &device.selector, wrapper.as_ref(), sandbox)
            }));
        }
    }
    let on_cpu = setting.devices.iter().all(|device| device.is_cpu());
    let arguments = Arguments {
        filter: options.filter.clone(),
        skip: options.skip.clone(),
        test_threads: options.jobs.or((!on_cpu).then_some(JOBS_PER_DEVICE)),
        list: options.list,
        ..Arguments::default()
    };
    let conclusion = libtest_mimic::run(&arguments, trials);
    // Failed tests left their files there, and then this does nothing.
    let _ = fs::remove_dir(&setting.work_dir);
    if !options.list {
        for line in costs::summary() {
            eprintln!("{line}");
        }
        println!(
            "{} passed, {} failed, {} skipped",
            conclusion.num_passed, conclusion.num_failed, conclusion.num_ignored
        );
    }
    Ok(conclusion.exit_code())
}

fn check(
    test: &Test,
    backend: &str,
    selector: &str,
    wrapper: Option<&Wrapper>,
    sandbox: &Sandbox,
) -> Verdict {
    let (file, execution, skip_device) = match &test.content {
        Content::Program { file, execution, skip_device } => (file, execution, skip_device),
        Content::Skipped { reason } => return skip(reason),
        Content::NotCompiled { message } => return fail(format!("did not compile\n{message}")),
    };
    if let Some(reason) = skip_device.get(backend) {
        return skip(reason);
    }
    let program = sandbox.setting().root.join(PROGRAMS).join(file);
    let run = match wrapper.and_then(|wrapper| wrapper.command.split_first()) {
        Some((first, rest)) => sandbox.run(first).args(rest).arg(program),
        None => sandbox.run(program),
    };
    execution.check(run, selector, wrapper)
}
