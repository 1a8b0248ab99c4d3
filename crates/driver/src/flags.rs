//! What the driver knows about clang's flags: which take a value, and which pass they are for.

/// Flags whose value is the next word when it is not joined to them.
const WITH_VALUE: &[&str] = &[
    "-o",
    "-x",
    "-I",
    "-D",
    "-U",
    "-L",
    "-l",
    "-F",
    "-T",
    "-u",
    "-z",
    "-e",
    "-B",
    "-A",
    "-G",
    "-b",
    "-include",
    "-imacros",
    "-include-pch",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-iwithsysroot",
    "-isysroot",
    "-cxx-isystem",
    "-stdlib++-isystem",
    "-ivfsoverlay",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-Xclang",
    "-Xlinker",
    "-Xpreprocessor",
    "-Xassembler",
    "-Xanalyzer",
    "-Xopenmp-target",
    "-mllvm",
    "-target",
    "-arch",
    "-framework",
    "-rpath",
    "-working-directory",
    "-dumpdir",
    "-dumpbase",
    "-aux-info",
    "--param",
    "--sysroot",
    "--config",
    "-gcc-toolchain",
    "-include-directory",
    "-unexported_symbols_list",
];

/// Whether the word is a flag whose value is the next word.
pub fn takes_value(word: &str) -> bool {
    WITH_VALUE.contains(&word)
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

const LINK_PREFIXES: &[&str] = &[
    "-l",
    "-L",
    "-Wl,",
    "-fuse-ld=",
    "-static",
    "-rpath",
    "--ld-path",
    "-nostartfiles",
    "-nodefaultlibs",
    "-nostdlib",
    "-rdynamic",
    "-Xlinker",
    "-shared",
    "-no-pie",
    "-pie",
];
const LINK_EXACT: &[&str] = &["-s", "-T", "-u", "-z", "-e", "-r", "-Xlinker", "-framework"];
const COMPILE_PREFIXES: &[&str] = &[
    "-D",
    "-U",
    "-I",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-M",
    "-std=",
    "-Xpreprocessor",
    "-cxx-isystem",
    "-stdlib++-isystem",
    "-nostdinc",
    "-Wp,",
];

/// The scope of a flag, by its first word.
pub fn scope(word: &str) -> Scope {
    let starts = |list: &[&str]| list.iter().any(|prefix| word.starts_with(prefix));
    if word == "-nostdlibinc" || starts(COMPILE_PREFIXES) {
        Scope::Compile
    } else if LINK_EXACT.contains(&word) || starts(LINK_PREFIXES) {
        Scope::Link
    } else {
        Scope::Everywhere
    }
}

/// Flags about dependency files. They belong to the host pass alone.
pub fn is_dependency(word: &str) -> bool {
    matches!(word, "-MD" | "-MMD" | "-MF" | "-MT" | "-MQ" | "-MP" | "-MG" | "-MV" | "-MJ")
        || ["-MF", "-MT", "-MQ", "-MJ"].iter().any(|flag| word.starts_with(flag))
}

/// Flags that mean nothing, or something wrong, to device code.
pub fn is_host_only(word: &str) -> bool {
    const PREFIXES: &[&str] = &[
        "-fprofile",
        "-fcoverage",
        "-fcs-profile",
        "-fopenmp",
        "-fopenacc",
        "-fxray",
        "-march=",
        "-mtune=",
        "-mcpu=",
        "-ftime-trace",
        "-finstrument-functions",
        "-fauto-profile",
        "-foffload",
        "-gsplit-dwarf",
    ];
    const EXACT: &[&str] = &["--coverage", "-ftest-coverage", "-pg", "-v", "-fmath-errno"];
    is_dependency(word)
        || EXACT.contains(&word)
        || PREFIXES.iter().any(|prefix| word.starts_with(prefix))
        || is_instruction_set(word)
}

/// `-mavx2`, `-mno-fma` and the like choose instructions of the host; `--targets` chooses those of
/// device code.
fn is_instruction_set(word: &str) -> bool {
    const SETS: &[&str] = &[
        "avx",
        "sse",
        "ssse",
        "fma",
        "bmi",
        "f16c",
        "popcnt",
        "lzcnt",
        "aes",
        "sha",
        "pclmul",
        "mmx",
        "xop",
        "tbm",
        "adx",
        "rdrnd",
        "rdseed",
        "movbe",
        "gfni",
        "vaes",
        "vpclmul",
        "amx",
        "prefer-vector-width",
        "xsave",
        "fsgsbase",
        "rtm",
    ];
    let Some(name) = word.strip_prefix("-m") else {
        return false;
    };
    let name = name.strip_prefix("no-").unwrap_or(name);
    SETS.iter().any(|set| name.starts_with(set))
}

/// Flags that only the run that generates code may see.
pub fn is_code_generation_only(word: &str) -> bool {
    word.starts_with("-flto")
        || word.starts_with("-fno-lto")
        || word == "-emit-llvm"
        || word.starts_with("-save-temps")
        || word.starts_with("-fwhole-program-vtables")
}

/// What a level of optimisation comes to where source is only read, so that many share precompiled headers;
/// none for levels that also say something else (`-Ofast`, `-Os`).
pub fn level_for_reading(word: &str) -> Option<&'static str> {
    match word {
        "-O0" => Some("-O0"),
        "-O" | "-O1" => Some("-O1"),
        "-O2" | "-O3" => Some("-O2"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes() {
        assert_eq!(scope("-Wl,-rpath,x"), Scope::Link);
        assert_eq!(scope("-lfoo"), Scope::Link);
        assert_eq!(scope("-DX=1"), Scope::Compile);
        assert_eq!(scope("-Wall"), Scope::Everywhere);
        assert_eq!(scope("-MD"), Scope::Compile);
        assert_eq!(scope("-O2"), Scope::Everywhere);
        assert_eq!(scope("-nostdinc++"), Scope::Compile);
    }

    #[test]
    fn levels_that_read_alike() {
        assert_eq!(level_for_reading("-O3"), level_for_reading("-O2"));
        assert_ne!(level_for_reading("-O1"), level_for_reading("-O2"));
        assert_eq!(level_for_reading("-Ofast"), None);
    }

    #[test]
    fn instruction_sets_are_for_the_host() {
        assert!(is_host_only("-mavx512f"));
        assert!(is_host_only("-mno-sse4.2"));
        assert!(!is_host_only("-mcmodel=large"));
        assert!(!is_host_only("-m64"));
        assert!(is_host_only("-march=native"));
    }

    #[test]
    fn dependency_flags_with_joined_values() {
        assert!(is_dependency("-MFx.d"));
        assert!(is_dependency("-MQ"));
        assert!(!is_dependency("-M"));
    }
}
