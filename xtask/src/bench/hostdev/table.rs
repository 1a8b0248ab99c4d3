//! The table of `bench hostdev`.

use crate::bench::table::geometric_mean;

/// The contents of a column of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell {
    /// The same code as without the passes: there is nothing to measure.
    Same,
    /// The other time divided by this one: above 1 is better.
    Ratio(f64),
    /// A program that did not compile, crashed or had a wrong result.
    Failed,
}

/// A program.
pub struct Row {
    pub name: String,
    /// The time without the passes in milliseconds.
    pub off: Option<f64>,
    pub cells: Vec<Cell>,
}

/// All rows so far.
pub struct Table {
    titles: Vec<&'static str>,
    rows: Vec<Row>,
}

/// Ratios below this are listed.
const SLOWER: f64 = 0.97;

/// The title of the column with all passes.
pub const EVERYTHING: &str = "all";

impl Table {
    /// A table with these columns of ratios.
    pub fn new(titles: impl Iterator<Item = &'static str>) -> Self {
        Self { titles: titles.collect(), rows: Vec::new() }
    }

    /// The line above the rows.
    pub fn header(&self) -> String {
        self.line("program", "off", self.titles.iter().map(|title| (*title).to_owned()))
    }

    /// Takes a row and returns its line.
    pub fn add(&mut self, row: Row) -> String {
        let off = row.off.map_or_else(|| "failed".to_owned(), |off| format!("{off:.1}"));
        let line = self.line(&row.name, &off, row.cells.iter().map(|cell| cell.shown()));
        self.rows.push(row);
        line
    }

    /// The lines below the rows.
    pub fn summary(&self, quick: bool) -> String {
        let columns = |of: &dyn Fn(Vec<f64>) -> Option<f64>| {
            let shown = |column| {
                let value = of(self.column(column).collect());
                value.map_or_else(|| "-".to_owned(), |value| format!("{value:.2}"))
            };
            (0..self.titles.len()).map(shown).collect::<Vec<_>>()
        };
        let means = columns(&|ratios| geometric_mean(ratios.into_iter()));
        let smallest = columns(&|ratios| ratios.into_iter().reduce(f64::min));
        let mut lines = vec![
            self.line("mean", "", means.into_iter()),
            self.line("smallest", "", smallest.into_iter()),
            "ratios of times: above 1.00 the passes make the faster code; =: the same code"
                .to_owned(),
            "chance: the program without the passes beside itself".to_owned(),
            "OpenMP: above 1.00 SYCL with all passes is faster than the same loops with OpenMP"
                .to_owned(),
        ];
        let slower = self.slower();
        if quick {
            lines.push("--quick: too small to tell what is faster".to_owned());
        } else if !slower.is_empty() {
            lines.push(format!("below {SLOWER} with all passes: {}", slower.join(", ")));
        }
        lines.join("\n")
    }

    /// The programs that all passes together make slower.
    fn slower(&self) -> Vec<&str> {
        let everything = self.titles.iter().position(|title| *title == EVERYTHING);
        let is_slower = |row: &&Row| {
            let cell = everything.and_then(|column| row.cells.get(column));
            cell.and_then(Cell::ratio).is_some_and(|ratio| ratio < SLOWER)
        };
        self.rows.iter().filter(is_slower).map(|row| &*row.name).collect()
    }

    fn column(&self, column: usize) -> impl Iterator<Item = f64> {
        self.rows.iter().filter_map(move |row| row.cells.get(column)?.ratio())
    }

    fn line(&self, name: &str, off: &str, cells: impl Iterator<Item = String>) -> String {
        let mut line = format!("{name:<14}{off:>8}");
        for (title, cell) in self.titles.iter().zip(cells) {
            let width = title.len().max(6) + 2;
            line.push_str(&format!("{cell:>width$}"));
        }
        line
    }
}

impl Cell {
    /// The ratio; 1 for the same code.
    pub fn ratio(&self) -> Option<f64> {
        match self {
            Self::Same => Some(1.0),
            Self::Ratio(ratio) => Some(*ratio),
            Self::Failed => None,
        }
    }

    fn shown(self) -> String {
        match self {
            Self::Same => "=".to_owned(),
            Self::Ratio(ratio) => format!("{ratio:.2}"),
            Self::Failed => "failed".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> (Table, Vec<String>) {
        let mut table = Table::new(["constants", "all"].into_iter());
        let row = |name: &str, off, cells: [Cell; 2]| Row {
            name: name.to_owned(),
            off,
            cells: cells.to_vec(),
        };
        let lines = vec![
            table.add(row("gemm", Some(80.04), [Cell::Same, Cell::Ratio(4.0)])),
            table.add(row("atax", Some(7.0), [Cell::Ratio(4.0), Cell::Ratio(0.25)])),
            table.add(row("mvt", None, [Cell::Failed, Cell::Failed])),
        ];
        (table, lines)
    }

    fn words(line: &str) -> Vec<&str> {
        line.split_whitespace().collect()
    }

    #[test]
    fn rows_show_times_ratios_and_missing_results() {
        let (table, lines) = table();
        assert_eq!(words(&lines[0]), ["gemm", "80.0", "=", "4.00"]);
        assert_eq!(words(&lines[2]), ["mvt", "failed", "failed", "failed"]);
        assert!(lines.iter().all(|line| line.len() == table.header().len()));
    }

    #[test]
    fn the_same_code_counts_as_one_and_failures_do_not_count() {
        let (table, _) = table();
        let summary = table.summary(false);
        let lines: Vec<_> = summary.lines().map(words).collect();
        assert_eq!(lines[0], ["mean", "2.00", "1.00"]);
        assert_eq!(lines[1], ["smallest", "1.00", "0.25"]);
    }

    #[test]
    fn programs_that_all_passes_slow_down_are_named() {
        let (table, _) = table();
        assert!(table.summary(false).ends_with("with all passes: atax"));
        assert!(!table.summary(true).contains("atax"));
    }
}
