//! clang's own table of options, and LLVM's parser of it.
//!
//! The table is what `Options.td` of clang 22 was made into; it is compiled in from clang's headers. So every
//! option has as many words as clang takes for it, aliases have the name of what they stand for, and groups say
//! what an option is about.

use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};

/// An option as clang reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClangOption {
    /// What it is called, without values: `-I` for `-Iinclude`. Aliases have the name of the option that they
    /// stand for: `-c` for `--compile`.
    pub name: String,
    /// Its values, those that an alias stands for included.
    pub values: Vec<String>,
    /// The groups it is in, from the inside out, as the table names them: `<f group>`.
    pub groups: Vec<String>,
    /// Whether the table says that it is for the linker.
    pub is_link: bool,
    /// How many words of the command line it has.
    pub words: usize,
}

impl ClangOption {
    /// Whether it is in a group.
    #[must_use]
    pub fn is_in(&self, group: &str) -> bool {
        self.groups.iter().any(|name| name == group)
    }
}

/// Why words are no option of clang's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// There is none of that name.
    Unknown {
        /// One that is spelled nearly so.
        nearest: Option<String>,
    },
    /// Values are missing at the end of the command line.
    MissingValues(usize),
}

/// Kinds of text that come from the table; those of `options.cpp`.
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

/// What a call was answer.
#[derive(Default)]
struct Answer {
    option: ClangOption,
    nearest: Option<String>,
}

extern "C" fn note(context: *mut c_void, what: c_int, text: *const c_char, length: usize) {
    // SAFETY: `context` is the `Answer` that `parse` passed, which nobody else uses during the call.
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

/// The option that the first of the words is, with as many of the words behind it as are its values.
///
/// # Errors
/// When clang has no such option, or there are too few words.
pub fn parse(words: &[String]) -> Result<ClangOption, OptionError> {
    // No option has more values than this; a table that says otherwise has them reported as missing.
    const MOST: usize = 8;
    let words = &words[..words.len().min(MOST)];
    let words: Vec<CString> = words
        .iter()
        .map(|word| {
            // No word of a command line has a NUL inside; one from a response file ends there, as clang's does.
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
    // SAFETY: `pointers` are `count` strings that live until the call returns, at least one; `note` takes the
    // context that it is given here.
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
