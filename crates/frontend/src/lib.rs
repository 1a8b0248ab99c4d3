//! The front end behind clang: kernel notes, rules, plans, diagnostics.
//!
//! clang and the plugin only describe; this crate decides. It reads what the plugin says about
//! kernels ([`notes`]), holds their arguments to SYCL's rules and plans how they travel
//! ([`arguments`]), holds device code to its own ([`device_code`]), and checks that both passes speak of the same kernels with the same layout
//! ([`agree`]). The plugin itself asks for a verdict while clang is still there ([`judge`]), so that
//! clang reports what is wrong in its own manner.
//!
//! Invariants: rules work on notes alone, know no LLVM and are tested without clang; everything wrong
//! with a user's program is a [`diag::Diag`] with a code and a place.

#![forbid(unsafe_code)]

pub mod agree;
pub mod arguments;
pub mod device_code;
pub mod diag;
pub mod judge;
pub mod notes;
