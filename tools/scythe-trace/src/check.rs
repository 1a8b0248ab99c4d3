//! Checks traces for consistency: what viewers need, and what the runtime promises.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::model::{Trace, is_command};
use crate::read::Event;

type Line = (String, String);

/// The faults of a trace. In a trace that was cut off, missing events are not faults.
pub fn faults(events: &[Event], trace: &Trace, is_whole: bool) -> Vec<String> {
    let mut faults = Vec::new();
    fields(events, &mut faults);
    names(events, &mut faults);
    nesting(events, &mut faults);
    arrows(events, &mut faults);
    commands(events, trace, is_whole, &mut faults);
    if is_whole {
        parts(events, &mut faults);
    }
    faults
}

fn describe(event: &Event) -> String {
    let (pid, tid) = event.line();
    let at = event.ts.unwrap_or(f64::NAN);
    format!("\u{201c}{}\u{201d} ({}, pid {pid}, tid {tid}, ts {at})", event.name, event.ph)
}

/// Each kind of event has the fields that the format requires.
fn fields(events: &[Event], faults: &mut Vec<String>) {
    for event in events {
        let mut lacks = |what: &str| faults.push(format!("{} has no {what}", describe(event)));
        match event.ph.as_str() {
            "X" | "s" | "f" | "C" | "M" => {}
            other => {
                faults.push(format!("{} is of unknown kind {other}", describe(event)));
                continue;
            }
        }
        if event.name.is_empty() {
            lacks("name");
        }
        if !event.pid.is_u64() || !event.tid.is_u64() {
            lacks("process and thread");
        }
        if event.ph != "M" && !event.ts.is_some_and(|ts| ts >= 0.0) {
            lacks("time");
        }
        if event.ph == "X" && !event.dur.is_some_and(|dur| dur > 0.0) {
            lacks("duration");
        }
        if matches!(event.ph.as_str(), "s" | "f") && event.id.is_null() {
            lacks("id");
        }
        if event.ph == "C" && event.number("bytes").is_none() {
            lacks("value");
        }
    }
}

/// Processes and threads have names.
fn names(events: &[Event], faults: &mut Vec<String>) {
    let named = |what: &str| -> HashSet<Line> {
        let all = events.iter().filter(|event| event.ph == "M" && event.name == what);
        all.map(|event| {
            (
                event.pid.to_string(),
                if what == "process_name" { String::new() } else { event.tid.to_string() },
            )
        })
        .collect()
    };
    let (processes, threads) = (named("process_name"), named("thread_name"));
    let mut without = BTreeMap::new();
    for event in events.iter().filter(|event| event.ph == "X" || event.ph == "C") {
        let line = event.line();
        if !processes.contains(&(line.0.clone(), String::new())) {
            without.insert(format!("process {} has no name", line.0), ());
        }
        if event.ph == "X" && !threads.contains(&line) {
            without.insert(format!("thread {} of process {} has no name", line.1, line.0), ());
        }
    }
    faults.extend(without.into_keys());
}

/// Slices of one line, sorted by start; with equal starts, the longest first.
fn lines(events: &[Event]) -> BTreeMap<Line, Vec<&Event>> {
    let mut lines: BTreeMap<Line, Vec<&Event>> = BTreeMap::new();
    for event in events.iter().filter(|event| event.ph == "X") {
        lines.entry(event.line()).or_default().push(event);
    }
    for slices in lines.values_mut() {
        slices.sort_by_key(|event| (event.time().0, std::cmp::Reverse(event.time().1)));
    }
    lines
}

/// Two slices of a line are nested or disjoint.
fn nesting(events: &[Event], faults: &mut Vec<String>) {
    for slices in lines(events).values() {
        let mut open: Vec<&Event> = Vec::new();
        for &slice in slices {
            let (start, end) = slice.time();
            while open.last().is_some_and(|outer| outer.time().1 <= start) {
                open.pop();
            }
            if let Some(outer) = open.last().filter(|outer| outer.time().1 < end) {
                faults.push(format!("{} overlaps {}", describe(slice), describe(outer)));
            }
            open.push(slice);
        }
    }
}

/// Every arrow has two ends, each in a slice, and points forward in time.
fn arrows(events: &[Event], faults: &mut Vec<String>) {
    let lines = lines(events);
    let is_inside = |event: &Event| {
        let (time, _) = event.time();
        let slices = lines.get(&event.line());
        slices.is_some_and(|slices| {
            let before = slices.partition_point(|slice| slice.time().0 <= time);
            slices[..before].iter().rev().any(|slice| time < slice.time().1)
        })
    };
    let mut ends: HashMap<String, [Vec<&Event>; 2]> = HashMap::new();
    for event in events.iter().filter(|event| matches!(event.ph.as_str(), "s" | "f")) {
        let sides = ends.entry(event.id.to_string()).or_default();
        sides[usize::from(event.ph == "f")].push(event);
        if !is_inside(event) {
            faults.push(format!("the arrow {} begins or ends in no slice", describe(event)));
        }
    }
    for (id, [starts, finishes]) in &ends {
        match (&starts[..], &finishes[..]) {
            ([start], [finish]) if start.time().0 <= finish.time().0 => {}
            ([_], [_]) => faults.push(format!("arrow {id} leads back in time")),
            _ => faults.push(format!(
                "arrow {id} has {} starts and {} ends",
                starts.len(),
                finishes.len()
            )),
        }
    }
}

/// The times of commands are in order; slices of threads belong to existing commands.
fn commands(events: &[Event], trace: &Trace, is_whole: bool, faults: &mut Vec<String>) {
    let mut known = HashSet::new();
    for command in &trace.commands {
        let name = format!("command {} ({})", command.id, command.title());
        if !known.insert(command.id) {
            faults.push(format!("{name} is there twice"));
        }
        let (Some(queued), Some(ready)) = (command.queued, command.ready) else {
            faults.push(format!("{name} does not say when it was queued and ready"));
            continue;
        };
        if !(queued <= ready && ready <= command.time.0 && command.time.0 <= command.time.1) {
            faults.push(format!(
                "{name}: queued at {queued}, ready at {ready}, running at {}, done at {}",
                command.time.0, command.time.1
            ));
        }
    }
    let is_about = |event: &&Event| matches!(event.cat.as_str(), "part" | "submit" | "wait");
    for event in events.iter().filter(|event| event.ph == "X").filter(is_about) {
        if is_whole && !event.number("command").is_some_and(|command| known.contains(&command)) {
            faults.push(format!("{} is about a command that is not there", describe(event)));
        }
    }
}

/// Threads executed each work-group of a kernel once.
fn parts(events: &[Event], faults: &mut Vec<String>) {
    let mut ran: HashMap<u64, Vec<(u64, u64)>> = HashMap::new();
    for event in events.iter().filter(|event| event.cat == "part") {
        if let (Some(command), Some(groups)) =
            (event.number("command"), event.numbers("work_groups"))
            && let [first, end] = groups[..]
        {
            ran.entry(command).or_default().push((first, end));
        }
    }
    for event in events.iter().filter(|event| is_command(event)) {
        let parts = event.number("command").and_then(|command| ran.get_mut(&command));
        let (Some(parts), Some(global), Some(local)) =
            (parts, event.numbers("global"), event.numbers("local"))
        else {
            continue;
        };
        // The event of a failed part does not say which work-groups were not started.
        if event.text("failed").is_some() {
            continue;
        }
        let groups: u64 = global.iter().zip(&local).map(|(g, l)| g.div_ceil((*l).max(1))).product();
        parts.sort_unstable();
        let mut reached = 0;
        for &(first, end) in &*parts {
            if first != reached {
                faults.push(format!(
                    "{}: work-groups {reached} to {first} ran not once",
                    describe(event)
                ));
            }
            reached = end;
        }
        if reached != groups {
            faults.push(format!("{}: {reached} of {groups} work-groups ran", describe(event)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    /// The faults of a consistent trace with one more event.
    fn faults_with(more: &str) -> Vec<String> {
        let mut text = r#"[
{"ph":"M","name":"process_name","pid":1,"tid":0,"args":{"name":"p"}},
{"ph":"M","name":"process_name","pid":9,"tid":0,"args":{"name":"cpu:0: A CPU"}},
{"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"main"}},
{"ph":"M","name":"thread_name","pid":9,"tid":0,"args":{"name":"commands"}},
{"ph":"X","cat":"submit","name":"submit k","pid":1,"tid":1,"ts":1,"dur":2,"args":{"command":1}},
{"ph":"X","cat":"part","name":"k","pid":1,"tid":1,"ts":5,"dur":4,"args":{"command":1,"work_groups":[0,4]}},
{"ph":"X","cat":"kernel","name":"k","pid":9,"tid":0,"ts":5,"dur":5,"args":{"command":1,"device":"cpu:0","queued":1,"ready":2,"global":[64],"local":[16]}},
{"ph":"s","cat":"after","name":"submit","id":1,"pid":1,"tid":1,"ts":1},
{"ph":"f","cat":"after","name":"submit","id":1,"pid":9,"tid":0,"ts":5,"bp":"e"}"#
            .to_owned();
        if !more.is_empty() {
            text += ",\n";
            text += more;
        }
        let events = read::events((text + "\n]\n").as_bytes()).expect("a trace").list;
        faults(&events, &Trace::new(&events), true)
    }

    #[test]
    fn a_sound_trace() {
        assert_eq!(faults_with(""), Vec::<String>::new());
        assert_eq!(
            faults_with(r#"{"ph":"C","name":"USM","pid":9,"tid":0,"ts":3,"args":{"bytes":4}}"#),
            Vec::<String>::new()
        );
    }

    #[test]
    fn faults_are_found() {
        let cases = [
            (r#"{"ph":"Q","name":"a","pid":1,"tid":1,"ts":1}"#, "unknown kind"),
            (r#"{"ph":"X","name":"a","pid":1,"tid":1,"ts":20}"#, "no duration"),
            (r#"{"ph":"X","name":"a","tid":1,"ts":20,"dur":1}"#, "no process"),
            (
                r#"{"ph":"X","name":"a","pid":1,"tid":7,"ts":20,"dur":1}"#,
                "thread 7 of process 1 has no name",
            ),
            (r#"{"ph":"X","name":"a","pid":3,"tid":7,"ts":20,"dur":1}"#, "process 3 has no name"),
            (r#"{"ph":"X","name":"a","pid":1,"tid":1,"ts":6,"dur":9}"#, "overlaps"),
            (r#"{"ph":"s","name":"a","id":2,"pid":1,"tid":1,"ts":2}"#, "has 1 starts and 0 ends"),
            (r#"{"ph":"f","name":"a","id":1,"pid":9,"tid":0,"ts":6}"#, "has 1 starts and 2 ends"),
            (r#"{"ph":"f","name":"a","id":2,"pid":9,"tid":0,"ts":90}"#, "in no slice"),
            (
                r#"{"ph":"X","cat":"wait","name":"wait for k","pid":1,"tid":1,"ts":20,"dur":1,"args":{"command":5}}"#,
                "not there",
            ),
            (
                r#"{"ph":"X","cat":"part","name":"k","pid":1,"tid":1,"ts":20,"dur":1,"args":{"command":1,"work_groups":[3,4]}}"#,
                "ran not once",
            ),
            (
                r#"{"ph":"X","cat":"kernel","name":"k","pid":9,"tid":0,"ts":20,"dur":1,"args":{"command":1,"queued":1,"ready":2}}"#,
                "twice",
            ),
            (
                r#"{"ph":"X","cat":"copy","name":"copy","pid":9,"tid":0,"ts":20,"dur":1,"args":{"command":2,"queued":30,"ready":2}}"#,
                "queued at",
            ),
            (
                r#"{"ph":"X","cat":"copy","name":"copy","pid":9,"tid":0,"ts":20,"dur":1,"args":{"command":2}}"#,
                "does not say",
            ),
            (r#"{"ph":"C","name":"USM","pid":9,"tid":0,"ts":3}"#, "no value"),
        ];
        for (event, expected) in cases {
            let found = faults_with(event);
            assert!(found.iter().any(|fault| fault.contains(expected)), "{event}: {found:?}");
        }
    }
}
