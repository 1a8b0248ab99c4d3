//! Line-by-line differences between two texts.
//!
//! Passes renumber unnamed values (`%12`), so lines are compared without these numbers. Lines that occur once
//! on both sides are anchors; the lines between them are compared completely unless there are too many.

use std::collections::HashMap;

/// A run of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// On both sides.
    Kept(usize),
    /// Only in the old text.
    Removed(usize),
    /// Only in the new text.
    Added(usize),
}

/// Pieces with a larger table are replaced as a whole.
const MOST_CELLS: usize = 4_000_000;

/// The runs that turn the old lines into the new ones.
#[must_use]
pub fn runs(old: &[String], new: &[String]) -> Vec<Run> {
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut keys = |lines: &[String]| -> Vec<u32> {
        let number = |line: &String| {
            let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            *numbers.entry(key(line)).or_insert(next)
        };
        lines.iter().map(number).collect()
    };
    let (old, new) = (keys(old), keys(new));
    let mut runs = Runs::default();
    compare(&old, &new, &mut runs);
    runs.0
}

/// A line without the numbers of unnamed values.
fn key(line: &str) -> String {
    let mut key = String::with_capacity(line.len());
    let mut rest = line.trim();
    while let Some(at) = rest.find(['%', '!', '#']) {
        key.push_str(&rest[..=at]);
        rest = rest[at + 1..].trim_start_matches(|c: char| c.is_ascii_digit());
    }
    key.push_str(rest);
    key
}

#[derive(Default)]
struct Runs(Vec<Run>);

impl Runs {
    fn push(&mut self, run: Run) {
        match (self.0.last_mut(), run) {
            (_, Run::Kept(0) | Run::Removed(0) | Run::Added(0)) => {}
            (Some(Run::Kept(n)), Run::Kept(more))
            | (Some(Run::Removed(n)), Run::Removed(more))
            | (Some(Run::Added(n)), Run::Added(more)) => *n += more,
            _ => self.0.push(run),
        }
    }
}

fn compare(old: &[u32], new: &[u32], runs: &mut Runs) {
    let ahead = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[ahead..], &new[ahead..]);
    let behind = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[..old.len() - behind], &new[..new.len() - behind]);
    runs.push(Run::Kept(ahead));
    if old.is_empty() || new.is_empty() {
        runs.push(Run::Removed(old.len()));
        runs.push(Run::Added(new.len()));
    } else {
        let anchors = anchors(old, new);
        if anchors.is_empty() {
            by_table(old, new, runs);
        } else {
            let (mut x, mut y) = (0, 0);
            for (a, b) in anchors {
                compare(&old[x..a], &new[y..b], runs);
                runs.push(Run::Kept(1));
                (x, y) = (a + 1, b + 1);
            }
            compare(&old[x..], &new[y..], runs);
        }
    }
    runs.push(Run::Kept(behind));
}

/// Lines that occur once on both sides, in the same order on both.
fn anchors(old: &[u32], new: &[u32]) -> Vec<(usize, usize)> {
    let once = |lines: &[u32]| {
        let mut places: HashMap<u32, Option<usize>> = HashMap::new();
        for (at, &line) in lines.iter().enumerate() {
            places.entry(line).and_modify(|place| *place = None).or_insert(Some(at));
        }
        places
    };
    let (in_old, in_new) = (once(old), once(new));
    let mut pairs: Vec<(usize, usize)> = in_old
        .iter()
        .filter_map(|(line, place)| Some(((*place)?, (*in_new.get(line)?)?)))
        .collect();
    pairs.sort_unstable();
    longest_rising(&pairs)
}

/// The longest list of pairs that increases on both sides.
fn longest_rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut piles: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (at, pair) in pairs.iter().enumerate() {
        let pile = piles.partition_point(|&top| pairs[top].1 < pair.1);
        before.push(pile.checked_sub(1).map(|pile| piles[pile]));
        match piles.get_mut(pile) {
            Some(top) => *top = at,
            None => piles.push(at),
        }
    }
    let mut list = Vec::new();
    let mut at = piles.last().copied();
    while let Some(place) = at {
        list.push(pairs[place]);
        at = before[place];
    }
    list.reverse();
    list
}

/// The longest common subsequence, with a table of all pairs.
fn by_table(old: &[u32], new: &[u32], runs: &mut Runs) {
    let (rows, columns) = (old.len(), new.len());
    if rows.saturating_mul(columns) > MOST_CELLS {
        runs.push(Run::Removed(rows));
        runs.push(Run::Added(columns));
        return;
    }
    let width = columns + 1;
    let mut table = vec![0_u32; (rows + 1) * width];
    for i in (0..rows).rev() {
        for j in (0..columns).rev() {
            table[i * width + j] = if old[i] == new[j] {
                table[(i + 1) * width + j + 1] + 1
            } else {
                table[(i + 1) * width + j].max(table[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < rows && j < columns {
        if old[i] == new[j] {
            runs.push(Run::Kept(1));
            (i, j) = (i + 1, j + 1);
        } else if table[(i + 1) * width + j] >= table[i * width + j + 1] {
            runs.push(Run::Removed(1));
            i += 1;
        } else {
            runs.push(Run::Added(1));
            j += 1;
        }
    }
    runs.push(Run::Removed(rows - i));
    runs.push(Run::Added(columns - j));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    /// Checks that runs match both sides and keep only equal lines; returns how many lines are kept.
    fn kept(old: &[String], new: &[String]) -> usize {
        let (mut i, mut j, mut kept) = (0, 0, 0);
        for run in runs(old, new) {
            match run {
                Run::Kept(n) => {
                    for k in 0..n {
                        assert_eq!(key(&old[i + k]), key(&new[j + k]));
                    }
                    (i, j, kept) = (i + n, j + n, kept + n);
                }
                Run::Removed(n) => i += n,
                Run::Added(n) => j += n,
            }
        }
        assert_eq!((i, j), (old.len(), new.len()));
        kept
    }

    #[test]
    fn numbers_of_values_do_not_count() {
        let old = lines("%1 = load\n%2 = add %1\nret");
        let new = lines("%1 = mul\n%2 = load\n%3 = add %2\nret");
        assert_eq!(runs(&old, &new), [Run::Added(1), Run::Kept(3)]);
    }

    #[test]
    fn empty_texts_and_equal_ones() {
        let text = lines("a\nb");
        assert_eq!(runs(&[], &text), [Run::Added(2)]);
        assert_eq!(runs(&text, &[]), [Run::Removed(2)]);
        assert_eq!(runs(&text, &text), [Run::Kept(2)]);
        assert_eq!(runs(&[], &[]), []);
    }

    #[test]
    fn repeated_and_moved_lines_are_compared_all_the_same() {
        let old = lines("x\nx\na\nx\nb\nx\nx\nc");
        let new = lines("x\na\nx\nx\nb\nx\nd\nx\nc");
        assert!(kept(&old, &new) >= 7);
        let old = lines("a\nb\nc\nd");
        let new = lines("c\nd\na\nb");
        assert_eq!(kept(&old, &new), 2);
    }

    #[test]
    fn large_texts_take_no_time() {
        let old: Vec<String> = (0..20_000).map(|i| format!("line {i}")).collect();
        let new: Vec<String> =
            (0..20_000).filter(|i| i % 7 != 0).map(|i| format!("line {i}")).collect();
        assert_eq!(kept(&old, &new), new.len());
        // No two lines agree, and all of them repeat.
        let (old, new) = (vec!["a".to_owned(); 20_000], vec!["b".to_owned(); 20_000]);
        assert_eq!(kept(&old, &new), 0);
    }
}
