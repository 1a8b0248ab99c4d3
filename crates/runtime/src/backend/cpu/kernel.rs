//! The compiled variants of a kernel for this processor, and the choice for a launch.

use std::sync::atomic::{AtomicU32, Ordering};

use scythe_image::{CpuEntry, Kernel, PointerArgument, TargetKind, Variant};

use super::features::has_feature;
use crate::backend::conditions::{self, Circumstances, Conditions, malformed};
use crate::backend::kept::OfKernel;
use crate::backend::specialization::{Launched, Specialization};
use crate::backend::{IndexSpace, Named, check_record, record_text as text};
use crate::core::error::{Errc, RtError};

/// The measured speed of a kernel, in nanoseconds per work-item; none before its first launch.
#[derive(Debug, Default)]
pub struct Speed(AtomicU32);

impl Speed {
    /// The time of a work-item, if it is known.
    #[must_use]
    pub fn nanoseconds(&self) -> Option<f64> {
        match f32::from_bits(self.0.load(Ordering::Relaxed)) {
            known if known > 0.0 => Some(f64::from(known)),
            _ => None,
        }
    }

    /// Adds a measurement. Old ones fade, as data sizes change; a slower run counts at once, since
    /// underestimating a slow kernel unbalances threads, while overestimating a fast one only costs a little
    /// overhead.
    pub fn learn(&self, nanoseconds: f64) {
        let new = nanoseconds.max(0.001);
        let mixed = match self.nanoseconds() {
            Some(old) if new < old => old * 0.75 + new * 0.25,
            _ => new,
        };
        self.0.store((mixed as f32).to_bits(), Ordering::Relaxed);
    }
}

/// The variants for this processor, kept for the life of the process.
#[derive(Debug)]
pub struct Chosen {
    /// The specialized variants for one target, the most specialized first.
    special: Box<[CompiledVariant]>,
    /// The variant that any launch can run.
    general: CompiledVariant,
    pointers: &'static [PointerArgument],
}

/// One variant of a kernel.
#[derive(Debug)]
pub struct CompiledVariant {
    kernel: &'static Kernel,
    target: &'static str,
    /// Its function.
    pub entry: CpuEntry,
    /// How fast it has been.
    pub speed: Speed,
    /// See [`Variant::stack_kib`].
    pub stack_kib: u32,
    /// See [`Variant::WRITES_ELSEWHERE`].
    pub writes_elsewhere: bool,
    conditions: Conditions,
}

impl Chosen {
    /// Selects the variants for the best target whose features the processor has.
    fn new(kernel: &'static Kernel, has: impl Fn(&str) -> bool) -> Result<Self, RtError> {
        let best = best(kernel, has)?;
        let same_target = |variant: &&Variant| {
            (variant.kind, text(variant.target), text(variant.features))
                == (best.kind, text(best.target), text(best.features))
        };
        let mut special = Vec::new();
        for variant in variants(kernel).iter().filter(same_target) {
            let conditions = Conditions::of(kernel, variant)?;
            let entry = variant.entry.ok_or_else(|| {
                RtError::new(Errc::Build, format!("kernel {} has no code", Named(kernel)))
            })?;
            let (stack_kib, target) = (variant.stack_kib, text(variant.target));
            let speed = Speed::default();
            let writes_elsewhere = variant.flags & Variant::WRITES_ELSEWHERE != 0;
            let compiled = CompiledVariant {
                kernel,
                target,
                entry,
                speed,
                stack_kib,
                writes_elsewhere,
                conditions,
            };
            if compiled.conditions.is_empty() {
                let pointers = conditions::pointers(kernel)?;
                return Ok(Self { special: special.into(), general: compiled, pointers });
            }
            special.push(compiled);
        }
        Err(malformed(kernel, "has no variant that any launch can run"))
    }

    /// The variant for a launch over `space` in work-groups of size `local`, if that is chosen, with the
    /// arguments in `block`: the first one whose conditions hold.
    #[must_use]
    pub fn variant(
        &self,
        space: &IndexSpace,
        local: Option<[usize; 3]>,
        block: &[u8],
    ) -> &CompiledVariant {
        if self.special.is_empty() {
            return &self.general;
        }
        let mut launch = Circumstances::new(space, local, block, self.pointers);
        let found = self.special.iter().find(|variant| variant.conditions.hold(&mut launch));
        found.unwrap_or(&self.general)
    }
}

impl CompiledVariant {
    /// The kernel.
    #[must_use]
    pub fn kernel(&self) -> &'static Kernel {
        self.kernel
    }

    /// The reason why a launch got this variant.
    #[must_use]
    pub fn why(&self, space: &IndexSpace, local: [usize; 3], block: &[u8]) -> Specialization {
        let chosen = OfKernel::of(self.kernel).cpu.get();
        let special = chosen.map_or(&[][..], |chosen| &chosen.special);
        let before = special.iter().take_while(|variant| !std::ptr::eq(*variant, self));
        let pointers = chosen.map_or(&[][..], |chosen| chosen.pointers);
        let launched = Launched { space, local: Some(local), block, pointers, moved: false };
        let before = before.map(|variant| variant.conditions);
        Specialization::new(self.target, self.conditions, before, &launched)
    }
}

/// The variants of the kernel for the best target whose code this processor can run.
///
/// # Errors
/// When the record is of another version or malformed, or no variant fits; the message names the missing
/// features.
pub fn choose(kernel: &'static Kernel) -> Result<&'static Chosen, RtError> {
    let kept = &OfKernel::of(kernel).cpu;
    match kept.get() {
        Some(known) => Ok(known),
        None => {
            let new = Chosen::new(kernel, has_feature)?;
            Ok(kept.get_or_init(|| new))
        }
    }
}

fn variants(kernel: &'static Kernel) -> &'static [Variant] {
    if kernel.variants.is_null() {
        return &[];
    }
    // SAFETY: the compiler wrote as many variants as the record says, for the life of the process.
    unsafe { std::slice::from_raw_parts(kernel.variants, kernel.variant_count as usize) }
}

fn best(kernel: &'static Kernel, has: impl Fn(&str) -> bool) -> Result<&'static Variant, RtError> {
    let name = Named(kernel);
    check_record(kernel)?;
    let mut fitting: Option<(usize, &'static Variant)> = None;
    let mut lacking: Vec<String> = Vec::new();
    for variant in variants(kernel).iter().filter(|v| v.kind == TargetKind::Cpu as u32) {
        let features = text(variant.features);
        let missing: Vec<&str> = features.split(',').filter(|f| !f.is_empty() && !has(f)).collect();
        let rank = features.split(',').count();
        if !missing.is_empty() {
            lacking.push(format!("cpu:{} requires {}", text(variant.target), missing.join(", ")));
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

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use scythe_image::VERSION;

    use super::*;

    unsafe extern "C-unwind" fn nothing(
        _: *const std::ffi::c_void,
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
            stack_kib: 0,
            kernel: std::ptr::null(),
        }
    }

    fn kernel(version: u32, variants: Vec<Variant>) -> &'static Kernel {
        let variants: &'static [Variant] = Vec::leak(variants);
        Box::leak(Box::new(Kernel {
            version,
            symbol: c"_ZTS1k".as_ptr(),
            ..Kernel::of_variants(c"k", variants)
        }))
    }

    #[test]
    fn the_best_supported_target_is_chosen() {
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
    fn errors_name_the_missing_features() {
        let k = kernel(VERSION, vec![variant(c"x86-64-v4", c"sse3,avx512f,avx512bw")]);
        let error = best(k, |f| !f.starts_with("avx512")).expect_err("none fits");
        assert_eq!(error.code, Errc::KernelNotSupported);
        assert!(error.message.contains("cpu:x86-64-v4 requires avx512f, avx512bw"), "{error}");
        assert!(error.message.contains("--targets=cpu:<march>"), "{error}");
    }

    #[test]
    fn other_versions_are_rejected() {
        let error = best(kernel(VERSION + 1, vec![]), |_| true).expect_err("another version");
        assert_eq!(error.code, Errc::Build);
        let error = best(kernel(VERSION, vec![]), |_| true).expect_err("nothing there");
        assert!(error.message.contains("not compiled for the CPU"), "{error}");
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
