//! The pool under load: commands that many threads share, from many threads.

use std::time::{Duration, Instant};

use super::*;
use crate::core::work::{Rows, Work};

/// Copies rows of eight bytes: work that can be shared, without a kernel.
fn copy(from: &[u64], to: &mut [u64]) -> Arc<Command> {
    let size = Rows { row: 8, rows: from.len(), slices: 1 };
    let (from, to) = (from.as_ptr().cast(), to.as_mut_ptr().cast());
    let work = Work::CopyRows { to, from, size, to_pitch: [8, 0], from_pitch: [8, 0] };
    Command::new(None, work, None)
}

/// Waits like a program, with a time limit.
fn wait(pool: &Pool, command: &Command, helps: bool) {
    let start = Instant::now();
    while !command.is_complete() {
        if !helps || !pool.help(command) {
            std::thread::yield_now();
        }
        assert!(start.elapsed() < Duration::from_secs(60), "a command is never complete");
    }
}

fn submit_and_wait(pool: &Pool, rounds: usize, helps: bool) {
    let from: Vec<u64> = (0..67).collect();
    for round in 0..rounds {
        let mut to = vec![u64::MAX; from.len()];
        let command = copy(&from, &mut to);
        pool.push(Arc::clone(&command));
        if round % 64 == 0 {
            // Long enough for all threads to go to sleep.
            std::thread::sleep(Duration::from_micros(500));
        }
        wait(pool, &command, helps);
        assert_eq!(to, from, "{round}");
    }
}

#[test]
fn shared_commands_end() {
    for threads in [1, 2, 5, 70] {
        let pool = Pool::new(threads);
        submit_and_wait(&pool, 600, true);
        submit_and_wait(&pool, 200, false);
    }
}

#[test]
fn many_threads_submit_more_than_there_are_places() {
    let pool = Pool::new(3);
    std::thread::scope(|scope| {
        for thread in 0..2 * PLACES {
            let pool = &pool;
            scope.spawn(move || submit_and_wait(pool, 300, thread % 2 == 0));
        }
    });
    assert!(pool.shared.places.iter().all(Place::is_free));
    assert!(!pool.shared.has_work());
}

/// Several at once from one thread: those without a place wait for one.
#[test]
fn commands_wait_for_places() {
    let pool = Pool::new(4);
    let from: Vec<u64> = (0..500).collect();
    for _ in 0..50 {
        let mut to = vec![vec![0; from.len()]; 5 * PLACES];
        let commands: Vec<_> = to.iter_mut().map(|to| copy(&from, to)).collect();
        commands.iter().for_each(|command| pool.push(Arc::clone(command)));
        commands.iter().for_each(|command| wait(&pool, command, true));
        assert!(to.iter().all(|to| *to == from));
    }
}

/// Commands for one thread each, with shared ones between them.
#[test]
fn small_and_shared_commands_mix() {
    let pool = Pool::new(4);
    let (one, many): (Vec<u64>, Vec<u64>) = (vec![7], (0..100).collect());
    for _ in 0..100 {
        let mut small = vec![vec![0]; 8];
        let mut large = vec![vec![0; many.len()]; 4];
        let mut commands: Vec<_> = small.iter_mut().map(|to| copy(&one, to)).collect();
        commands.extend(large.iter_mut().map(|to| copy(&many, to)));
        commands.iter().for_each(|command| pool.push(Arc::clone(command)));
        commands.iter().for_each(|command| wait(&pool, command, false));
        assert!(small.iter().all(|to| *to == one) && large.iter().all(|to| *to == many));
    }
}
