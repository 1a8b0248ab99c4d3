//! What came out of each program: a file of lines, and the table that is made of them.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::cases::Counts;
use super::program::Program;

/// What came out of one program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Its cases.
    pub counts: Counts,
    /// How many source files it has.
    pub files: usize,
    /// Those that do not compile.
    pub not_compiled: Vec<String>,
    /// The commit that was tested.
    pub commit: String,
    /// How long it took to build and run.
    pub seconds: u64,
}

impl Outcome {
    fn line(&self, name: &str) -> String {
        let Counts { passed, failed, skipped, may_fail } = self.counts;
        let fields = [passed, failed, skipped, may_fail, self.files as u64, self.seconds];
        let fields: Vec<String> = fields.iter().map(u64::to_string).collect();
        format!("{name}\t{}\t{}\t{}", fields.join("\t"), self.commit, self.not_compiled.join(","))
    }

    fn parse(line: &str) -> Option<(String, Self)> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, passed, failed, skipped, may_fail, files, seconds, commit, not_compiled] =
            fields[..]
        else {
            return None;
        };
        let counts = Counts {
            passed: passed.parse().ok()?,
            failed: failed.parse().ok()?,
            skipped: skipped.parse().ok()?,
            may_fail: may_fail.parse().ok()?,
        };
        let not_compiled =
            not_compiled.split(',').filter(|file| !file.is_empty()).map(str::to_owned).collect();
        let outcome = Self {
            counts,
            files: files.parse().ok()?,
            not_compiled,
            commit: commit.to_owned(),
            seconds: seconds.parse().ok()?,
        };
        Some((name.to_owned(), outcome))
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { passed, failed, skipped, .. } = self.counts;
        write!(f, "{passed} passed, {failed} failed, {skipped} skipped")?;
        if !self.not_compiled.is_empty() {
            write!(
                f,
                ", {} not compiled ({})",
                self.not_compiled.len(),
                self.not_compiled.join(", ")
            )?;
        }
        Ok(())
    }
}

/// Sums over programs.
#[derive(Default)]
pub struct Sum {
    /// Cases that hold.
    pub passed: u64,
    /// Cases that skipped themselves.
    pub skipped: u64,
    failed: u64,
    not_compiled: u64,
}

impl Sum {
    /// Cases that failed, and source files that do not compile.
    pub fn bad(&self) -> u64 {
        self.failed + self.not_compiled
    }
}

/// The results of one configuration, kept in a file.
pub struct Results {
    file: PathBuf,
    outcomes: BTreeMap<String, Outcome>,
}

impl Results {
    /// Reads what is there; a later line about a program is the one that counts.
    pub fn open(file: &Path) -> Result<Self> {
        let text = if file.exists() {
            fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?
        } else {
            String::new()
        };
        let outcomes = text.lines().filter_map(Outcome::parse).collect();
        Ok(Self { file: file.to_owned(), outcomes })
    }

    /// What is known of a program.
    pub fn of(&self, name: &str) -> Option<&Outcome> {
        self.outcomes.get(name)
    }

    /// Writes a result down.
    pub fn add(&mut self, name: &str, outcome: Outcome) -> Result<()> {
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.file)
            .with_context(|| format!("cannot open {}", self.file.display()))?;
        writeln!(file, "{}", outcome.line(name))
            .with_context(|| format!("cannot write {}", self.file.display()))?;
        self.outcomes.insert(name.to_owned(), outcome);
        Ok(())
    }

    /// The sums over these programs.
    pub fn sum(&self, programs: &[Program]) -> Sum {
        let mut sum = Sum::default();
        for outcome in programs.iter().filter_map(|program| self.of(program.name())) {
            sum.passed += outcome.counts.passed;
            sum.skipped += outcome.counts.skipped;
            sum.failed += outcome.counts.failed;
            sum.not_compiled += outcome.not_compiled.len() as u64;
        }
        sum
    }

    /// The table in Markdown.
    pub fn table(&self, programs: &[Program], heading: &str) -> String {
        let mut text = format!("{heading}\n\n");
        text.push_str("| program | passed | failed | skipped | may fail and does | files | not compiled | commit |\n");
        text.push_str("|---|---:|---:|---:|---:|---:|---:|---|\n");
        for program in programs {
            let Some(outcome) = self.of(program.name()) else { continue };
            let Counts { passed, failed, skipped, may_fail } = outcome.counts;
            let (files, not_compiled) = (outcome.files, outcome.not_compiled.len());
            let (name, commit) = (program.name(), &outcome.commit);
            // Writing to a String cannot fail.
            let _ = writeln!(
                text,
                "| {name} | {passed} | {failed} | {skipped} | {may_fail} | {files} | {not_compiled} | `{commit}` |"
            );
        }
        text
    }
}

/// Puts the table of a configuration into a page, in the place of the one that is there, or at its end.
pub fn insert(file: &Path, configuration: &str, table: &str) -> Result<()> {
    let old =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    fs::write(file, inserted(&old, configuration, table))
        .with_context(|| format!("cannot write {}", file.display()))
}

fn inserted(page: &str, configuration: &str, table: &str) -> String {
    let begin = format!("<!-- results of {configuration} -->\n");
    let end = format!("<!-- end of {configuration} -->\n");
    let block = format!("{begin}{table}{end}");
    if let Some((before, rest)) = page.split_once(&begin)
        && let Some((_, after)) = rest.split_once(&end)
    {
        return format!("{before}{block}{after}");
    }
    format!("{}\n\n{block}", page.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome() -> Outcome {
        Outcome {
            counts: Counts { passed: 3, failed: 1, skipped: 2, may_fail: 0 },
            files: 4,
            not_compiled: vec!["a.cpp".into(), "b.cpp".into()],
            commit: "abc".into(),
            seconds: 7,
        }
    }

    #[test]
    fn lines_are_read_as_they_were_written() {
        let line = outcome().line("range");
        assert_eq!(Outcome::parse(&line), Some(("range".into(), outcome())));
        let clean = Outcome { not_compiled: Vec::new(), ..outcome() };
        assert_eq!(Outcome::parse(&clean.line("x")), Some(("x".into(), clean)));
        assert_eq!(Outcome::parse("range\t1"), None);
    }

    #[test]
    fn results_survive_and_the_last_one_counts() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("results");
        let mut results = Results::open(&file).unwrap();
        results.add("range", outcome()).unwrap();
        results.add("range", Outcome { files: 9, ..outcome() }).unwrap();
        assert_eq!(Results::open(&file).unwrap().of("range").unwrap().files, 9);
    }

    #[test]
    fn tables_take_the_place_of_the_last_one() {
        let page = inserted("# Page\n", "cpu-light-O0", "one\n");
        assert_eq!(
            page,
            "# Page\n\n<!-- results of cpu-light-O0 -->\none\n<!-- end of cpu-light-O0 -->\n"
        );
        let page = inserted(&format!("{page}tail\n"), "cpu-light-O0", "two\n");
        assert!(page.contains("two\n") && !page.contains("one\n") && page.ends_with("tail\n"));
    }
}
