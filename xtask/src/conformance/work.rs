//! Builds and runs the programs of a plan, several compilers at a time.
//!
//! Source files are compiled in the order of the plan, across programs, so that no processor waits for the
//! last file of one. A program with all its objects is linked and run before anything else is compiled, and
//! then its files are removed, to limit the use of disk. When the time is over, unfinished programs are
//! stopped and have no result.

use std::fs;
use std::path::PathBuf;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::Environment;
use super::cases::{self, Counts};
use super::plan::Plan;
use super::program::Program;
use super::results::{Outcome, Results};

/// What building and running programs needs.
pub struct Work<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The build folder.
    pub build: PathBuf,
    /// The folder of logs of failures.
    pub logs: PathBuf,
    /// How many compilers run at a time.
    pub jobs: u32,
    /// The environment of programs.
    pub environment: &'a Environment,
    /// Whether objects and programs are kept.
    pub keep: bool,
}

/// The state of the work.
struct State<'a> {
    results: &'a mut Results,
    progress: Vec<Progress>,
    /// The next source file: a program and an object of it.
    next: (usize, usize),
    /// Programs whose objects are complete.
    ready: Vec<usize>,
    /// The number of busy workers.
    busy: usize,
    finished: usize,
    error: Option<anyhow::Error>,
}

/// The state of a program.
#[derive(Clone, Default)]
struct Progress {
    compiled: usize,
    /// The objects that could not be compiled.
    missing: Vec<usize>,
    /// The total time of compilers.
    spent: Duration,
}

/// The next task of a worker.
enum Task {
    Compile(usize, usize),
    Run(usize),
}

impl Work<'_> {
    /// Does all of it, or as much as there is time for.
    pub fn run(&self, results: &mut Results) -> Result<()> {
        fs::create_dir_all(&self.logs)
            .with_context(|| format!("cannot create {}", self.logs.display()))?;
        let state = Mutex::new(State {
            results,
            progress: vec![Progress::default(); self.plan.programs.len()],
            next: (0, 0),
            ready: Vec::new(),
            busy: 0,
            finished: 0,
            error: None,
        });
        let changed = Condvar::new();
        thread::scope(|scope| {
            for _ in 0..self.jobs {
                scope.spawn(|| self.worker(&state, &changed));
            }
        });
        let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.error.map_or(Ok(()), Err)
    }

    fn worker(&self, state: &Mutex<State<'_>>, changed: &Condvar) {
        let mut held = lock(state);
        loop {
            let Some(task) = self.next(&mut held) else {
                if held.busy == 0 {
                    changed.notify_all();
                    return;
                }
                held = changed.wait(held).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            held.busy += 1;
            drop(held);
            let done = match task {
                Task::Compile(program, object) => self.compile(program, object, state),
                Task::Run(program) => self.finish(program, state),
            };
            held = lock(state);
            held.busy -= 1;
            if let Err(error) = done {
                held.error.get_or_insert(error);
            }
            changed.notify_all();
        }
    }

    fn next(&self, state: &mut State<'_>) -> Option<Task> {
        if state.error.is_some() || self.environment.is_late() {
            return None;
        }
        if let Some(program) = state.ready.pop() {
            return Some(Task::Run(program));
        }
        let (program, object) = state.next;
        let objects = self.plan.programs.get(program)?.objects.len();
        state.next = if object + 1 < objects { (program, object + 1) } else { (program + 1, 0) };
        Some(Task::Compile(program, object))
    }

    fn compile(&self, number: usize, object: usize, state: &Mutex<State<'_>>) -> Result<()> {
        let program = &self.plan.programs[number];
        let start = Instant::now();
        let limit = self.environment.seconds_left();
        let made = program.objects[object].compile(&self.build, limit, &self.log(program))?;
        if !made && self.environment.is_late() {
            return Ok(());
        }
        let mut state = lock(state);
        let progress = &mut state.progress[number];
        progress.compiled += 1;
        progress.spent += start.elapsed();
        if !made {
            progress.missing.push(object);
            eprintln!("    does not compile: {}", program.objects[object].source());
        }
        if progress.compiled == program.objects.len() {
            state.ready.push(number);
        }
        Ok(())
    }

    fn finish(&self, number: usize, state: &Mutex<State<'_>>) -> Result<()> {
        let program = &self.plan.programs[number];
        let progress = lock(state).progress[number].clone();
        let start = Instant::now();
        let counts = self.link_and_run(program, &progress.missing)?;
        if !self.keep {
            program.remove(&self.build);
        }
        let Some(counts) = counts else { return Ok(()) };
        let source = |&object: &usize| program.objects[object].source().to_owned();
        let outcome = Outcome {
            counts,
            files: program.objects.len(),
            not_compiled: progress.missing.iter().map(source).collect(),
            commit: self.plan.commit.clone(),
            seconds: (progress.spent + start.elapsed()).as_secs(),
        };
        let mut state = lock(state);
        state.finished += 1;
        let (finished, total) = (state.finished, self.plan.programs.len());
        eprintln!("==> [{finished}/{total}] {}: {outcome}, {} s", program.label(), outcome.seconds);
        state.results.add(&program.label(), outcome)
    }

    /// The results of a program's cases; none if the time was over.
    fn link_and_run(&self, program: &Program, missing: &[usize]) -> Result<Option<Counts>> {
        if missing.len() == program.objects.len() {
            return Ok(Some(Counts::default()));
        }
        let log = self.log(program);
        let files: Vec<String> =
            missing.iter().map(|&object| program.objects[object].file.clone()).collect();
        if !program.link(&self.build, &files, &log)? {
            eprintln!("    does not link: {}", program.label());
            return Ok(Some(Counts { failed: 1, ..Counts::default() }));
        }
        let counts = cases::run(&program.binary(&self.build), self.environment, &log)?;
        Ok((!self.environment.is_late()).then_some(counts))
    }

    fn log(&self, program: &Program) -> PathBuf {
        self.logs.join(format!("{}.log", program.label()))
    }
}

fn lock<'a, 'b>(state: &'a Mutex<State<'b>>) -> MutexGuard<'a, State<'b>> {
    // If a worker panics, the program ends with the scope.
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
