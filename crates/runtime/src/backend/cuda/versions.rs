//! The choice of a kernel's version for a launch on a device.
//!
//! The best code for the device comes first: the newest cubin that it can run, then the newest PTX. Among versions
//! for the same architecture, the first one whose conditions the launch meets is chosen.

use std::cmp::Reverse;
use std::ffi::CStr;
use std::sync::OnceLock;

use scythe_image::{Kernel, ModuleKernel, PointerArgument, TargetKind, Variant};

use super::Inner;
use super::launch::{Decided, Given, Loaded};
use crate::backend::conditions::{self, Circumstances, Conditions, malformed};
use crate::backend::kept::OfKernel;
use crate::backend::specialization::{Launched, Specialization};
use crate::backend::{IndexSpace, Named, record_text};
use crate::core::error::{Errc, RtError};
use crate::core::work::Arguments;

/// A compute capability: 9.0 for `sm_90`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Capability {
    /// The generation.
    pub major: u32,
    /// Within the generation.
    pub minor: u32,
}

/// The rank of a version for a device: cubins before PTX, then the newer, then the more specialized.
type Rank = (bool, Capability, bool);

/// The rank of code for an architecture (`sm_90`); none if the device cannot run it.
fn rank(architecture: &str, is_cubin: bool, device: Capability) -> Option<Rank> {
    let text = architecture.strip_prefix("sm_")?;
    let digits = text.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let number: u32 = digits.parse().ok()?;
    let code = Capability { major: number / 10, minor: number % 10 };
    let same_major = code.major == device.major && code.minor <= device.minor;
    let runs = match &text[digits.len()..] {
        "" if is_cubin => same_major,
        "" => code <= device,
        // For one architecture only, and for those of one family.
        "a" => code == device,
        "f" => same_major,
        _ => false,
    };
    runs.then_some((is_cubin, code, digits.len() < text.len()))
}

fn rank_of(variant: &Variant, device: Capability) -> Option<Rank> {
    if variant.kind != TargetKind::Ptx as u32 {
        return None;
    }
    let is_cubin = record_text(variant.features) == Variant::CUBIN;
    rank(record_text(variant.target), is_cubin, device)
}

fn variants(kernel: &'static Kernel) -> &'static [Variant] {
    if kernel.variants.is_null() {
        return &[];
    }
    // SAFETY: the compiler wrote as many variants as the record says, for the life of the process.
    unsafe { std::slice::from_raw_parts(kernel.variants, kernel.variant_count as usize) }
}

/// Whether ids of a launch need more than 31 bits.
fn is_wide(space: &IndexSpace) -> bool {
    let dims = space.dims as usize;
    let ends = space.global.iter().zip(&space.offset).take(dims);
    ends.map(|(size, offset)| size.saturating_add(*offset)).any(|end| end >= 1 << 31)
}

/// Whether the driver accepts all blocks of a launch at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pieces {
    /// It does.
    One,
    /// The launch is split, which kernels may observe through their group ids.
    Several,
}

/// The versions of a kernel that a device can run.
pub struct Known {
    pointers: &'static [PointerArgument],
    /// The best first.
    versions: Vec<Version>,
}

/// A version of a kernel, on a device that can run it.
pub struct Version {
    variant: &'static Variant,
    conditions: Conditions,
    /// The loaded code, after the first launch.
    loaded: OnceLock<Loaded>,
    /// The configurations of the first launches, in that order.
    kept: [OnceLock<(IndexSpace, Decided)>; KEPT],
}

/// The number of index spaces for which the configuration of launches is kept.
const KEPT: usize = 4;

impl Known {
    fn new(kernel: &'static Kernel, device: Capability) -> Result<Self, RtError> {
        let mut ranked = Vec::new();
        for variant in variants(kernel) {
            if let Some(rank) = rank_of(variant, device) {
                let conditions = Conditions::of(kernel, variant)?;
                let (loaded, kept) = Default::default();
                ranked.push((rank, Version { variant, conditions, loaded, kept }));
            }
        }
        // A stable sort.
        ranked.sort_by_key(|(rank, _)| Reverse(*rank));
        let versions = ranked.into_iter().map(|(_, version)| version).collect();
        Ok(Self { pointers: conditions::pointers(kernel)?, versions })
    }

    /// The versions of the kernel for a device, determined at its first launch there.
    ///
    /// # Errors
    /// When the record is malformed.
    pub fn of(kernel: &'static Kernel, device: &Inner) -> Result<&'static Self, RtError> {
        let all = OfKernel::of(kernel).cuda.get_or_init(|| {
            std::iter::repeat_with(OnceLock::new).take(device.count as usize).collect()
        });
        let kept = &all[device.number as usize];
        match kept.get() {
            Some(known) => Ok(known),
            None => {
                let new = Self::new(kernel, device.capability)?;
                Ok(kept.get_or_init(|| new))
            }
        }
    }

    /// The configuration of an earlier launch that got the same version of the kernel, over the same index space.
    pub fn kept(
        &'static self,
        kernel: &Kernel,
        (space, given): (&IndexSpace, Given<'_>),
    ) -> Option<&'static Decided> {
        // The size of work-groups may be a condition.
        if kernel.required_work_group_dims != 0 {
            return None;
        }
        let version = match &self.versions[..] {
            [only] if only.conditions.is_empty() => only,
            versions => {
                let moved = !given.relocations.is_empty();
                let mut launch =
                    Circumstances::new(space, space.local, given.bytes, self.pointers).moved(moved);
                let wide = is_wide(space);
                let suits = |version: &&Version| {
                    (!wide || version.variant.flags & Variant::WIDE_IDS != 0)
                        && (version.conditions.is_empty() || version.conditions.hold(&mut launch))
                };
                versions.iter().find(suits)?
            }
        };
        let kept = version.kept.iter().map_while(OnceLock::get);
        kept.into_iter().find(|(known, _)| known == space).map(|(_, decided)| decided)
    }

    /// The version that a launch gets.
    ///
    /// # Errors
    /// When there is none for the device, or none for a launch of that size.
    pub fn choose(
        &'static self,
        kernel: &'static Kernel,
        device: Capability,
        (space, local, given): (&IndexSpace, Option<[usize; 3]>, Given<'_>),
        pieces: Pieces,
    ) -> Result<&'static Version, RtError> {
        let mut launch = Circumstances::new(space, local, given.bytes, self.pointers)
            .moved(!given.relocations.is_empty());
        let wide = is_wide(space);
        let mut too_narrow = false;
        let takes_pieces = |version: &Version| version.variant.flags & Variant::SLICES != 0;
        // Without such a version, the kernel does not depend on the parts.
        let only_pieces = pieces == Pieces::Several && self.versions.iter().any(takes_pieces);
        for version in &self.versions {
            if only_pieces && !takes_pieces(version) {
                continue;
            }
            if wide && version.variant.flags & Variant::WIDE_IDS == 0 {
                too_narrow = true;
            } else if version.conditions.is_empty() || version.conditions.hold(&mut launch) {
                return Ok(version);
            }
        }
        if !too_narrow {
            return Err(no_version(kernel, device));
        }
        Err(RtError::new(
            Errc::NdRange,
            format!(
                "kernel {} was launched over {:?} work-items from {:?} on, and its ids have 31 bits: compile \
                 with -fno-sycl-id-queries-fit-in-int",
                Named(kernel),
                &space.global[..space.dims as usize],
                &space.offset[..space.dims as usize]
            ),
        ))
    }
}

impl Version {
    /// Whether it may write through pointers that are not among its arguments.
    pub fn writes_elsewhere(&self) -> bool {
        self.variant.flags & Variant::WRITES_ELSEWHERE != 0
    }

    /// Keeps the configuration of a launch for later ones over the same index space.
    pub fn keep(&self, space: &IndexSpace, decided: Decided) {
        if let Some(free) = self.kept.iter().find(|slot| slot.get().is_none()) {
            // Another thread may have been faster.
            let _ = free.set((*space, decided));
        }
    }

    /// Why a launch got this version of the kernel.
    pub fn why(&self, known: &Known, space: &IndexSpace, arguments: &Arguments) -> Specialization {
        let before = known.versions.iter().take_while(|version| !std::ptr::eq(*version, self));
        let local = space.local;
        let (block, moved) = (arguments.bytes(), !arguments.relocations.is_empty());
        let launched = Launched { space, local, block, pointers: known.pointers, moved };
        let before = before.map(|version| version.conditions);
        Specialization::new(record_text(self.variant.target), self.conditions, before, &launched)
    }

    /// The loaded code; the first use loads it with `load`.
    ///
    /// # Errors
    /// When the version has no code, or those of `load`.
    pub fn loaded(
        &'static self,
        kernel: &'static Kernel,
        load: impl FnOnce(&'static ModuleKernel) -> Result<Loaded, RtError>,
    ) -> Result<&'static Loaded, RtError> {
        match self.loaded.get() {
            Some(loaded) => Ok(loaded),
            None => {
                let loaded = load(code(kernel, self.variant)?)?;
                Ok(self.loaded.get_or_init(|| loaded))
            }
        }
    }
}

/// The version that any launch can run.
///
/// # Errors
/// When there is none for the device.
pub fn general(
    kernel: &'static Kernel,
    device: Capability,
) -> Result<&'static ModuleKernel, RtError> {
    // The last one of the best rank; of equals, `max_by_key` takes the last.
    let ranked = variants(kernel).iter().filter_map(|v| Some((rank_of(v, device)?, v)));
    let best = ranked.max_by_key(|(rank, _)| *rank);
    best.map_or_else(|| Err(no_version(kernel, device)), |(_, variant)| code(kernel, variant))
}

fn no_version(kernel: &'static Kernel, device: Capability) -> RtError {
    let Capability { major, minor } = device;
    let mut there: Vec<String> = variants(kernel)
        .iter()
        .filter(|variant| variant.kind == TargetKind::Ptx as u32)
        .map(|v| format!("{} ({})", record_text(v.target), record_text(v.features)))
        .collect();
    there.dedup();
    let name = Named(kernel);
    let message = if there.is_empty() {
        format!(
            "kernel {name} was not compiled for CUDA devices: add ptx:sm_{major}{minor} to --targets"
        )
    } else {
        format!(
            "kernel {name} was compiled for {}, which the device, an sm_{major}{minor}, cannot run: add \
             ptx:sm_{major}{minor} to --targets",
            there.join(", ")
        )
    };
    RtError::new(Errc::KernelNotSupported, message)
}

/// The code of a version.
fn code(kernel: &Kernel, variant: &'static Variant) -> Result<&'static ModuleKernel, RtError> {
    // SAFETY: everything a record points to lives as long as the record.
    let code = unsafe { variant.kernel.as_ref() };
    code.filter(|code| !code.function.is_null() && !code.module.is_null())
        .ok_or_else(|| malformed(kernel, "has a version without code"))
}

/// The name of the function that has the code.
pub fn function_name(code: &'static ModuleKernel) -> &'static CStr {
    // SAFETY: not null, as `code` checks; strings in records are NUL-terminated and live as long as the
    // record.
    unsafe { CStr::from_ptr(code.function) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const H200: Capability = Capability { major: 9, minor: 0 };
    const B200: Capability = Capability { major: 10, minor: 0 };

    #[test]
    fn code_runs_on_compatible_devices() {
        let runs = |architecture, is_cubin, device| rank(architecture, is_cubin, device).is_some();
        assert!(runs("sm_75", false, H200) && runs("sm_90", false, H200));
        assert!(!runs("sm_100", false, H200), "newer than the device");
        assert!(runs("sm_90a", false, H200) && !runs("sm_90a", false, B200));
        assert!(runs("sm_90", false, B200) && runs("sm_100f", true, B200));
        assert!(!runs("sm_80", true, H200), "cubins are for one generation");
        let ada = Capability { major: 8, minor: 9 };
        assert!(runs("sm_86", true, ada) && !runs("sm_89", true, Capability { minor: 6, ..ada }));
        assert!(!runs("x86-64", false, H200) && !runs("sm_", false, H200));
    }

    #[test]
    fn the_best_code_comes_first() {
        let mut all = [("sm_75", false), ("sm_90", true), ("sm_90", false), ("sm_90a", false)];
        all.sort_by_key(|(architecture, is_cubin)| rank(architecture, *is_cubin, H200));
        assert_eq!(all, [("sm_75", false), ("sm_90", false), ("sm_90a", false), ("sm_90", true)]);
    }
}
