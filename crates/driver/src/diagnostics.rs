//! clang's diagnostics, each shown once although clang runs twice.
//!
//! The host pass's come first, unchanged. Of the device pass's, only those are shown that the host pass did not
//! report: those that depend on the pass.

use std::collections::HashSet;

use scythe_llvm::SourcePlace;
use scythe_pipeline::mlir::Remark;
use scythe_pipeline::warnings::Finding;

use crate::args::Severity;
use crate::messages::Messages;

/// Prints a remark in clang's format.
pub fn remark(remark: &Remark, color: bool, messages: &Messages) {
    let place = match &remark.place {
        Some((file, line, column)) => format!("{file}:{line}:{column}: "),
        None => "scythe++: ".to_owned(),
    };
    let (bold, blue, plain) =
        if color { ("\x1b[1m", "\x1b[1;34m", "\x1b[0m") } else { ("", "", "") };
    let name = remark.kind.name();
    messages.line(format_args!(
        "{bold}{place}{blue}remark: {plain}{} [-Rscythe={name}]",
        remark.message
    ));
}

/// Prints the number of errors, as clang does.
pub fn count_of_errors(count: usize, messages: &Messages) {
    let s = if count == 1 { "" } else { "s" };
    messages.line(format_args!("{count} error{s} generated."));
}

/// Prints a warning about a kernel, or an error where warnings are errors.
pub fn finding(finding: &Finding, severity: Severity, color: bool, messages: &Messages) {
    let (word, paint, error) = match severity {
        Severity::Warning => ("warning", "\x1b[1;35m", ""),
        Severity::Error => ("error", "\x1b[1;31m", "-Werror,"),
    };
    let (bold, paint, plain) = if color { ("\x1b[1m", paint, "\x1b[0m") } else { ("", "", "") };
    let place = match &finding.place {
        Some(SourcePlace { file, line, column }) => format!("{file}:{line}:{column}: "),
        None => "scythe++: ".to_owned(),
    };
    let (message, name) = (finding.warning.message(), finding.warning.name());
    messages.line(format_args!(
        "{bold}{place}{paint}{word}: {plain}{bold}{message}{plain} [{error}-W{name}]"
    ));
    let line = finding.place.as_ref().and_then(|place| {
        let text = std::fs::read_to_string(&place.file).ok()?;
        let line = text.lines().nth(place.line.checked_sub(1)? as usize)?.to_owned();
        Some((line, place))
    });
    if let Some((text, place)) = line {
        let before = (place.column as usize).saturating_sub(1);
        messages.line(format_args!("{:>5} | {text}\n      | {:before$}^", place.line, ""));
    }
}

/// Prints a warning about the command line or the environment in clang's format, with its name if it has one.
pub fn warning(message: &str, name: Option<&str>, color: bool) {
    let (bold, magenta, plain) =
        if color { ("\x1b[1m", "\x1b[1;35m", "\x1b[0m") } else { ("", "", "") };
    let name = name.map(|name| format!(" [-W{name}]")).unwrap_or_default();
    let messages = Messages::default();
    messages.line(format_args!("{bold}scythe++: {magenta}warning: {plain}{message}{name}"));
}

/// A diagnostic with all its lines: the include stack above, snippet and notes below.
struct Block<'t> {
    key: String,
    lines: Vec<&'t str>,
}

/// The part of `device` that `host` does not contain.
pub fn only_in_device(host: &str, device: &str) -> String {
    let known: HashSet<String> = blocks(host).into_iter().map(|block| block.key).collect();
    let mut text = String::new();
    for block in blocks(device) {
        if !known.contains(&block.key) {
            for line in block.lines {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    text
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found: Vec<Block<'_>> = Vec::new();
    let mut above: Vec<&str> = Vec::new();
    for line in text.lines() {
        let plain = without_color(line);
        if is_count(&plain) {
            continue;
        }
        if plain.starts_with("In file included from ")
            || plain.starts_with("                 from ")
        {
            above.push(line);
        } else if is_header(&plain) {
            let mut lines = std::mem::take(&mut above);
            lines.push(line);
            found.push(Block { key: plain, lines });
        } else if let Some(last) = found.last_mut() {
            // A note may also have an include stack above it.
            last.lines.append(&mut above);
            last.lines.push(line);
        } else {
            above.push(line);
        }
    }
    match found.last_mut() {
        Some(last) => last.lines.append(&mut above),
        None if !above.is_empty() => found.push(Block { key: above.join("\n"), lines: above }),
        None => {}
    }
    found
}

fn is_header(plain: &str) -> bool {
    [": error: ", ": warning: ", ": fatal error: ", ": remark: "].iter().any(|k| plain.contains(k))
        || ["error: ", "warning: ", "fatal error: ", "remark: "]
            .iter()
            .any(|k| plain.starts_with(k))
}

/// `2 warnings and 1 error generated.`
fn is_count(plain: &str) -> bool {
    plain.ends_with(" generated.") && plain.starts_with(|c: char| c.is_ascii_digit())
}

fn without_color(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find("\x1b[") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        rest = rest.find('m').map_or("", |end| &rest[end + 1..]);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const WARNING: &str = "In file included from a.cpp:1:\nb.h:3:5: warning: unused [-Wunused]\n    3 | int x;\n      |     ^\n";

    #[test]
    fn what_both_passes_report_is_dropped() {
        let host = format!("{WARNING}1 warning generated.\n");
        assert_eq!(only_in_device(&host, &host), "");
    }

    #[test]
    fn what_only_the_device_pass_reports_stays_with_its_notes() {
        let own = "a.cpp:9:1: error: device only\n    9 | x\na.cpp:2:1: note: here\n";
        let device = format!("{WARNING}{own}1 warning and 1 error generated.\n");
        assert_eq!(only_in_device(WARNING, &device), own);
    }

    #[test]
    fn colours_do_not_matter() {
        let coloured = "\x1b[1ma.cpp:1:1: \x1b[0m\x1b[0;1;31merror: \x1b[0mno\n";
        assert_eq!(only_in_device("a.cpp:1:1: error: no\n", coloured), "");
    }

    #[test]
    fn text_that_is_no_diagnostic_is_shown() {
        assert_eq!(only_in_device("", "Segmentation fault\n"), "Segmentation fault\n");
    }
}
