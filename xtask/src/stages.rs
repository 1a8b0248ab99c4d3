//! The duration of the stages of a long task.

use std::fs;
use std::time::{Duration, Instant};

use crate::step;

/// Finished stages, in order.
#[derive(Default)]
pub struct Stages(Vec<Stage>);

struct Stage {
    title: String,
    wall: Duration,
    processor: Duration,
}

impl Stages {
    /// Runs a stage and records its duration.
    pub fn time<T>(&mut self, title: &str, work: impl FnOnce() -> T) -> T {
        let (start, before) = (Instant::now(), processor_time());
        let result = work();
        let processor = processor_time().saturating_sub(before);
        self.0.push(Stage { title: title.to_owned(), wall: start.elapsed(), processor });
        result
    }

    /// The table, as lines. Processor time hardly depends on the machine's load.
    pub fn table(&self) -> Vec<String> {
        let mut lines = vec![format!("{:22}{:>16}{:>16}", "stage", "wall clock", "processors")];
        for Stage { title, wall, processor } in &self.0 {
            let (wall, processor) = (step::seconds(*wall), step::seconds(*processor));
            lines.push(format!("{title:22}{wall:>16}{processor:>16}"));
        }
        lines
    }
}

/// The processor time of all finished children; zero if it cannot be read.
fn processor_time() -> Duration {
    /// The unit of the numbers: `USER_HZ`, which Linux has never changed.
    const TICKS_PER_SECOND: u64 = 100;
    /// `cutime` and `cstime`, counted from the field after the name, which is in brackets.
    const FIRST: usize = 13;
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = fields.skip(FIRST).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 1000 / TICKS_PER_SECOND)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn children_are_counted() {
        let mut stages = Stages::default();
        let loop_in_shell = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        let status =
            stages.time("loop", || Command::new("sh").args(["-c", loop_in_shell]).status());
        assert!(status.unwrap().success());
        assert!(stages.0[0].processor > Duration::ZERO);
        assert_eq!(stages.table().len(), 2);
    }
}
