//! What checked code (`-fscythe-check`) passes to the runtime. `crates/sys/llvm-shim/checks.cpp` has the same
//! constants.

use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicPtr, AtomicU32};

/// Bits that describe an access to memory.
pub mod access {
    /// It writes.
    pub const WRITE: u32 = 1;
    /// It is atomic.
    pub const ATOMIC: u32 = 2;
    /// It acquires: what others released before is visible after it.
    pub const ACQUIRE: u32 = 4;
    /// It reads a part of a copied object, which may be padding.
    pub const COPY: u32 = 8;
    /// It reads and writes: an atomic operation other than a store.
    pub const UPDATE: u32 = 32;
}

/// What an index that is out of bounds belongs to: a kind, and further bits.
pub mod object {
    /// A variable of a work-item.
    pub const PRIVATE: u32 = 0;
    /// A variable of the module.
    pub const VARIABLE: u32 = 1;
    /// A variable in local memory.
    pub const LOCAL: u32 = 2;
    /// An accessor of a buffer.
    pub const ACCESSOR: u32 = 3;
    /// A local accessor.
    pub const LOCAL_ACCESSOR: u32 = 4;
    /// The kind's bits.
    pub const KIND: u32 = 0xff;
    /// The access writes.
    pub const WRITE: u32 = 0x100;
    /// The position of an accessor's dimension, counted from 0.
    pub const DIMENSION_SHIFT: u32 = 16;
    /// The position of the number of its dimensions.
    pub const DIMENSIONS_SHIFT: u32 = 24;
}

/// A kernel's description of all its accesses, in words (`i64`), so that a launch in which all are valid runs
/// without checks. `crates/sys/llvm-shim/proofs.cpp` writes it.
///
/// It starts with the number of loops; for each, whether its number of iterations is exact, and one less than
/// that number. Items follow, up to [`proof::END`]. An item has flags and guards (their number; for each,
/// LLVM's predicate, the width, two expressions); an access also has its size, the pointer that its address
/// is computed from, and the address. Expressions are in prefix notation, with the number of operands if that
/// varies.
pub mod proof {
    /// A constant follows.
    pub const NUMBER: i64 = 0;
    /// The number of a value that is the same for all work-items follows.
    pub const LEAF: i64 = 1;
    /// A kind (0 global, 1 local, 2 group) and a dimension follow.
    pub const ID: i64 = 2;
    /// The number of a loop follows.
    pub const ITERATION: i64 = 3;
    /// Operands follow.
    pub const SUM: i64 = 4;
    /// Operands follow.
    pub const PRODUCT: i64 = 5;
    /// The operand's original width and the operand follow.
    pub const ZERO_EXTEND: i64 = 6;
    /// The same.
    pub const SIGN_EXTEND: i64 = 7;
    /// A width and operands follow.
    pub const UNSIGNED_MOST: i64 = 8;
    /// The same.
    pub const SIGNED_MOST: i64 = 9;
    /// The same.
    pub const UNSIGNED_LEAST: i64 = 10;
    /// The same.
    pub const SIGNED_LEAST: i64 = 11;
    /// A width, a dividend and a divisor follow.
    pub const QUOTIENT: i64 = 12;

    /// The end of the items.
    pub const END: i64 = 0;
    /// An access to memory.
    pub const ACCESS: i64 = 1;
    /// Code that must never run.
    pub const NEVER: i64 = 2;

    /// A flag in addition to those of accesses: not all work-items execute it, or not in all iterations.
    pub const CONDITIONAL: u32 = 0x10;
}

/// The position of a work-item.
pub mod point {
    /// At its start.
    pub const START: u32 = 0;
    /// At its end.
    pub const END: u32 = 1;
    /// Before a barrier or group operation of its work-group.
    pub const BEFORE_GROUP: u32 = 2;
    /// After it.
    pub const BEHIND_GROUP: u32 = 3;
    /// After a barrier or group operation of its sub-group, whose largest size is the number.
    pub const BEHIND_SUB_GROUP: u32 = 4;
    /// After a fence that acquires.
    pub const FENCE: u32 = 5;
}

/// The function that accessors call in checked code if an index is out of bounds; the compiler adds the
/// location.
pub const INDEX_QUERY: &str = "__scythe_check_index";

/// A location in the program that is checked.
#[repr(C)]
#[derive(Debug)]
pub struct Site {
    /// The file, or null.
    pub file: *const c_char,
    /// The function's symbol, or null.
    pub function: *const c_char,
    /// The variable that is accessed, or null.
    pub object: *const c_char,
    /// The line, from 1 on; 0 if it is not known.
    pub line: u32,
    /// The column, from 1 on; 0 if it is not known.
    pub column: u32,
    /// Set by the runtime: the region of the last access.
    pub region: AtomicPtr<c_void>,
    /// Set by the runtime: the number of the location.
    pub number: AtomicU32,
    /// Set by the runtime: what was reported.
    pub reported: AtomicU32,
}

// SAFETY: the texts are constants of the program, and the other members are atomic.
unsafe impl Sync for Site {}
