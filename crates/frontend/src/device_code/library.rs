//! Functions of the C library that device code may call.

/// Mathematical functions. Each exists for `double` under this name, for `float` with the suffix `f` and for
/// `long double` with `l`, a type that has a rule of its own.
#[rustfmt::skip]
const MATHEMATICS: &[&str] = &[
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos",
    "cosh", "erf", "erfc", "exp", "exp10", "exp2", "expm1", "fabs", "fdim", "finite", "floor", "fma",
    "fmax", "fmin", "fmod", "frexp", "hypot", "ilogb", "isinf", "isnan", "ldexp", "lgamma", "llrint",
    "llround", "log", "log10", "log1p", "log2", "logb", "lrint", "lround", "modf", "nan", "nearbyint",
    "nextafter", "nexttoward", "pow", "remainder", "remquo", "rint", "round", "roundeven", "scalbln",
    "scalbn", "sin", "sincos", "sinh", "sqrt", "tan", "tanh", "tgamma", "trunc",
];

/// Functions for memory and integers that have no state.
#[rustfmt::skip]
const PLAIN: &[&str] = &[
    "abs", "bcmp", "div", "imaxabs", "imaxdiv", "labs", "ldiv", "llabs", "lldiv", "memchr", "memcmp",
    "memcpy", "memmove", "memset", "strchr", "strcmp", "strcspn", "strlen", "strncmp", "strnlen",
    "strpbrk", "strrchr", "strspn", "strstr",
];

/// Functions that the compiler defines in device code (`define-assertions`).
const OURS: &[&str] = &["__assert_fail"];

/// The builtins of the headers.
const OUR_PREFIXES: &[&str] = &["__mux_", "__scythe_"];

/// Functions that allocate or free memory.
#[rustfmt::skip]
const MEMORY: &[&str] = &[
    "aligned_alloc", "calloc", "free", "malloc", "memalign", "posix_memalign", "pvalloc", "realloc",
    "reallocarray", "strdup", "strndup", "valloc",
];

/// Builtins for which clang calls variadic functions that device code does not have.
const PRINTING: &[&str] = &["fprintf", "snprintf", "sprintf"];

/// Variadic functions that device code has, by their names and as builtins: the C library's on a CPU,
/// OpenCL's elsewhere.
const PRINTF: &[&str] = &["printf", "__builtin_printf", "__spirv_ocl_printf"];

/// The function that `std::` calls when one of its assertions fails (libstdc++ with `_GLIBCXX_ASSERTIONS`).
const STANDARD_ASSERTION: &str = "std::__glibcxx_assert_fail";

/// The prefix of the functions with which `std::` throws (libstdc++).
const THROWING: &str = "std::__throw_";

/// The prefix of the headers' names for SPIR-V instructions.
const SPIRV_PREFIX: &str = "__spirv_";

/// Whether device code may call a function of the C library. Some targets have it under another name or as an
/// instruction.
pub fn is_in_device_code(name: &str) -> bool {
    let known = |name: &str| MATHEMATICS.contains(&name);
    // The C library has `__isnanf` behind a macro, and `lgammaf_r` for a variant without state.
    let base = name.trim_start_matches("__");
    let base = base.strip_suffix("_r").unwrap_or(base);
    PLAIN.contains(&name) || known(base) || base.strip_suffix(['f', 'l']).is_some_and(known)
}

/// Whether the compiler or its headers provide it, on every target.
pub fn is_ours(name: &str, c_name: Option<&str>) -> bool {
    name == STANDARD_ASSERTION
        || name.starts_with(SPIRV_PREFIX)
        || c_name.is_some_and(|c_name| {
            OURS.contains(&c_name) || OUR_PREFIXES.iter().any(|p| c_name.starts_with(p))
        })
}

/// Whether the function's purpose is to throw an exception.
pub fn throws(name: &str) -> bool {
    name.starts_with(THROWING)
}

/// Whether it allocates memory or frees it.
pub fn manages_memory(name: &str) -> bool {
    MEMORY.contains(&name.strip_prefix("__builtin_").unwrap_or(name))
}

/// Whether it is a variadic function that device code has.
pub fn is_printf(name: &str) -> bool {
    PRINTF.contains(&name)
}

/// Whether clang turns the builtin into a call of a variadic function.
pub fn prints(builtin: &str) -> bool {
    builtin.strip_prefix("__builtin_").is_some_and(|name| PRINTING.contains(&name))
}
