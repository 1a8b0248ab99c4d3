//! The features of this processor, by LLVM's names.

#[cfg(target_arch = "x86_64")]
macro_rules! detect {
    ($name:expr, $($llvm:literal => $rust:tt,)*) => {
        match $name {
            $($llvm => std::arch::is_x86_feature_detected!($rust),)*
            // The parts of APX come together, and compilers use them everywhere.
            "egpr" | "ndd" | "ccmp" | "nf" | "cf" | "zu" | "ppx" | "push2pop2" | "jmpabs" => has_apx(),
            "avx10.1" | "avx10.1-256" | "avx10.1-512" => avx10_version() >= 1,
            "avx10.2" | "avx10.2-256" | "avx10.2-512" => avx10_version() >= 2,
            other => IGNORED.contains(&other),
        }
    };
}

/// Features that do not change the code a compiler emits, or that every x86-64 processor has.
#[cfg(target_arch = "x86_64")]
const IGNORED: &[&str] = &[
    "64bit",
    "64bit-mode",
    "cmov",
    "cx8",
    "cx16",
    "fxsr",
    "mmx",
    "x87",
    "sahf",
    "crc32",
    "amx-tile",
    "amx-int8",
    "amx-bf16",
    "amx-fp16",
    "amx-complex",
    "amx-avx512",
    "amx-fp8",
    "amx-movrs",
    "amx-tf32",
    "amx-transpose",
    "cldemote",
    "clflushopt",
    "clwb",
    "clzero",
    "cmpccxadd",
    "enqcmd",
    "fsgsbase",
    "hreset",
    "invpcid",
    "lwp",
    "movdir64b",
    "movdiri",
    "movrs",
    "mwaitx",
    "pconfig",
    "pku",
    "prefetchi",
    "prfchw",
    "ptwrite",
    "raoint",
    "rdpid",
    "rdpru",
    "rdrnd",
    "rdseed",
    "rtm",
    "serialize",
    "sgx",
    "shstk",
    "tsxldtrk",
    "uintr",
    "usermsr",
    "waitpkg",
    "wbnoinvd",
    "xsave",
    "xsavec",
    "xsaveopt",
    "xsaves",
    "kl",
    "widekl",
    "evex512",
];

/// Whether this processor has a feature, by LLVM's name for it.
#[cfg(target_arch = "x86_64")]
pub fn has_feature(name: &str) -> bool {
    detect!(name,
        "sse" => "sse", "sse2" => "sse2", "sse3" => "sse3", "ssse3" => "ssse3",
        "sse4.1" => "sse4.1", "sse4.2" => "sse4.2", "sse4a" => "sse4a",
        "avx" => "avx", "avx2" => "avx2", "fma" => "fma", "f16c" => "f16c",
        "bmi" => "bmi1", "bmi2" => "bmi2", "lzcnt" => "lzcnt", "popcnt" => "popcnt",
        "movbe" => "movbe", "adx" => "adx", "aes" => "aes", "pclmul" => "pclmulqdq",
        "sha" => "sha", "gfni" => "gfni", "vaes" => "vaes", "vpclmulqdq" => "vpclmulqdq",
        "tbm" => "tbm", "avxvnni" => "avxvnni", "avxifma" => "avxifma",
        "avxneconvert" => "avxneconvert", "sha512" => "sha512", "sm3" => "sm3", "sm4" => "sm4",
        "avxvnniint8" => "avxvnniint8", "avxvnniint16" => "avxvnniint16",
        "avx512f" => "avx512f", "avx512bw" => "avx512bw", "avx512cd" => "avx512cd",
        "avx512dq" => "avx512dq", "avx512vl" => "avx512vl", "avx512ifma" => "avx512ifma",
        "avx512vbmi" => "avx512vbmi", "avx512vbmi2" => "avx512vbmi2",
        "avx512vnni" => "avx512vnni", "avx512bitalg" => "avx512bitalg",
        "avx512vpopcntdq" => "avx512vpopcntdq", "avx512bf16" => "avx512bf16",
        "avx512fp16" => "avx512fp16", "avx512vp2intersect" => "avx512vp2intersect",
    )
}

/// Whether the processor has APX and the operating system saves its registers; the standard library does not
/// detect it yet.
#[cfg(target_arch = "x86_64")]
fn has_apx() -> bool {
    use std::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};

    const OSXSAVE: u32 = 1 << 27;
    const APX_F: u32 = 1 << 21;
    const APX_STATE: u64 = 1 << 19;
    /// # Safety
    /// The processor has XSAVE, and the operating system uses it.
    #[target_feature(enable = "xsave")]
    unsafe fn saved_state() -> u64 {
        // SAFETY: by this function's contract.
        unsafe { _xgetbv(0) }
    }

    let has_leaf = __cpuid(0).eax >= 7 && __cpuid_count(7, 0).eax >= 1;
    has_leaf
        && __cpuid_count(7, 1).edx & APX_F != 0
        && __cpuid(1).ecx & OSXSAVE != 0
        // SAFETY: the bit above guarantees it.
        && unsafe { saved_state() } & APX_STATE != 0
}

/// The version of AVX10, 0 for none; the operating system's support is that for AVX-512.
#[cfg(target_arch = "x86_64")]
fn avx10_version() -> u32 {
    use std::arch::x86_64::{__cpuid, __cpuid_count};

    const AVX10: u32 = 1 << 19;
    let has_leaf = __cpuid(0).eax >= 0x24 && __cpuid_count(7, 0).eax >= 1;
    if !has_leaf || __cpuid_count(7, 1).edx & AVX10 == 0 {
        return 0;
    }
    if !std::arch::is_x86_feature_detected!("avx512f") {
        return 0;
    }
    __cpuid_count(0x24, 0).ebx & 0xff
}

/// The features that compilers use automatically, by LLVM's names. Versions of the architecture (`v8.2a`) are
/// lists of features; other features are for instructions that programs use explicitly.
#[cfg(target_arch = "aarch64")]
pub fn has_feature(name: &str) -> bool {
    use std::arch::is_aarch64_feature_detected as detected;
    match name {
        "neon" | "fp-armv8" => detected!("neon"),
        "lse" => detected!("lse"),
        "rdm" => detected!("rdm"),
        "dotprod" => detected!("dotprod"),
        "fullfp16" => detected!("fp16"),
        "fp16fml" => detected!("fhm"),
        "bf16" => detected!("bf16"),
        "i8mm" => detected!("i8mm"),
        "complxnum" => detected!("fcma"),
        "jsconv" => detected!("jsconv"),
        "rcpc" => detected!("rcpc"),
        "rcpc-immo" => detected!("rcpc2"),
        "crc" => detected!("crc"),
        "flagm" => detected!("flagm"),
        "fptoint" => detected!("frintts"),
        "sve" => detected!("sve"),
        "sve2" => detected!("sve2"),
        _ => true,
    }
}

/// Processors of other architectures are not distinguished yet.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub fn has_feature(_: &str) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn features_a_compiler_uses_on_its_own_are_never_taken_for_granted() {
        // x86-64-v1 has none of these, so reporting all of them on some processor would be an error.
        for feature in ["egpr", "ndd", "ccmp", "push2pop2", "avx10.1", "xop", "no-such-feature"] {
            assert!(!IGNORED.contains(&feature), "{feature}");
        }
        assert!(!has_feature("no-such-feature"));
        assert_eq!(has_feature("egpr"), has_apx());
    }
}
