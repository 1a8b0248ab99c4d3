//! Ctrl-C, a closed terminal, `kill`: tools that start others end soon with these, die of the signal, and leave no
//! files.

use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::Case;
use super::temporaries::{are_gone, directory};
use crate::process::Run;
use crate::sandbox::{Sandbox, names};
use crate::setting::tool;
use crate::verdict::{Verdict, ensure, fail};

pub const CASES: &[Case] = &[("leaves_nothing", leaves_nothing)];

/// The source includes a named pipe without a writer, so clang waits until it is interrupted.
fn leaves_nothing(sandbox: &Sandbox) -> Verdict {
    sandbox.run(tool("mkfifo")?).arg("never.hpp").succeed()?;
    sandbox
        .write("stuck.cpp", "#include <sycl/sycl.hpp>\n#include \"never.hpp\"\nint main() {}\n")?;
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        ends_by(sandbox, signal, sandbox.scythe().args(["-c", "stuck.cpp"]))?;
    }
    let starts = |name| -> Verdict<Run> { Ok(sandbox.run(sandbox.setting().binary(name)?)) };
    ends_by(sandbox, Signal::TERM, starts("scythe-explorer")?.arg("stuck.cpp"))?;
    ends_by(sandbox, Signal::TERM, starts("muxc")?.args(["-x", "cl", "never.hpp"]))
}

fn ends_by(sandbox: &Sandbox, signal: Signal, run: Run) -> Verdict {
    let directory = directory(sandbox)?;
    let mut driver = run.env("TMPDIR", &directory).limit(Duration::from_secs(30)).start()?;

    // Interrupt it once it has something to clean up, or after a while.
    let start = Instant::now();
    while names(&directory)?.is_empty() && start.elapsed() < Duration::from_secs(1) {
        thread::sleep(Duration::from_millis(10));
    }
    thread::sleep(Duration::from_millis(200));
    if driver.has_ended()? {
        return fail(driver.finish()?.describe("the driver did not wait for clang"));
    }
    driver.signal(signal);
    let interrupted = Instant::now();
    let output = driver.finish()?;
    ensure(interrupted.elapsed() < Duration::from_secs(5), || {
        output.describe("the driver took long to end")
    })?;
    // Shells and build systems stop only if a program died of the signal.
    output.expect_signal(signal.as_raw())?;
    are_gone(&directory)?;
    ensure(!sandbox.path("stuck.o").exists(), || "an interrupted compile left an object".to_owned())
}
