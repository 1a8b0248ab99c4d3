//! The front end behind clang: kernel notes, rules, plans, diagnostics.
//!
//! clang and the plugin only describe; this crate decides. It reads the plugin's description of kernels
//! ([`notes`]), checks their arguments against SYCL's rules and plans how they are passed ([`arguments`]),
//! checks device code ([`device_code`]), and checks that both passes have the same kernels with the same
//! layout ([`agree`]). The plugin calls the checks while clang is still running ([`check`]), so that clang
//! reports errors in its own way.
//!
//! Invariants: rules work on notes alone, do not use LLVM and are tested without clang; every error in a
//! user's program is a [`diag::Diag`] with a code and a location.

#![forbid(unsafe_code)]

pub mod agree;
pub mod arguments;
pub mod check;
pub mod device_code;
pub mod diag;
pub mod notes;
