//! Man pages and shell completion, generated from the `--help` texts of the tools.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::step;

/// An option in a help text.
#[derive(Debug, PartialEq)]
struct Flag {
    /// Its spellings; those with a value after an equals sign end with it.
    names: Vec<String>,
    /// What it does, in one line.
    text: String,
}

/// Writes the man page and the completions of a program into a prefix.
pub fn install(program: &Path, name: &str, prefix: &Path) -> Result<()> {
    let help = step::output(Command::new(program).arg("--help"))?;
    let flags = flags(&help);
    let share = prefix.join("share");
    for (folder, file, text) in [
        ("man/man1", format!("{name}.1"), man_page(name, &help)),
        ("bash-completion/completions", name.to_owned(), bash(name, &flags)),
        ("zsh/site-functions", format!("_{name}"), zsh(name, &flags)),
        ("fish/vendor_completions.d", format!("{name}.fish"), fish(name, &flags)),
    ] {
        let dir = share.join(folder);
        fs::create_dir_all(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
        let file = dir.join(file);
        fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}

/// The options in a help text: lines that start with a dash, and the indented lines below them.
fn flags(help: &str) -> Vec<Flag> {
    let mut flags: Vec<Flag> = Vec::new();
    let mut indent = None;
    for line in help.lines() {
        let depth = line.len() - line.trim_start().len();
        let rest = line.trim();
        if rest.starts_with('-') && (2..=8).contains(&depth) {
            let (head, text) = rest.split_once("  ").unwrap_or((rest, ""));
            let names = head.split(", ").flat_map(spellings).collect();
            flags.push(Flag { names, text: text.trim().to_owned() });
            indent = Some(depth);
        } else if let (Some(above), Some(flag), false) = (indent, flags.last_mut(), rest.is_empty())
        {
            if depth <= above {
                indent = None;
            } else if flag.text.is_empty() {
                rest.clone_into(&mut flag.text);
            }
        }
    }
    flags.retain(|flag| !flag.names.is_empty());
    flags
}

/// The spellings of a word: without its value, and in both ways if the value is optional.
fn spellings(word: &str) -> Vec<String> {
    let word = word.split([' ', '<']).next().unwrap_or_default();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+#".contains(c);
    match word.strip_suffix("[=") {
        Some(short) => vec![short.to_owned(), format!("{short}=")],
        None if word.starts_with('-') && word.chars().all(plain) => vec![word.to_owned()],
        None => Vec::new(),
    }
}

/// The help text in the format of man, with headings.
fn man_page(name: &str, help: &str) -> String {
    let escaped = |line: &str| {
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        // A line that starts with a dot or a quote would be a command.
        if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line }
    };
    let mut lines = help.lines();
    let about = lines.find(|line| !line.trim().is_empty()).unwrap_or_default();
    let about = about.strip_prefix(name).unwrap_or(about).trim().trim_end_matches('.');
    let mut page = format!(
        ".TH \"{}\" \"1\" \"\" \"Scythe {}\"\n.SH NAME\n{} \\- {}\n.SH DESCRIPTION\n.nf\n",
        name.to_uppercase(),
        env!("CARGO_PKG_VERSION"),
        escaped(name),
        escaped(about)
    );
    for line in lines {
        let is_heading = line.ends_with(':')
            && !line.starts_with(' ')
            && line.chars().next().is_some_and(char::is_uppercase);
        if is_heading {
            let heading = escaped(line.trim_end_matches(':')).to_uppercase();
            page.push_str(&format!(".fi\n.SH {heading}\n.nf\n"));
        } else {
            page.push_str(&escaped(line));
            page.push('\n');
        }
    }
    page + ".fi\n"
}

fn function(name: &str) -> String {
    format!("_{}", name.replace("++", "xx").replace('-', "_"))
}

fn bash(name: &str, flags: &[Flag]) -> String {
    let words: Vec<&str> = flags.iter().flat_map(|flag| &flag.names).map(String::as_str).collect();
    let function = function(name);
    format!(
        "{function}() {{\n\
         \x20   local word=\"${{COMP_WORDS[COMP_CWORD]}}\"\n\
         \x20   [[ $word == -* ]] || return\n\
         \x20   COMPREPLY=($(compgen -W '{}' -- \"$word\"))\n\
         \x20   [[ ${{#COMPREPLY[@]}} -eq 1 && $COMPREPLY == *= ]] && compopt -o nospace\n\
         \x20   return 0\n\
         }}\n\
         complete -o default -F {function} {name}\n",
        words.join(" ")
    )
}

fn zsh(name: &str, flags: &[Flag]) -> String {
    let quoted = |text: &str| {
        text.replace('\'', "'\\''").replace('[', "\\[").replace(']', "\\]").replace(':', "\\:")
    };
    let mut text = format!("#compdef {name}\n_arguments -S \\\n");
    for flag in flags {
        for word in &flag.names {
            // The value follows the equals sign in the same word.
            let (equals, value) = if word.ends_with('=') { ("=-", ":value:") } else { ("", "") };
            let word = word.trim_end_matches('=').replace('+', "\\+");
            text += &format!("  '*{word}{equals}[{}]{value}' \\\n", quoted(&flag.text));
        }
    }
    text + "  '*:file:_files'\n"
}

fn fish(name: &str, flags: &[Flag]) -> String {
    let mut text = String::new();
    for flag in flags {
        for word in &flag.names {
            let about = flag.text.replace('\\', "\\\\").replace('\'', "\\'");
            let bare = word.trim_end_matches('=');
            let (kind, bare) = match (bare.strip_prefix("--"), bare.strip_prefix('-')) {
                (Some(long), _) => ("-l", long),
                (None, Some(short)) if short.chars().count() == 1 => ("-s", short),
                (None, Some(old)) => ("-o", old),
                (None, None) => continue,
            };
            let value = if word.ends_with('=') { " -x" } else { "" };
            text += &format!("complete -c {name} {kind} '{bare}'{value} -d '{about}'\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELP: &str = "\
scythe-x does it's best.

USAGE: scythe-x [options] file...

SCYTHE'S OPTIONS:
  --targets=<list>        What to compile for:
                            cpu  this machine
  -Rscythe[=<kind>]       Report [more]
  -o, --output <FILE>     Where to: the file
  -Wno-scythe-divergent-barrier
                          Do not warn
      --json
          Print JSON
  -###                    Print commands
.not a command
";

    #[test]
    fn options_are_found_in_a_help_text() {
        let found = flags(HELP);
        let names: Vec<Vec<&str>> =
            found.iter().map(|f| f.names.iter().map(String::as_str).collect()).collect();
        assert_eq!(
            names,
            [
                vec!["--targets="],
                vec!["-Rscythe", "-Rscythe="],
                vec!["-o", "--output"],
                vec!["-Wno-scythe-divergent-barrier"],
                vec!["--json"],
                vec!["-###"]
            ]
        );
        assert_eq!(found[0].text, "What to compile for:");
        assert_eq!((found[3].text.as_str(), found[4].text.as_str()), ("Do not warn", "Print JSON"));
    }

    #[test]
    fn man_pages_have_no_commands_of_the_text() {
        let page = man_page("scythe-x", HELP);
        assert!(page.starts_with(".TH \"SCYTHE-X\" \"1\""), "{page}");
        assert!(page.contains("scythe\\-x \\- does it's best\n"), "{page}");
        assert!(page.contains(".SH SCYTHE'S OPTIONS\n") && page.contains("\\&.not a command"));
        assert!(page.contains("\\-\\-targets=<list>"), "{page}");
    }

    #[test]
    fn shells_take_the_completions() {
        let found = flags(HELP);
        let script = bash("scythe-x", &found);
        let status = Command::new("bash").args(["-n", "-c", &script]).status().unwrap();
        assert!(status.success());
        let asked = "COMP_WORDS=(scythe-x --t); COMP_CWORD=1; _scythe_x; echo \"${COMPREPLY[@]}\"";
        // `compopt` only works while bash completes.
        let script = format!("compopt() {{ :; }}\n{script}{asked}");
        let output = Command::new("bash").args(["-c", &script]).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), "--targets=\n");
        let fish = fish("scythe-x", &found);
        assert!(fish.contains("complete -c scythe-x -l 'targets' -x -d 'What to compile for:'"));
        assert!(fish.contains("complete -c scythe-x -o 'Rscythe' -d 'Report [more]'"));
        let zsh = zsh("scythe-x", &found);
        assert!(zsh.contains("'*--targets=-[What to compile for\\:]:value:' \\\n"), "{zsh}");
        assert!(zsh.contains("'*-Rscythe[Report \\[more\\]]' \\\n"), "{zsh}");
        assert!(zsh.starts_with("#compdef scythe-x\n"));
    }
}
