//! The command line: the explorer's own options, and options for `scythe++`.

use std::path::Path;

use crate::Failure;

/// The help text.
pub const HELP: &str = "\
scythe-explorer shows a SYCL program beside every stage of its compilation.

USAGE: scythe-explorer file.cpp [options of scythe++] [-o page.html]

It writes one HTML page that needs no network: the source beside the code after clang, each pass and the
back ends, with corresponding lines, the changes of each pass, remarks about memory accesses and
vectorisation, facts about launches from host code, and the arguments of kernels.

SCYTHE'S OPTIONS:
  -o <file>               The page (the default: the name of the source with .html; -: standard output)
  --trace <file>          Also show the commands of a run, from a trace that SCYTHE_TRACE=<file> wrote
  --help, --version

All other options go to scythe++. The default optimisation level is -O2; the default for --targets is
cpu,ptx,spirv64, or cpu if compiling for the others fails.

ENVIRONMENT:
  SCYTHE_CXX              The scythe++ to use (default: the one beside this program, or in PATH)

The exit status is 1 if the program does not compile, and 2 if the command line is wrong.
";

/// The command line.
#[derive(Debug)]
pub enum Asked {
    /// `--help`
    Help,
    /// `--version`
    Version,
    /// A page.
    Page(CommandLine),
}

/// The parameters of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandLine {
    /// The source.
    pub source: String,
    /// The page.
    pub output: String,
    /// The trace.
    pub trace: Option<String>,
    /// The words for `scythe++`, including the source.
    pub words: Vec<String>,
    /// Whether the user chose targets.
    pub has_targets: bool,
}

/// Options of `scythe++` that change its output: a page shows code only.
const REFUSED: &[&str] = &["-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-###"];

/// Prefixes of options that choose targets, in the spellings of all SYCL compilers.
const TARGETS: &[&str] = &["--targets=", "-fsycl-targets=", "--acpp-targets=", "--offload-arch="];

/// Extensions of sources.
const SOURCES: &[&str] = &["cpp", "cc", "cxx", "c++", "C", "cp", "CPP", "cu"];

/// Reads the command line.
///
/// # Errors
/// When there is no source, or a word is not understood.
pub fn parse(words: Vec<String>) -> Result<Asked, Failure> {
    let mut line = CommandLine::default();
    let (mut output, mut level) = (None, false);
    let mut words = words.into_iter();
    let value = |word: &str, next: Option<String>| {
        next.ok_or_else(|| Failure::Usage(format!("'{word}' needs a file")))
    };
    while let Some(word) = words.next() {
        if word == "--help" || word == "-h" {
            return Ok(Asked::Help);
        } else if word == "--version" {
            return Ok(Asked::Version);
        } else if word == "-o" {
            output = Some(value(&word, words.next())?);
        } else if word == "--trace" {
            line.trace = Some(value(&word, words.next())?);
        } else if let Some(file) = word.strip_prefix("--trace=") {
            line.trace = Some(file.to_owned());
        } else if REFUSED.contains(&word.as_str()) || word.starts_with("--emit=") {
            return Err(Failure::Usage(format!(
                "'{word}' cannot be used here: it would change what the compiler writes"
            )));
        } else {
            level |= word.starts_with("-O");
            line.has_targets |= TARGETS.iter().any(|prefix| word.starts_with(prefix));
            if is_source(&word) {
                if !line.source.is_empty() {
                    let message = format!("one source at a time: '{}' and '{word}'", line.source);
                    return Err(Failure::Usage(message));
                }
                line.source.clone_from(&word);
            }
            line.words.push(word);
        }
    }
    if line.source.is_empty() {
        return Err(Failure::Usage("which C++ source? (--help says more)".to_owned()));
    }
    if !level {
        line.words.insert(0, "-O2".to_owned());
    }
    line.output = output.unwrap_or_else(|| {
        let stem = Path::new(&line.source).file_stem().unwrap_or_default();
        format!("{}.html", stem.to_string_lossy())
    });
    Ok(Asked::Page(line))
}

fn is_source(word: &str) -> bool {
    let extension = Path::new(word).extension().and_then(|extension| extension.to_str());
    !word.starts_with('-') && extension.is_some_and(|extension| SOURCES.contains(&extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<CommandLine, String> {
        match parse(line.split_whitespace().map(str::to_owned).collect()) {
            Ok(Asked::Page(line)) => Ok(line),
            Ok(other) => panic!("{other:?}"),
            Err(Failure::Usage(message)) => Err(message),
            Err(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn other_options_go_to_the_compiler() {
        let line = parsed("-DX -I inc dir/a.cpp --trace=t.json -o p.html --targets=cpu").unwrap();
        assert_eq!(line.words, ["-O2", "-DX", "-I", "inc", "dir/a.cpp", "--targets=cpu"]);
        assert_eq!((line.output.as_str(), line.trace.as_deref()), ("p.html", Some("t.json")));
        assert!(line.has_targets);
        let line = parsed("a.cpp -O0").unwrap();
        assert_eq!((line.output.as_str(), line.words.len()), ("a.html", 2));
        assert!(!line.has_targets);
    }

    #[test]
    fn mistakes_are_named() {
        for (line, part) in [
            ("", "which C++ source"),
            ("a.cpp b.cpp", "one source at a time"),
            ("a.cpp -o", "'-o' needs a file"),
            ("a.cpp --trace", "needs a file"),
            ("a.cpp -c", "'-c' cannot be used here"),
            ("a.cpp --emit=asm", "cannot be used here"),
        ] {
            let message = parsed(line).expect_err(line);
            assert!(message.contains(part), "{line}: {message}");
        }
    }
}
