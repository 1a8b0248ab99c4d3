//! What gdb prints: kernels' frames and variables, and SYCL's classes through the installed printers.

use libtest_mimic::Trial;

use crate::sandbox::Sandbox;
use crate::setting::{Setting, tool};
use crate::verdict::{Verdict, ensure, trial};

/// Collects the trials.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    vec![trial(setting, "debugger/gdb".to_owned(), gdb)]
}

/// Where to stop, the commands there, and the expected answers.
const STOPS: &[(&str, &[(&str, &str)])] = &[
    (
        "IN KERNEL",
        &[
            ("print v", "= {1.5, 2, 3}"),
            ("print at", "= {0}"),
            ("print sizes", "= {1, 2, 3}"),
            ("print i", "= global {0} of {8}, group {0} of {2}, local {0} of {4}"),
            ("print part", "= accessor over {4} of a buffer of {8} from {2} on = {3, 4, 5, 6}"),
            (
                "backtrace 1",
                "i=global {0} of {8}, group {0} of {2}, local {0} of {4}) at program.cpp:20",
            ),
        ],
    ),
    ("OVER RANGE", &[("print i", "= {0, 0} of {2, 3}")]),
    // Work-items reach a line one after the other: first number 0 of the group, or 1 if 0 does not reach it.
    ("BEFORE BARRIER", &[("print before", "= 7"), ("print pair", "= {0, 0}"), ("print l", "= 0")]),
    (
        "BEHIND BARRIER",
        &[
            ("print behind", "= 17"),
            ("print before", "= 7"),
            ("print tile", "= local_accessor over {4}"),
        ],
    ),
    ("IN LOOP", &[("print round", "= 0"), ("print sum", "= 17"), ("info locals", "half = 0")]),
    ("AFTER ALL", &[("info locals", "behind = 17"), ("print i", "local {0, 0} of {1, 4}")]),
    (
        "DIVERGENT",
        &[("print odd", "= 7"), ("print pair", "= {1, -1}"), ("info locals", "before = 17")],
    ),
    (
        "AT END",
        &[
            ("print b", "= buffer of {8} int"),
            ("print square", "= buffer of {3, 4} short"),
            ("print h", "= host_accessor over {8} = {1, 2, 6, 7, 8, 9, 7, 8}"),
        ],
    ),
];

/// The printers are loaded automatically, because they are beside the library.
fn gdb(sandbox: &Sandbox) -> Verdict {
    let gdb = tool("gdb")?;
    sandbox.copy("debug", &["program.cpp"])?;
    sandbox.scythe().args(["-O0", "-g", "program.cpp", "-o", "program"]).succeed()?;
    let lib = sandbox.subdir("lib")?;
    let library = sandbox.setting().binary("libscythe.so")?;
    // gdb follows links before it searches for the printers.
    std::fs::copy(library, lib.join("libscythe.so"))?;
    let printers = sandbox.setting().root.join("crates/runtime/gdb/libscythe.so-gdb.py");
    std::fs::copy(printers, lib.join("libscythe.so-gdb.py"))?;
    let source = std::fs::read_to_string(sandbox.path("program.cpp"))?;
    let mut script = "set debuginfod enabled off\nset width 0\n".to_owned();
    for (mark, _) in STOPS {
        let line = 1 + source.lines().position(|line| line.ends_with(mark)).unwrap_or(0);
        script += &format!("break program.cpp:{line}\n");
    }
    script += "run\n";
    for (number, (_, questions)) in STOPS.iter().enumerate() {
        for (question, _) in *questions {
            script += &format!("{question}\n");
        }
        // Other work-items reach the same line. After the last one, gdb may lose a process that ends with
        // threads.
        let last = number + 1 == STOPS.len();
        script += &format!("delete {}\n{}\n", number + 1, if last { "kill" } else { "continue" });
    }
    sandbox.write("script", &script)?;
    let safe = format!("add-auto-load-safe-path {}", sandbox.dir().display());
    let run = sandbox.run(gdb).args(["-nx", "-batch", "-iex", &safe, "-x", "script", "program"]);
    let run = run.env("LD_LIBRARY_PATH", &lib).env("SCYTHE_DEVICES", "cpu");
    let output = run.env("SCYTHE_THREADS", "1").succeed()?;
    for (_, answer) in STOPS.iter().flat_map(|(_, questions)| *questions) {
        ensure(output.stdout.contains(answer), || output.describe(&format!("no '{answer}'")))?;
    }
    Ok(())
}
