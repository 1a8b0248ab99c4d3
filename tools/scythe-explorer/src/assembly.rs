//! Assembly of processors, and PTX: `.loc` becomes source locations; directives for tools are not shown.

use std::collections::HashMap;

use crate::sources::Sources;
use crate::text::{Place, Text, symbol};

/// Directives without information for readers.
const HIDDEN: &[&str] =
    &[".cfi_", ".loc", ".file", ".ident", ".addrsig", ".type", ".size", ".p2align", ".globl"];

/// Parses assembly.
#[must_use]
pub fn read(code: &str, sources: &Sources) -> Text {
    let files = files(code);
    let mut text = Text::default();
    let (mut place, mut in_debug, mut open) = (0, false, false);
    for line in code.lines() {
        let word = line.trim_start();
        if word.starts_with(".section") || word == ".text" || word == ".data" {
            in_debug = word.contains(".debug") || word.contains("GNU-stack");
        }
        if in_debug {
            continue;
        }
        if word.starts_with(".loc") {
            place = located(word, &files, sources);
        }
        if HIDDEN.iter().any(|directive| word.starts_with(directive)) || is_noise(word) {
            continue;
        }
        if let Some(name) = beginning(line) {
            if open {
                text.end();
            }
            text.begin(name);
            (open, place) = (true, 0);
        }
        let is_code = line.starts_with(['\t', ' ', '@']) && !word.starts_with('.');
        if open && is_code {
            let words = word.split(|c: char| !(c.is_ascii_alphanumeric() || "_.$".contains(c)));
            let names = words.filter(|word| word.starts_with("_Z") || word.contains("scythe"));
            text.uses(names.map(str::to_owned));
        }
        text.push(without_comment(line), if is_code { place } else { 0 });
        if open && line == "}" {
            text.end();
            open = false;
        }
    }
    if open {
        text.end();
    }
    text
}

/// Labels and comments that come with debug information.
fn is_noise(word: &str) -> bool {
    let label =
        [".Ltmp", ".Lfunc_begin", ".Lfunc_end", "$L__tmp", "$L__func_begin", "$L__func_end"];
    label.iter().any(|label| word.starts_with(label))
        || word.starts_with("# -- ")
        || word.starts_with("# %bb.")
        || word.starts_with("// %bb.")
        || word.starts_with("// -- ")
        || word.starts_with("// .globl")
}

/// The name of the function that starts at a line.
fn beginning(line: &str) -> Option<&str> {
    for mark in [".entry ", ".func "] {
        if let Some(at) = line.find(mark) {
            let rest = line[at + mark.len()..].trim_start();
            // PTX writes a function's result before its name.
            let rest = rest.strip_prefix('(').map_or(rest, |result| {
                result.split_once(')').map_or(result, |(_, rest)| rest.trim_start())
            });
            return Some(symbol(rest)).filter(|name| !name.is_empty());
        }
    }
    let name = line.split_once(':')?.0.trim_matches('"');
    let is_label = !name.starts_with(['.', '$', ' ', '\t', '#', '/']) && symbol(name) == name;
    is_label.then_some(name)
}

/// The files that `.loc` numbers.
fn files(code: &str) -> HashMap<&str, String> {
    let mut files = HashMap::new();
    for line in code.lines() {
        let Some(rest) = line.trim_start().strip_prefix(".file") else { continue };
        let rest = rest.trim_start();
        let Some((number, names)) = rest.split_once(char::is_whitespace) else { continue };
        let quoted: Vec<&str> = names.split('"').skip(1).step_by(2).collect();
        if let (true, [first, rest @ ..]) =
            (number.bytes().all(|b| b.is_ascii_digit()), &quoted[..])
        {
            let path = match rest.first() {
                Some(name) => std::path::Path::new(first).join(name),
                None => std::path::PathBuf::from(first),
            };
            files.insert(number, path.to_string_lossy().into_owned());
        }
    }
    files
}

/// The location of a `.loc`. Its comment lists inlined calls, the innermost first.
fn located(word: &str, files: &HashMap<&str, String>, sources: &Sources) -> Place {
    let comment = word.find(" # ").or_else(|| word.find("// ")).map_or("", |at| &word[at..]);
    let chain = comment.split(" @[ ").filter_map(|part| {
        let part = part.trim_start_matches([' ', '#', '/']).trim_end_matches([' ', ']']);
        // LLVM prints the comment's slashes directly before an absolute path.
        let mut fields = part.rsplitn(3, ':');
        let (last, middle, first) = (fields.next()?, fields.next(), fields.next());
        match (first, middle) {
            (Some(file), Some(line)) => Some((file, line.parse().ok()?)),
            (None, Some(file)) => Some((file, last.parse().ok()?)),
            _ => None,
        }
    });
    let chain: Vec<(String, u32)> = chain
        .flat_map(|(file, line): (&str, u32)| [(format!("/{file}"), line), (file.to_owned(), line)])
        .collect();
    let found = sources.first(chain.iter().map(|(file, line)| (file.as_str(), *line)));
    if found != 0 {
        return found;
    }
    let mut words = word.split_whitespace().skip(1);
    let (file, line) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let file = files.get(file).map_or("", String::as_str);
    sources.place(file, line.parse().unwrap_or(0))
}

/// A line without the comments of compilers.
fn without_comment(line: &str) -> String {
    let end = ["                # ", "\t# ", " # @", "                // ", "\t// "]
        .iter()
        .filter_map(|mark| line.find(mark))
        .min()
        .unwrap_or(line.len());
    with_blanks(line[..end].trim_end())
}

/// A line with tabs replaced by blanks.
fn with_blanks(line: &str) -> String {
    const STOP: usize = 8;
    let mut shown = String::with_capacity(line.len() + STOP);
    for c in line.chars() {
        match c {
            '\t' => (0..STOP - shown.chars().count() % STOP).for_each(|_| shown.push(' ')),
            c => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::place;

    #[test]
    fn lines_of_both_kinds_of_assembly() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.cpp");
        std::fs::write(&path, "x\n".repeat(40)).unwrap();
        let (dir, path) = (dir.path().to_str().unwrap(), path.to_str().unwrap());
        let x86 = format!(
            "\t.file\t1 \"{dir}\" \"a.cpp\"\n\"k.mux-wrapper\":                  # @k\n.Lfunc_begin0:\n\t.loc\t1 4 2\n\tmovq\t%rax, %rbx\n\
             \t.loc\t2 9 1 is_stmt 0 # /opt/include/sycl/id.hpp:9:1 @[ {path}:6:3 ]\n\tcallq\t_Z1fv\n\
             .LBB0_1:                 # %x\n\tretq\n\t.section\t.debug_info\n\t.byte 1\n"
        );
        let text = read(&x86, &Sources::new(path));
        assert_eq!(text.lines.len(), 5, "{:?}", text.lines);
        assert_eq!(text.places, [0, place(0, 4), place(0, 6), 0, place(0, 6)]);
        assert_eq!(text.functions[0].uses, ["_Z1fv"]);
        assert_eq!(text.functions[0].name, "k.mux-wrapper");
        let ptx = format!(
            ".visible .entry k(\n\t.param .u64 k_param_0\n)\n{{\n\t.loc\t1 4 2  // {path}:4:2\n\tret;\n}}\n"
        );
        let text = read(&ptx, &Sources::new(path));
        assert_eq!(text.functions[0].name, "k");
        assert_eq!(text.places[4], place(0, 4), "{:?}", text.lines);
        assert_eq!(text.functions[0].end, text.lines.len());
    }
}
