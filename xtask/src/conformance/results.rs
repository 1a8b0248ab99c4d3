//! The results of programs: a file of lines, and the table that is generated from it.
//!
//! A file also has its configuration and the heading of the table, so that a file from another machine is
//! complete.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::cases::Counts;

/// The result of a program.
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
    /// Cases that passed.
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
    /// Identifies the configuration.
    pub configuration: String,
    /// The heading of the table.
    pub heading: String,
    outcomes: BTreeMap<String, Outcome>,
}

impl Results {
    /// Reads a file; of several lines about a program, the last one counts.
    pub fn open(file: &Path) -> Result<Self> {
        let text = if file.exists() {
            fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?
        } else {
            String::new()
        };
        let said = |what: &str| {
            let mut lines = text.lines().rev().filter_map(|line| line.split_once('\t'));
            lines.find(|(first, _)| *first == what).map(|(_, rest)| rest.to_owned())
        };
        Ok(Self {
            file: file.to_owned(),
            configuration: said("configuration").unwrap_or_default(),
            heading: said("heading").unwrap_or_default(),
            outcomes: text.lines().filter_map(Outcome::parse).fold(
                BTreeMap::new(),
                |mut outcomes, (label, outcome)| {
                    insert_outcome(&mut outcomes, &label, outcome);
                    outcomes
                },
            ),
        })
    }

    /// Sets configuration and heading.
    pub fn describe(&mut self, configuration: &str, heading: &str) -> Result<()> {
        if self.configuration != configuration || self.heading != heading {
            configuration.clone_into(&mut self.configuration);
            heading.clone_into(&mut self.heading);
            self.write(&format!("configuration\t{configuration}\nheading\t{heading}"))?;
        }
        Ok(())
    }

    /// The result of a program, if there is one.
    pub fn of(&self, name: &str) -> Option<&Outcome> {
        self.outcomes.get(name)
    }

    /// Stores a result.
    pub fn add(&mut self, name: &str, outcome: Outcome) -> Result<()> {
        self.write(&outcome.line(name))?;
        insert_outcome(&mut self.outcomes, name, outcome);
        Ok(())
    }

    /// Adds the results of another machine.
    pub fn merge(&mut self, other: &Self) -> Result<()> {
        self.describe(&other.configuration, &other.heading)?;
        other.outcomes.iter().try_for_each(|(name, outcome)| self.add(name, outcome.clone()))
    }

    fn write(&self, line: &str) -> Result<()> {
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.file)
            .with_context(|| format!("cannot open {}", self.file.display()))?;
        writeln!(file, "{line}").with_context(|| format!("cannot write {}", self.file.display()))
    }

    /// The sums.
    pub fn sum(&self) -> Sum {
        let mut sum = Sum::default();
        for outcome in self.outcomes.values() {
            sum.passed += outcome.counts.passed;
            sum.skipped += outcome.counts.skipped;
            sum.failed += outcome.counts.failed;
            sum.not_compiled += outcome.not_compiled.len() as u64;
        }
        sum
    }

    /// The table in Markdown.
    pub fn table(&self) -> String {
        let mut text = format!("{}\n\n", self.heading);
        text.push_str("| program | passed | failed | skipped | may fail and does | files | not compiled | commit |\n");
        text.push_str("|---|---:|---:|---:|---:|---:|---:|---|\n");
        let mut all = Row::default();
        for (name, row) in self.rows() {
            all.add(&row);
            text.push_str(&row.line(name));
        }
        text.push_str(&all.line("**all**"));
        text
    }

    /// A row for each program, whose parts are counted together.
    fn rows(&self) -> BTreeMap<&str, Row> {
        let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
        for (label, outcome) in &self.outcomes {
            let (name, parts) = division(label);
            let row = rows.entry(name).or_default();
            row.add(&Row::of(outcome));
            row.parts = (row.parts.0 + 1, parts);
        }
        rows
    }
}

/// The program of a label, and the number of its parts.
fn division(label: &str) -> (&str, usize) {
    let (name, part) = label.split_once('.').unwrap_or((label, "1of1"));
    (name, part.split_once("of").and_then(|(_, of)| of.parse().ok()).unwrap_or(1))
}

/// Adds a result and removes those of the same program with another division, which cover the same files.
fn insert_outcome(outcomes: &mut BTreeMap<String, Outcome>, label: &str, outcome: Outcome) {
    let new = division(label);
    outcomes.retain(|old, _| division(old).0 != new.0 || division(old) == new);
    outcomes.insert(label.to_owned(), outcome);
}

/// A row of the table.
#[derive(Default)]
struct Row {
    counts: Counts,
    files: usize,
    not_compiled: usize,
    /// The last commit that was tested.
    commit: String,
    /// The number of parts that have been run, and of all parts.
    parts: (usize, usize),
}

impl Row {
    fn of(outcome: &Outcome) -> Self {
        Self {
            counts: outcome.counts,
            files: outcome.files,
            not_compiled: outcome.not_compiled.len(),
            commit: format!(" `{}`", outcome.commit),
            parts: (0, 0),
        }
    }

    fn add(&mut self, other: &Self) {
        self.counts.add(other.counts);
        self.files += other.files;
        self.not_compiled += other.not_compiled;
        self.commit.clone_from(&other.commit);
    }

    fn line(&self, name: &str) -> String {
        let Counts { passed, failed, skipped, may_fail } = self.counts;
        let Self { files, not_compiled, parts, commit, .. } = self;
        let parts = match parts {
            (run, of) if run < of => format!(" ({run} of {of} parts)"),
            _ => String::new(),
        };
        let commit = if name.starts_with('*') { "" } else { commit };
        format!(
            "| {name} | {passed} | {failed} | {skipped} | {may_fail} | {files}{parts} | {not_compiled} |{commit} |\n"
        )
    }
}

/// Inserts the table of a configuration into a page, in the place of an earlier one, or at its end.
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
    fn results_of_another_machine_say_what_they_are_of() {
        let dir = tempfile::tempdir().unwrap();
        let mut theirs = Results::open(&dir.path().join("theirs")).unwrap();
        theirs.describe("cpu-light-O0", "about").unwrap();
        theirs.add("range", outcome()).unwrap();
        let mut ours = Results::open(&dir.path().join("ours")).unwrap();
        ours.add("range", Outcome { files: 9, ..outcome() }).unwrap();
        ours.add("id", outcome()).unwrap();
        ours.merge(&Results::open(&dir.path().join("theirs")).unwrap()).unwrap();
        let read = Results::open(&dir.path().join("ours")).unwrap();
        assert_eq!((read.configuration.as_str(), read.heading.as_str()), ("cpu-light-O0", "about"));
        assert_eq!(read.of("range"), Some(&outcome()));
        assert!(read.table().contains("| **all** | 6 | 2 | 4 | 0 | 8 | 4 | |"), "{}", read.table());
        assert_eq!(read.sum().bad(), 6);
    }

    #[test]
    fn parts_of_a_program_are_one_row() {
        let dir = tempfile::tempdir().unwrap();
        let mut results = Results::open(&dir.path().join("results")).unwrap();
        for part in ["id.1of3", "id.3of3"] {
            results.add(part, outcome()).unwrap();
        }
        let table = results.table();
        assert!(
            table.contains("| id | 6 | 2 | 4 | 0 | 8 (2 of 3 parts) | 4 | `abc` |\n"),
            "{table}"
        );
        results.add("id.2of3", outcome()).unwrap();
        assert!(results.table().contains("| id | 9 | 3 | 6 | 0 | 12 | 6 | `abc` |\n"));
        results.add("id", outcome()).unwrap();
        let table = Results::open(&dir.path().join("results")).unwrap().table();
        assert!(table.contains("| id | 3 | 1 | 2 | 0 | 4 | 2 | `abc` |\n"), "{table}");
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
