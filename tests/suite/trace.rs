//! `SCYTHE_TRACE` and `scythe-trace`: the trace of a program with commands of all kinds.

use libtest_mimic::Trial;
use serde_json::{Value, json};

use crate::process::{Output, Run};
use crate::sandbox::Sandbox;
use crate::setting::Setting;
use crate::verdict::{Verdict, ensure, fail, trial};

type Case = (&'static str, fn(&Sandbox) -> Verdict);

const CASES: &[Case] = &[
    ("program", program),
    ("summary", summary),
    ("ends", ends),
    ("processes", processes),
    ("unwritable", unwritable),
    ("no_trace", no_trace),
];

/// Collects the trials.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    let all = CASES.iter();
    all.map(|(name, test)| trial(setting, format!("trace/{name}"), test)).collect()
}

/// The program, compiled. Locations of kernels do not need line tables.
fn compiled(sandbox: &Sandbox, how: &str, trace: &str) -> Verdict<Run> {
    if !sandbox.path("program").exists() {
        sandbox.copy("trace", &["program.cpp"])?;
        sandbox.scythe().args(["-O1", "program.cpp", "-o", "program"]).succeed()?;
    }
    let run = sandbox.run(sandbox.path("program")).arg(how);
    Ok(run.env("SCYTHE_DEVICES", "cpu").env("SCYTHE_TRACE", trace))
}

fn tool(sandbox: &Sandbox, arguments: &[&str]) -> Verdict<Run> {
    Ok(sandbox.run(sandbox.setting().binary("scythe-trace")?).args(arguments))
}

/// The events of a complete trace.
fn events(sandbox: &Sandbox, file: &str) -> Verdict<Vec<Value>> {
    Ok(serde_json::from_str(&std::fs::read_to_string(sandbox.path(file))?)?)
}

fn text<'a>(event: &'a Value, key: &str) -> &'a str {
    event[key].as_str().unwrap_or_default()
}

/// Every command is recorded, with its name, its line, its shape and its times, and arrows connect dependent
/// commands.
fn program(sandbox: &Sandbox) -> Verdict {
    compiled(sandbox, "all", "run.json")?.succeed()?;
    tool(sandbox, &["--check", "run.json"])?.succeed()?;
    let events = events(sandbox, "run.json")?;
    let of = |category: &str, name: &str| -> Vec<&Value> {
        let all = events.iter().filter(|e| text(e, "ph") == "X" && text(e, "cat") == category);
        all.filter(|event| text(event, "name") == name).collect()
    };
    let source = std::fs::read_to_string(sandbox.path("program.cpp"))?;
    let line = |kernel: &str| {
        1 + source.lines().position(|l| l.contains(&format!("<{kernel}>("))).unwrap_or(0)
    };
    for (kernel, calls, global) in [
        ("first", 1, json!([10000])),
        ("second", 1, json!([10000])),
        ("ordered", 3, json!([100, 100])),
        ("in_graph", 2, json!([10000])),
        ("after_graph", 2, json!([10000])),
        ("of_thread", 8, json!([1])),
    ] {
        let found = of("kernel", kernel);
        ensure(found.len() == calls, || format!("{} calls of {kernel}", found.len()))?;
        for event in &found {
            let args = &event["args"];
            ensure(args["global"] == global, || format!("{kernel}: {args}"))?;
            let place = format!("program.cpp:{}", line(kernel));
            ensure(text(args, "source") == place, || format!("{kernel}: {args}, not {place}"))?;
            ensure(text(args, "device") == "cpu:0", || format!("{kernel}: {args}"))?;
            ensure(!text(args, "specialization").is_empty(), || format!("{kernel}: {args}"))?;
        }
        ensure(!of("part", kernel).is_empty(), || format!("no thread ran {kernel}"))?;
    }
    ensure(of("kernel", "second")[0]["args"]["local"] == json!([100]), || "local".into())?;
    for (category, name, count) in [
        ("host task", "host task", 2),
        ("host access", "host access", 1),
        ("copy", "copy", 1),
        ("fill", "fill", 2),
        ("graph", "graph", 2),
        ("submit", "submit ordered", 3),
    ] {
        let found = of(category, name).len();
        ensure(found == count, || format!("{found} of {name}, not {count}"))?;
    }
    // One task throws an exception, and the kernel that depends on it does not run.
    for (category, name) in [("host task", "host task"), ("kernel", "never")] {
        let all = of(category, name);
        let failed = all.iter().filter(|event| !text(&event["args"], "failed").is_empty());
        ensure(failed.count() == 1, || format!("{all:?}"))?;
    }
    // An arrow leads from the first command of a chain to the second.
    for (before, after) in [("first", "second"), ("in_graph", "after_graph"), ("fill", "ordered")] {
        let category = |name: &str| if name == "fill" { "fill" } else { "kernel" };
        let (starts, ends) = (of(category(before), before), of(category(after), after));
        ensure(arrow(&events, &starts, &ends), || format!("no arrow from {before} to {after}"))?;
    }
    let counters: Vec<&str> =
        events.iter().filter(|e| text(e, "ph") == "C").map(|e| text(e, "name")).collect();
    for name in ["USM device", "USM shared"] {
        ensure(counters.contains(&name), || format!("no counter of {name}: {counters:?}"))?;
    }
    the_tool_agrees(sandbox)
}

/// Whether an arrow leads from one of some slices to one of others.
fn arrow(events: &[Value], from: &[&Value], to: &[&Value]) -> bool {
    let inside = |event: &Value, slices: &[&Value]| {
        slices.iter().any(|slice| {
            let at = |key: &str| slice[key].as_f64().unwrap_or(0.0);
            let ts = event["ts"].as_f64().unwrap_or(-1.0);
            event["pid"] == slice["pid"]
                && event["tid"] == slice["tid"]
                && (at("ts")..=at("ts") + at("dur")).contains(&ts)
        })
    };
    let starts = events.iter().filter(|e| text(e, "ph") == "s" && inside(e, from));
    let ends: Vec<&Value> =
        events.iter().filter(|e| text(e, "ph") == "f" && inside(e, to)).map(|e| &e["id"]).collect();
    starts.into_iter().any(|start| ends.contains(&&start["id"]))
}

fn the_tool_agrees(sandbox: &Sandbox) -> Verdict {
    let output = tool(sandbox, &["--json", "run.json"])?.succeed()?;
    let json: Value = serde_json::from_str(&output.stdout)?;
    let rows = json["commands"].as_array().cloned().unwrap_or_default();
    let ordered = rows.iter().find(|row| row["name"] == "ordered" && row["calls"] == 3);
    ensure(ordered.is_some(), || output.describe("the kernel is missing"))?;
    let copy = rows.iter().find(|row| row["kind"] == "copy");
    let bytes = copy.and_then(|copy| copy["bytes"].as_u64());
    ensure(bytes == Some(40000), || output.describe("the copy has other bytes"))?;
    ensure(json["critical_path"].as_array().is_some_and(|path| !path.is_empty()), || {
        output.describe("there is no critical path")
    })?;
    let table = tool(sandbox, &["--path", "run.json"])?.succeed()?;
    for words in ["share", "kernel ordered", "cpu:0", "busy", "critical path:", "longest:"] {
        ensure(table.stdout.contains(words), || table.describe(&format!("no '{words}'")))?;
    }
    Ok(())
}

fn expect_table(output: &Output) -> Verdict {
    for words in ["cost of the commands of process", "kernel first", "kernel second", "host task"] {
        ensure(output.stderr.contains(words), || output.describe(&format!("no '{words}'")))?;
    }
    Ok(())
}

/// A table at the end, alone and together with a file.
fn summary(sandbox: &Sandbox) -> Verdict {
    let alone = compiled(sandbox, "exit", "summary")?.succeed()?;
    expect_table(&alone)?;
    let beside = compiled(sandbox, "exit", "summary,run.json")?.succeed()?;
    expect_table(&beside)?;
    tool(sandbox, &["--check", "run.json"])?.succeed()?;
    let wrong = compiled(sandbox, "exit", "1")?.succeed()?;
    let says = "SCYTHE_TRACE='1' is not summary, the name of a file, or both with a comma between";
    ensure(wrong.stderr.contains(says), || wrong.describe("not said"))?;
    ensure(!sandbox.path("1").exists(), || "a file of that name was made".into())
}

/// However a program ends, its trace can be read.
fn ends(sandbox: &Sandbox) -> Verdict {
    compiled(sandbox, "exit", "exit.json")?.succeed()?;
    tool(sandbox, &["--check", "exit.json"])?.succeed()?;
    events(sandbox, "exit.json")?;
    compiled(sandbox, "_exit", "open.json")?.succeed()?;
    let read = tool(sandbox, &["open.json"])?.succeed()?;
    ensure(read.stderr.contains("the array is not closed"), || read.describe("no note"))?;
    ensure(read.stdout.contains("kernel second"), || read.describe("commands are missing"))?;
    tool(sandbox, &["--check", "open.json"])?.succeed()?;
    Ok(())
}

/// Each process has its own file.
fn processes(sandbox: &Sandbox) -> Verdict {
    compiled(sandbox, "fork", "run.json")?.succeed()?;
    compiled(sandbox, "fork", "at-%p.json")?.succeed()?;
    let all = sandbox.listing()?;
    let traces: Vec<&String> = all.iter().filter(|name| name.ends_with(".json")).collect();
    ensure(traces.len() == 4, || format!("{traces:?}"))?;
    let mut children = 0;
    for trace in traces {
        tool(sandbox, &["--check", trace])?.succeed()?;
        let table = tool(sandbox, &[trace])?.succeed()?.stdout;
        children += usize::from(table.contains("kernel ordered"));
        ensure(table.contains("kernel first") != table.contains("kernel ordered"), || {
            format!("{trace} is of two processes:\n{table}")
        })?;
    }
    ensure(children == 2, || format!("{children} children"))
}

/// There is one message, and the program continues.
fn unwritable(sandbox: &Sandbox) -> Verdict {
    let output = compiled(sandbox, "exit", "no/such/folder.json")?.succeed()?;
    let says = "SCYTHE_TRACE: cannot write 'no/such/folder.json'";
    ensure(output.stderr.matches(says).count() == 1, || output.describe("not said once"))?;
    if std::path::Path::new("/dev/full").exists() {
        let output = compiled(sandbox, "exit", "/dev/full")?.succeed()?;
        ensure(output.stderr.matches("the trace is incomplete").count() == 1, || {
            output.describe("not said once")
        })?;
    }
    // Otherwise the system ends the program by a signal.
    compiled(sandbox, "exit", "limited.json")?.succeed()?;
    let limited = sandbox.run("sh").args(["-c", "ulimit -f 0 && exec ./program exit"]);
    let limited = limited.env("SCYTHE_DEVICES", "cpu").env("SCYTHE_TRACE", "limited.json");
    let output = limited.succeed()?;
    ensure(output.stderr.matches("the trace is incomplete").count() == 1, || {
        output.describe("not said once")
    })
}

/// Files that are not traces are rejected, with the reason.
fn no_trace(sandbox: &Sandbox) -> Verdict {
    for (text, reason) in [
        ("", "the file is empty"),
        ("kernel first 3 ms\n", "not a trace, nor any JSON"),
        ("{\"a\": 1}", "neither an array of events nor an object with traceEvents"),
        ("[1]", "event 1"),
        ("[]", "no commands of a SYCL program"),
        ("[{\"ph\":\"X\",\"name\":\"other\",\"ts\":1,\"dur\":1}]", "no commands of a SYCL program"),
    ] {
        sandbox.write("file.json", text)?;
        let output = tool(sandbox, &["file.json"])?.output()?.expect_failure()?;
        ensure(output.stderr.contains(reason), || output.describe(&format!("not '{reason}'")))?;
    }
    sandbox.write(
        "file.json",
        "[{\"ph\":\"s\",\"name\":\"a\",\"id\":1,\"pid\":1,\"tid\":1,\"ts\":1}]",
    )?;
    let output = tool(sandbox, &["--check", "file.json"])?.output()?.expect_failure()?;
    ensure(output.stderr.contains("has 1 starts and 0 ends"), || output.describe("not found"))?;
    let output = tool(sandbox, &["missing.json"])?.output()?.expect_failure()?;
    if output.stderr.contains("cannot read missing.json") {
        Ok(())
    } else {
        fail(output.describe("not said"))
    }
}
