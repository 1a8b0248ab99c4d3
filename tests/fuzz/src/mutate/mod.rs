//! Invalid inputs: filetests with random changes, processed by the tools.
//!
//! ```text
//! seed ──► corpus ──► text ──► (bitcode) ──► tool in a process of its own ──► judge
//! ```
//!
//! A tool may reject an input with a message and status 1. Everything else is a finding: a signal, a panic,
//! an internal error, a failure without a message, and more processor time than any such input needs. The
//! input is kept together with the command that repeats it.

mod corpus;
mod judge;
pub mod text;
mod tool;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use corpus::Corpus;
use judge::{Finding, Verdict};
use tool::{Call, tools};

/// Of similar findings, no more than these are kept; all are counted.
const MOST_ALIKE: u64 = 2;

/// The task.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The first seed; the others follow.
    pub seed: u64,
    /// The number of inputs to try, if the time suffices.
    pub inputs: u64,
    /// When to stop.
    pub time: Option<Duration>,
    /// Processes at a time.
    pub jobs: usize,
    /// The folder of filetests.
    pub corpus: PathBuf,
    /// The folder of the tools.
    pub tools: PathBuf,
    /// Where findings are written.
    pub out: PathBuf,
}

/// The result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Inputs that were tried.
    pub tried: u64,
    /// Inputs that were valid after all, so that passes processed them.
    pub accepted: u64,
    /// Inputs that a tool failed on.
    pub failed: u64,
}

/// Executes a plan; findings are reported immediately.
///
/// # Errors
/// When there are no filetests, or tools cannot be started.
pub fn run(plan: &Plan) -> io::Result<Tally> {
    fs::create_dir_all(&plan.out)?;
    let campaign = Campaign {
        plan,
        corpus: Corpus::read(&plan.corpus)?,
        tools: tools(),
        deadline: plan.time.map(|time| Instant::now() + time),
        next: AtomicU64::new(0),
        tried: AtomicU64::new(0),
        accepted: AtomicU64::new(0),
        failed: AtomicU64::new(0),
        alike: Mutex::new(BTreeMap::new()),
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..plan.jobs.max(1)).map(|_| scope.spawn(|| campaign.work())).collect();
        workers.into_iter().try_for_each(|worker| {
            worker.join().unwrap_or_else(|_| Err(io::Error::other("a worker thread panicked")))
        })
    })?;
    Ok(Tally {
        tried: campaign.tried.into_inner(),
        accepted: campaign.accepted.into_inner(),
        failed: campaign.failed.into_inner(),
    })
}

struct Campaign<'a> {
    plan: &'a Plan,
    corpus: Corpus,
    tools: Vec<tool::Tool>,
    deadline: Option<Instant>,
    next: AtomicU64,
    tried: AtomicU64,
    accepted: AtomicU64,
    failed: AtomicU64,
    /// The number of similar findings.
    alike: Mutex<BTreeMap<String, u64>>,
}

impl Campaign<'_> {
    fn work(&self) -> io::Result<()> {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let over = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if over || number >= self.plan.inputs {
                return Ok(());
            }
            self.try_input(self.plan.seed.wrapping_add(number))?;
        }
    }

    fn try_input(&self, seed: u64) -> io::Result<()> {
        let call = Call::of(seed, &self.tools, &self.corpus);
        let input = self.plan.out.join(format!("mutant-{seed}.{}", call.extension));
        fs::write(&input, &call.input)?;
        let verdict = judge::judge(&mut call.command(&self.plan.tools, &input))?;
        self.tried.fetch_add(1, Ordering::Relaxed);
        match verdict {
            Verdict::Accepted => {
                self.accepted.fetch_add(1, Ordering::Relaxed);
            }
            Verdict::Refused => {}
            Verdict::Failed(finding) => return self.report(seed, &call, &input, &finding),
        }
        fs::remove_file(input)
    }

    fn report(
        &self,
        seed: u64,
        call: &Call,
        input: &std::path::Path,
        finding: &Finding,
    ) -> io::Result<()> {
        self.failed.fetch_add(1, Ordering::Relaxed);
        let mut alike = self.alike.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let count = alike.entry(finding.likeness()).or_default();
        *count += 1;
        if *count > MOST_ALIKE {
            return fs::remove_file(input);
        }
        let command = call.command(&self.plan.tools, input);
        let words: Vec<String> = std::iter::once(command.get_program())
            .chain(command.get_args())
            .map(|word| format!("'{}'", word.to_string_lossy()))
            .collect();
        let command = words.join(" ");
        scythe_console::print(format!("seed {seed}: {finding}\n  repeat it: {command}\n"))
            .map_err(io::Error::other)?;
        let text = format!("{command}\n\n{finding}\n\n{}", finding.output);
        fs::write(input.with_extension("txt"), text)
    }
}
