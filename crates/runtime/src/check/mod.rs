//! Checked programs (`-fscythe-check`): accesses of kernels are checked against known memory.
//!
//! Checked code calls the runtime before every access ([`access`]) and wherever a work-item starts, reaches a barrier
//! or ends ([`work_item`]); checked host code calls it before accesses to memory that is not on its stack ([`host`]).
//! What memory there is, is known from where it is allocated ([`regions`]). Who accessed it last is kept beside it
//! ([`shadow`]), and rules say which two accesses are a data race ([`races`]). A fault is reported once for each
//! place, and counted from then on ([`report`]).
//!
//! Kernels whose addresses are simple expressions describe them before a launch ([`proof`], [`footprint`]); where nothing
//! can go wrong ([`proven`]), code without checks runs.
//!
//! Other programs pay for one load of a static variable wherever memory is allocated or a kernel starts.

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

/// Bytes around each allocation that nobody may touch.
const RED_ZONE: usize = 256;

/// Whether the program is checked.
#[inline]
#[must_use]
pub fn is_on() -> bool {
    ON.load(Ordering::Relaxed)
}

/// Bytes to leave free around an allocation.
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
