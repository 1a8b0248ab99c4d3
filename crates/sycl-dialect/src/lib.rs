//! The `sycl` MLIR dialect. This room is not furnished yet: device code goes from clang to the
//! work-item back end without passing through MLIR.
//!
//! What will live here: types (`!sycl.id<[1]>`, accessors, items), one operation per index-space
//! method, the method registry, verification and canonicalisation, each operation stated once in a
//! table from which parser, printer, verifier and documentation are made.
//!
//! Invariant that holds from the start: nothing below this room (`mux`, `targets`) knows of MLIR.

#![forbid(unsafe_code)]
