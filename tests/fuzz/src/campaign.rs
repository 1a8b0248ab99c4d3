//! Checks many seeds, in separate processes.
//!
//! Compiled code may crash or hang, so kernels are checked by *workers*: processes that print the seed they
//! are working on. When one hangs or dies, its last seed is at fault; another worker continues after it.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use fastrand::Rng;

use crate::check::{Case, check};
use crate::generate::generate;
use crate::setting::{Device, Features, Setting};
use crate::shrink::statements;
use crate::spirv;
use crate::trial::{
    KERNEL_LIMIT, Verdict, end, fails_by_vectors_only, shrink_while, verdict, write_case, write_ir,
};
use crate::watch::Watch;

/// A campaign ends after so many failures.
const MOST_FAILURES: u64 = 20;
/// The longest time for shrinking one case.
const SHRINK_LIMIT: Duration = Duration::from_secs(120);
/// Of failures of one kind, more than this are counted but not shrunk: they usually have one cause.
const MOST_SHRUNK: usize = 3;
/// Seeds that one worker checks.
const BATCH: u64 = 25;
/// The interval for checking a silent worker.
const WATCHED: Duration = Duration::from_millis(500);
/// Time between progress lines.
const PROGRESS: Duration = Duration::from_secs(10);

/// The task.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The first seed; the others follow.
    pub seed: u64,
    /// The number of kernels to check, if the time suffices.
    pub kernels: u64,
    /// When to stop.
    pub time: Option<Duration>,
    /// Workers at a time.
    pub jobs: usize,
    /// Features to leave out, as on the command line.
    pub without: String,
    /// The device that runs kernels.
    pub device: Device,
    /// Where failing cases are written.
    pub out: PathBuf,
    /// This program.
    pub program: PathBuf,
}

/// The result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Kernels that were checked.
    pub checked: u64,
    /// Kernels that failed.
    pub failed: u64,
    /// Kernels that fail only if a driver vectorizes across work-items.
    pub vectorized: u64,
}

/// The case of a seed.
#[must_use]
pub fn case_of(seed: u64, features: Features, device: Device) -> Case {
    // Another stream than the generator's, so that changes of one do not affect the other.
    let mut rng = Rng::with_seed(!seed);
    // Drivers require all work-items of a sub-group in each of its operations.
    let divergent = features.divergent && device == Device::Cpu;
    let kernel = generate(seed, Features { divergent, ..features });
    match device {
        Device::Cpu => Case { kernel, settings: Setting::sample(&mut rng) },
        Device::OpenCl => {
            Case { kernel: spirv::adapted(kernel), settings: Setting::sample_opencl(&mut rng) }
        }
    }
}

/// The main function of a worker: checks seeds and prints the results.
///
/// # Errors
/// When nothing reads the output.
pub fn work(first: u64, count: u64, features: Features, device: Device) -> io::Result<()> {
    use std::io::Write;
    let mut out = io::stdout().lock();
    for seed in first..first.saturating_add(count) {
        writeln!(out, "start {seed}")?;
        out.flush()?;
        match check(&case_of(seed, features, device)) {
            Ok(()) => writeln!(out, "passed {seed}")?,
            Err(failure) => writeln!(out, "failed {seed} {}", one_line(&failure.to_string()))?,
        }
        out.flush()?;
    }
    Ok(())
}

fn one_line(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join(" | ")
}

struct Campaign<'a> {
    plan: &'a Plan,
    features: Features,
    next: AtomicU64,
    checked: AtomicU64,
    failed: AtomicU64,
    vectorized: AtomicU64,
    /// The kinds of failures that were shrunk.
    shrunk: Mutex<Vec<Verdict>>,
    deadline: Option<Instant>,
    done: AtomicBool,
    /// Separates the reports of several workers.
    printing: Mutex<()>,
}

/// Executes a plan; failures are reported immediately.
///
/// # Errors
/// When the plan names unknown features, or workers cannot be started.
pub fn run(plan: &Plan) -> io::Result<Tally> {
    let features = plan.without.parse().map_err(io::Error::other)?;
    fs::create_dir_all(&plan.out)?;
    if plan.device == Device::OpenCl {
        spirv::check_device().map_err(io::Error::other)?;
        spirv::builtins::make(&plan.program, &plan.out)?;
    }
    let campaign = Campaign {
        plan,
        features,
        next: AtomicU64::new(0),
        checked: AtomicU64::new(0),
        failed: AtomicU64::new(0),
        vectorized: AtomicU64::new(0),
        shrunk: Mutex::new(Vec::new()),
        deadline: plan.time.map(|time| Instant::now() + time),
        done: AtomicBool::new(false),
        printing: Mutex::new(()),
    };
    let start = Instant::now();
    std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..plan.jobs.max(1)).map(|_| scope.spawn(|| campaign.take_batches())).collect();
        scope.spawn(|| campaign.show_progress(start));
        let results: Vec<io::Result<()>> = workers
            .into_iter()
            .map(|worker| {
                worker.join().unwrap_or_else(|_| Err(io::Error::other("a worker thread panicked")))
            })
            .collect();
        campaign.done.store(true, Ordering::Relaxed);
        results.into_iter().collect::<io::Result<()>>()
    })?;
    Ok(campaign.tally())
}

impl Campaign<'_> {
    fn tally(&self) -> Tally {
        Tally {
            checked: self.checked.load(Ordering::Relaxed),
            failed: self.failed.load(Ordering::Relaxed),
            vectorized: self.vectorized.load(Ordering::Relaxed),
        }
    }

    fn show_progress(&self, start: Instant) {
        let mut shown = Instant::now();
        while !self.done.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(50));
            if shown.elapsed() < PROGRESS {
                continue;
            }
            shown = Instant::now();
            let Tally { checked, failed, .. } = self.tally();
            let seconds = start.elapsed().as_secs();
            let _guard = self.printing.lock();
            let text = format_args!("{checked} kernels checked in {seconds} s, {failed} failed");
            scythe_console::print_error(text);
        }
    }

    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.failed.load(Ordering::Relaxed) >= MOST_FAILURES
    }

    fn take_batches(&self) -> io::Result<()> {
        while !self.is_over() {
            let first = self.next.fetch_add(BATCH, Ordering::Relaxed);
            if first >= self.plan.kernels {
                break;
            }
            let last = (first + BATCH).min(self.plan.kernels);
            let mut at = first;
            while at < last && !self.is_over() {
                at = self.batch(at, last)?;
            }
        }
        Ok(())
    }

    /// Lets one worker check kernels `first..last`; returns where the next one has to start.
    fn batch(&self, first: u64, last: u64) -> io::Result<u64> {
        let start = self.plan.seed.wrapping_add(first);
        let mut child = Command::new(&self.plan.program)
            .arg("work")
            .args(["--first", &start.to_string(), "--count", &(last - first).to_string()])
            .arg(format!("--without={}", self.plan.without))
            .arg(format!("--device={}", self.plan.device))
            .arg(format!("--builtins={}", spirv::builtins::path(&self.plan.out).display()))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (send, lines) = mpsc::channel();
        if let Some(stdout) = child.stdout.take() {
            std::thread::spawn(move || {
                for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                    if send.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        let mut at = first;
        let mut watch = Watch::new(child.id(), KERNEL_LIMIT);
        loop {
            match lines.recv_timeout(WATCHED) {
                Err(RecvTimeoutError::Timeout) if !watch.hangs() => {}
                Ok(line) => {
                    watch.restart();
                    let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
                    if word == "passed" || word == "failed" {
                        self.checked.fetch_add(1, Ordering::Relaxed);
                        at += 1;
                    }
                    if word == "failed" {
                        let reason = rest.split_once(' ').map_or(rest, |(_, reason)| reason);
                        self.report(self.plan.seed.wrapping_add(at - 1), reason)?;
                    }
                    if self.is_over() {
                        end(&mut child)?;
                        return Ok(last);
                    }
                }
                Err(problem) => {
                    end(&mut child)?;
                    if at >= last {
                        return Ok(last);
                    }
                    let reason = match problem {
                        RecvTimeoutError::Timeout => "compiler or compiled code hangs",
                        RecvTimeoutError::Disconnected => "compiler or compiled code crashes",
                    };
                    self.checked.fetch_add(1, Ordering::Relaxed);
                    self.report(self.plan.seed.wrapping_add(at), reason)?;
                    return Ok(at + 1);
                }
            }
        }
    }

    fn report(&self, seed: u64, reason: &str) -> io::Result<()> {
        let case = case_of(seed, self.features, self.plan.device);
        let path = self.plan.out.join(format!("seed-{seed}.json"));
        let by_vectors = fails_by_vectors_only(&self.plan.program, &case, &path)?;
        let count = if by_vectors { &self.vectorized } else { &self.failed };
        count.fetch_add(1, Ordering::Relaxed);
        let before = statements(&case.kernel);
        let verdict = verdict(&self.plan.program, &case, &path, KERNEL_LIMIT)?;
        let small = if verdict.is_failure() && !by_vectors && self.wants_shrunk(verdict) {
            shrink_while(&self.plan.program, &case, &path, (verdict, SHRINK_LIMIT))
        } else {
            case
        };
        write_case(&small, &path)?;
        let text = path.with_extension("ll");
        write_ir(&small, &format!("seed {seed}: {reason}"), &text)?;
        let _guard = self.printing.lock();
        let text = format!(
            "seed {seed} fails{}: {reason}\n  repeat it: {}\n  {} of {before} statements left: {}\n",
            if by_vectors { ", but not with CL_CONFIG_USE_VECTORIZER=False" } else { "" },
            self.repeat(seed),
            statements(&small.kernel),
            text.display()
        );
        scythe_console::print(text).map_err(io::Error::other)
    }

    fn wants_shrunk(&self, verdict: Verdict) -> bool {
        let mut shrunk = self.shrunk.lock().unwrap_or_else(PoisonError::into_inner);
        shrunk.push(verdict);
        shrunk.iter().filter(|&&other| other == verdict).count() <= MOST_SHRUNK
    }

    fn repeat(&self, seed: u64) -> String {
        let mut command = format!("cargo xtask fuzz --kernels 1 --seed {seed}");
        if !self.plan.without.is_empty() {
            command.push_str(" --without ");
            command.push_str(&self.plan.without);
        }
        if self.plan.device != Device::Cpu {
            command.push_str(&format!(" --device {}", self.plan.device));
        }
        command
    }
}
