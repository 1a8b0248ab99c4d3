//! `scythe-explorer`: the contents of its page and, if there is a browser, its behaviour.

use std::time::Duration;

use libtest_mimic::Trial;
use serde_json::Value;

use crate::process::Run;
use crate::sandbox::Sandbox;
use crate::setting::{Setting, tool};
use crate::verdict::{Verdict, ensure, fail, skip, trial};

/// Collects the trials.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    vec![
        trial(setting, "explorer/page".to_owned(), page),
        trial(setting, "explorer/mistakes".to_owned(), mistakes),
    ]
}

fn explorer(sandbox: &Sandbox, arguments: &[&str]) -> Verdict<Run> {
    Ok(sandbox.run(sandbox.setting().binary("scythe-explorer")?).args(arguments))
}

/// The data of a page.
fn data(page: &str) -> Verdict<Value> {
    let start = page.find("id=\"data\">").map(|at| at + "id=\"data\">".len());
    let Some(rest) = start.map(|start| &page[start..]) else { return fail("the page has no data") };
    Ok(serde_json::from_str(rest.split("</script>").next().unwrap_or_default())?)
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

/// The line of the source that contains a text, from 1.
fn line_of(source: &str, piece: &str) -> u64 {
    source.lines().position(|line| line.contains(piece)).map_or(0, |at| at as u64 + 1)
}

/// All stages of all targets come from one run, with lines, remarks, facts and the commands of a run.
fn page(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("explorer", &["tour.cpp", "scale.hpp"])?;
    sandbox.scythe().args(["-O1", "tour.cpp", "-o", "tour"]).succeed()?;
    let run = sandbox.run(sandbox.path("tour")).env("SCYTHE_DEVICES", "cpu");
    run.env("SCYTHE_TRACE", "run.json").succeed()?;
    explorer(sandbox, &["tour.cpp", "-o", "tour.html", "--trace=run.json"])?.succeed()?;
    let page = std::fs::read_to_string(sandbox.path("tour.html"))?;
    let data = data(&page)?;
    let source = std::fs::read_to_string(sandbox.path("tour.cpp"))?;
    stages(&data, &source)?;
    remarks(&data, &source)?;
    kernels(&data)?;
    commands(&data)?;
    browser(sandbox, &page)
}

/// The contents of each stage, and the source lines that they refer to.
fn stages(data: &Value, source: &str) -> Verdict {
    let all = data["stages"].as_array().cloned().unwrap_or_default();
    let strings = &data["strings"];
    let barrier = line_of(source, "group_barrier");
    let turned = line_of(source, "out[column][row]");
    for (name, target, has, line) in [
        ("device-ll", "cpu", "define", barrier),
        ("sycl-mlir", "cpu", "sycl.", turned),
        ("lowered-ll", "cpu", "__mux_work_group_barrier", barrier),
        ("mux-ll", "cpu", "x float>", turned),
        ("asm", "cpu", "ret", turned),
        ("ptx", "ptx", "bar.sync", turned),
        ("spirv", "spirv64", "OpControlBarrier", 0),
        ("host-mlir", "host", "sycl.", 0),
    ] {
        let is_it = |s: &&Value| text(s, "name") == name && text(s, "target").starts_with(target);
        let Some(stage) = all.iter().find(is_it) else {
            let notes = &data["notes"];
            return fail(format!("there is no stage {name} for {target}: {notes}"));
        };
        let lines = stage["lines"].as_array().cloned().unwrap_or_default();
        let shown = |at: &Value| text_at(strings, at);
        ensure(lines.iter().any(|at| shown(at).contains(has)), || format!("{name} has no {has}"))?;
        let places = stage["places"].as_array().cloned().unwrap_or_default();
        ensure(places.len() == lines.len(), || format!("{name}: {} places", places.len()))?;
        ensure(line == 0 || places.contains(&Value::from(line)), || {
            format!("{name}: nothing comes from line {line}")
        })?;
        let debug =
            lines.iter().any(|at| shown(at).contains("!dbg") || shown(at).contains(" loc("));
        ensure(!debug, || format!("{name} shows debug information"))?;
        // The functions of different kernels are distinguished.
        for kernel in 0..4 {
            let functions = stage["functions"].as_array().cloned().unwrap_or_default();
            let owned =
                |f: &Value| f[2].as_array().is_some_and(|o| o.contains(&Value::from(kernel)));
            ensure(functions.iter().any(owned), || {
                format!("{name}: no function of kernel {kernel}")
            })?;
        }
    }
    let passes: Vec<&Value> = all.iter().filter(|s| text(s, "kind") == "pass").collect();
    let loops = passes.iter().find(|p| text(p, "name").starts_with("work-item-loops"));
    let Some(loops) = loops else { return fail("there is no pass work-item-loops") };
    let (added, removed) = (&loops["added"], &loops["removed"]);
    ensure(added.as_u64() > Some(0), || format!("work-item-loops adds {added} lines"))?;
    let gone = loops["gone"].as_array().map_or(0, Vec::len);
    ensure(removed.as_u64() == Some(gone as u64), || format!("{removed} lines, {gone} are there"))?;
    ensure(passes.iter().any(|p| p.get("lines").is_none()), || "all passes changed code".to_owned())
}

fn text_at<'v>(strings: &'v Value, at: &Value) -> &'v str {
    let at = at.as_u64().and_then(|at| usize::try_from(at).ok()).unwrap_or(usize::MAX);
    strings.get(at).and_then(Value::as_str).unwrap_or_default()
}

fn remarks(data: &Value, source: &str) -> Verdict {
    let all = data["remarks"].as_array().cloned().unwrap_or_default();
    let turned = line_of(source, "out[column][row]");
    let store = all.iter().find(|r| r["place"] == turned && r["access"]["action"] == "store");
    let Some(store) = store else { return fail(format!("no remark on the store: {all:?}")) };
    ensure(store["access"]["class"] == "strided" && store["advice"] == true, || store.to_string())?;
    let strides = &store["access"]["strides"];
    ensure(strides[0]["bytes"] == 4 && strides[1]["words"].is_string(), || strides.to_string())?;
    // A line of a header, in kernels of two types.
    let in_header = all.iter().filter(|r| r["place"].as_u64() > Some(1 << 20));
    let bytes: Vec<&Value> = in_header.map(|r| &r["access"]["strides"][0]["bytes"]).collect();
    ensure(bytes.contains(&&Value::from(8)) && bytes.contains(&&Value::from(16)), || {
        format!("{bytes:?}")
    })?;
    ensure(all.iter().any(|r| r["kind"] == "vectorize"), || "nothing on vectorisation".to_owned())?;
    let files: Vec<&str> =
        data["files"].as_array().into_iter().flatten().map(|f| text(f, "path")).collect();
    ensure(files.len() == 2 && files[1].ends_with("scale.hpp"), || format!("{files:?}"))
}

fn kernels(data: &Value) -> Verdict {
    let all = data["kernels"].as_array().cloned().unwrap_or_default();
    let names: Vec<&str> = all.iter().map(|k| text(k, "short")).collect();
    ensure(names == ["Reverse", "Transpose", "Scaled<float>", "Scaled<double>"], || {
        format!("{names:?}")
    })?;
    let paths: Vec<&str> =
        all[0]["arguments"].as_array().into_iter().flatten().map(|a| text(a, "path")).collect();
    ensure(paths.iter().any(|p| p.starts_with("tile")), || format!("{paths:?}"))?;
    let facts = all[1]["facts"]["always"].to_string();
    ensure(facts.contains("work-group size {8, 16}"), || facts.clone())?;
    let made = &all[1]["specializations"];
    ensure(made.as_object().is_some_and(|made| !made.is_empty()), || made.to_string())
}

fn commands(data: &Value) -> Verdict {
    let nodes = data["graph"]["nodes"].as_array().cloned().unwrap_or_default();
    let reverse: Vec<usize> =
        (0..nodes.len()).filter(|&at| text(&nodes[at], "name") == "Reverse").collect();
    ensure(reverse.len() == 2, || format!("{nodes:?}"))?;
    let first = &nodes[reverse[0]];
    ensure(first["kernel"] == 0 && first["place"].as_u64() > Some(0), || first.to_string())?;
    let edge = serde_json::json!([reverse[0], reverse[1]]);
    let edges = data["graph"]["edges"].as_array().cloned().unwrap_or_default();
    ensure(edges.contains(&edge), || format!("{edge} is not among {edges:?}"))
}

/// Errors are named, and the user's errors look like clang's.
fn mistakes(sandbox: &Sandbox) -> Verdict {
    sandbox.write("bad.cpp", "#include <sycl/sycl.hpp>\nint main() { return x; }\n")?;
    let output = explorer(sandbox, &["bad.cpp"])?.output()?.expect_code(1)?;
    let shown = "bad.cpp:2:21: error: use of undeclared identifier 'x'";
    let count = output.stderr.matches(shown).count();
    let output = output.expect(count == 1, "the error is shown once, as clang shows it")?;
    output.expect(!sandbox.path("bad.html").exists(), "there is no page")?;
    for (arguments, part) in [
        (&[][..], "which C++ source"),
        (&["gone.cpp"], "no such file or directory: 'gone.cpp'"),
        (&["bad.cpp", "--trace=bad.cpp"], "not a trace"),
        (&["bad.cpp", "--trace", "gone.json"], "cannot read 'gone.json'"),
        (&["bad.cpp", "-c"], "cannot be used here"),
        (&["bad.cpp", "--targets=z80"], "z80"),
        (&["bad.cpp", "-fno-such-flag"], "-fno-such-flag"),
    ] {
        let output = explorer(sandbox, arguments)?.output()?.expect_failure()?;
        let names = output.stderr.contains(part);
        output.expect(names, &format!("{arguments:?} names `{part}`"))?;
    }
    sandbox.write("none.cpp", "int main() {}\n")?;
    let missing = ["none.cpp", "-o", "missing/page.html", "--targets=cpu"];
    let output = explorer(sandbox, &missing)?.output()?.expect_code(2)?;
    let named = output.stderr.contains("cannot write 'missing/page.html'");
    output.expect(named, "the page is named")?;
    // A program without SYCL has a page without kernels, and -O0 has no sycl dialect.
    explorer(sandbox, &["none.cpp", "--targets=cpu", "-O0"])?.succeed()?;
    let data = data(&std::fs::read_to_string(sandbox.path("none.html"))?)?;
    ensure(data["kernels"] == serde_json::json!([]), || data["kernels"].to_string())
}

/// The actions in a browser; each line has a condition to check.
const ACTIONS: &str = include_str!("../explorer/browser.js");

/// The time limit of the browser.
const PATIENCE: Duration = Duration::from_secs(60);

/// Opens the page and uses it. Skipped without a browser.
fn browser(sandbox: &Sandbox, page: &str) -> Verdict {
    let Ok(chromium) = tool("chromium") else {
        return skip(
            "the page is right; what it does was not tried: no chromium (`cargo xtask setup --browser`)",
        );
    };
    // The actions come last, when the page is ready.
    let tried = page.replace("</body>", &format!("<script>{ACTIONS}</script></body>"));
    let file = sandbox.write("tried.html", &tried)?;
    let profile = sandbox.subdir("profile")?;
    let output = sandbox
        .run(chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--window-size=1500,900", "--virtual-time-budget=20000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}", file.display()))
        .limit(PATIENCE)
        .succeed()?;
    let dom = &output.stdout;
    let start = dom.find("<pre id=\"tried\">").map(|at| at + "<pre id=\"tried\">".len());
    let said = start.and_then(|start| dom[start..].split("</pre>").next());
    let Some(said) = said else { return fail(output.describe("the page did not come to an end")) };
    let failed: Vec<&str> = said.lines().filter(|line| !line.starts_with("ok ")).collect();
    let count = said.lines().filter(|line| line.starts_with("ok ")).count();
    ensure(failed.is_empty() && count >= 20, || format!("in the browser:\n{said}"))
}
