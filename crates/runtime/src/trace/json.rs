//! A writer for JSON.

use std::fmt::{Display, Write};

/// An object that is written field by field.
pub struct Object<'a> {
    text: &'a mut String,
    is_empty: bool,
}

impl<'a> Object<'a> {
    /// Writes an object with the fields that `fill` adds.
    pub fn write(text: &'a mut String, fill: impl FnOnce(&mut Object<'_>)) {
        text.push('{');
        fill(&mut Object { text, is_empty: true });
        text.push('}');
    }

    fn key(&mut self, key: &str) {
        if !self.is_empty {
            self.text.push(',');
        }
        self.is_empty = false;
        string(self.text, key);
        self.text.push(':');
    }

    /// A string field.
    pub fn text(&mut self, key: &str, value: &str) -> &mut Self {
        self.key(key);
        string(self.text, value);
        self
    }

    /// A field with a number, or anything else that is written verbatim.
    pub fn number(&mut self, key: &str, value: impl Display) -> &mut Self {
        self.key(key);
        // Writing to a string never fails.
        let _ = write!(self.text, "{value}");
        self
    }

    /// A field with a time, in microseconds.
    pub fn time(&mut self, key: &str, nanoseconds: u64) -> &mut Self {
        let (whole, rest) = (nanoseconds / 1000, nanoseconds % 1000);
        self.number(key, format_args!("{whole}.{rest:03}"))
    }

    /// A field with a list of numbers.
    pub fn numbers(&mut self, key: &str, values: &[u64]) -> &mut Self {
        self.number(key, format_args!("{values:?}"))
    }

    /// A field with an object.
    pub fn object(&mut self, key: &str, fill: impl FnOnce(&mut Object<'_>)) -> &mut Self {
        self.key(key);
        Object::write(self.text, fill);
        self
    }
}

fn string(text: &mut String, value: &str) {
    text.push('"');
    for c in value.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            c if c < ' ' => {
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects() {
        let mut text = String::new();
        Object::write(&mut text, |all| {
            all.text("a\"b", "c\\d\n\u{e9}").number("n", 7).time("t", 1_234_005);
            all.numbers("l", &[1, 2]).object("o", |_| {});
        });
        assert_eq!(
            text,
            "{\"a\\\"b\":\"c\\\\d\\u000a\u{e9}\",\"n\":7,\"t\":1234.005,\"l\":[1, 2],\"o\":{}}"
        );
    }
}
