//! The front end behind clang: kernel notes, what host and device must agree on, diagnostics.
//!
//! clang and the plugin only describe; this crate decides. It reads the notes of both passes
//! ([`notes`]), checks that they speak of the same kernels with the same layout ([`agree`]), and
//! ties the host's launches to the kernels' records in IR ([`bind`]).
//!
//! Invariants: rules work on notes alone and are tested without clang; everything wrong with a
//! user's program is a [`diag::Diag`] with a code and a place.

#![forbid(unsafe_code)]

pub mod agree;
pub mod bind;
pub mod diag;
pub mod notes;
