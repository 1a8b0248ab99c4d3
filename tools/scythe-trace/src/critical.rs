//! The critical path: from the command that ended last back to the first, each time to the predecessor that
//! ended last.

use std::collections::BTreeMap;

use scythe_summary::duration;

use crate::model::Trace;

/// The chain of commands that ends last.
#[derive(Debug, Default)]
pub struct Path {
    /// Positions in the trace, the first command first.
    pub commands: Vec<usize>,
}

impl Path {
    /// Finds the path.
    pub fn find(trace: &Trace) -> Self {
        let all = &trace.commands;
        // The duration of a host access depends on the host, and that of a graph on its commands.
        let counts = |&index: &usize| !matches!(all[index].kind.as_str(), "host access" | "graph");
        let mut next = (0..all.len()).filter(counts).max_by_key(|&index| all[index].time.1);
        let mut commands = Vec::new();
        let mut seen = vec![false; all.len()];
        while let Some(index) = next.filter(|&index| !std::mem::replace(&mut seen[index], true)) {
            commands.push(index);
            let before = all[index].before.iter().copied();
            next = before.filter(|&before| !seen[before]).max_by_key(|&before| all[before].time.1);
        }
        commands.reverse();
        Self { commands }
    }

    /// Its description.
    pub fn describe(&self, trace: &Trace, each: bool) -> String {
        let list: Vec<_> = self.commands.iter().map(|&index| &trace.commands[index]).collect();
        let (Some(first), Some(last)) = (list.first(), list.last()) else { return String::new() };
        let whole = last.time.1.saturating_sub(first.time.0);
        let mut parts: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        let (mut inside, mut reached) = (0, first.time.0);
        for command in &list {
            let took = command.time.1.saturating_sub(command.time.0.max(reached));
            reached = reached.max(command.time.1);
            inside += took;
            let part = parts.entry(command.title()).or_default();
            part.0 += took;
            part.1 += 1;
        }
        let (count, between) = (list.len(), duration(whole.saturating_sub(inside)));
        let mut text = format!(
            "critical path: {} in {count} commands, {between} of it between them\n",
            duration(whole)
        );
        let mut parts: Vec<_> = parts.into_iter().collect();
        parts.sort_by_key(|(_, (time, _))| std::cmp::Reverse(*time));
        for (name, (time, calls)) in parts.iter().take(5) {
            text += &format!("  {:>7}  {calls} x {name}\n", duration(*time));
        }
        if each {
            text += "its commands:\n";
            let mut reached = first.time.0;
            for command in &list {
                let (start, end) = command.time;
                let gap = duration(start.saturating_sub(reached));
                let length = duration(end - start);
                let title = command.title();
                text += &format!("  after {gap:>7}  {length:>7}  {}  {title}\n", command.device);
                reached = end;
            }
        }
        text
    }
}
