//! Code of a stage, as the page shows it.

/// A source location: the number of the file and the line, in one number; 0 for none.
pub type Place = u32;

/// Bits for lines.
const LINE_BITS: u32 = 20;

/// Combines a file and a line, counted from 1.
#[must_use]
pub fn place(file: usize, line: u32) -> Place {
    match u32::try_from(file) {
        Ok(file) if line > 0 && line < (1 << LINE_BITS) && file < (1 << (31 - LINE_BITS)) => {
            (file << LINE_BITS) | line
        }
        _ => 0,
    }
}

/// A function in the code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Function {
    /// Its symbol.
    pub name: String,
    /// Its first line, from 0.
    pub first: usize,
    /// The line behind its last one.
    pub end: usize,
    /// Symbols in it.
    pub uses: Vec<String>,
}

/// Lines, their source locations, and functions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The lines, without debug information.
    pub lines: Vec<String>,
    /// The location of each line.
    pub places: Vec<Place>,
    /// The functions, in order.
    pub functions: Vec<Function>,
}

impl Text {
    /// Adds a line.
    pub fn push(&mut self, line: String, place: Place) {
        // Removing debug information leaves many blank lines.
        if line.trim().is_empty() && self.lines.last().is_none_or(|last| last.trim().is_empty()) {
            return;
        }
        self.lines.push(line);
        self.places.push(place);
    }

    /// Begins a function at the next line.
    pub fn begin(&mut self, name: &str) {
        let first = self.lines.len();
        self.functions.push(Function {
            name: name.to_owned(),
            first,
            end: first,
            uses: Vec::new(),
        });
    }

    /// Ends the last function behind the last line.
    pub fn end(&mut self) {
        let end = self.lines.len();
        if let Some(function) = self.functions.last_mut() {
            function.end = end;
        }
    }

    /// Records symbols in the last function.
    pub fn uses(&mut self, symbols: impl Iterator<Item = String>) {
        if let Some(function) = self.functions.last_mut() {
            for symbol in symbols {
                if !function.uses.contains(&symbol) {
                    function.uses.push(symbol);
                }
            }
        }
    }
}

/// The symbol at the start of the text.
#[must_use]
pub fn symbol(text: &str) -> &str {
    if let Some(quoted) = text.strip_prefix('"') {
        return quoted.split('"').next().unwrap_or_default();
    }
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_.$-".contains(c);
    &text[..text.find(|c| !is_part(c)).unwrap_or(text.len())]
}

/// The symbols that follow a sigil, such as `@main`.
pub fn symbols(text: &str, sigil: char) -> impl Iterator<Item = String> {
    let starts = text.match_indices(sigil).map(move |(at, _)| at + sigil.len_utf8());
    starts.map(|at| symbol(&text[at..]).to_owned()).filter(|name| !name.is_empty())
}
