//! Response files: `@file` stands for the words in the file, quoted as in a shell.

use std::path::Path;

use crate::error::DriverError;

/// Nested deeper than this, files include each other.
const MAX_DEPTH: usize = 20;

/// Replaces every `@file` by the words in it. As in clang, the name of a file that does not exist is an
/// ordinary word.
pub fn expand(words: Vec<String>) -> Result<Vec<String>, DriverError> {
    let mut out = Vec::with_capacity(words.len());
    expand_into(words, 0, &mut out)?;
    Ok(out)
}

fn expand_into(words: Vec<String>, depth: usize, out: &mut Vec<String>) -> Result<(), DriverError> {
    for word in words {
        let file = word.strip_prefix('@').map(Path::new).filter(|path| path.is_file());
        let Some(path) = file else {
            out.push(word);
            continue;
        };
        if depth == MAX_DEPTH {
            return Err(DriverError::usage(format!(
                "response file '{}' is nested too deeply (does it include itself?)",
                path.display()
            )));
        }
        let text = std::fs::read_to_string(path)
            .map_err(|e| DriverError::io("cannot read response file", path, &e))?;
        expand_into(split(&text), depth + 1, out)?;
    }
    Ok(())
}

/// Splits text into words: blanks separate, quotes and backslashes protect.
fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some('\''), '\'') | (Some('"'), '"') => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => {
                if let Some(next) = chars.next() {
                    word.get_or_insert_default().push(next);
                }
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn blanks_separate_and_quotes_protect() {
        assert_eq!(
            split("-c  a.cpp\n-DX='a b'\t\"-DY=\\\"q\\\"\" \\ z ''"),
            ["-c", "a.cpp", "-DX=a b", "-DY=\"q\"", " z", ""]
        );
    }

    #[test]
    fn an_empty_file_has_no_words() {
        assert!(split(" \n").is_empty());
    }
}
