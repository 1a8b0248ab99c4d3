//! Checked programs (`-fscythe-check`): accesses of kernels are compared with the memory that is allocated.
//!
//! Checked code calls the runtime before every access ([`access`]) and where a work-item starts, reaches a
//! barrier or ends ([`work_item`]); checked host code calls it before accesses to memory that is not on its
//! stack ([`host`]). Allocations are recorded in [`regions`], the last accesses to each of them in
//! [`shadow`], and [`races`] decides which two accesses are a data race. Each fault is reported once per
//! place and counted from then on ([`report`]).
//!
//! Kernels whose addresses are simple expressions describe them before a launch ([`proof`], [`footprint`]);
//! where all accesses are proven good ([`proven`]), code without checks runs.
//!
//! Other programs pay for one load of a static variable at each allocation and each kernel launch.

pub(crate) mod access;
pub(crate) mod footprint;
pub(crate) mod host;
pub(crate) mod origin;
pub(crate) mod proof;
pub(crate) mod proven;
pub(crate) mod races;
pub(crate) mod regions;
pub(crate) mod report;
pub(crate) mod shadow;
pub(crate) mod work_item;

use std::sync::atomic::{AtomicBool, Ordering};

use crate::settings;

static ON: AtomicBool = AtomicBool::new(false);

/// Bytes around each allocation that must not be accessed.
const RED_ZONE: usize = 256;

/// Whether the program is checked.
#[inline]
#[must_use]
pub fn is_on() -> bool {
    ON.load(Ordering::Relaxed)
}

/// Bytes to leave unused around an allocation.
#[inline]
#[must_use]
pub fn red_zone() -> usize {
    if is_on() { RED_ZONE } else { 0 }
}

/// A checked program starts.
pub fn start() {
    if settings::check().mode != settings::CheckMode::Off && !ON.swap(true, Ordering::Relaxed) {
        report::at_exit();
    }
}
