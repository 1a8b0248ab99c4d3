//! Random changes of texts: of characters, of tokens and of lines.
//!
//! The test suite uses this file too, without the rest of the fuzzer, which links LLVM.

use fastrand::Rng;

/// Extreme tokens of MLIR, which are inserted now and then.
pub const NASTY_MLIR: &[&str] = &[
    "-1",
    "0",
    "99999999999999999999",
    "4294967296",
    "!sycl.",
    "!sycl.id<[1], (!sycl.id<[1]>)>",
    "!sycl.vec<[!sycl.vec<[f32, 4]>, 4]>",
    "!llvm.void",
    "!llvm.ptr<4>",
    "memref<?x",
    "memref<0xi64>",
    "memref<*xi64>",
    "tuple<>",
    "none",
    "index",
    "i1",
    "i65",
    "\"",
    "\"\\00\"",
    "@\"\"",
    "()",
    "({})",
    "<{}>",
    "[^bb0]",
    "->",
    "{",
    "}",
    "loc(unknown)",
    "dense<0> : vector<2xi64>",
    "ü",
];

/// Changes texts of a corpus, which has several of each file.
pub struct Mutator<'a> {
    random: Rng,
    files: &'a [Vec<String>],
    nasty: &'a [&'a str],
}

impl<'a> Mutator<'a> {
    /// Changes that depend only on the seed, the texts, and the extreme tokens.
    pub fn new(seed: u64, files: &'a [Vec<String>], nasty: &'a [&'a str]) -> Self {
        Self { random: Rng::with_seed(seed), files, nasty }
    }

    /// A text with some changes.
    pub fn text(&mut self) -> String {
        let mut text = self.any_text();
        // A file with many functions is mostly valid; a part of it is enough.
        if let Some(part) = self.functions(&text) {
            text = part;
        }
        self.changed(text)
    }

    /// A given text with some changes.
    pub fn changed(&mut self, mut text: String) -> String {
        for _ in 0..self.random.usize(1..=4) {
            text = self.change(&text);
        }
        text
    }

    fn any_text(&mut self) -> String {
        let texts = &self.files[self.random.usize(..self.files.len())];
        texts[self.random.usize(..texts.len())].clone()
    }

    /// The text before the first function, and one of the functions.
    fn functions(&mut self, text: &str) -> Option<String> {
        let parts: Vec<&str> = text.split_inclusive("\n}\n").collect();
        if parts.len() < 3 {
            return None;
        }
        let aliases: String =
            text.lines().filter(|line| line.starts_with('!')).flat_map(|l| [l, "\n"]).collect();
        let part = parts[self.random.usize(..parts.len())];
        Some(format!("{aliases}{part}"))
    }

    fn change(&mut self, text: &str) -> String {
        let mut words = words(text);
        let here = self.random.usize(..words.len().max(1));
        let there = self.random.usize(..words.len().max(1));
        if words.is_empty() {
            return self.nasty[self.random.usize(..self.nasty.len())].to_owned();
        }
        match self.random.u8(..18) {
            0 => drop(words.remove(here)),
            1 => words.insert(there, words[here]),
            2 => words.swap(here, there),
            3 => words[here] = self.nasty[self.random.usize(..self.nasty.len())],
            4 | 5 => return self.exchange(&words, here, false),
            6 => return self.without_line(text),
            7 => words.truncate(here),
            8 => return self.other_character(text),
            9 | 10 => return self.moved_lines(text),
            _ => return self.exchange(&words, here, true),
        }
        words.concat()
    }

    /// Replaces a token by one of the same kind from some text. If all its occurrences are replaced, the
    /// result can often still be parsed, and reaches verifiers.
    fn exchange(&mut self, words: &[&str], here: usize, everywhere: bool) -> String {
        let old = words[here];
        let donor = self.any_text();
        let candidates: Vec<&str> =
            self::words(&donor).into_iter().filter(|word| kind(word) == kind(old)).collect();
        let mut changed = words.to_vec();
        if !candidates.is_empty() {
            let new = candidates[self.random.usize(..candidates.len())];
            let places = changed.iter_mut().enumerate();
            for (_, word) in places.filter(|(at, word)| *at == here || everywhere && **word == old)
            {
                *word = new;
            }
        }
        changed.concat()
    }

    fn without_line(&mut self, text: &str) -> String {
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        if !lines.is_empty() {
            lines.remove(self.random.usize(..lines.len()));
        }
        lines.concat()
    }

    /// Swaps or duplicates lines.
    fn moved_lines(&mut self, text: &str) -> String {
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        if let Some(last) = lines.len().checked_sub(1) {
            let (here, there) = (self.random.usize(..=last), self.random.usize(..=last));
            if self.random.bool() {
                lines.swap(here, there);
            } else {
                lines.insert(there, lines[here]);
            }
        }
        lines.concat()
    }

    fn other_character(&mut self, text: &str) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        if !characters.is_empty() {
            let here = self.random.usize(..characters.len());
            characters[here] = char::from(self.random.u8(1..127));
        }
        characters.into_iter().collect()
    }
}

/// Tokens, runs of blanks, and all other characters one by one.
fn words(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_.%@!#^".contains(c);
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if first.is_whitespace() {
            rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (word, after) = rest.split_at(end);
        found.push(word);
        rest = after;
    }
    found
}

/// The kind of a token; tokens of one kind may replace each other.
fn kind(word: &str) -> char {
    match word.chars().next() {
        Some(c) if c.is_ascii_digit() => '0',
        // Operations and types of the language itself.
        Some(c) if c.is_ascii_alphabetic() && word.contains('.') => '.',
        Some('i' | 'f') if word[1..].chars().all(|c| c.is_ascii_digit()) => 'i',
        Some(c) if c.is_ascii_alphabetic() => 'a',
        Some(c) => c,
        None => ' ',
    }
}
