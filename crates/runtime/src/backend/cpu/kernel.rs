//! Which compiled form of a kernel this processor runs.

use std::ffi::c_void;
use std::sync::atomic::{AtomicU32, Ordering};

use scythe_image::{CpuEntry, Kernel, TargetKind, Variant};

use crate::backend::{check_record, record_text as text};
use crate::core::error::{Errc, RtError};

/// How fast a kernel has been, in nanoseconds per work-item; nothing before its first launch.
#[derive(Debug, Default)]
pub struct Speed(AtomicU32);

impl Speed {
    /// What a work-item takes, if anything is known.
    #[must_use]
    pub fn nanoseconds(&self) -> Option<f64> {
        match f32::from_bits(self.0.load(Ordering::Relaxed)) {
            known if known > 0.0 => Some(f64::from(known)),
            _ => None,
        }
    }

    /// Takes a measurement in. Old knowledge fades, as data sizes change; a slower run counts at
    /// once, since taking a slow kernel for fast costs balance and the other way round only costs a
    /// little overhead.
    pub fn learn(&self, nanoseconds: f64) {
        let new = nanoseconds.max(0.001);
        let mixed = match self.nanoseconds() {
            Some(old) if new < old => old * 0.75 + new * 0.25,
            _ => new,
        };
        self.0.store((mixed as f32).to_bits(), Ordering::Relaxed);
    }
}

/// The form that was chosen, kept for the life of the process.
#[derive(Debug)]
pub struct Chosen {
    /// Its function.
    pub entry: CpuEntry,
    /// How fast it has been.
    pub speed: Speed,
}

/// The best form of the kernel that this processor can run.
///
/// # Errors
/// When the record is of another version, or no form fits; the message names what is missing.
pub fn choose(kernel: &'static Kernel) -> Result<&'static Chosen, RtError> {
    let known = kernel.chosen.load(Ordering::Acquire);
    if !known.is_null() {
        // SAFETY: only this function stores here, and only leaked boxes of this type.
        return Ok(unsafe { &*known.cast::<Chosen>() });
    }
    let variant = best(kernel, has_feature)?;
    let entry = variant.entry.ok_or_else(|| {
        RtError::new(Errc::Build, format!("kernel {} has no code", text(kernel.name)))
    })?;
    let new: *mut Chosen = Box::into_raw(Box::new(Chosen { entry, speed: Speed::default() }));
    let stored = kernel.chosen.compare_exchange(
        std::ptr::null_mut(),
        new.cast::<c_void>(),
        Ordering::AcqRel,
        Ordering::Acquire,
    );
    match stored {
        // SAFETY: leaked on purpose: records live as long as the process.
        Ok(_) => Ok(unsafe { &*new }),
        Err(first) => {
            // SAFETY: ours was not stored, so nobody else has it; the other is as above.
            unsafe {
                drop(Box::from_raw(new));
                Ok(&*first.cast::<Chosen>())
            }
        }
    }
}

fn best(kernel: &'static Kernel, has: impl Fn(&str) -> bool) -> Result<&'static Variant, RtError> {
    let name = text(kernel.name);
    check_record(kernel)?;
    let variants = if kernel.variants.is_null() {
        &[]
    } else {
        // SAFETY: the compiler wrote as many variants as the record says, for the life of the process.
        unsafe { std::slice::from_raw_parts(kernel.variants, kernel.variant_count as usize) }
    };
    let mut fitting: Option<(usize, &'static Variant)> = None;
    let mut lacking: Vec<String> = Vec::new();
    for variant in variants.iter().filter(|v| v.kind == TargetKind::Cpu as u32) {
        let features = text(variant.features);
        let missing: Vec<&str> = features.split(',').filter(|f| !f.is_empty() && !has(f)).collect();
        let rank = features.split(',').count();
        if !missing.is_empty() {
            lacking.push(format!("cpu:{} needs {}", text(variant.target), missing.join(", ")));
        } else if fitting.is_none_or(|(best, _)| rank > best) {
            fitting = Some((rank, variant));
        }
    }
    match fitting {
        Some((_, variant)) => Ok(variant),
        None if lacking.is_empty() => Err(RtError::new(
            Errc::KernelNotSupported,
            format!("kernel {name} was not compiled for the CPU: add cpu to --targets"),
        )),
        None => Err(RtError::new(
            Errc::KernelNotSupported,
            format!(
                "kernel {name} cannot run on this processor, which lacks features it was compiled \
                 for ({}): compile the program for this processor, or for one that both have, with \
                 --targets=cpu:<march>",
                lacking.join("; ")
            ),
        )),
    }
}

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

/// Features that do not change what a compiler emits on its own, or that every x86-64 processor has.
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
fn has_feature(name: &str) -> bool {
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

/// Whether the processor has APX and the operating system saves its registers; the standard library
/// cannot tell yet.
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
        // SAFETY: the bit above says so.
        && unsafe { saved_state() } & APX_STATE != 0
}

/// The version of AVX10, 0 for none; what it needs of the operating system it shares with AVX-512.
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

/// Processors of other architectures are not told apart yet.
#[cfg(not(target_arch = "x86_64"))]
fn has_feature(_: &str) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;
    use std::sync::atomic::AtomicPtr;

    use scythe_image::VERSION;

    use super::*;

    unsafe extern "C" fn nothing(
        _: *const c_void,
        _: *const scythe_image::ScheduleInfo,
        _: u64,
        _: u64,
    ) {
    }

    fn variant(target: &'static CStr, features: &'static CStr) -> Variant {
        Variant {
            kind: TargetKind::Cpu as u32,
            flags: 0,
            target: target.as_ptr(),
            features: features.as_ptr(),
            entry: Some(nothing),
            guards: std::ptr::null(),
            guard_count: 0,
            reserved: 0,
        }
    }

    fn kernel(version: u32, variants: Vec<Variant>) -> &'static Kernel {
        let variants: &'static [Variant] = Vec::leak(variants);
        Box::leak(Box::new(Kernel {
            version,
            variant_count: variants.len() as u32,
            name: c"k".as_ptr(),
            symbol: c"_ZTS1k".as_ptr(),
            variants: variants.as_ptr(),
            args_size: 1,
            args_align: 1,
            required_sub_group_size: 0,
            required_work_group_dims: 0,
            required_work_group_size: [1; 3],
            pointers: std::ptr::null(),
            pointer_count: 0,
            shape: 0,
            chosen: AtomicPtr::default(),
        }))
    }

    #[test]
    fn the_richest_form_that_fits_wins() {
        let k = kernel(
            VERSION,
            vec![
                variant(c"x86-64-v2", c"sse3,popcnt"),
                variant(c"x86-64-v4", c"sse3,popcnt,avx512f"),
                variant(c"x86-64-v3", c"sse3,popcnt,avx2"),
            ],
        );
        let chosen = best(k, |f| f != "avx512f").expect("two fit");
        assert_eq!(text(chosen.target), "x86-64-v3");
        let chosen = best(k, |_| true).expect("all fit");
        assert_eq!(text(chosen.target), "x86-64-v4", "equal ranks keep the order given");
    }

    #[test]
    fn what_is_missing_is_named() {
        let k = kernel(VERSION, vec![variant(c"x86-64-v4", c"sse3,avx512f,avx512bw")]);
        let error = best(k, |f| !f.starts_with("avx512")).expect_err("none fits");
        assert_eq!(error.code, Errc::KernelNotSupported);
        assert!(error.message.contains("cpu:x86-64-v4 needs avx512f, avx512bw"), "{error}");
        assert!(error.message.contains("--targets=cpu:<march>"), "{error}");
    }

    #[test]
    fn other_versions_are_refused() {
        let error = best(kernel(VERSION + 1, vec![]), |_| true).expect_err("another version");
        assert_eq!(error.code, Errc::Build);
        let error = best(kernel(VERSION, vec![]), |_| true).expect_err("nothing there");
        assert!(error.message.contains("not compiled for the CPU"), "{error}");
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn features_a_compiler_uses_on_its_own_are_never_taken_for_granted() {
        // x86-64-v1 has none of these, so claiming all of them on some processor is a mistake.
        for feature in ["egpr", "ndd", "ccmp", "push2pop2", "avx10.1", "xop", "no-such-feature"] {
            assert!(!IGNORED.contains(&feature), "{feature}");
        }
        assert!(!has_feature("no-such-feature"));
        assert_eq!(has_feature("egpr"), has_apx());
    }

    #[test]
    fn the_choice_is_made_once() {
        let k = kernel(VERSION, vec![variant(c"x86-64", c"sse2")]);
        let first: *const Chosen = choose(k).expect("every processor has sse2");
        assert!(std::ptr::eq(first, choose(k).expect("the same")));
    }

    #[test]
    fn slow_runs_count_at_once_and_fast_ones_slowly() {
        let speed = Speed::default();
        assert!(speed.nanoseconds().is_none());
        speed.learn(10.0);
        speed.learn(2.0);
        assert!(speed.nanoseconds().is_some_and(|ns| ns > 7.0));
        speed.learn(100.0);
        assert!(speed.nanoseconds().is_some_and(|ns| ns > 99.0));
    }
}
