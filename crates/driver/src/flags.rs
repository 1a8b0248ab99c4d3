//! Which pass each of clang's flags is for.
//!
//! clang's own table says which words belong together and what they mean ([`ClangOption`]); this module adds what the
//! table lacks.

use scythe_clang_options::{ClangOption, parse};

/// Names of groups in clang's table.
mod group {
    pub const DEPENDENCIES: &str = "<M group>";
    pub const LEVELS: &str = "<O group>";
    pub const LINK: &str = "<T/e/s/t/u group>";
    pub const PREPROCESSOR: &str = "<Preprocessor group>";
    pub const DEBUG: &str = "<g group>";
    pub const WARNINGS: &str = "<W group>";
    pub const FEATURES: &[&str] = &["<x86 features group>", "<x86 AVX10 features group>"];
}

/// A flag with its values, as it was given and as clang parses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// The words of the command line.
    pub words: Vec<String>,
    /// The option that clang parses them as.
    pub option: ClangOption,
}

/// Whether the word is a flag whose value is the next word.
pub fn takes_value(word: &str) -> bool {
    let words = [word.to_owned(), "value".to_owned()];
    word.starts_with('-') && parse(&words).is_ok_and(|option| option.words == 2)
}

/// Which runs of clang a flag is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Reading the source.
    Compile,
    /// Linking.
    Link,
    /// Both, and generating code.
    Everywhere,
}

/// Flags for the linker that the table does not mark as such.
const LINK: &[&str] =
    &["-static-libgcc", "-static-libstdc++", "-shared-libgcc", "-nodefaultlibs", "-nostdlib++"];

/// Flags that affect the generated code only, so that only the last run of clang may get them.
const CODE_GENERATION: &[&str] = &[
    "-flto=",
    "-fno-lto",
    "-emit-llvm",
    "-save-temps=",
    "-fwhole-program-vtables",
    "-fvirtual-function-elimination",
];

/// Flags that write a file beside the output, apart from those for dependencies.
const SIDE_FILES: &[&str] = &["-serialize-diagnostics", "-dependency-dot", "-dependency-file"];

/// Prefixes of flags that do not apply to device code.
const HOST_ONLY: &[&str] = &[
    "-fprofile",
    "-fcoverage",
    "-fcs-profile",
    "-fopenmp",
    "-fopenacc",
    "-fxray",
    "-march=",
    "-mtune=",
    "-mcpu=",
    "-mprefer-vector-width=",
    "-ftime-trace",
    "-finstrument-functions",
    "-foffload",
    "-gsplit-dwarf",
    "-coverage",
    "-ftest-coverage",
    "-pg",
    "-fmath-errno",
];

impl Flag {
    /// A flag that clang accepts.
    pub fn new(words: &[String], option: ClangOption) -> Self {
        let words = words[..option.words.min(words.len())].to_vec();
        Self { words, option }
    }

    /// Its name in clang's table: `-I` for `-Iinclude`.
    pub fn name(&self) -> &str {
        &self.option.name
    }

    /// Its first value, empty where there is none.
    pub fn value(&self) -> &str {
        self.option.values.first().map_or("", String::as_str)
    }

    /// Which runs of clang it is for.
    pub fn scope(&self) -> Scope {
        let option = &self.option;
        // It instruments code and adds a library.
        if self.name() == "-coverage" {
            Scope::Everywhere
        } else if option.is_in(group::PREPROCESSOR) || self.name() == "-std=" {
            Scope::Compile
        } else if option.is_link || option.is_in(group::LINK) || LINK.contains(&self.name()) {
            Scope::Link
        } else {
            Scope::Everywhere
        }
    }

    /// Whether it writes a file beside the output (dependencies, serialised diagnostics), so that only one
    /// pass over the source may get it.
    pub fn is_side_file(&self) -> bool {
        SIDE_FILES.contains(&self.name())
            || (self.option.is_in(group::DEPENDENCIES) && !matches!(self.name(), "-M" | "-MM"))
    }

    /// Whether it does not apply to device code, such as flags for instruction sets: `--targets` selects
    /// those of device code.
    pub fn is_host_only(&self) -> bool {
        self.is_side_file()
            || self.is_control_flow_integrity()
            || HOST_ONLY.iter().any(|prefix| self.name().starts_with(prefix))
            || group::FEATURES.iter().any(|group| self.option.is_in(group))
    }

    /// Whether it enables control-flow integrity. Clang emits its checks for link-time optimisation only, and device
    /// code has nothing that they check.
    pub fn is_control_flow_integrity(&self) -> bool {
        self.name() == "-fsanitize=" && self.value().contains("cfi")
    }

    /// Whether only the run that generates code may get it.
    pub fn is_code_generation_only(&self) -> bool {
        CODE_GENERATION.contains(&self.name())
    }

    /// Whether it is an optimisation level.
    pub fn is_level(&self) -> bool {
        self.option.is_in(group::LEVELS)
    }

    /// Whether it is a level of debug information.
    pub fn is_debug_level(&self) -> bool {
        self.option.is_in(group::DEBUG) && !self.option.is_in("<g flags group>")
    }

    /// Whether it is about warnings.
    pub fn is_warning(&self) -> bool {
        self.option.is_in(group::WARNINGS) || self.name() == "-w"
    }

    /// Whether it turns warnings into errors.
    pub fn makes_errors(&self) -> bool {
        let value = self.value();
        self.is_warning() && (value == "error" || value.starts_with("error="))
    }

    /// The level that is used instead where source is only read, so that many levels share precompiled
    /// headers; none for flags that imply more than a level (`-Ofast`, `-Os`).
    pub fn level_for_reading(&self) -> Option<&'static str> {
        match (self.name(), self.value()) {
            ("-O" | "-O0", "0") | ("-O0", "") => Some("-O0"),
            ("-O", "" | "1") => Some("-O1"),
            ("-O", "2" | "3") | ("-O4", _) => Some("-O2"),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flag(word: &str) -> Flag {
        let words = [word.to_owned(), "value".to_owned()];
        Flag::new(&words, parse(&words).unwrap_or_else(|e| panic!("{word}: {e:?}")))
    }

    #[test]
    fn scopes() {
        for link in ["-Wl,-rpath,x", "-lfoo", "-L", "-shared", "-static-libgcc", "-fuse-ld=lld"] {
            assert_eq!(flag(link).scope(), Scope::Link, "{link}");
        }
        for compile in ["-DX=1", "-MD", "-nostdinc++", "-isystem", "-iframework", "-Wp,-DX"] {
            assert_eq!(flag(compile).scope(), Scope::Compile, "{compile}");
        }
        for both in ["-Wall", "-O2", "--coverage", "-pthread", "-mthread-model", "-fopenmp"] {
            assert_eq!(flag(both).scope(), Scope::Everywhere, "{both}");
        }
    }

    #[test]
    fn levels_that_read_alike() {
        let level = |word: &str| flag(word).level_for_reading();
        assert_eq!(level("-O3"), level("-O2"));
        assert_ne!(level("-O1"), level("-O2"));
        assert_eq!((level("-O0"), level("-O")), (Some("-O0"), Some("-O1")));
        assert_eq!(level("-Ofast"), None);
    }

    #[test]
    fn flags_for_the_host() {
        let host = ["-mavx512f", "-mno-sse4.2", "-march=native", "--coverage", "-MFx.d", "-MQ"];
        for word in host.into_iter().chain(["--serialize-diagnostics", "-gsplit-dwarf", "-mrtm"]) {
            assert!(flag(word).is_host_only(), "{word}");
        }
        for word in ["-mcmodel=large", "-m64", "-O2", "-g", "-DX", "-M"] {
            assert!(!flag(word).is_host_only(), "{word}");
        }
    }

    #[test]
    fn debug_information_and_warnings() {
        assert!(flag("-g").is_debug_level() && flag("-ggdb3").is_debug_level());
        assert!(!flag("-gsplit-dwarf").is_debug_level());
        assert!(flag("-Wno-everything").is_warning() && flag("-w").is_warning());
        assert!(flag("-Werror=x").makes_errors() && flag("-Werror").makes_errors());
        assert!(!flag("-Wno-error").makes_errors());
    }
}
