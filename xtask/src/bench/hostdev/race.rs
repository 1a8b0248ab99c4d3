//! Programs that run in turns, so that disturbances affect all of them.

use std::path::PathBuf;

use anyhow::Result;

use super::contender::Contender;

/// The best time of each program in milliseconds. A program that fails is dropped, and the others continue.
pub fn run(programs: &[PathBuf], rounds: u32, quick: bool) -> Vec<Result<f64>> {
    let mut contenders: Vec<_> =
        programs.iter().map(|program| Contender::start(program, quick)).collect();
    let mut best = vec![f64::INFINITY; programs.len()];
    // The first round does not count: it starts threads and touches pages.
    for round in 0..=rounds {
        for turn in 0..programs.len() {
            // The order rotates, so that no program always follows the same one.
            let lane = (turn + round as usize) % programs.len();
            let Ok(contender) = &mut contenders[lane] else { continue };
            match contender.turn() {
                Ok(time) if round > 0 => best[lane] = best[lane].min(time),
                Ok(_) => {}
                Err(error) => contenders[lane] = Err(error),
            }
        }
    }
    let ends = contenders.into_iter().map(|contender| contender.and_then(Contender::finish));
    ends.zip(best).map(|(end, best)| end.map(|()| best)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::contender::tests::script;
    use super::*;

    #[test]
    fn the_best_time_after_the_first_round_counts() {
        let dir = tempfile::tempdir().unwrap();
        let counts = "n=0; while read -r _; do n=$((n + 1)); case $n in 1) echo 1;; 3) echo 5;; *) echo 9;; esac; done";
        let programs = [
            script(dir.path(), "good", counts),
            script(dir.path(), "bad", "read -r _; echo 1; exit 1"),
            script(dir.path(), "steady", "while read -r _; do echo 7; done"),
        ];
        let times: Vec<_> = run(&programs, 3, false).into_iter().map(Result::ok).collect();
        assert_eq!(times, [Some(5.0), None, Some(7.0)]);
    }
}
