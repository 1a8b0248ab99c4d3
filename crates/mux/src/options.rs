//! Options of passes: `name<flag;key=value>`.

use std::fmt;

/// An option of a pass.
#[derive(Clone, Copy, Debug)]
pub struct OptionDesc {
    /// Its name in the text.
    pub name: &'static str,
    /// A description of its value for help texts; none for a flag.
    pub value: Option<&'static str>,
}

impl OptionDesc {
    /// An option without a value.
    #[must_use]
    pub const fn flag(name: &'static str) -> Self {
        Self { name, value: None }
    }

    /// An option with a value.
    #[must_use]
    pub const fn value(name: &'static str, value: &'static str) -> Self {
        Self { name, value: Some(value) }
    }
}

/// The name of an option that consists only of its value.
const ANYTHING: &str = "";

impl OptionDesc {
    /// An option without a name: the whole text is its value.
    #[must_use]
    pub const fn anything(value: &'static str) -> Self {
        Self { name: ANYTHING, value: Some(value) }
    }
}

impl fmt::Display for OptionDesc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            Some(value) if self.name == ANYTHING => f.write_str(value),
            Some(value) => write!(f, "{}={value}", self.name),
            None => f.write_str(self.name),
        }
    }
}

/// The options of a pass, in order.
#[derive(Clone, Debug, Default)]
pub struct Options(Vec<(&'static str, String)>);

impl Options {
    /// Parses the text between the angle brackets.
    pub(crate) fn parse(
        pass: &'static str,
        known: &[OptionDesc],
        text: &str,
    ) -> Result<Self, OptionError> {
        let mut options = Vec::new();
        for part in text.split(';').filter(|part| !part.is_empty()) {
            let (name, value) = match part.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (part, None),
            };
            if let Some(anything) = known.iter().find(|option| option.name == ANYTHING) {
                options.push((anything.value.unwrap_or_default(), part.to_owned()));
                continue;
            }
            let found = known
                .iter()
                .find(|option| option.name == name && option.value.is_some() == value.is_some())
                .ok_or_else(|| OptionError::unknown(pass, part))?;
            options.push((found.name, value.unwrap_or_default().to_owned()));
        }
        Ok(Self(options))
    }

    /// The last of several flags that occurs, as in LLVM's own pipelines.
    #[must_use]
    pub fn last_of(&self, flags: &[&'static str]) -> Option<&'static str> {
        self.0.iter().rev().map(|(name, _)| *name).find(|name| flags.contains(name))
    }

    /// The value of an option; the last one counts.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// All values of an option that may be given more than once.
    #[must_use]
    pub fn values(&self, name: &str) -> Vec<&str> {
        let same = self.0.iter().filter(|(known, _)| *known == name);
        same.map(|(_, value)| value.as_str()).collect()
    }
}

/// An error in the options of a pass, with LLVM's wording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError(String);

impl OptionError {
    fn unknown(pass: &str, part: &str) -> Self {
        Self(format!("invalid {} parameter '{part}'", class_name(pass)))
    }

    /// An error about missing options.
    pub(crate) fn new(pass: &str, says: impl FnOnce(&str) -> String) -> Self {
        Self(says(&class_name(pass)))
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OptionError {}

/// LLVM's class name for a pass: `AddKernelWrapperPass` for `add-kernel-wrapper`.
fn class_name(pass: &str) -> String {
    let mut name = String::new();
    for word in pass.split('-') {
        let mut letters = word.chars();
        name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    name + "Pass"
}

#[cfg(test)]
mod tests {
    use super::{OptionDesc, Options};

    const KNOWN: &[OptionDesc] =
        &[OptionDesc::flag("packed"), OptionDesc::flag("unpacked"), OptionDesc::value("name", "N")];

    fn parse(text: &str) -> Result<Options, String> {
        Options::parse("add-kernel-wrapper", KNOWN, text).map_err(|e| e.to_string())
    }

    #[test]
    fn the_last_flag_counts() {
        let options = parse("packed;name=a;unpacked;name=b").expect("these are options");
        assert_eq!(options.last_of(&["packed", "unpacked"]), Some("unpacked"));
        assert_eq!(options.value("name"), Some("b"));
        assert_eq!(parse("").expect("none is fine").last_of(&["packed"]), None);
    }

    #[test]
    fn unknown_options_are_named() {
        for text in ["wibble", "packed=yes", "name"] {
            let message = parse(text).expect_err("these are none");
            assert_eq!(message, format!("invalid AddKernelWrapperPass parameter '{text}'"));
        }
    }
}
