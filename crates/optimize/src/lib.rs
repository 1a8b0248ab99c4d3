//! Passes on the `sycl` dialect: what the host knows makes device code better. This room is not
//! furnished yet.
//!
//! Invariant that holds from the start: one file per pass, each can be switched off by name, none
//! changes results.

#![forbid(unsafe_code)]
