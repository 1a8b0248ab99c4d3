//! The book: its programs compile and run, its links are valid, and the page of flags is up to date.

use std::fs;
use std::path::Path;

use libtest_mimic::Trial;
use regex::Regex;

use crate::sandbox::Sandbox;
use crate::setting::{Setting, files};
use crate::verdict::{Verdict, ensure, fail, trial};

/// Collects the trials.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    type Case = (&'static str, fn(&Sandbox) -> Verdict);
    const CASES: [Case; 4] =
        [("programs", programs), ("links", links), ("flags", flags), ("variables", variables)];
    let case = |(name, test)| trial(setting, format!("book/{name}"), test);
    CASES.into_iter().map(case).collect()
}

/// The fence of a whole program, which is compiled and run.
const PROGRAM: &str = "```cpp,program\n";

/// The page of flags.
const FLAGS: &str = "book/src/flags.md";

/// The start of MLIR's and LLVM's part in scythe-opt's help. It is not on the page: it has more than a
/// thousand lines, and changes with each release of LLVM.
const HELP_OF_MLIR: &str = "\nOPTIONS AND PASSES FOR MLIR:\n";

/// All programs of the README and the book, by page and number. They are compiled together.
fn programs(sandbox: &Sandbox) -> Verdict {
    let root = &sandbox.setting().root;
    let mut names = Vec::new();
    let pages = files(&root.join("book/src"), &["md"]);
    for page in pages.into_iter().chain([root.join("README.md")]) {
        let text = fs::read_to_string(&page)?;
        let stem = page.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for (number, rest) in text.split(PROGRAM).skip(1).enumerate() {
            let Some((program, _)) = rest.split_once("\n```") else {
                return fail(format!("{}: a program has no end", page.display()));
            };
            let name = format!("{stem}-{number}");
            sandbox.write(&format!("{name}.cpp"), program)?;
            names.push(name);
        }
    }
    ensure(names.len() >= 5 && names.iter().any(|name| name == "README-0"), || {
        format!("README.md and the book have only these programs: {names:?}")
    })?;
    let sources = names.iter().map(|name| format!("{name}.cpp"));
    sandbox.scythe().args(["-O1", "-c"]).args(sources).succeed()?;
    for name in &names {
        let object = format!("{name}.o");
        sandbox.scythe().args([&object, "-o", name]).succeed()?;
        sandbox.run(sandbox.path(name)).env("SCYTHE_DEVICES", "cpu").succeed()?;
    }
    Ok(())
}

/// Every page is in the summary, and links between pages are valid.
fn links(sandbox: &Sandbox) -> Verdict {
    let dir = sandbox.setting().root.join("book/src");
    let summary = fs::read_to_string(dir.join("SUMMARY.md"))?;
    let link = Regex::new(r"\]\(([\w./-]+\.md)[)#]")?;
    for page in files(&dir, &["md"]) {
        let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_listed = name == "SUMMARY.md" || summary.contains(&format!("]({name})"));
        ensure(is_listed, || format!("{name} is not in SUMMARY.md"))?;
        for found in link.captures_iter(&fs::read_to_string(&page)?) {
            let there = dir.join(Path::new(&found[1]));
            ensure(there.is_file(), || format!("{name}: no page {}", &found[1]))?;
        }
    }
    Ok(())
}

/// The `--help` texts of tools are on the page, after marks that name the tool.
fn flags(sandbox: &Sandbox) -> Verdict {
    let page = sandbox.setting().root.join(FLAGS);
    let text = fs::read_to_string(&page)?;
    let block = Regex::new(r"(?s)<!-- help: (\S+) -->\n```text\n.*?\n```\n")?;
    let mut expected = String::new();
    let mut last = 0;
    for found in block.captures_iter(&text) {
        let (all, tool) = (found.get(0).map_or(0..0, |all| all.range()), &found[1]);
        let help = sandbox.run(sandbox.setting().binary(tool)?).arg("--help").succeed()?.stdout;
        expected.push_str(&text[last..all.start]);
        let help = help.split_once(HELP_OF_MLIR).map_or(help.as_str(), |(ours, _)| ours);
        expected.push_str(&format!("<!-- help: {tool} -->\n```text\n{}\n```\n", help.trim_end()));
        last = all.end;
    }
    expected.push_str(&text[last..]);
    ensure(last > 0, || format!("{FLAGS} has no help of any tool"))?;
    if sandbox.setting().bless {
        fs::write(&page, &expected)?;
        return Ok(());
    }
    ensure(text == expected, || {
        format!("{FLAGS} is not what the tools say: cargo xtask bless book")
    })
}

/// Every environment variable that a program reads is on the page.
fn variables(sandbox: &Sandbox) -> Verdict {
    let root = &sandbox.setting().root;
    let page = fs::read_to_string(root.join(FLAGS))?;
    let name = Regex::new(r#""(SCYTHE_[A-Z_]+)""#)?;
    let mut found = Vec::new();
    for folder in ["crates/driver/src", "crates/targets/src", "tools"] {
        read_names(&root.join(folder), &name, &mut found)?;
    }
    let settings = fs::read_to_string(root.join("crates/runtime/src/settings.rs"))?;
    found.extend(name.captures_iter(&settings).map(|found| found[1].to_owned()));
    ensure(found.len() > 5, || format!("only {found:?} are read"))?;
    for name in found {
        let row = format!("| `{name}` |");
        ensure(page.contains(&row), || format!("{FLAGS} has no row for {name}"))?;
    }
    Ok(())
}

fn read_names(dir: &Path, pattern: &Regex, found: &mut Vec<String>) -> Verdict {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            read_names(&path, pattern, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            // `option_env!` reads the environment of the build, not the user's.
            let text = fs::read_to_string(&path)?.replace("option_env!(\"", "");
            found.extend(pattern.captures_iter(&text).map(|found| found[1].to_owned()));
        }
    }
    Ok(())
}
