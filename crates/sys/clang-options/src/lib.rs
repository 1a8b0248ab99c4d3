//! clang's own table of options, and LLVM's parser of it.
//!
//! The table is generated from clang 22's `Options.td`; it is compiled in from clang's headers. So every
//! option has as many words as clang reads for it, aliases have the name of their option, and groups describe
//! its purpose.

use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};

/// An option as clang parses it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClangOption {
    /// Its name without values: `-I` for `-Iinclude`. Aliases have the name of their option: `-c` for
    /// `--compile`.
    pub name: String,
    /// Its values, including those that an alias implies.
    pub values: Vec<String>,
    /// Its groups, innermost first, with the table's names: `<f group>`.
    pub groups: Vec<String>,
    /// Whether the table marks it as an option of the linker.
    pub is_link: bool,
    /// The number of its words on the command line.
    pub words: usize,
}

impl ClangOption {
    /// Whether it is in a group.
    #[must_use]
    pub fn is_in(&self, group: &str) -> bool {
        self.groups.iter().any(|name| name == group)
    }
}

/// Why words are not an option of clang.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// There is no option of that name.
    Unknown {
        /// An option with a similar spelling.
        nearest: Option<String>,
    },
    /// Values are missing at the end of the command line.
    MissingValues(usize),
}

/// The kinds of text from the table, as in `options.cpp`.
const NAME: c_int = 0;
const GROUP: c_int = 1;
const VALUE: c_int = 2;

type Text = extern "C" fn(*mut c_void, c_int, *const c_char, usize);

unsafe extern "C" {
    fn scythe_clang_option(
        words: *const *const c_char,
        count: c_uint,
        is_link: *mut bool,
        text: Text,
        context: *mut c_void,
    ) -> c_int;
}

/// The result of a call.
#[derive(Default)]
struct Answer {
    option: ClangOption,
    nearest: Option<String>,
}

extern "C" fn note(context: *mut c_void, what: c_int, text: *const c_char, length: usize) {
    // SAFETY: `context` is the `Answer` that `parse` passed, which nothing else uses during the call.
    let answer = unsafe { &mut *context.cast::<Answer>() };
    let bytes = match length {
        0 => &[],
        // SAFETY: the table passes a string of this length that lives during the call.
        _ => unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length) },
    };
    let text = String::from_utf8_lossy(bytes).into_owned();
    match what {
        NAME => answer.option.name = text,
        GROUP => answer.option.groups.push(text),
        VALUE => answer.option.values.push(text),
        _ => answer.nearest = Some(text),
    }
}

/// Parses the option at the beginning of `words`, with its values.
///
/// # Errors
/// When clang has no such option, or there are too few words.
pub fn parse(words: &[String]) -> Result<ClangOption, OptionError> {
    // No option has more values than this; if a table has one, they are reported as missing.
    const MOST: usize = 8;
    let words = &words[..words.len().min(MOST)];
    let words: Vec<CString> = words
        .iter()
        .map(|word| {
            // Words of a command line contain no NUL; one from a response file ends there, as in clang.
            CString::new(word.split('\0').next().unwrap_or_default()).unwrap_or_default()
        })
        .collect();
    let pointers: Vec<*const c_char> = words.iter().map(|word| CStr::as_ptr(word)).collect();
    let count = c_uint::try_from(pointers.len()).unwrap_or(0);
    if count == 0 {
        return Err(OptionError::Unknown { nearest: None });
    }
    let mut answer = Answer::default();
    let mut is_link = false;
    let context: *mut Answer = &raw mut answer;
    // SAFETY: `pointers` are `count` strings that live until the call returns, at least one; `note` gets the
    // context that it expects.
    let taken = unsafe {
        scythe_clang_option(pointers.as_ptr(), count, &raw mut is_link, note, context.cast())
    };
    match usize::try_from(taken) {
        Ok(0) => Err(OptionError::Unknown { nearest: answer.nearest }),
        Ok(words) => Ok(ClangOption { words, is_link, ..answer.option }),
        Err(_) => Err(OptionError::MissingValues(taken.unsigned_abs() as usize)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(line: &str) -> ClangOption {
        parse(&words(line)).unwrap_or_else(|e| panic!("{line}: {e:?}"))
    }

    fn words(line: &str) -> Vec<String> {
        line.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn options_have_their_words() {
        for line in [
            "--serialize-diagnostics x",
            "-mthread-model single",
            "-iframework x",
            "-MF x",
            "-Xclang -foo",
            "-target x86_64-linux-gnu",
            "--param x=1",
            "-u x",
        ] {
            assert_eq!(option(&format!("{line} a.cpp")).words, 2, "{line}");
        }
        for line in ["-iframeworkx", "--analyze", "-MFx", "-Wall", "-O2", "-I=x", "-mavx2", "-o-"] {
            assert_eq!(option(&format!("{line} a.cpp")).words, 1, "{line}");
        }
        assert_eq!(option("-Xarch_host -O2 x").words, 2);
    }

    #[test]
    fn aliases_groups_and_values() {
        assert_eq!(option("--compile").name, "-c");
        assert_eq!(option("-save-temps").values, ["cwd"]);
        assert_eq!(option("-I x").values, ["x"]);
        assert_eq!(option("-Wno-x").values, ["no-x"]);
        assert!(option("-mno-avx2").is_in("<x86 features group>"));
        assert!(option("-MD").is_in("<M group>"));
        assert!(option("-Wl,-s").is_link && option("-lm").is_link && !option("-O2").is_link);
    }

    #[test]
    fn what_is_wrong() {
        let unknown = |word: &str| parse(&words(word));
        let nearest = Some("-fexceptions".to_owned());
        assert_eq!(unknown("-fexception"), Err(OptionError::Unknown { nearest }));
        assert_eq!(unknown("-wibble-wobble"), Err(OptionError::Unknown { nearest: None }));
        assert_eq!(unknown("-MF"), Err(OptionError::MissingValues(1)));
        assert_eq!(parse(&[]), Err(OptionError::Unknown { nearest: None }));
    }
}
